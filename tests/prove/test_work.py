"""Claims that invite a search without end, and input that is no claim: answered or refused, never a hang."""

from __future__ import annotations

import re

import pytest

from assay.errors import AssayError
from assay.prove import RefutedAt, Theorem, check, prove
from assay.verdict import Proved, Undecided


def _boxes(count: int) -> str:
    return ", ".join(f"x{i} in [0, 1]" for i in range(count))


PROVED = {
    "many variables": f"for {_boxes(30)}: {' + '.join(f'x{i}^2' for i in range(30))} >= 0",
    "deep exponentials": f"for x in [0, 1]: {'exp(' * 20}x{')' * 20} >= 0",
    "deep logarithms": f"for x in [1, 2]: {'log(1 + ' * 40}x{')' * 40} >= 0",
    "deep brackets": f"for x in [0, 1]: {'(1 + ' * 100}x{')' * 100} >= 0",
    "nested sums": "for integer n >= 0: sum(i, 0, n, sum(j, 0, i, sum(k, 0, j, 1))) >= 0",
    "a tower": "exp(exp(exp(exp(10)))) > 5",
    "many double roots": "for x in [0, 1]: (x - 1/3)^2*(x - 1/7)^2*(x - 1/11)^2*(x - 1/13)^2 >= 0",
    "a large rate": "for x in [0, 1]: exp(10^9*x) >= 1 + x",
}
UNDECIDED = {
    "a degree that cannot be written out": "for x in [0, 1]: (1 + x)^400000 >= 1 + x",
    "a sum of a million terms": "sum(i, 1, 1000000, 1/i) >= 14",
    "a number that cannot be written down": "2^(3^(4^5)) > 1",
    "true, and beyond the tactics": "for integer n >= 2, integer m >= 2, x in [0, 1]: "
    "(1 - x^n)^m + (1 - (1 - x)^m)^n >= 1",
    "a power of a sum": "for real x, real y, real z: (x + y + z)^40 + (x - y)^40 >= 0 - z^40",
    "nested maxima": "for real a, real b, real c, real d, real f: "
    "max(max(max(a, b), max(c, d)), f) + min(min(a, b), min(c, min(d, f))) >= a + b + c + d + f "
    "- max(a, b) - max(c, d) - max(max(a, b), f) + 0*a",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PROVED)
def test_large_claims_that_are_proved(name: str) -> None:
    verdict = prove(PROVED[name], seconds=20)
    assert isinstance(verdict, Proved), str(verdict)
    assert isinstance(verdict.certificate, Theorem)
    assert str(check(verdict.certificate.to_json())) == str(verdict.certificate)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(UNDECIDED)[:4])
def test_claims_beyond_the_budget_are_undecided_with_a_report(name: str) -> None:
    verdict = prove(UNDECIDED[name], seconds=1)
    assert isinstance(verdict, Undecided)
    assert "tried" in str(verdict)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(UNDECIDED)[4:])
def test_searches_with_many_branches_come_back(name: str) -> None:
    assert isinstance(prove(UNDECIDED[name], seconds=1), (Proved, RefutedAt, Undecided))


@pytest.mark.parametrize("seconds", [0, -1])
def test_budget_must_be_positive(seconds: int) -> None:
    with pytest.raises(AssayError, match="seconds"):
        prove("2 < e", seconds=seconds)


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("", "variable name"),
        ("x >= 0", "no range"),
        ("for x in [0, 1]: y >= 0", "'y'"),
        ("for x in [1, 0]: x >= 0", "empty"),
        ("for x in (1, 1]: x >= 0", "empty"),
        ("for integer n in (0, 1): n >= 0", "empty"),
        ("for x in [0, 1], x in [0, 2]: x >= 0", "twice"),
        ("for x in [0, y]: x >= 0", "rational"),
        ("for x in [0, sqrt(2)]: x >= 0", "rational"),
        ("for x in [0, 1]: x", "<="),
        ("for x in [0, 1]: x >= 0 >= 1", "end"),
        ("for x in [0, 1] x >= 0", ":"),
        ("for x in [0, 1]: x === 0", "expected"),
        ("for x in [0, 1]: sin(x) >= 0", "no function 'sin'"),
        ("for x in [0, 1]: exp(x, x) >= 0", "1 argument, got 2"),
        ("for x in [0, 1]: max(x) >= 0", "2 to 100 arguments, got 1"),
        ("for x in [0, 1]: (x >= 0", "expected"),
        ("for x in [0, 1]: x) >= 0", "expected"),
        ("for e in [0, 1]: e >= 0", "variable name"),
        ("for sum in [0, 1]: sum >= 0", "variable name"),
        ("for n in [0, 3]: sum(n, 0, 3, n) >= 0", "index"),
        ("for x in [0, 1]: x ⩾ 0", "U+2A7E"),
        ("for x in [0, 1]: x >= 0; import os", "';'"),
        ("for x in [0, 1]: __import__('os') >= 0", "no character"),
        ("for x > inf: x >= 0", "beyond inf"),
        (f"for x in [0, 1]: {'(' * 500}x{')' * 500} >= 0", "nested"),
        ("for x in [0, 1]: " + "x + " * 60_000 + "x >= 0", "characters"),
    ],
)
def test_what_is_no_claim_is_refused_with_the_place(claim: str, message: str) -> None:
    with pytest.raises(AssayError, match=re.escape(message)):
        prove(claim)


@pytest.mark.parametrize("claim", [None, 3, 0.5, b"2 < e", ["2 < e"], object()])
def test_what_is_no_text_is_refused_with_its_type(claim: object) -> None:
    with pytest.raises(AssayError, match=type(claim).__name__):
        prove(claim)  # type: ignore[arg-type]
