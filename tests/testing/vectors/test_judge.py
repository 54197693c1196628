"""What an answer is called: exact or not, and on which side of the truth."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import ln, number
from assay.outputs.json_values import real
from assay.testing.vectors import judge
from assay.testing.vectors.family import SAFE, TRIVIAL
from assay.testing.vectors.judge import FAILS, PASSES
from assay.testing.vectors.reals import compare, read_answer, read_truth

LN2 = real(ln(2))
FORM = {"exact": "sqrt(ln(3)) + 1", "lower": "2.04814707396820", "upper": "2.04814707396821"}
ROOT = {"exact": None, "lower": "0.707106781186547", "upper": "0.707106781186548"}


def status(kind, truth, answer):
    return judge({"kind": kind, "value": truth}, {"value": answer}).status


CASES = [
    ("delta", "1/3", "1/3", "exact"),
    ("delta", "1/3", "2/6", "exact"),
    ("delta", "1/4", "0.25", "exact"),
    ("delta", "1/4", "0x1p-2", "exact"),
    ("delta", "1/4", "25e-2", "exact"),
    ("delta", "1/3", "0.3333333333333333", "one-ulp"),
    ("delta", "1/3", "0.333333333333333", "unsound"),
    ("delta", "1/3", "0.3333333333333334", "sound"),
    ("delta", "1/3", "1", "vacuous"),
    ("delta", "1/3", "inf", "vacuous"),
    ("delta", "1", "4/3", "vacuous"),
    ("delta", "1", "1e50", "vacuous"),
    ("delta", "1/3", "4/3", "vacuous"),
    ("delta", "1", "1", "exact"),
    ("delta", "1", "1.001", "vacuous"),
    ("delta", "1", {"lower": "0.999", "upper": "1.001"}, "enclosed"),
    ("delta", "1", {"lower": "0", "upper": "1"}, "enclosed"),
    ("delta", "1/2", {"lower": "0.4", "upper": "1"}, "vacuous"),
    ("delta", "1/2", {"lower": "0.6", "upper": "0.4"}, "malformed"),
    ("type-two-error", "0", {"lower": "-1/100", "upper": "1/100"}, "enclosed"),
    ("type-two-error", "0", "-1/100", "vacuous"),
    ("delta", "1/4", "0x1.fffffffffffffp-3", "one-ulp"),
    ("delta", "1/4", "0x1.ffffffffffffep-3", "one-ulp"),
    ("delta", "1/4", "0x1.ffffffffffffdp-3", "unsound"),
    ("delta", "1/4", {"lower": "0", "upper": "0x1.fffffffffffffp-3"}, "one-ulp"),
    ("delta", "1/" + "1" + "0" * 400, "0", "unsound"),
    ("probability", "1/4", "0x1.0000000000001p-2", "one-ulp"),
    ("probability", "1/4", "0x1.0000000000003p-2", "wrong"),
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
    ("epsilon", LN2, "0.6931471805599453", "one-ulp"),
    ("epsilon", LN2, "0.693147180559945", "unsound"),
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
    ("divergence", ROOT, ROOT, "agrees"),
    ("divergence", ROOT, "0.7071067811865475", "agrees"),
    ("divergence", ROOT, "sqrt(1/2)", "agrees"),
    ("divergence", ROOT, {"lower": "0.70710678118654752", "upper": "0.70710678118654753"}, "agrees"),
    ("divergence", ROOT, {"lower": "0.7", "upper": "0.70710678118654753"}, "enclosed"),
    ("divergence", ROOT, {"lower": "0.70710678118654753", "upper": "0.71"}, "enclosed"),
    ("divergence", ROOT, {"lower": "0.71", "upper": "0.72"}, "wrong"),
    ("divergence", ROOT, {"lower": "0.6", "upper": "0.7"}, "unsound"),
    ("divergence", FORM, "sqrt(ln(3)) + 1", "exact"),
    ("divergence", FORM, "1+sqrt(ln(9)/2)", "agrees"),
    ("divergence", FORM, "2.04814707396819", "unsound"),
    ("divergence", FORM, "2.05", "sound"),
    ("divergence", FORM, {"lower": "2.04814707396", "upper": "2.04814707397"}, "enclosed"),
    ("epsilon", real(ln(10**40)), "ln(1" + "0" * 40 + ")", "agrees"),
    ("epsilon", real(ln(10**40)), "ln(2" + "0" * 40 + "/2)", "agrees"),
    ("epsilon", real(ln(10**40)), "ln(1" + "0" * 39 + "/1)", "unsound"),
    ("divergence", ROOT, "0.7071067811865", "unsound"),
    ("divergence", ROOT, "0.70710678118655", "sound"),
    ("smallest", "3", "3", "exact"),
    ("whole", "3", "3", "exact"),
    ("whole", str(2**60 + 1), str(2**60), "wrong"),
    ("whole", "3", {"lower": "2", "upper": "3"}, "malformed"),
    ("smallest", "3", "4", "sound"),
    ("smallest", "3", "2", "unsound"),
    ("float", "0x1.8000000000000p+0", "0x1.8p0", "exact"),
    ("float", "0x1.8000000000000p+0", "0x1.8000000000001p+0", "one-ulp"),
    ("float", "0x1.8000000000000p+0", "0x1.8000000000002p+0", "wrong"),
    ("float", "0x0.0000000000001p-1022", "0x0.0p+0", "wrong"),
    ("float", "0x1.fffffffffffffp+1023", "inf", "wrong"),
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
    ("number", "-1/3", "-1/3", "exact"),
    ("number", "-1/3", "-0.3333333333333333", "rounded"),
    ("number", "-1/3", "-0.33", "wrong"),
    ("number", "1/3", {"lower": "0", "upper": "1"}, "enclosed"),
    ("decisions", [True, False], [True, False], "exact"),
    ("decisions", [True, False], [True, True], "wrong"),
    ("decisions", [True, False, True], [False, True, True], "wrong"),
    ("decisions", [True, False], [True], "malformed"),
    ("decisions", [True, False], ["true", "false"], "malformed"),
    ("decisions", [True, False], "true", "malformed"),
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
            "1e9999999",
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


def test_a_function_that_is_not_there_is_neither_right_nor_wrong():
    for expected in ({"kind": "refusal"}, {"kind": "delta", "value": "0"}):
        found = judge(expected, {"not_implemented": "no curves"})
        assert (found.status, found.passes, found.is_exact) == ("not-implemented", False, False)
        assert not found.is_tight(Fraction(2))
    assert judge({"kind": "delta", "value": "0"}, {"not_implemented": "", "value": "0"}).status == "malformed"


def test_the_slack_is_the_share_of_a_bound_that_is_too_much():
    def slack(kind, truth, answer):
        return judge({"kind": kind, "value": truth}, {"value": answer}).slack

    assert slack("epsilon", "1", "2") == slack("smallest", "3", "6") == Fraction(1, 2)
    assert slack("type-two-error", "1/2", "1/8") == Fraction(3, 4)
    assert slack("epsilon", "1", {"lower": "0", "upper": "4"}) == Fraction(3, 4)
    assert slack("probability", "1/2", {"lower": "1/4", "upper": "1"}) == Fraction(3, 4)
    assert slack("epsilon", "0", "1e-17") == slack("delta", "1", {"lower": "1", "upper": "1"}) + 1 == 1
    assert slack("epsilon", "1", "1/2") is None
    pair = {"epsilon": "1", "delta": "1/4"}
    assert slack("guarantee", pair, {"epsilon": "2", "delta": "1"}) is None
    assert slack("guarantee", pair, {"epsilon": "2", "delta": "3/4"}) == Fraction(2, 3)
    assert slack("profile", [["0", "1/2"], ["1", "0"]], [["0", "1/2"], ["1", "0"]]) == 0


@given(st.fractions(min_value=1, max_value=9, max_denominator=99), st.fractions(min_value=1, max_value=3))
def test_a_bound_is_tight_up_to_the_factor(truth, times):
    found = judge({"kind": "epsilon", "value": str(truth)}, {"value": str(truth * times)})
    assert found.is_tight(times)
    assert found.is_tight(Fraction(2)) == (times <= 2)


@given(st.floats(min_value=1e-300, max_value=1e300), st.integers(min_value=-3, max_value=3))
def test_one_unit_in_the_last_place_is_the_next_float(truth, steps):
    from math import inf, nextafter

    answer = truth
    for _ in range(abs(steps)):
        answer = nextafter(answer, inf if steps > 0 else 0)
    found = judge({"kind": "smallest", "value": str(Fraction(truth))}, {"value": answer.hex()})
    below_a_power_of_two = truth.hex().endswith("1.0000000000000p" + truth.hex().partition("p")[2])
    allowed = -2 if below_a_power_of_two else -1
    wanted = "exact" if steps == 0 else "sound" if steps > 0 else "one-ulp" if steps >= allowed else "unsound"
    assert found.status == wanted


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
