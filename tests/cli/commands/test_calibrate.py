"""`assay calibrate`: two values out, one on each side of the goal; an error in one line."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.cli.command_line import assay

GAUSSIAN = "gaussian sigma=? k=10"


def test_text_names_the_goal_both_ends_and_the_theorem():
    answer = assay("calibrate", GAUSSIAN, "--epsilon", "1", "--delta", "1e-5")
    assert answer.status == 0
    assert answer.out.startswith("smallest sigma with delta(1) <= 1/100000, add-remove-one\n")
    assert "  safe " in answer.out
    assert "  not safe " in answer.out
    assert "independent Gaussian noise added" in answer.out


def test_json_has_exact_ends_and_decimals_on_their_sides():
    found = assay("calibrate", "pure epsilon=? k=10", "--epsilon", "1", "--delta", "1e-5", "--json").json
    safe, other = found["safe"], found["not safe"]
    assert Fraction(safe["value"]) < Fraction(other["value"])
    assert Fraction(safe["decimal"]) <= Fraction(safe["value"])
    assert Fraction(other["value"]) <= Fraction(other["decimal"])
    assert Fraction(safe["goal"]["at most"]) <= Fraction(1, 10**5) < Fraction(other["goal"]["at least"])
    assert (found["parameter"], found["larger is safer"]) == ("epsilon", False)
    again = assay("account", f"pure epsilon={safe['value']} k=10", "--epsilon", "1", "--json").json["delta"]
    assert Fraction(again["at most"]) <= Fraction(1, 10**5)


@pytest.mark.parametrize(
    ("goal", "text"),
    [
        (["--rho", "1/2"], "rho <= 1/2"),
        (["--mu", "1/2"], "mu <= 1/2"),
        (["--advantage", "1/10"], "delta(0) <= 1/10"),
        (["--rho", "1/2", "--adjacency", "replace-one"], "replace-one"),
        (["--epsilon", "1", "--delta", "1e-5", "--width", "1/10", "--method", "inversion"], "sigma"),
    ],
)
def test_goals(goal, text):
    answer = assay("calibrate", GAUSSIAN, *goal)
    assert answer.status == 0
    assert text in answer.out


def test_no_value_is_refuted():
    answer = assay("calibrate", "gaussian sigma=?", "--epsilon", "1")
    assert answer.status == 1
    assert "safe      none" in answer.out
    assert assay("calibrate", "gaussian sigma=?", "--epsilon", "1", "--json").json["safe"] is None


@pytest.mark.slow
def test_too_little_time_is_undecided():
    mechanism = "laplace scale=? q=1/1000 k=100000"
    answer = assay(
        "calibrate", mechanism, "--epsilon", "1", "--delta", "1e-9", "--timeout", "1/1000", "--json"
    )
    assert answer.status == 3
    assert "undecided" in answer.json


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([GAUSSIAN], "give one goal"),
        ([GAUSSIAN, "--delta", "1e-5"], "give one goal"),
        ([GAUSSIAN, "--epsilon", "1", "--rho", "1"], "give one goal"),
        ([GAUSSIAN, "--epsilon", "1", "--epsilon", "2"], "give it once"),
        (["gaussian sigma=1", "--epsilon", "1"], "have a '?'"),
        (["discrete-gaussian sigma=?", "--epsilon", "1"], "is not proved"),
        ([GAUSSIAN, "--epsilon", "-1"], "negative"),
        ([GAUSSIAN, "--epsilon", "1", "--width", "0"], "width"),
        ([GAUSSIAN, "--epsilon", "1", "--method", "magic"], "engine"),
        (["gausian sigma=?", "--epsilon", "1"], "did you mean gaussian"),
    ],
)
def test_bad_input_is_one_line(arguments, words):
    assert words in assay("calibrate", *arguments).error
