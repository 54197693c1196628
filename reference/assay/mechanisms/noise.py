"""Noise distributions on a finite range of integers, as exact distributions.

A distribution on all integers is brought to a range low..high in one of two ways, which are not the same
mechanism:

    clamped    the draw is moved to the nearest end of the range, so that the ends carry the tails;
    truncated  the draw is conditioned on falling into the range, so that every probability is renormalised.

Clamping is post-processing; truncation is not, and where the centre depends on the data it costs privacy. The
words are used in the literature either way round: the "truncated geometric mechanism" of Ghosh, Roughgarden
and Sundararajan is the *clamped* one here.
"""

from __future__ import annotations

import math

from ..arguments import integer, positive_rational, rational
from ..budgets.sizes import check_size
from ..dp import Dist
from ..exact import EpsilonLike, ExactLike, Number, exp, integer_text
from ._arguments import decay, integer_range

MOST_BITS = 1 << 28
"""Distributions whose probabilities, written out, have more bits in all are not begun (32 MiB)."""

COEFFICIENT = 64
"""The bits of a coefficient: a power of e is a polynomial that lists all of them."""


def _check_powers(a: Number, exponent: int, count: int) -> None:
    """BudgetExceeded where `count` probabilities with powers of a up to this exponent are too long."""
    value = a.rational_value()
    height = None if value is None else value.numerator * value.denominator
    each = COEFFICIENT if height is None else height.bit_length() - 1
    because = f"{integer_text(count)} probabilities with powers up to {integer_text(exponent)}"
    check_size(
        count * exponent * each // 2, "bits", because, "give a shorter range, or a rational e^rate", MOST_BITS
    )


def two_sided_geometric_clamped(rate: EpsilonLike, low: int, high: int, *, centre: int = 0) -> Dist[int]:
    """clamp(centre + Z, low, high), where P(Z = z) = (1 - a)/(1 + a) a^|z| on the integers and a = e^(-rate).

    With k the distance of an end from the centre, an end beyond or at the centre carries a^k / (1 + a).
    Limits: rate = inf is the point mass at clamp(centre); at rate = 0 each end carries 1/2 (on a range of two
    or more integers), which is the limit of the distribution as rate decreases to 0.

    Raises InvalidValue for an empty range or a negative rate.
    Source: Ghosh, Roughgarden and Sundararajan, STOC 2009; Inusah and Kozubowski 2006 (discrete
    Laplace).
    """
    outputs, middle, a = integer_range(low, high), integer(centre, "centre"), decay(rate, name="rate")
    _check_powers(a, max(abs(low - middle), abs(high - middle)), len(outputs))
    distribution = {y: two_sided_geometric_mass(a, y - middle) for y in outputs}
    distribution[low] = two_sided_geometric_tail(a, middle - low)
    distribution[high] = two_sided_geometric_tail(a, high - middle)
    return Dist(distribution) if low < high else Dist.point(low)


def two_sided_geometric_truncated(rate: EpsilonLike, low: int, high: int, *, centre: int = 0) -> Dist[int]:
    """P(y) = a^|y - centre| / C for y in low..high, where a = e^(-rate) and C is the sum of the weights.

    Limits: rate = 0 is uniform on the range; rate = inf is the point mass at the integer of the range that is
    nearest to the centre.
    Raises InvalidValue for an empty range or a negative rate.
    """
    outputs, middle, a = integer_range(low, high), integer(centre, "centre"), decay(rate, name="rate")
    _check_powers(a, max(abs(low - middle), abs(high - middle)), len(outputs))
    nearest = min(abs(y - middle) for y in outputs)
    return Dist.from_weights({y: a ** (abs(y - middle) - nearest) for y in outputs})


def two_sided_geometric_mass(a: Number, z: int) -> Number:
    """P(Z = z) = (1 - a)/(1 + a) a^|z| on the integers, for 0 <= a < 1."""
    return (1 - a) / (1 + a) * a ** abs(z)


def two_sided_geometric_tail(a: Number, k: int) -> Number:
    """P(Z >= k) = a^k / (1 + a) for k >= 0, and 1 - a^(1 - k) / (1 + a) for k <= 0."""
    return a**k / (1 + a) if k >= 0 else 1 - a ** (1 - k) / (1 + a)


def one_sided_geometric_clamped(rate: EpsilonLike, high: int) -> Dist[int]:
    """min(Z, high), where P(Z = z) = (1 - a) a^z for z = 0, 1, 2, ... and a = e^(-rate).

    The end carries a^high.
    The discrete counterpart of exponential noise. Limits: rate = inf is the point mass at 0, rate = 0 at
    `high`.
    """
    a, last = decay(rate, name="rate"), integer_range(0, integer(high, "high", 0))[-1]
    _check_powers(a, last, last + 1)
    return Dist({**{z: (1 - a) * a**z for z in range(last)}, last: a**last})


def one_sided_geometric_truncated(rate: EpsilonLike, high: int) -> Dist[int]:
    """P(z) = a^z / (1 + a + ... + a^high) for z in 0..high, where a = e^(-rate); uniform at rate = 0."""
    a, last = decay(rate, name="rate"), integer_range(0, integer(high, "high", 0))[-1]
    _check_powers(a, last, last + 1)
    return Dist.from_weights({z: a**z for z in range(last + 1)})


def discrete_laplace_clamped(scale: ExactLike, low: int, high: int, *, centre: int = 0) -> Dist[int]:
    """clamp(centre + Z, low, high) with P(Z = z) proportional to e^(-|z| / scale) on the integers.

    The two-sided geometric distribution with rate 1/scale, for a rational scale > 0.
    Source: Inusah and Kozubowski, "A discrete analogue of the Laplace distribution", 2006.
    """
    return two_sided_geometric_clamped(1 / positive_rational(scale, "scale"), low, high, centre=centre)


def discrete_laplace_truncated(scale: ExactLike, low: int, high: int, *, centre: int = 0) -> Dist[int]:
    """P(y) proportional to e^(-|y - centre| / scale) on low..high, for a rational scale > 0."""
    return two_sided_geometric_truncated(1 / positive_rational(scale, "scale"), low, high, centre=centre)


def discrete_gaussian_truncated(
    variance: ExactLike, low: int, high: int, *, centre: ExactLike = 0
) -> Dist[int]:
    """P(y) proportional to e^(-(y - centre)^2 / (2 variance)) on low..high, renormalised.

    `variance` is the parameter sigma^2 > 0, a rational number (the variance of the distribution itself is
    near it, not equal); the centre is rational. Every probability lies in a field Q(e^(1/d)). There is no
    clamped version: the tails of the distribution on all the integers are values of a theta function, which
    lie in no such field.

    Source: Canonne, Kamath and Steinke, "The Discrete Gaussian for Differential Privacy", NeurIPS 2020.
    """
    outputs, spread = integer_range(low, high), positive_rational(variance, "variance")
    middle = rational(centre, "centre")
    furthest = max((low - middle) ** 2, (high - middle) ** 2) / (2 * spread)
    _check_powers(exp(1), math.ceil(furthest) * furthest.denominator, len(outputs))
    return Dist.from_weights({y: exp(-((y - middle) ** 2) / (2 * spread)) for y in outputs})
