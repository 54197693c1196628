"""`assay claims`: privacy maps judged point by point, and what the command refuses."""

from __future__ import annotations

import pytest

from tests.cli.command_line import assay, write

FILE = """
from math import exp, inf, log, nextafter
from assay.mechanisms import randomised_response

fixed = randomised_response(bias="3/4")

def promised(bias):
    return randomised_response(bias=bias)

def right(bias, delta=0.0):
    return inf if bias == 1 else nextafter(abs(log(bias / (1 - bias))), inf)

def half(bias, delta=0.0):
    return right(bias) / 2

def never_refuses(bias):
    return inf

def generous(bias):
    return 100.0

def curve(epsilon):
    return nextafter(max(0.0, 0.75 - exp(epsilon) / 4), 1)

def rho():
    return 0.6

def two():
    return 2

def true_two():
    return number(2)

def open_value():
    raise UndecidedError("nobody knows")

from assay.errors import UndecidedError
"""


@pytest.fixture
def file(tmp_path):
    return write(tmp_path, FILE)


def run(file, name, truth, *arguments):
    return assay("claims", f"{file}:{name}", "--truth", f"{file}:{truth}", *arguments)


def test_sound_claims_hold(file):
    answer = run(file, "right", "promised", "--grid", "bias=0.75, 0.5, 1")
    assert answer.status == 0, answer.out
    assert answer.out.startswith("right, 3 points: ")
    assert "UNSOUND" not in answer.out


def test_an_unsound_claim_is_refuted_with_its_witness(file):
    answer = run(file, "half", "promised", "--grid", "bias=0.75", "--grid", "delta=0,0.125")
    assert answer.status == 1
    assert "half, 2 points: 2 UNSOUND" in answer.out
    assert "P[M(x) in S] = 3/4, P[M(x') in S] = 1/4" in answer.out


def test_every_point_is_in_the_json(file):
    found = run(file, "half", "promised", "--grid", "bias=0.75,0.5", "--json").json
    assert [row["verdict"] for row in found["rows"]] == ["UNSOUND", "UNSOUND"] or found["counts"][
        "UNSOUND"
    ] == 1
    assert [row["point"] for row in found["rows"]] == [{"bias": "0.75"}, {"bias": "0.5"}]


def test_a_number_where_nothing_is_true_is_refuted(file):
    answer = run(file, "never_refuses", "promised", "--grid", "bias=2.0")
    assert answer.status == 1
    assert "answers, and should refuse" in answer.out


def test_loose_is_refuted_only_if_tight_is_claimed(file):
    assert run(file, "generous", "promised", "--grid", "bias=0.75").status == 0
    assert run(file, "generous", "promised", "--grid", "bias=0.75", "--tight").status == 1


def test_a_list_with_the_extremes(file):
    answer = run(file, "curve", "fixed", "--measure", "delta", "--grid", "epsilon=EPSILONS", "--all")
    assert "curve, 15 points" in answer.out
    assert "OverflowError" in answer.out
    assert len(answer.out.splitlines()) == 16


@pytest.mark.parametrize(
    ("measure", "truth", "bound", "status"),
    [("zcdp", "fixed", "upper", 0), ("zcdp", "fixed", "lower", 1), ("value", "true_two", "upper", 1)],
)
def test_maps_without_parameters(file, measure, truth, bound, status):
    assert run(file, "rho", truth, "--measure", measure, "--bound", bound).status == status


def test_an_undecided_point_is_no_pass(file):
    assert run(file, "two", "open_value", "--measure", "value").status == 3


@pytest.mark.parametrize(
    ("name", "truth", "arguments", "message"),
    [
        ("right", "promised", (), "missing a required argument: 'bias'"),
        ("right", "promised", ("--grid", "bias=x"), "'x' is no Python literal"),
        ("right", "promised", ("--grid", "bias=0.5,"), "'' is no Python literal"),
        ("right", "promised", ("--grid", "bias"), "is not NAME=A,B,..."),
        ("right", "promised", ("--grid", "bias=0.5", "--grid", "bias=0.6"), "with a new name"),
        ("right", "promised", ("--grid", "bias=1", "--grid", "s=1"), "unexpected keyword argument 's'"),
        ("right", "fixed", ("--grid", "bias=0.5"), "does not depend on bias"),
        ("two", "fixed", ("--measure", "value"), "needs a function that returns the number"),
        ("two", "inf", (), "is of type float"),
        ("two", "nosuch", (), "defines no 'nosuch'"),
        ("fixed", "fixed", (), "not a function"),
        ("two", "fixed", ("--timeout", "0"), "--timeout '0'"),
    ],
)
def test_bad_input_is_one_line(file, name, truth, arguments, message):
    assert message in run(file, name, truth, *arguments).error


def test_names_are_asked_for(file):
    assert "needs a name" in assay("claims", file, "--truth", f"{file}:fixed").error
