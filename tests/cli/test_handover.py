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
