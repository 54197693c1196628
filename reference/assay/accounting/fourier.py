"""The distribution of the total loss by a floating-point Fourier transform, with a bound of every error.

The distributions of all rounds live on grids of one step h.  Tilt them by e^(c L), normalise, transform
cyclically on n points, raise to their counts, multiply, transform back: what comes out is the tilted
distribution of the total, folded modulo n h, up to a uniform error e_0.  delta(epsilon) is a sum over the n
points above epsilon.

* Folding adds e^(c m n h) P(total in the window + m n h) for m != 0: bounded by Markov's inequality.
* Rounding: `folded_spectrum` bounds the errors of both transforms and of powers.
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
from .folded_spectrum import (
    SLACK,
    TINY,
    UNIT,
    Reals,
    Spectrum,
    TooWide,
    folded_distribution,
    geometric,
    moment_of,
)
from .grid import GridDistribution
from .planning.resolution import Resolution
from .total_loss import Total

KEPT = 3
"""So many spectra are kept for the next question."""
MAX_LENGTH = 2**22
BEYOND = (0.05, 0.1, 0.2, 0.4, 0.7, 1.0)
"""Bounds of far aliases are tried at c (1 + x)."""


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
        return moment_of(self.distributions, c, self.step, self.bits)

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
                top = float(c * np.max(places, initial=0.0))
                mass = float(np.sum(weights * np.exp(c * places - top)))
                total += count * (top + log(mass)) if mass > 0 else -inf
            return total

        return choose(cumulant, epsilon, h, max(len(w) for w, _ in self.floats), self.alias_bits)


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


@dataclass(frozen=True)
class Choice:
    """The tilt c, a larger one that bounds what lies far above, and the length of the transform."""

    c: Fraction
    beyond: Fraction
    length: int


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
