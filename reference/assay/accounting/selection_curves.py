"""Renyi divergences of the best of K outputs of what keeps a curve, is epsilon-DP, or is Gaussian noise.

With f the generating function of K and B(c) >= c D_(1+c) of the mechanism, in both orders,

    truncated negative binomial   c D_(1+c) <= B(c) + ln E K + (1 + eta) c V,
                                  V = min over h >= 0 of (B(h) + ln(1/gamma))/(1 + h),
    Poisson                       c D_(1+c) <= ln(e^-mean + mean e^(B(c) + c mean delta(ln(1 + 1/c)))),

the second for the delta of the mechanism.  Where it is epsilon-DP, the first is (2 + eta) epsilon-DP and the
second (epsilon + mean tanh(epsilon/2))-DP.  Source: Papernot and Steinke, "Hyperparameter Tuning with Renyi
Differential Privacy", ICLR 2022, theorems 2 and 6 (there without e^-mean); proofs in section 17 of
spec/accounting.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import exp, log, sqrt
from statistics import NormalDist

from ..arguments import positive_rational
from ..composition.arguments import freeze
from ..composition.pair import DominatingPair
from ..errors import InvalidValue
from ..exact import ln, number
from ..exact._flint import arb, bounds, precision
from ..exact._flint import rational as ball
from ..exact.bracket import log2_of
from ..exact.order import ball_sign
from ..exact.real import brief
from .densities import Gaussian
from .discrete import DiscreteLaplace
from .moment_bounds import MomentBound
from .moment_conversions import delta_from_moments
from .planning.golden_section import least
from .planning.loss_sketch import short
from .renyi_curves import Concentrated, Curve, response_moment, response_moment_near
from .repetitions import Repetitions, TruncatedNegativeBinomial
from .selected import ExactMasses, GaussianCells, SelectedPair, three_outputs
from .total_loss import SingleTotal

BITS = 192
TRIED, WIDTH, FARTHEST = 40, 1e-4, 12.0
"""Steps of the search for h, between e^-12 and e^12."""
CELLS, GRID = 64, 4096


@dataclass(frozen=True)
class Pure(Curve):
    """epsilon-differential privacy, whose worst case is randomised response."""

    epsilon: Fraction

    def __post_init__(self) -> None:
        """Read the argument.  Raises InvalidValue unless it is positive."""
        freeze(self, "epsilon", positive_rational(self.epsilon, "epsilon"))

    @property
    def name(self) -> str:
        """The promise."""
        return f"{brief(self.epsilon)}-DP"

    @property
    def is_unbounded(self) -> bool:
        """No loss is above epsilon."""
        return False

    @property
    def dominating(self) -> DominatingPair:
        """Randomised response."""
        return DiscreteLaplace(self.epsilon, 1)

    def log_moment(self, c: Fraction) -> arb:
        """That of randomised response."""
        return response_moment(arb(ball(self.epsilon)), arb(ball(1 + c)))

    def near(self, c: float) -> float:
        """The same in floats."""
        return response_moment_near(float(self.epsilon), 1 + c)

    def members(self) -> tuple[DominatingPair, ...]:
        """Randomised response."""
        return (self.dominating,)


@dataclass(frozen=True)
class GaussianCurve(Concentrated):
    """Gaussian noise with mu^2 = 2 rho itself, or what is computed from it."""

    @property
    def name(self) -> str:
        """mu^2."""
        return f"Gaussian(mu^2 = {brief(2 * self.rho)})"

    def members(self) -> tuple[DominatingPair, ...]:
        """The noise."""
        return (Gaussian(2 * self.rho),)


@dataclass(frozen=True)
class SelectedCurve(Curve):
    """The best of K outputs of everything that keeps a curve."""

    base: Curve
    repetitions: Repetitions

    @property
    def name(self) -> str:
        """K, and the promise of the mechanism."""
        return f"the best of {self.repetitions.name} outputs of {self.base.name}"

    @property
    def largest(self) -> Fraction | None:
        """That of the base."""
        return self.base.largest

    @property
    def is_unbounded(self) -> bool:
        """As the base: f'(0) and f'(1) are positive and finite."""
        return self.base.is_unbounded

    @cached_property
    def dominating(self) -> DominatingPair | None:
        """Randomised response, for a base with pure privacy."""
        if not isinstance(self.base, Pure):
            return None
        if isinstance(self.repetitions, TruncatedNegativeBinomial):
            return DiscreteLaplace((2 + self.repetitions.eta) * self.base.epsilon, 1)
        with precision(BITS):
            e = arb(ball(self.base.epsilon))
            ends = bounds(e + self.repetitions.mean() * (e / 2).tanh())
        if ends is None:
            return None
        return DiscreteLaplace(Fraction(-((-ends[1] * 2**40) // 1), 2**40), 1)

    def log_moment(self, c: Fraction) -> arb:
        """The two formulas of the module."""
        once = self.base.log_moment(c)
        if isinstance(self.repetitions, TruncatedNegativeBinomial):
            factor = ball((1 + self.repetitions.eta) * c)
            return once + self.repetitions.mean().log() + factor * self._steepness()
        mean = self.repetitions.mean()
        return ((-mean).exp() + mean * (once + ball(c) * mean * ball(self._delta(c))).exp()).log()

    def near(self, c: float) -> float:
        """The first formula in floats."""
        if not isinstance(self.repetitions, TruncatedNegativeBinomial):
            return super().near(c)
        rest, steepness = self._parts
        return self.base.near(c) + rest + float(1 + self.repetitions.eta) * c * steepness

    @cached_property
    def _parts(self) -> tuple[float, float]:
        """ln E K and V in floats."""
        with precision(64):
            return float(self.repetitions.mean().log().mid()), float(self._steepness().mid())

    def _steepness(self) -> arb:
        """V at a good h."""
        rest = -arb(ball(self._gamma)).log()
        found = [rest]
        if isinstance(self.base, Pure):
            found.append(arb(ball(self.base.epsilon)))
        if self._place is not None:
            found.append((self.base.log_moment(self._place) + rest) / ball(1 + self._place))
        return min(found, key=lambda x: float(x.mid()))

    @property
    def _gamma(self) -> Fraction:
        return (
            self.repetitions.gamma if isinstance(self.repetitions, TruncatedNegativeBinomial) else Fraction(1)
        )

    @cached_property
    def _place(self) -> Fraction | None:
        """The h with the least bound of V in floats; it is quasi-convex, a convex function over 1 + h."""
        top, rest = self.largest, log2_of(1 / self._gamma) * log(2)  # of any size
        last = FARTHEST if top is None else min(FARTHEST, log(top))

        def value(h: float | Fraction) -> float:
            return (self.base.near(float(h)) + rest) / (1 + float(h))

        near = short(exp(least(lambda x: value(exp(x)), min(-FARTHEST, last - 1), last, TRIED, WIDTH)))
        tried = [*self.base.vertices, *([near] if top is None or near <= top else [])]
        return min(tried, key=value, default=None)

    def _delta(self, c: Fraction) -> Fraction:
        """An upper end of the delta of the base at ln(1 + 1/c)."""
        level = ln(1 + 1 / c)
        if isinstance(self.base, Pure | GaussianCurve):
            upper = SingleTotal(self.base.members()[0], BITS).delta(level).upper
            return Fraction(1) if upper is None else upper
        bound = MomentBound.of(self.base)
        return delta_from_moments(bound, bound.log_moment, Fraction(0), level)[0]

    def members(self) -> tuple[DominatingPair, ...]:
        """The best of K outputs of Gaussian noise in cells, and of mechanisms with three outputs."""
        return tuple(SelectedPair(each, self.repetitions) for each in _bases(self.base, self.repetitions))


def _bases(base: Curve, repetitions: Repetitions) -> list[ExactMasses | GaussianCells]:
    """Finite mechanisms that keep the curve, in both orders."""
    found: list[ExactMasses | GaussianCells] = []
    with precision(BITS):
        rare = 1 / max(1.0, float(repetitions.mean().mid()))
    for member in base.members():
        if isinstance(member, Gaussian):
            found += _cells(member.mu_squared, rare)
        elif isinstance(member, DiscreteLaplace):
            found += _responses(member.rate, rare)
    return found


def _cells(mu_squared: Fraction, rare: float) -> list[ExactMasses | GaussianCells]:
    """Few outputs near 0 ranked best, with many beside them second; and many cells by their place, which cost
    most.
    """
    normal, mu = NormalDist(), sqrt(float(mu_squared))
    ends = [Fraction(round((-6 + (12 + mu) * i / CELLS) * GRID), GRID) for i in range(1, CELLS)]
    found: list[ExactMasses | GaussianCells] = []
    for share in (4.0, 1.0):  # the best one is mostly the first: what is smaller is quickly seen to be
        low = short(normal.inv_cdf(min(0.4, share * rare)))
        high = short(mu + normal.inv_cdf(1 - min(0.4, rare)))
        if low < high:
            found.append(GaussianCells(mu_squared, (low, high), (1, 2, 0)))
    return [*found, GaussianCells(mu_squared, tuple(ends), tuple(range(CELLS)))]


def _responses(epsilon: Fraction, rare: float) -> list[ExactMasses | GaussianCells]:
    """Three outputs whose ratios are e^epsilon or its inverse, rounded inwards."""
    found: list[ExactMasses | GaussianCells] = []
    for best, second in ((1.0, 0.1), (4.0, 0.5), (0.1, 0.1)):
        try:
            ratio = _ratio(epsilon)
            high = Fraction(min(0.5, best * rare * float(ratio))).limit_denominator(10**9)
            low = Fraction(min(0.2 / float(ratio), second * rare)).limit_denominator(10**9)
            found.append(ExactMasses(three_outputs(low, high, ratio)))
        except (InvalidValue, OverflowError, ZeroDivisionError):
            continue
    ratio = _ratio(epsilon) if epsilon < 700 else Fraction(1)
    p, q = number(ratio / (1 + ratio)), number(1 / (1 + ratio))
    return [*found, ExactMasses(((q, p), (p, q)))]


def _ratio(epsilon: Fraction) -> Fraction:
    """A rational just below e^epsilon."""
    near = Fraction(exp(float(epsilon))).limit_denominator(10**9)
    with precision(BITS):
        while ball_sign(arb(ball(epsilon)).exp() - ball(near)) != 1:
            near *= 1 - Fraction(1, 10**9)
    return near
