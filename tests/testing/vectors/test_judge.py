"""What an answer is called: exact or not, and on which side of the truth."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import ln, number
from assay.outputs.json_values import real
from assay.testing.vectors import judge
from assay.testing.vectors.function import SAFE, TRIVIAL
from assay.testing.vectors.judge import FAILS, PASSES
from assay.testing.vectors.reals import compare, read_answer, read_truth

LN2 = real(ln(2))
ROOT = {"exact": None, "lower": "0.707106781186547", "upper": "0.707106781186548"}


def status(kind, truth, answer):
    return judge({"kind": kind, "value": truth}, {"value": answer}).status


CASES = [
    ("delta", "1/3", "1/3", "exact"),
    ("delta", "1/3", "2/6", "exact"),
    ("delta", "1/4", "0.25", "exact"),
    ("delta", "1/4", "0x1p-2", "exact"),
    ("delta", "1/4", "25e-2", "exact"),
    ("delta", "1/3", "0.3333333333333333", "unsound"),
    ("delta", "1/3", "0.3333333333333334", "sound"),
    ("delta", "1/3", "1", "vacuous"),
    ("delta", "1/3", "inf", "vacuous"),
    ("delta", "1", "1", "exact"),
    ("delta", "0", "-1/10", "unsound"),
    ("probability", "1/3", "0.3333333333333333", "rounded"),
    ("probability", "1/3", "0.33333333333333331", "rounded"),
    ("probability", "1/3", float(1 / 3).hex(), "rounded"),
    ("probability", "1/3", "0.3333333333333334", "wrong"),
    ("probability", "1/3", "0.333", "wrong"),
    ("type-two-error", "1/3", "0.3333333333333333", "sound"),
    ("type-two-error", "1/3", "0.34", "unsound"),
    ("type-two-error", "1/3", "0", "vacuous"),
    ("epsilon", LN2, "ln(2)", "exact"),
    ("epsilon", LN2, "ln(4)/2", "exact"),
    ("epsilon", LN2, "ln( 2 )", "exact"),
    ("epsilon", LN2, "0.6931471805599453", "unsound"),
    ("epsilon", LN2, "0.6931471805599454", "sound"),
    ("epsilon", LN2, "7/10", "sound"),
    ("epsilon", LN2, "ln(3)", "sound"),
    ("epsilon", LN2, "inf", "vacuous"),
    ("epsilon", "inf", "inf", "exact"),
    ("epsilon", "inf", "1000", "unsound"),
    ("epsilon", LN2, LN2, "exact"),
    ("epsilon", LN2, {"lower": "0.69", "upper": "0.70"}, "enclosed"),
    ("epsilon", LN2, {"lower": "0.70", "upper": "0.71"}, "wrong"),
    ("epsilon", LN2, {"lower": "0.5", "upper": "0.6"}, "unsound"),
    ("epsilon", LN2, {"lower": "0", "upper": "inf"}, "vacuous"),
    ("probability", "1/3", {"lower": "0", "upper": "1"}, "vacuous"),
    ("probability", "1/3", {"lower": "1/3", "upper": "1/3"}, "exact"),
    ("divergence", ROOT, ROOT, "enclosed"),
    ("divergence", ROOT, "0.7071067811865475", "undecided"),
    ("divergence", ROOT, "0.7071067811865", "unsound"),
    ("divergence", ROOT, "0.70710678118655", "sound"),
    ("smallest", "3", "3", "exact"),
    ("smallest", "3", "4", "sound"),
    ("smallest", "3", "2", "unsound"),
    ("float", "0x1.8000000000000p+0", "0x1.8p0", "exact"),
    ("float", "0x1.8000000000000p+0", "0x1.8000000000001p+0", "wrong"),
    ("float", "inf", "inf", "exact"),
    ("float", "0x0.0p+0", "-0x0p+0", "exact"),
    ("distribution", [["0", "1/2"], ["1", "1/2"]], [["1", "1/2"], ["0", "0.5"]], "exact"),
    ("distribution", [["0", "1/2"], ["1", "1/2"]], [["0", "1/2"]], "wrong"),
    ("distribution", [["0", "1"]], [["0", "1"], ["1", "0"]], "exact"),
    ("distribution", [["0", "1"]], [["0", "1"], ["1", "1/100"]], "wrong"),
    ("distribution", [["0", "1/2"], ["1", "1/2"]], [["0", "1/2"], ["0", "1/2"]], "malformed"),
    ("guarantee", {"epsilon": "1", "delta": "0"}, {"epsilon": "2", "delta": "0"}, "sound"),
    ("guarantee", {"epsilon": "1", "delta": "1/10"}, {"epsilon": "2", "delta": "0"}, "unsound"),
    ("guarantee", {"epsilon": "1", "delta": "0"}, {"epsilon": "1"}, "malformed"),
    ("profile", [["0", "1/2"], [LN2, "0"]], [["0", "1/2"], ["ln(2)", "0"]], "exact"),
    ("profile", [["0", "1/2"], [LN2, "0"]], [["0", "1/2"]], "wrong"),
    ("trade-off", [["0", "1"], ["1", "0"]], [["0", "1"], ["1", "1/2"]], "wrong"),
]


@pytest.mark.parametrize(("kind", "truth", "answer", "wanted"), CASES)
def test_an_answer_gets_its_name(kind, truth, answer, wanted):
    assert status(kind, truth, answer) == wanted


@pytest.mark.parametrize(
    "answer",
    [
        *(
            0.5,
            1,
            True,
            None,
            [],
            {},
            {"lower": "0"},
            {"lower": 0, "upper": "1"},
            "",
            "half",
            "nan",
            "1/0",
            "1e99999",
        ),
        *(
            "9" * 5000,
            "ln(0)",
            "(" * 400,
            "2^99999999",
            "exp(99999999999)",
            "0x1p99999",
            "exp(exp(exp(9)))/0",
        ),
        *("1_000", "٣", "1/2\n1/3", "__import__('os')"),
    ],
)
def test_garbage_is_malformed_not_an_exception(answer):
    assert status("epsilon", LN2, answer) == "malformed"


HARD = [
    *("1e9999", "-1e9999", "1e-9999", "-inf", "ln(1000000007000000000000000000063)", "exp(9999)"),
    *("ln(exp(9999)+1)", "sqrt(" * 90 + "2" + ")" * 90, "*".join(["9" * 30] * 15), "exp(exp(1))"),
    {"lower": "-1e9999", "upper": "1e9999"},
]


@pytest.mark.parametrize("answer", HARD, ids=range(len(HARD)))
@pytest.mark.parametrize(
    "truth", [LN2, "1/3", "inf", ROOT], ids=["logarithm", "rational", "infinite", "certified"]
)
def test_hard_answers_get_a_name_too(truth, answer):
    assert status("epsilon", truth, answer) in (*PASSES, *FAILS)
    assert status("epsilon", truth, answer) != "exact"


def test_refusals():
    refusal = {"kind": "refusal"}
    assert judge(refusal, {"error": "no"}).status == "refused"
    assert judge(refusal, {"value": "1"}).status == "accepted"
    assert judge({"kind": "delta", "value": "0"}, {"error": "no"}).status == "refuses"
    assert judge(refusal, {}).status == judge(refusal, {"error": "no", "value": "0"}).status == "malformed"


def test_the_amount_is_told():
    found = judge({"kind": "delta", "value": "1/3"}, {"value": "0.3333333333333333"})
    assert found.detail == "0.3333333333333333 is below 1/3 (0.333...) by 3.33e-17"
    assert judge({"kind": "delta", "value": "1/2"}, {"value": "3/4"}).detail == "loose by 0.25"


def test_every_name_is_ranked_once():
    assert len(set(PASSES) | set(FAILS)) == len(PASSES) + len(FAILS)
    assert set(TRIVIAL) <= set(SAFE)


@given(
    st.fractions(min_value=0, max_value=5), st.fractions(min_value="1/10", max_value=9, max_denominator=50)
)
def test_comparison_with_a_logarithm_is_that_of_exact_numbers(answer, power):
    truth = ln(1 + power)
    found = compare(read_answer(str(answer), None), read_truth(real(truth)))
    assert found == (truth < answer) - (truth > answer)


@given(st.fractions(min_value=0, max_value=1), st.fractions(min_value=0, max_value=1))
def test_a_rational_bound_is_sound_iff_it_is_not_below(answer, truth):
    passes = judge({"kind": "smallest", "value": str(truth)}, {"value": str(answer)}).passes
    assert passes == (answer >= truth)


@given(st.fractions(min_value=0, max_value=1))
def test_the_nearest_float_of_a_probability_passes_and_its_neighbour_does_not(p):
    from math import inf, nextafter

    near = p.numerator / p.denominator
    assert judge({"kind": "probability", "value": str(p)}, {"value": repr(near)}).passes
    assert judge({"kind": "probability", "value": str(p)}, {"value": near.hex()}).passes
    assert not judge({"kind": "probability", "value": str(p)}, {"value": nextafter(near, inf).hex()}).passes


def test_values_are_written_with_decimals_around_them():
    assert real(number("2/6")) == "1/3"
    assert LN2["exact"] == "ln(2)"
    assert Fraction(LN2["lower"]) < Fraction(LN2["upper"])
    assert Fraction(LN2["upper"]) - Fraction(LN2["lower"]) == Fraction(1, 10**30)
