"""Lower bounds for every epsilon: how fast the probability of an event decays along a line of inputs.

Let x(K) = x + K d, where d is a difference that neighbours may have, so that x(K) and x(K + 1) are
neighbours for every K. Let p(K) be the probability of an event: what is written without noise is given, and
noisy values that are written lie in small intervals. The losses of the pairs x(K), x(K + 1) for K < n sum
to ln p(0) - ln p(n), so that the largest is at least their mean.

The event is a union of ways through the program. A way is taken where sums e_j of draws, answers and
constants are >= 0, and where sums w_j are near a number. If multipliers y_j >= 0 for the e_j, and any for
the w_j, make

    |sum_j y_j a_ji| <= rate_i      for each draw i with coefficient a_ji in sum j

(only <= for one-sided noise), then sum_i rate_i |z_i| >= sum y_j (a_j z) >= K V - constant wherever the way
is taken on x(K), with V = - sum_j y_j (b_j d), b_j the coefficients of the answers. So p(K) is at most a
constant times e^(-(1 - t) eps K V), for every t > 0; and if p(0) > 0, the mean of the losses comes to at
least eps V. Hence for *every* eps > 0 the supremum of the loss is at least V eps: the program is not c*eps-
private for c < V.

V is largest where the multipliers solve the dual of the least cost sum rate_i |s_i| of shifts s that take
the way on inputs that differ by d: what an alignment pays on this way. So for a program whose outputs tell
the way (on which an alignment may depend) the least constant of alignments is the supremum of the loss, for
every epsilon: the conjecture of Li (Toronto 2024) for automata.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ...errors import InvalidValue
from ...linear.proposals import Row as FloatRow
from ...linear.proposals import propose
from .automaton import Automaton
from .certificate import is_discrete
from .expressions import ANSWER, DRAW, Affine
from .neighbours import Case, Neighbours
from .ways import Way, ways

Differences = tuple[Fraction, ...]
Multipliers = tuple[Fraction, ...]

DENOMINATORS = (1, 2, 12, 720, 10**6)
MOST_WAYS = 4_000
"""More ways through a program than these are not compared with each other."""


@dataclass(frozen=True)
class Ray:
    """Inputs x + K d on which the loss of an event comes to at least `multiple` * eps, for every eps > 0.

    ways: all ways to the output of the first one, each with multipliers; point: draws, and then base answers,
    with which the first way is taken.
    """

    automaton: Automaton
    neighbours: Neighbours
    rounds: int
    differences: Differences
    multiple: Fraction
    ways: tuple[tuple[Way, Multipliers], ...]
    point: dict[str, Fraction]

    @property
    def output(self) -> str:
        """What is written, with "value" for what is near a number."""
        return ", ".join(self.ways[0][0].output)

    def __str__(self) -> str:
        inputs = ", ".join(_multiple_of_k(d) for d in self.differences)
        return (
            f"for every eps > 0 the loss of the output [{self.output}] comes to at least {self.multiple}*eps "
            f"between x + ({inputs}) and the same with K + 1 for K, as K grows"
        )

    def check(self) -> int:
        """How many multipliers are confirmed, exactly.  Raises InvalidValue for the first that is wrong."""
        whole_numbers = not is_discrete(self.automaton) or all(d.denominator == 1 for d in self.differences)
        related = whole_numbers and is_related(self.neighbours, self.differences)
        _require(related, "the inputs are no neighbours")
        first = self.ways[0][0]
        alike = [way for way in listed(self.automaton, self.rounds) if way.output == first.output]
        _require(
            {w.steps for w in alike} == {w.steps for w, _ in self.ways}, "ways to the output are missing"
        )
        whole = {way.steps: way for way in alike}
        for way, multipliers in self.ways:
            _require(whole[way.steps] == way, "a way is another one")
            _require(
                decay(way, self.differences, multipliers) >= self.multiple, "an output decays more slowly"
            )
        _require(is_inside(first, self.point), "the point is not inside")
        return sum(len(multipliers) for _, multipliers in self.ways)

    def to_json(self) -> dict[str, object]:
        """As JSON values."""
        return {
            "multiple": str(self.multiple),
            "differences": [str(d) for d in self.differences],
            "output": list(self.ways[0][0].output),
            "point": {s: str(v) for s, v in self.point.items()},
            "ways": [[list(map(list, w.steps)), list(map(str, y))] for w, y in self.ways],
        }


def _multiple_of_k(d: Fraction) -> str:
    return "0" if not d else f"{'' if d == 1 else '-' if d == -1 else f'{d} '}K"


def _require(condition: bool, what: str) -> None:
    if not condition:
        raise InvalidValue(f"the lower bound is not confirmed: {what}")


def listed(automaton: Automaton, rounds: int) -> list[Way]:
    """All ways over so many rounds.  Raises InvalidValue where outputs cannot be told apart here."""
    readers = [leaf for place in automaton.locations for leaf in place.leaves if leaf.read]
    _require(all(leaf.answers for leaf in readers), "a stream of streams has many shapes")
    _require(not automaton.count, f"{automaton.count} is no number")
    found: list[Way] = []
    for way in ways(automaton, rounds):
        found.append(way)
        _require(len(found) <= MOST_WAYS, f"there are more than {MOST_WAYS} ways")
        _require(writes_reals(way), "a number may equal a noisy value")
    _require(not look_alike(automaton), "a list that is returned may equal another one")
    return found


def look_alike(automaton: Automaton) -> bool:
    """Whether lists that are returned could equal others: one that is appended to, and one that is not."""
    texts = [o for p in automaton.locations for leaf in p.leaves for o in leaf.outputs if isinstance(o, str)]
    ends = [text for text in texts if text.startswith("end ")]
    listed = any("of all in" in text for text in ends)
    places = any(text.startswith("output place") for text in texts)
    return places or (listed and any("(" in text or "'" in text for text in texts))


def writes_reals(way: Way) -> bool:
    """Whether every value that is written has a real draw in it, so that it equals no other number."""
    drawn = ([way.noises[int(s.removeprefix(DRAW))] for s in value.symbols(DRAW)] for value in way.written)
    return all(draws and not any(n.discrete for n in draws) for draws in drawn)


def is_related(neighbours: Neighbours, differences: Differences) -> bool:
    """Whether streams that differ so are neighbours: a case has phases for them."""
    return any(phases_after(case, frozenset({0}), differences) for case in neighbours.cases)


def phases_after(case: Case, phases: frozenset[int], differences: Differences) -> frozenset[int]:
    """The phases of a case that may be reached from some phases by these differences."""
    for d in differences:
        phases = frozenset(b for a, low, high, b in case.steps if a in phases and low <= d <= high)
    return phases


def sums_of(way: Way) -> list[Affine]:
    """What is compared, and then what is written."""
    return [*way.compared, *way.written]


def decay(way: Way, differences: Differences, multipliers: Multipliers) -> Fraction:
    """V, if the multipliers are allowed; else something below 0."""
    total = Affine(())
    for value, y in zip(sums_of(way), multipliers, strict=True):
        total = total.plus(value.times(y))
    if any(y < 0 for y in multipliers[: len(way.compared)]):
        return Fraction(-1)
    for i, noise in enumerate(way.noises):
        pull = total.coefficient(f"{DRAW}{i}")
        if pull > noise.rate or (noise.two_sided and -pull > noise.rate):
            return Fraction(-1)
    return -sum((d * total.coefficient(f"{ANSWER}{k}") for k, d in enumerate(differences)), Fraction(0))


def is_inside(way: Way, point: dict[str, Fraction]) -> bool:
    """Whether all comparisons hold with room at a point, so that the way has a probability above 0 around it.

    Draws on the integers have to be integers, and all answers with them.
    """
    discrete = any(n.discrete for n in way.noises)
    for i, noise in enumerate(way.noises):
        z = point.get(f"{DRAW}{i}", Fraction(0))
        if (noise.discrete and z.denominator != 1) or (not noise.two_sided and z <= 0):
            return False
    if discrete and any(v.denominator != 1 for s, v in point.items() if s.startswith(ANSWER)):
        return False
    return all(value_at(e, point) > 0 for e in way.compared)


def value_at(value: Affine, point: dict[str, Fraction]) -> Fraction:
    """A sum at a point."""
    return value.offset + sum((c * point.get(s, Fraction(0)) for s, c in value.terms), Fraction(0))


def steepest(way: Way, differences: Differences) -> tuple[Fraction, Multipliers] | None:
    """The multipliers that a solver proposes for the fastest decay, made rational, with their V."""
    sums, signed = sums_of(way), len(way.compared)
    size = len(sums)
    gain = [
        sum((d * e.coefficient(f"{ANSWER}{k}") for k, d in enumerate(differences)), Fraction(0)) for e in sums
    ]
    cost = [float(g) for g in gain] + [-float(g) for g in gain[signed:]]
    rows: list[FloatRow] = []
    for i, noise in enumerate(way.noises):
        line = {j: float(e.coefficient(f"{DRAW}{i}")) for j, e in enumerate(sums)}
        line |= {size + j - signed: -line[j] for j in range(signed, size)}
        line = {j: c for j, c in line.items() if c}
        if line:
            rows.append((line, "<=", float(noise.rate)))
            if noise.two_sided:
                rows.append((line, ">=", -float(noise.rate)))
    found = propose(cost, rows) if rows else None
    if found is None:
        return None
    values = [float(v) for v in found.x]
    raw = values[:signed] + [values[j] - values[size + j - signed] for j in range(signed, size)]
    best: tuple[Fraction, Multipliers] | None = None
    for denominator in DENOMINATORS:
        multipliers = tuple(Fraction(v).limit_denominator(denominator) for v in raw)
        reached = decay(way, differences, multipliers)
        if reached >= 0 and (best is None or reached > best[0]):
            best = reached, multipliers
    return best


def inside(way: Way) -> dict[str, Fraction] | None:
    """A point where all comparisons hold with room, as a solver proposes it; None where none is confirmed."""
    symbols = sorted(
        {s for e in sums_of(way) for s, _ in e.terms} | {f"{DRAW}{i}" for i in range(len(way.noises))}
    )
    column = {s: 2 * i for i, s in enumerate(symbols)}
    room = 2 * len(symbols)
    rows: list[FloatRow] = [({room: 1.0}, "<=", 2.0)]
    for e in way.compared:
        line = {column[s]: float(c) for s, c in e.terms} | {column[s] + 1: -float(c) for s, c in e.terms}
        rows.append((line | {room: -1.0}, ">=", -float(e.offset)))
    for i, noise in enumerate(way.noises):
        if not noise.two_sided:
            at = column[f"{DRAW}{i}"]
            rows.append(({at: 1.0, at + 1: -1.0, room: -1.0}, ">=", 0.0))
    found = propose([0.0] * room + [-1.0], rows)
    if found is None:
        return None
    x = [float(v) for v in found.x]
    for denominator in (1, 4, 1000):
        point = {s: Fraction(x[j] - x[j + 1]).limit_denominator(denominator) for s, j in column.items()}
        if is_inside(way, point):
            return point
    return None


def ray(automaton: Automaton, neighbours: Neighbours, differences: Differences) -> Ray | None:
    """The output that decays fastest along these inputs, confirmed; None where none is found."""
    sizes = {leaf.answers for place in automaton.locations for leaf in place.leaves if leaf.read}
    if len(sizes) != 1 or 0 in sizes or len(differences) % max(sizes):
        return None
    rounds = len(differences) // max(sizes)
    try:
        found = listed(automaton, rounds)
    except InvalidValue:
        return None
    classes: dict[tuple[str, ...], list[Way]] = {}
    for way in found:
        classes.setdefault(way.output, []).append(way)
    best: Ray | None = None
    for alike in classes.values():
        made = _of_output(automaton, neighbours, rounds, differences, alike)
        if made is not None and (best is None or made.multiple > best.multiple):
            best = made
    if best is None:
        return None
    try:
        best.check()
    except InvalidValue:
        return None
    return best


def _of_output(
    automaton: Automaton, neighbours: Neighbours, rounds: int, differences: Differences, alike: Sequence[Way]
) -> Ray | None:
    """The ray of one output, whose ways these are."""
    answers = max(way.answers for way in alike)
    if answers > len(differences) or len(alike) > MOST_ALIKE:
        return None
    solved = list(_steep(alike, differences))
    if len(solved) < len(alike):
        return None
    multiple = min(v for v, _ in solved)
    point = inside(alike[0]) if multiple > 0 else None
    if point is None:
        return None
    proofs = tuple((way, y) for way, (_, y) in zip(alike, solved, strict=True))
    return Ray(automaton, neighbours, rounds, differences, multiple, proofs, point)


def _steep(alike: Sequence[Way], differences: Differences) -> Iterator[tuple[Fraction, Multipliers]]:
    for way in alike:
        found = steepest(way, differences)
        if found is None:
            return
        yield found


MOST_ALIKE = 200
"""An output that is reached in more ways is not looked at."""
