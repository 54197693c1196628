"""A fast Fourier transform in floating point whose rounding errors are bounded by a theorem.

Every operation below is an IEEE double operation on real parts, so that with u = 2^-53

    fl(a + b) = (a + b)(1 + d),  |d| <= u;      fl(z w) = z w (1 + e),  |e| <= sqrt(5) u,

the second for complex z, w (Brent, Percival and Zimmermann, Math. Comp. 2007).  A twiddle factor is a product
of two values that are correctly rounded in each part: relative error at most 5 u.  Along every path from an
input x_i to an output y_j of the transform of length 2^m there are m additions and m multiplications by
computed twiddles, hence

    |computed y_j - y_j|  <=  ((1 + 9 u)^m - 1) sum_i |x_i|  <=  10 m u sum_i |x_i|    for m <= 2^40.

(9 > 1 + 5 + sqrt(5).)  What falls below the normal range is counted apart, as `TINY` an operation.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from ..budgets.progress import checkpoint
from ..exact._flint import acb, arb, precision, rational

Reals = NDArray[np.float64]
Complexes = NDArray[np.complex128]

UNIT = Fraction(1, 2**53)
TINY = Fraction(1, 2**900)
"""More than all underflows of a computation can add up to."""
FLOAT_BITS = 90


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
