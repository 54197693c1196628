"""Noise for d one-way marginals of n rows: scales from privacy parameters, certified; and float samplers.

Marginals are means of entries -1 and 1: replacing a row moves each by at most 2/n, all of them together by
2 d/n in L1, 2 sqrt(d)/n in L2 and 2/n in L-infinity norm.

    laplace      scale b = 2 d/(n epsilon) in every coordinate                (epsilon, 0)
    l_infinity   scale b = 2/(n epsilon): density ~ e^(-|y|_inf / b)          (epsilon, 0)
    gaussian     standard deviation sigma in every coordinate                 (epsilon, delta)

The samplers draw floats: they serve simulations, and are no private implementation of anything.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from ..arguments import open_probability, positive_integer, rational
from ..errors import InvalidValue
from ..exact import Certified, EpsilonLike, ExactLike, Log, eps, number
from ..exact._flint import arb
from ..exact._flint import rational as flint_rational
from ..exact.real import brief

Kind: TypeAlias = Literal["laplace", "gaussian", "l_infinity"]
KINDS: tuple[Kind, ...] = ("laplace", "gaussian", "l_infinity")
DIGITS = 6
"""Significant digits of a scale that is found by bisection; it is rounded up, towards more noise."""


@dataclass(frozen=True)
class Noise:
    """Additive noise for the marginals: its kind, and b or sigma as a rational > 0.

    Raises InvalidValue for an unknown kind or a scale that is not positive, FloatRefused for a float.
    """

    kind: Kind
    scale: Fraction

    def __post_init__(self) -> None:
        known_kind(self.kind)
        object.__setattr__(self, "scale", rational(self.scale, "scale"))
        if self.scale <= 0:
            raise InvalidValue(f"scale = {brief(self.scale)} violates the condition scale > 0")


def known_kind(kind: object) -> None:
    """Refuse a kind of noise that there is not."""
    if kind not in KINDS:
        raise InvalidValue(f"kind = {kind!r} is unknown; choose one of {', '.join(map(repr, KINDS))}")


def noise_for(kind: Kind, n: int, d: int, epsilon: EpsilonLike, delta: ExactLike = 0) -> Noise:
    """The noise of this kind that makes the marginals (epsilon, delta)-DP; delta is for "gaussian" only.

    Raises InvalidValue unless n, d >= 1, 0 < epsilon < infinity, and delta = 0 or, for "gaussian", 0 < delta
    < 1; or where the kind is unknown.
    """
    rows, size, level = positive_integer(n, "n"), positive_integer(d, "d"), positive_epsilon(epsilon)
    if kind == "gaussian":
        return Noise(kind, gaussian_sigma(level, delta) * _root_above(size) * 2 / rows)
    known_kind(kind)
    if number(delta, "delta") != 0:
        raise InvalidValue(
            f"delta = {brief(delta)}: {kind} noise is for delta = 0; choose 'gaussian' or drop delta"
        )
    width = size if kind == "laplace" else 1
    return Noise(kind, Fraction(2 * width, rows) / epsilon_below(level))


def positive_epsilon(epsilon: EpsilonLike) -> Log:
    """0 < epsilon < infinity."""
    level = eps(epsilon)
    if level.is_infinite or level.is_symbolic or level == 0:
        raise InvalidValue(f"epsilon = {brief(level)} violates the condition 0 < epsilon < infinity")
    return level


def epsilon_below(level: Log) -> Fraction:
    """epsilon itself where it is rational, otherwise a rational below it, equal in 30 digits."""
    return level.rational_value() or Fraction(level.lower(30))


def gaussian_delta(sigma: ExactLike, epsilon: EpsilonLike) -> Certified:
    """The smallest delta of N(0, sigma^2) noise on a query of L2-sensitivity 1, certified.

    delta = Phi(1/(2 sigma) - epsilon sigma) - e^epsilon Phi(-1/(2 sigma) - epsilon sigma), sigma > 0.
    Source: Balle and Wang, "Improving the Gaussian mechanism for differential privacy", ICML 2018, Theorem 5.
    """
    level, spread = positive_epsilon(epsilon), rational(sigma, "sigma")
    if spread <= 0:
        raise InvalidValue(f"sigma = {brief(spread)} violates the condition sigma > 0")

    def ball(bits: int) -> arb:
        e, s = level.enclosure(bits), arb(flint_rational(spread))
        half = 1 / (2 * s)
        return _phi(half - e * s) - e.exp() * _phi(-half - e * s)

    return Certified(ball, f"delta of Gaussian noise, sigma = {brief(spread)}, at epsilon = {brief(level)}")


def gaussian_sigma(epsilon: EpsilonLike, delta: ExactLike) -> Fraction:
    """A sigma for L2-sensitivity 1 with gaussian_delta(sigma, epsilon) <= delta: the smallest, within 10^-6.

    Raises InvalidValue unless 0 < epsilon < infinity and 0 < delta < 1.
    """
    level, leak = positive_epsilon(epsilon), open_probability(delta, "delta")
    high = Fraction(1)
    while gaussian_delta(high, level) > leak:
        high *= 2
    while gaussian_delta(high / 2, level) <= leak:
        high /= 2
    low = high / 2
    while (high - low) * 10**DIGITS > high:
        middle = (low + high) / 2
        low, high = (low, middle) if gaussian_delta(middle, level) <= leak else (middle, high)
    return high


def _phi(x: arb) -> arb:
    """The standard normal distribution function."""
    return (-x / arb(2).sqrt()).erfc() / 2


def _root_above(d: int) -> Fraction:
    """sqrt(d) rounded up."""
    root = math.isqrt(d * 10 ** (2 * 12))
    return Fraction(root + (root * root < d * 10 ** (2 * 12)), 10**12)


def sample(noise: Noise, d: int, generator: random.Random) -> list[float]:
    """A draw of the noise vector, in floats.

    L-infinity: a radius with the gamma distribution of shape d + 1 and scale b, then a uniform point of the
    cube [-radius, radius]^d.
    """
    b, size = float(noise.scale), positive_integer(d, "d")
    if noise.kind == "gaussian":
        return [generator.gauss(0.0, b) for _ in range(size)]
    if noise.kind == "laplace":
        return [generator.choice((-b, b)) * generator.expovariate(1.0) for _ in range(size)]
    radius = generator.gammavariate(size + 1, b)
    return [generator.uniform(-radius, radius) for _ in range(size)]


def printed_radius(uniforms: Sequence[float], scale: float) -> float:
    """R = (Delta/epsilon) sum of log U_i over d + 1 uniforms, with the sign as printed in the source.

    It is never positive: -R has the gamma distribution of shape d + 1.
    """
    return scale * math.fsum(math.log(u) for u in uniforms)
