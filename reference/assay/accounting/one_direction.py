"""Rounds in one direction: the product of their dominating pairs, and what engines need to know of it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING, Any

from ..composition.answer import Answer
from ..composition.finite_pair import NOTHING, FinitePair
from ..composition.pair import DominatingPair
from ..composition.privacy_loss import PrivacyLoss
from ..errors import AssayError, BudgetExceeded, InvalidType
from ..exact import INFINITY, Log, Number, log_value, number
from ..exact._flint import arb, bounds, precision, rational
from ..exact.bracket import LEAST_BITS, Bracket, log2_of, probability
from ..exact.order import ball_sign
from .batches.between import Between
from .batches.enclosed import Enclosed
from .binned_moments import COARSE_GROWTH, Binned, binned
from .densities import Gaussian
from .engines import estimates, solve
from .inversion.kept import Kept
from .inversion.transform_of_pair import transform_of
from .moment_bounds import MomentBound
from .planning.loss_sketch import short
from .question import Budget, Question, mass_at_infinity
from .total_loss import SingleTotal

if TYPE_CHECKING:
    from .bounded_direction import Bounded

FAR_OUT = 1000
"""An epsilon from which on one large loss may decide."""
NEARLY_ZERO = 1e-6
BITS_AT_ZERO = (64, 1024, 8192)
ROUGH = Fraction(1, 64)
"""The relative width of delta(0), where it is compared with a delta."""
MOST_BITS = 2**14
"""The precision at which comparing the mass at infinity with a delta is given up."""
TILTS = (1.0, 1.6, 0.6, 3.0)
"""The tilts, in terms of that of another direction, at which Markov's inequality is tried."""
MARKOV_BITS, BEYOND, MOST_DEPTH = 128, 20, 4096
"""The precision there; by how many bits what is left out is rarer than that, and at most how rare."""
LONGEST_POWER = 2**16
"""Powers of so many bits are computed to compare the mass at infinity with a delta exactly."""


class OneDirection:
    """Pairs with counts, all in one direction.  Gaussian rounds are merged, exactly: their mu^2 add up."""

    given: tuple[tuple[DominatingPair, int], ...]

    def __init__(self, rounds: Iterable[tuple[DominatingPair, int]], budget: Budget) -> None:
        self.given = given = tuple(rounds)
        self.moments: MomentBound | None = MomentBound.together(
            (p, k) for p, k in given if isinstance(p, MomentBound)
        )
        """What is known by its Renyi divergences alone."""
        self.rounds: tuple[tuple[DominatingPair, int], ...] = _merged(
            (p, k) for p, k in given if not isinstance(p, MomentBound)
        )
        self.finite: tuple[tuple[FinitePair, int], ...] = tuple(
            (pair, k) for pair, k in given if isinstance(pair, FinitePair)
        )
        self.is_finite: bool = len(self.finite) == len(given)
        self.budget = budget
        self.kept: list[Kept] = []
        self.tilt: float | None = None
        """The saddle point of the last answer, where one was looked for."""

    @cached_property
    def loss(self) -> PrivacyLoss:
        """The exact distribution of the total loss.  Raises InvalidType where a pair is not finite."""
        if not self.is_finite:
            other = next(pair for pair, _ in self.given if not isinstance(pair, FinitePair))
            raise InvalidType(
                f"{other.name} is a {type(other).__name__}, not a FinitePair; its loss is no finite sum"
            )
        return PrivacyLoss(self.finite or [(NOTHING, 0)], self.budget.max_bytes)

    @cached_property
    def between(self) -> Between | None:
        """The rounds with tables on both sides of the pairs that have no tails; None where all have them."""
        if not any(isinstance(pair, Enclosed) for pair, _ in self.rounds):
            return None
        return Between(self.rounds, lambda rounds: OneDirection(rounds, self.budget))

    @property
    def stays_apart(self) -> bool:
        """Whether the ends of an answer are of different theorems, which do not meet."""
        tables = (pair for pair, _ in self.rounds if isinstance(pair, Enclosed))
        return self.moments is not None or any(pair.note for pair in tables)

    def delta(self, epsilon: Log, wanted: Fraction) -> Answer[Number]:
        """delta(epsilon) of that relative width."""
        if self.moments is not None:
            return self.bounded.delta(epsilon, wanted)
        question = self._question(wanted, epsilon=epsilon)
        if self.budget.engine == "exact":
            return solve(question)
        if not self.rounds or self._at_least_all(epsilon):
            return self._all_infinite("no loss is larger")
        if self.between is not None:
            return self.between.delta(epsilon, wanted)
        if self.infinite.lower == 1:
            return self._all_infinite("everything is revealed")
        beyond = self.beyond(epsilon)
        if beyond is not None and question.answered_by(beyond):
            return Answer.of(beyond, "union bound")
        return self._solved(question)

    @cached_property
    def bounded(self) -> Bounded:
        """The same where Renyi divergences are all that is known of some rounds."""
        from .bounded_direction import Bounded

        if self.moments is None:
            raise InvalidType("no round is known by its Renyi divergences alone; ask for delta and epsilon")
        return Bounded(self, self.moments)

    def with_pairs(self, pairs: Iterable[tuple[DominatingPair, int]]) -> OneDirection:
        """The rounds that are pairs, and these beside them."""
        return OneDirection([*self.rounds, *pairs], self.budget)

    def _all_infinite(self, reason: str) -> Answer[Number]:
        """The mass at infinity, exactly where that is known."""
        exact = self.exact_infinite
        return Answer.of(self.infinite, reason) if exact is None else Answer.exactly(exact, reason)

    def epsilon(self, allowed: Number, wanted: Fraction) -> Answer[Log]:
        """The smallest epsilon with delta(epsilon) <= allowed, of that relative width."""
        if self.moments is not None:
            return self.bounded.epsilon(allowed, wanted)
        value = allowed.as_fraction()
        question = self._question(wanted, delta=value)
        if self.budget.engine == "exact":
            return solve(question)
        if not self.rounds or value == 1:
            return Answer.exactly(log_value(0), "no loss")
        excess = self._infinite_against(allowed)
        if excess == 1:
            return Answer.exactly(INFINITY, "infinite losses alone have more mass than delta")
        if excess == 0:
            return self._largest_answer()
        if self.between is not None:
            return self.between.epsilon(allowed, wanted)
        if self._is_zero_enough(question):
            return Answer.exactly(log_value(0), "delta at 0")
        found: Answer[Log] = self._solved(question)
        return found.within(question.nothing_known())

    def _solved(self, question: Question) -> Answer[Any]:
        """The answer of an engine."""
        found = solve(question)
        self.tilt = question.look.saddle.c if question.has_look else self.tilt
        return found

    def is_surely_below(self, epsilon: Fraction, delta: Fraction, tilt: float) -> bool:
        """Whether delta(epsilon) is at most delta by Markov's inequality, near a tilt; no where unknown.

        (1 - e^-u)_+ <= e^(c u) (c/(1 + c))^c/(1 + c) for all c > 0, so that delta(epsilon) is at most
        P(L = infinity) + M(c) e^(-c epsilon) (c/(1 + c))^c/(1 + c).  Where a pair has no transform, cells
        bound its moments, and what is in none of them counts with its mass.
        """
        if self.moments is not None or self.between is not None or self.infinite.upper is None:
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

    def estimates(
        self, epsilon: Log | None, delta: Fraction | None, wanted: Fraction
    ) -> list[tuple[str, float]]:
        """What each engine would cost, in seconds; nothing where no engine has to be asked."""
        if self.moments is not None:
            return self.bounded.above.estimates(epsilon, delta, wanted)
        if not self.rounds or (epsilon is not None and self._at_least_all(epsilon)):
            return []
        if self.between is not None:
            return [("tables", self.between.cost)]
        return estimates(self._question(wanted, epsilon, delta))

    def _infinite_against(self, allowed: Number) -> int | None:
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

    def beyond(self, epsilon: Log) -> Bracket | None:
        """A quick bracket of a delta far out, None nearer: a sum above epsilon has a loss above epsilon/k."""
        if self.moments is not None:
            return None
        if not self.rounds or self._at_least_all(epsilon):
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

    def _is_zero_enough(self, question: Question) -> bool:
        """Whether delta(0) <= delta for certain, where the picture of the losses suggests that."""
        if sum(k for _, k in self.rounds) == 1:
            return False
        if question.delta is not None and self._are_small_at_zero(question.delta):
            return True
        if question.look.saddle.epsilon > NEARLY_ZERO:
            return False
        try:
            upper = solve(self._question(ROUGH, epsilon=log_value(0))).upper
        except BudgetExceeded as stopped:
            known = stopped.known.get("bracket")
            upper = known.upper if isinstance(known, Bracket) else None
        return upper is not None and question.delta is not None and upper <= question.delta

    def _are_small_at_zero(self, delta: Fraction) -> bool:
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

    def _top(self, delta: Fraction) -> Fraction | None:
        """No epsilon exceeds the largest finite loss, where the mass at infinity is at most delta."""
        lost = self.infinite.upper
        if self.largest is None or self.largest.is_infinite or lost is None or lost > delta:
            return None
        return self._largest_answer().upper

    def _question(
        self, wanted: Fraction, epsilon: Log | None = None, delta: Fraction | None = None
    ) -> Question:
        top = None if delta is None else self._top(delta)
        return Question(
            self.rounds, wanted, epsilon, delta, self.budget, lambda: self.loss, self.infinite, top, self.kept
        )

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
        return self.infinite.upper == 0 and self._at_least_all(log_value(epsilon))

    def _at_least_all(self, epsilon: Log) -> bool:
        """Whether no finite total loss is larger than epsilon."""
        if epsilon.is_infinite:
            return True
        return self.largest is not None and self.largest <= epsilon

    def _largest_answer(self) -> Answer[Log]:
        if self.largest is None:
            return Answer.of(Bracket(Fraction(0), None), "the largest loss")
        return Answer.exactly(max(self.largest, log_value(0)), "the largest loss")


def _merged(rounds: Iterable[tuple[DominatingPair, int]]) -> tuple[tuple[DominatingPair, int], ...]:
    """The rounds with positive counts, equal pairs together and all Gaussian ones as one."""
    counts: dict[DominatingPair, int] = {}
    mu_squared = Fraction(0)
    for pair, count in rounds:
        if isinstance(pair, Gaussian):
            mu_squared += pair.mu_squared * count
        elif count and pair != NOTHING:
            counts[pair] = counts.get(pair, 0) + count
    merged: list[tuple[DominatingPair, int]] = list(counts.items())
    return tuple([*merged, (Gaussian(mu_squared), 1)] if mu_squared else merged)
