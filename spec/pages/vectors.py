"""A page for each family of test vectors, on which every test has an address with its exact value."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import answers
from .links import Links
from .markdown import code, escape, fence, table

ANSWERS = """\
{libraries} libraries were asked by their [answerers](../vectors/README.md), in the releases below, for what
they have; what they answered stands beside each test. *Pass* is an answer on the safe side. *Unsound* is on
the wrong side, *one-ulp* by one unit in the last place; *accepted* are invalid arguments that were answered;
*undecided* is below a formula that need not be the best bound. multi-freq-ldpy has nothing of what is asked.
The answers are those of one release each, on the day that is given; below stands what an earlier release
answered otherwise, where one was asked. What several releases do about findings stands on the pages of the
[survey](../findings/index.md).

"""
"""What stands above the table of the libraries."""

CHANGES = """
## Changes between releases

Earlier releases that were asked as well: {asked}.

"""


def write(root: Path, folder: Path, links: Links) -> None:
    """The pages under `vector/`, and the files to download."""
    place = folder / "vector"
    place.mkdir(parents=True, exist_ok=True)
    listed, results = [], answers.read(root / "spec")
    found, before = answers.by_test(results), answers.earlier(root / "spec")
    for path in sorted((root / "spec" / "vectors").glob("*.json")):
        raw = path.read_text(encoding="utf-8")
        download = links.download(f"{path.name}", f"vectors/{path.name}", raw, "vector/page")
        data = json.loads(raw)
        if "tests" in data:
            (place / f"{path.stem}.md").write_text(family_page(data, download, found), encoding="utf-8")
            listed.append(
                (f"[{path.stem}]({path.stem}.md)", escape(data["title"]), str(len(data["tests"])), download)
            )
    total = sum(int(row[2]) for row in listed)
    text = (
        f"# Test vectors\n\n{total} exact answers, for an implementation in any language; every test has "
        f"an address, which does "
        "not change.\n[How to read and run them](../vectors/README.md).\n\n"
        + table(["family", "what is asked", "tests", "download"], listed)
        + "\n## Answers of libraries\n\n"
        + ANSWERS.format(libraries=len(results))
        + answers.summary(results)
        + CHANGES.format(asked=", ".join(f"{result.name} {result.release}" for result in before))
        + answers.changed(results, before)
        + fence(":hidden:\n\n" + "\n".join(row[0].partition("]")[0][1:] for row in listed), "{toctree}")
    )
    (place / "index.md").write_text(text, encoding="utf-8")


def family_page(data: Mapping[str, Any], download: str, found: answers.Answers) -> str:
    """The definitions, the classes of bugs, and the tests of one family."""
    flags = [(code(name), escape(note_text(note))) for name, note in data["notes"].items()]
    terms = [(code(name), escape(text)) for name, text in flat(data["definitions"])]
    parts = [f"# {escape(data['title'])}\n", f"{len(data['tests'])} tests, to download: {download}.\n"]
    parts += ["## Tests\n", tests_table(data["tests"], found), ""]
    parts += ["## Definitions\n", table(["", ""], terms)] if terms else []
    parts += ["## Classes of bugs\n", table(["flag", "what it is"], flags)] if flags else []
    return "\n".join(parts)


def flat(definitions: Any, above: str = "") -> list[tuple[str, str]]:
    """Definitions by name, those of a group under its name."""
    if isinstance(definitions, dict):
        return [
            row for name, below in definitions.items() for row in flat(below, f"{above}.{name}".strip("."))
        ]
    return [(above, definitions if isinstance(definitions, str) else json.dumps(definitions))]


def note_text(note: Any) -> str:
    """What a flag means, in one text."""
    if isinstance(note, dict):
        return " ".join(
            f"{value}" if isinstance(value, str) else json.dumps(value) for value in note.values() if value
        )
    return str(note)


def tests_table(tests: list[Mapping[str, Any]], found: answers.Answers) -> str:
    """The tests as one HTML table; each row is an address. Thousands of rows are too many for Markdown.

    What libraries answered has a column where one was asked.
    """
    asked = any(test["id"] in found for test in tests)
    names = ("test", "question", "exact answer", "result", *(["answers of libraries"] * asked))
    heads = "".join(f"<th>{head}</th>" for head in names)
    rows = "\n".join(
        test_row(test, f"<td>{answers.cell(found.get(test['id'], ()))}</td>" if asked else "")
        for test in tests
    )
    kinds = "docutils sortable filterable choose-4 vectors"
    return (
        f'<div class="table-wrapper docutils container">\n<table class="{kinds}">\n'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>\n</div>\n"
    )


def test_row(test: Mapping[str, Any], more: str) -> str:
    """One test: its address, its prompt, its answer, its kind and flags, and a last cell."""
    prompt, name = test["prompt"], html.escape(test["id"])
    asked = f"{prompt['function']}({', '.join(f'{k}={spelled(v)}' for k, v in prompt['arguments'].items())})"
    expected = test["expected"]
    answer = "refuse" if expected["kind"] == "refusal" else spelled(expected["value"])
    flags = "".join(f"<br><small>{html.escape(flag)}</small>" for flag in test["flags"])
    return (
        f'<tr id="{name}"><td><a href="#{name}">{name}</a><br><small>{html.escape(test["name"])}</small></td>'
        f"<td><code>{html.escape(asked)}</code></td><td><code>{html.escape(answer)}</code></td>"
        f"<td>{test['result']}{flags}</td>{more}</tr>"
    )


def spelled(value: Any) -> str:
    """A value of a test as short text: the exact expression of a number, without the decimals around it."""
    if isinstance(value, dict):
        if set(value) == {"exact", "lower", "upper"}:
            return value["exact"] or f"[{value['lower']}, {value['upper']}]"
        return "{" + ", ".join(f"{name}: {spelled(each)}" for name, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(spelled, value)) + "]"
    return value if isinstance(value, str) else json.dumps(value)
