"""Mechanisms with the symbol eps in one picture: the smallest epsilon of each, at every value of eps."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..budgets.progress import track
from ..decide import exact_loss
from ..dp import Mechanism
from ..errors import InvalidValue
from .colours import COLOURS, GUIDE

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PLACES = tuple(Fraction(k, 16) for k in range(1, 65))
"""The values of eps at which the exact loss is drawn."""


def is_symbolic(mechanism: Mechanism[Any, Any]) -> bool:
    """Whether a probability is a function of the symbol eps."""
    return any(p.is_symbolic for x in mechanism.domain for _, p in mechanism.distribution(x).items())


def draw_losses(figure: Figure, mechanisms: Sequence[Mechanism[Any, Any]]) -> None:
    """L(eps) over eps, the line L = eps beside it; where there is no L the legend says why."""
    axes = figure.subplots()
    highest = float(PLACES[-1])
    axes.plot([0, highest], [0, highest], color=GUIDE, linestyle=":", linewidth=1, label="eps")
    for number, mechanism in enumerate(mechanisms):
        points, label = [], mechanism.name
        try:
            loss = exact_loss(mechanism)
            points = [float(loss.at(eps)) for eps in track(PLACES, "values of eps")]
        except InvalidValue as reason:
            label = f"{mechanism.name}: {re.split('[:;]', str(reason))[0]}"
        places = [float(eps) for eps in PLACES[: len(points)]]
        axes.plot(places, points, color=COLOURS[number % len(COLOURS)], linewidth=2, label=label)
    axes.set(xlabel="eps", ylabel="smallest epsilon at delta = 0", xlim=(0, highest))
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)
