"""The picture of findings: profile, trade-off function and claim."""

from __future__ import annotations

from pathlib import Path

from ...errors import AssayError
from ...plots.curves import draw
from ...plots.files import figure_in
from .findings import Findings, Unknown


def save_plot(findings: Findings, path: Path) -> None:
    """Draw the profile and the trade-off function into a file, which is complete or not there at all.

    Raises AssayError where the profile is unknown, UndecidedError where it is a function of the symbol eps.
    """
    if isinstance(findings.profile, Unknown):
        raise AssayError(f"there is nothing to plot: {findings.profile.reason}")
    claim = None if findings.claim is None else (findings.claim.epsilon, findings.claim.delta)
    with figure_in(path, (9, 4)) as figure:
        draw(figure, {findings.mechanism.name: findings.profile.value}, claim)
