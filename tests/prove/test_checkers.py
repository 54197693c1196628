"""What is no certificate, no argument of a rule, or no sound side condition is refused with the reason."""

from __future__ import annotations

import copy

import pytest

from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.prove import Rejected, check, infer
from assay.prove.claims import statement
from assay.prove.syntax import parse
from assay.prove.theorem import infer as kernel_infer

SQUARE = {"terms": [{"square": "x"}]}
PRODUCT = {"sum": "sum(i, 0, n, 1)"}
GOOD = {
    "format": "assay-certificate/1",
    "claim": "for x in (-inf, inf): exp(x) >= exp(0)*(x - x + 1) - 1",
    "steps": [
        {"claim": "for x in (-inf, inf): exp(x) >= 0", "rule": "direct", "with": {}, "from": []},
        {
            "claim": "for x in (-inf, inf): exp(x) >= exp(0)*(x - x + 1) - 1",
            "rule": "combine",
            "with": {"terms": [{"factors": ["exp(x)"]}]},
            "from": [0],
        },
    ],
}


def changed(*path: str | int, value: object) -> dict[str, object]:
    """The certificate with one value replaced."""
    data = copy.deepcopy(GOOD)
    here: object = data
    for key in path[:-1]:
        here = here[key]  # type: ignore[index]
    here[path[-1]] = value  # type: ignore[index]
    return data


def test_the_certificate_is_good() -> None:
    assert check(GOOD).to_json() == GOOD


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (None, "needs exactly the fields"),
        ([GOOD], "needs exactly the fields"),
        ({**GOOD, "note": "x"}, "needs exactly the fields"),
        ({k: v for k, v in GOOD.items() if k != "format"}, "needs exactly the fields"),
        (changed("format", value="assay-certificate/2"), "format"),
        (changed("steps", value=[]), "no steps"),
        (changed("steps", value={}), "no steps"),
        (changed("steps", 0, value="direct"), "step 0"),
        (changed("steps", 0, "claim", value=3), "step 0.*int"),
        (changed("steps", 0, "claim", value="for x in (0, inf): 1 >"), "step 0.*expected"),
        (changed("steps", 0, "rule", value=None), "NoneType"),
        (changed("steps", 0, "rule", value="trust"), "there is no rule"),
        (changed("steps", 0, "with", value=[]), "a map"),
        (changed("steps", 0, "with", value={"note": "x"}), "unknown argument 'note'"),
        (changed("steps", 1, "from", value="0"), "a list of steps"),
        (changed("steps", 1, "from", value=[1]), "earlier steps"),
        (changed("steps", 1, "from", value=[2]), "earlier steps"),
        (changed("steps", 1, "from", value=[-1]), "earlier steps"),
        (changed("steps", 1, "from", value=[False]), "earlier steps"),
        (changed("steps", 1, "with", "terms", value=[{"factors": [1]}]), "values are written as text"),
        (
            changed("steps", 1, "with", "terms", value=[{"factors": ["exp(x)"], "weight": 1}]),
            "written as text",
        ),
        (changed("claim", value="for x in (-inf, inf): exp(x) >= 5"), "its last step proves"),
        (changed("claim", value=None), "written as text"),
        (changed("steps", 1, "claim", value="for x in (-inf, inf): exp(x) >= 1"), "identity fails"),
    ],
)
def test_what_is_no_certificate_is_refused_with_the_reason(data: object, says: str) -> None:
    with pytest.raises(Rejected, match=says):
        check(data)


@pytest.mark.parametrize(
    ("rule", "claim", "arguments", "says"),
    [
        ("combine", "for real x: x^2 >= 0", SQUARE | {"zeros": {}}, "must be a list"),
        ("combine", "for real x: x^2 >= 0", {"terms": ["x"]}, "must be a map"),
        (
            "combine",
            "for real x: x^2 >= 0",
            {"terms": [{"square": "x", "note": "x"}]},
            "must be a map of weight",
        ),
        (
            "combine",
            "for real x: x^2 >= 0",
            SQUARE | {"zeros": [{"zero": "0", "note": "x"}]},
            "of zero, times",
        ),
        (
            "combine",
            "for real x: x^2 >= 0",
            SQUARE | {"zeros": [{"zero": "0", "times": "z"}]},
            "z has no range",
        ),
        ("combine", "for real x: x^2 >= 0", {"terms": [{"square": []}]}, "must be text"),
        ("combine", "for real x: x^2 >= 0", {"terms": [{"square": "x x"}]}, "expected the end"),
        ("combine", "for real x: x^2 >= 0", {"terms": [{"square": "x", "weight": "x"}]}, "not a rational"),
        ("combine", "for real x: x^2 >= 0", {"terms": [{"factors": [["x"]]}]}, "must be text"),
        ("combine", "for real x: x^2 >= 0", SQUARE | {"multiplier": "1 +"}, "expected"),
        ("interval", "for x in [0, 1]: x + 1 > 0", {"boxes": "0", "bits": "64"}, "from 1 to 200000"),
        ("interval", "for x in [0, 1]: x + 1 > 0", {"boxes": "200001", "bits": "64"}, "from 1 to 200000"),
        ("interval", "for x in [0, 1]: x + 1 > 0", {"boxes": "9", "bits": "31"}, "from 32 to 1024"),
        ("interval", "for x in [0, 1]: x + 1 > 0", {"boxes": "9", "bits": "1025"}, "from 32 to 1024"),
        ("interval", "for x in [0, 1]: x + 1 > 0", {"boxes": "nine", "bits": "64"}, "from 1 to 200000"),
        ("interval", "for x in [0, 1]: x + 1 > 0", {"boxes": "9"}, "must be text"),
        ("extreme", "1 >= 0", {}, "must be text"),
        ("extreme", "1 >= 0", {"of": "exp(1)"}, "not a min or max"),
        ("unfold", "for integer n >= 0: 1 >= 0", {"sum": "max(n, 0)"}, "not a sum"),
        ("unfold", "for integer n >= 0: 1 >= 0", PRODUCT | {"end": "middle"}, "must be first or last"),
        ("direct", "for real x where 1/x > 0: 1/x > 0", {}, "cannot see that x is not 0"),
        ("direct", "for real x where log(x) < 0 and x > 0: x > 0", {}, "cannot see that x > 0"),
        ("direct", "for real x where x > 0 and 1 < 1/(x - 1): x > 0", {}, "is not 0"),
        ("sturm", "for x in [0, 1]: x^500 + 1 > 0", {}, "degree 500 is above 400"),
    ],
)
def test_what_a_rule_does_not_take_is_refused(
    rule: str, claim: str, arguments: dict[str, object], says: str
) -> None:
    with pytest.raises(Rejected, match=says):
        infer(rule, claim, arguments)


@pytest.mark.parametrize(
    ("rule", "arguments", "least"),
    [
        ("monotone", {"variable": "x"}, 1),
        ("concave", {"variable": "x"}, 1),
        ("apply", {"function": "exp"}, 1),
        ("instantiate", {}, 1),
        ("cases", {"on": "x >= 0"}, 2),
        ("induction", {"variable": "n"}, 2),
        ("termwise", {}, 1),
        ("telescope", {"sum": "sum(i, 0, n, 1)", "g": "i"}, 1),
    ],
)
def test_a_rule_needs_its_premises(rule: str, arguments: dict[str, object], least: int) -> None:
    given = [infer("direct", "0 <= 1")] * (least - 1)
    with pytest.raises(Rejected, match=f"needs {least} premises; {least - 1} given"):
        infer(rule, "for x in [0, 1], integer n in [0, inf): exp(x) >= exp(0)", arguments, given)


def test_premises_are_looked_at_once() -> None:
    """A sequence that shows other premises on the second look does not help."""
    real = infer("direct", "1 <= 2")

    class Turning(list[object]):
        looks = 0

        def __iter__(self):  # type: ignore[no-untyped-def]
            self.looks += 1
            return iter([real] if self.looks == 1 else [object()])

    made = kernel_infer("direct", "1 <= 3", {}, Turning())  # type: ignore[arg-type]
    assert made.premises == (real,)


def test_terms_are_for_variables_of_the_premise() -> None:
    general = infer("direct", "for x >= 0: x >= 0")
    with pytest.raises(Rejected, match="must be a map of x"):
        infer("instantiate", "for y >= 0: y >= 0", {"terms": {"x": "y", "z": "y"}}, [general])


def test_what_is_both_at_most_and_at_least_is_equal() -> None:
    assert infer("direct", "for x in [1, 1]: x = 1")
    assert infer("direct", "for real x, real y where x <= y and x >= y: x = y")
    for claim in ("for real x, real y where x <= y: x = y", "for real x, real y where x >= y: x = y"):
        with pytest.raises(Rejected):
            infer("direct", claim)


def test_a_theorem_loses_nothing() -> None:
    real = infer("direct", "1 <= 2")
    with pytest.raises(InvalidType, match="statement cannot be removed"):
        del real.statement
    with pytest.raises(InvalidType, match="rule cannot be changed"):
        real.rule = "direct"


def test_a_premise_shows_that_its_parts_are_defined() -> None:
    shown = infer("interval", "for x in [0, 1]: 1/(x^3 - x + 1) > 0", {"boxes": "99", "bits": "64"})
    assert infer("direct", "for x in [0, 1]: 1/(x^3 - x + 1) >= 0", {}, [shown])
    with pytest.raises(Rejected):
        infer("direct", "for x in [0, 1]: 1/(x^3 - x + 1) >= 0")


@pytest.mark.parametrize(
    "claim",
    [
        "for real x where y > 0: x^2 >= 0",
        "for x in [0, 1], i in [0, 1] where sum(i, 0, 1, x) > 0: x >= 0",
        "for x in [0, 1]: sum(i, sum(i, 0, 1, 1), 2, 1) >= 0",
        "for x in [0, 1]: sum(i, 0, 1, sum(i, 0, 1, 1)) >= 0",
        "for x in [0, 1], x in [0, 1]: x >= 0",
        "for x in [1, 1): x >= 0",
        "for x in (1, 1]: x >= 0",
        "for x in [2, 1]: x >= 0",
        "for integer x in (1, 2): x >= 0",
        "for x in [0, 1]: x >= 0 0",
        "for x in [0, 1]: x ? 0",
        "for x in [inf, 1]: x >= 0",
        "for x in [0, -inf]: x >= 0",
        "for x in {0, 1}: x >= 0",
        "for x in [0, 1]: x.5 >= 0",
        "for x in [0, 1]: e1 >= 0",
        "for x in [0, 1] and x > 0: x >= 0",
        "for x > 0 < 1: x >= 0",
        "for x in [0, 1]: exp() >= 0",
        "for x in [0, 1]: sum(x, 0, 1, 1) >= 0",
        "for x in [0, 1]: sum(2, 0, 1, 1) >= 0",
        "for x in [0, 1]: -(-(" + "x" + "))) >= 0",
        "where : 0 >= 0",
        "for : 0 >= 0",
    ],
)
def test_what_is_no_statement_is_refused(claim: str) -> None:
    with pytest.raises(InvalidValue):
        statement(claim)


@pytest.mark.parametrize("on", ["x >= 0 0", "x", "x >= ", "x >= 0 and x <= 1", "", "y >= 0"])
def test_what_is_no_case_is_refused(on: str) -> None:
    both = [infer("direct", f"for {where}: x^2 >= 0") for where in ("x >= 0", "x < 0")]
    assert infer("cases", "for real x: x^2 >= 0", {"on": "x >= 0"}, both)
    with pytest.raises(Rejected):
        infer("cases", "for real x: x^2 >= 0", {"on": on}, both)


def test_terms_refuse_what_is_no_term() -> None:
    x = parse("x")
    with pytest.raises(InvalidValue, match="captures the index 'i'"):
        parse("sum(i, 1, 2, x*i)").substitute({"x": parse("i + 1")})
    with pytest.raises(FloatRefused, match=r"0\.5"):
        x + 0.5  # type: ignore[operator]
    with pytest.raises(InvalidType, match="str"):
        x * "y"  # type: ignore[operator]
    with pytest.raises(InvalidType, match="int"):
        parse(3)  # type: ignore[arg-type]
    with pytest.raises(InvalidValue, match="at most"):
        parse("1 + " * 60_000 + "1")
