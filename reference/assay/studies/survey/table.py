"""The survey as text: what is wrong first, one line for each function and verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...outputs.tables import table
from .row import OPEN, SECTIONS, About, Row, Survey, Verdict

WIDEST = {"promise": 56, "parameters": 46, "claimed": 24, "exact": 30, "verdict": 60}
COLUMNS = ("row", "library", "function", "promise", "parameters", "claimed", "exact", "verdict")
WORDS = ("infinite", "impossible output")
"""Sizes that are no amounts."""


@dataclass(frozen=True)
class Line:
    """Rows of one function with one verdict: the worst of them, and how many there are."""

    worst: Row
    count: int

    def cells(self) -> tuple[str, ...]:
        """The cells of COLUMNS."""
        row = self.worst
        more = f" (+{self.count - 1})" if self.count > 1 else ""
        parameters = ", ".join(f"{name}={value}" for name, value in row.parameters.items())
        return (
            f"{row.id}{more}",
            f"{row.library} {row.version}".strip(),
            shortened(row.function),
            cut(row.promise, "promise"),
            cut(parameters, "parameters"),
            cut(row.claimed, "claimed"),
            cut(row.exact, "exact"),
            cut(verdict_text(row), "verdict"),
        )


def verdict_text(row: Row) -> str:
    """The verdict with its size."""
    text = row.verdict.value
    if row.by:
        text += f", {row.by}" if row.by in WORDS else f" by {percent(row.by)}"
    show = row.verdict in OPEN | {Verdict.ANSWERS_WRONGLY, Verdict.NOT_REFUTED}
    return f"{text}: {row.detail}" if show and row.detail else text


def percent(text: str) -> str:
    """A relative amount as a percentage where that reads well."""
    try:
        value = float(text)
    except ValueError:
        return text
    return f"{100 * value:.3g} %" if 1e-5 <= value < 1e3 else text


def size(row: Row) -> float:
    """The size by which rows are sorted: infinite first; the number of what has words around it."""
    if row.by == "infinite":
        return float("inf")
    for word in row.by.split():
        try:
            return float(word)
        except ValueError:
            continue
    return 0.0


def folded(rows: Iterable[Row]) -> list[Line]:
    """One line for each library, function, promise and verdict, the worst first."""
    groups: dict[tuple[str, str, str, Verdict], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.library, row.function, row.promise, row.verdict), []).append(row)
    lines = [Line(max(group, key=size), len(group)) for group in groups.values()]
    return sorted(lines, key=lambda line: (-size(line.worst), line.worst.order))


def shortened(function: str) -> str:
    """A dotted name without what repeats the library: its last two parts."""
    return ".".join(function.split(".")[-2:])


def cut(text: str, column: str) -> str:
    """A cell that fits."""
    flat, most = " ".join(text.split()), WIDEST[column]
    return flat if len(flat) <= most else flat[: most - 3] + "..."


def as_text(found: Survey, *, rows: Sequence[Row] | None = None, every: bool = False) -> str:
    """The whole table; `every`: no folding."""
    shown = found.rows if rows is None else rows
    blocks = [header(found)]
    for section in SECTIONS:
        held = [row for row in shown if section.holds(row)]
        if held:
            lines = [Line(row, 1) for row in held] if every else folded(held)
            if section.title == "Sound" or every:
                lines.sort(key=lambda line: line.worst.order)
            blocks.append(block(f"{section.title} ({_rows(len(held))})", lines))
    blocks.append(footer(found))
    return "\n\n".join(blocks) + "\n"


def block(title: str, lines: Sequence[Line]) -> str:
    """A titled table; columns that are empty are left out."""
    cells = [COLUMNS, *(line.cells() for line in lines)]
    used = [i for i in range(len(COLUMNS)) if any(row[i] for row in cells[1:])]
    return "\n".join([title, *table([row[i] for i in used] for row in cells)])


def header(found: Survey) -> str:
    """Which libraries, in which versions."""
    lines = [
        f"{_rows(len(found.rows))} of {len(found.libraries)} "
        + _plural(len(found.libraries), "library", "libraries")
    ]
    for each in found.libraries:
        lines.append("  " + introduced(each))
    if not found.complete:
        lines.append(f"NOT COMPLETE: {found.stopped}")
    return "\n".join(lines)


def introduced(about: About) -> str:
    """`dp-accounting 0.6.0, 41 functions, with numpy 2.1`; another version than the tested one is said."""
    if about.problem:
        return f"{about.library}: {about.problem.removeprefix(f'{about.library}: ')}"
    functions = len({case["function"] for case in about.cases})
    text = f"{about.library} {about.version}"
    if about.tested and about.version != about.tested:
        text += f" (the adapter was tested with {about.tested})"
    beside = ", ".join(f"{name} {version}" for name, version in about.beside.items())
    missing = len(about.left_out)
    left_out = f"; {missing} {_plural(missing, 'name', 'names')} left out (--left-out)" if missing else ""
    uncovered = (
        f"; {len(about.uncovered)} NOT COVERED: {', '.join(about.uncovered)}" if about.uncovered else ""
    )
    return f"{text}: {functions} functions{left_out}{uncovered}" + (f"; with {beside}" if beside else "")


def footer(found: Survey) -> str:
    """How many rows of each verdict."""
    counts = Counter((row.verdict, row.rounding) for row in found.rows)
    words = [
        f"{number} {verdict.value}{' by rounding' if rounding else ''}"
        for verdict in Verdict
        for rounding in (False, True)
        if (number := counts[verdict, rounding])
    ]
    tests = sum(int(case.get("tests", 0)) for each in found.libraries for case in each.cases)
    alarm = f"\nfalse alarms of the tests on samples: at most {tests} * 1e-13" if tests else ""
    return f"{_rows(len(found.rows))}: {', '.join(words) or 'none'}{alarm}"


def left_out(found: Survey) -> str:
    """What is left out, by reason."""
    lines = []
    for each in found.libraries:
        reasons: dict[str, list[str]] = {}
        for name, reason in each.left_out.items():
            reasons.setdefault(reason, []).append(name)
        lines.append(f"{each.library} {each.version}: {len(each.left_out)} public names left out")
        for reason, names in reasons.items():
            lines.append(f"  {reason}")
            lines += [f"    {name}" for name in names]
    return "\n".join(lines) + "\n"


def in_full(row: Row) -> str:
    """Everything about a row."""
    told = [("library", f"{row.library} {row.version}"), ("function", row.function)]
    told += [("" if i else "parameters", f"{n} = {v}") for i, (n, v) in enumerate(row.parameters.items())]
    named = ((name, getattr(row, name)) for name in ("promise", "note", "claimed", "exact", "detail"))
    told += [(name, text) for name, text in named if text]
    lines = [f"{row.id}: {verdict_text(row)}", *table(told)]
    if row.snippet:
        lines += ["  snippet", *(f"    {line}" for line in row.snippet.splitlines())]
    if row.witness is not None:
        lines += [
            "  witness",
            *(f"    {name}: {_brief(value)}" for name, value in row.witness.items() if value),
        ]
    return "\n".join(lines) + "\n"


def _brief(value: object) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= 400 else text[:397] + "..."


def _rows(number: int) -> str:
    return f"{number} {_plural(number, 'row', 'rows')}"


def _plural(number: int, one: str, many: str) -> str:
    return one if number == 1 else many
