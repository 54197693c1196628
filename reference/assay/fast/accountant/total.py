"""The law of the total loss on one side of the truth, and what it says about delta and epsilon."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ...exact import Log, log_value
from ...exact._flint import arb, bounds, fmpz, fmpz_poly, precision, rational
from ...exact.order import ball_sign
from .bracket import LEAST_BITS, Bracket
from .convolve import Convolution
from .grid import GridLaw, law_above, law_below, scaled
from .pairs import LossPair
from .resolution import Resolution, make_grid

LARGEST_EPSILON = 2**40
"""Beyond it the search for an epsilon stops: no bracket of a composition is that far out."""

MAX_HALVINGS = 1500


class Total:
    """One side: `delta(epsilon)` and `epsilon(delta)` as brackets of the answer *for this law*."""

    def delta(self, epsilon: Log) -> Bracket:
        """The delta of this law at an exact epsilon."""
        raise TypeError(type(self).__name__)

    def epsilon(self, delta: Fraction, wanted: Fraction) -> Bracket:
        """The epsilon of this law at a delta: bisection on rationals, each step certified by `delta`.

        It ends at a quarter of the wanted relative width, or where the law is undecided between the ends.
        """
        zero = self.delta(log_value(0))
        if zero.upper is not None and zero.upper <= delta:
            return Bracket(Fraction(0), Fraction(0))
        low, high = Fraction(0), Fraction(1)
        while high <= LARGEST_EPSILON:
            found = self.delta(log_value(high))
            if found.upper is not None and found.upper <= delta:
                return self._bisected(low, high, delta, wanted / 4)
            if found.lower > delta:
                low = high
            high *= 2
        return Bracket(low, None)

    def _bisected(self, low: Fraction, high: Fraction, delta: Fraction, wanted: Fraction) -> Bracket:
        for _ in range(MAX_HALVINGS):
            if high - low <= low * wanted:
                break
            middle = (low + high) / 2
            found = self.delta(log_value(middle))
            if found.upper is not None and found.upper <= delta:
                high = middle
            elif found.lower > delta:
                low = middle
            else:
                break
        return Bracket(low, high)


@dataclass(frozen=True)
class SingleTotal(Total):
    """One round: delta(epsilon) = P(L > epsilon) - e^epsilon Q(L > epsilon), from the tails and the atoms."""

    pair: LossPair
    bits: int

    def delta(self, epsilon: Log) -> Bracket:
        """The closed form at this precision."""
        point = epsilon.enclosure(self.bits)
        with precision(self.bits):
            growth, tail = point.exp(), self.pair.tail(point)
            total = (tail.p - growth * tail.q).max(arb(0)) + self.pair.infinite()
            for atom in self.pair.atoms():
                total += (atom.p - growth * atom.q).max(arb(0))
            return probability(total)


@dataclass(frozen=True)
class GridTotal(Total):
    """Weights at the losses  origin + (first + i) step, and a mass at infinity."""

    law: GridLaw
    origin: arb
    step: Fraction
    bits: int
    working_bits: int

    def delta(self, epsilon: Log) -> Bracket:
        """max over thresholds j of A_j - e^epsilon B_j, at the one or two thresholds next to epsilon."""
        point = epsilon.enclosure(self.working_bits)
        with precision(self.working_bits):
            ends = bounds((point - self.origin) / arb(rational(self.step)))
            if ends is None:
                raise ArithmeticError("epsilon has no finite position on the grid")
            found = [
                probability(self._at(index, point))
                for index in range(int(ends[0] // 1) + 1, int(ends[1] // 1) + 2)
            ]
        return Bracket(
            max(b.lower for b in found), max(Fraction(1) if b.upper is None else b.upper for b in found)
        )

    def _at(self, index: int, epsilon: arb) -> arb:
        """A_j - e^epsilon B_j for the losses from grid index j on, the mass at infinity included."""
        skip = min(max(0, index - self.law.first), self.law.weights.degree() + 1)
        tail = self.law.weights.right_shift(skip)
        start = self.origin + arb(rational((self.law.first + skip) * self.step))
        discounted = tail((-arb(rational(self.step))).exp()) * (epsilon - start).exp()
        return (tail(arb(1)) - discounted) / arb(fmpz(2) ** self.bits) + scaled(self.law.infinite, self.bits)


def probability(ball: arb) -> Bracket:
    """The ends of a ball that holds a probability."""
    least, ball = arb(2) ** -LEAST_BITS, ball.max(arb(0)).min(arb(1))
    if ball.is_finite() and ball_sign(least - ball) == 1:
        return Bracket(Fraction(0), Fraction(1, 2**LEAST_BITS))
    ends = bounds(ball)
    if ends is None:
        return Bracket(Fraction(0), Fraction(1))
    low, high = (min(Fraction(1), max(Fraction(0), end)) for end in ends)
    return Bracket(low, high)


def grid_laws(
    rounds: Sequence[tuple[LossPair, int]], resolution: Resolution, above: bool
) -> tuple[list[tuple[GridLaw, int]], arb]:
    """Every round on its grid, and the origin of the grid of the total."""
    laws, origin = [], arb(0)
    for pair, count in rounds:
        grid = make_grid(pair, resolution)
        law, slip = (
            (law_above(pair, grid, resolution.bits), Fraction(0))
            if above
            else law_below(pair, grid, resolution.bits)
        )
        laws.append((law, count))
        origin += count * (grid.origin - arb(rational(slip)))
    return laws, origin


def integer_total(
    laws: Sequence[tuple[GridLaw, int]], origin: arb, resolution: Resolution, above: bool
) -> Total:
    """The product of all laws, as integer polynomials."""
    by = Convolution(resolution.bits, above)
    product = GridLaw(fmpz_poly([fmpz(2) ** resolution.bits]), 0, 0)
    for law, count in laws:
        product = by.product(product, by.power(law, count))
    return GridTotal(product, origin, resolution.step, resolution.bits, resolution.working_bits)


def fourier_total(laws: Sequence[tuple[GridLaw, int]], origin: arb, resolution: Resolution) -> Total:
    """The same by a floating-point transform; needs numpy."""
    from .fourier import FourierTotal

    return FourierTotal(tuple(laws), origin, resolution.step, resolution.bits, resolution.working_bits)
