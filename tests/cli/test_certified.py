"""`assay audit` of programs with Gaussian noise."""

from __future__ import annotations

import pytest

from tests.cli.command_line import assay

PROGRAMS = """
import assay
from assay import EPS, Mechanism, adjacency
from assay.decide import gaussian, laplace

@assay.program
def larger(q):
    return q[0] + gaussian(4) >= q[1] + gaussian(4)

@assay.program
def after_laplace(b):
    return laplace(1) + b > 0 and gaussian(2) + b > 0

@assay.program
def in_eps(b):
    return laplace(EPS) + b > 0 and gaussian(2) + b > 0

@assay.program
def same(b):
    return gaussian(variance=2) <= 1 if b else gaussian(1) <= gaussian(1) + 1

m = Mechanism(larger, [(0, 0), (0, 1), (1, 0), (1, 1)], adjacency.linf(1))
"""
BITS = ("--domain", "0, 1", "--adjacency", "all-pairs")


@pytest.fixture
def path(tmp_path):
    (tmp_path / "gauss.py").write_text(PROGRAMS)
    return tmp_path / "gauss.py"


def test_a_claim_is_judged_with_its_box_and_delta(path):
    answer = assay("audit", f"{path}:m", "--epsilon", "1/2", "--delta", "1/10")
    assert answer.status == 0
    assert "VERIFIED (not tight): larger is (1/2, 1/10)-differentially private" in answer.out
    assert "the 4 inputs {0, 1}^2" in answer.out
    assert "smallest delta at epsilon = 1/2  at most 0" in answer.out
    refuted = assay("audit", f"{path}:m", "--epsilon", "1/20", "--json")
    assert refuted.status == 1
    assert refuted.json["witness"]["bounds"]
    assert refuted.json["witness"]["relation"] == ">"


def test_a_gaussian_draw_after_others_is_found(path):
    answer = assay("audit", f"{path}:after_laplace", *BITS, "--epsilon", 3, "--delta", "1/10")
    assert answer.status == 0
    at = assay("audit", f"{path}:in_eps", *BITS, "--at", 1, "--epsilon", 3, "--delta", "1/10", "--json")
    assert at.status == 0
    assert (
        at.json["delta_at_most"]
        == assay("audit", f"{path}:after_laplace", *BITS, "--epsilon", 3, "--delta", "1/10", "--json").json[
            "delta_at_most"
        ]
    )


def test_a_tie_has_status_3(path, monkeypatch):
    from assay.decide.integration import audit

    monkeypatch.setattr(audit, "LAST_BITS", 80)
    answer = assay("audit", f"{path}:same", *BITS, "--epsilon", 0)
    assert answer.status == 3
    assert answer.out.startswith("UNDECIDED whether same is (0, 0)-differentially private")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ((), "give a claim"),
        (("--epsilon", 1, "--plot", "x.png"), "leave out --plot"),
        (("--epsilon", 1, "--coq", "x.v"), "leave out --coq"),
        (("--epsilon", 1, "--measure", "renyi=2"), "leave out --measure"),
        (("--epsilon", "eps"), "give a number"),
        (("--epsilon", 1, "--delta", 2), "--delta"),
    ],
)
def test_what_cannot_be_answered_says_so(path, words, reason):
    assert reason in assay("audit", f"{path}:m", *words).error


def test_every_epsilon_at_once_is_refused_with_the_line(path):
    error = assay("decide", f"{path}:in_eps", *BITS).error
    assert "gauss.py, line 16" in error
    assert "assay audit" in error


def test_the_smallest_epsilon_at_a_delta(path):
    answer = assay("audit", f"{path}:m", "--delta", "1/100")
    assert answer.status == 0
    assert "smallest epsilon at delta = 1/100  in [0." in answer.out
    found = assay("audit", f"{path}:m", "--delta", "1/100", "--json").json["epsilon"]
    for end, status in (("lower", 1), ("upper", 0)):
        claim = ("--epsilon", found[end], "--delta", "1/100")
        assert assay("audit", f"{path}:m", *claim).status == status


def test_without_a_claim_and_with_options_for_exact_numbers_it_says_why(path):
    for options, text in (
        ((), "--delta 1/100 alone"),
        (("--epsilon", 1, "--coq", "out.v"), "no theory of integrals"),
        (("--epsilon", 1, "--plot", "curve.png"), "one point of it"),
    ):
        answer = assay("audit", f"{path}:m", *options)
        assert answer.status == 2
        assert text in answer.err


def test_noise_on_all_the_integers(tmp_path):
    answer = assay(
        "audit", "assay.integers:skellam", "--arg", "variance=4", "--epsilon", 1, "--delta", "1/100"
    )
    assert answer.status == 0
    assert "VERIFIED: skellam(variance=4, sensitivity=1) is (1, 1/100)-differentially private" in answer.out
    assert "at the largest distance of neighbours" in answer.out
    refuted = assay("audit", "assay.integers:skellam", "--arg", "variance=4", "--epsilon", 1, "--json")
    assert refuted.status == 1
    assert refuted.json["witness"]["inputs"] == ["0", "1"]
    measures = assay("audit", "assay.integers:discrete_gaussian", "--arg", "variance=4", "--delta", "1/100")
    assert measures.status == 0
    assert "smallest epsilon at delta = 1/100  at most  0.90780727160359" in measures.out
    assert "smallest epsilon at delta = 0      at most  inf" in measures.out
    shown = assay("audit", "assay.integers:skellam", "--arg", "variance=1", "--json").json
    assert shown["epsilon_at_most"] == {"0": "inf"}
    picture = tmp_path / "profile.png"
    assert assay("audit", "assay.integers:skellam", "--arg", "variance=1", "--plot", picture).status == 0
    assert picture.stat().st_size > 1000


def test_noise_with_a_finite_worst_pair_is_audited_as_any_mechanism():
    given = ("--arg", "epsilon=ln 3", "--arg", "sensitivity=3")
    answer = assay("audit", "assay.integers:staircase", *given, "--epsilon", "ln 3", "--measure", "zcdp")
    assert answer.status == 0
    assert "VERIFIED (tight): staircase(epsilon=ln(3), sensitivity=3, width=1)" in answer.out
    assert (
        assay("explain", "assay.integers:discrete_laplace", "--arg", "scale=1", "--epsilon", "1/2").status
        == 1
    )


def test_what_noise_on_the_integers_has_no_answer_to():
    wrong = assay(
        "audit", "assay.integers:skellam", "--arg", "variance=1", "--domain", "0, 1", "--rng", "any"
    )
    assert wrong.status == 2
    other = assay("audit", "assay.integers:skellam", "--arg", "variance=1", "--domain", "0, 1")
    assert other.status == 2
    assert "leave out --domain" in other.err
    assert assay("explain", "assay.integers:skellam", "--arg", "variance=1", "--epsilon", 1).status == 2
    assert "add --arg" in assay("audit", "assay.integers:skellam", "--arg", "sensitivity=2").err
