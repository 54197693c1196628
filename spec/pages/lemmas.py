"""A page for each lemma: statement, certificates, tightness, counterexamples, and files to download."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from assay.prove.coq.compiling import write_lemmas, write_prelude
from assay.prove.lemma import file_name

from .links import Links
from .markdown import code, fence, plain, slug, table, tables


@dataclass
class Row:
    """One lemma of `spec/lemmas.md`, each part as Markdown, and its inequalities as formulas."""

    title: str
    script: str
    statement: str
    checked: str
    tight: str
    without: list[tuple[str, str, str]] = field(default_factory=list)
    formulas: str = ""

    @property
    def page(self) -> str:
        """The name of its page."""
        return slug(self.title)


def write(root: Path, folder: Path, links: Links) -> None:
    """The pages under `lemma/`."""
    place = folder / "lemma"
    place.mkdir(parents=True, exist_ok=True)
    rows = read(root / "spec")
    coq = place / "coq"
    coq.mkdir()
    write_prelude(coq)
    prelude = (coq / "AssayPrelude.v").read_text(encoding="utf-8")
    links.download("", "coq/AssayPrelude.v", prelude, "lemma/page")
    for row in rows:
        text = lemma_page(row, downloads(row, root, coq, links))
        page = f"lemma/{row.page}"
        (folder / f"{page}.md").write_text(links.rewritten(text, "spec/lemmas.md", page), encoding="utf-8")
    (place / "index.md").write_text(index(rows, links), encoding="utf-8")


def read(spec: Path) -> list[Row]:
    """The lemmas of the two tables, with the formulas of each."""
    (_, first), (_, second) = tables((spec / "lemmas.md").read_text(encoding="utf-8"))
    rows = [row(cells) for cells in first]
    named = {each.title: each for each in rows}
    for lemma, hypothesis, example, searched in second:
        title = plain(lemma)
        named[title].without.append((hypothesis, example, searched))
    sections = re.split(r"^## ", (spec / "inequalities.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    for section in sections[1:]:
        head, _, body = section.partition("\n")
        if plain(head) in named:
            named[plain(head)].formulas = body.strip()
    return rows


def row(cells: list[str]) -> Row:
    """The first four parts, from a row of the first table."""
    script = re.search(r"\]\(([^)]*)\)", cells[0])
    if script is None:
        raise LookupError(f"spec/lemmas.md: no link in {cells[0]!r}")
    _, statement, checked, tight = cells[:4]
    return Row(plain(cells[0]), script[1], statement, checked, tight)


def downloads(row: Row, root: Path, coq: Path, links: Links) -> str:
    """Links to the certificate and to its Coq file."""
    path = root / "proofs" / "certificates" / file_name(row.title)
    stored = links.download(
        "certificate (JSON)", f"certificates/{path.name}", path.read_text("utf-8"), "lemma/page"
    )
    exported = {each.file for each in write_lemmas(coq, path)}
    parts = [stored]
    for name in sorted(exported):
        parts.append(links.download("Coq", f"coq/{name}", (coq / name).read_text("utf-8"), "lemma/page"))
    return ", ".join(
        [*parts, '<a class="download" download href="../files/coq/AssayPrelude.v">its prelude</a>']
    )


def lemma_page(row: Row, files: str) -> str:
    """Statement, who has checked it, tightness, what fails without a hypothesis, formulas."""
    checked = re.sub(r"\[(\d+)\]\([^)]*\)", r"\1 inequalities", row.checked)
    script = row.script.rpartition("/")[2]
    parts = [
        f"# {row.title[0].upper()}{row.title[1:]}\n",
        f"{row.statement}\n",
        "Hypotheses are in bold. The statement is prose; what it amounts to is proved below, and that "
        "it follows",
        "is argued in the script and tested on generated mechanisms.\n",
        table(
            ["", ""],
            [
                ("checked by", checked),
                ("attained by", row.tight),
                ("script", f"[`{script}`]({row.script})"),
                ("to download", files),
            ],
            "facts",
        ),
    ]
    if row.without:
        parts += [
            "## Without a hypothesis\n",
            "A mechanism that violates the conclusion, computed exactly.\n",
        ]
        parts += [table(["without", "counterexample", ""], row.without)]
    if row.formulas:
        parts += ["## Inequalities proved\n", f"{row.formulas}\n"]
    parts += [
        "Check the certificate again:\n",
        fence(f'assay prove --check "{file_name(row.title)}"', "console"),
    ]
    return "\n".join(parts)


def index(rows: list[Row], links: Links) -> str:
    """All lemmas, to be searched."""
    listed = []
    for row in rows:
        said = [
            links.rewritten(text, "spec/lemmas.md", "lemma/index")
            for text in (row.statement, by(row.checked))
        ]
        listed.append((f"[{row.title}]({row.page}.md)", *said, str(len(row.without))))
    text = table(["lemma", "statement", "checked by", "counterexamples"], listed, "sortable filterable")
    head = (
        f"# Lemmas\n\n{len(rows)} lemmas that privacy arguments rest on, each with its proof, a "
        f"mechanism that attains it, "
        "and for every hypothesis (in bold) a\nmechanism that violates the conclusion without it. "
        "[How to read them](../lemmas.md); [the inequalities](../inequalities.md) on one page.\n\n"
    )
    hidden = fence(":hidden:\n:titlesonly:\n\n" + "\n".join(row.page for row in rows), "{toctree}")
    return f"{head}{text}\n{hidden}"


def by(checked: str) -> str:
    """Who has checked, without the number."""
    return checked.partition(": ")[2] or code(checked)
