"""Rounds on several lattice steps: two independent halves, each total of one met with a tail of the other.

    P(epsilon < L < inf) = sum over totals x of one half of  P(x) P(epsilon - x < total of the other < inf)

and the same under Q.  The tails are sums that are computed once, so that m and n totals take m products and n
sums, not the m n slots of all of them.  Where a tail begins is guessed by integers and decided exactly.

Then the total losses are not listed one by one, and epsilon at a delta is the root of

    D(t) - delta,     D(t) = P(L = inf) + P(L > ln t) - t Q(L > ln t)      (finite L in the last two)

which is convex, decreasing and linear between the losses.  Where D(t) > delta, the line through it meets
delta not beyond the solution, so that Newton's steps from below never pass it; each ends on a later piece, or
on it.

Which rounds share a step decides how all of them fall into two halves of similar size.  The differences
between the losses of a round have a direction over ln 2, ln 3, ..., the rationals, and so on, where they are
multiples of one number.  Rounds of one direction have few totals together; those of different directions have
about as many as the product says.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import attrgetter, mul
from typing import TypeAlias

from ..errors import BudgetExceeded
from ..exact import Log, Number, eps, ln
from ..exact._flint import arb, ends, fmpz, fmpz_poly, precision
from ..exact.fields import RATIONALS, Field
from ..exact.number import from_element
from ..exact.order import FIRST_BITS
from .finite_pair import ONE, FinitePair
from .half_tails import Tails, in_order, tails_of
from .lattice import Coordinates, coordinates
from .ordered import Ordered
from .packed_polynomials import to_number
from .threshold import first_true, is_positive, near

Above = Callable[[Log], tuple[Number, Number]]
"""(P, Q) of a finite loss above a bound."""
Rounds: TypeAlias = Sequence[tuple[FinitePair, int]]


@dataclass(frozen=True)
class Halves:
    """Two independent halves of the rounds; `few` has the fewer totals.

    Raises BudgetExceeded before anything is allocated.
    """

    few: Ordered
    many: Tails

    @staticmethod
    def of(few: Ordered, many: Ordered) -> Halves:
        """The halves, with the tails of the larger one."""
        return Halves(few, tails_of(many, few.size))

    @cached_property
    def _masses(self) -> list[list[fmpz | fmpz_poly]]:
        """The totals of the smaller half under P and under Q; refuses halves that do not fit together."""
        needed = self.few.check() + self.many.check(self.few.size)
        if needed > self.few.most_bytes:
            raise BudgetExceeded(
                f"the two halves of this composition need about {needed} bytes, more than max_bytes = "
                f"{self.few.most_bytes}; use fewer rounds or a larger max_bytes"
            )
        return [in_order(distribution, self.few.kept) for distribution in self.few.distributions]

    def __len__(self) -> int:
        """How many pairs of totals there are."""
        return len(self._masses[0]) * len(self.many)

    @property
    def highest(self) -> Log:
        """The largest total."""
        return self.few.loss(len(self.few) - 1) + self.many.loss(len(self.many) - 1)

    def tails(self, bound: Log) -> tuple[Number, Number]:
        """(P, Q) of the event that the total loss is finite and exceeds the bound."""
        masses = self._masses
        starts = self._starts(bound) if len(self) else []
        p, q = (self._sum(side, each, starts) for side, each in enumerate(masses))
        return p, q

    def _sum(self, side: int, masses: Sequence[fmpz | fmpz_poly], starts: Sequence[int]) -> Number:
        """The sum over the totals of the smaller half."""
        total = sum(map(mul, masses, self.many.tails(side, starts)), fmpz_poly([0]))
        distribution = self.few.distributions[side]
        return to_number(total, distribution.denominator * self.many.scale(side), distribution.field)

    def _starts(self, bound: Log) -> list[int]:
        """For every total x of the smaller half the first total y of the larger one with x + y > bound."""
        few, many = self.few, self.many
        limit = bound.enclosure(FIRST_BITS)
        starts, length = [], len(many)
        with precision(FIRST_BITS):
            # from the origin of the smaller half and the lowest total of the larger one, as an integer
            rough = near((limit - few.ball(0) - many.ball(0)) * (1 << FIRST_BITS))
            for i, place in enumerate(few.kept):
                missing = limit - few.ball(place)

                def exceeds(j: int, i: int = i, missing: arb = missing) -> bool:
                    return is_positive(many.ball(j) - missing, lambda: few.loss(i) + many.loss(j) > bound)

                starts.append(first_true(exceeds, length, many.guess(rough - few.rough(place))))
        return starts


def least_epsilon(tails: Above, infinite: Number, allowed: Number, highest: Log, pieces: int) -> Log:
    """The least epsilon >= 0 with delta(epsilon) <= allowed, for allowed >= infinite.

    highest: the largest finite loss.  pieces: about how many losses there are.
    """
    above, below = tails(eps(0))
    if infinite + above - below <= allowed:
        return eps(0)
    if allowed == infinite:
        return highest
    t = _start(tails, infinite, allowed, highest, pieces)
    while True:
        above, below = tails(ln(t))
        root = (infinite + above - allowed) / below
        if root == t:
            return ln(t)
        t = root


def _start(tails: Above, infinite: Number, allowed: Number, highest: Log, pieces: int) -> Number:
    """Some t >= 1 with D(t) > allowed, by bisection about as near to the solution as the next loss."""
    found, low, high = ONE, 0, 2 * pieces
    while high - low > 1:
        middle = (low + high) // 2
        t = _power(highest, middle, 2 * pieces)
        above, below = tails(ln(t))
        if infinite + above - t * below > allowed:
            found, low = t, middle
        else:
            high = middle
    return found


def _power(highest: Log, share: int, of: int) -> Number:
    """A rational near e^(highest share/of), for highest > 0; 1 where that is too long to write down."""
    ball = highest.enclosure(FIRST_BITS)
    with precision(FIRST_BITS):
        found = ends((ball * arb(share) / arb(of)).exp())
    return ONE if found is None else from_element((RATIONALS, found[1]))


def merged(rounds: Rounds) -> tuple[tuple[FinitePair, int], ...]:
    """The rounds, those that are the same taken together; none of count 0."""
    played = tuple((one, count) for one, count in rounds if count)
    if len(played) < 2:
        return played
    counts: dict[FinitePair, int] = {}
    for one, count in played:
        counts[one] = counts.get(one, 0) + count
    return tuple(counts.items())


def halved(rounds: Rounds, most_bytes: int, field: Field) -> tuple[Ordered, Ordered] | None:
    """Two parts of the rounds, the first with fewer totals; None where all have one direction."""
    groups = [Ordered(group, most_bytes, field) for group in by_direction(rounds)]
    if len(groups) < 2:
        return None
    halves: list[list[Ordered]] = [[], []]
    sizes = [1, 1]
    for group in sorted(groups, key=attrgetter("size"), reverse=True):
        smaller = int(sizes[1] < sizes[0])
        halves[smaller].append(group)
        sizes[smaller] *= group.size
    few, many = sorted((_together(half) for half in halves), key=attrgetter("size"))
    return few, many


def by_direction(rounds: Rounds) -> list[Rounds]:
    """The rounds in groups of one direction; one of several directions is a group of its own."""
    groups: dict[Hashable, list[tuple[FinitePair, int]]] = {}
    constant: list[tuple[FinitePair, int]] = []
    for index, (one, count) in enumerate(rounds):
        found = directions([atom.loss for atom in one.atoms])
        if not found:
            constant.append((one, count))
        else:
            groups.setdefault(index if len(found) > 1 else next(iter(found)), []).append((one, count))
    if not groups:
        return [constant]
    next(iter(groups.values())).extend(constant)
    return list(groups.values())


def directions(losses: Sequence[Log]) -> set[Hashable]:
    """The directions of the differences between losses; none where all losses are equal."""
    points = [coordinates(loss) for loss in losses]
    gaps = [_difference(point, points[0]) for point in points[1:]]
    return {_direction(gap) for gap in gaps if gap}


def _difference(a: Coordinates, b: Coordinates) -> Coordinates:
    """a - b without zeros."""
    axes = {**a, **b}
    gap = {axis: a.get(axis, Fraction(0)) - b.get(axis, Fraction(0)) for axis in axes}
    return {axis: value for axis, value in gap.items() if value}


def _direction(gap: Coordinates) -> Hashable:
    """The multiple whose first coordinate is 1."""
    first = gap[min(gap, key=str)]
    return frozenset((axis, value / first) for axis, value in gap.items())


def _together(groups: Sequence[Ordered]) -> Ordered:
    """The rounds of several groups."""
    if len(groups) == 1:
        return groups[0]
    return Ordered([each for group in groups for each in group.rounds], groups[0].most_bytes, groups[0].field)
