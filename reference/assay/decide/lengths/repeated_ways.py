"""Families of ways through the automaton, in which cycles are repeated n times, and draws that take them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from ...linear.proposals import Row as FloatRow
from ...linear.proposals import propose
from .automaton import Automaton, Leaf
from .expressions import ANSWER, DRAW, Affine
from .neighbours import Differences
from .outputs_alike import alike
from .ray_search import points
from .rays import Multipliers, is_inside
from .ways import Step, Way, way_along

SIZES = (4, 5, 6)
"""The n that are looked at; `growth` says why they are enough."""


@dataclass(frozen=True)
class Part:
    """Some leaves, repeated n times or not, with the differences of their answers and multipliers.

    growing: what is added to the multipliers for each n above the first of SIZES, where nothing is repeated.
    """

    steps: tuple[Step, ...]
    differences: Differences
    repeated: bool
    multipliers: Multipliers = ()
    growing: Multipliers = ()

    def at(self, n: int) -> list[Fraction]:
        """The multipliers for one n."""
        if not self.growing:
            return list(self.multipliers)
        return [y + (n - SIZES[0]) * g for y, g in zip(self.multipliers, self.growing, strict=True)]


def along(automaton: Automaton, parts: tuple[Part, ...], n: int) -> Way:
    """The way for one n."""
    return way_along(automaton, _steps(parts, n))


def differences_of(parts: tuple[Part, ...], n: int) -> Differences:
    """D of every answer, for one n."""
    return tuple(d for part in parts for _ in range(n if part.repeated else 1) for d in part.differences)


def _steps(parts: tuple[Part, ...], n: int) -> tuple[Step, ...]:
    return tuple(step for part in parts for _ in range(n if part.repeated else 1) for step in part.steps)


def common_way(automaton: Automaton, parts: tuple[Part, ...], n: int) -> Way:
    """What its output tells of the way for one n: the comparisons that all leaves that write so share."""
    return way_along(automaton, _steps(parts, n), lambda step, leaf: _common(automaton, step, leaf))


def _common(automaton: Automaton, step: Step, leaf: Leaf) -> Leaf:
    others = [_held(each) for each in alike(automaton, step)]
    kept = (d for d in leaf.decisions if d.left is not None and all(d.holds() in held for held in others))
    return replace(leaf, decisions=tuple(kept))


def _held(leaf: Leaf) -> set[Affine | None]:
    return {d.holds() for d in leaf.decisions}


def leaves_of(automaton: Automaton, part: Part) -> Iterator[Leaf]:
    """The leaves of one round."""
    for place, number in part.steps:
        yield automaton.locations[place].leaves[number]


def sums_in(automaton: Automaton, part: Part) -> tuple[int, int]:
    """How many comparisons, and how many written values, a round of a part has."""
    leaves = [
        _common(automaton, s, leaf) for s, leaf in zip(part.steps, leaves_of(automaton, part), strict=True)
    ]
    compared = sum(d.left is not None for leaf in leaves for d in leaf.decisions)
    return compared, sum(isinstance(o, Affine) for leaf in leaves for o in leaf.outputs)


def repeated(automaton: Automaton, parts: tuple[Part, ...], n: int) -> Multipliers:
    """The multipliers of the way for one n, in the order of its sums."""
    compared: list[Fraction] = []
    written: list[Fraction] = []
    for part in parts:
        size, _ = sums_in(automaton, part)
        for _ in range(n if part.repeated else 1):
            compared += part.at(n)[:size]
            written += part.at(n)[size:]
    return (*compared, *written)


def comes_back(automaton: Automaton, steps: tuple[Step, ...], *, adds: bool = True) -> bool:
    """Whether a round keeps each stored value, adds to it, or replaces it, by its own draws and answers."""
    start = steps[0][0]
    stored = {v: Affine.symbol(v) for v in automaton.locations[start].variables}
    at = start
    for here, (place, number) in enumerate(steps):
        leaf = automaton.locations[place].leaves[number]
        if place != at or leaf.target is None:
            return False
        names = dict(stored)
        for symbol in {s for e in leaf.values for s, _ in e.terms if " " in s}:
            names[symbol] = Affine.symbol(f"{symbol} at {here}")
        stored = {v: e.with_values(names) for v, e in leaf.stores}
        at = leaf.target
    return at == start and all(
        not value.stored or value == Affine.symbol(v) or (adds and not value.minus(Affine.symbol(v)).stored)
        for v, value in stored.items()
    )


def is_possible(automaton: Automaton, parts: tuple[Part, ...]) -> bool:
    """Whether the way has a probability above 0 for every n, for some answers."""
    if all(_own_draws_suffice(leaf) for part in parts for leaf in leaves_of(automaton, part)):
        return True
    if any(part.repeated and not comes_back(automaton, part.steps, adds=False) for part in parts):
        return False
    return _repeats(automaton, parts)


def _own_draws_suffice(leaf: Leaf) -> bool:
    """Whether its draws can make all its comparisons as large as one likes."""
    held = [e for d in leaf.decisions if (e := d.holds()) is not None]
    size = len(leaf.draws)
    rows: list[FloatRow] = []
    for e in held:
        line = {2 * i: float(e.coefficient(f"{DRAW}{i}")) for i in range(size)}
        line |= {2 * i + 1: -line[2 * i] for i in range(size)}
        rows.append(({j: c for j, c in line.items() if c}, ">=", 1.0))
        if not rows[-1][0]:
            return False
    rows += [
        ({2 * i: 1.0, 2 * i + 1: -1.0}, ">=", 1.0)
        for i, noise in enumerate(leaf.draws)
        if not noise.two_sided
    ]
    found = propose([0.0] * (2 * size), rows) if rows else None
    if not rows:
        return True
    if found is None:
        return False
    move = {
        f"{DRAW}{i}": Fraction(round(float(found.x[2 * i] - found.x[2 * i + 1]) * 4), 4) for i in range(size)
    }
    one_sided = all(move[f"{DRAW}{i}"] > 0 for i, noise in enumerate(leaf.draws) if not noise.two_sided)
    return one_sided and all(sum(c * move[s] for s, c in e.terms if s in move) > 0 for e in held)


def _repeats(automaton: Automaton, parts: tuple[Part, ...]) -> bool:
    """Whether for n = 3 a point is found whose draws and answers are the same in all rounds of a cycle."""
    way = along(automaton, parts, 3)
    names: dict[str, str] = {}
    draw = answer = 0
    for i, part in enumerate(parts):
        sizes = [
            sum(len(leaf.draws) for leaf in leaves_of(automaton, part)),
            sum(leaf.answers for leaf in leaves_of(automaton, part)),
        ]
        for _ in range(3 if part.repeated else 1):
            for j in range(sizes[0]):
                names[f"{DRAW}{draw}"] = f"{DRAW}{i}.{j}"
                draw += 1
            for j in range(sizes[1]):
                names[f"{ANSWER}{answer}"] = f"{ANSWER}{i}.{j}"
                answer += 1
    moved = {s: Affine.symbol(t) for s, t in names.items()}
    compared = [e.with_values(moved) for e in way.compared]
    positive = sorted({names[f"{DRAW}{i}"] for i, n in enumerate(way.noises) if not n.two_sided})
    for found in points(compared, {s for e in compared for s, _ in e.terms} | set(positive), positive):
        point = {s: found.get(t, Fraction(0)) for s, t in names.items()}
        if is_inside(way, point | {s: v for s, v in found.items() if s not in names.values()}):
            return True
    return False
