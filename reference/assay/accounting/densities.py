"""Pairs of noise with a density: Gaussian, Laplace, Gaussian with a record replaced, and bounded range."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..arguments import nonnegative_rational, positive_rational, proper_rate
from ..composition.arguments import check_count, freeze
from ..composition.finite_pair import NOTHING
from ..composition.pair import BallAtom, DominatingPair, SymmetricDensity, Tail
from ..errors import InvalidValue
from ..exact import ExactLike, Log, log_value, number
from ..exact._flint import arb, fmpq, rational
from ..exact.order import ball_sign
from ..exact.real import brief

FAR_BELOW = 2**30
"""So many deviations below 0 the inequality for the tail is as good as erfc."""


def phi(x: arb) -> arb:
    """The standard normal distribution function.

    Far below 0 it is between y/(1 + y^2) and 1/y times the density at y = -x (Gordon, 1941), where erfc gives
    no more than [0, tiny].
    """
    if ball_sign(x + FAR_BELOW) != -1:
        return (-x / arb(2).sqrt()).erfc() / 2
    density = (-x * x / 2).exp() / (2 * arb.pi()).sqrt()
    return density * (-x / (1 + x * x)).union(-1 / x)


@dataclass(frozen=True)
class Gaussian(SymmetricDensity):
    """N(mu, 1) against N(0, 1), with mu = sensitivity / sigma:  L ~ N(mu^2/2, mu^2) under P."""

    mu_squared: Fraction

    def __post_init__(self) -> None:
        """Read the argument.  Raises InvalidValue for a negative one."""
        freeze(self, "mu_squared", nonnegative_rational(self.mu_squared, "mu_squared"))

    @staticmethod
    def of(sigma: ExactLike, sensitivity: ExactLike = 1) -> Gaussian:
        """The Gaussian mechanism with standard deviation sigma and the stated l2-sensitivity."""
        return Gaussian(
            (positive_rational(sensitivity, "sensitivity") / positive_rational(sigma, "sigma")) ** 2
        )

    @property
    def name(self) -> str:
        """mu^2 determines the pair."""
        return f"Gaussian(mu^2 = {brief(self.mu_squared)})"

    def times(self, count: int) -> Gaussian:
        """The composition of `count` rounds, which is Gaussian again: the mu^2 add up."""
        check_count(count)
        return Gaussian(self.mu_squared * count)

    def tail(self, loss: arb) -> Tail:
        """Phi((+-mu^2/2 - l)/mu)."""
        square = arb(rational(self.mu_squared))
        half, mu = square / 2, square.sqrt()
        return Tail(phi((half - loss) / mu), phi((-half - loss) / mu))


@dataclass(frozen=True)
class Laplace(SymmetricDensity):
    """Laplace noise of scale sensitivity/epsilon: atoms at +-epsilon, a density between."""

    epsilon: Fraction

    def __post_init__(self) -> None:
        """Read the argument.  Raises InvalidValue for a negative one."""
        freeze(self, "epsilon", nonnegative_rational(self.epsilon, "epsilon"))

    @staticmethod
    def of(scale: ExactLike, sensitivity: ExactLike = 1) -> Laplace:
        """The Laplace mechanism with density e^(-|z|/scale)/(2 scale) and the stated sensitivity."""
        return Laplace(positive_rational(sensitivity, "sensitivity") / positive_rational(scale, "scale"))

    @property
    def name(self) -> str:
        """epsilon determines the pair."""
        return f"Laplace(epsilon = {brief(self.epsilon)})"

    def tail(self, loss: arb) -> Tail:
        """(1 - e^((l-eps)/2))/2 under P and (e^((-l-eps)/2) - e^(-eps))/2 under Q, for -eps <= l <= eps."""
        e = arb(rational(self.epsilon))
        inside = loss.min(e).max(-e)
        return Tail((1 - ((inside - e) / 2).exp()) / 2, (((-inside - e) / 2).exp() - (-e).exp()) / 2)

    def total(self) -> Tail:
        """(1 - e^-epsilon)/2 under both: what the atoms leave."""
        rest = -(-arb(rational(self.epsilon))).expm1() / 2
        return Tail(rest, rest)

    def point_masses(self) -> Sequence[BallAtom]:
        """1/2 and e^-epsilon/2, in both orders."""
        e = arb(rational(self.epsilon))
        small = (-e).exp() / 2
        return (BallAtom(e, arb(fmpq(1, 2)), small), BallAtom(-e, small, arb(fmpq(1, 2))))

    def extremes(self) -> tuple[Log, Log]:
        """+-epsilon."""
        return log_value(-self.epsilon), log_value(self.epsilon)


@dataclass(frozen=True)
class ReplacedGaussian(SymmetricDensity):
    """Poisson-subsampled Gaussian noise, one record replaced by another.

        (1-q) N(0, 1) + q N(mu, 1)   against   (1-q) N(0, 1) + q N(-mu, 1),   mu = sensitivity / sigma.

    `sensitivity` bounds the norm of *one* contribution; opposite ones are the worst case.
    Source: Lebeda, Regehr, Kamath and Steinke, "Avoiding Pitfalls for Privacy Accounting of Subsampled
    Mechanisms under PrivacyLoss", 2024.
    """

    mu_squared: Fraction
    rate: Fraction

    def __post_init__(self) -> None:
        """Read the arguments.  Raises InvalidValue unless mu_squared > 0 and 0 < rate < 1."""
        freeze(self, "mu_squared", positive_rational(self.mu_squared, "mu_squared"))
        freeze(self, "rate", proper_rate(self.rate, "rate", "ReplacedGaussian"))

    @staticmethod
    def of(sigma: ExactLike, rate: ExactLike, sensitivity: ExactLike = 1) -> DominatingPair:
        """The pair; at rate 1 the Gaussian pair at distance 2 mu.

        Raises InvalidValue for a rate outside (0, 1].
        """
        q = number(rate, "rate")
        if not q.is_rational or q <= 0 or q > 1:
            raise InvalidValue(f"rate = {q} is not a rational in (0, 1]; give one, such as '1/100'")
        base = Gaussian.of(sigma, sensitivity).mu_squared
        return Gaussian(4 * base) if q == 1 else ReplacedGaussian(base, q.as_fraction())

    @property
    def name(self) -> str:
        """The parameters."""
        return f"Poisson({brief(self.rate)}) of Gaussian(mu^2 = {brief(self.mu_squared)}), a record replaced"

    def _outcome(self, loss: arb) -> tuple[arb, arb]:
        """(mu, x) where x is the outcome with that loss; the loss grows with x.

        With z = e^(mu x) and a = e^(-mu^2/2):  q a z^2 + (1-q)(1 - e^l) z - q a e^l = 0.
        """
        q, mu2 = arb(rational(self.rate)), arb(rational(self.mu_squared))
        a, mu = q * (-mu2 / 2).exp(), mu2.sqrt()
        if ball_sign(loss) == 1:
            # divided by e^l, which may be out of range; both roots are the positive one, without cancellation
            fading = (-loss).exp()
            linear = (1 - q) * (fading - 1)
            root = (linear * linear + 4 * a * a * fading).sqrt()
            return mu, (loss + ((root - linear) / (2 * a)).log()) / mu
        growth = loss.exp()
        linear = (1 - q) * (1 - growth)
        root = (linear * linear + 4 * a * a * growth).sqrt()
        return mu, (loss + (2 * a / (root + linear)).log()) / mu

    def tail(self, loss: arb) -> Tail:
        """Mixtures of normal tails at the outcome with that loss."""
        q = arb(rational(self.rate))
        mu, x = self._outcome(loss)
        middle = (1 - q) * phi(-x)
        return Tail(middle + q * phi(mu - x), middle + q * phi(-mu - x))


@dataclass(frozen=True)
class BoundedRange(SymmetricDensity):
    """The pair that dominates every pair whose losses lie in an interval of length eta > 0.

    The exponential mechanism has such losses.  If the losses of (P, Q) lie in [t - eta, t], then
    delta(epsilon) = E_Q (e^L - e^epsilon)_+ is at most what the chord of that convex function gives, since
    E_Q e^L = 1: randomised response with the losses t and t - eta.  The largest over 0 <= t <= eta is reached
    at t = (epsilon + eta)/2:

        H(epsilon) = (1 - e^((epsilon - eta)/2))^2/(1 - e^-eta),     -eta <= epsilon <= eta,

    which is again the delta of one pair: its losses have a density, and

        P(L > l) = (1 - e^((l - eta)/2))/(1 - e^-eta),   Q(L > l) = (e^(-(eta + l)/2) - e^-eta)/(1 - e^-eta).

    Source: Dong, Durfee and Rogers, "Optimal Differential Privacy Composition for Exponential Mechanisms",
    ICML 2020.
    """

    eta: Fraction

    def __post_init__(self) -> None:
        """Read the argument.  Raises InvalidValue unless it is positive."""
        freeze(self, "eta", positive_rational(self.eta, "eta"))

    @staticmethod
    def of(eta: ExactLike) -> DominatingPair:
        """The pair; that without loss for eta = 0.  Raises InvalidValue for a negative eta."""
        length = nonnegative_rational(eta, "range")
        return BoundedRange(length) if length else NOTHING

    @property
    def name(self) -> str:
        """eta determines the pair."""
        return f"bounded range(eta = {self.eta})"

    def tail(self, loss: arb) -> Tail:
        """The two formulas above, between -eta and eta."""
        e = arb(rational(self.eta))
        inside, whole = loss.min(e).max(-e), -(-e).expm1()
        p = -((inside - e) / 2).expm1()
        return Tail(p / whole, (-e).exp() * ((e - inside) / 2).expm1() / whole)

    def extremes(self) -> tuple[Log, Log]:
        """+-eta."""
        return log_value(-self.eta), log_value(self.eta)
