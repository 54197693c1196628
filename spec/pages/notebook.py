"""A gallery of what a notebook shows of each kind of object, made when the pages are built."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from .links import Links
from .markdown import fence

CELLS = (
    ("A number", "assay.number('3/4') - assay.exp('1/2')/4"),
    ("A privacy loss", "assay.ln(3)/2"),
    ("A distribution", "mechanisms.geometric_clamped(4, ln(2)).distribution(1)"),
    ("A mechanism", "mechanisms.randomised_response_categories(3, ln(3))"),
    ("A privacy profile", "mechanisms.geometric_truncated(4, ln(2)).profile()"),
    ("A trade-off function", "mechanisms.geometric_truncated(4, ln(2)).tradeoff()"),
    ("A claim that is refuted", "mechanisms.randomised_response(ln(3)).audit(epsilon=1)"),
    ("A claim that holds", "mechanisms.permute_and_flip(ln(4)).audit('ln 4')"),
    ("A claim that is open", "unfinished.audit(epsilon='ln 3', delta='1/100')"),
    ("A witness", "mechanisms.randomised_response(ln(3)).audit(epsilon=1).witness"),
    ("The worst case", "mechanisms.report_noisy_max(ln(4)).worst_case.epsilon()"),
    (
        "A certified bracket",
        "accounting.Rounds([accounting.read_round('gaussian sigma=2 k=10')]).epsilon('1e-6')",
    ),
    ("A theorem", "prove('for x >= 0: 1 - exp(-x) <= x')"),
    ("Why a verdict has its number", "explain(lazy, 1)"),
    ("A picture of one mechanism", "mechanisms.geometric_truncated(4, ln(2)).plot()"),
    (
        "Several mechanisms in one picture",
        "mechanisms.permute_and_flip(ln(4)).plot(mechanisms.exponential_mechanism(ln(4)))",
    ),
    (
        "A logarithmic delta",
        "mechanisms.discrete_gaussian_truncated(2, 0, 6).plot(logarithmic=True)",
    ),
)
"""What each cell shows, and the expression in it."""

PREAMBLE = """\
import assay
from assay import EPS, Mechanism, accounting, adjacency, ln, mechanisms
from assay.explanations import explain
from assay.prove import prove

@assay.program
def endless(bit):
    while assay.flip("1/2"):
        bit = bit * 2 + assay.flip("1/2")
    return bit % 2

@assay.program
def almost(bit):
    return bit if assay.flip("1/2") else assay.flip("1/2")

unfinished = Mechanism(endless.within(max_steps=4), [0, 1], adjacency.all_pairs())
lazy = Mechanism(almost, [False, True], adjacency.all_pairs())
"""

INTRODUCTION = """\
# In a notebook

What Jupyter shows of each kind of object: made by the same methods when this page was built, in plain text,
formulas, tables and pictures. Pictures need `pip install 'assay[plot]'`.

"""


def write(root: Path, folder: Path, links: Links) -> None:
    """The page `notebook`."""
    space: dict[str, Any] = {}
    exec(PREAMBLE, space)
    parts = [INTRODUCTION, fence(PREAMBLE, "python")]
    for title, expression in CELLS:
        parts += [f"## {title}\n", fence(expression, "python"), shown(eval(expression, space))]
    (folder / "notebook.md").write_text("\n".join(parts), encoding="utf-8")


def shown(value: Any) -> str:
    """The richest form of a value, as Jupyter chooses it.

    Raises:
        LookupError: there is none but text.
    """
    figure = getattr(value, "savefig", None)
    if figure is not None:
        from assay.plots.files import svg

        return inside(svg(value))
    for method in ("_repr_html_", "_repr_svg_"):
        text = getattr(value, method, lambda: None)()
        if text:
            return inside(str(text))
    latex = getattr(value, "_repr_latex_", lambda: None)()
    if latex:
        return f"$$\n{str(latex).strip('$')}\n$$\n"
    raise LookupError(f"spec/pages/notebook.py: {value!r} has no form of its own for a notebook")


def inside(markup: str) -> str:
    """Markup as a block of a page, on one line, which Markdown leaves as it is."""
    flat = re.sub(r"\s*\n\s*", " ", markup)
    flat = re.sub(r"<\?xml.*?\?>|<!DOCTYPE.*?>", "", flat).strip()
    return f'<div class="cell-output">{flat}</div>\n'
