"""Which line an inversion takes, whether noise is added to make it short, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import exp, log, pi, sqrt

from ...errors import BudgetExceeded
from ...exact._flint import precision
from ...exact.bracket import log2_of
from ..planning.inversion_line import Exponent, Line, choose_line
from ..question import Question
from .closed_forms import GaussianTransform
from .integral import Table
from .smoothing import Smoothed, variance_for
from .transform import Transform

Transforms = tuple[tuple[Transform, int], ...]
FEW = 200
"""A line of so few nodes is not made shorter; nor is one whose planning itself takes long."""
SECONDS_A_NODE = 4e-5
"""What the sums of a search for an epsilon take at each node; values of the transforms come on top."""


@dataclass(frozen=True)
class Plan:
    """A line; the variance of the noise, None where none is added."""

    line: Line
    variance: Fraction | None

    def table(self, transforms: Sequence[tuple[Transform, int]]) -> Table | Smoothed:
        """The values on the line, at the precision in force."""
        if self.variance is None:
            return Table.on(self.line, transforms)
        return Smoothed.on(self.line, transforms, self.variance)

    def cost(self, transforms: Sequence[tuple[Transform, int]]) -> float:
        """Seconds, roughly."""
        width = self.line.step * (self.line.count - 1)
        return self.line.count * (SECONDS_A_NODE + seconds_a_node(transforms, self.line.c, width))


def seconds_a_node(transforms: Sequence[tuple[Transform, int]], c: Fraction, width: Fraction) -> float:
    """What the values of all transforms at a node take."""
    with precision(128):
        return sum(transform.cost(c, width) for transform, _ in transforms)


@lru_cache(maxsize=64)
def plan_for(transforms: Transforms, c: Fraction, epsilon: float, bits: int, share: float) -> Plan | None:
    """The shorter of the line itself and of one with noise; None where both need too many nodes.

    bits: what is left out is about 2^-bits of delta.  share: what the noise may add, relatively.
    """
    plain = _line(transforms, c, epsilon, bits)
    is_quadrature = any(transform.is_quadrature for transform, _ in transforms)
    if plain is not None and (plain.count <= FEW or is_quadrature):
        return Plan(plain, None)
    variance = variance_for(share, float(c))
    noisy = _line((*transforms, (GaussianTransform(variance), 1)), c, epsilon, bits)
    if noisy is not None and (plain is None or noisy.count < plain.count):
        return Plan(noisy, variance)
    return None if plain is None else Plan(plain, None)


def _line(transforms: Transforms, c: Fraction, epsilon: float, bits: int) -> Line | None:
    try:
        return choose_line(Exponent(transforms), c, epsilon, bits)
    except (BudgetExceeded, OverflowError):
        return None


LOG2 = log(2)
LEAST_FADING = 10
"""By so many bits a transform has to fade, however wide the bracket may be."""
FACTORS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""In terms of the frequencies of a Gaussian loss, where a transform may have faded."""


def nodes_on(question: Question, fades: bool) -> tuple[float, float]:
    """How many nodes a line through the saddle point has, and its largest frequency.

    They end where the transform has faded by itself, or by as much noise as is allowed.
    """
    look, bits = question.look, max(LEAST_FADING, -log2_of(question.wanted))
    saddle, needed = look.saddle, (bits + 8) * LOG2
    c, period = max(saddle.c, 1e-300), 2 * needed / max(saddle.c, 1e-300)
    share = float(question.wanted) * (1.0 if question.delta is None else max(saddle.epsilon, 1e-12) * c)
    omega = sqrt(2 * needed * 3 * c * (c + 1) / share)
    bulk = sqrt(2 * needed / max(saddle.variance, 1e-300))
    for factor in FACTORS if fades else ():
        if factor * bulk < omega and look.picture.fading(c, factor * bulk) <= exp((4 - bits) * LOG2):
            omega = factor * bulk
    return omega * period / (2 * pi), omega
