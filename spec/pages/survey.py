"""The findings about other libraries, from `spec/survey.json`: tables, a page a library and a finding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from assay.studies.survey import entries, releases, report
from assay.studies.survey.entries import ANOMALOUS, KINDS, Entry, Findings

from . import libraries
from . import releases as pictures
from .links import Links
from .markdown import code, escape, fence, table

DATA = "survey.json"
CONTENTS = ":hidden:\n:titlesonly:\n\n"


def write(root: Path, folder: Path, links: Links) -> None:
    """The pages under `findings/`."""
    found = entries.read(root / "spec" / DATA)
    place = folder / "findings"
    place.mkdir(parents=True, exist_ok=True)
    for library in found.libraries:
        name = str(library["name"])
        (place / f"{name}.md").write_text(library_page(name, found), encoding="utf-8")
    for entry in found.entries:
        if entry.kind in ANOMALOUS:
            (place / f"{entry.id}.md").write_text(entry_page(entry, found), encoding="utf-8")
    if found.releases:
        (place / "fixed.md").write_text(fixed_page(found), encoding="utf-8")
    data = links.download("the data", DATA, entries.as_text(found), "findings/index")
    (place / "index.md").write_text(index(found, data), encoding="utf-8")


def index(found: Findings, data: str) -> str:
    """What was asked, how many findings of which kind, the unsound ones, and releases as a picture."""
    counts = Counter((entry.library, entry.kind) for entry in found.entries)
    rows = [
        (
            f"[{escape(title(found, name))}]({name}.md)",
            libraries.makers(name),
            *(counts[name, kind] or "" for kind in KINDS),
        )
        for name in names(found)
    ]
    broken = [entry for entry in found.entries if entry.kind in ("unsound", "differs")]
    parts = [
        "# Findings in other libraries\n",
        f"Asked on {found.date}: {sum(found.counts.values())} questions ({data}). How they were judged: "
        "[](../survey.md). A finding stands for all points of a function with one verdict; it has a page "
        "with the promise, a snippet that runs, the exact value and the witness.\n",
        table(["library", "made by", *KINDS], rows, "sortable"),
        "\n## Unsound, or not what is promised\n",
        findings_table(broken, "choose-1 choose-5"),
    ]
    if found.releases:
        parts.append("\n[Fixed defects, with their releases](fixed.md).\n")
    for told in found.releases:
        parts += [f"\n## Releases of {told['library']}\n", pictures.picture(told), releases_table(told)]
    listed = ["fixed", *names(found)] if found.releases else names(found)
    return "\n".join(parts) + "\n" + fence(CONTENTS + "\n".join(listed), "{toctree}")


def fixed_page(found: Findings) -> str:
    """Defects that a later release does not have, and which release that is."""
    asked = ", ".join(str(data["library"]) for data in found.releases)
    return (
        "# Fixed defects\n\nWhat was broken in a release and is not in a later one, asked the same "
        f"questions, of {asked}. [All releases](index.md).\n\n{fixed_table(found)}"
    )


def names(found: Findings) -> list[str]:
    """The libraries."""
    return sorted(str(library["name"]) for library in found.libraries)


def title(found: Findings, name: str) -> str:
    """A library with its version."""
    return next(f"{name} {each['version']}".strip() for each in found.libraries if each["name"] == name)


def library_page(name: str, found: Findings) -> str:
    """Anomalous results first (unsound, refused, hung), then by rounding, what is sound, what is left out."""
    own = [entry for entry in found.entries if entry.library == name]
    anomalous = [entry for entry in own if entry.kind in ANOMALOUS]
    library = next(each for each in found.libraries if each["name"] == name)
    parts = [f"# {escape(title(found, name))}\n"]
    parts.append(libraries.credit(name) + "\n")
    if library["problem"]:
        parts.append(escape(library["problem"]) + "\n")
    beside = ", ".join(f"{each} {version}" for each, version in library["beside"].items())
    parts += [
        f"{len(anomalous)} findings, {len(own) - len(anomalous)} by rounding only"
        f"{f', with {beside}' if beside else ''}. To ask again: "
        f"`assay survey --library {name} --install`.\n",
        "## Anomalous results\n",
        findings_table(anomalous, "choose-5") if anomalous else "None.\n",
        "\n## By rounding only\n",
        rounding_table([entry for entry in own if entry not in anomalous]),
        "\n## Sound, or not refuted\n",
        others_table(name, found),
        "\n## Left out\n",
        table(["names", "why"], left_out_rows(library["left_out"])),
    ]
    return "\n".join(parts)


def findings_table(found: Sequence[Entry], choose: str) -> str:
    """Findings, to be sorted and filtered, each with the link to its page."""
    heads = ["library", "finding", "promise, parameters", "claimed; exact", "verdict"]
    return table(heads, map(finding_row, found), f"sortable filterable findings {choose}")


def finding_row(entry: Entry) -> list[str]:
    """One finding; its parameters stand under the promise."""
    return [
        entry.library,
        f"[{escape(entry.short)}]({entry.id}.md)",
        f"{escape(entry.promise)}<br>{escape(short(parameters(entry)))}",
        f"{escape(short(entry.claimed))}<br>{escape(short(entry.exact))}",
        f"[{entry.kind}]{{.verdict .{entry.kind.replace(' ', '-')}}}<br>{escape(entry.verdict)}",
    ]


def parameters(entry: Entry) -> str:
    """The parameters of the worst point."""
    return ", ".join(f"{name}={value}" for name, value in entry.parameters.items())


def short(text: str, most: int = 60) -> str:
    """A cell that fits."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def rounding_table(found: Sequence[Entry]) -> str:
    """What is off by rounding only; everything about a row is printed by `assay survey --show`."""
    if not found:
        return "None.\n"
    rows = [
        (
            escape(entry.short),
            f"{escape(entry.promise)}<br>{escape(short(parameters(entry)))}",
            f"{escape(short(entry.claimed))}<br>{escape(short(entry.exact))}",
            escape(entry.verdict),
        )
        for entry in found
    ]
    heads = ["function", "promise, parameters", "claimed; exact", "verdict"]
    return table(heads, rows, "sortable filterable findings")


def others_table(name: str, found: Findings) -> str:
    """How many points of each function are sound, and how loose the loosest is."""
    rows = [
        (
            escape(each.function.rpartition(".")[2]),
            escape(", ".join(f"{number} {verdict}" for verdict, number in each.verdicts.items())),
            escape(each.loosest),
        )
        for each in found.others
        if each.library == name
    ]
    return table(["function", "points", "loosest"], rows, "sortable filterable") if rows else "None.\n"


def left_out_rows(reasons: dict[str, list[str]]) -> list[tuple[str, str]]:
    """The names of each reason."""
    return [(escape(", ".join(each)), escape(why)) for why, each in reasons.items()]


def entry_page(entry: Entry, found: Findings) -> str:
    """The page of a finding, the parts of `assay survey --report`."""
    mark = f"[{escape(entry.verdict)}]{{.verdict .{entry.kind.replace(' ', '-')}}}"
    text = [
        "---\norphan: true\n---\n",
        f"# {escape(f'{entry.library}: {entry.short}')}\n",
        f"{mark}: {report.MEANINGS[entry.kind]}. "
        f"[{escape(title(found, entry.library))}]({entry.library}.md)\n",
    ]
    for part in report.parts(entry, found):
        rows = [(name, fact_cell(name, value)) for name, value in part.facts if value]
        text.append(f"## {part.title}\n")
        text.append(table(["", ""], rows, "facts") if rows else fence(part.text, part.language))
    return "\n".join(text)


def fact_cell(name: str, value: str) -> str:
    """A fact; what is to be typed is code."""
    return code(value) if name in ("again", "function", "source") else escape(value)


def releases_table(data: Mapping[str, Any]) -> str:
    """What each release answers to the same questions, as coloured cells."""
    rows = [
        (
            escape(line["function"].removeprefix(f"{data['library']}.")),
            escape(line["promise"]),
            *map(release_cell, line["cells"]),
        )
        for line in data["lines"]
    ]
    lead = "What is wrong in a release or differs between two; the numbers say at how many points.\n\n"
    gone = "".join(f"\n{escape(version)}: {escape(why)}\n" for version, why in data["missing"].items())
    return lead + table(["function", "promise", *data["versions"]], rows, "releases") + gone


def fixed_table(found: Findings) -> str:
    """What was broken and is kept now."""
    rows = [
        (data["library"], escape(line["function"]), escape(line["promise"]), bad, good)
        for data in found.releases
        for line, bad, good in releases.fixed(data)
    ]
    heads = ["library", "function", "promise", "last broken in", "kept from"]
    return table(heads, rows, "sortable") if rows else "None.\n"


def release_cell(cell: str) -> str:
    """The verdict on one release, in its colour."""
    if cell == releases.ABSENT:
        return cell
    kinds = {"UNSOUND": "unsound", "distribution differs": "differs", "refuses, and": "refused"}
    kind = next((kind for start, kind in kinds.items() if cell.startswith(start)), "sound")
    return f"[{escape(cell)}]{{.verdict .{kind}}}"
