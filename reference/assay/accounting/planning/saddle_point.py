"""Where an answer about many rounds is, in floats: the saddle point of an epsilon or a delta.

No answer depends on its accuracy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, fsum, log, log1p, pi, sqrt

from ...composition.pair import DominatingPair
from ...exact.bracket import LEAST_BITS, log2_of
from .loss_sketch import Sketch, sketch_of

FAR_OFF = 1.5
"""By how much ln delta of a saddle point may be off before another estimate is taken."""
SHALLOW = 100
"""Bits of depth of a first picture."""


@dataclass(frozen=True)
class Saddle:
    """Where delta(epsilon) is: the tilt c > 0 that stands out there, epsilon, ln delta, and K''(c)."""

    c: float
    epsilon: float
    log_delta: float
    variance: float


@dataclass(frozen=True)
class Picture:
    """The pictures of all rounds with their counts."""

    sketches: tuple[tuple[Sketch, int], ...]

    @staticmethod
    def of(rounds: Sequence[tuple[DominatingPair, int]], depth: int) -> Picture:
        """The pictures down to masses of 2^-depth."""
        return Picture(tuple((sketch_of(pair, depth), count) for pair, count in rounds))

    def saddle(self, c: float) -> Saddle:
        """The epsilon whose saddle point is c > 0:  epsilon = K'(c) - 1/c - 1/(1 + c), and its delta."""
        value = mean = variance = 0.0
        for sketch, count in self.sketches:
            k, m, v = sketch.cumulants(c)
            value, mean, variance = value + count * k, mean + count * m, variance + count * v
        epsilon = mean - 1 / c - 1 / (1 + c)
        curvature = variance + c**-2 + (1 + c) ** -2
        psi = value - c * epsilon - log(c) - log1p(c)
        return Saddle(c, epsilon, min(0.0, psi - log(2 * pi * curvature) / 2), variance)

    def at_epsilon(self, epsilon: float) -> Saddle:
        """The saddle point of an epsilon."""
        return self._search(lambda s: s.epsilon < epsilon)

    def at_delta(self, log_delta: float) -> Saddle:
        """The saddle point of a delta."""
        return self._search(lambda s: s.log_delta > log_delta)

    def _search(self, before: Callable[[Saddle], bool]) -> Saddle:
        low, high = -14.0, 60.0
        for _ in range(16):
            half = (low + high) / 2
            low, high = (half, high) if before(self.saddle(exp(half))) else (low, half)
        return self.saddle(exp((low + high) / 2))

    def log_delta(self, epsilon: float) -> float:
        """ln delta(epsilon) from one large loss, and from many that are none: for heavy tails too."""
        means = [sketch.cumulants(0.0)[1] for sketch, _ in self.sketches]
        total = fsum(m * k for m, (_, k) in zip(means, self.sketches, strict=True))
        jump, rest = 0.0, []
        for mean, (sketch, count) in zip(means, self.sketches, strict=True):
            left = epsilon - total + mean
            jump += count * sketch.gain(left)
            rest.append((sketch.upto(left), count))
        value = Picture(tuple(rest)).at_epsilon(epsilon).log_delta
        return max(value, log(jump)) if jump > 0 else value

    def fading(self, c: float, omega: float) -> float:
        """|M(c + i omega)|/M(c) of the total."""
        logs = [count * log(max(sketch.fading(c, omega), 1e-300)) for sketch, count in self.sketches]
        return exp(max(-700.0, fsum(logs)))


@dataclass(frozen=True)
class Look:
    """The pictures of all rounds, deep enough for a question, and its saddle point."""

    picture: Picture
    saddle: Saddle
    count: int

    @staticmethod
    def at(
        rounds: Sequence[tuple[DominatingPair, int]], epsilon: float | None, delta: Fraction | None
    ) -> Look:
        """Look at delta(epsilon), or at epsilon(delta)."""
        count = sum(k for _, k in rounds)
        depth = SHALLOW if not delta else max(SHALLOW, ceil(log2_of(count / delta)) + 64)
        while True:
            picture = Picture.of(rounds, depth)
            if delta:
                saddle = picture.at_delta(-log(2) * log2_of(1 / delta))
            else:
                saddle = picture.at_epsilon(epsilon or 0.0)
            needed = ceil(max(-saddle.log_delta, 0.0) / log(2) + log2_of(Fraction(count))) + 40
            # fainter masses than a delta that was given do not matter, wherever the saddle point seems to be
            if delta or needed <= depth or depth >= LEAST_BITS:
                return Look(picture, _mended(picture, saddle, delta), count)
            depth = min(LEAST_BITS, max(2 * depth, needed + 20))

    def fades(self, bits: float) -> bool:
        """Whether the transform on the line through the saddle point has fallen by 2^-bits soon enough."""
        omega = sqrt(2.8 * bits * log(2) / max(self.saddle.variance, 1e-300))
        return self.picture.fading(self.saddle.c, omega) <= exp((4 - bits) * log(2))


def _mended(picture: Picture, saddle: Saddle, delta: Fraction | None) -> Saddle:
    """The saddle point, or what one large loss says where tails are so heavy that it is far off."""
    if saddle.epsilon <= 0 or saddle.log_delta > -2 or saddle.log_delta < -600:
        return saddle
    at, found = saddle.epsilon, picture.log_delta(saddle.epsilon)
    if abs(found - saddle.log_delta) < FAR_OFF:
        return saddle
    if delta:
        low, high = log(at) - 30, log(at)
        for _ in range(20):
            half = (low + high) / 2
            low, high = (half, high) if picture.log_delta(exp(half)) > saddle.log_delta else (low, half)
        at, found = exp((low + high) / 2), saddle.log_delta
    slope = (picture.log_delta(at * 0.98) - picture.log_delta(at * 1.02)) / (0.04 * at)
    return Saddle(max(slope, saddle.c), at, found, min(saddle.variance, at**2))
