"""`assay audit` at one epsilon of programs that return noisy values."""

from __future__ import annotations

import pytest

from tests.cli.command_line import assay

PROGRAMS = """
import assay
from assay import EPS
from assay.decide import laplace

@assay.program
def value(b):
    return b + laplace("1/2")

@assay.program
def compared(b):
    first, second = b + laplace("1/2"), b + laplace(EPS)
    return first > second, first, second
"""
BITS = ("--domain", "0, 1", "--adjacency", "all-pairs")


@pytest.fixture
def path(tmp_path):
    (tmp_path / "noise.py").write_text(PROGRAMS)
    return tmp_path / "noise.py"


def test_a_claim_is_judged(path):
    answer = assay("audit", f"{path}:value", *BITS, "--epsilon", "1/2")
    assert answer.status == 0
    assert "VERIFIED: value is (1/2, 0)-differentially private" in answer.out
    refuted = assay("audit", f"{path}:value", *BITS, "--epsilon", "1/4", "--delta", "1/10", "--json")
    assert refuted.status == 1
    assert refuted.json["witness"]["relation"] == ">"
    assert assay("audit", f"{path}:value", *BITS, "--epsilon", "1/4", "--delta", "1/8").status == 0


def test_values_that_are_compared_at_an_epsilon(path):
    for epsilon, status in ((1, 0), ("99/100", 1)):
        answer = assay("audit", f"{path}:compared", *BITS, "--at", "1/2", "--epsilon", epsilon)
        assert answer.status == status


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ((), "give the claim"),
        (("--epsilon", 1, "--plot", "curve.png"), "leave out --plot"),
        (("--epsilon", 1, "--measure", "delta"), "measure"),
        (("--epsilon", "inf"), "give a rational"),
    ],
)
def test_what_is_refused_says_why(path, options, text):
    answer = assay("audit", f"{path}:value", *BITS, *options)
    assert answer.status == 2
    assert text in answer.err


def test_explain_has_no_tree_of_draws(path):
    answer = assay("explain", f"{path}:value", *BITS, "--epsilon", 1)
    assert answer.status == 2
    assert "assay audit" in answer.err
