"""Where an audit is undecided, the last line is a command that gets further."""

from __future__ import annotations

import shlex

import pytest

from tests.cli.command_line import assay

LOOP = """
from assay import Mechanism, adjacency, flip, program

@program
def loop(x):
    n = x
    while flip("1/2"):
        n += 1
    return n

m = Mechanism(loop, [0, 1], adjacency.all_pairs())
"""


@pytest.fixture
def path(tmp_path):
    (tmp_path / "loop.py").write_text(LOOP)
    return tmp_path / "loop.py"


def last(answer):
    return answer.out.splitlines()[-1]


def run(line):
    return assay(*shlex.split(line.partition(": assay ")[2]))


def test_the_delta_that_is_known_to_be_enough_is_named_and_holds(path):
    answer = assay("audit", path, "--epsilon", "ln(2)", "--delta", "1/2")
    assert answer.status == 3
    assert max(len(word) for word in answer.out.splitlines()[0].split() if word.isdigit()) < 10
    assert ".bounds" not in answer.out
    assert last(answer).startswith("it holds with: assay audit ")
    assert run(last(answer)).status == 0


def test_a_larger_budget_is_named_and_is_larger(path):
    few = assay("audit", path, "--epsilon", "ln(3)", "--delta", "1/4", "--max-states", "5")
    assert few.status == 3
    assert last(few).endswith("--max-states 500")
    measured = assay("audit", path, "--max-states", "5")
    assert measured.status == 3
    assert last(measured) == f"next: assay audit {path} --max-states 500"


@pytest.mark.slow
def test_what_is_decided_has_no_such_line(path):
    assert "assay audit" not in assay("audit", path, "--epsilon", "ln(2)").out
    assert "\nnext: " not in assay("audit", path, "--epsilon", "ln(2)", "--delta", "1/2", "--json").out
