"""How fine the grid is, how long, how many bits a weight has, and how all grow when a bracket is too wide."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import ceil, exp, floor, inf, log, log2, sqrt

from ...composition.pair import DominatingPair
from ...errors import BudgetExceeded
from ...exact._flint import arb, bounds, precision, rational
from ...exact.bracket import LEAST_BITS, Bracket, log2_of
from ..grid import CUT_BITS, Grid
from ..lattices import commensurable, commensurable_alone, scattered, step_for
from ..optimistic_rounding import centre
from .loss_sketch import middle
from .saddle_point import Look

FIRST_BITS = 96
MOST_ALIAS_BITS = 44
GUARD_BITS = 32


@dataclass(frozen=True)
class Resolution:
    """The step of all grids, the bits of a weight, the number of rounds; the points of a transform, and those
    that the total spans.

    Mass below `negligible` is cut off a round above; below, what is less than `faint` times that at the
    origin when tilted by e^(tilt L).  `slip` is how far optimistic losses may be moved down.
    """

    step: Fraction
    bits: int
    rounds: int
    points: int
    span: int
    negligible: Fraction
    slip: Fraction
    tilt: Fraction
    faint: Fraction
    share: Fraction
    """The wanted relative width of delta."""
    is_linear: bool
    """Whether atoms far from each other lie off the grid: then the width is only O(step)."""

    @property
    def working_bits(self) -> int:
        """The precision of balls: that of a weight and a guard."""
        return self.bits + 64

    def length(self, floats: bool) -> int:
        """The points of the longest distribution: a transform folds the total."""
        return min(self.points, self.span) if floats else self.span

    @property
    def noise(self) -> Fraction:
        """An estimate of what rounding and cutting cost together (only the choice of bits depends on it)."""
        return Fraction(self.rounds * 2 ** (CUT_BITS + GUARD_BITS), 2**self.bits)

    def refined(self, found: Bracket, wanted: Fraction) -> Resolution:
        """More bits where the answer drowns in rounding; else a finer step: the width is O(step^2)."""
        if found.upper is not None and found.upper > 0 and found.upper * wanted <= self.noise:
            return replace(self, bits=self.bits + 64).for_probability(found.upper, wanted)
        ratio = found.relative_width
        missing = 0.0 if ratio is None else float(ratio / wanted)
        if self.is_linear:
            missing *= missing
        shrink = 4 if ratio is None else min(32, max(2, ceil(1.2 * sqrt(missing))))
        return replace(
            self,
            step=self.step / shrink,
            points=self.points * shrink,
            span=self.span * shrink,
            negligible=self.negligible / shrink**3,
            faint=self.faint / shrink**3,
            bits=self.bits + 3 * shrink.bit_length(),
        )

    def for_probability(self, value: Fraction, wanted: Fraction) -> Resolution:
        """As many bits as a probability of this size takes at the wanted relative width."""
        needed = ceil(log2_of(1 / value)) + ceil(log2_of(1 / wanted)) + CUT_BITS + GUARD_BITS
        bits = max(self.bits, needed + self.rounds.bit_length())
        negligible = min(self.negligible, value * wanted / (64 * self.rounds))
        return replace(self, bits=bits, negligible=negligible)


def first_resolution(
    rounds: Sequence[tuple[DominatingPair, int]], wanted: Fraction, of_epsilon: bool, look: Look
) -> Resolution:
    """What should do for the relative width, of epsilon or of delta, by the picture of the rounds.

    The two distributions differ by about h^2/2 in the variance of a round, and so by k h^2 c (c + 1)/4 in
    delta, relatively, where c is the tilt; delta falls by the factor 1 + c times the change of epsilon.
    """
    saddle, count = look.saddle, look.count
    c = max(saddle.c, 1e-6)
    share = min(0.5, float(wanted) * (max(saddle.epsilon, 1e-12) * c if of_epsilon else 1.0))
    spread = sqrt(max(saddle.variance, 0.0) + c**-2)
    rough = min(sqrt(2 * share / (count * c * (c + 1))), 1 / (8 * c), spread / 2)
    if not 0 < rough < inf:
        raise ArithmeticError(f"the step of a grid would be {rough}")
    apart = scattered(rounds, rough)
    if commensurable_alone(rounds):
        rough = inf
    elif apart:
        rough = min(rough, share / (c * apart))
    lost = ceil(min(-saddle.log_delta / log(2), LEAST_BITS) - log2(share) + log2(count)) + 8
    bits = max(FIRST_BITS + count.bit_length(), lost + GUARD_BITS + 24)
    moments = [(k, sketch.cumulants(0.0)) for sketch, k in look.picture.sketches]
    mean, deviation = sum(k * m for k, (_, m, _) in moments), sqrt(sum(k * v for k, (_, _, v) in moments))
    window = 2 * MOST_ALIAS_BITS * log(2) / c + 16 * spread
    span = 2 * abs(saddle.epsilon - mean) + 16 * deviation
    step = _step(rounds, rough, bits, min(window, span))
    return Resolution(
        step,
        bits,
        count,
        ceil(min(window / float(step), 1e15)) + 16,
        ceil(min(span / float(step), 1e15)) + 16,
        Fraction(1, 2**lost),
        Fraction(1, 2 ** (bits + 32)),
        Fraction(saddle.c),
        Fraction(share / (64 * count)),
        Fraction(share),
        apart > 0,
    )


def _step(rounds: Sequence[tuple[DominatingPair, int]], rough: float, bits: int, length: float) -> Fraction:
    """A step that meets the atoms to all bits, unless no memory holds the grid: then to a few.

    Atoms of thousands of bits are dear, and such a grid is planned only to see that it is too large.
    """
    if bits > PLENTY_OF_BITS:
        with precision(PLENTY_OF_BITS):
            step = step_for(rounds, rough, PLENTY_OF_BITS // 2)
        if length / float(step) * bits > MOST_BITS:
            return step
    with precision(bits + 320):
        return step_for(rounds, rough, bits + 256)


PLENTY_OF_BITS, MOST_BITS = 2000, 2.0**37


@lru_cache(maxsize=16)
def make_grid(pair: DominatingPair, resolution: Resolution) -> Grid:
    """The grid of one round: through its atoms where they fit, else through the middle of its bulk."""
    atoms = [atom for atom in pair.point_masses() if middle(atom.p) > FAINTEST]
    if atoms and (len(atoms) <= FEW or commensurable(atoms) is not None):
        origin = max(atoms, key=lambda atom: middle(atom.p)).loss
    else:
        origin = centre(pair, resolution.step)
    first, last = reach(pair, origin, resolution)
    return Grid(origin, resolution.step, first, last)


FEW = 8
"""So few atoms are better met than the middle of the bulk."""
FAINTEST = 1e-12
"""An atom with less mass, or perhaps with none, is not worth meeting."""


def reach(pair: DominatingPair, origin: arb, resolution: Resolution) -> tuple[int, int]:
    """Indices (first, last): what lies below g_first or above g_last, atoms included, is negligible."""
    step, negligible = resolution.step, resolution.negligible
    tilt = resolution.tilt * step

    def above(index: int) -> bool:
        return _at_most(pair.tail(origin + arb(rational(index * step))).p, negligible)

    def below(index: int) -> bool:
        mass = pair.head(origin + arb(rational(index * step))).p
        return _at_most(mass * arb(rational(index * tilt)).exp(), resolution.faint)

    first, last = -_search(lambda n: below(-n)), _search(above)
    positions = sorted(
        (float(((a.loss - origin) / rational(step)).mid()), middle(a.p)) for a in pair.point_masses()
    )
    tilted = [(x, w * exp(min(0.0, x * float(tilt)))) for x, w in positions]
    lowest, highest = _heavy(tilted, float(resolution.faint)), _heavy(reversed(positions), float(negligible))
    if lowest is not None and highest is not None:
        first, last = min(first, floor(lowest)), max(last, ceil(highest))
    return min(first, last) - 1, max(first, last) + 1


def _heavy(positions: Iterable[tuple[float, float]], negligible: float) -> float | None:
    """The first position before which the masses are not negligible any more."""
    mass = 0.0
    for position, weight in positions:
        mass += weight
        if mass > negligible:
            return position
    return None


def _at_most(x: arb, limit: Fraction) -> bool:
    ends = bounds(x)
    return ends is not None and ends[1] <= limit


def _search(test: Callable[[int], bool]) -> int:
    """The least n for which a monotone condition holds, by doubling and halving."""
    high = 1
    while not test(high):
        high *= 2
        if high > 2**40:
            raise BudgetExceeded(
                "the tails of the loss do not become negligible within 2^40 steps of the grid; ask for a "
                "larger width, or for a delta or an epsilon at which the losses are less steep"
            )
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
