"""Plots of the privacy profile and the trade-off function; the only door to matplotlib."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import pairwise
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING

from ...dp import Profile
from ...errors import AssayError, InvalidValue
from .findings import Findings, Unknown
from .values import exact

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Points = list[tuple[float, float]]

UNDATED: dict[str, dict[str, None]] = {".png": {}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
"""The formats by suffix, with what keeps the date out of the file, so that equal plots are equal files."""

STEPS = 60
"""Points drawn between two breakpoints, where delta is linear in e^epsilon and so curved in epsilon."""

LINE, FILL, CLAIM, GUIDE = "#1f4e79", "#dce6f1", "#b03a2e", "#8c8c8c"


def check_plot(path: Path) -> None:
    """Refuse a plot that cannot be written, before anything is computed.

    Raises InvalidValue for the name or its folder, AssayError where matplotlib is missing.
    """
    if path.suffix.lower() not in UNDATED:
        raise InvalidValue(
            f"the plot {str(path)!r} ends in none of {', '.join(UNDATED)}; name it profile.png, say"
        )
    if not path.parent.is_dir():
        raise InvalidValue(f"the folder of the plot {str(path)!r} does not exist; create it first")
    if find_spec("matplotlib") is None:
        raise AssayError("plots need matplotlib, which is not installed; run: pip install matplotlib")


@contextmanager
def figure_in(path: Path, size: tuple[float, float], font: int = 10) -> Iterator[Figure]:
    """A figure to draw on, which is then a file, complete or not there at all."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(
        {"font.size": font, "svg.hashsalt": "assay", "axes.spines.top": False, "axes.spines.right": False}
    ):
        figure = Figure(figsize=size, layout="constrained")
        yield figure
        unfinished = path.with_name(f".{path.stem}.unfinished{path.suffix}")
        try:
            figure.savefig(unfinished, dpi=150, metadata=UNDATED[path.suffix.lower()])
            os.replace(unfinished, path)
        finally:
            unfinished.unlink(missing_ok=True)


def save_plot(findings: Findings, path: Path) -> None:
    """Draw the profile and the trade-off function into a file, which is complete or not there at all.

    Raises AssayError where the profile is unknown, UndecidedError where it is a function of the symbol eps.
    """
    if isinstance(findings.profile, Unknown):
        raise AssayError(f"there is nothing to plot: {findings.profile.reason}")
    profile = findings.profile.value
    curve, errors = profile_points(profile), tradeoff_points(profile)

    with figure_in(path, (9, 4)) as figure:
        left, right = figure.subplots(1, 2)
        draw_profile(left, curve, findings)
        draw_tradeoff(right, errors)
        figure.suptitle(findings.mechanism.name)


def profile_points(profile: Profile) -> Points:
    """Points (epsilon, delta): STEPS between two breakpoints, and a piece of the constant at the end."""
    corners = [(float(epsilon), float(delta)) for epsilon, delta in profile.breakpoints]
    last, level = corners[-1]
    corners.append((max(1.25 * last, last + 0.5), level))
    points = corners[:1]
    for (e0, d0), (e1, d1) in pairwise(corners):
        start = exp(e0 - e1)
        if start == 1:  # breakpoints that differ by less than floats tell
            points.append((e1, d1))
            continue
        for step in range(1, STEPS + 1):
            epsilon = e0 + (e1 - e0) * step / STEPS
            share = (exp(epsilon - e1) - start) / (1 - start)  # of the way from e^e0 to e^e1
            points.append((epsilon, d0 + share * (d1 - d0)))
    return points


def tradeoff_points(profile: Profile) -> Points:
    """The vertices (alpha, beta) of the trade-off function that is dual to the profile."""
    return [(float(alpha), float(beta)) for alpha, beta in profile.tradeoff().vertices]


def draw_profile(axes: Axes, curve: Points, findings: Findings) -> None:
    """delta over epsilon, the private side filled, and the claim as a point."""
    x, y = columns(curve)
    claim = findings.claim
    if claim is not None and not claim.epsilon.is_infinite:
        at = (float(claim.epsilon), float(claim.delta))
        x, y = [*x, max(x[-1], at[0] * 1.1)], [*y, y[-1]]
        name = f"claim ({exact(claim.epsilon)}, {exact(claim.delta)})"
        axes.plot(*at, "o", color=CLAIM, label=name, clip_on=False, zorder=3)
    axes.fill_between(x, y, 1.0, color=FILL, linewidth=0, label="private")
    axes.plot(x, y, color=LINE, linewidth=2, label="delta(epsilon)")
    axes.legend(facecolor="white", framealpha=1, edgecolor="none")
    axes.set(
        xlabel="epsilon", ylabel="delta", title="privacy profile", xlim=(0, x[-1]), ylim=(0, headroom(y))
    )


def draw_tradeoff(axes: Axes, errors: Points) -> None:
    """beta over alpha, below the diagonal of perfect privacy."""
    x, y = columns(errors)
    axes.plot([0, 1], [1, 0], color=GUIDE, linestyle=":", linewidth=1, label="perfect privacy")
    axes.plot(x, y, color=LINE, linewidth=2)
    axes.set(
        xlabel="type I error alpha",
        ylabel="type II error beta",
        title="trade-off function",
        xlim=(0, 1),
        ylim=(0, 1),
        aspect="equal",
    )
    axes.legend(frameon=False)


def columns(points: Sequence[tuple[float, float]]) -> tuple[list[float], list[float]]:
    """The abscissae and the ordinates."""
    return [x for x, _ in points], [y for _, y in points]


def headroom(values: Sequence[float]) -> float:
    """The upper end of an axis that shows all values."""
    return min(max(max(values) * 1.15, 1e-12), 1.02)
