"""What the README shows is what happens: every block of it is run."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from tests.cli.command_line import assay_process

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"```(?P<kind>\w*)\n(?P<text>.*?)```", re.DOTALL)
BLOCKS = list(BLOCK.finditer(README))


def blocks(kind):
    return [match["text"] for match in BLOCKS if match["kind"] == kind]


def test_every_block_is_of_a_kind_that_is_run():
    assert {match["kind"] for match in BLOCKS} == {"sh", "console", "pycon"}
    assert README.count("```") == 2 * len(BLOCKS)


def test_the_commands_are_the_two_that_the_continuous_integration_runs():
    install, test = blocks("sh")
    assert "assay audit" in install
    assert "pytest" in test
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "run_readme 1" in script
    assert "readme_command 2" in script


@pytest.mark.parametrize("text", blocks("console"), ids=lambda text: text.splitlines()[0])
def test_commands_print_what_is_shown(text):
    command, shown = text.split("\n", 1)
    assert command.startswith("$ assay ")
    answer = assay_process(*shlex.split(command)[2:], cwd=ROOT)
    assert answer.out + answer.err == shown


def test_python_prints_what_is_shown():
    session = "\n".join(blocks("pycon"))
    test = doctest.DocTestParser().get_doctest(session, {}, "README.md", "README.md", 0)
    assert len(test.examples) > 5
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert report == []


def test_it_is_short_and_its_links_work_on_a_package_index():
    assert len(README) < 6_500
    assert [link for link in re.findall(r"\]\(([^)\s]+)\)", README) if "://" not in link] == []


def test_what_it_names_is_there():
    named = {
        name
        for name in re.findall(r"`([\w.-]+(?:/[\w.-]+)*/?)`", README)
        if "/" in name or name.endswith(".md")
    }
    assert len(named) > 10
    assert [name for name in named if not (ROOT / name).exists() and not name.startswith("build/")] == []


PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("spec/**/*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page):
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    targets = [link for link in re.findall(r"\]\(([^)#\s]+)\)", text) if "://" not in link]
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_the_specification_names_files_that_are_there():
    names = re.findall(r"`((?:exact|dp)/\w+\.py)`", (ROOT / "spec" / "README.md").read_text(encoding="utf-8"))
    assert len(names) > 15
    assert [name for name in names if not (ROOT / "reference" / "assay" / name).exists()] == []
