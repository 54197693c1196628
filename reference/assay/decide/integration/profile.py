"""The sums of max(0, P(o) - e^epsilon Q(o)) of all adjacent pairs: exact where they can be, else enclosed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from ...budgets.progress import track
from ...dp.hockey_stick import exponential
from ...errors import InvalidValue, MixedFields, UndecidedError
from ...exact import Certified, Log, Number, number
from ...exact._flint import arb, bounds, precision
from ...exact.log_form import PowerOfE
from ...exact.order import ball_sign
from .integrals import ZERO, Integrals, Sum
from .models import exactly
from .released import NOT_APART, Apart, worst_events

if TYPE_CHECKING:
    from .mechanism import CertifiedMechanism

LAST_BITS = 1280
"""Sides that enclosures of so many bits do not separate count as a tie."""

Case = tuple[Sum, Sum | None, Apart]
"""P(o) and Q(o) of one output, None where Q never returns it, and how far its noisy values lie apart."""


@dataclass(frozen=True)
class Group:
    """Pairs whose outputs have the same probabilities: one of them, and its cases.

    exact: the part of the sum that exact numbers decide.  certified: the cases whose sign is for enclosures.
    equal: whether some case has P(o) = e^epsilon Q(o) exactly.
    """

    pair: tuple[Hashable, Hashable]
    exact: Number
    certified: Counter[Case]
    equal: bool


Ends = tuple[Fraction, Fraction]

Sides = tuple[arb, arb | None]
"""P(S) and Q(S); None where Q never returns the output."""


class Profile:
    """The sums  max(0, P(o) - e^epsilon Q(o))  of all adjacent pairs at one epsilon."""

    def __init__(self, mechanism: CertifiedMechanism, epsilon: Log) -> None:
        if epsilon.symbolic:
            raise InvalidValue(
                f"epsilon = {epsilon} depends on EPS; this mechanism is one at one epsilon, so give a number"
            )
        self.mechanism, self.epsilon = mechanism, epsilon
        self.factor = exponential(epsilon)
        self.groups: list[Group] = []
        self._known: dict[Case, Number | None] = {}
        seen: set[frozenset[tuple[Case, int]]] = set()
        for pair in track(mechanism.pairs, "adjacent pairs"):
            cases = self.cases(pair)
            key = frozenset(cases.items())
            if key not in seen:
                seen.add(key)
                self.groups.append(self._group(pair, cases))

    def cases(self, pair: tuple[Hashable, Hashable]) -> Counter[Case]:
        """P(o) and Q(o) of all outputs that the first input may have."""
        p = self.mechanism.row(pair[0])
        return Counter(self.case(pair, o) for o in p)

    def case(self, pair: tuple[Hashable, Hashable], o: Hashable) -> Case:
        """The case of one output."""
        x, y = pair
        below = self.mechanism.row(y).get(o)
        apart = NOT_APART if below is None else self.mechanism.distance(x, y, o)
        return self.mechanism.row(x)[o], below, apart

    def _group(self, pair: tuple[Hashable, Hashable], cases: Counter[Case]) -> Group:
        total, equal, open_cases = ZERO, False, Counter[Case]()
        for case, n in cases.items():
            excess = self.exactly(case)
            if excess is None:
                open_cases[case] = n
                continue
            total, equal = total + max(excess, ZERO) * n, equal or not excess
        return Group(pair, total, open_cases, equal)

    def exactly(self, case: Case) -> Number | None:
        """As `_exactly`; kept, since many pairs share their cases."""
        if case not in self._known:
            self._known[case] = self._exactly(case)
        return self._known[case]

    def _exactly(self, case: Case) -> Number | None:
        """P(o) - e^epsilon Q(o), or -1 where it is negative; None where it takes an enclosure.

        P(o) = Q(o) and epsilon >= 0 have it at most 0, and at an infinite epsilon so has Q(o) > 0.
        """
        p, q, apart = case
        if q is not None and self.epsilon.is_infinite:
            return number(-1)
        if apart:
            return None
        if p == q:
            return ZERO if not self.epsilon else number(-1)
        above, below = p.constant, ZERO if q is None else q.constant
        if above is None or below is None or (below and self.factor is None):
            return None
        try:
            found = above - self.factor * below if below and self.factor is not None else above
            return found if found >= 0 or found < 0 else None
        except (MixedFields, UndecidedError):
            return None

    def integrals(self, groups: list[Group], bits: int) -> Integrals:
        """All that the groups need at one precision; kept with the mechanism, since no epsilon matters."""
        sums = {p: None for group in groups for case in group.certified for p in case[:2] if p is not None}
        key = bits, frozenset(sums)
        known = self.mechanism.known_integrals
        if key not in known:
            known[key] = Integrals((tree for p in sums for tree in p.trees()), bits)
        return known[key]

    def ends(self, case: Case, integrals: Integrals) -> Ends:
        """Bounds of max(0, P(o) - e^epsilon Q(o)), which is at most P(o)."""
        found = [self._excess(sides, integrals.bits) for sides in self.events(case, integrals)]
        if not found:
            with precision(integrals.bits + 24):
                return Fraction(0), _upper(case[0].enclosure(integrals))
        return max(low for low, _ in found), max(high for _, high in found)

    def _excess(self, sides: Sides, bits: int) -> Ends:
        """Bounds of max(0, P(S) - e^epsilon Q(S))."""
        above, below = sides
        with precision(bits + 24):
            excess = above if below is None else above - self._power(bits) * below
        most = _upper(above)
        if ball_sign(excess) == -1:
            return Fraction(0), Fraction(0)
        found = bounds(excess)
        if found is None:
            return Fraction(0), most
        return max(found[0], Fraction(0)), max(min(found[1], most), Fraction(0))

    def events(self, case: Case, integrals: Integrals) -> list[Sides]:
        """P(S) and Q(S) for S the output, or for events of its noisy values of which one is the worst."""
        p, q, apart = case
        with precision(integrals.bits + 24):
            above = p.enclosure(integrals)
            if q is None:
                return [(above, None)]
            below = q.enclosure(integrals)
            if not apart:
                return [(above, below)]
            return list(worst_events(above, below, apart, self.epsilon.enclosure(integrals.bits + 24)))

    def sides(self, case: Case, integrals: Integrals) -> Sides:
        """Those of the event with the largest excess for certain; P(S) >= 0 and Q(S) <= 1 without one."""
        every = self.events(case, integrals)
        return max(every, key=lambda sides: self._excess(sides, integrals.bits)[0], default=(arb(0), arb(1)))

    def _power(self, bits: int) -> arb:
        """e^epsilon."""
        return PowerOfE(self.epsilon).enclosure(bits + 24)

    def sums(self, groups: list[Group], bits: int) -> Iterator[tuple[Group, Fraction, Fraction]]:
        """For each group, bounds of the part that enclosures decide."""
        integrals = self.integrals(groups, bits)
        known = lru_cache(maxsize=None)(lambda case: self.ends(case, integrals))
        for group in track(groups, "groups of pairs"):
            found = [(known(case), n) for case, n in group.certified.items()]
            low, high = (sum((each[side] * n for each, n in found), Fraction(0)) for side in (0, 1))
            yield group, low, high

    def delta(self) -> Certified:
        """The largest sum of all pairs."""

        def ball(bits: int) -> arb:
            with precision(bits + 24):
                low = high = arb(0)
                for group, least, most in self.sums(self.groups, bits):
                    exact = group.exact.enclosure(bits + 24)
                    low, high = low.max(exact + exactly(least)), high.max(exact + exactly(most))
                return low.union(high)

        return Certified(ball, f"delta({self.epsilon}) of {self.mechanism.name}", LAST_BITS)


def _upper(ball: arb) -> Fraction:
    found = bounds(ball)
    return Fraction(1) if found is None else found[1]
