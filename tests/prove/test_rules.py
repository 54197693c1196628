"""Each rule by hand: what it accepts, and the traps of its domain."""

from __future__ import annotations

import inspect
import json
import pickle
import re

import pytest

from assay.errors import AssayError, InvalidType, InvalidValue
from assay.prove import Rejected, Theorem, check, infer, prove
from assay.prove.rules import RULES

PROPOSITION = re.compile(r"Proposition\. If [^.]*[^.]\.")
COMPARISON = re.compile(r"<=|>=|[<>=]|\bP\b|any claim")


@pytest.mark.parametrize("rule", sorted(RULES))
def test_every_rule_states_a_proposition(rule: str) -> None:
    checker, _, _ = RULES[rule]
    said = " ".join((inspect.getdoc(checker) or "").partition("\n\n")[0].split())
    assert PROPOSITION.match(said), said
    assert re.search(r"\bthen\b", said)
    assert COMPARISON.search(said.rpartition("then")[2]), "what follows is a comparison"


@pytest.mark.parametrize(
    ("rule", "claim", "arguments"),
    [
        ("direct", "for real x: 1/x = 1/x", {}),
        ("direct", "for x in [0, 1]: x/x = 1", {}),
        ("direct", "for real x: log(x) = log(x)", {}),
        ("direct", "for real x: sqrt(x)^2 = x", {}),
        ("direct", "for real x: sqrt(x^2) = x", {}),
        ("direct", "for real x: (x^2)^(1/2) >= 0 - 0*log(x)", {}),
        ("direct", "for x in [0, 1]: x > 0", {}),
        ("direct", "for x in (0, 1]: x < 1", {}),
        ("direct", "for x in [0, inf): x^(-1) > 0", {}),
        ("direct", "for real x, integer k in (-inf, inf): x^(k + 1) = x*x^k", {}),
        ("direct", "for real x, real y: x^y*x^(-y) = 1", {}),
        ("direct", "for real x, real y: max(x, y) = x", {}),
        ("direct", "for integer n >= 1: sum(i, 0, n, 1/i) = sum(i, 0, n, 1/i)", {}),
        ("direct", "for real n: sum(i, 1, n, i) = sum(i, 1, n, i)", {}),
        ("direct", "(0 - 2)^(1/2) = (0 - 2)^(1/2)", {}),
        ("direct", "0^(0 - 1) = 0^(0 - 1)", {}),
        ("sturm", "for real x: x^2 > 0", {}),
        ("sturm", "for x in [0, 1]: x*(1 - x) > 0", {}),
        ("sturm", "for real x: (x - 1)^3*(x + 1)^2 >= 0", {}),
        ("sturm", "for x in [0, 2]: 1/(x - 1) >= -100", {}),
        ("sturm", "for real x: x^3 - 2 != 0", {}),
        ("interval", "for x in [0, 1], y in [0, 1]: x + y > 0", {"boxes": "1000", "bits": "64"}),
        ("interval", "for x in [0, inf): x + 1 > 0", {"boxes": "10", "bits": "64"}),
        ("interval", "for x in [0, 1]: 1/x > 0", {"boxes": "1000", "bits": "64"}),
        ("combine", "for real x: x >= 0", {"terms": [{"weight": "1", "factors": ["x"]}]}),
        ("combine", "for real x: x^2 > 0", {"terms": [{"weight": "1", "factors": [], "square": "x"}]}),
        ("combine", "for real x: -x^2 >= 0", {"terms": [{"weight": "-1", "factors": [], "square": "x"}]}),
        (
            "combine",
            "for real x: x >= 0",
            {"multiplier": "x", "terms": [{"weight": "1", "factors": [], "square": "x"}]},
        ),
        ("combine", "for real x: x >= 0", {"multiplier": "0", "terms": []}),
        (
            "combine",
            "for real x: 1 = 0",
            {"zeros": [{"zero": "1/x - 1/x", "times": "1"}, {"zero": "0", "times": "1"}]},
        ),
        ("unknown", "1 = 1", {}),
        ("direct", "1 = 1", {"extra": "1"}),
    ],
)
def test_step_that_does_not_follow_is_refused(rule: str, claim: str, arguments: dict[str, object]) -> None:
    with pytest.raises(Rejected):
        infer(rule, claim, arguments)


def test_monotone_needs_the_end_the_sign_and_a_differentiable_path() -> None:
    up = infer("direct", "for x in (0, 1): 1 >= 0")
    infer("monotone", "for x in [0, 1]: x >= 0", {"variable": "x", "end": "low"}, [up])
    for claim, end in (
        ("for x in [-1, 1]: x >= 0", "low"),  # negative at the end, and the premise covers less
        ("for x in [0, 1]: x > 0", "low"),  # 0 at an included end
        ("for x in [0, 1]: x >= 1/2", "low"),
        ("for x in [0, 1]: x >= 0", "high"),  # the slope has the other sign
        ("for x in [0, 1] where x != 1/2: x >= 0", "low"),
        ("for integer x in [0, 1]: x >= 0", "low"),
        ("for x in [0, 1]: x - max(x, 1/2) + 1/2 >= 0", "low"),
        ("for real x: x >= 0", "low"),
    ):
        with pytest.raises(Rejected):
            infer("monotone", claim, {"variable": "x", "end": end}, [up])


def test_monotone_does_not_jump_over_a_pole() -> None:
    """-1/x increases on both sides of 0, but not across it."""
    up = infer("direct", "for x in (-1, 0): 1/x^2 >= 0")
    with pytest.raises(Rejected):
        infer("direct", "for x in (-1, 1): 1/x^2 >= 0")
    with pytest.raises(Rejected):
        infer("monotone", "for x in [-1, 1]: -1/x >= 1", {"variable": "x", "end": "low"}, [up])


def test_instantiation_checks_ranges_integers_conditions_and_capture() -> None:
    base = infer("direct", "for x in [0, inf): x + 1 >= 1")
    infer("instantiate", "for real y: y^2 + 1 >= 1", {"terms": {"x": "y^2"}}, [base])
    with pytest.raises(Rejected):
        infer("instantiate", "for real y: y + 1 >= 1", {"terms": {"x": "y"}}, [base])
    whole = infer("direct", "for integer n >= 0: n^2 >= 0")
    with pytest.raises(Rejected):
        infer("instantiate", "for y in [0, inf): y^2 >= 0", {"terms": {"n": "y"}}, [whole])
    summed = infer("direct", "for x in [0, inf): sum(i, 1, 3, x*i) >= 0")
    with pytest.raises(Rejected):
        infer("instantiate", "for i in [0, inf): sum(j, 1, 3, i*j) >= 0", {"terms": {"x": "i"}}, [summed])
    given = infer("direct", "for real x where x >= 2: x >= 2")
    with pytest.raises(Rejected):
        infer("instantiate", "for real x: x >= 2", {}, [given])


def test_cases_must_cover_everything() -> None:
    low, high = (infer("sturm", f"for x in {part}: x^2 <= x") for part in ("[0, 1/3]", "[1/2, 1]"))
    with pytest.raises(Rejected):
        infer("cases", "for x in [0, 1]: x^2 <= x", {"on": "x <= 1/2"}, [low, high])
    with pytest.raises(Rejected):
        infer("cases", "for real x: 1 >= 0", {"on": "1/x <= 1/2"}, [low, high])


def test_induction_needs_start_step_and_an_open_end() -> None:
    claim = "for integer n >= 1: n >= 1"
    start = infer("direct", "1 >= 1")
    step = infer("direct", "for integer n >= 1 where n >= 1: n + 1 >= 1")
    infer("induction", claim, {"variable": "n"}, [start, step])
    with pytest.raises(Rejected):
        infer("induction", "for integer n >= 0: n >= 1", {"variable": "n"}, [start, step])
    with pytest.raises(Rejected):
        infer("induction", "for n in [1, inf): n >= 1", {"variable": "n"}, [start, step])


def test_theorems_cannot_be_made_or_changed_by_hand() -> None:
    with pytest.raises(InvalidType):
        Theorem()
    real = infer("direct", "1 <= 2")
    with pytest.raises(InvalidType):
        real.statement = infer("direct", "2 <= 3").statement
    forged = object.__new__(Theorem)
    for name in ("statement", "rule", "arguments", "premises"):
        object.__setattr__(forged, name, getattr(real, name))
    with pytest.raises(Rejected, match="not made by a rule"):
        infer("direct", "1 <= 2", {}, [forged])


def test_theorem_survives_json_and_pickle() -> None:
    theorem = prove("for x in [0, 1]: exp(x) >= 1 + x").certificate  # type: ignore[union-attr]
    assert str(check(json.loads(json.dumps(theorem.to_json())))) == str(theorem)
    assert str(pickle.loads(pickle.dumps(theorem))) == str(theorem)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "1 <",
        "for x in [1, 0]: x > 0",
        "for x in (0, 0]: x > 0",
        "for integer k in (0, 1): k > 0",
        "x > 0",
        "for x in [0, 1], x in [0, 1]: x > 0",
        "for i in [0, 1]: sum(i, 1, 2, i) > 0",
        "for x in [0, 1]: sum(i, 1, 2, sum(i, 1, 2, i)) > 0",
        "for exp in [0, 1]: exp > 0",
        "1 < 2 < 3",
        "1 <= 2 $",
        "(" * 500 + "1" + ")" * 500 + " < 2",
        "for x in [0, y]: x > 0",
        "min(1) < 2",
    ],
)
def test_bad_statement_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises((InvalidValue, InvalidType)) as caught:
        prove(text)
    assert len(str(caught.value)) > 10


def test_bad_arguments_of_prove() -> None:
    with pytest.raises(AssayError):
        prove(3)  # type: ignore[arg-type]
    with pytest.raises(InvalidValue):
        prove("1 < 2", seconds=0)


@pytest.mark.parametrize(
    "data", [None, [], {}, "x", {"format": "assay-certificate/1", "claim": "1 < 2", "steps": []}]
)
def test_what_is_no_certificate_is_refused(data: object) -> None:
    with pytest.raises(Rejected):
        check(data)


def test_verdicts() -> None:
    assert prove("for q in [0, 1]: 1 + q*(e - 1) <= exp(2*q)").holds
    refuted = prove("for x in [0, 1]: x^2 >= x")
    assert refuted.exit_status == 1
    assert refuted.to_json()["witness"]
    undecided = prove(
        "for real x, real y: x^4*y^2 + x^2*y^4 + 1 >= 3*x^2*y^2", seconds=1
    )  # Motzkin: no sum of squares
    assert undecided.exit_status == 3
    assert "tried" in str(undecided)


def test_sums_count_both_ends() -> None:
    where = "where 0 <= i and i <= 3: i <= i^2"
    inner = infer("sturm", f"for integer i in [1, 2] {where}")
    with pytest.raises(Rejected):
        infer("termwise", "sum(i, 0, 3, i) <= sum(i, 0, 3, i^2)", {}, [inner])
    above = infer("sturm", f"for integer i in [1, 3] {where}")
    with pytest.raises(Rejected):
        infer("termwise", "sum(i, 0, 3, i) <= sum(i, 0, 3, i^2)", {}, [above])
    infer(
        "termwise",
        "sum(i, 1, 3, i) <= sum(i, 1, 3, i^2)",
        {},
        [infer("sturm", "for integer i in [1, 3]: i <= i^2")],
    )
    for wrong in (
        "sum(i, 0, 2, 1/i) <= 5",
        "sum(i, -2, 0, 1/i) <= 5",
        "for integer n >= 0: sum(i, 0, n, log(i)) >= 0 - 1",
    ):
        with pytest.raises(Rejected):
            infer("direct", wrong)
