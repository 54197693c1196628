"""Renyi divergences of the best of K outputs of what keeps a curve, is epsilon-DP, or is Gaussian noise.

With f the generating function of K and B(c) >= c D_(1+c) of the mechanism, in both orders,

    truncated negative binomial   c D_(1+c) <= B(c) + ln E K + (1 + eta) c V,
                                  V = min over h >= 0 of (B(h) + ln(1/gamma))/(1 + h),
    Poisson                       c D_(1+c) <= ln(e^-mean + mean e^(B(c) + c mean delta(ln(1 + 1/c)))),

the second for the delta of the mechanism.  Where it is epsilon-DP, the first is (2 + eta) epsilon-DP and the
second (epsilon + mean tanh(epsilon/2))-DP; what it loses exactly is in `selected_pure`.  Source: Papernot and
Steinke, "Hyperparameter Tuning with Renyi Differential Privacy", ICLR 2022, theorems 2 and 6 (there without
e^-mean); proofs in section 17 of spec/accounting.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import exp, log

from ..arguments import positive_rational
from ..composition.arguments import freeze
from ..composition.pair import DominatingPair
from ..errors import InvalidValue
from ..exact import ln
from ..exact._flint import arb, precision
from ..exact._flint import rational as ball
from ..exact.bracket import log2_of
from ..exact.real import brief
from .densities import Gaussian
from .discrete import DiscreteLaplace
from .moment_bounds import MomentBound
from .moment_conversions import delta_from_moments
from .planning.golden_section import least
from .planning.loss_sketch import short
from .renyi_curves import Concentrated, Curve, response_moment, response_moment_near
from .repetitions import Repetitions, TruncatedNegativeBinomial
from .selected import ExactMasses, GaussianCells, SelectedPair
from .selected_gaussian import SelectedGaussian, pair_of
from .selected_pure import SelectedPure
from .selected_pure import pair_of as pair_of_pure
from .selection_members import members_of
from .single_loss import SingleTotal
from .total_loss import Total

BITS = 192
TRIED, WIDTH, FARTHEST = 40, 1e-4, 12.0
"""Steps of the search for h, between e^-12 and e^12."""


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
        """The hull of the worst order, for a base with pure privacy or Gaussian noise."""
        if isinstance(self.base, GaussianCurve):
            return pair_of(self.of_noise)
        return None if self.worst is None else pair_of_pure(self.worst)

    @property
    def worst(self) -> SelectedPure | None:
        """That of a base with pure privacy."""
        return SelectedPure(self.repetitions, self.base.epsilon) if isinstance(self.base, Pure) else None

    @property
    def alone(self) -> Total | None:
        """The bound for Gaussian noise."""
        return self.of_noise if isinstance(self.base, GaussianCurve) else None

    @cached_property
    def of_noise(self) -> SelectedGaussian:
        """The same, for a base of which Gaussian noise is known."""
        if not isinstance(self.base, GaussianCurve):
            raise InvalidValue(f"base = {self.base.name} is no Gaussian noise; ask `alone`")
        return SelectedGaussian(self.repetitions, 2 * self.base.rho)

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
        """The best of K outputs of finite mechanisms that keep the curve of the base."""
        return tuple(SelectedPair(each, self.repetitions) for each in self._bases)

    @cached_property
    def _bases(self) -> list[ExactMasses | GaussianCells]:
        return [
            found
            for member in self.base.members()
            if isinstance(member, Gaussian | DiscreteLaplace)
            for found in members_of(member, self.repetitions)
        ]
