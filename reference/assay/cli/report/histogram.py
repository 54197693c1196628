"""A histogram released with and without noise on its empty cells: text, JSON and figure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, islice, repeat
from pathlib import Path
from typing import TYPE_CHECKING

from ...exact import Certified, Log, Number
from ...exact.bracket import Bracket
from ...outputs.tables import table
from ...plots.files import check_plot, figure_in
from ...queries.projection import Counts, TieRule
from ...utility.histogram_simulation import Runs
from .values import cells as spelt

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DIGITS = 6
NAMES = ("DP", "Random DP")
COLOURS = ("#b03a2e", "#1f4e79")
TRUE = "#8c8c8c"
UPPER_MIDDLE = 9
"""What matplotlib calls this place by number."""


@dataclass(frozen=True)
class HistogramReport:
    """All that is printed; pairs are (noise on every cell, noise on the occupied cells only).

    `projected` and `runs` have fewer than two where the time was `spent` before.
    """

    counts: Counts
    alpha: Log
    gamma: Number
    noise: tuple[Number, Number]
    ties: TieRule
    projected: tuple[Certified | Bracket, ...]
    failure: Number
    bounds: tuple[Fraction, Fraction]
    runs: tuple[Runs, ...]
    trials: int
    seed: int
    shape: tuple[int, int] | None = None
    spent: str | None = None


def histogram_text(report: HistogramReport) -> str:
    """The two mechanisms side by side, and what Random DP costs."""
    n, k = sum(report.counts), len(report.counts)
    occupied = sum(c > 0 for c in report.counts)
    trials = report.trials
    rows = [
        ("", *NAMES),
        ("noisy cells", str(k), str(occupied)),
        ("E |z - theta|_1, exact", *(str(x.decimal(DIGITS)) for x in report.noise)),
        ("E |delta(z) - theta|_1, certified", *_pair(map(_loss_text, report.projected))),
        (
            f"mean of |delta(z) - theta|_1, {trials} simulated runs",
            *_pair(f"{runs.mean:.6g}" for runs in report.runs),
        ),
        (
            f"share of them above 1/2, {trials} simulated runs",
            *_pair(f"{runs.share_above(0.5):g}" for runs in report.runs),
        ),
    ]
    exact, decimal = spelt(report.failure)
    lines = [
        f"n = {n} rows, k = {k} cells, {occupied} of them occupied; alpha = {report.alpha}, "
        f"gamma = {report.gamma}; two-sided geometric noise, ties by the rule {report.ties!r}",
        *table(rows),
        "Random DP fails (the sets of empty cells of two neighbours differ):",
        f"  for P = theta with probability {decimal or exact}",
        f"  for every P with probability at most {_up(report.bounds[0])}",
        f"  as printed by the source, 2k/(n + 1): {_up(report.bounds[1])}",
        *([] if report.spent is None else [f"undecided beyond: {report.spent}"]),
    ]
    return "\n".join(lines) + "\n"


def _pair(found: Iterable[str]) -> Iterator[str]:
    """Two cells, also where the time was over before."""
    return islice(chain(found, repeat("not finished")), 2)


def _loss_text(loss: Certified | Bracket) -> str:
    """Six digits, or the two ends where they differ."""
    if isinstance(loss, Certified):
        return str(loss.decimal(DIGITS))
    low, high = loss.decimals(DIGITS)
    return str(low) if low == high else f"{low} to {high}"


def _ends(loss: Certified | Bracket) -> tuple[str, str]:
    low, high = (loss.lower(15), loss.upper(15)) if isinstance(loss, Certified) else loss.decimals(15)
    return str(low), str(high)


def _up(value: Fraction) -> str:
    return str(Number(value).upper(DIGITS))


def histogram_json(report: HistogramReport) -> dict[str, object]:
    """Exact values as text, certified ones as two decimals, simulated ones under `simulation`."""
    return {
        "counts": list(report.counts),
        "alpha": str(report.alpha),
        "gamma": str(report.gamma),
        "expected_loss_before_projection": [str(x) for x in report.noise],
        "ties": report.ties,
        "expected_loss": [list(_ends(x)) for x in report.projected],
        "failure_probability_at_theta": str(report.failure),
        "failure_bounds": [str(b) for b in report.bounds],
        "simulation": {
            "seed": report.seed,
            "trials": report.trials,
            "mean_loss": [f"{runs.mean!r}" for runs in report.runs],
            "share_above_1/2": [f"{runs.share_above(0.5)!r}" for runs in report.runs],
        },
        **({} if report.spent is None else {"undecided": report.spent}),
    }


def save_histogram_plot(report: HistogramReport, path: Path) -> None:
    """Original and released counts (one run), and the losses of all runs with the certified mean."""
    check_plot(path)
    grid = report.shape is not None
    with figure_in(path, (9, 6 if grid else 5), font=9) as figure:
        axes = figure.subplots(2, 2, sharex=False if grid else "col", squeeze=False)
        if report.shape is None:
            for i, name in enumerate(NAMES):
                _draw_counts(axes[i][0], report, i, name)
                _draw_losses(axes[i][1], report, (i,))
            axes[1][0].set_xlabel("cell")
        else:
            pictures = [("original", report.counts), *zip(NAMES, (r.first for r in report.runs), strict=True)]
            for place, (name, counts) in zip((axes[0][0], axes[1][0], axes[1][1]), pictures, strict=True):
                _draw_grid(place, report, name, counts)
            _draw_losses(axes[0][1], report, (0, 1))
        axes[0 if grid else 1][1].set_xlabel("L1 loss")
        n, k = sum(report.counts), len(report.counts)
        figure.suptitle(
            f"n = {n}, k = {k}, alpha = {report.alpha}: one run, and "
            f"{report.trials} simulated runs (seed {report.seed}), ties: {report.ties}"
        )


def _draw_grid(axes: Axes, report: HistogramReport, name: str, counts: Counts) -> None:
    """Counts in two dimensions, all pictures on one scale of greys: the root of the share of the largest."""
    rows, columns = report.shape or (1, len(counts))
    table_of = [counts[i * columns : (i + 1) * columns] for i in range(rows)]
    top = max(max(report.counts), *(max(r.first) for r in report.runs))
    # the root, so that a few rows in a cell that was empty are seen
    shades = [[(c / top) ** 0.5 for c in line] for line in table_of]
    axes.imshow(shades, cmap="Greys", vmin=0, vmax=1, interpolation="nearest")
    axes.set(
        title=f"{name}: {sum(c > 0 for c in counts)} of {len(counts)} cells occupied", xticks=[], yticks=[]
    )


def _draw_counts(axes: Axes, report: HistogramReport, i: int, name: str) -> None:
    places = range(1, len(report.counts) + 1)
    axes.bar(places, report.counts, width=1.0, color=TRUE, alpha=0.45, label="original")
    axes.step(places, report.runs[i].first, where="mid", color=COLOURS[i], linewidth=1.2, label="released")
    axes.set(ylabel="rows", title=name, ylim=(0, 1.35 * max(*report.counts, *report.runs[i].first)))
    axes.legend(frameon=False, ncols=2, loc="upper right")


def _draw_losses(axes: Axes, report: HistogramReport, which: tuple[int, ...]) -> None:
    """Histograms of the losses of one mechanism, or of both, each with its certified mean."""
    top = max(max(runs.losses) for runs in report.runs)
    edges = [top * step / 40 for step in range(41)] if top else [0.0, 1.0]
    for i in which:
        axes.hist(report.runs[i].losses, bins=edges, color=COLOURS[i], alpha=0.75)
        mean = float(_ends(report.projected[i])[0])
        colour = "black" if len(which) == 1 else COLOURS[i]
        label = f"expected: {mean:.4f}" if len(which) == 1 else f"{NAMES[i]}, expected: {mean:.4f}"
        axes.axvline(mean, color=colour, linewidth=1, linestyle="--", label=label)
    axes.set(ylabel="runs", title=NAMES[which[0]] if len(which) == 1 else "L1 losses")
    axes.legend(frameon=False, loc=UPPER_MIDDLE if len(which) > 1 else "best")
