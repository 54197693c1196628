"""A question that another command answers gets that command's answer."""

from __future__ import annotations

import pytest

from tests.cli.command_line import assay

NOISY_MAX = """
import assay
from assay import EPS, adjacency
from assay.decide import SymbolicMechanism, geometric

@assay.program
def noisy_max(q):
    return q[0] + geometric(EPS) >= q[1] + geometric(EPS)

m = SymbolicMechanism(noisy_max, [(0, 0), (0, 1), (1, 0), (1, 1)], adjacency.linf(1))
"""
INPUTS = ("--domain", "(0,0),(0,1),(1,0),(1,1)", "--adjacency", "linf:1")


@pytest.fixture
def path(tmp_path):
    (tmp_path / "noisy.py").write_text(NOISY_MAX)
    return tmp_path / "noisy.py"


@pytest.mark.parametrize("claim", ["eps", "2*eps"])
def test_audit_gives_the_answer_of_decide_for_noise_with_rates_in_eps(path, claim):
    for target in ((f"{path}:noisy_max", *INPUTS), (f"{path}:m",)):
        audited, decided = (assay(word, *target, "--epsilon", claim) for word in ("audit", "decide"))
        assert (audited.status, audited.out) == (decided.status, decided.out)
        assert audited.status == (1 if claim == "eps" else 0)
        assert f"this is the answer of: assay decide {target[0]}" in audited.err


def test_what_cannot_be_handed_over_says_what_can(path):
    target = (f"{path}:noisy_max", *INPUTS)
    assert assay("audit", *target).error.endswith("--epsilon eps")
    plotted = assay("audit", *target, "--epsilon", "eps", "--engine", "fast")
    assert "without --engine there is: assay decide" in plotted.error
    assert "assay decide" in assay("audit", path).error


ONE_EPSILON = """
import assay
from assay import EPS, Mechanism, adjacency
from assay.decide import laplace

@assay.program
def constant(q):
    return q + laplace("1/2") >= 0

@assay.program
def symbolic(q):
    return q + laplace(EPS) >= 0

m = Mechanism(constant, [0, 1], adjacency.all_pairs())
"""


@pytest.mark.parametrize(
    ("name", "words", "status"),
    [
        ("constant", ("--epsilon", "1/2"), 0),
        ("constant", ("--epsilon", "1/3"), 1),
        ("symbolic", ("--at", "1", "--epsilon", "1"), 0),
        ("symbolic", ("--at", "3", "--epsilon", "1"), 1),
        ("m", ("--epsilon", "1/2"), 0),
        ("m", ("--domain", "0, 5", "--epsilon", "1"), 1),
    ],
)
def test_noise_at_one_epsilon_is_audited(tmp_path, name, words, status):
    path = tmp_path / "one.py"
    path.write_text(ONE_EPSILON)
    inputs = () if name == "m" else ("--domain", "0, 1", "--adjacency", "all-pairs")
    answer = assay("audit", f"{path}:{name}", *inputs, *words)
    assert (answer.status, answer.err) == (status, "")


def test_an_epsilon_that_is_none(tmp_path):
    path = tmp_path / "one.py"
    path.write_text(ONE_EPSILON)
    for bad in ("0", "-1", "eps", "inf", "x"):
        answer = assay("audit", f"{path}:m", "--at", bad, "--epsilon", "1")
        assert answer.status == 2
        assert "--at" in answer.error
    inputs = ("--domain", "0, 1", "--adjacency", "all-pairs")
    assert "assay audit --at" in assay("audit", f"{path}:symbolic", *inputs, "--epsilon", "1").err
