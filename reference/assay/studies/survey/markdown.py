"""The findings as a short Markdown section between two marks, so that a command writes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ...errors import InvalidValue
from .entries import KINDS, Entry, Findings

BEGIN, END = "<!-- survey: begin -->", "<!-- survey: end -->"
LISTED = ("unsound", "differs")
"""The kinds whose findings are listed one by one."""


def replaced(text: str, found: Findings) -> str:
    """The text with the findings between its marks.  Raises InvalidValue where the marks are missing."""
    made = between(text, BEGIN, END, section(found))
    if made is None:
        raise InvalidValue(f"the file has no lines {BEGIN} and {END}; write them where the findings belong")
    return made


def between(text: str, begin: str, end: str, inner: str) -> str | None:
    """The text with this between two marks; None where a mark is missing."""
    before, first, rest = text.partition(begin)
    _, last, after = rest.partition(end)
    return f"{before}{begin}\n{inner}{end}{after}" if first and last else None


def section(found: Findings) -> str:
    """The date, a count by library and kind, and each finding that breaks a promise by more than rounding."""
    counted = ", ".join(f"{number} {verdict}" for verdict, number in found.counts.items())
    lines = [f"Surveyed on {found.date}:", "", *counts(found), ""]
    lines += [f"{sum(found.counts.values())} rows: {counted}.", ""]
    if found.alarms:
        lines += [f"False alarms of the tests on samples: at most {found.alarms} * 1e-13.", ""]
    lines += ["| finding | promise | verdict |", "|---|---|---|"]
    lines += [listed(entry) for entry in found.entries if entry.kind in LISTED]
    return "\n".join([*lines, ""])


def counts(found: Findings) -> list[str]:
    """A table: how many findings of each kind a library has."""
    number = Counter((entry.library, entry.kind) for entry in found.entries)
    head = ["library", "functions", "names left out", *KINDS]
    lines = [row(head), f"|{'---|' * len(head)}"]
    for each in found.libraries:
        beside = ", ".join(f"{name} {version}" for name, version in each["beside"].items())
        title = f"{each['name']} {each['version']}".strip() + (f" (with {beside})" if beside else "")
        if each["problem"]:
            title += f": {each['problem']}"
        out = sum(map(len, each["left_out"].values()))
        lines.append(
            row([escaped(title), each["functions"], out, *(number[each["name"], k] or "" for k in KINDS)])
        )
    return lines


def listed(entry: Entry) -> str:
    """One finding, with the link to its page."""
    more = f" at {entry.points} points" if entry.points > 1 else ""
    cells = [entry.promise, f"{entry.verdict}{more}"]
    return row([f"{{doc}}`findings/{entry.id}`", *(escaped(" ".join(cell.split())) for cell in cells)])


def row(cells: Sequence[object]) -> str:
    """One line of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def escaped(cell: str) -> str:
    """Text that Markdown leaves alone."""
    for sign in "\\|*_`[]<>{}$":
        cell = cell.replace(sign, f"\\{sign}")
    return cell
