"""The tilted and folded distribution of a total, by a floating-point transform; with a bound of its error.

Rounding: `spectral` bounds both transforms; |z'^k - z^k| <= k d (|z'| + d)^(k - 1) for |z' - z| <= d.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, inf

import numpy as np

from ..budgets.progress import checkpoint
from ..exact._flint import arb, fmpz, rational
from .grid import GridDistribution
from .spectral import TINY, UNIT, Complexes, Reals, error_factor, geometric, power, transform, turns

NORMAL = 2.0**-1000
"""Numbers from here on keep their relative accuracy."""
MOST_GROWTH = 2.0**100
SLACK = Fraction(101, 100)
"""Bounds of errors are themselves computed in floats, with a relative error far below one percent."""


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
