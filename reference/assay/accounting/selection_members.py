"""Finite mechanisms whose best of K outputs loses nearly as much as anything with the same guarantee.

They are computed from Gaussian noise or from randomised response, and so in every class that holds these.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction
from math import exp, isfinite, sqrt
from statistics import NormalDist

from ..errors import InvalidValue
from ..exact import number
from ..exact._flint import arb, precision
from ..exact._flint import rational as ball
from ..exact.order import ball_sign
from .densities import Gaussian
from .discrete import DiscreteLaplace
from .repetitions import Repetitions
from .selected import ExactMasses, GaussianCells
from .selected_gaussian import SelectedGaussian
from .selected_pure import SelectedPure

BITS = 192
CELLS, GRID, FAR = 64, 4096, 12.0
SHARES = tuple(Fraction(i, 20) for i in (1, 6, 14, 19))
"""Of the largest loss: where outputs follow the worst order."""


def members_of(
    base: Gaussian | DiscreteLaplace, repetitions: Repetitions
) -> list[ExactMasses | GaussianCells]:
    """Outputs of Gaussian noise or randomised response, from the worst to the best."""
    if isinstance(base, DiscreteLaplace):
        return _responses(SelectedPure(repetitions, base.rate))
    with precision(BITS):
        rare = 1 / max(1.0, float(repetitions.mean().mid()))
    place = SelectedGaussian(repetitions, base.mu_squared).steepest.place
    return list(_cells(base.mu_squared, place, rare))


def _cells(mu_squared: Fraction, place: float, rare: float) -> list[GaussianCells]:
    """Cells by their place, but for what is so far below that it is ranked best; few outputs near 0 ranked
    best, with many beside them second; and all by their place.
    """
    normal, mu = NormalDist(), sqrt(float(mu_squared))
    few = [
        (normal.inv_cdf(min(0.4, share * rare)), mu + normal.inv_cdf(1 - min(0.4, rare))) for share in (4, 1)
    ]
    low = mu - place
    raised = [low + (mu + FAR - low) * i / CELLS for i in range(CELLS)]
    ends = [-6 + (12 + mu) * i / CELLS for i in range(1, CELLS)]
    return [
        GaussianCells(mu_squared, tuple(_on_grid(raised)), (*range(1, CELLS + 1), 0)),
        *(GaussianCells(mu_squared, tuple(_on_grid(each)), (1, 2, 0)) for each in few if each[0] < each[1]),
        GaussianCells(mu_squared, tuple(_on_grid(ends)), tuple(range(CELLS))),
    ]


def _on_grid(places: Iterable[float]) -> list[Fraction]:
    return [Fraction(round(x * GRID), GRID) for x in places]


def _responses(worst: SelectedPure) -> list[ExactMasses | GaussianCells]:
    """Outputs that follow the worst order at some losses, and randomised response."""
    found: list[ExactMasses | GaussianCells] = []
    ratio = _ratio(worst.base) if worst.base < 700 else Fraction(1)
    with precision(BITS):
        largest = float(worst.largest_loss.mid())
    for share in SHARES if ratio > 1 and isfinite(largest) else ():
        with suppress(InvalidValue):
            found.append(ExactMasses(worst.outputs(share * Fraction(largest), ratio)))
    p, q = number(ratio / (1 + ratio)), number(1 / (1 + ratio))
    return [*found, ExactMasses(((q, p), (p, q)))]


def _ratio(epsilon: Fraction) -> Fraction:
    """A rational just below e^epsilon."""
    near = Fraction(exp(float(epsilon))).limit_denominator(10**9)
    with precision(BITS):
        while ball_sign(arb(ball(epsilon)).exp() - ball(near)) != 1:
            near *= 1 - Fraction(1, 10**9)
    return near
