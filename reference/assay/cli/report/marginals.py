"""The comparison of private one-way marginals as text, as JSON and as a plot."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from ...outputs.tables import table
from ...plots.files import check_plot, figure_in
from ...utility.marginals_table import Bracket, Comparison

HEAD = ("d", "Laplace", "L-infinity", "saved", "Gaussian")
SIMULATED = "repaired (simulated)"
WIDTHS = (6, 10, 10, 6, 10)

STYLES = {
    "laplace": ("Laplace", "#b03a2e", "o", "-"),
    "l_infinity": ("L-infinity", "#1f4e79", "s", "-"),
    "gaussian": ("Gaussian", "#6c8f3c", "^", "--"),
}
REPAIRED = "#8e5ea2"


def marginals_text(rows: Sequence[Comparison]) -> str:
    """A table, a line for each d; errors are upper ends of certified brackets, shown with 5 digits."""
    simulated = any(row.repaired is not None for row in rows)
    cells = [(*HEAD, SIMULATED * simulated), *map(_line, rows)]
    return "\n".join(table(cells, indent=0, right=range(5), least=WIDTHS)) + "\n"


def _line(row: Comparison) -> tuple[str, ...]:
    laplace, l_infinity, gaussian = (
        f"{float(b[1]):.5g}" for b in (row.laplace, row.l_infinity, row.gaussian)
    )
    found = row.repaired
    repaired = "" if found is None else f"[{found.low:.5g}, {found.high:.5g}]"
    return str(row.d), laplace, l_infinity, f"{float(row.saved):.3f}", gaussian, repaired


def marginals_json(rows: Sequence[Comparison]) -> list[dict[str, object]]:
    """One object for each d; certified brackets as exact fractions, simulated ones with their label."""
    return [
        {
            "d": row.d,
            "laplace": _bracket(row.laplace),
            "l_infinity": _bracket(row.l_infinity),
            "gaussian": _bracket(row.gaussian),
            "repaired": None if row.repaired is None else str(row.repaired),
        }
        for row in rows
    ]


def _bracket(ends: Bracket) -> list[str]:
    return [str(end) for end in ends]


def save_marginals_plot(rows: Sequence[Comparison], path: Path, title: str) -> None:
    """Draw worst error against d on logarithmic axes; the file is complete or not there at all."""
    check_plot(path)
    with figure_in(path, (7, 4.6)) as figure:
        axes = figure.subplots()
        x = [row.d for row in rows]
        for name, (label, colour, marker, line) in STYLES.items():
            y = [float(getattr(row, name)[1]) for row in rows]
            axes.plot(x, y, color=colour, marker=marker, linestyle=line, markersize=4, label=label)
        _draw_simulated(axes, rows)
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.grid(True, which="major", color="#e4e4e4", linewidth=0.8)
        axes.set(xlabel="number of marginals d", ylabel="worst error")
        axes.set_title(title, fontsize=10)
        axes.legend(frameon=False)


def _draw_simulated(axes: object, rows: Sequence[Comparison]) -> None:
    """The simulated repair as bars from the lower to the upper confidence bound."""
    from matplotlib.axes import Axes

    if not isinstance(axes, Axes):
        raise TypeError("axes are no axes of matplotlib")
    bars = [(row.d, row.repaired.low, row.repaired.high) for row in rows if row.repaired is not None]
    drawn = [bar for bar in bars if math.isfinite(bar[1]) and math.isfinite(bar[2])]
    if drawn:
        axes.vlines(
            [d for d, _, _ in drawn],
            [low for _, low, _ in drawn],
            [high for _, _, high in drawn],
            color=REPAIRED,
            linewidth=5,
            alpha=0.6,
            label="Gaussian, repaired (simulated)",
        )
