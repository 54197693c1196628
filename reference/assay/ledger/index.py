"""The index of the ledger for readers, `spec/claims/README.md`, generated from the records alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from ..errors import InvalidValue
from .record import Part, Record

NAME = "README.md"

HEAD = """\
# The ledger

Which statements of the sources are true. This page is generated from the records beside it by
`assay verify --index`; [`../ledger-format.md`](../ledger-format.md) says what a record holds, and
`assay verify` computes every verdict again.

*proved*: by the proof kernel, with a certificate. *verified*: exhaustively on the finite scope of the record.
*refuted*: by a witness; the correction has a verdict of its own. The statements are those of the sources;
what is judged under each id is in its record, part by part.
"""


def render(records: Sequence[Record]) -> str:
    """The page: a table for each source, then the refuted statements in full."""
    lines = [HEAD]
    for source, group in groupby(records, key=lambda r: r.source):
        lines += _table(source, list(group))
    lines += ["## What is refuted", ""]
    lines += [line for record in records for line in _refutations(record)]
    return "\n".join(lines).rstrip() + "\n"


def require_current(records: Sequence[Record], folder: Path) -> None:
    """The page is the one that the records give.

    Raises:
        InvalidValue: it is not.
    """
    path = folder / NAME
    if not path.is_file() or path.read_text(encoding="utf-8") != render(records):
        raise InvalidValue(f"{path}: the index is stale; write it again with: assay verify --index")


def _table(source: str, records: Iterable[Record]) -> list[str]:
    rows = [
        f"| [{r.id}]({r.id}.toml) | {_cell(r.title)} | {_cell(r.statement)} | {_verdicts(r)} |"
        for r in records
    ]
    return [f"## `{source}`", "", "| id | claim | statement | verdict |", "|---|---|---|---|", *rows, ""]


def _verdicts(record: Record) -> str:
    """The verdict on the source's statement, and that of the correction."""
    fixes = sorted({part.verdict for part in record.parts if part.corrects})
    return f"**{record.verdict}**; corrected: {', '.join(fixes)}" if fixes else record.verdict


def _refutations(record: Record) -> list[str]:
    return [line for part in record.parts if part.verdict == "refuted" for line in _refutation(record, part)]


def _refutation(record: Record, part: Part) -> list[str]:
    fixes = [other for other in record.parts if other.corrects == part.id]
    return [
        f"**{part.id}** ({_line(record.title)}): {_line(part.statement)}",
        "",
        f"- witness: {_line('; '.join(f'{name}: {value}' for name, value in part.witness.items()))}",
        f"- holds: {_line(part.region)}",
        *(f"- instead, {fix.verdict} ({fix.id}): {_line(fix.statement)}" for fix in fixes),
        "",
    ]


def _line(text: str) -> str:
    return " ".join(text.split()).replace("<", "\\<").replace("*", "\\*")


def _cell(text: str) -> str:
    return _line(text).replace("|", "\\|")
