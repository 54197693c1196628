"""Claims of every kind as a user writes them: true ones are proved, false ones refuted at a point."""

from __future__ import annotations

import pytest
from flint import ctx

from assay.prove import RefutedAt, Theorem, check, prove
from assay.verdict import Proved
from tests.prove.pointwise import BITS, true_at

TRUE = {
    "polynomials in one variable": (
        "for real x: x^4 - 4*x + 3 >= 0",
        "for x in [0, 1]: x^3*(1 - x)^2 <= 108/3125",
        "for x in (0, 2): x^2 - 2*x < 0",
        "for real x: (x - 1)^2*(x - 2)^2 >= 0",
        "for real x: x^2 + 1 != 0",
        "for integer n: n^2 >= n",
        "for integer n: (n - 3)*(n - 4) >= 0",
    ),
    "polynomials in several variables": (
        "for real x, real y: x^2 + x*y + y^2 >= 0",
        "for real x, real y: 5*x^2 - 4*x*y + y^2 + 2*x - y + 7 > 0",
        "for real x, real y, real z: x^2 + y^2 + z^2 >= x*y + y*z + z*x",
        "for real x, real y: x^4 + y^4 >= x^3*y + x*y^3",
        "for real a, real b, real c, real d: (a*c + b*d)^2 <= (a^2 + b^2)*(c^2 + d^2)",
        "for x in [0, 1], y in [0, 1]: x + y <= 1 + x*y",
        "for x >= 0, y >= 0 where x + y <= 1: x*y <= 1/4",
    ),
    "rational functions": (
        "for x > 0: x + 1/x >= 2",
        "for x in [0, inf): x/(1 + x) < 1",
        "for real x: x/(1 + x^2) <= 1/2",
        "for x in (-inf, 0): 1/x^3 - 1/x^2 < 0",
        "for x > 0, y > 0: x/y + y/x >= 2",
    ),
    "exponential polynomials, tight at an end or not": (
        "for x >= 0: exp(x) >= 1 + x + x^2/2",
        "for eps >= 0: (exp(eps) - 1)/(exp(eps) + 1) <= eps/2",
        "for eps > 0: exp(eps) - 1 > eps",
        "for x >= 0: exp(x)*(x - 2) + x + 2 >= 0",
        "for x in [0, 1]: exp(x) <= 1 + x + x^2",
    ),
    "logarithms and roots": (
        "for x > 0: log(x) <= x - 1",
        "for x >= 0: log(1 + x) >= x - x^2/2",
        "for x > 0: log(x) <= sqrt(x)",
        "for x in [0, 1]: sqrt(1 + x) <= 1 + x/2",
        "for x > 0: sqrt(1 + x) < 1 + x/2",
        "for a >= 0, b >= 0: sqrt(a*b) <= (a + b)/2",
        "for a >= 0, b >= 0: sqrt(a + b) <= sqrt(a) + sqrt(b)",
        "for real x, real y: sqrt(x^2 + y^2) >= x",
        "for real x: sqrt(x^2) = max(x, -x)",
    ),
    "boxes": (
        "for x in [0, 1], y in [0, 1]: exp(x*y) < 3",
        "for x in [0, 1], y in [0, 1], z in [0, 1]: x*y*z < 1 + x",
    ),
    "sums": (
        "for integer n >= 0: sum(i, 0, n, 2^i) = 2^(n + 1) - 1",
        "for integer n >= 1: sum(i, 1, n, i^2) = n*(n + 1)*(2*n + 1)/6",
        "for integer n >= 1: sum(i, 1, n, 1/(i*(i + 1))) = 1 - 1/(n + 1)",
        "for integer n >= 1: sum(i, 1, n, 1/i^2) <= 2 - 1/n",
        "for integer n >= 1: sum(i, 1, n, 1/i) <= n",
        "for integer n >= 1: sum(i, 1, n, 1/i) >= 1",
    ),
    "induction": (
        "for integer n >= 4: 2^n >= n^2",
        "for integer n >= 0, x >= -1: (1 + x)^n >= 1 + n*x",
        "for integer k >= 0, d in [0, 1]: 1 - (1 - d)^k <= k*d",
    ),
    "minima and maxima": (
        "for real x, real y: abs(x + y) <= abs(x) + abs(y)",
        "for real x, real y: max(x, y) + min(x, y) = x + y",
        "for real x: max(x, 0)*min(x, 0) = 0",
        "for real x: abs(x)^2 = x^2",
    ),
    "equalities": ("for x in [1, 1]: x = 1", "for a >= 0, b >= 0: exp(a)*exp(b) = exp(a + b)"),
}

FALSE = {
    "a constant off": (
        "for real x: x^4 - 4*x + 29/10 >= 0",
        "for x in [0, 1]: x^3*(1 - x)^2 <= 107/3125",
        "for x >= 0, y >= 0 where x + y <= 1: x*y <= 1/5",
        "for x in [0, inf): x/(1 + x) <= 99/100",
    ),
    "an end that counts": (
        "for x in [0, 2]: x^2 - 2*x < 0",
        "for eps >= 0: exp(eps) - 1 > eps",
        "for x > 0: log(x) < x - 1",
        "for a >= 0, b >= 0: sqrt(a*b) < (a + b)/2",
        "for x >= 0: x < sqrt(x^2 + x)",
        "for x in [0, 1], y in [0, 1]: (x - 1/7)^2 + (y - 1/11)^2 > 0",
    ),
    "too far": (
        "for x in [0, 2]: exp(x) <= 1 + x + x^2",
        "for x >= 0: exp(-x) <= 1 - x",
        "for x >= 0: sqrt(x) <= x",
        "for real x: sqrt(x^2) <= x",
        "for integer n >= 0: 2^n >= n^2",
        "for integer n >= 1: sum(i, 1, n, 1/i) <= 2",
        "for integer n >= 1: sum(i, 1, n, i^2) = n*(n + 1)*(2*n + 2)/6",
    ),
    "a side that is undefined": (
        "for x in [0, 1]: 1/x > 0",
        "for real x: log(x) <= x",
        "for x >= 0: x*log(x) >= -1",
        "for real x: sqrt(x) >= 0",
        "for x >= 0: x^(-1) >= 0",
        "for x in [-1, 1]: (1/x)^0 = 1",
        "for x in [-1, 1]: x/x = 1",
    ),
}


def _prove(claim: str) -> None:
    verdict = prove(claim, seconds=20)
    assert isinstance(verdict, Proved), str(verdict)
    assert isinstance(verdict.certificate, Theorem)
    assert str(check(verdict.certificate.to_json())) == str(verdict.certificate)


def _refute(claim: str) -> None:
    verdict = prove(claim, seconds=20)
    assert isinstance(verdict, RefutedAt), str(verdict)
    statement = verdict.claim
    with ctx.workprec(BITS):
        assert all(true_at(c, verdict.point) for c in statement.context.conditions)
        assert not true_at(statement.conclusion, verdict.point)


@pytest.mark.parametrize("kind", TRUE)
def test_a_claim_of_each_kind_is_proved(kind: str) -> None:
    _prove(TRUE[kind][-1])


@pytest.mark.parametrize("claim", [c for claims in FALSE.values() for c in claims])
def test_false_claims_are_refuted(claim: str) -> None:
    _refute(claim)


def test_what_is_undefined_is_named() -> None:
    assert str(prove("for x in [0, 1]: 1/x >= 1")).endswith("fails, as 1/x is undefined, at x = 0")
    assert str(prove("for x in [0, 1]: x > 0")).endswith("fails at x = 0")


@pytest.mark.slow
@pytest.mark.parametrize("kind", TRUE)
def test_claims_of_every_kind_are_proved(kind: str) -> None:
    for claim in TRUE[kind][:-1]:
        _prove(claim)


@pytest.mark.slow
def test_a_minimum_far_from_the_samples_is_found() -> None:
    _refute("for x > 0: log(x) <= x/e - 1/1000000")
