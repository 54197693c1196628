"""The bootstrap beside Laplace and geometric noise for a frequency of bits: equal true guarantee, equal
variance.

The frequency of n bits has sensitivity 1/n.  All variances are those of the released frequency.

    bootstrap   m = ceil(n/Z) rows drawn with replacement: delta(epsilon) = 1 - (1 - 1/n)^m at every
                epsilon >= 0, and variance k (n - k)/(n^2 m) where k rows are ones Laplace     scale 1/(n
                e0): delta(epsilon) = max(0, 1 - e^((epsilon - e0)/2)), variance 2/(n e0)^2 geometric   a
                = e^(-e0), divided by n: delta(epsilon) = max(0, (1 - a e^epsilon)/(1 + a)), variance
                2a/(n (1-a))^2
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import TypeAlias

from ..arguments import positive_integer, positive_rational
from ..budgets.sizes import check_size
from ..errors import InvalidValue, UndecidedError
from ..exact import (
    Certified,
    EpsilonLike,
    ExactLike,
    Log,
    Number,
    certified,
    eps,
    exp,
    integer_text,
    number,
    sqrt,
)
from ..exact.real import brief

Value: TypeAlias = Number | Certified
LONGEST_N = 1 << 10
"""The square root of a longer number is not taken."""

MOST_BITS = 1 << 20
"""A delta of more bits is not compared with that of noise."""


def draws(n: int, Z: ExactLike) -> int:
    """m = ceil(n/Z).

    Raises:
        InvalidValue: n < 1, or Z is irrational or not positive.
    """
    return ceil(positive_integer(n, "n") / positive_rational(Z, "Z"))


def bootstrap_delta(n: int, Z: ExactLike) -> Fraction:
    """1 - (1 - 1/n)^m: the exact delta of the bootstrap, at every epsilon >= 0."""
    m = draws(n, Z)
    return 1 - (number(1 - Fraction(1, n)) ** m).as_fraction()


def bootstrap_variance(n: int, Z: ExactLike, ones: int | None = None) -> Fraction:
    """k (n - k)/(n^2 m) for k ones; for the worst data set, k = floor(n/2), where `ones` is not given.

    Raises:
        InvalidValue: `ones` is not in 0..n, or as `draws`.
    """
    m = draws(n, Z)
    k = n // 2 if ones is None else ones
    if not 0 <= k <= n:
        raise InvalidValue(
            f"ones = {integer_text(k)} violates the condition 0 <= ones <= n = {integer_text(n)}"
        )
    return Fraction(k * (n - k), n * n * m)


def _guarantee(epsilon: EpsilonLike, delta: ExactLike) -> tuple[Log, Number]:
    level, leak = eps(epsilon, "epsilon"), number(delta, "delta")
    if level.is_infinite or level < 0 or not 0 < leak < 1:
        raise InvalidValue(
            f"epsilon = {brief(level)}, delta = {brief(leak)} violate 0 <= epsilon < infinity, 0 < delta < 1"
        )
    return level, leak


def laplace_loss(epsilon: EpsilonLike, delta: ExactLike) -> Certified:
    """e0 = epsilon - 2 ln(1 - delta): the largest pure epsilon of Laplace noise that is (epsilon,
    delta)-DP.
    """
    level, leak = _guarantee(epsilon, delta)
    return certified(level) - 2 * certified(1 - leak).log()


def laplace_variance(n: int, epsilon: EpsilonLike, delta: ExactLike) -> Certified:
    """2/(n e0)^2: the least variance of Laplace noise on a frequency that is (epsilon, delta)-DP."""
    draws(n, 1)
    return 2 / (n * laplace_loss(epsilon, delta)) ** 2


def laplace_delta(n: int, variance: ExactLike) -> Certified:
    """1 - e^(-e0/2), e0 = sqrt(2/variance)/n: delta at epsilon = 0 of Laplace noise of this variance."""
    draws(n, 1)
    return 1 - (-(2 / certified(_positive(variance))).sqrt() / (2 * n)).exp()


def geometric_ratio(epsilon: EpsilonLike, delta: ExactLike) -> Number:
    """a = (1 - delta)/(e^epsilon + delta): the least ratio of geometric noise that is (epsilon, delta)-DP."""
    level, leak = _guarantee(epsilon, delta)
    return (1 - leak) / (exp(level) + leak)


def geometric_variance(n: int, epsilon: EpsilonLike, delta: ExactLike) -> Number:
    """2a/(n (1 - a))^2 for that ratio."""
    draws(n, 1)
    a = geometric_ratio(epsilon, delta)
    return 2 * a / (n * (1 - a)) ** 2


def geometric_delta(n: int, variance: ExactLike) -> Number:
    """(1 - a)/(1 + a) = 1/sqrt(1 + 2 n^2 variance): delta at epsilon = 0 of geometric noise of this variance.

    From 2a/(1 - a)^2 = V one has (1 + a)^2/(1 - a)^2 = 1 + 2V.
    """
    draws(n, 1)
    check_size(n.bit_length(), "bits of n", f"n = {integer_text(n)}", "use a smaller n", LONGEST_N)
    return 1 / sqrt(1 + 2 * n * n * _positive(variance))


def _positive(variance: ExactLike) -> Fraction:
    found = number(variance, "variance").rational_value()
    if found is None or found <= 0:
        raise InvalidValue(f"variance = {brief(found)} violates the condition that it is rational and > 0")
    return found


@dataclass(frozen=True)
class BootstrapComparison:
    """The bootstrap on n bits beside Laplace and geometric noise.

    equal guarantee: the least variances at (epsilon, delta of the bootstrap), beside the bootstrap's for
    the worst data set and for a single one.  equal variance: delta(0) of the noise whose variance is the
    bootstrap's for the worst data set.
    """

    n: int
    Z: Fraction
    epsilon: Log
    m: int
    delta: Fraction
    worst_variance: Fraction
    single_variance: Fraction
    laplace_variance: Certified
    geometric_variance: Number
    laplace_delta: Certified
    geometric_delta: Number

    def __str__(self) -> str:
        digits = 6
        rows = [
            ("", "variance at equal guarantee", "delta(0) at equal variance"),
            ("bootstrap, worst data", _short(self.worst_variance, digits), _short(self.delta, digits)),
            ("bootstrap, a single one", _short(self.single_variance, digits), ""),
            ("Laplace", _short(self.laplace_variance, digits), _short(self.laplace_delta, digits)),
            ("geometric", _short(self.geometric_variance, digits), _short(self.geometric_delta, digits)),
        ]
        guarantee = f"({self.epsilon}, {_short(self.delta, digits)})-DP"
        head = f"n = {brief(self.n)}, Z = {brief(self.Z)}: {brief(self.m)} draws, {guarantee}"
        return "\n".join([head, *(f"  {a:25}{b:29}{c}".rstrip() for a, b, c in rows)])


def _short(value: Fraction | Number | Certified, digits: int) -> str:
    exact = value if isinstance(value, Certified) else number(value)
    try:
        return str(exact.decimal(digits))
    except UndecidedError:
        return f"[{exact.lower(digits)}, {exact.upper(digits)}]"


def compare_bootstrap(n: int, Z: ExactLike, epsilon: EpsilonLike = 0) -> BootstrapComparison:
    """The bootstrap of n bits with m = ceil(n/Z) draws beside Laplace and geometric noise.

    Raises:
        InvalidValue: n < 2 (a single row is published as it is), Z not positive, epsilon not in [0,
        infinity).
    """
    m = draws(n, Z)
    if n < 2:
        raise InvalidValue(
            f"n = {brief(n)} violates the condition n >= 2: a single row is published as it is, delta = 1"
        )
    because = f"n = {integer_text(n)}, Z = {brief(number(Z))}"
    check_size(m * n.bit_length(), "bits of (1 - 1/n)^m", because, "use a smaller n", MOST_BITS)
    delta, worst = bootstrap_delta(n, Z), bootstrap_variance(n, Z)
    level, _ = _guarantee(epsilon, delta)
    return BootstrapComparison(
        n,
        number(Z).as_fraction(),
        level,
        m,
        delta,
        worst,
        bootstrap_variance(n, Z, 1),
        laplace_variance(n, level, delta),
        geometric_variance(n, level, delta),
        laplace_delta(n, worst),
        geometric_delta(n, worst),
    )
