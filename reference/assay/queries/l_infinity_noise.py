"""The L-infinity noise on R^d: density (epsilon/Delta)^d / (d! 2^d) e^(-epsilon |y|_inf / Delta).

Its norm |Y|_inf has the gamma distribution of shape d and mean d Delta/epsilon (the surface of the cube of
half-side z is d 2^d z^(d-1)), and so everything about it is a formula:

    P(|Y|_inf >= alpha) = e^(-s) sum over i < d of s^i/i!,   s = alpha epsilon/Delta
    E |Y|_inf^m = (Delta/epsilon)^m (d + m - 1)!/(d - 1)!
    E e^(t |Y|_inf) = (1 - t Delta/epsilon)^(-d)              for t < epsilon/Delta

Where epsilon is rational these are exact numbers; in general they are certified.
Source: Steinke and Ullman, "Between pure and approximate differential privacy", 2017, Theorem 4.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, perm

from ..arguments import integer, positive_rational, rational
from ..budgets.sizes import check_size
from ..errors import InvalidValue
from ..exact import Certified, EpsilonLike, ExactLike, Log, Number, eps, exp, integer_text, number
from ..exact._flint import arb
from ..exact.real import brief

MOST_FACTORS = 1 << 11
"""Sums and products of more exact terms are not begun."""


@dataclass(frozen=True, init=False)
class LInfinityNoise:
    """Y on R^d with density proportional to e^(-epsilon |y|_inf / Delta), for 0 < epsilon < infinity."""

    d: int
    epsilon: Log
    sensitivity: Fraction

    def __init__(self, d: int, epsilon: EpsilonLike, sensitivity: ExactLike = 1) -> None:
        level = eps(epsilon, "epsilon")
        if level.is_infinite or level.is_symbolic or level == 0:
            raise InvalidValue(f"epsilon = {level} (Log): the density needs 0 < epsilon < infinity, a number")
        object.__setattr__(self, "d", integer(d, "d", 1))
        object.__setattr__(self, "epsilon", level)
        object.__setattr__(self, "sensitivity", positive_rational(sensitivity, "sensitivity"))

    @property
    def rate(self) -> Log:
        """epsilon/Delta."""
        return self.epsilon / self.sensitivity

    def exact_rate(self) -> Fraction:
        """epsilon/Delta as a rational; InvalidValue where it is none, and only certified values exist."""
        value = self.rate.rational_value()
        if value is None:
            raise InvalidValue(
                f"epsilon = {self.epsilon} (Log) is irrational; use the certified method instead"
            )
        return value

    def density(self, y: Sequence[ExactLike]) -> Number:
        """The density at y, for a rational epsilon/Delta."""
        return cube_mixture_density(self.d + 1, self.d, self.exact_rate(), y)

    def loss(self, y: Sequence[ExactLike], shift: Sequence[ExactLike]) -> Log:
        """ln of the density at y over that at y + shift: (|y + shift|_inf - |y|_inf) epsilon/Delta.

        By the triangle inequality it is at most epsilon where |shift|_inf <= Delta, with equality for y on a
        ray of the shift.
        """
        moved = [rational(a, "y") + rational(b, "shift") for a, b in zip(y, shift, strict=True)]
        return self.rate * (_norm(moved, self.d) - _norm(y, self.d))

    def norm_tail(self, alpha: ExactLike) -> Certified:
        """P(|Y|_inf >= alpha) for alpha >= 0, certified: the regularised upper incomplete gamma function."""
        s = self.rate * _radius(alpha)
        return Certified(
            lambda bits: s.enclosure(bits).gamma_upper(self.d, regularized=1) if s else arb(1),
            f"P(|Y|_inf >= {brief(alpha)}), d = {integer_text(self.d)}",
        )

    def exact_norm_tail(self, alpha: ExactLike) -> Number:
        """P(|Y|_inf >= alpha) = e^(-s) sum over i < d of s^i/i!, for a rational epsilon/Delta."""
        s = self.exact_rate() * _radius(alpha)
        because = f"d = {integer_text(self.d)}"
        check_size(self.d, "terms", because, "use a smaller d, or norm_tail", MOST_FACTORS)
        term = total = Fraction(1)
        for i in range(1, self.d):
            term = term * s / i
            total += term
        return exp(-s) * total

    def norm_moment(self, m: int) -> Number:
        """E |Y|_inf^m for a rational epsilon/Delta."""
        order = integer(m, "m", 0)
        because = f"d + m = {integer_text(self.d + order)}"
        check_size(self.d + order, "factors", because, "use a smaller d or m", MOST_FACTORS)
        return number(perm(self.d + order - 1, order)) / number(self.exact_rate()) ** order

    def moment_generating(self, t: ExactLike) -> Number:
        """E e^(t |Y|_inf) = (1 - t Delta/epsilon)^(-d), for t < epsilon/Delta, which is rational."""
        x = rational(t, "t") / self.exact_rate()
        if x >= 1:
            raise InvalidValue(
                f"t = {brief(t)} violates the condition t < epsilon/Delta = {brief(self.exact_rate())}"
            )
        return 1 / number(1 - x) ** self.d

    def tail_bound(self, alpha: ExactLike) -> Certified:
        """(x e^(1-x))^d >= P(|Y|_inf >= alpha), with x = alpha epsilon/(Delta d) >= 1.

        Markov's inequality for e^(t |Y|_inf) at t = epsilon/Delta - d/alpha, which has to be >= 0.
        Raises InvalidValue for alpha < d Delta/epsilon, where this t is negative.
        """
        radius = _radius(alpha)
        s = self.rate * radius
        if s < self.d:
            raise InvalidValue(
                f"alpha = {brief(radius)} violates the condition alpha >= d Delta/epsilon of the bound"
            )
        return tail_bound(self.d, s)


def tail_bound(d: int, s: Log) -> Certified:
    """(s/d)^d e^(d - s)."""
    return Certified(
        lambda bits: ((s.enclosure(bits) / d).log() * d + d - s.enclosure(bits)).exp(),
        brief(f"({brief(s)}/{integer_text(d)})^{integer_text(d)} e^({integer_text(d)} - {brief(s)})"),
    )


def cube_mixture_density(shape: int, d: int, rate: ExactLike, y: Sequence[ExactLike]) -> Number:
    """The density at y of a uniform point of [-R, R]^d, where R has a gamma distribution of this shape and
    rate.

    It is the integral over r >= |y|_inf of (rate^shape r^(shape-1) e^(-rate r)/(shape - 1)!) / (2r)^d: for
    shape = d + 1 the density of the L-infinity noise. For a shape <= d it grows without bound at y = 0.
    Raises InvalidValue for shape <= d.
    """
    dimension, k = integer(d, "d", 1), integer(shape, "shape", 1)
    if k <= dimension:
        raise InvalidValue(
            f"shape = {k} (int) violates the condition shape > d = {dimension}: no bounded density"
        )
    theta, norm = positive_rational(rate, "rate"), _norm(y, dimension)
    check_size(k, "terms", f"shape = {integer_text(k)}", "use a smaller shape", MOST_FACTORS)
    degree, s = k - 1 - dimension, theta * norm
    partial = sum((s**i / factorial(i) for i in range(degree + 1)), Fraction(0))
    scale = theta**dimension * Fraction(factorial(degree), factorial(k - 1) * 2**dimension)
    return exp(-s) * scale * partial


def _norm(y: Sequence[ExactLike], d: int) -> Fraction:
    """|y|_inf of a rational vector."""
    values = [abs(rational(c, "coordinate")) for c in y]
    if len(values) != d:
        raise InvalidValue(f"y has {len(values)} coordinates; give d = {d} of them")
    return max(values)


def _radius(alpha: ExactLike) -> Fraction:
    """A rational number >= 0."""
    value = rational(alpha, "alpha")
    if value < 0:
        raise InvalidValue(f"alpha = {brief(value)} (Fraction) is negative; a norm is at least 0")
    return value
