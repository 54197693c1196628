"""What a survey found, as data to publish: one entry for all points of a promise with one verdict.

An entry keeps its id as long as library, function, promise and verdict are the same, whatever the parameters.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from ... import __version__
from ...errors import InvalidValue
from .row import SECTIONS, About, Row, Survey
from .table import folded, percent, size, verdict_text

KINDS = ("unsound", "differs", "by rounding", "refused", "open")
"""What an entry may be; what is sound, or not refuted, is only counted."""
ANOMALOUS = ("unsound", "differs", "refused", "open")


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A finding with all that its maintainers need: the worst point, and at how many the verdict is the same.

    row: its place in the survey, for `assay survey --show`; source, documentation: the library's own words.
    """

    id: str
    kind: str
    library: str
    version: str
    function: str
    promise: str
    verdict: str
    points: int
    row: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    claimed: str = ""
    exact: str = ""
    detail: str = ""
    note: str = ""
    documentation: str = ""
    source: str = ""
    snippet: str = ""
    witness: Mapping[str, object] | None = None

    @property
    def short(self) -> str:
        """The function without its modules."""
        return ".".join(self.function.split(".")[-2:])


@dataclass(frozen=True, kw_only=True)
class Others:
    """What is sound, or not refuted, of one function: how many points have which verdict."""

    library: str
    function: str
    verdicts: Mapping[str, int]
    loosest: str = ""


@dataclass(frozen=True, kw_only=True)
class Findings:
    """A survey as data; `releases`: those of `releases.to_data`, one a library."""

    assay: str
    date: str
    complete: bool
    libraries: Sequence[Mapping[str, Any]]
    counts: Mapping[str, int]
    alarms: int
    entries: Sequence[Entry]
    others: Sequence[Others]
    releases: Sequence[Mapping[str, Any]] = ()


def findings_of(found: Survey, releases: Sequence[Mapping[str, Any]] = ()) -> Findings:
    """The entries of a survey, the worst first, and what else was asked."""
    words = {each.library: each for each in found.libraries}
    entries, rest = [], []
    for section in SECTIONS:
        held = [row for row in found.rows if section.holds(row)]
        if section.kind in KINDS:
            for line in folded(held):
                entries.append(entry(line.worst, line.count, section.kind, words.get(line.worst.library)))
        else:
            rest += held
    counts = Counter(f"{row.verdict.value}{' by rounding' * row.rounding}" for row in found.rows)
    tests = sum(int(case.get("tests", 0)) for each in found.libraries for case in each.cases)
    return Findings(
        assay=__version__,
        date=datetime.now(UTC).date().isoformat(),
        complete=found.complete,
        libraries=[library_of(each) for each in found.libraries],
        counts=dict(sorted(counts.items())),
        alarms=tests,
        entries=entries,
        others=others_of(rest),
        releases=list(releases),
    )


def entry(row: Row, points: int, kind: str, about: About | None) -> Entry:
    """The entry of the worst row of a group."""
    listed = about.cases[row.case] if about and 0 <= row.case < len(about.cases) else {}
    return Entry(
        id=identifier(row),
        kind=kind,
        library=row.library,
        version=row.version,
        function=row.function,
        promise=row.promise,
        verdict=verdict_text(row),
        points=points,
        row=row.id,
        parameters=dict(row.parameters),
        claimed=row.claimed,
        exact=row.exact,
        detail=row.detail,
        note=row.note,
        documentation=str(listed.get("documentation", "")),
        source=str(listed.get("source", "")),
        snippet=row.snippet,
        witness=row.witness,
    )


def identifier(row: Row) -> str:
    """`opendp-make-resize-1f3a9c07`: of library, function, promise, verdict, and whether it is rounding."""
    asked = "\n".join((row.library, row.function, row.promise, row.verdict.value, "rounding" * row.rounding))
    name = re.sub(r"[^a-z0-9]+", "-", row.function.rpartition(".")[2].lower()).strip("-") or "library"
    return f"{row.library}-{name}-{sha256(asked.encode()).hexdigest()[:8]}"


def library_of(about: About) -> dict[str, Any]:
    """A library: what was asked of it, in which versions."""
    reasons: dict[str, list[str]] = {}
    for name, reason in about.left_out.items():
        reasons.setdefault(reason, []).append(name)
    return {
        "name": about.library,
        "version": about.version,
        "problem": about.problem,
        "beside": dict(about.beside),
        "functions": len({case["function"] for case in about.cases}),
        "left_out": reasons,
    }


def others_of(rows: Sequence[Row]) -> list[Others]:
    """One line a function: how many points have which verdict, and how loose the loosest is."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.library, row.function), []).append(row)
    made = []
    for (library, function), group in groups.items():
        loosest = max((row for row in group if row.by), key=size, default=None)
        counts = Counter(row.verdict.value for row in group)
        made.append(
            Others(
                library=library,
                function=function,
                verdicts=dict(sorted(counts.items())),
                loosest=percent(loosest.by) if loosest else "",
            )
        )
    return made


def as_text(found: Findings) -> str:
    """The JSON text."""
    return json.dumps(asdict(found), indent=1, ensure_ascii=True) + "\n"


def read(path: Path) -> Findings:
    """The findings in a file.  Raises InvalidValue for anything else."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        lists = {"entries": Entry, "others": Others}
        made = {key: [kind(**each) for each in data[key]] for key, kind in lists.items()}
        return Findings(**{**data, **made})
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise InvalidValue(f"{path}: these are no findings: {type(error).__name__}: {error}") from error
