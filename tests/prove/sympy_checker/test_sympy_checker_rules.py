"""Every rule: right steps are confirmed, and false statements are not, whatever step leads to them."""

from __future__ import annotations

import pytest

pytest.importorskip("sympy")

from assay.prove import Theorem, infer, reports, sympy_checker
from assay.prove.findings import Finding
from assay.prove.rules import RULES
from tests.prove.claims import TRUE_CLAIMS, proved
from tests.prove.examples import theorems_of_the_documentation
from tests.prove.sympy_checker.certificates import certificate
from tests.prove.test_kernel_checks import ACCEPTED, FALSE


def test_it_knows_the_rules_of_the_kernel_and_their_arguments() -> None:
    assert {rule: set(names) for rule, (_, names) in sympy_checker.RULES.items()} == {
        rule: set(names) for rule, (_, _, names) in RULES.items()
    }


@pytest.mark.slow
def test_the_examples_of_the_documentation_are_confirmed() -> None:
    seen = set()
    for theorem in theorems_of_the_documentation():
        report = sympy_checker.check(theorem.to_json())
        assert report.holds, str(report)
        seen |= {s.rule for s in report.steps}
    assert seen == set(RULES)


@pytest.mark.parametrize("claim", TRUE_CLAIMS)
def test_what_the_tactics_prove_is_confirmed(claim: str) -> None:
    report = sympy_checker.check(proved(claim).to_json())
    assert report.holds, str(report)


@pytest.mark.parametrize("number", range(len(ACCEPTED)))
def test_right_steps_at_the_border_are_confirmed(number: int) -> None:
    step = ACCEPTED[number]
    report = sympy_checker.check(
        certificate(step.rule, step.claim, step.arguments, [p.made() for p in step.premises])
    )
    assert report.holds, str(report)


@pytest.mark.parametrize("name", FALSE)
def test_a_false_statement_is_not_confirmed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    step = FALSE[name]
    given = certificate(step.rule, step.claim, step.arguments, [p.made() for p in step.premises])
    assert sympy_checker.check(given).finding is not Finding.CONFIRMED
    monkeypatch.setattr(sympy_checker, "refutation", lambda *_: None)
    assert sympy_checker.check(given).finding is not Finding.CONFIRMED


def test_most_false_statements_are_called_wrong() -> None:
    found = [
        sympy_checker.check(certificate(s.rule, s.claim, s.arguments, [p.made() for p in s.premises])).finding
        for s in list(FALSE.values())[::6]
    ]
    assert found.count(Finding.WRONG) > 0.9 * len(found)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("for x in [0, 1]: x >= 0", 0),
        ("for x in [0, 1]: x >= 1/2", 1),
        ("for x in [0, inf): exp(x) >= 1 + x", 3),
        ("for x in [0, inf): (1 + x)^(1/3) <= 1 + x/3", 3),
    ],
)
def test_three_answers(claim: str, status: int) -> None:
    report = sympy_checker.check(certificate("direct", claim, {}))
    assert report.exit_status == status
    assert report.holds == (status == 0)
    assert sum(report.counts.values()) == len(report.steps) == 1


def test_one_step_that_is_not_settled_spoils_the_whole() -> None:
    good = proved("2 < e").to_json()
    steps = [
        *good["steps"],
        {"claim": "exp(1) < 3", "rule": "sturm", "with": {}, "from": []},
        good["steps"][-1],
    ]
    report = sympy_checker.check({**good, "steps": steps})
    assert report.finding is Finding.UNSETTLED
    assert report.counts["not settled"] == 1
    assert "step" in report.reason


@pytest.mark.parametrize(
    "given",
    [
        None,
        {},
        [],
        {"format": "assay-certificate/1", "claim": "1 < 2", "steps": []},
        {"format": "assay-certificate/2", "claim": "1 < 2", "steps": []},
        {"format": "assay-certificate/1", "claim": 1, "steps": []},
        {"format": "assay-certificate/1", "claim": "1 < 2", "steps": [3]},
        {
            "format": "assay-certificate/1",
            "claim": "1 < 2",
            "steps": [{"claim": "1 < 2", "rule": "trust me", "with": {}, "from": []}],
        },
        {
            "format": "assay-certificate/1",
            "claim": "1 < 3",
            "steps": [{"claim": "1 < 2", "rule": "direct", "with": {}, "from": []}],
        },
        {
            "format": "assay-certificate/1",
            "claim": "1 < 2",
            "steps": [{"claim": "1 < 2", "rule": "direct", "with": {}, "from": [0]}],
        },
        {
            "format": "assay-certificate/1",
            "claim": "1 < 2",
            "steps": [{"claim": "1 < 2", "rule": "direct", "with": {"boxes": "1"}, "from": []}],
        },
    ],
)
def test_what_is_no_certificate_is_wrong(given: object) -> None:
    report = sympy_checker.check(given)
    assert report.exit_status == 1
    assert report.reason


def test_reports_of_each_checker() -> None:
    given = proved("2 < e").to_json()
    assert [r.checker for r in reports(given, "kernel")] == ["kernel"]
    assert [r.holds for r in reports(given, "sympy")] == [True]
    assert [r.exit_status for r in reports({}, "sympy")] == [1]
    with pytest.raises(ValueError, match="the checkers are kernel, sympy, coq and all"):
        reports(given, "maple")


@pytest.mark.parametrize(
    "claim",
    [
        "for x in [1, 2]: x^9999 >= 1",
        "for a in [0, 1], b in [0, 1], c in [0, 1], d in [0, 1]: (a + b + c + d)^60 >= 0",
        "for x in [0, 1]: ((x + 1)^30)^30 >= 1",
        "for x in [0, 1]: x^2.000000000000000000000000000001 >= 0",
        "sum(i, 1, 1000, sum(j, 1, 1000, i*j)) > 0",
        "2^(3^(4^5)) > 1",
        "9^9^9 > 1",
        "exp(9^99) > 1",
        "for x in [0, 1]: x^(3^(4^5)) >= 0",
        "for x in [0, 1]: " + "*".join(f"(x + {k})" for k in range(200)) + " >= 0",
        "1" * 900 + "^399 > 0",
    ],
)
@pytest.mark.parametrize("rule", ["direct", "sturm"])
def test_what_is_too_large_is_not_settled(rule: str, claim: str) -> None:
    assert sympy_checker.check(certificate(rule, claim, {})).exit_status == 3


LONG = [
    "for x in [0, 1]: " + " + ".join(f"{k % 7}*x^{k}" for k in range(400)) + " + 1 >= 0",
    "for x in [0, 1]: " + "-" * 2000 + "x >= 0",
]


@pytest.mark.slow
@pytest.mark.parametrize("claim", LONG)
@pytest.mark.parametrize(("said", "status"), [("", 3), ("1 < 2", 1)])
def test_a_claim_of_very_many_operations_is_not_settled(claim: str, said: str, status: int) -> None:
    step = {"claim": said or claim, "rule": "direct", "with": {}, "from": []}
    report = sympy_checker.check({"format": "assay-certificate/1", "claim": claim, "steps": [step]})
    assert report.exit_status == status


SUM = "for integer n in [1, inf), x in [0, inf): sum(i, 1, n, exp(i*x)) - sum(i, 1, n, 1) >= 0"


def at_nought() -> Theorem:
    """The claim at x = 0."""
    each = infer(
        "direct", "for integer n in [1, inf), integer i in [1, inf) where 1 <= i and i <= n: exp(i*0) >= 1"
    )
    return infer(
        "termwise", "for integer n in [1, inf): sum(i, 1, n, exp(i*0)) >= sum(i, 1, n, 1)", {}, [each]
    )


@pytest.mark.parametrize(
    ("slope", "holds"),
    [
        ("sum(i, 1, n, i*exp(i*x))", True),
        ("sum(j, 1, n, j*exp(j*x))", True),
        ("sum(i, 1, n, i*exp(i*x)/2)*2", True),
        ("sum(i, 1, n, exp(i*x))", False),
        ("sum(i, 1, n - 1, i*exp(i*x))", False),
        ("sum(i, 1, n, i^2*exp(i*x))", False),
        ("sum(i, 1, n, n*exp(i*x))", False),
        ("sum(i, 1, n, x*exp(i*x))", False),
    ],
)
def test_the_derivative_of_a_sum(slope: str, holds: bool) -> None:
    inside = infer("direct", f"for integer n in [1, inf), x in (0, inf): {slope} >= 0")
    given = certificate("monotone", SUM, {"variable": "x", "end": "low"}, [inside, at_nought()])
    assert sympy_checker.check(given).holds == holds


@pytest.mark.parametrize(
    ("body", "slope"),
    [
        ("sum(i, 1, n, sum(j, 1, i, j*x^2))", "sum(i, 1, n, sum(j, 1, i, 2*j*x))"),
        ("sum(i, 1, n, exp(i*x))^2", "2*sum(i, 1, n, exp(i*x))*sum(i, 1, n, i*exp(i*x))"),
        ("sum(i, 0, n, x^i)", "sum(i, 0, n, i*x^(i - 1))"),
    ],
)
def test_derivatives_of_sums_in_sums_and_of_their_powers(body: str, slope: str) -> None:
    inside = infer("direct", f"for integer n in [1, inf), x in (0, inf): {slope} >= 0")
    end = infer("direct", f"for integer n in [1, inf): {body.replace('x', '0').replace('e0p', 'exp')} >= 0")
    claim = f"for integer n in [1, inf), x in [0, inf): {body} >= 0"
    made = infer("monotone", claim, {"variable": "x", "end": "low"}, [inside, end])
    assert sympy_checker.check(made.to_json()).holds
