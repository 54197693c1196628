"""`assert_sound`, for test suites."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ...exact import Certified
from .. import reproduction
from .judge import judge
from .judgement import Bound, Class, Judgement, Report
from .values import Real, text

MOST_SHOWN = 5
DIGITS = 40


def assert_sound(
    privacy_map: Callable[..., Any],
    truth: Callable[..., Any],
    grid: Iterable[Mapping[str, Any]],
    *,
    bound: Bound = "upper",
    tight: bool = False,
    refusals: bool = True,
    name: str | None = None,
) -> Report:
    """Fail unless no claim of the map is unsound, see `judge`; undecided is a failure.

    tight: sound claims that are loose fail too. refusals: whether it may refuse where there is an answer; a
    map that refuses at every point, where it should not at some, fails, since nothing was judged.
    Raises AssertionError with the exact numbers, the evidence and a snippet.
    """
    __tracebackhide__ = True
    report = judge(privacy_map, truth, grid, bound=bound, name=name)
    wrong = {each for each in Class if not each.holds}
    if tight:
        wrong.add(Class.LOOSE)
    judged = any(row.claimed is not None for row in report.rows)
    if not refusals or not judged:
        wrong.add(Class.REFUSES_WRONGLY)
    found = report.of(*wrong)
    if found:
        line, called = reproduction.imported(privacy_map)
        raise AssertionError(_message(report, found, line, called, bound))
    return report


def _message(report: Report, found: tuple[Judgement, ...], line: str, called: str, bound: Bound) -> str:
    """The counts, the first points that fail, and how to see the first of them again."""
    counts = ", ".join(f"{count} {verdict.value}" for verdict, count in report.counts().items())
    head = f"{report.name}: {len(found)} of {len(report.rows)} points fail ({counts})"
    rows = [(f"{i + 1}.", str(row)) for i, row in enumerate(found[:MOST_SHOWN])]
    if len(found) > MOST_SHOWN:
        rows.append(("", f"and {len(found) - MOST_SHOWN} more"))
    return reproduction.message(head, rows, _snippet(found[0], line, called, bound))


def _snippet(row: Judgement, line: str, called: str, bound: Bound) -> list[str]:
    """The call, and the exact comparison with the truth."""
    arguments = ", ".join(f"{name}={value!r}" for name, value in row.point.items())
    lines = [line, f"claimed = {called}({arguments})  # {row.answer}"]
    if row.claimed is None or row.true is None:
        return lines
    relation = "<" if bound == "upper" else ">"
    if row.verdict is not Class.UNSOUND:
        return [*lines, f"# the true value is {text(row.true)}"]
    return [
        "from assay.testing.claims.values import compare, exact_value",
        "from assay import eps, ln, number",
        *lines,
        f"true = {_written(row, row.true, bound)}",
        f"assert compare(exact_value(claimed), true) {relation} 0",
    ]


def _written(row: Judgement, true: Real, bound: Bound) -> str:
    """Python text of the truth: exact, or a number between it and the claim."""
    end = row.bracket and (row.bracket.lower if bound == "upper" else row.bracket.upper)
    if end is not None:
        return f'number("{end}")  # a bound of the true value'
    if isinstance(true, Certified):
        side = true.lower(DIGITS) if bound == "upper" else true.upper(DIGITS)
        return f'number("{side}")  # a bound of the true value'
    return reproduction.python_text(true)
