"""The plot of `assay account`: delta over epsilon and the trade-off function, both ends of every value."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...plots.colours import CLAIM, FILL, GUIDE
from ...plots.files import figure_in

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ...accounting import Accountant, Bracket

LINE = "#1f4e79"
DELTAS = ("0.1", "0.01", "1e-3", "1e-4", "1e-5", "1e-6", "1e-7", "1e-8", "1e-9", "1e-10")
RATES = ("0", "0.001", "0.01", "0.03", "0.1", "0.2", "0.35", "0.5", "0.65", "0.8", "0.9", "1")
WIDTH = "1/100"
"""The relative width of what is drawn."""


def save_curves(accountant: Accountant, title: str, path: Path) -> None:
    """Draw both curves into a file, complete or not there at all.  Raises as `Accountant.epsilon`."""
    epsilons, errors = accountant.epsilons(DELTAS, WIDTH), accountant.tradeoff(RATES, WIDTH)
    with figure_in(path, (9, 4)) as figure:
        left, right = figure.subplots(1, 2)
        draw_epsilons(left, epsilons)
        draw_errors(right, errors)
        figure.suptitle(title if len(title) <= 100 else title[:97] + "...")


def draw_epsilons(axes: Axes, found: Sequence[Bracket]) -> None:
    """delta over epsilon, where epsilon is finite."""
    points = [(*each.floats(), float(delta)) for each, delta in zip(found, DELTAS, strict=True)]
    finite = [point for point in points if point[1] != float("inf")]
    y = [delta for _, _, delta in finite]
    axes.fill_betweenx(y, [low for low, _, _ in finite], [high for _, high, _ in finite], color=FILL)
    axes.plot([high for _, high, _ in finite], y, color=LINE, linewidth=2, label="at most")
    axes.plot([low for low, _, _ in finite], y, color=CLAIM, linewidth=1, linestyle="--", label="at least")
    axes.set(xlabel="epsilon", ylabel="delta", title="privacy profile", yscale="log")
    axes.legend(frameon=False)


def draw_errors(axes: Axes, found: Sequence[Bracket]) -> None:
    """The false-negative rate over the false-positive rate, below the diagonal of perfect privacy."""
    x, ends = [float(rate) for rate in RATES], [each.floats() for each in found]
    axes.plot([0, 1], [1, 0], color=GUIDE, linestyle=":", linewidth=1, label="perfect privacy")
    axes.fill_between(x, [low for low, _ in ends], [high for _, high in ends], color=FILL)
    axes.plot(x, [low for low, _ in ends], color=LINE, linewidth=2, label="at least")
    axes.plot(x, [high for _, high in ends], color=CLAIM, linewidth=1, linestyle="--", label="at most")
    axes.set(xlabel="false-positive rate", ylabel="false-negative rate", title="trade-off function")
    axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")
    axes.legend(frameon=False)
