"""What libraries answered to the test vectors, from `spec/vector-answers`."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from assay.testing.vectors import Answered, read_suite
from assay.testing.vectors.judgement import BROKEN, EXACT, FAILING, MEANING, PASSING
from assay.testing.vectors.results import Result, read_results

from .markdown import escape, table

FOLDER = "vector-answers"
OLDER = "older"
"""Earlier releases, in a folder of that one."""
HEX = re.compile(r"-?0x[0-9a-f.]+p[-+]\d+")
"""A binary64 float in hexadecimal, which is shown by the shortest decimal that reads as the same float."""
LONGEST = 60
"""Characters of an answer that are shown."""

Answers = Mapping[str, Sequence[tuple[Result, Answered]]]
"""By the id of a test, who was asked and what was answered."""


def read(spec: Path) -> list[Result]:
    """The runs that are kept, by the name of the library."""
    suite = read_suite(spec / "vectors")
    return [read_results(path, suite) for path in sorted((spec / FOLDER).glob("*.json"))]


def earlier(spec: Path) -> list[Result]:
    """The runs of earlier releases."""
    suite = read_suite(spec / "vectors")
    return [read_results(path, suite) for path in sorted((spec / FOLDER / OLDER).glob("*.json"))]


def changed(results: Sequence[Result], before: Sequence[Result]) -> str:
    """Where a library answers otherwise than an earlier release did; listed where it is called otherwise."""
    now = {result.name: result for result in results}
    parts, rows = [], []
    for old in before:
        new = now[old.name]
        names = sorted({*old.answers, *new.answers})
        both = [(name, old.answers.get(name), new.answers.get(name)) for name in names]
        called = [each for each in both if status(each[1]) != status(each[2])]
        digits = [1 for _, a, b in both if status(a) == status(b) and side(a) != side(b)]
        parts.append(
            f"{escape(old.name)} {escape(old.release)} and {escape(new.release)}: {len(both)} tests, "
            f"{len(called)} called otherwise, {len(digits)} with other digits only.\n"
        )
        rows += [(escape(old.name), link(name), side(a), side(b)) for name, a, b in called]
    heads = ["library", "test", "before", "now"]
    return "\n".join(parts) + ("\n" + table(heads, rows, "sortable") if rows else "")


def link(name: str) -> str:
    """A test by its address, which stands in HTML that Sphinx does not read."""
    return f'<a href="{name.rpartition("-")[0]}.html#{name}">{name}</a>'


def status(each: Answered | None) -> str:
    """What an answer is called; nothing where there is none."""
    return "" if each is None else each.judgement.status


def side(each: Answered | None) -> str:
    """An answer in a cell of Markdown."""
    return "" if each is None else f"{escape(spelled(each.answer))} {status(each)}"


def by_test(results: Sequence[Result]) -> dict[str, list[tuple[Result, Answered]]]:
    """The answers of every library, by the id of the test."""
    found: dict[str, list[tuple[Result, Answered]]] = {}
    for result in results:
        for name, each in result.answers.items():
            found.setdefault(name, []).append((result, each))
    return found


def cell(answers: Sequence[tuple[Result, Answered]]) -> str:
    """A cell of HTML: each library and its release, with its answer and what it was judged to be."""
    return "<br>".join(
        f"{html.escape(result.name)} {html.escape(result.release)} "
        f"<code>{html.escape(spelled(each.answer))}</code> {badge(each)}"
        for result, each in answers
    )


def badge(each: Answered) -> str:
    """What an answer was judged to be, in its colour, with what that means."""
    status = each.judgement.status
    meaning = html.escape(MEANING[status])
    return f'<span class="verdict {kind(status)}" title="{meaning}">{status}</span>'


def kind(status: str) -> str:
    """The class that gives a status its colour."""
    if status in ("unsound", "wrong", "accepted"):
        return "unsound"
    return "sound" if status in PASSING else "differs"


def spelled(answer: Mapping[str, object]) -> str:
    """An answer as short text."""
    if "error" in answer:
        return "refuses"
    value = answer.get("value", answer.get("shortened", "no answer"))
    if isinstance(value, dict):
        value = ", ".join(f"{name}: {each}" for name, each in value.items())
    text = HEX.sub(lambda match: repr(float.fromhex(match[0])), str(value))
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def summary(results: Sequence[Result]) -> str:
    """A table of the libraries: how many answers of which kind, the worst kinds first."""
    counts = [Counter(each.judgement.status for each in result.answers.values()) for result in results]
    bad = [kind for kind in (*reversed([*FAILING]), *BROKEN) if any(count[kind] for count in counts)]
    rows = [
        (
            escape(result.name),
            escape(result.release),
            escape(result.date),
            str(len(result.answers)),
            str(sum(count[each] for each in EXACT)),
            str(sum(count[each] for each in PASSING)),
            *(str(count[each] or "") for each in bad),
        )
        for result, count in zip(results, counts, strict=True)
    ]
    return table(["library", "release", "asked on", "answers", "exact", "pass", *bad], rows, "sortable")
