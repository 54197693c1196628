"""The best of K outputs of anything that is epsilon-DP, in whatever order the outputs are ranked: exactly.

Let u and v be the probabilities of all outputs that are ranked worse, under the two data sets, f the
generating function of K.  The largest delta(x) of all mechanisms and orders, x >= 0, is

    integral of (f'(u) du - e^x f'(v) dv)_+

along the curve from (0, 0) to (1, 1) that is the upper end of what epsilon allows,

    u = min(e^epsilon v, 1 - (1 - v)/e^epsilon),   but   f''(u) = e^x f''(v)   where f''(u) would be larger;

this is followed by outputs that are likelier by e^epsilon and less likely by it in turn.  The proof is in
section 17 of spec/accounting.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from ..composition.pair import DominatingPair
from ..errors import InvalidValue
from ..exact import Log, ln, number
from ..exact._flint import arb, bounds, precision, rational
from ..exact.bracket import LEAST_PROBABILITY, Bracket, probability
from ..exact.order import ball_sign
from .discrete import DiscreteLaplace
from .moment_conversions import FARTHEST, hull_of
from .repetitions import Repetitions
from .selected import Masses
from .selected_gaussian import few_bits_above
from .single_loss import LARGEST_OF_ONE
from .total_loss import Total

FIRST_BITS, MOST_BITS = 192, 2**14
NARROW = Fraction(1, 2**60)
"""The relative width of a value."""
IN_TURN = 16
"""Pairs of outputs in the place of infinitely many."""
NEARLY = Fraction(1, 2**16)
"""A share that is left to the last output, so that its ratio is allowed whatever is rounded."""
GRID = 2**60
NEAREST = Fraction(1, 10**9)
"""The hull has places no nearer to 1."""


@dataclass(frozen=True)
class WorstOrder:
    """The v where the integrand begins to be positive, and where the curve leaves the upper end and returns.

    It is positive from `start` to `leaves`, and on a share of what is between `leaves` and `returns`.
    """

    start: arb
    leaves: arb
    returns: arb
    share: arb


@dataclass(frozen=True)
class SelectedPure(Total):
    """The largest delta at each epsilon, in both orders of the data sets."""

    farthest = LARGEST_OF_ONE
    repetitions: Repetitions
    base: Fraction

    def delta(self, epsilon: Log) -> Bracket:
        """The value, with as many bits as it takes."""
        bits = FIRST_BITS
        while True:
            with precision(bits):
                value = self._value(epsilon.enclosure(bits))
                if value.is_zero():
                    return Bracket.exactly(Fraction(0))
                found = probability(value)
            width = found.relative_width
            if found.upper is not None and found.upper <= LEAST_PROBABILITY:
                return found
            if bits >= MOST_BITS or (width is not None and width <= NARROW):
                return found
            bits *= 4

    def _value(self, x: arb) -> arb:
        """At x >= 0; below, 1 - e^x + e^x delta(-x) of the other order."""
        if ball_sign(x) == -1:
            return 1 - x.exp() + x.exp() * self._value(-x)
        order = self.order(x)
        if order is None:
            return arb(0)
        f, growth = self.repetitions.generating, self._growth
        steep = f(growth * order.leaves) - f(growth * order.start)
        steep -= x.exp() * (f(order.leaves) - f(order.start))
        along = x.exp() * (growth * (-self.repetitions.level_slope(x)).exp() - 1)
        return steep + order.share * along * (f(order.returns) - f(order.leaves))

    @property
    def _growth(self) -> arb:
        return arb(rational(self.base)).exp()

    def order(self, x: arb) -> WorstOrder | None:
        """The curve at x >= 0; None where no loss is above x."""
        growth, times = self._growth, self.repetitions
        corner = 1 / (1 + growth)
        start = times.place(1, (x - rational(self.base)).max(arb(0)), growth)
        if ball_sign(start - corner) == 1:
            return None
        leaves = times.place(2, x, growth).min(corner)
        share = ((-times.level_slope(x)).exp() - 1 / growth) / (growth - 1 / growth)
        back = times.place_from_above(2, x, growth)
        returns = (1 - back).max(corner)
        return WorstOrder(start.min(leaves), leaves, returns, share)

    @property
    def largest_loss(self) -> arb:
        """epsilon + ln f'(growth/(1 + growth)) - ln f'(1/(1 + growth)), at the corner of the curve."""
        growth, decay = self._growth, self.repetitions.decay
        return rational(self.base) + decay(growth / (1 + growth)) - decay(1 / (1 + growth))

    def outputs(self, x: Fraction, ratio: Fraction) -> Masses:
        """(P, Q) of outputs that follow the curve at x, from the worst to the best.

        ratio: at most e^epsilon.  Raises InvalidValue where no loss is above x, or for a curve beyond floats.
        """
        with precision(FIRST_BITS):
            order = self.order(arb(rational(x)))
            if order is None:
                raise InvalidValue(f"x = {x} is above all losses; give a smaller one")
            decay, share_at = self.repetitions.decay, self.repetitions.share_at
            try:
                start, leaves, share = (_near(at) for at in (order.start, order.leaves, order.share))
                begin, end = (float(decay(1 - v).mid()) for v in (order.leaves, order.returns))
                above = [share_at(begin + (end - begin) * i / IN_TURN) for i in range(IN_TURN + 1)]
                places = [leaves + Fraction(above[0] - y) for y in above]
            except (ArithmeticError, ValueError) as error:
                raise InvalidValue(f"x = {x}: the curve is beyond floats; give another one") from error
        leaves = max(start, places[0] * (1 - NEARLY))
        steps = [(start, ratio), (leaves - start, ratio)]
        for one, after in pairwise([leaves, *(v * (1 - NEARLY) for v in places[1:])]):
            steps += [(share * (after - one), ratio), ((1 - share) * (after - one), 1 / ratio)]
        found = [(q * slope, q) for q, slope in steps if q > 0]
        rest = tuple(1 - sum(mass[side] for mass in found) for side in (0, 1))
        masses = [*found, rest]
        if min(rest) <= 0 or not 1 / ratio <= rest[0] / rest[1] <= ratio:
            raise InvalidValue(
                f"x = {x}: the last output of {len(masses)} has no allowed ratio; give another one"
            )
        return tuple((number(p), number(q)) for p, q in masses)


def _near(x: arb) -> Fraction:
    return Fraction(float(x.mid()))


@lru_cache(maxsize=64)
def pair_of(worst: SelectedPure) -> DominatingPair | None:
    """A pair that dominates in both orders: of the hull of the values; randomised response far out or near 0.

    None where e^epsilon is beyond what is computed.
    """
    with precision(FIRST_BITS):
        most = _on_grid_above(worst.largest_loss)
        if most is None or not NEAREST < most < FARTHEST:
            return None if most is None else DiscreteLaplace(most, 1)
        end = _on_grid_above(worst.largest_loss.exp())

    def height(y: Fraction) -> Fraction:
        upper = worst.delta(ln(y)).upper
        return Fraction(1) if upper is None else few_bits_above(upper)

    return hull_of(lambda y, _: height(y), float(most), height(Fraction(1)), end)


def _on_grid_above(x: arb) -> Fraction | None:
    ends = bounds(x)
    return None if ends is None else Fraction(-((-ends[1] * GRID) // 1), GRID)
