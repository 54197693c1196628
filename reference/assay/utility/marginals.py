"""The worst error of private one-way marginals, max over j of |noise_j|: tails, quantiles, sample complexity.

    laplace      P(max < alpha) = (1 - e^(-alpha/b))^d            mean b (1 + 1/2 + ... + 1/d)
    gaussian     P(max < alpha) = erf(alpha/(sigma sqrt 2))^d
    l_infinity   P(max >= alpha) = Gamma(d, alpha/b)/Gamma(d)     mean b d

With b = 2 d/(n epsilon) for Laplace noise and b = 2/(n epsilon) for L-infinity noise the means at the same
epsilon are in the ratio 1 + 1/2 + ... + 1/d: that is the factor log d that the L-infinity mechanism saves.
The error is that of the noise; clipping the answers to [-1, 1] makes it no larger.
Source: Steinke and Ullman, "Between pure and approximate differential privacy", 2017, sections 1 and 4.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from ..arguments import open_probability, positive_integer, rational
from ..attacks.tracing_noise import Kind, Noise, noise_for
from ..errors import InvalidValue
from ..exact import Certified, EpsilonLike, ExactLike, integer_text
from ..exact._flint import arb
from ..exact._flint import rational as flint_rational
from ..exact.real import brief

MOST_DIGITS = 200
"""A quantile is not bisected to more digits."""


@dataclass(frozen=True)
class WorstError:
    """max over j <= d of |Y_j| for a noise vector Y on R^d."""

    noise: Noise
    d: int

    def __post_init__(self) -> None:
        positive_integer(self.d, "d")
        if self.noise.scale <= 0:
            raise InvalidValue(f"scale = {brief(self.noise.scale)} violates the condition scale > 0")

    def tail(self, alpha: ExactLike) -> Certified:
        """P(max >= alpha) for alpha > 0, certified."""
        at = rational(alpha, "alpha")
        if at <= 0:
            raise InvalidValue(f"alpha = {brief(at)} violates the condition alpha > 0")
        x, d, kind = at / self.noise.scale, self.d, self.noise.kind

        def ball(_: int) -> arb:
            s = arb(flint_rational(x))
            if kind == "l_infinity":
                return s.gamma_upper(d, regularized=1)
            one = -(-s).exp() if kind == "laplace" else -(s / arb(2).sqrt()).erfc()
            return -(d * one.log1p()).expm1()

        return Certified(
            ball, f"P(max of {brief(d)} |noise| >= {brief(at)}), {kind}, scale {brief(self.noise.scale)}"
        )

    def quantile(self, share: ExactLike, digits: int = 8) -> tuple[Fraction, Fraction]:
        """low < high with P(max < low) <= share <= P(max < high), certified; they agree in so many digits.

        Raises InvalidValue unless 0 < share < 1.
        """
        if positive_integer(digits, "digits") > MOST_DIGITS:
            raise InvalidValue(f"digits = {integer_text(digits)} is above the supported {MOST_DIGITS}")
        beyond = 1 - open_probability(share, "share")
        high = self.noise.scale
        while self.tail(high) > beyond:
            high *= 2
        while self.tail(high / 2) <= beyond:
            high /= 2
        low = high / 2
        while (high - low) * 10**digits > high:
            middle = (low + high) / 2
            low, high = (low, middle) if self.tail(middle) <= beyond else (middle, high)
        return low, high

    def mean(self) -> Fraction:
        """E max, for Laplace and L-infinity noise; InvalidValue for Gaussian, where it has no closed form."""
        if self.noise.kind == "gaussian":
            raise InvalidValue("kind = 'gaussian': the mean of the maximum has no closed form; use quantile")
        if self.noise.kind == "l_infinity":
            return self.noise.scale * self.d
        return self.noise.scale * sum((Fraction(1, j) for j in range(1, self.d + 1)), Fraction(0))


def worst_error(kind: Kind, n: int, d: int, epsilon: EpsilonLike, delta: ExactLike = 0) -> WorstError:
    """The worst error over d marginals of n rows of (epsilon, delta)-DP noise, see `noise_for`."""
    return WorstError(noise_for(kind, n, d, epsilon, delta), d)


def sample_complexity(
    kind: Kind, d: int, alpha: ExactLike, beta: ExactLike, epsilon: EpsilonLike, delta: ExactLike = 0
) -> int:
    """The smallest n at which P(max over j of |noise_j| >= alpha) <= beta.

    For Gaussian noise up to the relative 10^-6 to which sigma is known, always on the safe side.
    Raises InvalidValue unless d >= 1, 0 < alpha, 0 < beta < 1, 0 < epsilon < infinity, and delta = 0 or,
    for "gaussian", 0 < delta < 1.
    """
    error, failure = rational(alpha, "alpha"), open_probability(beta, "beta")
    if error <= 0:
        raise InvalidValue(f"alpha = {brief(error)} violates the condition alpha > 0")
    single = worst_error(kind, 1, d, epsilon, delta)
    low, high = (ceil(x / error) for x in single.quantile(1 - failure))  # the scale is proportional to 1/n
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if single.tail(middle * error) > failure else (low, middle)
    return low
