"""Programs with one stored value: whether any constant is enough, from the graph alone, and why not.

A leaf *bounds below* where its noisy answer is found under the stored value (v < x, so that x is above it),
*bounds above* where v >= x.  With the stored value shifted by g, |D| <= 1 for every answer, and no cost on a
cycle:

* a cycle of leaves that bound x below needs g >= 1, one of leaves that bound it above g <= -1;
* a value that is written is not shifted, g = 0;
* x replaced by v, v >= x: the new g is at least the old one; v < x: at most.

There is a constant exactly if these can be met.  They cannot in four cases: a *leaking cycle* compares with x
and replaces it; a *leaking pair* bounds one value from both sides; a *disclosing cycle* writes noisy answers;
a *violating path* goes from a cycle on one side to a written value, or a cycle, on the other, by replacements
that keep the order.

Source: Chadha, Sistla and Viswanathan, "On linear time decidability of differential privacy for programs with
unbounded inputs", LICS 2021.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from assay.decide.lengths.automaton import Automaton, Leaf
from assay.decide.lengths.expressions import Affine


@dataclass(frozen=True)
class Criterion:
    """Whether some constant is enough, and if not, which of the four cases it is, with the line."""

    private: bool
    reason: str = ""


def criterion(automaton: Automaton) -> Criterion | None:
    """The answer for answers that all differ by at most 1; None for a program that is not of this kind.

    It is of this kind where every location stores one real value at most, every leaf reads one answer, draws
    once for it (and again for what is written), compares that noisy answer v with the stored value x alone,
    at most once, writes v, a fresh noisy answer, or plain outputs, and stores x, v, or fresh noise; and where
    two leaves of a location write differently.
    """
    shapes = _shapes(automaton)
    return None if shapes is None else _judged(automaton, shapes)


@dataclass(frozen=True)
class Shape:
    """What a leaf does: side is 1 for v >= x, -1 for v < x, 0 without a comparison."""

    source: int
    target: int | None
    side: int
    writes_answer: bool
    writes_fresh: bool
    stores: str
    """"keep", "answer", "fresh", or "nothing"."""
    line: int


def _shapes(automaton: Automaton) -> list[Shape] | None:
    found: list[Shape] = []
    for number, place in enumerate(automaton.locations):
        if len(place.variables) > 1 or place.marked:
            return None
        reading = [leaf for leaf in place.leaves if leaf.read]
        if len({tuple(str(o) for o in leaf.outputs) for leaf in reading}) < len(reading):
            return None
        for leaf in place.leaves:
            shape = _shape(number, place.variables, leaf, place.line)
            if shape is None:
                return None
            found.append(shape)
    return found


def _shape(number: int, variables: tuple[str, ...], leaf: Leaf, line: int) -> Shape | None:
    """What the leaf does; None where it does anything else."""
    if any(noise.discrete or not noise.two_sided for noise in leaf.draws) or leaf.answers > 1:
        return None
    stored = [value for _, value in leaf.stores]
    if not leaf.read:
        kind = _stored(stored, variables, None)
        plain = not leaf.decisions and all(isinstance(o, str) for o in leaf.outputs)
        return Shape(number, leaf.target, 0, False, False, kind, line) if plain and kind else None
    if leaf.answers == 0 or len(leaf.decisions) > 1 or not leaf.draws:
        return None
    answer = Affine.of({"answer 0": _ONE, "draw 0": _ONE})
    side = _side(leaf, answer, variables)
    kind = _stored(stored, variables, answer)
    written = [_written(o, answer) for o in leaf.outputs if isinstance(o, Affine)]
    if side is None or not kind or not all(written):
        return None
    return Shape(number, leaf.target, side, "answer" in written, "fresh" in written, kind, line)


_ONE = Affine.symbol("draw 0").terms[0][1]


def _side(leaf: Leaf, answer: Affine, variables: tuple[str, ...]) -> int | None:
    """Which side of x the noisy answer is on; None where something else is compared."""
    if not leaf.decisions:
        return 0
    holds = leaf.decisions[0].holds()
    if holds is None or not variables:
        return None
    above = answer.minus(Affine.symbol(variables[0]))
    for side in (1, -1):
        if holds.times(side * _ONE).terms == above.terms:
            return side
    return None


def _stored(stored: list[Affine], variables: tuple[str, ...], answer: Affine | None) -> str:
    """Which value is stored; "" for another."""
    if not stored:
        return "nothing"
    terms = stored[0].terms
    if variables and terms == Affine.symbol(variables[0]).terms:
        return "keep" if not stored[0].offset else ""
    if answer is not None and terms == answer.terms:
        return "answer"
    fresh = [s for s, c in terms if s.startswith("draw ") and c == _ONE and (answer is None or s != "draw 0")]
    return "fresh" if len(fresh) == 1 and all(s in fresh or s.startswith("public ") for s, _ in terms) else ""


def _written(output: Affine, answer: Affine) -> str:
    """The noisy answer, or a fresh one; "" for another value."""
    if output.terms == answer.terms:
        return "answer"
    symbols = [s for s, c in output.terms if c == _ONE]
    is_fresh = (
        len(output.terms) == 2 and "answer 0" in symbols and any(s.startswith("draw ") for s in symbols)
    )
    return "fresh" if is_fresh else ""


def _judged(automaton: Automaton, shapes: list[Shape]) -> Criterion:
    cycle = _on_cycles(shapes)
    for shape in shapes:
        if shape in cycle and (shape.writes_answer or shape.writes_fresh):
            return Criterion(False, f"disclosing cycle: noisy answers are written at line {shape.line}")
        if shape in cycle and shape.side and _replaced(shape, cycle):
            return Criterion(False, f"leaking cycle: a value is compared and replaced at line {shape.line}")
    return _propagated(automaton, shapes, cycle)


def _on_cycles(shapes: Iterable[Shape]) -> set[Shape]:
    """The leaves that some cycle goes through."""
    after: dict[int, set[int]] = {}
    for shape in shapes:
        if shape.target is not None:
            after.setdefault(shape.source, set()).add(shape.target)
    reach = {node: _reached(node, after) for node in after}
    return {s for s in shapes if s.target is not None and s.source in reach.get(s.target, {s.target})}


def _reached(node: int, after: Mapping[int, set[int]]) -> set[int]:
    """What can be reached from a node, itself included."""
    found, waiting = {node}, [node]
    while waiting:
        for other in after.get(waiting.pop(), ()):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


def _replaced(shape: Shape, cycle: set[Shape]) -> bool:
    """Whether a cycle through a leaf replaces the stored value."""
    after: dict[int, set[int]] = {}
    for other in cycle:
        if other.target is not None:
            after.setdefault(other.source, set()).add(other.target)
    component = {n for n in _reached(shape.source, after) if shape.source in _reached(n, after)}
    inside = (o for o in cycle if o.source in component and o.target in component)
    return any(o.stores in ("answer", "fresh") for o in inside)


def _propagated(automaton: Automaton, shapes: list[Shape], cycle: set[Shape]) -> Criterion:
    """Follow what the stored value's shift has to be at least (sign 1), or at most (sign -1), along all ways.

    A state is a location with the largest of these known so far for the value that is stored there.  For
    either sign, a pin of the other sign ends the search; a written value pins both ways at 0.
    """
    for sign in (1, -1):
        seen: set[tuple[int, int | None]] = {(0, None)}
        waiting = list(seen)
        while waiting:
            place, least = waiting.pop()
            for shape in (s for s in shapes if s.source == place):
                after = _after(shape, sign, least, shape in cycle)
                if after == CLASH:
                    return Criterion(False, f"leaking pair or violating path: it ends at line {shape.line}")
                if shape.target is not None:
                    state = shape.target, after
                    if state not in seen:
                        seen.add(state)
                        waiting.append(state)
    return Criterion(True)


CLASH = 99


def _after(shape: Shape, sign: int, least: int | None, on_cycle: bool) -> int | None:
    """sign g of the stored value is at least this afterwards (None: no bound); CLASH where it cannot be.

    In the mirror of sign -1 all comparisons are turned around, so that one rule serves both.
    """
    side = shape.side * sign
    answer = _answer_bound(shape, side, least, on_cycle)
    if answer == CLASH:
        return CLASH
    kept = least
    if side == -1:
        under = [b for b in (1 if on_cycle else None, 0 if shape.writes_answer else None) if b is not None]
        kept = max([b for b in (least, *under) if b is not None], default=None)
    if side == 1 and on_cycle and kept is not None and kept > -1:
        return CLASH
    if shape.stores == "keep":
        return kept
    return answer if shape.stores == "answer" else None


def _answer_bound(shape: Shape, side: int, least: int | None, on_cycle: bool) -> int | None:
    """What sign g of the noisy answer is at least; CLASH where it is written and would have to be above 0."""
    bound = least if side == 1 else None
    if shape.writes_answer:
        return CLASH if bound is not None and bound > 0 else 0
    return bound
