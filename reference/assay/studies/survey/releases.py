"""The same cases on several releases of a library, and how their verdicts differ."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ...errors import InvalidValue
from ...outputs.tables import table
from . import document
from .asking import Plan
from .environments import ReleaseUnavailable, environment
from .library import load_adapter
from .markdown import escaped
from .row import DEFECTS, Row, Survey, Verdict
from .run import Progress, survey

BEGIN, END = "<!-- releases: begin -->", "<!-- releases: end -->"
ABSENT = "-"
LACKING = ("ImportError: ", "ModuleNotFoundError: ", 'AttributeError: "module ')
"""How an answer begins where a release has no such module or function."""
ORDER = {verdict: i for i, verdict in enumerate(Verdict)}


@dataclass(frozen=True)
class Releases:
    """The surveys by version, in the order asked for, and why others are missing."""

    library: str
    surveys: Mapping[str, Survey] = field(default_factory=dict)
    missing: Mapping[str, str] = field(default_factory=dict)

    @property
    def versions(self) -> tuple[str, ...]:
        """All that was asked for."""
        return (*self.surveys, *self.missing)


@dataclass(frozen=True)
class Line:
    """One promise of a function, and a cell for each release that was surveyed."""

    function: str
    promise: str
    cells: tuple[str, ...]
    defective: bool

    @property
    def differs(self) -> bool:
        """Whether the releases do not agree."""
        return len(set(self.cells) - {ABSENT}) > 1


def survey_releases(
    plan: Plan, versions: Sequence[str], cache: Path, progress: Progress = lambda *_: None
) -> Releases:
    """Survey each release in an environment of its own, see `environments`; one that cannot be had is told.

    Raises InvalidValue unless the plan has one adapter and there is a version.
    """
    if len(plan.adapters) != 1 or not versions:
        raise InvalidValue("releases are those of one library; give one adapter, and versions such as 0.14.1")
    library = load_adapter(plan.adapters[0]).LIBRARY
    surveys: dict[str, Survey] = {}
    missing: dict[str, str] = {}
    for version in dict.fromkeys(versions):
        progress(f"{library.name} {version}: installing", 0, 0)
        try:
            python = environment(library, version, cache)
        except ReleaseUnavailable as error:
            missing[version] = str(error)
            continue
        found = survey(replace(plan, python=python), progress=progress)
        check_version_of(found, library.name, version)
        surveys[version] = found
        if found.stopped:
            break
    return Releases(library.name, surveys, missing)


def check_version_of(found: Survey, name: str, version: str) -> None:
    """Refuse rows of another release than the one asked for.  Raises InvalidValue."""
    for each in found.libraries:
        if each.version and each.version != version:
            raise InvalidValue(
                f"the environment of {name} {version} has {each.version}; delete it, and try again"
            )


def lines(
    found: Releases, wanted: Callable[[Line], bool] = lambda line: line.defective or line.differs
) -> list[Line]:
    """Every promise that is wanted: by default one that a release breaks, or that they differ in."""
    tables = [grouped(each.rows) for each in found.surveys.values()]
    keys = dict.fromkeys(key for table in tables for key in table)
    made = [line_of(key, [table.get(key, []) for table in tables]) for key in keys]
    return [line for line in sorted(made, key=lambda line: (line.function, line.promise)) if wanted(line)]


def grouped(rows: Iterable[Row]) -> dict[tuple[str, str], list[Row]]:
    """The rows of each promise of a function."""
    table: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        table.setdefault((row.function, row.promise), []).append(row)
    return table


def line_of(key: tuple[str, str], rows: Sequence[Sequence[Row]]) -> Line:
    """The line of a promise."""
    broken = any(row.verdict in DEFECTS for each in rows for row in each)
    return Line(*key, tuple(cell(each) for each in rows), broken)


def cell(rows: Sequence[Row]) -> str:
    """The worst verdict, and how many of the points have it; none where the release lacks what is asked."""
    rows = [row for row in rows if not row.claimed.startswith(LACKING)]
    if not rows:
        return ABSENT
    counts = Counter(row.verdict for row in rows)
    worst = min(counts, key=lambda verdict: ORDER[verdict])
    size = ""
    if worst in DEFECTS and all(row.rounding for row in rows if row.verdict is worst):
        size = " by rounding"
    share = "" if len(rows) == 1 else f" {counts[worst]}/{len(rows)}"
    return f"{worst.value}{size}{share}"


def to_data(found: Releases, shown: Sequence[Line]) -> dict[str, Any]:
    """The table as JSON values: a cell of each line for each version."""
    return {
        "library": found.library,
        "versions": list(found.surveys),
        "missing": dict(found.missing),
        "lines": [
            {"function": line.function, "promise": line.promise, "cells": list(line.cells)} for line in shown
        ],
    }


def defective(cell: str) -> bool:
    """Whether a cell says that a promise is broken by more than rounding."""
    return any(cell.startswith(each.value) for each in DEFECTS) and " by rounding" not in cell


def fixed(data: Mapping[str, Any]) -> list[tuple[Mapping[str, Any], str, str]]:
    """The promises that were broken and are kept now: the line, the last bad version, the first good one."""
    versions, found = data["versions"], []
    for line in data["lines"]:
        cells = line["cells"]
        bad = max((place for place, each in enumerate(cells) if defective(each)), default=len(cells))
        good = [place for place in range(bad + 1, len(cells)) if cells[place] != ABSENT]
        if good:
            found.append((line, versions[bad], versions[good[0]]))
    return found


def merged(known: Sequence[Mapping[str, Any]], data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The tables of other libraries, and this one, by name."""
    others = [each for each in known if each["library"] != data["library"]]
    return sorted([*others, data], key=lambda each: str(each["library"]))


def section(data: Mapping[str, Any]) -> str:
    """A Markdown table with a column for each release, and the reasons of those that are missing."""
    head = ["function", "promise", *data["versions"]]
    text = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    text += [
        f"| {' | '.join(escaped(part) for part in (line['function'], line['promise'], *line['cells']))} |"
        for line in data["lines"]
    ]
    missing = (f"\n{data['library']} {version}: {why}" for version, why in data["missing"].items())
    return "\n".join([*text, *missing, ""])


def as_text(found: Releases, shown: Sequence[Line]) -> str:
    """The same for a terminal: a promise, and what the releases do about it, equal neighbours together."""
    versions = list(found.surveys)
    text = []
    for line in shown:
        text.append(f"{line.function}: {line.promise}")
        text += table(spans(versions, line.cells), indent=4)
    text += [f"{found.library} {version}: {why}" for version, why in found.missing.items()]
    counted = ", ".join(f"{version} ({len(each.rows)} rows)" for version, each in found.surveys.items())
    text.append(f"{found.library}: {counted or 'no release could be surveyed'}; {len(shown)} promises shown")
    return "\n".join(text) + "\n"


def spans(versions: Sequence[str], cells: Sequence[str]) -> list[tuple[str, str]]:
    """Neighbouring releases with the same verdict as one span, such as ("0.14.0..0.14.2", "UNSOUND")."""
    found: list[tuple[str, str, str]] = []
    for version, each in zip(versions, cells, strict=True):
        if found and found[-1][2] == each:
            found[-1] = (found[-1][0], version, each)
        else:
            found.append((version, version, each))
    return [(first if first == last else f"{first}..{last}", each) for first, last, each in found]


def as_json(found: Releases) -> str:
    """The document of every release."""
    return json.dumps(
        {
            "library": found.library,
            "missing": dict(found.missing),
            "releases": {
                version: json.loads(document.as_text(each)) for version, each in found.surveys.items()
            },
        },
        indent=1,
    )


def fixed_section(known: Sequence[Mapping[str, Any]]) -> str:
    """A Markdown table of what was broken and is kept now, of every library."""
    text = ["| library | function | promise | last broken in | kept from |", "|---|---|---|---|---|"]
    for data in known:
        for line, bad, good in fixed(data):
            cells = (data["library"], line["function"], line["promise"], bad, good)
            text.append(f"| {' | '.join(map(escaped, cells))} |")
    return "\n".join([*text, ""])


def replaced(text: str, known: Sequence[Mapping[str, Any]]) -> str:
    """The text with the tables of all libraries between its marks, if it has them."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        return text
    tables = [f"Of {data['library']}:\n\n{section(data)}\n" for data in known]
    shown = "".join([*tables, "Broken once, and kept now:\n\n", fixed_section(known)])
    return f"{before}{BEGIN}\n{shown}{END}{after}"
