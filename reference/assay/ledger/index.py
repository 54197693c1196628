"""The index of the ledger for readers, `spec/claims/README.md`, generated from the records alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TypeAlias

from ..errors import AssayError, InvalidValue
from ..prove.formulas import missing, of_claim
from .reading import Source
from .record import Part, Record, pieces

NAME = "README.md"

HEAD = """\
# The ledger

Which statements of the sources are true. This page is generated from the records beside it by
`assay verify --index`; [`../ledger-format.md`](../ledger-format.md) says what a record holds, and
`assay verify` computes every verdict again.

*proved*: by the proof kernel; the claims of its certificates are what is proved, word for word. *verified*:
exhaustively on the finite scope of the record, whatever steps certificates prove for all values as well.
*refuted*: by a witness; the correction has a verdict of its own. The statements are those of the
sources, word for word; what is judged under each id stands below, part by part. The formulas are
written by sympy from what the checks prove and compare.
"""
FORMULA_OF_SOURCE = re.compile(r"\\\((.*?)\\\)")
FORMULA = re.compile(r" ?\$[^$]*\$")
Tex: TypeAlias = Callable[[str], str | None]


def no_formula(claim: str) -> str | None:
    """No formula, where pages are compared: every version of sympy writes its own."""
    return None


def render(records: Sequence[Record], sources: Mapping[str, Source]) -> str:
    """The page: a table for each source, what is proved and the refuted statements in full.

    Raises:
        AssayError: sympy is not installed, which writes the formulas.
    """
    if missing():
        raise AssayError(missing())
    return _page(records, sources, of_claim)


def _page(records: Sequence[Record], sources: Mapping[str, Source], tex: Tex = no_formula) -> str:
    """The page, with what writes the formula of a claim."""
    lines = [HEAD]
    for letter, group in groupby(records, key=lambda r: r.id[0]):
        lines += _table(letter, sources[letter], list(group))
    lines += ["## What is judged, part by part", ""]
    lines += [line for record in records for line in _parts(record)]
    lines += ["## What certificates prove", ""]
    lines += [line for record in records for part in record.parts for line in _proofs(record, part, tex)]
    lines += ["## What is refuted", ""]
    lines += [line for record in records for line in _refutations(record, tex)]
    return "\n".join(lines).rstrip() + "\n"


def require_current(records: Sequence[Record], sources: Mapping[str, Source], folder: Path) -> None:
    """The page is the one that the records give, but for the formulas: every version of sympy has its own.

    Raises:
        InvalidValue: it is not.
    """
    if _written(folder) != _page(records, sources):
        raise InvalidValue(f"{folder / NAME}: the index is stale; write it again with: assay verify --index")


def unlisted(records: Iterable[Record], sources: Mapping[str, Source], folder: Path) -> list[str]:
    """The records of which the page says something else than they do."""
    page = f"\n{_written(folder)}\n"
    heads = [line for line in page.splitlines() if line.startswith("**")]
    return [record.id for record in records if not _listed(record, sources[record.id[0]], page, heads)]


def _listed(record: Record, source: Source, page: str, heads: Sequence[str]) -> bool:
    """Whether the page has every block about a record, and no other that is headed by one of its parts."""
    try:
        blocks = _blocks(record, source)
    except InvalidValue:  # a statement has a field for what is not there
        return False
    start = f"**{record.id}."
    mine = sorted(block[0] for block in blocks if block[0].startswith(start))
    there = sorted(head for head in heads if head.startswith(start))
    return mine == there and all(_block(block) in page for block in blocks)


def _block(lines: Sequence[str]) -> str:
    """A block as it stands in the page: a row of a table, or lines after an empty one."""
    return "\n".join(["" if lines[0].startswith("|") else "\n", *lines, ""])


def _blocks(record: Record, source: Source) -> list[list[str]]:
    """What the page says of a record, without formulas."""
    row = _table(record.id[0], source, [record])
    proofs = [_proofs(record, part) for part in record.parts]
    refutations = [_refutation(record, part) for part in record.parts if part.verdict == "refuted"]
    return [row[:1], row[-2:-1], _parts(record), *filter(None, proofs), *refutations]


def _written(folder: Path) -> str:
    """The page as it is, without its formulas; empty where there is none."""
    path = folder / NAME
    return FORMULA.sub("", path.read_text(encoding="utf-8")) if path.is_file() else ""


def _math(formula: str | None) -> str:
    """A formula, with a space before it; nothing where there is none."""
    return "" if formula is None else f" ${formula}$"


def _proofs(record: Record, part: Part, tex: Tex = no_formula) -> list[str]:
    """The claims of a part that certificates prove, as `assay prove` reads them and as formulas."""
    if not part.proves:
        return []
    lines = [f"- `{claim}`{_math(tex(claim))}" for claim in part.proves]
    what = "proved is exactly" if part.verdict == "proved" else f"{part.verdict}, and proved are steps"
    return [f"**{part.id}** ({_line(record.title)}): {what}", "", *lines, ""]


def _table(letter: str, source: Source, records: Iterable[Record]) -> list[str]:
    rows = [
        f"| [{r.id}]({r.id}.toml) | {_cell(r.title)} | {_quoted(r)} | {_cell(r.place)} | {_verdicts(r)} |"
        for r in records
    ]
    head = ["| id | claim | statement | where | verdict |", "|---|---|---|---|---|"]
    return [f"## {letter}: {_line(str(source))}", "", *head, *rows, ""]


def _quoted(record: Record) -> str:
    """What the source says between quotation marks, its formulas as code."""
    quotes = "”, “".join(record.quotes).replace("|", "\\|")
    pieces = FORMULA_OF_SOURCE.split(quotes)
    shown = (f"`{piece}`" if at % 2 else _line(piece) for at, piece in enumerate(pieces))
    return f"“{''.join(shown)}”"


def _parts(record: Record) -> list[str]:
    """Every part with its verdict and its scope, and what the record says about the claim as a whole."""
    words = {"reconstructed": record.reconstructed, "note": record.note}
    told = [f"{word}: {_line(text)}" for word, text in words.items() if text]
    return [*(f"- **{record.id}**, {text}" for text in told), *map(_part, record.parts), ""]


def _part(part: Part) -> str:
    role = f", corrects {part.corrects}" * bool(part.corrects) + ", not in the source" * part.added
    counts = ", ".join(f"{count:,} {name}" for name, count in part.counts.items())
    own = part.verdict == "refuted"  # which has its region and its witness among the refutations
    told = {
        "kind": part.kind,
        "statement": part.prose,
        "check": _shown(part.check),
        "scope": _table_of(part.scope),
        "with --deep": _table_of(part.deep),
        "examined": counts,
        "for all values in Coq": ", ".join(map(_shown, part.theorems)),
        "region": "" if own or not part.region else _shown(part.region),
        "witness": "" if own else _table_of(part.witness),
    }
    rest = ". ".join(f"{name}: {text}" for name, text in told.items() if text)
    return f"- **{part.id}** ({part.verdict}{role}): {_said(part)} *{rest}*"


def _said(part: Part) -> str:
    """The statement, its formulas as code."""
    shown = (f"`{piece.text}`" if piece.kind == "formula" else _line(piece.text) for piece in pieces(part))
    return "".join(shown)


def _table_of(values: Mapping[str, object]) -> str:
    """Names with their values as code."""
    return "; ".join(f"{name} = {_shown(value)}" for name, value in values.items())


def _shown(value: object) -> str:
    """A value of a scope as code."""
    return f"`{', '.join(map(str, value)) if isinstance(value, list) else value}`"


def _verdicts(record: Record) -> str:
    """The verdict on the source's statement, and that of the correction."""
    fixes = sorted({part.verdict for part in record.corrections})
    return f"**{record.verdict}**; corrected: {', '.join(fixes)}" if fixes else record.verdict


def _refutations(record: Record, tex: Tex) -> list[str]:
    refuted = [part for part in record.parts if part.verdict == "refuted"]
    return [line for part in refuted for line in _refutation(record, part, tex)]


def _refutation(record: Record, part: Part, tex: Tex = no_formula) -> list[str]:
    fixes = [other for other in record.parts if other.corrects == part.id]
    return [
        f"**{part.id}** ({_line(record.title)}): {_said(part)}",
        "",
        f"- witness: {'; '.join(_witness(name, value, tex) for name, value in part.witness.items())}",
        f"- holds: {_line(part.region)}",
        *(f"- instead, {fix.verdict} ({fix.id}): {_said(fix)}" for fix in fixes),
        "",
    ]


def _witness(name: str, value: str, tex: Tex) -> str:
    """A value of a witness, an inequality as a formula too."""
    formula = tex(value) if name.startswith("inequality") else None
    return _line(f"{name}: {value}") + _math(formula)


def _line(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("<", "\\<").replace("*", "\\*")


def _cell(text: str) -> str:
    return _line(text).replace("|", "\\|")
