"""A report of findings as pages: one for each finding, for its maintainers, and an index."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ...errors import InvalidValue
from ...testing.vectors.report import html
from .entries import KINDS, Entry, Findings
from .releases import fixed

INDEX, FIXED = "index.html", "fixed.html"
COLOURS = {"unsound": "bad", "differs": "bad", "refused": "middle", "open": "middle"}
MEANINGS = {
    "unsound": "the claim is on the wrong side of the truth",
    "differs": "not the distribution or the number that is promised",
    "by rounding": "off by less than 2^-40 of the truth, or than the smallest float",
    "refused": "refuses where there is an answer",
    "open": "no answer, or no verdict",
}
"""What each kind of a finding means."""


@dataclass(frozen=True)
class Part:
    """A part of the page of a finding: facts as pairs, or a text to be shown as it is."""

    title: str
    facts: tuple[tuple[str, str], ...] = ()
    text: str = ""
    language: str = "text"


def parts(entry: Entry, found: Findings) -> Iterator[Part]:
    """What was promised, what came, the snippet, the witness, the versions; the same on all pages."""
    yield Part(
        "What is promised",
        (
            ("function", entry.function),
            ("promise", entry.promise),
            ("note", entry.note),
            ("its documentation", entry.documentation),
            ("source", entry.source),
        ),
    )
    yield Part(
        "What comes",
        (
            ("parameters", ", ".join(f"{name} = {value}" for name, value in entry.parameters.items())),
            ("answer", entry.claimed),
            ("exact value", entry.exact),
            ("verdict", entry.verdict),
            ("how", entry.detail),
            ("points", f"{entry.points} with this verdict, of which this is the worst" * (entry.points > 1)),
        ),
    )
    yield Part("To see it", text=entry.snippet, language="python")
    if entry.witness is not None:
        yield Part("Witness", text=json.dumps(dict(entry.witness), indent=1), language="json")
    yield Part("Versions", tuple(versions(entry, found)))


def versions(entry: Entry, found: Findings) -> Iterator[tuple[str, str]]:
    """The library, what stood beside it, Assay, and how to repeat it."""
    yield "library", f"{entry.library} {entry.version}"
    beside: Mapping[str, str] = next(
        (each["beside"] for each in found.libraries if each["name"] == entry.library), {}
    )
    yield "beside it", ", ".join(f"{name} {version}" for name, version in beside.items())
    yield "asked", f"on {found.date} by assay {found.assay}"
    yield (
        "digits",
        "floats round otherwise on another processor: sums and transforms by more than the last digit",
    )
    yield "again", f"assay survey --library {entry.library} --function {entry.function} --save FILE"


def write(found: Findings, folder: Path) -> int:
    """Write the pages into a folder that is empty, new, or has a report already; their number.

    Raises InvalidValue for a folder with something else in it, and for one that cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        held = {path.name for path in folder.iterdir()}
        if held and INDEX not in held:
            raise InvalidValue(f"{folder} is not empty and has no report; give a new folder")
        for entry in found.entries:
            (folder / f"{entry.id}.html").write_text(entry_page(entry, found), encoding="utf-8")
        if found.releases:
            (folder / FIXED).write_text(fixed_page(found), encoding="utf-8")
        (folder / INDEX).write_text(index_page(found), encoding="utf-8")
    except OSError as error:
        raise InvalidValue(f"{folder} cannot be written: {error.strerror or error}") from error
    return len(found.entries)


def entry_page(entry: Entry, found: Findings) -> str:
    """The page of a finding."""
    body = [html.element("p", verdict_mark(entry), f": {MEANINGS[entry.kind]}")]
    for part in parts(entry, found):
        pairs = [(name, text) for name, text in part.facts if text]
        body.append(html.element("h2", part.title))
        body.append(html.facts(pairs) if pairs else html.element("pre", part.text.rstrip()))
    return html.page(f"{entry.library}: {entry.short}", [("findings", INDEX)], *body)


def verdict_mark(entry: Entry) -> html.Markup:
    """The verdict in its colour."""
    return html.element("span", entry.verdict, class_=f"status {COLOURS.get(entry.kind, 'soft')}")


def index_page(found: Findings) -> str:
    """What was asked, and the findings of each kind."""
    counts = Counter((entry.library, entry.kind) for entry in found.entries)
    rows = [
        (f"{each['name']} {each['version']}".strip(), *(str(counts[each["name"], kind]) for kind in KINDS))
        for each in found.libraries
    ]
    body = [
        html.element("p", f"Asked on {found.date} by assay {found.assay}. A page for each finding."),
        html.table(["library", *KINDS], rows),
    ]
    if found.releases:
        body.append(html.element("p", html.link("What releases have fixed", FIXED)))
    for kind in KINDS:
        held = [entry for entry in found.entries if entry.kind == kind]
        if held:
            body.append(html.element("h2", f"{kind}: {MEANINGS[kind]} ({len(held)})"))
            body.append(html.table(["finding", "promise", "verdict"], map(index_row, held)))
    return html.page("Findings", [], *body)


def fixed_page(found: Findings) -> str:
    """What a release broke and a later one keeps; which releases were asked, and which could not be had."""
    rows = [
        (data["library"], breakable(line["function"]), line["promise"], bad, good)
        for data in found.releases
        for line, bad, good in fixed(data)
    ]
    asked = [(data["library"], ", ".join(data["versions"])) for data in found.releases]
    missing = [
        (f"{data['library']} {version}", why)
        for data in found.releases
        for version, why in data["missing"].items()
    ]
    body = [
        html.element("p", "Promises that a release breaks by more than rounding, and a later one keeps."),
        html.table(["library", "function", "promise", "last broken in", "kept from"], rows),
        html.element("h2", "Releases that were asked"),
        html.facts(asked),
    ]
    if missing:
        body += [html.element("h2", "Releases that cannot be installed here"), html.facts(missing)]
    return html.page("Fixed defects", [("findings", INDEX)], *body)


def index_row(entry: Entry) -> list[html.Child]:
    """One finding, with the link to its page."""
    return [
        html.link(breakable(f"{entry.library}: {entry.short}"), f"{entry.id}.html"),
        entry.promise,
        verdict_mark(entry),
    ]


def breakable(name: str) -> html.Markup:
    """A name that may go on in the next line after each part."""
    parts = re.split(r"(?<=[._])", name)
    return html.joined([child for part in parts for child in (part, html.Markup("<wbr>"))][:-1])
