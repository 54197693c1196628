"""The verdicts on the ledger as a table and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ...ledger.formulas import formulas
from ...outputs.tables import table
from ...prove.formulas import missing
from ..errors import one_line
from .values import counted

if TYPE_CHECKING:
    from ...ledger.judge import Judgement
    from ...ledger.reading import Source
    from ...ledger.record import Record

MARKS = {"agrees": "ok", "differs": "DIFFERS", "failed": "FAILED", "undecided": "UNDECIDED"}
WORST = ("failed", "differs", "undecided", "agrees")


def worst(record: Record, found: Mapping[str, Judgement]) -> str:
    """The worst status of the parts of a record."""
    seen = {found[part.id].status for part in record.parts}
    return next(status for status in WORST if status in seen)


def verdicts(record: Record, found: Mapping[str, Judgement]) -> str:
    """What was computed: for the source's statement, and behind an arrow for its correction."""
    strength = ("", "refuted", "undecided", "verified", "proved")
    own = [found[part.id].computed for part in record.printed]
    fixes = [found[part.id].computed for part in record.corrections]
    shown = [min(words, key=strength.index) or "none" for words in (own, fixes) if words]
    return " -> ".join(shown)


def text(
    records: Sequence[Record], found: Mapping[str, Judgement], milliseconds: int, damaged: Sequence[str]
) -> str:
    """The table, what is wrong, and the total."""
    rows = [("claim", "", "verdict", "parts", "time", "")]
    for record in records:
        mine = [found[part.id] for part in record.parts]
        rows.append(
            (
                record.id,
                MARKS[worst(record, found)],
                verdicts(record, found),
                str(len(mine)),
                seconds(sum(judgement.milliseconds for judgement in mine)),
                one_line(record.title),
            )
        )
    lines = table(rows, indent=0)
    lines += [
        f"{j.id}: {MARKS[j.status]}: {one_line(j.message)}" for j in found.values() if j.status != "agrees"
    ]
    if damaged:
        lines.append(
            f"{counted(len(damaged), 'damaged file')} in the cache, computed again: {', '.join(damaged)}"
        )
    return "\n".join([*lines, total(records, found, milliseconds)]) + "\n"


def seconds(milliseconds: int) -> str:
    """`1.2 s`."""
    return f"{milliseconds / 1000:6.1f} s"


def total(records: Sequence[Record], found: Mapping[str, Judgement], milliseconds: int) -> str:
    """The last line."""
    own = [record.verdict for record in records]
    words = [f"{own.count(w)} {w}" for w in ("proved", "verified", "refuted", "undecided") if w in own]
    agree = sum(judgement.status == "agrees" for judgement in found.values())
    kept = sum(judgement.cached for judgement in found.values())
    known = f" ({kept} known from before)" if kept else ""
    claims = "1 claim" if len(records) == 1 else f"{len(records)} claims"
    return (
        f"{claims}: {', '.join(words)}; {agree} of {len(found)} parts agree with the record{known}; "
        f"{milliseconds / 1000:.1f} s"
    )


def to_json(
    records: Sequence[Record],
    sources: Mapping[str, Source],
    found: Mapping[str, Judgement],
    milliseconds: int,
    damaged: Sequence[str],
) -> dict[str, object]:
    """The same as JSON values, with the formulas in LaTeX where sympy is installed."""
    return {
        "claims": [
            {
                "id": record.id,
                "title": record.title,
                "source": str(sources[record.id[0]]),
                "place": record.place,
                "verdict": record.verdict,
                "status": worst(record, found),
                "parts": [
                    {
                        "statement": part.text,
                        "formulas": part.formulas,
                        "kind": part.kind,
                        "check": part.check,
                        "corrects": part.corrects,
                        "theorems": list(part.theorems),
                    }
                    | found[part.id].to_json()
                    | {"latex": formulas(found[part.id].certificates, found[part.id].witness)}
                    for part in record.parts
                ],
            }
            for record in records
        ],
        "agrees": all(judgement.status == "agrees" for judgement in found.values()),
        "damaged_cache_files": list(damaged),
        "missing": missing(),
        "milliseconds": milliseconds,
    }
