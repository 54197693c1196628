"""The product of the pairs of one direction: its losses, and what is certain of delta without an engine."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from math import ceil

from ..composition.finite_pair import NOTHING, FinitePair
from ..composition.pair import DominatingPair
from ..composition.privacy_loss import PrivacyLoss
from ..errors import AssayError, BudgetExceeded, InvalidType
from ..exact import INFINITY, Log, Number, log_value, number
from ..exact._flint import arb, bounds, precision, rational
from ..exact.bracket import LEAST_BITS, Bracket, log2_of, probability
from ..exact.order import ball_sign
from .batches.enclosed import Enclosed
from .binned_moments import COARSE_GROWTH, Binned, binned
from .densities import Gaussian
from .inversion.transform_of_pair import transform_of
from .moment_bounds import MomentBound
from .planning.loss_sketch import short
from .question import Budget, mass_at_infinity
from .single_loss import SingleTotal

FAR_OUT = 1000
"""An epsilon from which on one large loss may decide."""
BITS_AT_ZERO = (64, 1024, 8192)
MOST_BITS = 2**14
"""The precision at which comparing the mass at infinity with a delta is given up."""
TILTS = (1.0, 1.6, 0.6, 3.0)
"""The tilts, in terms of that of another direction, at which Markov's inequality is tried."""
MARKOV_BITS, BEYOND, MOST_DEPTH = 128, 20, 4096
"""The precision there; by how many bits what is left out is rarer than that, and at most how rare."""
LONGEST_POWER = 2**16
"""Powers of so many bits are computed to compare the mass at infinity with a delta exactly."""


class ProductOfPairs:
    """Pairs with counts, all in one direction.  Gaussian rounds are merged, exactly: their mu^2 add up."""

    given: tuple[tuple[DominatingPair, int], ...]

    def __init__(self, rounds: Iterable[tuple[DominatingPair, int]], budget: Budget) -> None:
        self.given = given = tuple(rounds)
        bounds = [(p, k) for p, k in given if isinstance(p, MomentBound)]
        self.moments: MomentBound | None = MomentBound.together(bounds) if bounds else None
        """What is known by its Renyi divergences alone."""
        self.rounds: tuple[tuple[DominatingPair, int], ...] = _merged(
            (p, k) for p, k in given if not isinstance(p, MomentBound)
        )
        self.finite: tuple[tuple[FinitePair, int], ...] = tuple(
            (pair, k) for pair, k in given if isinstance(pair, FinitePair)
        )
        self.is_finite: bool = len(self.finite) == len(given)
        self.budget = budget

    @cached_property
    def loss(self) -> PrivacyLoss:
        """The exact distribution of the total loss.  Raises InvalidType where a pair is not finite."""
        if not self.is_finite:
            other = next(pair for pair, _ in self.given if not isinstance(pair, FinitePair))
            raise InvalidType(
                f"{other.name} is a {type(other).__name__}, not a FinitePair; its loss is no finite sum"
            )
        return PrivacyLoss(self.finite or [(NOTHING, 0)], self.budget.max_bytes)

    @property
    def has_tables(self) -> bool:
        """Whether a pair has tables on both sides instead of tails."""
        return any(isinstance(pair, Enclosed) for pair, _ in self.rounds)

    @cached_property
    def exact_infinite(self) -> Number | None:
        """P(total loss = infinity) as an exact number; None where a pair has none, or it is too long."""
        finite = number(1)
        for pair, count in self.rounds:
            lost = pair.exact_mass_at_infinity()
            if lost is None:
                return None
            if not lost:
                continue
            kept = 1 - lost
            if not kept.is_rational or kept.as_fraction().denominator.bit_length() * count > LONGEST_POWER:
                return None
            finite = finite * kept**count
        return 1 - finite

    @cached_property
    def infinite(self) -> Bracket:
        """P(total loss = infinity) = 1 - prod (1 - P_i(L_i = infinity))^(k_i), exact where that is short."""
        exact = self.exact_infinite
        if exact is not None and exact.is_rational:
            return Bracket.exactly(exact.as_fraction())
        found = self._infinite(256)
        if not 0 < (found.upper or 0) < Fraction(1, 2**64):
            return found
        # a small mass is what cancellation leaves: as many bits more as it takes
        with precision(256):
            masses = [bounds(pair.mass_at_infinity()) for pair, _ in self.rounds]
        largest = max(ends[1] for ends in masses if ends is not None)
        return self._infinite(256 + min(LEAST_BITS, ceil(-log2_of(largest)))) if largest > 0 else found

    def _infinite(self, bits: int) -> Bracket:
        with precision(bits):
            ends = bounds(mass_at_infinity(self.rounds))
        if ends is None:
            raise ArithmeticError("the mass at infinity has no finite enclosure")
        return Bracket(max(Fraction(0), ends[0]), min(Fraction(1), max(Fraction(0), ends[1])))

    def infinite_against(self, allowed: Fraction) -> int | None:
        """The sign of P(total loss = infinity) - allowed; None where no precision tried decides it."""
        known, bits = self.infinite, 256
        while known.lower <= allowed and known.upper is not None and allowed <= known.upper:
            if known.lower == known.upper:
                return 0
            if bits > MOST_BITS:
                return None
            bits *= 4
            known = self._infinite(bits)
        return 1 if known.lower > allowed else -1

    @cached_property
    def largest(self) -> Log | None:
        """The largest finite total loss (perhaps only approached), exactly; None where it is not known."""
        total = log_value(0)
        if self.moments is not None:
            return None
        for pair, count in self.rounds:
            ends = pair.extremes()
            if ends is None or ends[1] == INFINITY:
                return None if ends is None else INFINITY
            try:
                total = total + ends[1] * count
            except AssayError:
                return None
        return total

    def is_at_most(self, epsilon: Fraction) -> bool:
        """Whether no loss at all, infinite ones included, is larger than epsilon, for certain."""
        return self.infinite.upper == 0 and self.at_least_all(log_value(epsilon))

    def at_least_all(self, epsilon: Log) -> bool:
        """Whether no finite total loss is larger than epsilon."""
        if epsilon.is_infinite:
            return True
        return self.largest is not None and self.largest <= epsilon

    def beyond(self, epsilon: Log) -> Bracket | None:
        """A quick bracket of a delta far out, None nearer: a sum above epsilon has a loss above epsilon/k."""
        if self.moments is not None:
            return None
        if not self.rounds or self.at_least_all(epsilon):
            return self.infinite
        if float(epsilon.enclosure(64).mid()) < FAR_OUT:
            return None
        with precision(256):
            point, above = epsilon.enclosure(256) / sum(k for _, k in self.rounds), arb(0)
            for pair, count in self.rounds:
                reaching = (a.p for a in pair.point_masses() if ball_sign(a.loss - point) != -1)
                above += count * (pair.tail(point).p + sum(reaching, arb(0)))
            more = probability(above).upper
        if more is None or self.infinite.upper is None:
            return None
        return Bracket(self.infinite.lower, min(Fraction(1), self.infinite.upper + more))

    def is_surely_below(self, epsilon: Fraction, delta: Fraction, tilt: float) -> bool:
        """Whether delta(epsilon) is at most delta by Markov's inequality, near a tilt; no where unknown.

        (1 - e^-u)_+ <= e^(c u) (c/(1 + c))^c/(1 + c) for all c > 0, so that delta(epsilon) is at most
        P(L = infinity) + M(c) e^(-c epsilon) (c/(1 + c))^c/(1 + c).  Where a pair has no transform, cells
        bound its moments, and what is in none of them counts with its mass.
        """
        if self.moments is not None or self.has_tables or self.infinite.upper is None:
            return False
        room = delta - self.infinite.upper
        if room <= 0:
            return False
        with precision(MARKOV_BITS):
            moments = [
                (transform_of(pair) or self._in_cells(pair, room), count) for pair, count in self.rounds
            ]
            lost = sum((one.lost * count for one, count in moments if isinstance(one, Binned)), arb(0))
            allowed = rational(room) - lost
            for factor in TILTS:
                c = short(tilt * factor)
                exact = arb(rational(c))
                bound = (-exact * rational(epsilon)).exp() * (exact / (1 + exact)) ** exact / (1 + exact)
                try:
                    for one, count in moments:
                        bound *= one.at(c) ** count
                except (BudgetExceeded, OverflowError):
                    continue
                if ball_sign(bound - allowed) == -1:
                    return True
        return False

    def _in_cells(self, pair: DominatingPair, room: Fraction) -> Binned:
        """Upper bounds of the moments of a pair without a transform, but for what is rarer than `room`."""
        depth = ceil(-log2_of(room / sum(k for _, k in self.rounds))) + BEYOND
        return binned(pair, MARKOV_BITS, min(MOST_DEPTH, depth), COARSE_GROWTH)

    def are_small_at_zero(self, delta: Fraction) -> bool:
        """Whether the sum of all delta_i(0) is at most delta: total variations add up."""
        for bits in BITS_AT_ZERO:  # small rates and differences cancel
            total = Fraction(0)
            for pair, count in self.rounds:
                found = SingleTotal(pair, bits).delta(log_value(0))
                if found.lower * count > delta:
                    return False
                total += count * (Fraction(1) if found.upper is None else found.upper)
            if total <= delta:
                return True
        return False


def _merged(rounds: Iterable[tuple[DominatingPair, int]]) -> tuple[tuple[DominatingPair, int], ...]:
    """The rounds with positive counts, equal pairs together and all Gaussian ones as one."""
    mu_squared = Fraction(0)
    others: list[tuple[DominatingPair, int]] = []
    for pair, count in rounds:
        if isinstance(pair, Gaussian):
            mu_squared += pair.mu_squared * count
        elif count and pair != NOTHING:
            others.append((pair, count))
    merged = _together(others) if len(others) > 1 else others
    return tuple([*merged, (Gaussian(mu_squared), 1)] if mu_squared else merged)


def _together(given: Iterable[tuple[DominatingPair, int]]) -> list[tuple[DominatingPair, int]]:
    """Equal pairs with the sum of their counts."""
    counts: dict[DominatingPair, int] = {}
    for pair, count in given:
        counts[pair] = counts.get(pair, 0) + count
    return list(counts.items())
