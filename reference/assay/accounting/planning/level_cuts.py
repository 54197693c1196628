"""Which levels a distribution is cut into, and on which line each is inverted: all chosen in floats.

Level i answers for what the i-th cut keeps and the next one does not: the more is cut off, the shorter the
losses, and the higher the frequencies that matter.  It ends where the rest is certainly small, certainly
large, or fades by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, exp, expm1, inf, isfinite, log, pi

from ...exact._flint import precision
from ..inversion.transform import Transform
from ..levels.cuts import Cut
from .level_integrals import Landscape, modulus
from .loss_sketch import short

LOG2 = log(2)
MOST_LEVELS = 24
MOST_EXCESS = 400
"""By how much, in logarithms, the transform may exceed what is tolerated: bits that are lost."""
FEW = 400
"""So many nodes of a line are not worth another level."""
DROPS = (0.6, 1.2, 2.0, 3.0, 5.0, 9.0)
"""By how much the logarithm of rho falls from one cut to the next."""
Cuts = tuple[Cut, ...]


@dataclass(frozen=True)
class Level:
    """The line c + i n step, n < count; `alias` > c and `heights` serve the bounds of what is left out."""

    c: Fraction
    alias: Fraction
    step: Fraction
    count: int
    uppers: Cuts
    lowers: Cuts | None
    heights: tuple[Fraction, ...]
    bits: int


@dataclass(frozen=True)
class Closing:
    """The rest: certainly small (c >= 0 bounds it) or certainly large (c < -1 bounds what is missing)."""

    cuts: Cuts
    c: Fraction


@dataclass(frozen=True)
class Plan:
    """The first cut, levels, and how the last cut is closed; None where the last level has no lower cut."""

    first: Cuts
    levels: tuple[Level, ...]
    closing: Closing | None

    @property
    def nodes(self) -> int:
        """How many values of the transform are needed."""
        return sum(level.count for level in self.levels)


@dataclass
class Planner:
    """The pictures of all rounds, the question, and the logarithm of the error that is tolerated."""

    distributions: Sequence[tuple[Landscape, int]]
    others: Sequence[tuple[Transform, int]]
    epsilon: float
    tolerance: float
    most_nodes: int
    known: dict[tuple[float, Cuts], float] = field(default_factory=dict)

    def cumulant(self, c: float, cuts: Cuts) -> float:
        """ln M(c) of the total of what the cuts keep."""
        if (c, cuts) not in self.known:
            total = sum(
                count * land.log_integral(land.power(c), cut)
                for (land, count), cut in zip(self.distributions, cuts, strict=True)
            )
            with precision(72):
                for transform, count in self.others:
                    total += count * float(transform.at(short(c)).log().mid()) if c else 0.0
            self.known[c, cuts] = total if isfinite(total) else inf
        return self.known[c, cuts]

    def psi(self, c: float, cuts: Cuts) -> float:
        """What Markov's inequality gives."""
        return self.cumulant(c, cuts) - c * self.epsilon

    def plan(self) -> Plan | None:
        """Levels until nothing is left; None where there are too many nodes."""
        first = cuts = self.first()
        levels: list[Level] = []
        while len(levels) < MOST_LEVELS:
            closing = self.closing(cuts)
            if closing is not None:
                return Plan(first, tuple(levels), closing)
            level = self.level(cuts, self.most_nodes - sum(level.count for level in levels))
            if level is None:
                return None
            levels.append(level)
            if level.lowers is None:
                return Plan(first, tuple(levels), None)
            cuts = level.lowers
        return None

    def first(self) -> Cuts:
        """So far out that what is cut off is tolerated."""
        low = min(land.theta(0.0) for land, _ in self.distributions)
        high = max(land.theta(float(land.xs[-1])) for land, _ in self.distributions)
        for _ in range(14):
            middle = (low + high) / 2
            low, high = (low, middle) if self._lost(middle) < self.tolerance else (middle, high)
        return self.cuts(high)

    def _lost(self, theta: float) -> float:
        """ln of the mass that a cut takes from the total."""
        lost = 0.0
        for (land, count), cut in zip(self.distributions, self.cuts(theta), strict=True):
            lost += count * exp(land.log_integral(land.power(0.0), None, cut, cosine=1.0))
        return log(lost) if lost > 0 else -inf

    def cuts(self, theta: float) -> Cuts:
        """Cuts of all rounds at rho = e^theta."""
        return tuple(
            Cut(Fraction(round(land.place(theta) * 4096), 4096), Fraction(land.steepness))
            for land, _ in self.distributions
        )

    def closing(self, cuts: Cuts) -> Closing | None:
        """Whether what the cuts keep is certainly small or certainly large."""
        for n in range(-16, 56):
            c = 2.0 ** (n / 2)
            if self.psi(c, cuts) < self.tolerance:
                return Closing(cuts, short(c))
            if self.psi(-1 - c, cuts) < self.tolerance:
                return Closing(cuts, -1 - short(c))
        return Closing(cuts, Fraction(0)) if self.cumulant(0.0, cuts) < self.tolerance else None

    def abscissa(self, cuts: Cuts) -> tuple[float, float, float]:
        """(c, alias, T): a line that needs a short period, and not too many bits."""
        values: list[tuple[float, float]] = []
        for n in range(-40, 130):
            values.append((2.0 ** (n / 4), self.psi(2.0 ** (n / 4), cuts) - self.tolerance))
            if values[-1][1] > MOST_EXCESS:
                break
        best, found = inf, (0.0, 0.0, inf)
        for i, (c, excess) in enumerate(values[:-1]):
            far, alias = min((v / (b - c), b) for b, v in values[i + 1 :])
            period = max(-self.tolerance / c, far, 0.0) + 1 / c
            score = period * (max(excess, 0.0) + 12)
            if score < best:
                best, found = score, (c, alias, period)
        return found

    def level(self, cuts: Cuts, most_nodes: int) -> Level | None:
        """The cheapest way to get rid of what is above a lower cut, or of everything."""
        c, alias, period = self.abscissa(cuts)
        if not isfinite(period):
            return None
        most = 2 * pi * most_nodes / period
        omega, heights = self._omega(c, cuts, None, most)
        lowers, best, top = None, omega, self._theta(cuts)
        for drop in DROPS if omega * period > 2 * pi * FEW else ():
            tried = self.cuts(top - drop)
            if not all(below.place < above.place for below, above in zip(tried, cuts, strict=True)):
                continue
            needed, higher = self._omega(c, cuts, tried, min(most, best * drop))
            if needed / drop < best:
                omega, heights, lowers, best = needed, higher, tried, needed / drop
        if not isfinite(omega):
            return None
        step = short(2 * pi / period)
        bits = ceil(max(0.0, self.psi(c, cuts) - self.tolerance) / LOG2) + 16
        return Level(
            short(c),
            short(alias),
            step,
            ceil(omega / float(step)) + 1,
            cuts,
            lowers,
            tuple(short(height) for height in heights),
            bits + sum(count for _, count in self.distributions).bit_length(),
        )

    def _theta(self, cuts: Cuts) -> float:
        """ln rho of the cuts."""
        return self.distributions[0][0].theta(float(cuts[0].place))

    def _omega(
        self, c: float, cuts: Cuts, lowers: Cuts | None, most: float
    ) -> tuple[float, tuple[float, ...]]:
        """The least frequency, up to a factor, beyond which the transform is negligible, and the heights."""
        omega, step = max(c / 4, 1e-9), 4.0
        reached = None
        while True:
            rest, heights = self._left(c, cuts, lowers, omega)
            if rest <= 0:
                reached = omega, heights
                if step < 1.3:
                    return reached
                omega, step = omega / step, step**0.5
            elif omega > 2 * most and reached is None:
                return inf, ()
            omega *= step

    def _left(
        self, c: float, cuts: Cuts, lowers: Cuts | None, omega: float
    ) -> tuple[float, tuple[float, ...]]:
        """ln of what is left beyond a frequency, over the tolerance."""
        size = gap = 0.0
        heights = []
        for i, (land, count) in enumerate(self.distributions):
            lower = None if lowers is None else lowers[i]
            small, more, height = modulus(land, c, omega, cuts[i], lower)
            heights.append(height)
            size, gap = size + count * small, gap + count * more
        if lowers is not None:
            size += gap if gap > 50 else log(max(expm1(gap), 1e-300))
        with precision(72):
            for transform, count in self.others:
                size += count * float(transform.beyond(short(c), short(omega)).log().mid())
        return size - c * self.epsilon - log(pi * omega) - self.tolerance, tuple(heights)
