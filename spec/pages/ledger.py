"""A page for each published claim, one that walks through each source, and one that lists all claims."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

from assay.errors import AssayError
from assay.ledger.index import FORMULA_OF_SOURCE, of_witness
from assay.ledger.reading import Source, read, read_sources
from assay.ledger.record import Part, Piece, Record, order, pieces
from assay.prove.claims import context
from assay.prove.formulas import of_claim, of_range

from . import regions
from .links import Links
from .markdown import code, escape, fence, table
from .typeset import JOINED, of_formula


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
    for letter, source in sources.items():
        mine = [record for record in records if record.id[0] == letter]
        (place / f"{source_name(letter)}.md").write_text(source_page(source, mine), encoding="utf-8")
    (place / "index.md").write_text(index(records, sources), encoding="utf-8")


def source_name(letter: str) -> str:
    """The name of the page that walks through a source."""
    return f"source-{letter.lower()}"


def source_page(source: Source, records: list[Record]) -> str:
    """A source from its first claim to the last: what it says, what is true, and what holds instead."""
    count = Counter(record.verdict for record in records)
    corrections = sum(len(record.corrections) for record in records)
    lines = [
        f"# {escape(source.title)}\n",
        f"{escape(source.author)}, {escape(source.published)}, {source.year}. Its "
        f"{len(records)} quantitative statements in the order of the text: "
        + ", ".join(f"{n} {badge(verdict)}" for verdict, n in count.items())
        + f"; {corrections} corrections. What is quoted is the source's; below it stands what was judged.\n",
    ]
    for record in records:
        lines += walked(record)
    lines.append(fence(":hidden:\n:titlesonly:\n\n" + "\n".join(r.id for r in records), "{toctree}"))
    return "\n".join(lines)


def walked(record: Record) -> Iterator[str]:
    """One claim of a source, with all its parts."""
    yield f"## [{record.id}]({record.id}.md) {escape(record.title)} {badge(record.verdict)}\n"
    yield f"*{escape(record.place)}*\n"
    yield f"> {quoted(record)}\n"
    for word, words in (("Reconstructed", record.reconstructed), ("Note", record.note)):
        if words:
            yield f"{word}: {escape(words)}\n"
    for part in record.parts:
        role = f", instead of {part.corrects}" if part.corrects else ""
        yield f"**{part.id}**{role} {badge(part.verdict)}: {said(part)}\n"
        if part.region:
            yield f"Where it holds: {region(part)}\n"
            yield regions.picture(part.id, part.region)
        if part.verdict == "refuted":
            yield f"Witness: {code(part.witness['inequality'])}\n"


def quoted(record: Record) -> str:
    """What the source says: its words as they are, its formulas in mathematics where TeX is understood."""
    pieces = FORMULA_OF_SOURCE.split("”, “".join(record.quotes).replace("...", "…"))
    return f"“{''.join(of_source(piece) if at % 2 else spaced(piece) for at, piece in enumerate(pieces))}”"


def of_source(tex: str) -> str:
    """A formula of a source; as code where it is part of one, so that it does not parse."""
    shown = mathematical(tex.replace("&", " ").replace(r"\\", r"\;\; "))
    return shown if understood(shown[1:-1]) else code(tex)


def understood(tex: str) -> bool:
    """Whether the pages can draw a formula; without docutils, which builds them, nothing is drawn."""
    try:
        mathml = import_module("docutils.utils.math.latex2mathml")
    except ImportError:
        return True
    try:
        mathml.tex2mathml(tex)
    except Exception:  # it raises errors of many kinds
        return False
    return True


def said(part: Part) -> str:
    """A statement, its formulas in mathematics."""
    return "".join(shown(piece) for piece in pieces(part))


def shown(piece: Piece) -> str:
    """Words as they are, a formula in mathematics, the name of another part as a link."""
    if piece.kind == "see":
        return f"[{piece.text}]({piece.text.partition('.')[0]}.md)"
    if piece.kind == "words":
        return re.sub(r"^ | $", lambda m: m[0], spaced(piece.text))
    return mathematics(piece.text) or code(piece.text)


def mathematics(text: str) -> str:
    """A formula, comparisons joined by words, or ranges; empty for other text. Lines break at the words."""
    parts = JOINED.split(text)
    found = [of_formula(part) for part in parts[::2]]
    if None in found:
        found, parts = [ranges(text)], [text]
    if None in found:
        return ""
    shown = [mathematical(latex) for latex in found if latex is not None]
    return "".join(a + b for a, b in zip(shown, [*(f" {word} " for word in parts[1::2]), ""], strict=True))


def spaced(words: str) -> str:
    """Escaped text that keeps a space at its ends."""
    return " " * words.startswith(" ") + escape(words) + " " * (words.endswith(" ") and words != " ")


def ranges(text: str) -> str | None:
    """Ranges such as `q in [0, 1], n in (0, inf)` in LaTeX; None for other text."""
    try:
        found = context(f"for {text}").ranges
    except AssayError:
        return None
    return r",\ ".join(map(of_range, found))


def region(part: Part) -> str:
    """A region, its formula in mathematics."""
    formula = regions.formula_of(part.region) or ""
    shown = mathematics(formula) if formula else ""
    if not shown:
        return escape(part.region)
    before, _, after = part.region.partition(formula)
    return f"{spaced(before)}{shown}{spaced(after)}"


def badge(verdict: str) -> str:
    """A verdict, in its colour."""
    return f"[{verdict}]{{.verdict .{verdict}}}"


def index(records: list[Record], sources: Mapping[str, Source]) -> str:
    """All claims, to be filtered by source and verdict."""
    rows = [
        (
            f"[{r.id}]({r.id}.md)",
            f"[{escape(sources[r.id[0]].title)}]({source_name(r.id[0])}.md)",
            escape(r.title),
            quoted(r),
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
            "Each source has a page that walks through it: "
            + ", ".join(f"[{escape(s.title)}]({source_name(letter)}.md)" for letter, s in sources.items())
            + ".",
            "[All of them on one page](../claims/README.md), and the [format of a "
            "record](../ledger-format.md).\n",
            table(
                ["id", "source", "claim", "what the source says", "verdict", "what holds instead"],
                rows,
                "sortable filterable choose-2 choose-5",
            ),
            fence(":hidden:\n:titlesonly:\n\n" + "\n".join(map(source_name, sources)), "{toctree}"),
        ]
    )


def corrected(record: Record) -> str:
    """The verdicts on the corrections of a claim."""
    return ", ".join(badge(verdict) for verdict in sorted({part.verdict for part in record.corrections}))


def claim_page(record: Record, source: Source, download: str) -> str:
    """One claim, part by part."""
    facts = [
        ("source", f"[{escape(source)}]({source_name(record.id[0])}.md)"),
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
        f"> {quoted(record)}\n",
        table(["", ""], facts, "facts"),
    ]
    for part in record.parts:
        parts += part_section(part, record)
    parts += [f"\nRun it again: `assay verify --only {record.id}`. To download: {download}.\n"]
    return "\n".join(parts)


def part_section(part: Part, record: Record) -> Iterator[str]:
    """One statement that is judged: its verdict, and what shows it."""
    yield f"## {part.id} {badge(part.verdict)}\n"
    yield f"{said(part)}\n"
    if part.corrects:
        yield f"This is what holds instead of {part.corrects}.\n"
    if part.witness:
        yield "### Witness\n"
        yield table(["", "", ""], witness_rows(part.witness), "facts")
    if part.region:
        yield f"**Where it does hold**: {region(part)}\n"
        yield regions.picture(part.id, part.region)
    for other in record.parts:
        if other.corrects == part.id:
            yield f"**Instead**, {badge(other.verdict)} as {other.id}: {said(other)}\n"
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
    return "" if latex is None else f" {mathematical(latex)}"


def mathematical(latex: str) -> str:
    """A formula between dollar signs, without the bars that would end a cell of a table."""
    return "$" + latex.replace(r"\|", r"\Vert ").replace("|", r"\vert ") + "$"
