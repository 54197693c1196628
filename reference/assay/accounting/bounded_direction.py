"""delta and epsilon of rounds of which some are known by their Renyi divergences alone.

The upper end holds for everything that keeps the curves: the smallest of

* the bound by moments, those of the pairs included (`moment_bounds`);
* the pairs composed with one pair that dominates all that keeps the sum of the curves;
* the pairs composed with those that are known to dominate each of them, where they are.

The lower end is the largest value of rounds that keep them: Gaussian noise, randomised response and the like
in the place of each.  Where the largest values of one use are known, these are both ends.  The proofs are in
sections 15 and 17 of spec/accounting.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from ..composition.answer import Answer
from ..composition.pair import DominatingPair
from ..errors import InvalidValue
from ..exact import INFINITY, Log, Number, log_value, number
from ..exact._flint import arb
from ..exact.bracket import Bracket
from .inversion.transform_of_pair import transform_of
from .moment_bounds import MomentBound
from .moment_conversions import delta_from_moments, epsilon_from_moments, hull_may_help, hull_pair
from .question import known
from .renyi_curves import Curve
from .total_loss import Total

if TYPE_CHECKING:
    from .one_direction import OneDirection

ENGINE = "Renyi divergences"
ALONE = "worst order of the outputs"
NOTE = "at most: everything with these guarantees; at least: {} in their place"
WORST = "the worst of everything with these guarantees, which mechanisms come as near as one likes"
TINY = Fraction(1, 2**80)
ROUGH = Fraction(1, 8)
"""The relative width at which a member is asked first whether it can be the largest."""
LEAST_WIDTH = Fraction(1, 10**6)
"""The ends are farther apart than that."""


@dataclass(eq=False)
class Bounded:
    """One direction whose pairs are `side.rounds`, and whose other rounds keep `bound`."""

    side: OneDirection
    bound: MomentBound

    def __post_init__(self) -> None:
        """Refuse the exact engine, which has no distribution to compose."""
        if self.side.budget.engine == "exact":
            raise InvalidValue(
                f"engine = 'exact' with {self.bound.name}: only bounds are known of it; use engine='auto'"
            )
        self._moments = lru_cache(maxsize=4096)(self._sum) if self.side.rounds else self.bound.log_moment

    @cached_property
    def above(self) -> OneDirection:
        """With a pair that dominates all that keeps the curves."""
        return self.side.with_pairs([(hull_pair(self.bound), 1)])

    @cached_property
    def kinds(self) -> list[list[tuple[DominatingPair, int]]]:
        """Mechanisms with counts that keep the curves."""
        return self.bound.members()

    @cached_property
    def members(self) -> list[OneDirection]:
        """With them."""
        return [self.side.with_pairs(each) for each in self.kinds]

    def uppers(self, delta: Fraction, tilt: Fraction | None) -> list[OneDirection]:
        """With pairs that dominate: that of the hull only where it may better the bound by moments."""
        known = None if self.alone is not None else self.bound.dominating()
        others = [] if known is None else [self.side.with_pairs(known)]
        is_alone = not self.side.rounds and not hull_may_help(self.bound, delta, tilt)
        return others if is_alone else [self.above, *others]

    @cached_property
    def alone(self) -> Total | None:
        """A bound of the one use of which this consists; None where it is more, or there is none."""
        return self._one_use.alone if self._one_use else None

    @cached_property
    def worst(self) -> Total | None:
        """The largest values of the one use of which this consists, as above."""
        return self._one_use.worst if self._one_use else None

    @property
    def _one_use(self) -> Curve | None:
        is_one = not self.side.rounds and [count for _, count in self.bound.curves] == [1]
        return self.bound.curves[0][0] if is_one else None

    def delta(self, epsilon: Log, wanted: Fraction) -> Answer[Number]:
        """Both ends of delta(epsilon)."""
        lost = self._lost()
        if epsilon.is_infinite:
            return Answer.of(self.side.infinite, ENGINE)
        if self.worst is not None:
            return Answer.of(self.worst.delta(epsilon), ALONE, WORST)
        width = max(wanted, LEAST_WIDTH)
        below = [known(lambda side=side: side.delta(epsilon, width)) for side in self.members]
        upper, tilt = delta_from_moments(self.bound, self._moments, lost, epsilon)
        alone = None if self.alone is None else self.alone.delta(epsilon).upper
        if alone is not None and alone < upper:
            return self._answer(below, alone, ALONE)
        above = [known(lambda side=side: side.delta(epsilon, width)) for side in self.uppers(upper, tilt)]
        return self._answer(below, min([upper, *(each.upper for each in above if each.upper is not None)]))

    def epsilon(self, allowed: Number, wanted: Fraction) -> Answer[Log]:
        """Both ends of the smallest epsilon with delta(epsilon) <= allowed."""
        if self.side.infinite.lower > allowed or (
            self.bound.is_unbounded and self.side.infinite.lower >= allowed
        ):
            return Answer.exactly(INFINITY, ENGINE)
        width, delta = max(wanted, LEAST_WIDTH), allowed.as_fraction()
        if self.worst is not None:
            return Answer.of(self.worst.epsilon(delta, wanted), ALONE, WORST)
        least = max(allowed, number(TINY))  # the largest loss is no closed form, but epsilon grows towards it
        below: list[Bracket] = []
        for side in self.members:
            most = max((each.lower for each in below), default=Fraction(0))
            below.append(known(lambda side=side, most=most: _above(side, most, least, width)))
        first, tilt = epsilon_from_moments(self.bound, self._moments, self._lost(), delta)
        alone = None if self.alone is None else self.alone.epsilon(delta, width).upper
        if alone is not None and first is not None and alone < first:
            return self._answer(below, alone, ALONE)
        above = [known(lambda side=side: side.epsilon(allowed, width)) for side in self.uppers(delta, tilt)]
        uppers = [first, *(each.upper for each in above)]
        return self._answer(below, min((each for each in uppers if each is not None), default=None))

    def _lost(self) -> Fraction:
        """An upper end of the mass at infinity of the pairs."""
        upper = self.side.infinite.upper
        return Fraction(1) if upper is None else upper

    def _answer(self, below: list[Bracket], upper: Fraction | None, engine: str = ENGINE) -> Answer[Any]:
        """The ends, and who attains the lower one."""
        best = max(range(len(below)), key=lambda i: below[i].lower)
        kinds = list(dict.fromkeys(pair.name for pair, _ in self.kinds[best]))
        note = NOTE.format(" and ".join(kinds[:3]))
        return Answer.of(Bracket(below[best].lower, upper), engine, note)

    def _sum(self, c: Fraction) -> arb | None:
        """ln of the moment of everything at a tilt; None where a pair has no closed form of it."""
        found = self.bound.log_moment(c)
        if found is None:
            return None
        for pair, count in self.side.rounds:
            transform = transform_of(pair)
            if transform is None or transform.is_quadrature:  # fifty integrals would take seconds
                return None
            found += count * transform.at(c).log()
        return found


def _above(side: OneDirection, least: Fraction, delta: Number, wanted: Fraction) -> Bracket:
    """epsilon(delta) of a member; [0, infinity] where it is seen at once that it is at most `least`."""
    if least:
        upper = Fraction(0) if side.is_at_most(least) else side.delta(log_value(least), ROUGH).upper
        if upper is not None and upper <= delta:
            return Bracket(Fraction(0), None)
    return side.epsilon(delta, wanted)
