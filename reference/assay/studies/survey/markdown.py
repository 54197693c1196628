"""The findings as a Markdown section between two marks, so that a command writes them."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

from ...errors import InvalidValue
from .result import Survey
from .row import Row
from .table import COLUMNS, SECTIONS, Line, folded, footer, introduced, percent, size

BEGIN, END = "<!-- survey: begin -->", "<!-- survey: end -->"


def replaced(text: str, found: Survey) -> str:
    """The text with the findings between its marks.  Raises InvalidValue where the marks are missing."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise InvalidValue(f"the file has no lines {BEGIN} and {END}; write them where the findings belong")
    return f"{before}{BEGIN}\n{findings(found)}{END}{after}"


def findings(found: Survey) -> str:
    """Versions, date, counts, and a table for each section that has rows."""
    date = datetime.now(UTC).date().isoformat()
    lines = [f"Surveyed on {date}:", ""]
    lines += [f"- {introduced(each)}" for each in found.libraries]
    lines += ["", *footer(found).splitlines(), ""]
    for section in SECTIONS:
        held = [row for row in found.rows if section.holds(row)]
        if held:
            body = sound_rows(held) if section is SECTIONS[-1] else rows(folded(held))
            lines += [f"### {section.title}", "", *body, ""]
    return "\n".join(lines)


def rows(lines: list[Line]) -> list[str]:
    """A Markdown table."""
    head = [f"| {' | '.join(COLUMNS)} |", f"|{'---|' * len(COLUMNS)}"]
    return head + [f"| {' | '.join(escaped(cell) for cell in line.cells())} |" for line in lines]


def sound_rows(held: list[Row]) -> list[str]:
    """One line a function: how many points have which verdict, and how loose the loosest is."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in held:
        groups.setdefault((f"{row.library} {row.version}", row.function), []).append(row)
    lines = ["| library | function | points | loosest |", "|---|---|---|---|"]
    for (library, function), group in groups.items():
        counts = Counter(row.verdict.value for row in group)
        words = ", ".join(f"{number} {verdict}" for verdict, number in sorted(counts.items()))
        loosest = max((row for row in group if row.by), key=size, default=None)
        cells = (library, function, words, percent(loosest.by) if loosest else "")
        lines.append(f"| {' | '.join(map(escaped, cells))} |")
    return lines


def escaped(cell: str) -> str:
    """Text that Markdown leaves alone."""
    return cell.replace("\\", "\\\\").replace("|", "\\|").replace("*", "\\*").replace("_", "\\_")
