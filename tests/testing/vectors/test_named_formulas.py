"""Below a formula: what holds is tighter, what does not is unsound, and what is not known stays open."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import nextafter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.outputs.json_values import real
from assay.testing.vectors import judge
from assay.theorems import optimal_composition, optimal_composition_of, rdp_to_dp

BASIC = {
    "function": "basic_composition",
    "arguments": {"guarantees": [{"epsilon": "1", "delta": "1/10"}, {"epsilon": "1/2", "delta": "1/10"}]},
}
ADVANCED = {
    "function": "advanced_composition",
    "arguments": {"epsilon": "1/10", "delta": "1/1000", "k": "8", "slack": "1/100", "form": "textbook"},
}
LOOSE = {"kind": "guarantee", "value": {"epsilon": "9", "delta": "9/10"}}
"""An expected value above everything that is answered here."""


def status(prompt, answer, expected=LOOSE):
    return judge(expected, {"value": answer}, prompt).status


@given(st.integers(0, 40), st.integers(0, 40))
def test_basic_composition_by_the_least_guarantee(epsilon, delta):
    answer = {"epsilon": f"{epsilon}/20", "delta": f"{delta}/100"}
    least = optimal_composition_of([("1", "1/10"), ("1/2", "1/10")], symmetric=False)
    holds = least(Fraction(epsilon, 20)) <= Fraction(delta, 100)
    assert status(BASIC, answer) == ("tighter" if holds else "unsound")


@given(st.integers(0, 16), st.integers(0, 40))
def test_advanced_composition_by_the_optimal_one(epsilon, delta):
    answer = {"epsilon": f"{epsilon}/10", "delta": f"{delta}/1000"}
    least = optimal_composition("1/10", "1/1000", 8, symmetric=True)
    holds = least(Fraction(epsilon, 10)) <= Fraction(delta, 1000)
    assert status(ADVANCED, answer) == ("tighter" if holds else "unsound")


def test_the_product_of_the_deltas_is_no_false_claim():
    expected = {"kind": "guarantee", "value": {"epsilon": "3/2", "delta": "1/5"}}
    answer = {"epsilon": "3/2", "delta": "19/100"}
    assert status(BASIC, answer, expected) == "tighter"
    assert judge(expected, {"value": answer}).status == "unsound"
    assert status(BASIC, {"epsilon": "3/2", "delta": "0.1899"}, expected) == "unsound"


def test_infinite_rounds():
    infinite = {"guarantees": [{"epsilon": "inf", "delta": "1/10"}, {"epsilon": "1", "delta": "1/10"}]}
    prompt = {"function": "basic_composition", "arguments": infinite}
    assert status(prompt, {"epsilon": "inf", "delta": "19/100"}) == "tighter"
    assert status(prompt, {"epsilon": "inf", "delta": "18/100"}) == "unsound"
    assert status(prompt, {"epsilon": "7", "delta": "1/2"}) == "unsound"


@pytest.mark.parametrize(
    ("rho", "delta"), [("1/2", "1/1000000"), ("50", "1/2"), ("1/1000000", "1/1000000"), ("1e-300", "1e-300")]
)
def test_zero_concentrated_privacy_by_the_best_order(rho, delta):
    prompt = {"function": "zcdp_to_dp", "arguments": {"rho": rho, "delta": delta}}
    high = {"kind": "epsilon", "value": "1" + "0" * 400}
    order = Fraction(4) if rho == "1/2" else Fraction(2)
    bound = rdp_to_dp(order, Fraction(rho) * order, delta).epsilon
    assert judge(high, {"value": str(bound.upper(30))}, prompt).status == "tighter"
    below = judge(high, {"value": "-1"}, prompt)
    assert below.status == "undecided"
    assert "not known to hold" in below.detail


@pytest.mark.parametrize(
    ("bound", "wanted"), [("1.2", "undecided"), ("6", "undecided"), ("6.06", "tighter"), ("8", "sound")]
)
def test_renyi_privacy_by_the_improved_conversion(bound, wanted):
    given = {"order": "3", "r": "1/10", "delta": "1/1000000", "conversion": "mironov"}
    expected = {"kind": "epsilon", "value": {"exact": None, "lower": "7.00775527", "upper": "7.00775528"}}
    found = judge(expected, {"value": bound}, {"function": "rdp_to_dp", "arguments": given})
    assert found.status == wanted


@pytest.mark.parametrize(
    ("r", "bound", "wanted"),
    [
        ("0", "0", "tighter"),
        ("0", "-1/9", "undecided"),
        ("1/100", "0.0998", "tighter"),
        ("1/100", "0.0997", "undecided"),
    ],
)
def test_renyi_privacy_by_the_total_variation(r, bound, wanted):
    given = {"order": "11/10", "r": r, "epsilon": "0"}
    found = judge(
        {"kind": "delta", "value": "7/10"}, {"value": bound}, {"function": "rdp_to_delta", "arguments": given}
    )
    assert found.status == wanted
    prompt = {
        "function": "rdp_to_dp",
        "arguments": {**given, "delta": bound.strip("-"), "conversion": "mironov"},
    }
    if wanted == "tighter" and r != "0":
        assert judge({"kind": "epsilon", "value": "9"}, {"value": "0"}, prompt).status == "tighter"


def test_one_unit_below_a_formula_is_no_better_bound():
    given = {"order": "3", "r": "1/10", "delta": "1/1000000", "conversion": "improved"}
    truth = rdp_to_dp(3, "1/10", "1/1000000").epsilon
    below = float(truth.lower(30))
    below = below if truth > Fraction(below) else nextafter(below, 0)
    prompt = {"function": "rdp_to_dp", "arguments": given}
    assert (
        judge({"kind": "epsilon", "value": real(truth)}, {"value": below.hex()}, prompt).status == "one-ulp"
    )


def test_elsewhere_below_is_unsound():
    prompt = {"function": "group_privacy", "arguments": {"epsilon": "1", "delta": "1/10", "k": "2"}}
    assert status(prompt, {"epsilon": "2", "delta": "1/5"}) == "unsound"


def test_arguments_that_cannot_be_read_leave_it_open():
    assert status({**BASIC, "arguments": {}}, {"epsilon": "1", "delta": "1/10"}) == "undecided"


PARTS = [
    {"epsilon": "1", "delta": "1/10"},
    {"epsilon": "1/2", "delta": "1/5"},
    {"epsilon": "3/2", "delta": "0"},
]


def least_of(sets, at, *, symmetric):
    pairs = [[(part["epsilon"], part["delta"]) for part in each] for each in sets]
    return max(optimal_composition_of(each, symmetric=symmetric)(at) for each in pairs)


@given(st.integers(0, 40), st.integers(0, 60), st.integers(1, 3))
def test_parallel_composition_by_the_least_guarantee_of_its_worst_parts(epsilon, delta, affected):
    answer = {"epsilon": f"{epsilon}/20", "delta": f"{delta}/100"}
    arguments = {"guarantees": PARTS, "affected": str(affected)}
    least = least_of(combinations(PARTS, affected), Fraction(epsilon, 20), symmetric=False)
    wanted = "tighter" if least <= Fraction(delta, 100) else "unsound"
    assert status({"function": "parallel_composition", "arguments": arguments}, answer) == wanted
    records = [[str(i + 1) for i in each] for each in combinations(range(3), affected)]
    arguments = {"guarantees": PARTS, "records": [*records, []]}
    assert status({"function": "overlapping_composition", "arguments": arguments}, answer) == wanted


@given(st.integers(0, 40), st.integers(0, 60))
def test_parallel_composition_for_replaced_records_by_every_two_parts(epsilon, delta):
    answer = {"epsilon": f"{epsilon}/20", "delta": f"{delta}/100"}
    inside = [{"epsilon": "7/4", "delta": "1/20"}] * 3
    sets = [*combinations(PARTS, 2), *([each] for each in inside)]
    holds = least_of(sets, Fraction(epsilon, 20), symmetric=True) <= Fraction(delta, 100)
    prompt = {"function": "parallel_replace_one", "arguments": {"guarantees": PARTS, "replaced": inside}}
    assert status(prompt, answer) == ("tighter" if holds else "unsound")


@pytest.mark.parametrize("name", ["renyi_odometer", "composed_renyi_epsilon", "concentrated_odometer"])
def test_below_a_bound_that_is_not_the_best_nothing_is_known(name):
    expected = {"kind": "epsilon", "value": "2"}
    assert judge(expected, {"value": "1"}, {"function": name, "arguments": {}}).status == "undecided"


GRID = {"p": ["3/4", "1/4"], "q": ["1/4", "3/4"], "width": "1", "k": "2", "epsilon": "0"}
SHUFFLED = {"randomiser": [["3/4", "1/4"], ["1/4", "3/4"]], "n": "2", "epsilon": "0"}


@pytest.mark.parametrize(
    ("function", "arguments", "kind", "formula", "answer", "wanted"),
    [
        # two losses of randomised response have delta 1/2 at 0
        ("pessimistic_delta", {**GRID, "rounding": "up"}, "delta", "3/4", "1/2", "tighter"),
        ("pessimistic_delta", {**GRID, "rounding": "up"}, "delta", "3/4", "0.49", "unsound"),
        ("optimistic_delta", GRID, "lower-delta", "1/4", "1/2", "tighter"),
        ("optimistic_delta", GRID, "lower-delta", "1/4", "0.51", "unsound"),
        # two shuffled reports of it have delta 3/8 at 0
        ("blanket_delta", SHUFFLED, "delta", "1/2", "3/8", "tighter"),
        ("blanket_delta", SHUFFLED, "delta", "1/2", "37/100", "unsound"),
        ("blanket_delta", {**SHUFFLED, "n": "40"}, "delta", "1/2", "37/100", "undecided"),
        (
            "clones_delta",
            {"local_epsilon": "ln(3)", "n": "2", "epsilon": "0"},
            "delta",
            "1/2",
            "3/8",
            "undecided",
        ),
        (
            "clones_delta",
            {"local_epsilon": "ln(3)", "n": "2", "epsilon": "0"},
            "delta",
            "1/2",
            "0.37",
            "unsound",
        ),
        (
            "clones_delta",
            {"local_epsilon": "1", "n": "200", "epsilon": "0"},
            "delta",
            "1/2",
            "0",
            "undecided",
        ),
        ("snapping_epsilon_bound", {"scale": "1", "bound": "2"}, "epsilon", "2", "1", "undecided"),
    ],
)
def test_beside_a_bound_on_a_grid_or_on_shuffled_reports(function, arguments, kind, formula, answer, wanted):
    prompt = {"function": function, "arguments": arguments}
    assert status(prompt, answer, {"kind": kind, "value": formula}) == wanted
