"""The functions that the test vectors ask for, as a table, with their definitions, and as JSON values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from textwrap import fill

from ...outputs.tables import table
from ...testing.vectors import Suite, Test

WIDTH, INSIDE = 100, "  "


def counted(tests: Iterable[Test]) -> Counter[tuple[str, str, str]]:
    """How many tests there are of each family, function and kind of answer, in the order of the files."""
    return Counter((t.family, str(t.prompt["function"]), str(t.prompt["answer"])) for t in tests)


def as_lines(known: Suite, tests: Iterable[Test], *, define: bool) -> list[str]:
    """A line a function; or the definition of each, that of its mechanisms left out."""
    groups = counted(tests)
    if not define:
        rows = ((*name, str(count)) for name, count in groups.items())
        return table([("family", "function", "answer", "tests"), *rows], indent=0)
    return [
        line
        for family, function, kind in groups
        for line in (
            f"{function} ({family}), answered by a {kind}:",
            fill(
                known.definitions[family, function],
                WIDTH,
                initial_indent=INSIDE,
                subsequent_indent=INSIDE,
                break_long_words=False,
                break_on_hyphens=False,
            ),
        )
    ]


def as_json(known: Suite, tests: Iterable[Test]) -> list[dict[str, object]]:
    """The same as JSON values."""
    return [
        {
            "family": family,
            "function": function,
            "answer": kind,
            "tests": count,
            "definition": known.definitions[family, function],
        }
        for (family, function, kind), count in counted(tests).items()
    ]
