"""Releases as a picture: a row of cells a promise, a column a release, each in the colour of its verdict."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import Any

from assay.studies.survey import releases

from . import svg

KINDS = {
    "UNSOUND by rounding": "rounding",
    "UNSOUND": "fails",
    "distribution differs": "fails",
    "refuses, and": "open",
}
"""The colour of a verdict, by its beginning; what is sound or not refuted is green."""

ROW, COLUMN, NAMES, TOP = 22, 46, 230, 24
LEGEND = (("fails", "broken"), ("rounding", "by rounding"), ("open", "refuses"), ("holds", "not refuted"))


def kind(cell: str) -> str:
    """The class of a cell."""
    return next((name for start, name in KINDS.items() if cell.startswith(start)), "holds")


def picture(data: Mapping[str, Any]) -> str:
    """What each release of a library answers to the same questions."""
    versions, lines = data["versions"], data["lines"]
    parts = [
        svg.text(NAMES + COLUMN * (number + 0.5), TOP - 8, version) for number, version in enumerate(versions)
    ]
    for number, line in enumerate(lines):
        y = TOP + ROW * number
        *_, owner, last = line["function"].split(".")
        name = f"{owner}.{last}" if owner[:1].isupper() else last
        parts.append(svg.text(NAMES - 8, y + 15, name if len(name) <= 34 else f"{name[:33]}…", "end"))
        for place, cell in enumerate(line["cells"]):
            if cell == releases.ABSENT:
                continue
            told = html.escape(f"{line['function']} {versions[place]}: {line['promise']}: {cell}")
            parts.append(
                f'<rect class="cell {kind(cell)}" x="{NAMES + COLUMN * place}" y="{y}" '
                f'width="{COLUMN - 2}" height="{ROW - 2}"><title>{told}</title></rect>'
            )
    floor = TOP + ROW * len(lines) + 14
    for number, (name, word) in enumerate(LEGEND):
        x = 10 + 140 * number
        parts.append(f'<rect class="cell {name}" x="{x}" y="{floor}" width="14" height="14"/>')
        parts.append(svg.text(x + 20, floor + 12, word, "start"))
    width = max(NAMES + COLUMN * len(versions), 560)
    return svg.picture(f"releases of {data['library']}", parts, width=width, height=floor + 24)
