"""Very many rounds: the total loss is next to its mean, and Chernoff's bounds on both sides say how near.

With K(c) = sum of k ln M_i(c), M(c) = E[e^(c L); L finite], and m = P(L = infinity), for c > 0, h > 0, s > 0

    delta(epsilon) <= m + exp(K(c) - c epsilon) (c/(1 + c))^c/(1 + c),
    delta(x - s)   >= m + (1 - e^-s) (1 - m - exp(K(-h) + h x)).

Neither costs more for more rounds; the ends are some deviations of the total loss apart, which is little
beside its mean where there are very many.  Upper bounds of the moments serve.  Proofs are in section 3.3 of
spec/accounting.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, inf
from typing import Any, TypeAlias

from ..budgets.progress import checkpoint
from ..composition.answer import Answer
from ..errors import AssayError, BudgetExceeded
from ..exact import log_value
from ..exact._flint import arb, bounds, precision, rational
from ..exact.bracket import LEAST_BITS, Bracket, log2_of
from ..exact.order import ball_sign
from .binned_moments import Binned, binned
from .inversion.transform import Transform
from .inversion.transform_of_pair import transform_of
from .planning.golden_section import least
from .planning.loss_sketch import sketch_of
from .question import Question, mass_at_infinity

MANY = 10**5
"""Fewer rounds are never next to their mean."""
AROUND, STEP, STEP_OF_CELLS = 24.0, 2.0, 8.0
"""Logarithms to base 2 of the tilts that are tried: beyond 1 and a guess, and how far apart at first."""
STEPS, NEAR, OFFSET = 60, 1e-2, 1e5
DEPTH, MOST_DEPTH, SKETCHED = 40, 4096, 96
"""Bits of what is left out, beside delta; at most; and of the picture for the guess."""
SHARE, ENOUGH = 16, 50
"""Of the width, what s takes, and of delta."""
SECONDS_A_PAIR, SECONDS_BY_LINES, SECONDS_IN_CELLS = 0.03, 0.5, 2.0


@dataclass(frozen=True)
class Above:
    """Upper bounds of the moments of a quadrature."""

    transform: Transform

    def at(self, c: Fraction) -> arb:
        """An upper bound of M(c)."""
        return self.transform.above(c)


Moments: TypeAlias = Transform | Above | Binned


@dataclass(frozen=True)
class Deviations:
    """Rounds with their counts, at a precision."""

    question: Question
    bits: int

    @staticmethod
    def of(question: Question) -> Deviations:
        """At a precision that many rounds leave digits of."""
        return Deviations(question, 192 + 3 * question.count.bit_length())

    @cached_property
    def moments(self) -> tuple[tuple[Moments, int], ...]:
        """What gives the moments of every round: its transform where it has a quick one, else cells."""
        size = (2**DEPTH / self.question.delta if self.question.delta else 2**DEPTH) * self.question.count
        depth = min(MOST_DEPTH, ceil(log2_of(Fraction(size))))
        found: list[tuple[Moments, int]] = []
        for pair, count in self.question.rounds:
            transform = transform_of(pair)
            if transform is not None and transform.is_bounded:
                found.append((Above(transform), count))
            elif transform is None or transform.is_quadrature:
                found.append((binned(pair, self.bits, depth), count))
            else:
                found.append((transform, count))
        return tuple(found)

    @cached_property
    def lost(self) -> Fraction:
        """An upper bound of the probability that some finite loss is in no cell."""
        ends = bounds(sum((one.lost * k for one, k in self.moments if isinstance(one, Binned)), arb(0)))
        return Fraction(1) if ends is None else min(Fraction(1), ends[1])

    def log_moment(self, c: Fraction) -> arb:
        """An upper bound of K(c), without what is in no cell; not finite where none is known."""
        return sum((one.at(c).log() * count for one, count in self.moments), arb(0))

    def answer(self) -> Bracket:
        """What both bounds say, however far apart."""
        with precision(self.bits):
            if self.question.epsilon is None:
                return self._epsilon(self.question.allowed)
            return self._delta(self.question.epsilon.enclosure(self.bits))

    @property
    def finite(self) -> arb:
        """A lower bound of the probability that all losses are in cells.

        The masses of a table from below add up to less than 1, and those of all rounds to much less.
        """
        known = 1 - mass_at_infinity(self.question.rounds) - rational(self.lost)
        return known.min(self.log_moment(Fraction(0)).exp())

    def _epsilon(self, allowed: Fraction) -> Bracket:
        """Both ends of the smallest epsilon at a delta."""
        infinite, upper = self.question.infinite, None
        if infinite.upper is not None and infinite.upper + self.lost < allowed:
            level = arb(rational(allowed - infinite.upper - self.lost)).log()
            upper = _end(self._smallest(lambda c: (self.log_moment(c) + _shape(c) - level) / rational(c)), 1)
        if upper is not None and upper <= 0:
            return Bracket(Fraction(0), Fraction(0))
        s = Fraction(ENOUGH) if upper is None else max(Fraction(1), upper * self.question.wanted / SHARE)
        room = self.finite - rational(allowed - infinite.lower) / (1 - arb(-rational(s)).exp())
        if ball_sign(room) != 1:
            return Bracket(Fraction(0), upper)
        level = (room * (1 - arb(2) ** -40)).log()
        # minus the largest x with exp(K(-h) + h x) at most that
        found = self._smallest(lambda h: (self.log_moment(-h) - level) / rational(h))
        lower = _end(-found - rational(s), -1)
        return Bracket(Fraction(0) if lower is None else max(Fraction(0), lower), upper)

    def _delta(self, epsilon: arb) -> Bracket:
        """Both ends of delta at an epsilon."""
        infinite, s, upper = self.question.infinite, arb(ENOUGH), Fraction(1)
        most = self._smallest(lambda c: self.log_moment(c) - rational(c) * epsilon + _shape(c))
        end = _end(most.exp().max(arb(2) ** -LEAST_BITS / 2), 1)
        if end is not None and infinite.upper is not None:
            upper = min(upper, infinite.upper + self.lost + end)
        below = self._smallest(lambda h: self.log_moment(-h) + rational(h) * (epsilon + s))
        low = _end((1 - (-s).exp()) * (self.finite - below.exp()), -1)
        lower = infinite.lower + max(Fraction(0), low or Fraction(0))
        return Bracket(min(lower, upper), upper)

    @cached_property
    def _places(self) -> tuple[float, float, int]:
        """Minus log2 of the tilts that are tried first: the last one, how far apart, and how many.

        Tilts are near one over the deviation, and at most some multiples of one over the largest loss.
        """
        known = [(sketch_of(pair, SKETCHED).cumulants(0.0)[2], count) for pair, count in self.question.rounds]
        sizes = [log2_of(Fraction(v)) / 2 for v, _ in known if 0 < v < inf] or [0.0]
        most = log2_of(Fraction(self.question.count)) / 2
        first, last = min(sizes) - AROUND, max(sizes) + most + AROUND
        is_slow = any(isinstance(one, Binned | Above) for one, _ in self.moments)
        step = STEP_OF_CELLS if is_slow else STEP
        return last, step, ceil((last - first) / step)

    def _smallest(self, of: Callable[[Fraction], arb]) -> arb:
        """The value at the tilt where it is smallest, as far as floats tell.

        Far from there it hardly changes or is not finite, so that some tilts are looked at first.
        """

        def rank(u: float) -> float:
            checkpoint("tilts", 0)
            try:
                value = of(_tilt(-u))
            except (BudgetExceeded, ArithmeticError, ValueError):
                return inf
            if not value.is_finite():
                return inf
            middle = value.mid()
            # the logarithm, as the value may be beyond floats; OFFSET tells the signs apart
            size = 0.0 if middle.is_zero() else OFFSET + float(abs(middle).log().mid())
            return size if ball_sign(middle) == 1 else -size

        last, step, count = self._places
        coarse = min((last - step * i for i in range(count + 1)), key=rank)
        # between equal values golden section goes on to larger u, that is to smaller tilts
        return of(_tilt(-least(rank, coarse - step, coarse + step, STEPS, NEAR)))


class ByDeviations:
    """The engine for rounds so many that the total loss is next to its mean."""

    name: str = "large deviations"
    least_cost: float = 0.002

    def cost(self, question: Question) -> float | None:
        """Whatever the number of rounds."""
        known = [transform_of(pair) for pair, _ in question.rounds]
        return None if question.count < MANY else sum(_seconds(one) for one in known)

    def answer(self, question: Question) -> Answer[Any] | None:
        """A bracket of the wanted width.

        Raises BudgetExceeded with the bracket in `.known` where it is wider.
        """
        if question.count < MANY:
            return None
        found = Deviations.of(question).answer()
        if found.upper == 0 and question.epsilon is None:
            return Answer.exactly(log_value(0), self.name)
        if question.answered_by(found):
            return Answer.of(found, self.name)
        raise BudgetExceeded(
            f"the rounds are not so many that the total loss is next to its mean; known is {found}; ask for "
            "a larger width",
            {"bracket": found},
        )


def _seconds(transform: Transform | None) -> float:
    """What the moments of a pair take, roughly."""
    if transform is None or (transform.is_quadrature and not transform.is_bounded):
        return SECONDS_IN_CELLS
    return SECONDS_BY_LINES if transform.is_bounded else SECONDS_A_PAIR


def _shape(c: Fraction) -> arb:
    """c ln(c/(1 + c)) - ln(1 + c): (1 - e^-u)_+ <= e^(c u) times the exponential of it."""
    exact = arb(rational(c))
    return -exact * (1 / exact).log1p() - exact.log1p()


def _tilt(u: float) -> Fraction:
    """A rational of few bits near 2^u."""
    whole = int(u // 1)
    return Fraction(int(2 ** (u - whole) * 2**30)) * Fraction(2) ** (whole - 30)


def _end(ball: arb, side: int) -> Fraction | None:
    """The upper or the lower end of a ball; None for infinity."""
    ends = bounds(ball)
    return None if ends is None else ends[1 if side > 0 else 0]


def roughly(question: Question) -> Bracket:
    """What large deviations say at once, before an engine is asked that may not end in time."""
    try:
        return Deviations.of(question).answer()
    except BudgetExceeded:
        return question.nothing_known()
    except (ArithmeticError, ValueError) as error:
        if isinstance(error, AssayError):
            raise
        return question.nothing_known()
