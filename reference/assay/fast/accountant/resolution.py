"""How fine the grid is, how many bits a weight has, and how both grow when a bracket is too wide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor, log2, sqrt

from ...exact._flint import arb, bounds, precision, rational
from .bracket import Bracket
from .convolve import CUT_BITS
from .grid import Grid
from .pairs import LossPair

FIRST_BITS = 96
GUARD_BITS = 32


@dataclass(frozen=True)
class Resolution:
    """The step of all grids, the bits of a weight, the number of rounds, the points of the total."""

    step: Fraction
    bits: int
    rounds: int
    points: int

    @property
    def working_bits(self) -> int:
        """The precision of balls: that of a weight and a guard."""
        return self.bits + 64

    @property
    def noise(self) -> Fraction:
        """An estimate of what rounding and cutting cost together (only the choice of bits depends on it)."""
        return Fraction(self.rounds * 2 ** (CUT_BITS + GUARD_BITS), 2**self.bits)

    def refined(self, found: Bracket, wanted: Fraction) -> Resolution:
        """More bits where the answer drowns in rounding; else a finer step: the width is O(step^2)."""
        if found.upper is not None and found.upper > 0 and found.upper * wanted <= self.noise:
            more = replace(self, bits=self.bits + 64)
            return more.for_probability(found.upper, wanted)
        ratio = found.relative_width
        shrink = 4 if ratio is None else min(16, max(2, ceil(1.2 * sqrt(ratio / wanted))))
        return replace(self, step=self.step / shrink, points=self.points * shrink)

    def for_probability(self, value: Fraction, wanted: Fraction) -> Resolution:
        """As many bits as a probability of this size takes at the wanted relative width."""
        needed = ceil(_log2(1 / value)) + ceil(_log2(1 / wanted)) + CUT_BITS + GUARD_BITS
        return replace(self, bits=max(self.bits, needed + self.rounds.bit_length()))


def _log2(x: Fraction) -> float:
    """log2 x, also beyond the range of floats."""
    shift = x.numerator.bit_length() - x.denominator.bit_length()
    return log2(x / Fraction(2) ** shift) + shift


def first_resolution(rounds: Sequence[tuple[LossPair, int]]) -> Resolution:
    """A step below a tenth of the deviation of one round, and a divisor of the gap between two atoms."""
    count = sum(k for _, k in rounds)
    bits = FIRST_BITS + count.bit_length()
    with precision(128):
        deviations = [_deviation(pair) for pair, _ in rounds]
        gap = next((g for pair, _ in rounds if (g := _atom_gap(pair)) is not None), None)
    spread = sqrt(sum(k * d * d for (_, k), d in zip(rounds, deviations, strict=True)))
    rough = Fraction(max(min(deviations) / 8, spread / sqrt(count) / 16)).limit_denominator(
        10**9
    ) or Fraction(1, 10**9)
    step = rough if gap is None else gap / max(1, ceil(gap / rough))
    return Resolution(step, bits, count, ceil(24 * spread / step) + 16)


def _atom_gap(pair: LossPair) -> Fraction | None:
    """The distance between the first two atoms, as a rational close to it."""
    atoms = pair.atoms()
    if len(atoms) < 2:
        return None
    ends = bounds(atoms[0].loss - atoms[1].loss)
    if ends is None:
        return None
    middle = abs(ends[0] + ends[1]) / 2
    return middle.limit_denominator(2**40) or None


def _deviation(pair: LossPair) -> float:
    """A rough standard deviation of the loss under P, from quantiles (no answer depends on it)."""
    lo, hi = reach(pair, arb(0), Fraction(1, 64), Fraction(1, 10))
    return max((hi - lo) / 64 / 4, 1e-6)


def make_grid(pair: LossPair, resolution: Resolution) -> Grid:
    """The grid of one round: through its first atom, and as long as its tails are not negligible."""
    atoms = pair.atoms()
    origin = atoms[0].loss if atoms else arb(0)
    negligible = Fraction(1, 2**resolution.bits)
    first, last = reach(pair, origin, resolution.step, negligible)
    return Grid(origin, resolution.step, first, last)


def reach(pair: LossPair, origin: arb, step: Fraction, negligible: Fraction) -> tuple[int, int]:
    """Indices (first, last): what lies below g_first or above g_last, atoms included, is negligible."""

    def above(index: int) -> bool:
        return _at_most(pair.tail(origin + arb(rational(index * step))).p, negligible)

    def below(index: int) -> bool:
        return _at_most(pair.head(origin + arb(rational(index * step))).p, negligible)

    first, last = -_search(lambda n: below(-n)), _search(above)
    positions = [bounds((atom.loss - origin) / arb(rational(step))) for atom in pair.atoms()]
    ends = [p for p in positions if p is not None]
    lowest = min((floor(p[0]) for p in ends), default=first)
    highest = max((ceil(p[1]) for p in ends), default=last)
    return min(first, lowest) - 1, max(last, highest) + 1


def _at_most(x: arb, limit: Fraction) -> bool:
    ends = bounds(x)
    return ends is not None and ends[1] <= limit


def _search(test: Callable[[int], bool]) -> int:
    """The least n for which a monotone condition holds, by doubling and halving."""
    high = 1
    while not test(high):
        high *= 2
        if high > 2**40:
            raise ArithmeticError("the loss has tails that do not become negligible")
    low = high // 2 if high > 1 else _below(test)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if test(middle) else (middle, high)
    return high


def _below(test: Callable[[int], bool]) -> int:
    """A point at or below 0 at which the condition fails (or -2^20)."""
    low = -1
    while low > -(2**20) and test(low):
        low *= 2
    return low
