"""The engine: delta(epsilon) and epsilon(delta) by inversion, to any precision, or None where it declines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, inf, log, log2, pi, sqrt

from ...composition.pair import DominatingPair
from ...errors import BudgetExceeded
from ...exact import Log
from ...exact._flint import arb, bounds, precision, rational
from ...exact.bracket import LEAST_BITS, Bracket, log2_of, probability
from ...exact.order import ball_sign
from ..planning.inversion_line import Exponent, Line, best_abscissa, choose_line
from ..planning.loss_sketch import Saddle, short
from ..question import Question, mass_at_infinity
from .integral import Search, Table
from .transform import Transform, transform_of

GUARD_BITS = 24
CHEAP = 1500
"""Terms of a value up to which inversion is tried before a grid."""


@dataclass(frozen=True)
class Inversion:
    """The transforms of all rounds with their counts, and the mass at infinity."""

    transforms: tuple[tuple[Transform, int], ...]
    rounds: tuple[tuple[DominatingPair, int], ...]
    most_work: int | None = None

    @staticmethod
    def of(rounds: Sequence[tuple[DominatingPair, int]], most_work: int | None = None) -> Inversion | None:
        """The engine for these rounds; None where one of them has no transform.

        most_work: beyond so many terms on a line it declines.
        """
        found = [(transform_of(pair), count) for pair, count in rounds]
        known = tuple((t, k) for t, k in found if t is not None)
        return Inversion(known, tuple(rounds), most_work) if len(known) == len(found) and known else None

    def terms(self, c: float | Fraction) -> int:
        """How many terms a value on the line through c takes."""
        at = c if isinstance(c, Fraction) else short(c)
        with precision(128):
            return sum(transform.cost(at) for transform, _ in self.transforms)

    def _is_long(self, line: Line) -> bool:
        """Whether a line takes more work than is allowed."""
        return self.most_work is not None and line.count * self.terms(line.c) > self.most_work

    def answer(self, question: Question, near: Saddle) -> Bracket | None:
        """A bracket of the wanted width; None where this engine declines."""
        if question.epsilon is not None:
            return self.delta(question.epsilon, question.wanted, near)
        return self.epsilon(question.allowed, question.wanted, near)

    def delta(self, epsilon: Log, width: Fraction, near: Saddle | None = None) -> Bracket | None:
        """A bracket of delta(epsilon) of that relative width; None where a line would need too many nodes."""
        exponent = Exponent(self.transforms)
        at = float(epsilon.enclosure(128).mid())
        try:
            c = best_abscissa(exponent, at) if near is None or near.log_delta > -3 else short(near.c)
            if c > 0 and exponent.psi(c, at) < -LEAST_BITS and (found := self._negligible(c, epsilon)):
                return found
            for extra in (8, 64, 512):
                bits = ceil(-log2(width)) + extra
                line = choose_line(exponent, c, at, bits)
                if line is None or self._is_long(line):
                    return None
                with precision(self._working_bits(line, bits)):
                    table = Table.on(line, self.transforms)
                    found = probability(
                        table.tail(epsilon.enclosure(self._working_bits(line, bits)))
                        + mass_at_infinity(self.rounds)
                    )
                if found.relative_width is not None and found.relative_width <= width:
                    return found
        except (BudgetExceeded, OverflowError):
            return None
        return None

    def _negligible(self, c: Fraction, epsilon: Log) -> Bracket | None:
        """[0, 2^-65536] where Markov's inequality, delta <= P(L = inf) + M(c) e^(-c epsilon), proves that."""
        with precision(256):
            moment = (-arb(rational(c)) * epsilon.enclosure(256)).exp()
            for transform, count in self.transforms:
                moment *= transform.at(c) ** count
            least = arb(rational(Fraction(1, 2**LEAST_BITS)))
            small = ball_sign(least - mass_at_infinity(self.rounds) - moment) == 1
        return Bracket(Fraction(0), Fraction(1, 2**LEAST_BITS)) if small else None

    def _working_bits(self, line: Line, bits: int) -> int:
        """Precision for the answer, for powers, and for sums over nodes."""
        rounds = sum(count for _, count in self.transforms)
        return bits + line.lost_bits + rounds.bit_length() + line.count.bit_length() + GUARD_BITS

    def epsilon(self, delta: Fraction, width: Fraction, near: Saddle | None = None) -> Bracket | None:
        """A bracket of epsilon(delta) > 0 of that relative width; None where this engine does not apply."""
        exponent = Exponent(self.transforms)
        with precision(128):
            infinite = bounds(mass_at_infinity(self.rounds))
        rest = delta - (infinite[1] if infinite else Fraction(0))
        if rest <= 0 or delta >= Fraction(1, 2):
            return None
        try:
            c, start = _saddle(exponent, log2_of(rest) * log(2), near)
            if start <= 0:
                return None
            for extra in (8, 64, 512):
                bits = ceil(-log2(width)) + extra + max(0, ceil(-log2(min(1.0, start * float(c)))))
                line = choose_line(exponent, c, start, bits)
                if line is None or self._is_long(line):
                    return None
                with precision(self._working_bits(line, bits)):
                    table = Table.on(line, self.transforms)
                    search = Search(table, mass_at_infinity(self.rounds), delta, width)
                    x = search.root(Fraction(start))
                    found = None if x is None else search.around(x)
                if found is not None:
                    return found
        except (BudgetExceeded, OverflowError):
            return None
        return None


def _saddle(exponent: Exponent, log_delta: float, near: Saddle | None) -> tuple[Fraction, float]:
    """(c, epsilon) with ln delta(epsilon) near the wanted value, by the saddle point at c > 0.

    epsilon(c) = K'(c) - 1/c - 1/(1 + c) makes c stationary for Psi, and delta is near
    e^Psi/sqrt(2 pi Psi'').
    """

    def at(u: float) -> tuple[Fraction, float, float]:
        c = short(exp(u))
        epsilon = exponent.slope(c) - 1 / float(c) - 1 / float(1 + c)
        value = exponent.psi(c, epsilon) - log(sqrt(2 * pi * exponent.curvature(c)))
        return c, epsilon, -inf if value != value else value

    low, high = (-12.0, 12.0) if near is None else (log(near.c), log(near.c))
    for _ in range(12 if near is None else 0):
        middle = (low + high) / 2
        low, high = (low, middle) if at(middle)[2] < log_delta else (middle, high)
    c, epsilon, value = at((low + high) / 2)
    # delta falls by about c per unit of epsilon: one step of Newton's method
    return c, epsilon + (value - log_delta) / float(c)
