"""The tilted and folded distribution of a total, by a floating-point transform; with a bound of its error.

Every operation of the transform is an IEEE double operation on real parts, so that with u = 2^-53

    fl(a + b) = (a + b)(1 + d),  |d| <= u;      fl(z w) = z w (1 + e),  |e| <= sqrt(5) u,

the second for complex z, w (Brent, Percival and Zimmermann, Math. Comp. 2007).  A twiddle factor is a product
of two values that are correctly rounded in each part: relative error at most 5 u.  Along every path from an
input x_i to an output y_j of the transform of length 2^m there are m additions and m multiplications by
computed twiddles, hence

    |computed y_j - y_j|  <=  ((1 + 9 u)^m - 1) sum_i |x_i|  <=  10 m u sum_i |x_i|    for m <= 2^40.

(9 > 1 + 5 + sqrt(5).)  What falls below the normal range is counted apart, as `TINY` an operation.  That
bounds both transforms; |z'^k - z^k| <= k d (|z'| + d)^(k - 1) for |z' - z| <= d.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, inf, isqrt

import numpy as np
from numpy.typing import NDArray

from ..budgets.progress import checkpoint
from ..exact._flint import acb, arb, fmpz, precision, rational
from .grid import GridDistribution

Reals = NDArray[np.float64]
Complexes = NDArray[np.complex128]

UNIT = Fraction(1, 2**53)
TINY = Fraction(1, 2**900)
"""More than all underflows of a computation can add up to."""
FLOAT_BITS = 90
NORMAL = 2.0**-1000
"""Numbers from here on keep their relative accuracy."""
MOST_GROWTH = 2.0**100
SLACK = Fraction(101, 100)
"""Bounds of errors are themselves computed in floats, with a relative error far below one percent."""


def to_float(x: arb) -> float:
    """The midpoint of a narrow ball as the nearest float: relative error at most u + 2^-80."""
    return float(x.mid())


def geometric(ratio: arb, count: int) -> Reals:
    """ratio^n for 0 <= n < count, each with a relative error of at most 4 u (two roundings and a product)."""
    block = isqrt(max(count, 1)) + 1
    with precision(FLOAT_BITS + count.bit_length()):
        small = np.array([to_float(ratio**n) for n in range(block)])
        large = np.array([to_float(ratio ** (n * block)) for n in range(-(-count // block))])
    return np.outer(large, small).ravel()[:count]


def turns(length: int) -> Complexes:
    """e^(-2 pi i n/length) for 0 <= n < length/2, each with a relative error of at most 5 u."""
    half = length // 2
    block = isqrt(max(half, 1)) + 1
    with precision(FLOAT_BITS):

        def at(n: int) -> complex:
            z = acb(rational(Fraction(-2 * n, length))).exp_pi_i()
            return complex(to_float(z.real), to_float(z.imag))

        small = np.array([at(n) for n in range(block)])
        large = np.array([at(n * block) for n in range(-(-half // block))])
    return np.outer(large, small).ravel()[:half]


def transform(values: Complexes, twiddles: Complexes) -> Complexes:
    """y_j = sum_i x_i e^(-2 pi i j/n) for n a power of two, by Stockham's self-sorting radix-2 scheme."""
    length = len(values)
    x, groups, width = values.reshape(length, 1), length, 1
    while groups > 1:
        checkpoint("groups", 0)
        groups //= 2
        # x[a, s]: the transform of length `width` of the inputs congruent to a, at frequency s
        turned = x[groups:] * twiddles[None, :: length // (2 * width)][:, :width]
        x = np.concatenate((x[:groups] + turned, x[:groups] - turned), axis=1)
        width *= 2
    return x.reshape(length)


def error_factor(length: int) -> Fraction:
    """(10 m) u: the bound of the module, per unit of sum |x_i|."""
    return 10 * length.bit_length() * UNIT


def power(z: Complexes, count: int) -> Complexes:
    """z^count by repeated squaring; relative error at most (1 + sqrt(5) u)^(count - 1) - 1."""
    result, square = None, z
    while count:
        checkpoint("squares", 0)
        if count & 1:
            result = square if result is None else result * square
        count >>= 1
        if count:
            square = square * square
    return np.ones_like(z) if result is None else result


class TooWide(ArithmeticError):
    """Floating point is not enough here: the range of floats, or the longest transform, is exceeded."""


@dataclass(frozen=True)
class Spectrum:
    """The tilted, normalised and folded distribution of the total, and a bound of the error of each entry."""

    c: Fraction
    folded: Reals
    error: Fraction


def moment_of(
    distributions: Sequence[tuple[GridDistribution, int]], c: Fraction, step: Fraction, bits: int
) -> arb:
    """prod of (sum of w_i e^(c i h))^k."""
    ratio, total = arb(rational(c * step)).exp(), arb(1)
    for distribution, count in distributions:
        checkpoint("moments", 0)
        total *= (_tilted_mass(distribution, ratio) / arb(fmpz(2) ** bits)) ** count
    return total


def _tilted_mass(distribution: GridDistribution, ratio: arb) -> arb:
    """sum of w_i ratio^i over the indices i of a distribution."""
    value = distribution.weights(ratio)
    if not isinstance(value, arb):
        raise TypeError("a polynomial at a ball is a ball")
    return value * ratio**distribution.first


def folded_distribution(
    distributions: Sequence[tuple[GridDistribution, int]], c: Fraction, step: Fraction, bits: int, length: int
) -> Spectrum:
    """The spectrum at one tilt; e_0 is the mean of the errors of all frequencies, and a transform's own."""
    twiddles, ratio = turns(length), arb(rational(c * step)).exp()
    factor = error_factor(length)
    single = float(factor + 9 * UNIT + TINY) * 1.01
    product: Complexes | None = None
    error, size = np.zeros(length), np.ones(length)
    with np.errstate(under="ignore", over="raise", invalid="raise"):
        try:
            for distribution, count in distributions:
                z = transform(tilted(distribution, ratio, bits, length), twiddles)
                once = (np.abs(z) + single).astype(np.complex128)
                raised, most = power(z, count), np.real(power(once, count))
                change = count * (single + 4 * float(UNIT)) * np.real(power(once, count - 1)) * 1.01
                error, size = error * most + size * change, size * most
                product = raised if product is None else product * raised
            if product is None:
                raise TooWide("no rounds")
            back = transform(np.conj(product), twiddles)
        except FloatingPointError as failed:
            raise TooWide(str(failed)) from None
    mean = SLACK * Fraction(fsum(error.tolist())) / length
    own = SLACK * factor * Fraction(fsum(np.abs(product).tolist())) / length
    extra = 4 * len(distributions) * UNIT * Fraction(fsum(size.tolist())) / length
    return Spectrum(c, np.real(back) / length, mean + own + extra + TINY)


def tilted(distribution: GridDistribution, ratio: arb, bits: int, length: int) -> Complexes:
    """w_i ratio^i / sum, folded; every entry has a relative error of at most 8 u.  Raises TooWide.

    A weight that underflows is off by 2^-1075, which must not grow: `TINY` counts it where it grows little.
    """
    count = int(distribution.weights.degree()) + 1
    scale = float(
        (ratio**distribution.first * arb(fmpz(2) ** bits) / _tilted_mass(distribution, ratio)).mid()
    )
    if count > length or not NORMAL <= scale < inf or count <= 0:
        raise TooWide("the tilt of a distribution exceeds the range of floats")
    weights = np.array([int(w) / (1 << bits) for w in distribution.weights.coeffs()])
    growth = geometric(ratio, count) * scale
    faint = np.array([w != 0 for w in distribution.weights.coeffs()]) & (weights < NORMAL)
    if not np.all(np.isfinite(growth)) or np.any(growth[faint] > MOST_GROWTH):
        raise TooWide("the tilt of a distribution exceeds the range of floats")
    out = np.zeros(length, dtype=np.complex128)
    out[:count] = weights * growth
    return np.roll(out, distribution.first % length)
