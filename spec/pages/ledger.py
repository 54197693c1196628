"""A page for each published claim, from its record, and one that lists them all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from assay.ledger.formulas import of_witness
from assay.ledger.record import Part, Record, order, read
from assay.ledger.sources import Source, read_sources
from assay.prove.formulas import of_claim

from . import regions
from .links import Links
from .markdown import code, escape, fence, table


def write(root: Path, folder: Path, links: Links) -> None:
    """The pages under `ledger/`."""
    place = folder / "ledger"
    place.mkdir(parents=True, exist_ok=True)
    claims = root / "spec" / "claims"
    sources = read_sources(claims)
    records = sorted(read(claims), key=lambda record: order(record.id))
    for record in records:
        raw = (root / "spec" / "claims" / f"{record.id}.toml").read_text(encoding="utf-8")
        download = links.download("the record (TOML)", f"claims/{record.id}.toml", raw, "ledger/page")
        (place / f"{record.id}.md").write_text(
            claim_page(record, sources[record.id[0]], download), encoding="utf-8"
        )
    (place / "index.md").write_text(index(records, sources), encoding="utf-8")


def badge(verdict: str) -> str:
    """A verdict, in its colour."""
    return f"[{verdict}]{{.verdict .{verdict}}}"


def index(records: list[Record], sources: Mapping[str, Source]) -> str:
    """All claims, to be filtered by source and verdict."""
    rows = [
        (
            f"[{r.id}]({r.id}.md)",
            escape(sources[r.id[0]].title),
            escape(r.title),
            escape(r.statement),
            badge(r.verdict),
            corrected(r),
        )
        for r in records
    ]
    count = {
        verdict: sum(r.verdict == verdict for r in records)
        for verdict in dict.fromkeys(r.verdict for r in records)
    }
    return "\n".join(
        [
            "# Ledger\n",
            f"{len(records)} quantitative statements of {len(sources)} documents on differential privacy, "
            f"each judged by a",
            "check that is run again by `assay verify`: "
            + ", ".join(f"{n} {badge(v)}" for v, n in count.items())
            + ".",
            "*Proved*: by the proof kernel, exactly the claims of the certificates. *Verified*: exhaustively "
            "on the stated scope. *Refuted*: by",
            "a witness; what does hold has a verdict of its own.",
            "[All of them on one page](../claims/README.md), and the [format of a "
            "record](../ledger-format.md).\n",
            table(
                ["id", "source", "claim", "statement", "verdict", "what holds instead"],
                rows,
                "sortable filterable choose-2 choose-5",
            ),
            fence(":hidden:\n:titlesonly:\n\n" + "\n".join(r.id for r in records), "{toctree}"),
        ]
    )


def corrected(record: Record) -> str:
    """The verdicts on the corrections of a claim."""
    return ", ".join(badge(verdict) for verdict in sorted({part.verdict for part in record.corrections}))


def claim_page(record: Record, source: Source, download: str) -> str:
    """One claim, part by part."""
    facts = [
        ("source", escape(source)),
        ("place", escape(record.place)),
    ]
    facts += [("verdict", badge(record.verdict))]
    facts += [
        (name, escape(text))
        for name, text in (("reconstructed", record.reconstructed), ("note", record.note))
        if text
    ]
    parts = [
        f"# {record.id}: {escape(record.title)}\n",
        f"> {escape(record.statement)}\n",
        table(["", ""], facts, "facts"),
    ]
    for part in record.parts:
        parts += part_section(part, record)
    parts += [f"\nRun it again: `assay verify --only {record.id}`. To download: {download}.\n"]
    return "\n".join(parts)


def part_section(part: Part, record: Record) -> Iterator[str]:
    """One statement that is judged: its verdict, and what shows it."""
    yield f"## {part.id} {badge(part.verdict)}\n"
    yield f"{escape(part.statement)}\n"
    if part.corrects:
        yield f"This is what holds instead of {part.corrects}.\n"
    if part.witness:
        yield "### Witness\n"
        yield table(["", "", ""], witness_rows(part.witness), "facts")
    if part.region:
        yield f"**Where it does hold**: {escape(part.region)}\n"
        yield regions.picture(part.id, part.region)
    for other in record.parts:
        if other.corrects == part.id:
            yield f"**Instead**, {badge(other.verdict)} as {other.id}: {escape(other.statement)}\n"
    if part.proves:
        own = part.verdict == "proved"
        yield "### Exactly what is proved\n" if own else "### Steps that are proved for all values\n"
        yield from (f"- {code(claim)}{formula(of_claim(claim))}" for claim in part.proves)
        yield ""
    yield table(["checked by", "", ""], checked_rows(part), "facts")


def witness_rows(witness: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """The values of a witness, as text and as formulas."""
    return [(escape(name), code(value), formula(of_witness(name, value))) for name, value in witness.items()]


def checked_rows(part: Part) -> list[tuple[str, str, str]]:
    """The check and what it covered."""
    rows = [("kind", part.kind, ""), ("check", code(part.check), "")]
    rows += [
        ("scope", code(name), escape(", ".join(map(str, v)) if isinstance(v, list | tuple) else v))
        for name, v in part.scope.items()
    ]
    rows += [("for all values in Coq", code(name), "") for name in part.theorems]
    return rows + [("examined", escape(name), str(number)) for name, number in part.counts.items()]


def formula(latex: str | None) -> str:
    """A formula for a cell of a table; nothing where there is none."""
    return "" if latex is None else " $" + latex.replace("|", r"\vert ") + "$"
