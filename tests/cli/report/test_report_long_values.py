"""Reports spell inputs and outputs of any length, and name every piece of a loss that is given by pieces."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from assay import EPS, Dist, Mechanism, adjacency, eps, exp, number
from assay.cli.report import Claim, Findings, to_json, to_text
from assay.errors import LONGEST_MESSAGE, AssayError, InvalidValue, UndecidedError
from assay.outputs.text import spelled

LONG = 10**5000 + 7
DIGITS = "1" + "0" * 4999 + "7"


class Watch:
    """A clock that never ends anything."""

    def confirm(self):
        pass

    def is_over(self):
        return False


def findings(mechanism, claim=None):
    found = Findings(mechanism, claim)
    found.fill(Watch())
    return found


def huge(inputs=(0, 1)):
    a, b = inputs
    rows = {a: {LONG: "2/3", (LONG, "b"): "1/3"}, b: {LONG: "1/3", (LONG, "b"): "2/3"}}
    return Mechanism(rows, inputs, adjacency.all_pairs())


@pytest.mark.parametrize("engine", ["reference", "fast", None])
@pytest.mark.parametrize("inputs", [(0, 1), (LONG, -LONG)], ids=["outputs", "inputs"])
@pytest.mark.parametrize("claim", [None, Claim(eps("1/10"), number(0)), Claim(eps(1), number(0))])
def test_long_integers_are_spelled_in_every_report(engine, inputs, claim):
    found = findings(huge(inputs).with_engine(engine), claim)
    assert DIGITS in to_json(found)
    json.loads(to_json(found))
    assert max(map(len, to_text(found).splitlines())) < 200
    assert DIGITS in repr(found.of("epsilon"))


def test_verdicts_and_distributions_are_spelled():
    m = huge((LONG, 0))
    refuted = m.audit("1/10")
    for text in (str(refuted), repr(m.distribution(0)), json.dumps(refuted.to_json())):
        assert DIGITS in text
    assert repr(adjacency.l1(LONG)) == f"l1(k={DIGITS})"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (LONG, DIGITS),
        (-LONG, f"-{DIGITS}"),
        ((LONG,), f"({DIGITS},)"),
        ([LONG, "a"], f"[{DIGITS}, 'a']"),
        (frozenset({LONG}), f"frozenset({{{DIGITS}}})"),
        ({1: LONG}, f"{{1: {DIGITS}}}"),
        (Fraction(1, LONG), f"Fraction(1, {DIGITS})"),
        ((), "()"),
        ("a", "'a'"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_in_full(value, text):
    assert spelled(value) == text


def test_a_value_of_millions_of_digits_is_named_by_its_size():
    assert spelled((1 << 6_643_856,)) == "(<an integer of 6,643,857 bits>,)"


@pytest.mark.parametrize("error", [AssayError, InvalidValue, UndecidedError])
def test_a_message_is_cut_in_the_middle(error):
    said = error("the beginning " + "x" * 10**6 + " the end")
    assert len(str(said)) < LONGEST_MESSAGE + 100
    assert str(said).startswith("the beginning ")
    assert str(said).endswith(" the end")
    assert "(1,000,022 characters)" in str(said)


def test_json_names_each_piece_of_a_loss():
    x = exp(-EPS)
    m = Mechanism({0: {"a": x, "b": 1 - x}, 1: {"a": 1 - x, "b": x}}, [0, 1], adjacency.all_pairs())
    found = json.loads(to_json(findings(m)))["measures"]["epsilon"]
    assert [(piece["value"]["exact"], piece["event"]) for piece in found["pieces"]] == [
        ("-ln(-1 + exp(eps))", ["'a'"]),
        ("ln(-1 + exp(eps))", ["'b'"]),
    ]
    assert [piece["p"]["exact"] for piece in found["pieces"]] == ["exp(-eps)", "-exp(-eps) + 1"]
    one = Mechanism({0: Dist.bernoulli("1/2"), 1: Dist.bernoulli("1/3")}, [0, 1], adjacency.all_pairs())
    assert "pieces" not in json.loads(to_json(findings(one)))["measures"]["epsilon"]
