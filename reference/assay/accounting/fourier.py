"""The distribution of the total loss by a floating-point Fourier transform, with a bound of every error.

The distributions of all rounds live on grids of one step h.  Tilt them by e^(c L), normalise, transform
cyclically on n points, raise to their counts, multiply, transform back: what comes out is the tilted
distribution of the total, folded modulo n h, up to a uniform error e_0.  delta(epsilon) is a sum over the n
points above epsilon.

* Folding adds e^(c m n h) P(total in the window + m n h) for m != 0: bounded by Markov's inequality.
* Rounding: `spectral` bounds both transforms; |z'^k - z^k| <= k d (|z'| + d)^(k - 1) for |z' - z| <= d.
* Tilting keeps the *relative* accuracy of small tails: errors are relative to e^(K(c) - c epsilon).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, fsum, inf, isfinite, log, sqrt

import numpy as np

from ..budgets.progress import checkpoint
from ..exact import Log
from ..exact._flint import arb, bounds, fmpz, precision, rational
from ..exact.bracket import Bracket
from .grid import GridDistribution
from .planning.resolution import Resolution
from .spectral import TINY, UNIT, Complexes, Reals, error_factor, geometric, power, transform, turns
from .total_loss import Total

MAX_LENGTH = 2**22
KEPT = 3
"""So many spectra are kept for the next question."""
BEYOND = (0.05, 0.1, 0.2, 0.4, 0.7, 1.0)
"""Bounds of far aliases are tried at c (1 + x)."""
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


@dataclass(frozen=True)
class Choice:
    """The tilt c, a larger one that bounds what lies far above, and the length of the transform."""

    c: Fraction
    beyond: Fraction
    length: int


@dataclass(frozen=True)
class FourierTotal(Total):
    """Distributions with counts, all on grids of one step; see the module."""

    distributions: tuple[tuple[GridDistribution, int], ...]
    origin: arb
    step: Fraction
    bits: int
    working_bits: int
    alias_bits: int
    """Aliases are made smaller than the answer by so many bits."""
    known: dict[tuple[Fraction, int], Spectrum] = field(default_factory=dict, compare=False)
    floats: list[tuple[Reals, Reals]] = field(default_factory=list, compare=False)

    def delta(self, epsilon: Log) -> Bracket:
        """A bracket of the delta of this distribution.  Raises TooWide."""
        with precision(self.working_bits):
            point = epsilon.enclosure(self.working_bits)
            if self._first_above(point) > self._last():
                return _ends(self._infinite(), self._infinite())
            choice = self._choice(float((point - self.origin).mid()))
            spectrum = self._spectrum(choice.c, choice.length)
            return self._sum(spectrum, choice.beyond, point)

    def _sum(self, spectrum: Spectrum, beyond: Fraction, epsilon: arb) -> Bracket:
        """sum over j of v_j e^(-c (j - j_0) h) (1 - e^(epsilon - g_j)), with its error and its aliases."""
        checkpoint("values", 0)
        length, h, c = len(spectrum.folded), rational(self.step), rational(spectrum.c)
        start = self._first_above(epsilon)
        first = (epsilon - self.origin - arb(h) * start).exp().min(arb(1))
        middle, spread = float(first.mid()), Fraction(float(first.rad())) + 2 * UNIT
        window = np.roll(spectrum.folded, -(start % length))
        damping = geometric((-arb(h) * c).exp(), length)
        kernel = damping * (1.0 - middle * geometric((-arb(h)).exp(), length))
        value = Fraction(fsum((window * kernel).tolist()))
        rounding = Fraction(fsum((np.abs(window) * damping).tolist())) * (15 * UNIT + spread)
        spreading = spectrum.error * (
            Fraction(fsum(kernel.tolist())) + (15 * UNIT + spread) * Fraction(fsum(damping.tolist()))
        )
        error = SLACK * (rounding + spreading) + TINY
        scale = self._moment(spectrum.c) * (-arb(h) * c * start).exp()
        low = arb(rational(max(Fraction(0), value - error))) * scale - self._alias(spectrum, beyond, start)
        high = arb(rational(value + error)) * scale + self._above(spectrum, beyond, start)
        return _ends(low + self._infinite(), high + self._infinite())

    def _last(self) -> int:
        """The index of the largest total loss."""
        return sum(
            count * (distribution.first + int(distribution.weights.degree()))
            for distribution, count in self.distributions
        )

    def _first_above(self, epsilon: arb) -> int:
        """The index of the first grid point that is not certainly below epsilon."""
        ends = bounds((epsilon - self.origin) / rational(self.step))
        if ends is None:
            raise ArithmeticError("epsilon has no finite position on the grid")
        return -int(-ends[0] // 1)

    def _infinite(self) -> arb:
        """1 - prod (1 - P_i(L = infinity))^(k_i)."""
        finite = arb(1)
        for distribution, count in self.distributions:
            finite *= (1 - arb(fmpz(distribution.infinite)) / arb(fmpz(2) ** self.bits)) ** count
        return 1 - finite

    def _moment(self, c: Fraction) -> arb:
        """prod of (sum of w_i e^(c i h))^k, the normaliser."""
        return _product(self.distributions, c, self.step, self.bits)

    def _above(self, spectrum: Spectrum, beyond: Fraction, start: int) -> arb:
        """A bound of the mass above the window, by Markov's inequality at b > c."""
        end = rational((start + len(spectrum.folded)) * self.step)
        return self._moment(beyond) * (-arb(end) * rational(beyond)).exp()

    def _alias(self, spectrum: Spectrum, beyond: Fraction, start: int) -> arb:
        """A bound of what folding adds: see the module."""
        period, c = arb(rational(len(spectrum.folded) * self.step)), rational(spectrum.c)
        near, turn = (-period * c).exp(), (-period * rational(beyond - spectrum.c)).exp()
        # from above, e^(c m T) P(total >= g_start + m T) <= M(b) e^(-b g_start) e^(-(b - c) m T)
        far = self._moment(beyond) * (-arb(rational(beyond)) * rational(start * self.step)).exp()
        return self._moment(Fraction(0)) * near / (1 - near) + far * turn / (1 - turn)

    def _spectrum(self, c: Fraction, length: int) -> Spectrum:
        if (c, length) not in self.known:
            if len(self.known) >= KEPT:
                self.known.pop(next(iter(self.known)))
            self.known[c, length] = folded_distribution(self.distributions, c, self.step, self.bits, length)
        return self.known[c, length]

    def _choice(self, epsilon: float) -> Choice:
        """The tilt and the length: any are right, these make the bracket narrow."""
        h = float(self.step)
        if not self.floats:
            for distribution, _ in self.distributions:
                weights = np.array([int(w) / (1 << self.bits) for w in distribution.weights.coeffs()])
                places = (distribution.first + np.arange(len(weights))).astype(np.float64) * h
                self.floats.append((weights, places))

        def cumulant(c: float) -> float:
            total = 0.0
            for (weights, places), (_, count) in zip(self.floats, self.distributions, strict=True):
                top = float(c * places.max(initial=0.0))
                mass = float(np.sum(weights * np.exp(c * places - top)))
                total += count * (top + log(mass)) if mass > 0 else -inf
            return total

        return choose(cumulant, epsilon, h, max(len(w) for w, _ in self.floats), self.alias_bits)


def choose(
    cumulant: Callable[[float], float], epsilon: float, h: float, least: int, alias_bits: int
) -> Choice:
    """c near the minimum of K(c) - c epsilon - ln c - ln(1 + c), and a length to go with it.

    Raises TooWide where the length is more than MAX_LENGTH.
    """
    floor = 1.5 * alias_bits / (MAX_LENGTH * h)

    def psi(c: float) -> float:
        return cumulant(c) - c * epsilon - log(c) - log(1 + c)

    steps = range(-60, 301)
    low, high = steps.start, steps.stop - 1
    while high - low > 2:
        third = (high - low) // 3
        a, b = low + third, high - third
        if psi(1.25**a) <= psi(1.25**b):
            high = b
        else:
            low = a
    c = max(1.25 ** min(range(low, high + 1), key=lambda n: psi(1.25**n)), floor)
    curvature = (psi(1.25 * c) - 2 * psi(c) + psi(0.8 * c)) / (0.05 * c * c)
    target = psi(c) - log(2.5 * sqrt(max(curvature, c**-2))) - alias_bits * log(2)
    far, wide = min(
        ((cumulant(c * (1 + x)) - c * (1 + x) * epsilon - target) / (c * x), c * (1 + x)) for x in BEYOND
    )
    period = max(-target / c, far, least * h)
    if not isfinite(period) or period / h > MAX_LENGTH:
        raise TooWide(f"a transform of {period / h:.3g} points")
    tilt = Fraction(c).limit_denominator(2**20) if c > 1 else Fraction(c)
    length = 1 << max(3, (ceil(period / h) - 1).bit_length())
    return Choice(tilt, tilt * Fraction(wide / c), length)


def _product(
    distributions: Sequence[tuple[GridDistribution, int]], c: Fraction, step: Fraction, bits: int
) -> arb:
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


def fourier_total(
    distributions: Sequence[tuple[GridDistribution, int]],
    origin: arb,
    resolution: Resolution,
    alias_bits: int,
) -> Total:
    """The product of all distributions by a floating-point transform."""
    return FourierTotal(
        tuple(distributions), origin, resolution.step, resolution.bits, resolution.working_bits, alias_bits
    )


def _ends(low: arb, high: arb) -> Bracket:
    below, above = bounds(low), bounds(high)
    if below is None or above is None:
        return Bracket(Fraction(0), Fraction(1))
    return Bracket(min(Fraction(1), max(Fraction(0), below[0])), min(Fraction(1), max(Fraction(0), above[1])))
