"""Rounds of which only bounds of their Renyi divergences are known, and what follows for delta and epsilon.

With lnM(c) >= the sum over all rounds of c D_(1+c), and the mass m of infinite losses of the others, for
every tilt c > 0

    delta(epsilon) <= m + exp(lnM(c) - c epsilon + c ln(c/(1 + c)) - ln(1 + c)).

Source: Canonne, Kamath and Steinke, "The Discrete Gaussian for Differential Privacy", NeurIPS 2020,
proposition 12; with m, section 15 of spec/accounting.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import exp, inf, log

from ..arguments import nonnegative_rational
from ..composition.finite_pair import NOTHING
from ..composition.pair import DominatingPair
from ..errors import InvalidValue
from ..exact import ExactLike, Log, ln, number
from ..exact._flint import arb, bounds, precision, rational
from ..exact.bracket import LEAST_BITS
from ..exact.order import ball_sign
from .hull import Tabulated, pair_above
from .planning.golden_section import least
from .planning.loss_sketch import short
from .renyi_curves import Concentrated, Curve, Listed, read_points, within

BITS = 256
LEAST_TILT, MOST_TILT = -40.0, 40.0
"""Logarithms of the tilts that are tried."""
STEPS, WIDTH = 50, 1e-7
PLACES, DEPTH, FARTHEST = 300, 140.0, 600.0
"""Of the pair of the hull: places on each side, down to e^-DEPTH, out to this epsilon."""
FLOOR = Fraction(1, 2**240)
"""Its values are at least that, which keeps them short."""
LEAST_LOG, MOST_LOG, STEP = -14.0, 20.0, 0.03
"""Logarithms of the tilts that are tried for it."""
SHORT_BITS = 260
FAR_BELOW = 8
"""The hull of the bounds is left out where it does not help by such a factor."""
NEARLY_ONE = Fraction(1, 2**40)
"""The tilt at which KL is bounded, as no divergence of order above 1 is smaller."""

Moments = Callable[[Fraction], "arb | None"]
"""The sum of all c D_(1+c) at a tilt; None where it is not known."""


@dataclass(frozen=True)
class MomentBound(DominatingPair):
    """Everything that keeps some curves of Renyi divergences, each so many times: a class, not one pair.

    `Rounds` composes it with pairs; by itself it has no tails.
    """

    curves: tuple[tuple[Curve, int], ...]

    @staticmethod
    def of(curve: Curve) -> MomentBound:
        """One use."""
        return MomentBound(((curve, 1),))

    @staticmethod
    def concentrated(rho: ExactLike) -> DominatingPair:
        """Everything that is rho-zCDP; without loss for rho = 0.

        Raises InvalidValue for a negative rho, or one above 10^9.
        """
        level = within(nonnegative_rational(rho, "rho"), "rho")
        return MomentBound.of(Concentrated(level)) if level else NOTHING

    @staticmethod
    def renyi(points: Sequence[tuple[ExactLike, ExactLike]]) -> DominatingPair:
        """Everything with D_a <= r for the pairs (a, r); no loss where an r is 0: only P = Q has D_a = 0.

        Raises InvalidType and InvalidValue for what is no list of orders a > 1 and values r >= 0.
        """
        found = read_points(points)
        return MomentBound.of(Listed(found)) if all(value for _, value in found) else NOTHING

    @staticmethod
    def together(given: Iterable[tuple[MomentBound, int]]) -> MomentBound | None:
        """All of them with their counts; None where nothing is left."""
        counts: dict[Curve, int] = {}
        for bound, times in given:
            for curve, count in bound.curves:
                if count * times:
                    counts[curve] = counts.get(curve, 0) + count * times
        return MomentBound(tuple(counts.items())) if counts else None

    @property
    def name(self) -> str:
        """The promises."""
        return ", ".join(curve.name if k == 1 else f"{k} x {curve.name}" for curve, k in self.curves)

    @property
    def is_symmetric(self) -> bool:
        """A curve bounds both orders."""
        return True

    @property
    def is_unbounded(self) -> bool:
        """Whether some losses may be arbitrarily large."""
        return any(curve.is_unbounded for curve, _ in self.curves)

    @property
    def rho(self) -> Fraction | None:
        """The sum of the rho; None where one is not known."""
        known = [None if curve.concentrated is None else curve.concentrated * k for curve, k in self.curves]
        return None if None in known else sum((rho for rho in known if rho is not None), Fraction(0))

    @property
    def largest(self) -> Fraction | None:
        """The largest tilt at which all are known; None where there is none."""
        known = [curve.largest for curve, _ in self.curves if curve.largest is not None]
        return min(known) if known else None

    def sampled(self, rate: ExactLike) -> DominatingPair:
        """Itself at rate 1.  Raises InvalidValue for another one."""
        if number(rate, "rate") != 1:
            raise InvalidValue(
                f"q = {number(rate)} with {self.name}: bounds of Renyi divergences are no pair that can be "
                "sampled; leave q out, or give the mechanism"
            )
        return self

    def log_moment(self, c: Fraction) -> arb | None:
        """The sum of c D_(1+c); None beyond the largest tilt."""
        if self.largest is not None and c > self.largest:
            return None
        return sum((curve.log_moment(c) * k for curve, k in self.curves), arb(0))

    def members(self) -> list[list[tuple[DominatingPair, int]]]:
        """Pairs with counts that keep all curves: one list for each kind, of which curves have some."""
        found = [(curve.members(), k) for curve, k in self.curves]
        kinds = max(len(pairs) for pairs, _ in found)
        return [[(pairs[min(i, len(pairs) - 1)], k) for pairs, k in found] for i in range(kinds)]

    def dominating(self) -> list[tuple[DominatingPair, int]] | None:
        """Pairs with counts that dominate all that keep the curves; None where one is not known."""
        found = [(curve.dominating, k) for curve, k in self.curves]
        known = [(pair, k) for pair, k in found if pair is not None]
        return known if len(known) == len(found) else None

    def pair(self) -> Tabulated:
        """A pair that dominates all that keep the curves: the hull of the bounds at many places."""
        return _pair(self)

    def minimiser(self, moments: Moments, of: Callable[[float, float], float]) -> Fraction | None:
        """The tilt c with the least of(c, lnM(c)), a quasi-convex function of ln c in floats; None for none.

        Tried are the result of a golden-section search, and the vertices next to it.
        """

        def value(c: Fraction) -> float:
            with precision(64):
                found = moments(c)
            middle = inf if found is None else float(found.mid())
            return of(float(c), middle) if middle < inf else inf

        top = MOST_TILT if self.largest is None else min(MOST_TILT, log(self.largest))
        near = least(lambda x: value(short(exp(x))), LEAST_TILT, top, STEPS, WIDTH)
        tried = [short(exp(near)), *([] if self.largest is None else [self.largest])]
        corners = sorted({c for curve, _ in self.curves for c in curve.vertices})
        above = next((i for i, c in enumerate(corners) if c >= tried[0]), len(corners))
        tried += corners[max(0, above - 1) : above + 1]
        best = min(tried, key=value)
        return best if value(best) < inf else None


def _shape(c: arb) -> arb:
    """c ln(c/(1 + c)) - ln(1 + c): (1 - e^-u)_+ <= e^(c u) times the exponential of it."""
    return c * (c / (1 + c)).log() - (1 + c).log()


def _shape_float(c: float) -> float:
    return (c * (log(c) - log(1 + c)) if c > 0 else 0.0) - log(1 + c)


def delta_from_moments(
    bound: MomentBound, moments: Moments, lost: Fraction, epsilon: Log
) -> tuple[Fraction, Fraction | None]:
    """An upper bound of delta(epsilon), and its tilt, the best that is found; lost bounds the mass at
    infinity.
    """
    at = float(epsilon.enclosure(64).mid())
    c = bound.minimiser(moments, lambda c, m: m - c * at + _shape_float(c))
    return (Fraction(1), None) if c is None else (_delta_at(moments, c, lost, epsilon), c)


def _delta_at(moments: Moments, c: Fraction, lost: Fraction, epsilon: Log) -> Fraction:
    """The bound at one tilt."""
    with precision(BITS):
        found, exact = moments(c), arb(rational(c))
        if found is None:
            return Fraction(1)
        return min(Fraction(1), lost + _up((found - exact * epsilon.enclosure(BITS) + _shape(exact)).exp()))


def epsilon_from_moments(
    bound: MomentBound, moments: Moments, lost: Fraction, delta: Fraction
) -> tuple[Fraction | None, Fraction | None]:
    """An upper bound of the smallest epsilon >= 0 with delta(epsilon) <= delta, and its tilt; or None."""
    if delta <= lost:
        return None, None
    with precision(64):
        level = float(arb(rational(delta - lost)).log().mid())
    c = bound.minimiser(moments, lambda c, m: (m + _shape_float(c) - level) / c)
    if c is None:
        return None, None
    with precision(BITS):
        found, exact = moments(c), arb(rational(c))
        if found is None:
            return None, None
        ends = bounds((found + _shape(exact) - arb(rational(delta - lost)).log()) / exact)
    return (None if ends is None else max(Fraction(0), ends[1])), c


def hull_may_help(bound: MomentBound, delta: Fraction, c: Fraction | None) -> bool:
    """Whether the convex hull of all bounds may lie below the bound delta by moments, which has the tilt c.

    In y = e^epsilon that bound has the slope -c delta/y: between y = 0 and 1 its tangent is at most
    (1 + c) delta.  Where this is far below the bound at y = 1, no chord passes below the tangent.
    """
    return c is None or (1 + c) * delta * FAR_BELOW > advantage_from_moments(bound, bound.log_moment)


def advantage_from_moments(bound: MomentBound, moments: Moments) -> Fraction:
    """An upper bound of delta(0): sqrt(KL/2) (Pinsker) and sqrt(1 - e^-KL) (Bretagnolle and Huber)."""
    c = NEARLY_ONE if bound.largest is None else min(NEARLY_ONE, bound.largest)
    with precision(BITS):
        found = moments(c)
        if found is None:
            return Fraction(1)
        kl = (found / rational(c)).max(arb(0))
        return min(_up((kl / 2).sqrt()), _up((-(-kl).expm1()).sqrt()), Fraction(1))


@lru_cache(maxsize=64)
def _pair(bound: MomentBound) -> Tabulated:
    """The hull of the bounds at places on both sides of 0: H(y) = 1 - y + y H(1/y) of the other order."""
    tilts = _tilts(bound)
    far = 1e-9
    while far < FARTHEST and _best(tilts, far)[0] > -DEPTH:
        far *= 1.25
    most = advantage_from_moments(bound, bound.log_moment)
    found = [(Fraction(1), most)]
    for i in range(1, PLACES + 1):
        y = Fraction(exp(far * i / PLACES)).limit_denominator(2**60)
        value = min(most, _delta_at(bound.log_moment, _best(tilts, far * i / PLACES)[1], Fraction(0), ln(y)))
        value = max(value, FLOOR)
        found = [(1 / y, 1 - 1 / y + value / y), *found, (y, value)]
    return Tabulated(pair_above(found))


def _tilts(bound: MomentBound) -> list[tuple[float, float, Fraction]]:
    """Tilts c with the exponent lnM(c) + c ln(c/(1 + c)) - ln(1 + c) in floats."""
    last = MOST_LOG if bound.largest is None else min(MOST_LOG, log(bound.largest))
    given = [short(exp(last - STEP * i)) for i in range(int((last - LEAST_LOG) / STEP))]
    given += [c for curve, _ in bound.curves for c in curve.vertices]
    found = []
    with precision(64):
        for c in given:
            moment = bound.log_moment(c)
            if moment is not None:
                found.append((float(c), float(moment.mid()) + _shape_float(float(c)), c))
    return found


def _best(tilts: list[tuple[float, float, Fraction]], epsilon: float) -> tuple[float, Fraction]:
    """ln of the bound of delta in floats, and its tilt."""
    value, _, c = min((shape - c * epsilon, c, exact) for c, shape, exact in tilts)
    return value, c


def _up(x: arb) -> Fraction:
    """An upper end with few bits, at least 2^-LEAST_BITS and at most 1, also where there is none."""
    least = arb(2) ** -LEAST_BITS
    if ball_sign(least - x) == 1:
        return Fraction(1, 2**LEAST_BITS)
    ends = None if ball_sign(x - 1) == 1 else bounds(arb(x.upper()))
    if ends is None:
        return Fraction(1)
    bits = max(0, SHORT_BITS - (ends[1].numerator.bit_length() - ends[1].denominator.bit_length()))
    return Fraction(-((-ends[1] * 2**bits) // 1), 2**bits)
