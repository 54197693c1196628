"""Where to integrate: the abscissa, the step and the number of nodes for a wanted precision.

Everything here is chosen in floats and affects cost and width alone: `integral` is right on any line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, exp, inf, isfinite, log, log1p, pi, sqrt

from ...errors import BudgetExceeded
from ...exact._flint import arb, precision
from ..inversion.transform import Transform
from .golden_section import least
from .loss_sketch import short

MAX_NODES = 200_000
LOG2 = log(2)
STEPS = 14


@dataclass(frozen=True)
class Line:
    """Nodes c + i n step for 0 <= n < count; `alias` is an abscissa beyond c for the bound of aliases."""

    c: Fraction
    step: Fraction
    count: int
    alias: Fraction
    lost_bits: int
    """By how many bits the largest term exceeds the answer, roughly."""


@dataclass
class Exponent:
    """Psi(c) = K(c) - c epsilon - ln |c (c + 1)|, with K = ln M; what Markov's inequality gives is e^Psi."""

    transforms: Sequence[tuple[Transform, int]]
    known: dict[Fraction, float] = field(default_factory=dict)

    def cumulant(self, c: Fraction) -> float:
        """K(c) as a float; infinity where it is not finite."""
        if c not in self.known:
            with precision(72):
                total = arb(0)
                try:
                    for transform, count in self.transforms:
                        total += transform.at(c).log() * count
                except BudgetExceeded:
                    total = arb.pos_inf()
            value = float(total.mid())
            self.known[c] = value if isfinite(value) else inf
        return self.known[c]

    def psi(self, c: Fraction, epsilon: float) -> float:
        """Psi(c)."""
        return self.cumulant(c) - float(c) * epsilon - log(abs(float(c))) - log1p(float(c))

    def curvature(self, c: Fraction) -> float:
        """Psi''(c), by a second difference of K."""
        d = self._near(c)
        second = (self.cumulant(c + d) - 2 * self.cumulant(c) + self.cumulant(c - d)) / float(d) ** 2
        return max(second, 0.0) + float(c) ** -2 + float(1 + c) ** -2

    def slope(self, c: Fraction) -> float:
        """K'(c), by a central difference."""
        d = self._near(c)
        return (self.cumulant(c + d) - self.cumulant(c - d)) / float(2 * d)

    def _near(self, c: Fraction) -> Fraction:
        """How far from c differences are taken."""
        return abs(c) * min(Fraction(1), 1 + c) / 32 if c < 0 else c / 32


def best_abscissa(exponent: Exponent, epsilon: float) -> Fraction:
    """The c > 0, or in (-1, 0), at which e^Psi is least."""
    right = least(lambda u: exponent.psi(short(exp(u)), epsilon), -12.0, 12.0, STEPS)
    positive = short(exp(right))
    left = least(lambda u: exponent.psi(_inside(u), epsilon), -6.0, 6.0, STEPS)
    negative = _inside(left)
    return min((positive, negative), key=lambda c: exponent.psi(c, epsilon))


def _inside(u: float) -> Fraction:
    """A point of (-1, 0) from a real: -1/(1 + e^-u)."""
    return -Fraction(round(4096 / (1 + exp(-u))) or 1, 4097)


def choose_line(exponent: Exponent, c: Fraction, epsilon: float, bits: int) -> Line | None:
    """A line on which the error is about 2^-bits of the answer; None where it needs too many nodes."""
    psi, spread = exponent.psi(c, epsilon), sqrt(2 * pi * exponent.curvature(c))
    target = psi - log(spread) - bits * LOG2
    period, alias = _period(exponent, c, epsilon, target)
    if not isfinite(period):
        return None
    step = short(2 * pi / period)
    omega = _cutoff(exponent, c, epsilon, target, MAX_NODES * step)
    if omega is None:
        return None
    return Line(c, step, ceil(omega / step) + 1, alias, max(0, ceil(log(spread) / LOG2)))


def _period(exponent: Exponent, c: Fraction, epsilon: float, target: float) -> tuple[float, Fraction]:
    """T such that both aliases are below e^target, and the abscissa that bounds the far one."""
    if c < 0:
        return max(-target / -float(c), (epsilon - target) / float(1 + c)) + 1, Fraction(-1)
    near, best = -target / float(c), (inf, c)
    base = float(c)
    for factor in (0.1, 0.2, 0.4, 0.7, 1.0, 2.0, 4.0):
        beyond = short(base * (1 + factor))
        far = (exponent.cumulant(beyond) - float(beyond) * epsilon - target) / float(beyond - c)
        best = min(best, (far, beyond))
    return max(near, best[0], 0.0) + 1 / base, best[1]


def _cutoff(
    exponent: Exponent, c: Fraction, epsilon: float, target: float, largest: Fraction
) -> Fraction | None:
    """The least power of 5/4, or so, beyond which the integral is below e^target."""
    omega = Fraction(5, 4) ** ceil(log(max(1e-9, 1 / sqrt(exponent.curvature(c)))) / log(1.25))
    with precision(96):
        while omega <= largest:
            total = arb(0)
            for transform, count in exponent.transforms:
                total += transform.beyond(c, omega).log() * count
            rest = float(total.mid()) - float(c) * epsilon - log(pi * float(omega))
            if rest <= target:
                return omega
            omega *= Fraction(5, 4)
    return None
