"""The files of the vectors: write them, check them, list what they ask for."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterable
from textwrap import fill
from typing import TYPE_CHECKING

from ...outputs.tables import table
from ..command import ExitStatus
from ..errors import one_line
from ..limits import ProgressLine
from .chosen import SHOWN, as_json, chosen, folder, known_name, suite

if TYPE_CHECKING:
    from ...testing.vectors import Suite, Test

WIDTH, INSIDE = 100, "  "


def generate(options: Namespace) -> tuple[int, str]:
    """Write the files of the families, or compare them with what would be written."""
    from ...testing.vectors.families import FAMILIES
    from ...testing.vectors.generate import as_text
    from ...testing.vectors.generate import generate as generated

    place = folder(options)
    families = [each for each in FAMILIES if options.family is None or each.name in options.family]
    known_name("--family", options.family, [each.name for each in FAMILIES], "family")
    written, different = {}, []
    with ProgressLine() as line:
        for number, family in enumerate(families):
            line("families", number, len(families))
            text, path = as_text(generated(family)), place / f"{family.name}.json"
            written[family.name] = text.count('\n  {"id"')
            if not path.is_file() or path.read_bytes() != text.encode("ascii"):
                different.append(family.name)
                if not options.compare:
                    path.write_text(text, encoding="ascii", newline="\n")
    status = ExitStatus.REFUTED if options.compare and different else ExitStatus.HOLDS
    if options.json:
        return status, as_json({"folder": str(place), "tests": written, "changed": different})
    total, words = sum(written.values()), "differ" if options.compare else "changed"
    changed = (
        f"{words}: {', '.join(different)}"
        if different
        else f"no file {'differs' if options.compare else words}"
    )
    return status, f"{place}: {len(written)} families, {total} tests; {changed}\n"


def validate(options: Namespace) -> tuple[int, str]:
    """Every defect of the files."""
    from ...testing.vectors.files import check as found_in
    from ...testing.vectors.files import tests_of, vector_files
    from ..report.values import counted

    place = folder(options)
    paths = vector_files(place)
    known_name("--family", options.family, [path.stem for path in paths], "family")
    some = [path for path in paths if options.family is None or path.stem in options.family]
    files, defects = found_in(some)
    status = ExitStatus.REFUTED if defects else ExitStatus.HOLDS
    if options.json:
        return status, as_json({"folder": str(place), "files": sorted(files), "defects": defects})
    if not defects:
        number = sum(len(list(tests_of(file))) for file in files.values())
        return status, f"{place}: {counted(len(files), 'file')}, {counted(number, 'test')}; all valid\n"
    limit = len(defects) if options.all else SHOWN
    lines = [one_line(defect) for defect in defects[:limit]]
    if len(defects) > limit:
        lines.append(f"... and {len(defects) - limit} more (--all lists them)")
    return status, "\n".join(
        [*lines, f"{place}: {counted(len(defects), 'defect')} in {counted(len(some), 'file')}"]
    ) + "\n"


def functions(options: Namespace) -> tuple[int, str]:
    """Every function that is asked for; the definitions of those that are named."""
    known = suite(options)
    tests = chosen(options, known)
    if options.json:
        return ExitStatus.HOLDS, as_json(_values(known, tests))
    lines = _lines(known, tests, define=options.function is not None)
    return ExitStatus.HOLDS, "\n".join(lines) + "\n"


def _groups(tests: Iterable[Test]) -> Counter[tuple[str, str, str]]:
    """How many tests there are of each family, function and kind of answer, in the order of the files."""
    return Counter((t.family, str(t.prompt["function"]), str(t.prompt["answer"])) for t in tests)


def _lines(known: Suite, tests: Iterable[Test], *, define: bool) -> list[str]:
    """A line a function; or the definition of each, that of its mechanisms left out."""
    groups = _groups(tests)
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


def _values(known: Suite, tests: Iterable[Test]) -> list[dict[str, object]]:
    """The same as JSON values."""
    return [
        {
            "family": family,
            "function": function,
            "answer": kind,
            "tests": count,
            "definition": known.definitions[family, function],
        }
        for (family, function, kind), count in _groups(tests).items()
    ]


def prompts(options: Namespace) -> tuple[int, str]:
    """The prompts alone."""
    from ...testing.vectors.run import prompt_lines

    return ExitStatus.HOLDS, prompt_lines(chosen(options, suite(options)))
