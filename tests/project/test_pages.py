"""The pages: their extra, command and stage are there, their data can be read, their examples run."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from assay import eps
from assay import mechanisms as mechanisms_of_assay
from assay.ledger.reading import read as records
from assay.ledger.reading import read_one, read_sources
from assay.prove.lemma import file_name
from assay.studies.survey import entries
from spec.pages import (
    answers,
    docstrings,
    examples,
    ledger,
    lemmas,
    markdown,
    mechanisms,
    notebook,
    playground,
    regions,
    survey,
    vectors,
    witnesses,
)
from spec.pages.assemble import one_title
from spec.pages.links import Links
from tests.project.pages_in_browser import dead_links, main, unmarked_pages

ROOT = Path(__file__).parents[2]
SPEC = ROOT / "spec"
MOVED = sorted([*SPEC.glob("how-to/*.md"), SPEC / "exact.md"])
"""Pages whose examples the plain tests run, and the slow ones those of the others."""


def test_there_is_an_extra_a_command_and_a_stage():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needs = " ".join(project["optional-dependencies"]["docs"])
    assert all(name in needs for name in ("sphinx", "myst-parser", "furo"))
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    told = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert "'.[docs]'" in script
    assert "spec/build.py" in script
    assert "'.[docs]'" in told
    assert "spec/build.py" in told
    assert (SPEC / "build.py").is_file()


def test_every_page_is_in_a_table_of_contents():
    listed = set()
    for page in SPEC.rglob("*.md"):
        for toctree in re.findall(r"```\{toctree\}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
            names = [line for line in toctree.splitlines() if line and not line.startswith(":")]
            listed |= {(page.parent / re.sub(r".*<(.*)>", r"\1", name)).resolve() for name in names}
    pages = {page.with_suffix("").resolve() for page in SPEC.rglob("*.md")}
    assert pages - listed == {(SPEC / "index").resolve()}


def test_every_mechanism_of_the_catalogue_has_an_example():
    named = {name for _, _, name in mechanisms.rows(SPEC / "mechanisms.md")}
    assert named == mechanisms.constructors()
    assert len(named) > 35


def test_the_tables_of_the_lemmas_can_be_read():
    rows = lemmas.read(SPEC)
    assert len(rows) > 50
    assert [row.title for row in rows if not row.formulas] == []
    assert [
        row.title for row in rows if not (ROOT / "proofs/certificates" / file_name(row.title)).is_file()
    ] == []
    assert sum(len(row.without) for row in rows) > 100


def test_a_claim_and_a_family_of_vectors_have_their_pages():
    claims = SPEC / "claims"
    records, sources = [read_one(claims / "W3.toml")], read_sources(claims)
    page = ledger.claim_page(records[0], sources["W"], "the file")
    assert all(
        words in page for words in ("W3.a", "refuted", "### Witness", "3/4 > exp(1)*0", sources["W"].author)
    )
    assert "[W3](W3.md)" in ledger.index(records, sources)
    data = json.loads((SPEC / "vectors" / "group.json").read_text(encoding="utf-8"))
    page = vectors.family_page(data, "the file", {})
    assert all(f'<tr id="{test["id"]}">' in page for test in data["tests"])


def test_every_finding_of_the_survey_has_its_page(tmp_path):
    found = entries.read(SPEC / "survey.json")
    survey.write(ROOT, tmp_path, Links(ROOT, {}, tmp_path / "beside"))
    pages = {path.stem for path in (tmp_path / "findings").iterdir()}
    anomalous = {entry.id for entry in found.entries if entry.kind in entries.ANOMALOUS}
    assert pages == anomalous | {str(library["name"]) for library in found.libraries} | {"index", "fixed"}
    index = (tmp_path / "findings" / "index.md").read_text(encoding="utf-8")
    assert index.count("[unsound]{.verdict") == sum(entry.kind == "unsound" for entry in found.entries) > 50
    assert "[Fixed defects, with their releases](fixed.md)" in index
    assert index.count('<svg class="picture"') == len(found.releases) > 0
    assert "last broken in" in (tmp_path / "findings" / "fixed.md").read_text(encoding="utf-8")
    assert index.count("[UNSOUND") > 5
    listed = set(re.findall(r"\{doc\}`findings/([^`]+)`", (SPEC / "survey.md").read_text(encoding="utf-8")))
    assert listed - {"index"} <= pages
    assert all(entry.id in listed for entry in found.entries if entry.kind in ("unsound", "differs"))


def test_a_page_of_a_finding_shows_what_is_in_the_data():
    found = entries.read(SPEC / "survey.json")
    entry = next(each for each in found.entries if each.witness and each.snippet)
    page = survey.entry_page(entry, found)
    assert entry.snippet.rstrip() in page
    assert all(
        markdown.escape(text) in page for text in (entry.promise, entry.claimed, entry.exact, entry.version)
    )
    assert json.dumps(dict(entry.witness), indent=1) in page


MOVED_COMMANDS = [
    pytest.param(page, command, shown, id=f"{page.stem}-{command[:50]}")
    for page in MOVED
    for block in examples.blocks(page.read_text(encoding="utf-8"))
    if block.kind == "console"
    for command, shown in examples.commands(block.text)
]


@pytest.mark.parametrize(("page", "command", "shown"), MOVED_COMMANDS)
def test_commands_print_what_is_shown(page, command, shown):
    assert shown
    assert list(examples.command_differs(command, shown, ROOT, ROOT, page)) == []


@pytest.mark.parametrize("page", MOVED, ids=lambda page: page.stem)
def test_sessions_and_files_are_what_is_shown(page):
    assert examples.run_page(ROOT, page, without=("console",)) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "page", [page for page in examples.executed_pages(ROOT) if page not in MOVED], ids=lambda page: page.stem
)
def test_what_a_page_shows_happens(page):
    assert examples.run_page(ROOT, page) == []


def test_every_page_with_examples_is_executed():
    """Here, or by a test that names the page."""
    shown = {
        page
        for page in SPEC.rglob("*.md")
        if re.search(r"^(>>> |\$ assay )", page.read_text("utf-8"), re.MULTILINE)
    }
    elsewhere = {SPEC / f"{name}.md" for name in ("definitions", "systems", "composition", "marginals")}
    assert shown - elsewhere <= {*examples.executed_pages(ROOT), *MOVED}


@pytest.mark.parametrize(
    ("text", "differs"),
    [
        ("```pycon\n>>> 1 + 1\n2\n```\n", False),
        ("```pycon\n>>> 1 + 1\n3\n```\n", True),
        ("```pycon\n>>> x = 1\n```\n\n```pycon\n>>> x\n1\n```\n", False),
        ("```console\n$ python -c 'print(3)'\n3\n```\n", False),
        ("```console\n$ python -c 'print(3)'\n4\n```\n", True),
        ("```console\n$ python -c 'print(3)'\n```\n", False),
        ("<!-- file: a.py -->\n```python\nprint(5)\n```\n\n```console\n$ python a.py\n5\n```\n", False),
        ("<!-- file: README.md -->\n```python\nprint(5)\n```\n", True),
        ("```console\n$ no-such-program-here\nwhat it says\n```\n", False),
    ],
)
def test_what_differs_is_told(tmp_path, text, differs):
    (tmp_path / "page.md").write_text(text, encoding="utf-8")
    assert bool(examples.run_page(ROOT, tmp_path / "page.md")) is differs


def test_links_lead_to_pages_and_to_sources(tmp_path):
    links = Links(
        ROOT,
        {"spec/a.md": "a", "SECURITY.md": "project/security", "spec/claims/README.md": "claims/README"},
        tmp_path,
    )
    text = "[a](../SECURITY.md) [b](claims) [c](../proofs/laplace.py) [d](https://x.y) [e](#f)\n"
    expected = "[a](project/security.md) [b](claims/README.md) [c](source/proofs/laplace.py.md) "
    expected += "[d](https://x.y) [e](#f)\n"
    assert links.rewritten(text, "spec/a.md", "a") == expected
    assert links.sources == {"proofs/laplace.py"}
    code = "```\n[a](nowhere.md)\n```\n"
    assert links.rewritten(code, "spec/a.md", "a") == code
    with pytest.raises(FileNotFoundError, match=r"nowhere\.md"):
        links.rewritten("[a](nowhere.md)", "spec/a.md", "a")


def test_a_picture_is_shown_and_not_listed_as_a_source(tmp_path):
    links = Links(ROOT, {}, tmp_path)
    text = "![words](static/random-dp-example-1.png)"
    assert links.rewritten(text, "spec/random-dp.md", "random-dp") == text
    assert links.rewritten(text, "spec/random-dp.md", "a/b") == text.replace("static", "../static")
    assert (links.sources, links.pictures) == (set(), {"spec/static/random-dp-example-1.png"})


def test_a_page_has_one_title():
    text = "# A\n\n## B\n\n# C\n\n```\n# D\n```\n"
    assert one_title(text) == "# A\n\n## B\n\n## C\n\n```\n# D\n```\n"
    assert one_title("# A\n\n## B\n") == "# A\n\n## B\n"


def test_text_means_itself():
    assert markdown.escape("a*b_c|d <e> $f$") == r"a\*b\_c\|d \<e\> \$f\$"
    assert markdown.code("a|b") == r"`a\|b`"
    assert [markdown.cells("| a | b \\| c |")] == [["a", "b \\| c"]]
    assert docstrings.converted(["P(o)^a *x* of `name`."]) == ["P(o)^a \\*x\\* of \\ ``name``\\ .", ""]
    assert docstrings.converted(
        ["Text:", "", "    code", "", "Raises:", "    Error: it *fails*", "        often."]
    ) == [
        "Text:",
        "",
        "::",
        "",
        "        code",
        "",
        "**Raises**",
        "",
        "- Error: it \\*fails\\* often.",
        "",
    ]


def test_dead_links_and_anchors_are_found(tmp_path, capsys):
    (tmp_path / "a.html").write_text(
        '<p id="here"><a href="b.html#there">x</a> <a href="#here">y</a></p>', encoding="utf-8"
    )
    (tmp_path / "b.html").write_text(
        '<p id="there"><a href="https://example.org">z</a></p>', encoding="utf-8"
    )
    assert dead_links(tmp_path) == []
    (tmp_path / "c.html").write_text(
        '<a href="b.html#nowhere"></a><img src="missing.png"><a href="#no"></a><a href="../c.html"></a>',
        encoding="utf-8",
    )
    assert len(dead_links(tmp_path)) == 4


def with_a_tree(place, first, second):
    """A page beside which a tree of two pages stands."""
    links = "".join(f"<li class={li}>{a}</a></li>" for li, a in (first, second))
    place.write_text(f'<div class="sidebar-tree"><ul>{links}</ul></div>', encoding="utf-8")


def test_a_page_that_the_tree_beside_it_does_not_mark_is_found(tmp_path):
    assert len(unmarked_pages(tmp_path)) == 1
    a, b = (('"toctree-l1"', f'<a class="reference internal" href="{x}.html">') for x in "ab")
    here = ('"toctree-l1 current current-page"', '<a class="current reference internal" href="#">')
    with_a_tree(tmp_path / "index.html", a, b)
    with_a_tree(tmp_path / "a.html", here, b)
    with_a_tree(tmp_path / "b.html", a, here)
    assert unmarked_pages(tmp_path) == []
    with_a_tree(tmp_path / "b.html", here, here)
    assert unmarked_pages(tmp_path) == ["b.html: the tree beside it does not say where it is"]
    with_a_tree(tmp_path / "b.html", a, b)
    assert len(unmarked_pages(tmp_path)) == 1


def test_no_pages_are_no_success(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("tests.project.pages_in_browser.BROWSERS", ())
    assert main([str(tmp_path)]) == 1
    with_a_tree(tmp_path / "index.html", *[('""', '<a class="reference internal" href="a.html">')] * 2)
    (tmp_path / "a.html").write_text("<p>", encoding="utf-8")
    assert main([str(tmp_path)]) == 1
    here = ('" current-page"', '<a class="current reference internal" href="#">')
    with_a_tree(tmp_path / "a.html", here, ('""', ""))
    assert main([str(tmp_path)]) == 0
    assert "no Chromium" in capsys.readouterr().out


@pytest.fixture(scope="module")
def results():
    return answers.read(SPEC)


@pytest.mark.slow
def test_what_libraries_answered_stands_beside_the_tests(results):
    names = {path.stem for path in (SPEC / "vector-answers").glob("*.json")}
    assert {result.name for result in results} == names >= {"opendp", "dp-accounting", "autodp"}
    statuses = {a.judgement.status for result in results for a in result.answers.values()}
    assert not statuses & {"crashed", "unanswered", "not-implemented"}
    found = answers.by_test(results)
    unsound = sum(each.judgement.status == "unsound" for row in found.values() for _, each in row)
    assert unsound > 0
    shown = answers.cell(found[next(iter(found))])
    assert '<span class="verdict ' in shown
    result = found[next(iter(found))][0][0]
    assert result.release
    assert shown.startswith(f"{result.name} {result.release} <code>")
    summary = answers.summary(results)
    assert "| library | release | asked on | answers | exact | pass | unsound |" in summary
    assert f"| {result.name} | {result.release} | {result.date} |" in summary


def test_every_region_of_the_ledger_is_drawn_or_says_why_not():
    found = {
        part.id: part.region for record in records(SPEC / "claims") for part in record.parts if part.region
    }
    drawn = {part for part, region in found.items() if regions.formula_of(region)} - set(regions.UNDRAWN)
    assert drawn == set(regions.GRIDS)
    assert set(regions.UNDRAWN) < set(found)
    for part in ("S7.a", "W6.a", "H3.a"):
        truth = regions.decided(regions.formula_of(found[part]), regions.GRIDS[part])
        assert {True, False} == set(truth.values())
        assert 'class="cell holds"' in regions.picture(part, found[part])
    with pytest.raises(LookupError, match=r"no grid for the region"):
        regions.picture("Z1.a", "iff x = 1")


@pytest.mark.slow
def test_the_witnesses_have_trees_of_draws_and_the_playground_says_that_it_is_prepared():
    for claim in witnesses.CLAIMS:
        assert "on x = " in witnesses.tree(claim)
    assert "computed when the pages were built" in playground.INTRODUCTION
    m = mechanisms_of_assay.randomised_response("ln 3")
    assert playground.answer(m, "1", "0")["word"] == "refuted"
    assert playground.answer(m, "ln 3", "0") == {
        "word": "verified",
        "at": [float(eps("ln 3")), 0.0],
        "delta": "0",
        "text": "verified, tight: 2 inputs, 2 ordered adjacent pairs, 2 outputs of randomised_response\n",
    }


@pytest.mark.slow
def test_the_notebook_gallery_shows_every_kind(tmp_path):
    notebook.write(ROOT, tmp_path, Links(ROOT, {}, tmp_path))
    page = (tmp_path / "notebook.md").read_text(encoding="utf-8")
    assert page.count("\n## ") == len(notebook.CELLS) >= 15
    for words in ("REFUTED", "VERIFIED", "UNDECIDED", "PROVED", "<svg", "at most"):
        assert words in page
    with pytest.raises(LookupError):
        notebook.shown(1)


def test_every_sharp_edge_has_a_severity_and_bad_and_good_code():
    head, *edges = (SPEC / "sharp-edges.md").read_text(encoding="utf-8").split("\n## ")
    assert len(edges) >= 10
    for edge in edges:
        title, _, body = edge.partition("\n")
        assert re.search(rf"^\| \[{title}\]\(#[a-z-]+\) \| (high|medium|low): ", head, re.MULTILINE), title
        code = "\n".join(re.findall(r"```(?:pycon|python)\n(.*?)```", body, re.DOTALL))
        for word in ("bad", "good"):
            assert re.search(rf"\b{word}\b", code), (title, word)


def test_bars_and_double_bars_of_a_formula_are_no_ends_of_cells():
    assert ledger.mathematical(r"\|x - y\|_1 \le |n|") == r"$\Vert x - y\Vert _1 \le \vert n\vert $"


@pytest.mark.slow
def test_what_an_earlier_release_answered_otherwise_is_listed(results):
    before = answers.earlier(SPEC)
    assert {(result.name, result.release) for result in before} >= {("opendp", "0.14.2")}
    text = answers.changed(results, before)
    for old in before:
        (new,) = (result for result in results if result.name == old.name)
        assert f"{old.name} {old.release} and {new.release}: " in text
        for name in old.answers.keys() | new.answers.keys():
            one, other = (answers.status(result.answers.get(name)) for result in (old, new))
            assert (answers.link(name) in text) == (one != other)
    assert answers.changed(results, []) == ""
    assert "sortable" not in answers.changed(results, results)
