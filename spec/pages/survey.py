"""The findings about other libraries, from `spec/survey.md`, as tables to sort; a page a library."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .links import Links
from .markdown import escape, fence, plain, table, tables

BEGIN, END = "<!-- survey: begin -->", "<!-- survey: end -->"
HEADS = ("row", "library", "function", "promise", "parameters", "claimed", "exact", "verdict")
KINDS = ("unsound", "differs", "by rounding", "refused", "open", "not refuted", "sound")
ANOMALOUS = ("unsound", "differs", "refused", "open")


@dataclass(frozen=True)
class Finding:
    """One row of the findings, under the heading of its section."""

    cells: Sequence[str]
    kind: str

    @property
    def library(self) -> str:
        """The library, without its version."""
        return self.cells[1].split()[0]


def kind_of(heading: str) -> str:
    """The kind of the findings under a heading."""
    words = heading.lower()
    if "by rounding" in words:
        return "by rounding"
    named = {"unsound": "unsound", "not the distr": "differs", "open": "open", "not refuted": "not refuted"}
    named |= {"refuses": "refused", "sound": "sound"}
    return next(kind for start, kind in named.items() if words.startswith(start))


def read(text: str) -> tuple[str, list[Finding]]:
    """What was surveyed, and the findings."""
    inside = text.partition(BEGIN)[2].partition(END)[0]
    head, *sections = re.split(r"^### ", inside, flags=re.MULTILINE)
    found = []
    for section in sections:
        heading = section.partition("\n")[0]
        for heads, rows in tables(section):
            if tuple(heads) == HEADS:
                found += [Finding(cells, kind_of(heading)) for cells in rows]
    return head.strip(), found


def write(root: Path, folder: Path, links: Links) -> None:
    """The pages under `findings/`; the page of the survey leads there in place of its tables."""
    page = folder / "survey.md"
    text = page.read_text(encoding="utf-8")
    head, found = read(text)
    place = folder / "findings"
    place.mkdir(parents=True, exist_ok=True)
    libraries = sorted({finding.library for finding in found})
    for library in libraries:
        own = [finding for finding in found if finding.library == library]
        (place / f"{library}.md").write_text(library_page(library, own), encoding="utf-8")
    (place / "index.md").write_text(index(head, found, libraries, text), encoding="utf-8")
    before, _, after = text.partition(BEGIN)
    lead = (
        "The findings stand on pages of their own, [all of them](findings/index.md) and library by library.\n"
    )
    page.write_text(before + lead + after.partition(END)[2], encoding="utf-8")


def index(head: str, found: list[Finding], libraries: list[str], text: str) -> str:
    """What was asked, how many findings of which kind, the releases as a picture, and the unsound ones."""
    counts = Counter((finding.library, finding.kind) for finding in found)
    kinds = [kind for kind in KINDS if any(counts[library, kind] for library in libraries)]
    rows = [
        (f"[{library}]({library}.md)", *(counts[library, kind] or "" for kind in kinds))
        for library in libraries
    ]
    unsound = [finding for finding in found if finding.kind in ("unsound", "differs")]
    parts = [
        "# Findings in other libraries\n",
        "How they were found: [](../survey.md). One line stands for all points of a function with one "
        "verdict.\n",
    ]
    parts += [
        head.replace("\nfalse alarms", "\n\nfalse alarms") + "\n",
        table(["library", *kinds], rows),
        "\n## Unsound, or not what is promised\n",
    ]
    parts += [findings_table(unsound, "choose-1 choose-6"), "\n## Releases of opendp\n", releases(text)]
    return "\n".join(parts) + "\n" + fence(":hidden:\n:titlesonly:\n\n" + "\n".join(libraries), "{toctree}")


def library_page(library: str, found: list[Finding]) -> str:
    """Anomalous results first (unsound, refused, hung), then what is sound."""
    version = plain(found[0].cells[1])
    anomalous = [finding for finding in found if finding.kind in ANOMALOUS]
    rest = [finding for finding in found if finding.kind not in ANOMALOUS]
    parts = [
        f"# {escape(version)}\n",
        f"{len(anomalous)} lines with an anomalous result, {len(rest)} others. Each can be repeated with "
        f"`assay survey --library {library} --verbose`.\n",
        "## Anomalous results\n",
        findings_table(anomalous, "choose-6"),
        "\n## Other results\n",
        findings_table(rest, "choose-6"),
    ]
    return "\n".join(parts)


def findings_table(found: Sequence[Finding], choose: str) -> str:
    """Findings, to be sorted and filtered."""
    heads = ["library", "function", "promise, parameters", "claimed", "exact", "verdict"]
    return table(heads, map(finding_row, found), f"sortable filterable findings {choose}")


def finding_row(finding: Finding) -> list[str]:
    """One finding; its number stands under its library, its parameters under the promise."""
    number, _, function, promise, parameters, claimed, exact, verdict = (
        plain_cell(cell) for cell in finding.cells
    )
    kind = f"[{finding.kind}]{{.verdict .{finding.kind.replace(' ', '-')}}}"
    return [
        f"{finding.library}<br>{number.partition('/')[2]}",
        function,
        f"{promise}<br>{parameters}",
        claimed,
        exact,
        f"{kind}<br>{verdict}",
    ]


def plain_cell(cell: str) -> str:
    """A cell as text that means itself."""
    return escape(plain(cell))


def releases(text: str) -> str:
    """What each release answers to the same questions, as coloured cells."""
    inside = text.partition("<!-- releases: begin -->")[2].partition("<!-- releases: end -->")[0]
    (heads, rows), *_ = tables(inside)
    coloured = [[cells[0].removeprefix("opendp."), cells[1], *map(release_cell, cells[2:])] for cells in rows]
    return (
        "What is wrong in a release or differs between two; the numbers say at how many points.\n\n"
        + table(heads, coloured, "releases")
    )


def release_cell(cell: str) -> str:
    """The verdict on one release, in its colour."""
    words = plain(cell)
    if words == "-":
        return "-"
    kind = next(
        (
            k
            for start, k in (("UNSOUND", "unsound"), ("distribution", "differs"), ("refuses", "refused"))
            if words.startswith(start)
        ),
        "sound",
    )
    return f"[{escape(words)}]{{.verdict .{kind}}}"
