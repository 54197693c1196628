"""How far |M(c + i w)| has fallen below M(c) for all w beyond a frequency: cancelling pairs of cells.

Cut the losses into cells of length e.  For w_1 <= w <= w_2 the phases of a cell and of the a-th after it
differ by an angle in [(a - 1) e w_1, (a + 1) e w_2], so that of equal masses m in both at most
2 m max |cos(angle/2)| is left.  The rest of the distribution is bounded by its mass:

    |M(c + i w)|  <=  M(c) - sum over pairs of 2 m (1 - max |cos(angle/2)|).

Far out a bound V/|w| takes over, by integration by parts.  Frequencies are treated octave by octave.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ...exact._flint import arb, bounds, precision, rational

BITS = 64
NEAREST, FARTHEST = 6, 12
"""Pairs are this many cells apart at the upper and at the lower end of an octave."""
OCTAVES = range(-24, 64)


@dataclass
class Fading:
    """What a tilted distribution says about its transform; `whole` bounds M(c), `variation` is a V as above.

    `cells(length)` gives lower bounds of the masses of consecutive cells, or None where they are too many.
    """

    cells: Callable[[Fraction], Sequence[arb] | None]
    whole: Fraction
    variation: Fraction
    known: dict[int, Fraction | None] = field(default_factory=dict)

    def beyond(self, omega: Fraction) -> Fraction:
        """An upper bound of |M(c + i w)| for all |w| >= omega."""
        best = Fraction(0)
        for octave in range(_octave(omega), OCTAVES.stop):
            start = max(omega, Fraction(2) ** octave)
            by_parts = min(self.whole, self.variation / start)
            saved = self._saved(octave)
            if saved is None or by_parts <= max(best, self.whole - saved):
                return max(best, by_parts)
            best = max(best, self.whole - saved)
        return self.whole

    def _saved(self, octave: int) -> Fraction | None:
        """The least that pairs cancel for 2^octave <= w <= 2^(octave + 1)."""
        if octave not in self.known:
            low = Fraction(2) ** octave
            length = Fraction(355, 113) / (2 * low * NEAREST)
            with precision(BITS):
                masses = self.cells(length)
                self.known[octave] = None if masses is None else least_saving(masses, length, low)
        return self.known[octave]


def _octave(omega: Fraction) -> int:
    """The largest n with 2^n <= omega."""
    guess = omega.numerator.bit_length() - omega.denominator.bit_length()
    return guess if Fraction(2) ** guess <= omega else guess - 1


def least_saving(masses: Sequence[arb], length: Fraction, low: Fraction) -> Fraction:
    """A lower bound of what pairs of these cells cancel, for every w in [low, 2 low]."""
    return min(saving(masses, length, low, apart) for apart in range(NEAREST, FARTHEST))


def saving(masses: Sequence[arb], length: Fraction, low: Fraction, apart: int) -> Fraction:
    """The same by pairs at one distance, for the frequencies from low * 12/(apart + 1) to low * 12/apart."""
    first, last = low * FARTHEST / (apart + 1), low * FARTHEST / apart
    half_angles = (rational((apart - 1) * length * first / 2), rational((apart + 1) * length * last / 2))
    left = arb(half_angles[0]).cos().max(-arb(half_angles[1]).cos())
    found = bounds(_matched(masses, apart) * (1 - left))
    return max(Fraction(0), found[0]) if found else Fraction(0)


def _matched(masses: Sequence[arb], apart: int) -> arb:
    """The mass in pairs of cells that are `apart` from each other: twice the smaller of the two, summed."""
    total = arb(0)
    for start in range(0, len(masses) - 2 * apart + 1, 2 * apart):
        for i in range(start, start + apart):
            total += masses[i].min(masses[i + apart])
    return 2 * total
