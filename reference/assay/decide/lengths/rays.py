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

from dataclasses import dataclass
from fractions import Fraction

from ...errors import InvalidValue
from .automaton import Automaton
from .certificate import is_discrete
from .expressions import ANSWER, DRAW, Affine
from .neighbours import Differences, Neighbours, is_related
from .outputs_alike import look_alike, writes_reals
from .ways import Way, ways

Multipliers = tuple[Fraction, ...]

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
        inputs = ", ".join(multiple_of_k(d) for d in self.differences)
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


def multiple_of_k(d: Fraction) -> str:
    """d K, as text."""
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
