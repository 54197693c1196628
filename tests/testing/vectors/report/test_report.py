"""Pages that meet: complete in themselves, linked to each other, and nothing in them but what was escaped."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from assay.testing.vectors import read_suite, run_callable, vectors_folder
from assay.testing.vectors.families import reference
from assay.testing.vectors.report import write_report
from assay.testing.vectors.results import InvalidResults, Result

NASTY = "<script>alert(1)</script> & \"quoted\" 'too' ]]> <b"
HOSTS = re.compile(r"https?://(?!www\.w3\.org/2000/svg)|url\(|@import")


class Reader(HTMLParser):
    """The links, ids, headings and tags of a page; every tag that opens is closed."""

    def __init__(self, text):
        super().__init__()
        self.links, self.tags, self.open, self.texts = [], set(), [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.links += [value for name, value in attributes if name in ("href", "src")]
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag != "br":
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


def wrong(name, arguments):
    """k delta for groups, whatever the epsilon."""
    from assay import number

    delta = number(arguments["delta"]) * number(arguments["k"])
    right = reference(name, arguments)
    return {"epsilon": right["epsilon"], "delta": str(min(delta, number(1)))}


def nothing(name, arguments):
    raise NotImplementedError


def answers(suite, implementation):
    return {each.test.id: each for each in run_callable(suite.tests, implementation)}


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    """The family `group`, with a test whose every text is nasty."""
    place = tmp_path_factory.mktemp("vectors")
    file = json.loads((vectors_folder() / "group.json").read_bytes())
    file["title"] = file["definitions"]["group_privacy"] = NASTY
    file["notes"]["GroupDelta"] = dict.fromkeys(("bug_class", "effect", "seen_in"), NASTY)
    file["tests"][0]["prompt"]["arguments"]["k"] = NASTY
    (place / "group.json").write_text(json.dumps(file))
    return read_suite(place)


@pytest.fixture(scope="module")
def pages(tmp_path_factory, suite):
    """The folder of a report on three implementations."""
    folder = tmp_path_factory.mktemp("pages")
    some = dict(list(answers(suite, lambda name, arguments: NASTY).items())[:50])
    results = [
        Result("the reference", answers(suite, reference)),
        Result(NASTY, some, "2", "2026-01-02"),
        Result("k delta", answers(suite, wrong), "0.3", "2026-03-01"),
        Result("k delta", answers(suite, nothing), "0.1", "2026-01-01"),
        Result("k delta", answers(suite, reference), "0.2", "2026-02-01"),
        Result(NASTY, some, NASTY, "2026-01-01"),
    ]
    written = write_report(folder, suite, results)
    assert written == len(list(folder.rglob("*.html"))) > len(suite.tests)
    return folder


def test_every_page_is_complete_in_itself(pages):
    for path in pages.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        reader = Reader(text)
        assert "script" not in reader.tags
        assert "b" not in reader.tags
        assert not HOSTS.search(text), path
        assert 'name="viewport" content="width=device-width' in text
        assert "prefers-color-scheme: dark" in text


def test_no_link_is_dead_and_every_page_is_reached(pages):
    reached, waiting = set(), [pages / "index.html"]
    while waiting:
        page = waiting.pop().resolve()
        assert page.is_file(), page
        if page in reached or page.suffix != ".html":
            continue
        reached.add(page)
        waiting += [page.parent / link for link in Reader(page.read_text(encoding="utf-8")).links]
    assert reached == {path.resolve() for path in pages.rglob("*.html")}


def text_of(path: Path) -> str:
    return " ".join(Reader(path.read_text(encoding="utf-8")).texts)


def test_a_page_of_a_test_has_the_definition_the_truth_and_every_answer(pages, suite):
    text = text_of(pages / "tests" / f"{suite.tests[0].id}.html")
    assert text.count(NASTY) >= 3
    assert "the reference" in text
    test = next(
        test
        for test in suite.tests
        if isinstance(test.expected.get("value"), dict) and isinstance(test.expected["value"]["delta"], dict)
    )
    text = text_of(pages / "tests" / f"{test.id}.html")
    assert test.expected["value"]["delta"]["lower"] in text
    assert test.expected["value"]["delta"]["exact"] in text
    last = text_of(pages / "tests" / f"{suite.tests[-1].id}.html")
    assert "not asked" in last


def test_the_page_of_a_bug_says_who_has_it(pages):
    text = text_of(pages / "flags" / "GroupDelta.html")
    assert text.count(NASTY) >= 4
    shares = re.findall(r"(\d+) of (\d+)", text)
    assert shares[0][0] == "0"
    assert int(shares[2][0]) > 10


def test_the_page_of_an_implementation_lists_what_fails(pages):
    text = text_of(pages / "implementations" / "k-delta.html")
    assert re.search(r"Unsound: on the wrong side of the truth \(\d+\)", text)
    assert "Unsound" not in text_of(pages / "implementations" / "the-reference.html")


def test_the_summary_and_the_badge(pages, suite):
    place = pages / "implementations"
    summary = json.loads((place / "the-reference.json").read_text())
    assert summary["exact"] == summary["families"]["group"]["exact"] >= len(suite.tests) - 1
    assert summary["vectors"] == suite.version
    assert f"{summary['exact']} exact" in (place / "the-reference.svg").read_text()
    assert "#b3121d" in (place / "k-delta.svg").read_text()
    for badge in place.glob("*.svg"):
        assert "<script" not in badge.read_text()


def test_the_history_has_the_runs_by_date_and_what_changed(pages, suite):
    text = text_of(pages / "history" / "k-delta.html")
    assert re.search(r"0\.3, 2026-03-01.*0\.2, 2026-02-01.*0\.1, 2026-01-01", text)
    first = text_of(pages / "history" / "k-delta.1.html")
    assert f"{len(suite.tests)} newly implemented." in first
    last = text_of(pages / "history" / "k-delta.2.html")
    assert re.search(r"Newly unsound: .* \(\d+\)", last)
    assert "Repaired" not in last
    assert "0.2, 2026-02-01 to 0.3, 2026-03-01" in last
    assert not (pages / "history" / "the-reference.html").exists()
    assert "history of 3 runs" in text_of(pages / "implementations" / "k-delta.html")


def test_the_latest_run_is_the_one_that_is_shown(pages):
    assert "Unsound" in text_of(pages / "implementations" / "k-delta.html")


def test_names_that_would_share_a_file_do_not(tmp_path, suite):
    names = ["a b", "A.b", "a/b", "", "..", "../../x", "A B"]
    write_report(tmp_path / "out", suite.only([]), [Result(name, {}) for name in names])
    found = {path.name.lower() for path in (tmp_path / "out" / "implementations").glob("*.html")}
    assert len(found) == len(names)
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path, suite):
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidResults, match="cannot be written into"):
        write_report(tmp_path / "file", suite, [])
