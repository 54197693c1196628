"""Families of inputs on which the loss grows without bound: proofs that no constant is enough.

A family is a way s_0 w_1^n s_1 w_2^n ... s_k through the automaton for every n, where each w_i is a cycle,
and differences of the answers that are repeated with it. Its outputs tell the way, up to leaves that differ
in their comparisons alone, of which the common ones are used. The multipliers of `rays` are repeated as
well, and outside of the cycles they may grow with n. If they are allowed for every n, and their V grows by
the same amount from n to n + 1, then the loss on streams of this family exceeds every constant: for every
eps > 0 and every n it comes to V(n) eps.

Every n follows from a few, since a cycle keeps a stored value, adds draws and answers of its own to it, or
replaces it by such:

* what pulls at a draw outside of the cycles is affine in n from n = 2 on, so constant if it is the same
  twice;
* what pulls at a draw in round m of n is affine in n and m between the first and the last two rounds, so
  constant if it is the same for two m and two n; in the other rounds it is affine in n;
* V is a polynomial of degree 2 at most, so affine in n if it grows alike twice.

The way is possible for every n where its comparisons hold with room for draws that are the same in all
rounds of a cycle, or where each leaf can meet its comparisons by its own draws, whatever is stored.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor

from ...errors import InvalidValue
from ...linear.proposals import Row as FloatRow
from ...linear.proposals import propose
from .automaton import Automaton, Leaf
from .certificate import is_discrete
from .expressions import ANSWER, DRAW, Affine
from .neighbours import Case, Neighbours
from .rays import (
    Differences,
    Multipliers,
    decay,
    is_inside,
    look_alike,
    phases_after,
    sums_of,
    value_at,
    writes_reals,
)
from .ways import NUMBER, Step, Way, as_number, channel_of, returns, way_along

SIZES = (4, 5, 6)
"""The n that are looked at; see above."""


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


@dataclass(frozen=True)
class Growth:
    """A family of inputs; the loss comes to (start + n slope) eps, for every eps > 0."""

    automaton: Automaton
    neighbours: Neighbours
    parts: tuple[Part, ...]
    start: Fraction
    slope: Fraction

    def differences(self, n: int) -> Differences:
        """D of every answer, for one n."""
        return differences_of(self.parts, n)

    def sizes(self, multiple: Fraction) -> tuple[int, ...]:
        """Small n, and the first where the loss comes to more than the multiple."""
        enough = max(SIZES[0], floor((multiple - self.start) / self.slope) + 1)
        return (1, 2, 3, enough, enough + 1)

    @property
    def inputs(self) -> str:
        """The inputs as a function of n and K."""
        told = []
        for part in self.parts:
            if part.differences:
                one = ", ".join(
                    "0" if not d else "K" if d == 1 else "-K" if d == -1 else f"{d} K"
                    for d in part.differences
                )
                told.append(f"({one}) n times" if part.repeated else f"({one})")
        return ", then ".join(told)

    def __str__(self) -> str:
        start = f"{self.start} + " if self.start else ""
        return (
            f"no c is enough: on x = {self.inputs}, and x' the same with K + 1 for K, the loss comes to at "
            f"least ({start}{self.slope} n)*eps for every n >= {SIZES[0]} and every eps > 0, as K grows"
        )

    def check(self) -> int:
        """How many multipliers are confirmed, exactly.  Raises InvalidValue for the first that is wrong."""
        check_outputs_tell(self.automaton, self.parts)
        for part in self.parts:
            _require(
                not part.repeated or _round(self.automaton, part.steps),
                "a cycle changes values in another way",
            )
        related = any(_are_related(case, self.parts) for case in self.neighbours.cases)
        _require(related, "the inputs are no neighbours")
        _require(is_possible(self.automaton, self.parts), "no draws are found that take the way")
        for n in SIZES:
            whole = not is_discrete(self.automaton) or all(d.denominator == 1 for d in self.differences(n))
            _require(whole, "the inputs are no integers")
            way = common_way(self.automaton, self.parts, n)
            _require(writes_reals(way), "a number may equal a noisy value")
            reached = decay(way, self.differences(n), repeated(self.automaton, self.parts, n))
            _require(reached == self.start + n * self.slope, f"the loss is another one at n = {n}")
        _require(self.slope > 0, "the loss does not grow")
        grows = (g for part in self.parts for g in part.growing[: sums_in(self.automaton, part)[0]])
        _require(all(g >= 0 for g in grows), "a multiplier falls below 0")
        _require(
            not any(part.growing for part in self.parts if part.repeated), "a multiplier grows in a cycle"
        )
        _check_pulls(self.automaton, self.parts)
        return sum(len(part.multipliers) for part in self.parts)

    def to_json(self) -> dict[str, object]:
        """As JSON values."""
        return {
            "inputs": self.inputs,
            "start": str(self.start),
            "slope": str(self.slope),
            "parts": [
                {
                    "steps": list(map(list, part.steps)),
                    "differences": list(map(str, part.differences)),
                    "repeated": part.repeated,
                    "multipliers": list(map(str, part.multipliers)),
                }
                for part in self.parts
            ],
        }


def _require(condition: bool, what: str) -> None:
    if not condition:
        raise InvalidValue(f"the growth is not confirmed: {what}")


def _are_related(case: Case, parts: tuple[Part, ...]) -> bool:
    """Whether a case has phases for the differences, for every n: a cycle comes back to its phases."""
    phases = frozenset({0})
    for part in parts:
        for _ in range(SIZES[0] if part.repeated else 1):
            phases = phases_after(case, phases, part.differences)
        if part.repeated and phases_after(case, phases, part.differences) != phases:
            return False
    return bool(phases)


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
    others = [_held(each) for each in _alike(automaton, step)]
    kept = (d for d in leaf.decisions if d.left is not None and all(d.holds() in held for held in others))
    return replace(leaf, decisions=tuple(kept))


def _held(leaf: Leaf) -> set[Affine | None]:
    return {d.holds() for d in leaf.decisions}


def _alike(automaton: Automaton, step: Step) -> list[Leaf]:
    """The leaves from there that write what this one does, itself included."""
    place, number = step
    leaves = automaton.locations[place].leaves
    return [leaf for leaf in leaves if leaf.read == leaves[number].read and not _differ(leaf, leaves[number])]


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


def _pulls(automaton: Automaton, parts: tuple[Part, ...], n: int) -> list[list[list[Fraction]]]:
    """What pulls at each draw, by part and round."""
    way = common_way(automaton, parts, n)
    total = Affine(())
    for value, y in zip(sums_of(way), repeated(automaton, parts, n), strict=True):
        total = total.plus(value.times(y))
    found: list[list[list[Fraction]]] = []
    at = 0
    for part in parts:
        size = sum(len(leaf.draws) for leaf in leaves_of(automaton, part))
        rounds: list[list[Fraction]] = []
        for _ in range(n if part.repeated else 1):
            rounds.append([total.coefficient(f"{DRAW}{at + i}") for i in range(size)])
            at += size
        found.append(rounds)
    return found


def _check_pulls(automaton: Automaton, parts: tuple[Part, ...]) -> None:
    """What pulls at a draw is the same for all n: at the ends of the cycles, inside of them, and outside."""
    seen = [_pulls(automaton, parts, n) for n in SIZES]
    ends = [[(rounds[0], *_once(rounds[1:-2]), *rounds[-2:]) for rounds in each] for each in seen]
    _require(all(each == ends[0] for each in ends), "a draw is pulled more and more")


def _once(rounds: list[list[Fraction]]) -> list[list[Fraction]]:
    """One of them if all are the same."""
    return rounds[:1] if all(each == rounds[0] for each in rounds) else rounds


def _round(automaton: Automaton, steps: tuple[Step, ...], *, adds: bool = True) -> bool:
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


def check_outputs_tell(automaton: Automaton, parts: tuple[Part, ...]) -> None:
    """Raise InvalidValue unless at every location no other leaf begins to write as the one that is taken."""
    readers = [leaf for place in automaton.locations for leaf in place.leaves if leaf.read]
    _require(all(leaf.answers for leaf in readers), "a stream of streams has many shapes")
    _require(not automaton.count, f"{automaton.count} is no number")
    _require(_writes_noise(automaton), "a number may equal a noisy value")
    _require(_tells_in_order(automaton), "it is not told in which order outputs are written")
    for place, number in {step for part in parts for step in part.steps}:
        taken = automaton.locations[place].leaves[number]
        for other in _alike(automaton, (place, number)):
            same = replace(other, decisions=taken.decisions) == taken
            _require(same, f"outputs do not tell which way is taken at location {place}")
        _require(not taken.returned, "a place is written")


def _tells_in_order(automaton: Automaton) -> bool:
    """Whether all outputs are told, in their order: they are in no list, or all in one that is returned."""
    leaves = [leaf for place in automaton.locations for leaf in place.leaves]
    texts = [[o for o in leaf.outputs if isinstance(o, str)] for leaf in leaves]
    channels = {channel_of(text) for each in texts for text in each} - {None}
    ends = [each[-1] for leaf, each in zip(leaves, texts, strict=True) if leaf.target is None]
    told = all(returns(end, name) for name in channels if name for end in ends)
    return len(channels) <= 1 and told and not look_alike(automaton)


def _writes_noise(automaton: Automaton) -> bool:
    """Whether every value that is written has a fresh real draw in it, or is a stored one that always has."""
    noisy = {(i, v) for i, place in enumerate(automaton.locations) for v in place.variables}
    size = -1
    while size != len(noisy):
        size = len(noisy)
        for i, place in enumerate(automaton.locations):
            for leaf in place.leaves:
                noisy -= {(leaf.target, v) for v, e in leaf.stores if not _is_noisy(i, leaf, e, noisy)}
    return all(
        _is_noisy(i, leaf, o, noisy)
        for i, place in enumerate(automaton.locations)
        for leaf in place.leaves
        for o in leaf.outputs
        if isinstance(o, Affine)
    )


def _is_noisy(place: int, leaf: Leaf, value: Affine, noisy: set[tuple[int, str]]) -> bool:
    fresh = [leaf.draws[int(s.removeprefix(DRAW))] for s in value.symbols(DRAW)]
    if any(noise.discrete for noise in fresh):
        return False
    return bool(fresh) or (len(value.stored) == 1 and (place, value.stored[0]) in noisy)


def _differ(one: Leaf, other: Leaf) -> bool:
    """Whether what is written differs before either ends."""
    texts = [[_kind(o) for o in leaf.outputs if isinstance(o, str)] for leaf in (one, other)]
    return any(a != b for a, b in zip(*texts, strict=False))


def _kind(text: str) -> str:
    return NUMBER.sub(as_number, text)


def is_possible(automaton: Automaton, parts: tuple[Part, ...]) -> bool:
    """Whether the way has a probability above 0 for every n, for some answers."""
    if all(_own_draws_suffice(leaf) for part in parts for leaf in leaves_of(automaton, part)):
        return True
    if any(part.repeated and not _round(automaton, part.steps, adds=False) for part in parts):
        return False
    return _repeats(automaton, parts) is not None


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


def _repeats(automaton: Automaton, parts: tuple[Part, ...]) -> dict[str, Fraction] | None:
    """A point for n = 3 whose draws and answers are the same in all rounds of a cycle; None where none is."""
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
    shared = replace(way, compared=tuple(e.with_values(moved) for e in way.compared))
    found = _point(shared, {names[f"{DRAW}{i}"] for i, n in enumerate(way.noises) if not n.two_sided})
    if found is None:
        return None
    point = {s: found.get(t, Fraction(0)) for s, t in names.items()}
    point |= {s: v for s, v in found.items() if s not in names.values()}
    return point if is_inside(way, point) else None


def _point(way: Way, positive: set[str]) -> dict[str, Fraction] | None:
    """A point with room, as a solver proposes it."""
    symbols = sorted({s for e in way.compared for s, _ in e.terms} | positive)
    column = {s: 2 * i for i, s in enumerate(symbols)}
    room = 2 * len(symbols)
    rows: list[FloatRow] = [({room: 1.0}, "<=", 2.0)]
    for e in way.compared:
        line = {column[s]: float(c) for s, c in e.terms} | {column[s] + 1: -float(c) for s, c in e.terms}
        rows.append((line | {room: -1.0}, ">=", -float(e.offset)))
    rows += [({column[s]: 1.0, column[s] + 1: -1.0, room: -1.0}, ">=", 0.0) for s in positive]
    found = propose([0.0] * room + [-1.0], rows)
    if found is None or float(found.x[room]) <= 0:
        return None
    raw = {s: Fraction(float(found.x[j] - found.x[j + 1])) for s, j in column.items()}
    whole = {s: Fraction(round(v)) for s, v in raw.items()}
    held = all(value_at(e, whole) > 0 for e in way.compared) and all(whole[s] > 0 for s in positive)
    return whole if held else {s: v.limit_denominator(1000) for s, v in raw.items()}
