"""An explanation as text: the witness, the two trees, and what would have to change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..outputs.tables import table
from ..outputs.text import spelled
from ..programs.paths import Line
from .tree import End, Tree

if TYPE_CHECKING:
    from .explain import Explanation, Side

LONGEST = 40
MOST = 6


def as_text(explanation: Explanation) -> str:
    """The explanation in lines."""
    shown = explanation.shown
    lines = [headline(explanation), ""]
    lines += table(
        [
            ("input x", short(shown.inputs[0])),
            ("input x'", short(shown.inputs[1])),
            ("event S", listed(shown.event)),
            ("comparison", shown.comparison),
        ]
    )
    if explanation.remark is not None:
        lines += ["", explanation.remark]
    for name, side in (("x", explanation.left), ("x'", explanation.right)):
        lines += [
            "",
            f"on {name} = {short(side.x)} the event has probability {side.probability}",
            *draws(side),
        ]
    rows = changes(explanation)
    lines += ["", "what holds", *table(rows)] if rows else []
    return "\n".join(lines) + "\n"


def headline(explanation: Explanation) -> str:
    """What is explained, in one line."""
    shown, verdict = explanation.shown, explanation.verdict
    if verdict is None:
        return f"why {explanation.name} needs epsilon = {shown.epsilon} at delta = {shown.delta}"
    claim = f"({shown.epsilon}, {shown.delta})-differentially private"
    return f"{verdict.word.upper()}: {explanation.name} is {'' if verdict.holds else 'not '}{claim}"


def changes(explanation: Explanation) -> list[tuple[str, str]]:
    """What is true instead."""
    rows = []
    if explanation.epsilon is not None:
        rows.append((f"smallest epsilon at delta = {explanation.shown.delta}", str(explanation.epsilon)))
    if explanation.delta is not None:
        rows.append((f"smallest delta at epsilon = {explanation.shown.epsilon}", str(explanation.delta)))
    return rows


def draws(side: Side) -> Iterator[str]:
    """The tree of an input, a line for each draw and each of its branches."""
    yield from _lines(side.tree, 1)


def _lines(tree: Tree, depth: int) -> Iterator[str]:
    indent = "  " * depth
    if isinstance(tree, End):
        yield f"{indent}{end(tree)}"
        return
    yield f"{indent}{where_drawn(tree.line)}"
    rows = [
        (
            listed(branch.outcomes, braces=False),
            str(branch.probability),
            end(branch.then) if isinstance(branch.then, End) else "",
        )
        for branch in tree.branches
    ]
    for branch, row in zip(tree.branches, table(rows, 2 * depth + 2), strict=True):
        yield row
        if not isinstance(branch.then, End):
            yield from _lines(branch.then, depth + 2)


def end(tree: End) -> str:
    """Where the output lies."""
    return "in S" if tree.inside else "outside of S"


def where_drawn(line: Line | None) -> str:
    """Where the draw is."""
    if line is None:
        return "the output"
    return f"line {line.number}: {line.text}" if line.text else f"line {line.number}"


def listed(outputs: Sequence[object], *, braces: bool = True) -> str:
    """The first few of several values."""
    shown = [short(each) for each in outputs[:MOST]]
    if len(outputs) > MOST:
        shown.append(f"... {len(outputs) - MOST} more")
    text = ", ".join(shown)
    return f"{{{text}}}" if braces else text


def short(value: object) -> str:
    """A value on a line."""
    text = " ".join(spelled(value).split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
