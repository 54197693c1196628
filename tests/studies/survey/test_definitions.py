"""A claim just below the truth is UNSOUND, which the recheck confirms; just above it is sound."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay import Dist, Mechanism, adjacency
from assay.exact import certified, number
from assay.exact._flint import bounds
from assay.studies.adapters._truths import between
from assay.studies.survey import Claims
from assay.studies.survey.agreement import entries_finding, is_next_to, is_rounding, relative, value_finding
from assay.studies.survey.case import snippet_of, source_text
from assay.studies.survey.definitions import composed, finite, formula
from assay.studies.survey.judged import judged
from assay.studies.survey.noise import Noise
from assay.studies.survey.row import Verdict
from tests.studies.survey.recheck import __main__ as recheck

HALF = Fraction(1, 2)
RESPONSE = Mechanism({0: {0: "3/4", 1: "1/4"}, 1: {0: "1/4", 1: "3/4"}}, [0, 1], adjacency.all_pairs())
TABLE = (Dist({0: "5/8", 1: "3/8"}), Dist({0: "1/4", 1: "3/4"}))
ROUNDS = {
    "gaussian": [Noise("gaussian", {"sigma": 1})],
    "gaussian composed": [Noise("gaussian", {"sigma": 2}, count=9)],
    "gaussian sampled": [Noise("gaussian", {"sigma": 1}, rate=Fraction(1, 8))],
    "gaussian replaced": [Noise("gaussian", {"sigma": 1}, rate=Fraction(1, 8), adjacency="replace-one")],
    "laplace": [Noise("laplace", {"scale": 1, "sensitivity": 1})],
    "laplace sampled": [Noise("laplace", {"scale": 1}, rate=HALF)],
    "laplace sampled, adding": [Noise("laplace", {"scale": 1}, rate=HALF, direction="add")],
    "discrete laplace": [Noise("discrete-laplace", {"scale": 1, "sensitivity": 2})],
    "discrete gaussian": [Noise("discrete-gaussian", {"sigma": 1, "sensitivity": 1})],
    "guarantee": [Noise("approximate", {"epsilon": 1, "delta": Fraction(1, 100)})],
    "table": [Noise("finite", table=TABLE)],
    "table, one direction": [Noise("finite", table=TABLE, direction="add")],
}
COMPOSED = {
    "laplace composed": [Noise("laplace", {"scale": 2}, count=5)],
}


def case(claimed, truth, point=None, **more):
    return Claims(
        function="f",
        privacy_map=lambda **_: claimed,
        points=[point or {}],
        snippet="print(1)",
        **truth,
        **more,
    )


def check(truth, point, below, above):
    """The claim `below` is unsound, with a witness that is confirmed; `above` is sound."""
    wrong = judged(case(below, truth, point), point)
    assert wrong.verdict is Verdict.UNSOUND
    row = {"verdict": "UNSOUND", "witness": wrong.witness}
    assert recheck.rechecked(row, "") == ("confirmed", "")
    assert judged(case(above, truth, point), point).verdict is Verdict.LOOSE
    altered = {**row, "witness": {**wrong.witness, "claimed": str(above)}}
    assert recheck.rechecked(altered, "")[0] != "confirmed"


def around(true, parts):
    """Rationals on both sides of a number, by a share of it."""
    middle = Fraction(true.lower(30))
    return middle * (1 - Fraction(1, parts)), middle * (1 + Fraction(1, parts))


QUICK = ("gaussian", "gaussian composed", "guarantee", "table", "table, one direction", "discrete laplace")


@pytest.mark.parametrize(
    "rounds",
    [pytest.param(r, id=n, marks=() if n in QUICK else (pytest.mark.slow,)) for n, r in ROUNDS.items()],
)
def test_one_round(rounds):
    truth = composed("delta", lambda: rounds)
    point = {"epsilon": Fraction(1, 4)}
    check(truth, point, *around(certified(truth["truth"](**point)), 10**9))


def test_epsilon_at_a_delta():
    truth = composed("epsilon", lambda: ROUNDS["gaussian"])
    point = {"delta": Fraction(1, 1000)}
    check(truth, point, *around(truth["truth"](**point), 10**9))


@pytest.mark.slow
@pytest.mark.parametrize("rounds", COMPOSED.values(), ids=list(COMPOSED))
def test_compositions(rounds):
    truth = composed("delta", lambda: rounds)
    point = {"epsilon": Fraction(1, 2)}
    low, high = bounds(truth["truth"](**point).enclosure(64))
    check(truth, point, low * 9 / 10, high * 11 / 10)


@pytest.mark.parametrize("quantity", ["epsilon", "delta", "renyi", "zcdp"])
def test_finite_mechanisms(quantity):
    truth = finite(quantity, RESPONSE)
    point = {"epsilon": {"delta": HALF / 8}, "delta": {"epsilon": HALF}, "renyi": {"alpha": 2}}.get(
        quantity, {}
    )
    true = certified(truth["truth"](**point).value)
    check(truth, point, *around(true, 10**6))


def test_a_formula():
    truth = {"truth": lambda x: certified(x).sqrt(), "definition": formula("sqrt(x)")}
    check(truth, {"x": 2}, Fraction(14142, 10000), Fraction(14143, 10000))


def test_a_lower_bound_of_the_truth_refutes_and_never_confirms():
    truth = composed("delta", lambda: ROUNDS["gaussian"])
    point = {"epsilon": 1.0}
    assert judged(case(0.9, truth, point, at_least=True), point).verdict is Verdict.NOT_REFUTED
    assert judged(case(0.001, truth, point, at_least=True), point).verdict is Verdict.UNSOUND


def test_values_are_the_floats_around_the_truth():
    third = number(Fraction(1, 3))
    assert is_next_to(1 / 3, third)
    assert is_next_to(0.33333333333333337, third)
    assert not is_next_to(0.3333333333333334, third)
    assert value_finding(1 / 3, third, "1/3").verdict is Verdict.TIGHT
    off = value_finding(0.3333333333333334, third, "0.3333333333333334")
    assert (off.verdict, off.rounding, off.detail) == (Verdict.DIFFERS, True, "too large")
    assert not value_finding(0.334, third, "0.334").rounding


def test_tables_show_the_worst_entry():
    law = {0: number(Fraction(1, 3)), 1: number(Fraction(2, 3))}
    assert entries_finding({0: 1 / 3, 1: 2 / 3}, law).verdict is Verdict.DISTRIBUTION
    found = entries_finding({0: 1 / 3, 1: 0.5, 2: 0.25}, law)
    assert found.verdict is Verdict.DISTRIBUTION_DIFFERS
    assert "2 of 3" in found.detail
    assert not entries_finding({0: 1 / 3}, law).rounding  # an entry that is missing is 0


def test_sizes():
    assert relative(number(1), number(2)) == "0.5"
    assert relative(number(1), number(0)) == "infinite"
    # a truth between two ends: the defect is at least what the nearer end says
    assert 0.24 < float(relative(number(1), between(number(2), number(4))).removeprefix("at least ")) <= 0.25
    assert relative(number(1), between(number("1/2"), number(4))).startswith("at most ")
    assert is_rounding(number(1), number(1 + Fraction(1, 2**41)))
    assert not is_rounding(number(1), number(1 + Fraction(1, 2**39)))
    assert is_rounding(number(0), number(Fraction(1, 2**1075)))  # below the smallest float
    assert not is_rounding(number(0), number(Fraction(1, 2**1000)))


def test_snippets_write_python():
    assert source_text(float("inf")) == "float('inf')"
    assert source_text((1.5,)) == "(1.5,)"
    assert source_text({1: Fraction(1, 3)}) == "{1: Fraction(1, 3)}"
    text = case(1, {"truth": lambda: number(1)})
    assert (
        snippet_of(type(text)(**{**vars(text), "snippet": "f({x!r}, {{}})"}), {"x": [1.0]}) == "f([1.0], {})"
    )
