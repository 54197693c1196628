"""Tactics one by one: what each is for, and what it leaves alone; sympy confirms what they find."""

from __future__ import annotations

import json

import pytest

from assay.prove import Theorem, prove, sympy_checker
from assay.prove.claims import statement
from assay.prove.tactics import TACTICS, logs, parts, series, starts, substitutions
from assay.prove.tactics.search import Search, Tactic, prepare
from assay.verdict import Proved
from tests.effort import one_in

SECONDS, DEPTH = 15, 6
FOUND = [
    (parts.parts, "for integer k >= 1, eps >= 0 where k*eps <= 1: exp(k*eps) - 1 <= 2*k*eps"),
    (parts.parts, "for a > 0, b > 0 where a > b: a - b <= (a + b)/2*(ln(a) - ln(b))"),
    (parts.parts, "for real x, real y: exp(x + 14/5*y) >= exp(1/2)*(1/2 + x + 14/5*y)"),
    (parts.parts, "for q in [0, 1], a > 1, r >= 0: ln(1 - q + q*exp((a - 1)*r))/(a - 1) <= r"),
    (parts.parts, "for x >= 0, y >= 0: exp(x)*exp(y) >= 1 + x + y"),
    (series.geometric, "for integer n >= 0: sum(i, 0, n, (2/3)^i) <= 3"),
    (series.geometric, "for integer n >= 1: sum(i, 0, n - 1, 5*exp(-i)) <= 5*e/(e - 1)"),
    (series.geometric, "for integer n >= 0, a in (0, 1): sum(i, 0, n, a^i) <= 1/(1 - a)"),
    (series.bounded, "for integer n >= 1: sum(i, 1, n, 1/i^2) <= 2"),
    (series.bounded, "for integer n >= 1: sum(i, 1, n, 1/(i*(i + 1))) < 1"),
    (starts.later, "for integer n >= 0: n^2 <= 9/8*2^n"),
    (starts.later, "for integer n >= 0: n^3 <= 4*2^n"),
    (starts.later, "for integer n >= 0: (1 + 8/3)^n >= 1 + 8/3*n + 32/9*n*(n - 1)"),
    (substitutions.exponentials, "for x > 0: ln(x) <= 4/e*x^(1/4)"),
    (substitutions.exponentials, "for p in (0, 1): -p*ln(p) <= 2/e*sqrt(p)"),
    (logs.expanded_first, "for p in (0, 1): p*ln(p/(1 - p)) + (1 - p)*ln((1 - p)/p) >= 2*(2*p - 1)^2"),
]
LEFT = [
    (parts.parts, "for x >= 0, y >= 0: exp(x)*y >= y"),
    (parts.parts, "for real x, real y: max(x, y) >= x"),
    (series.geometric, "for integer n >= 0: sum(i, 0, n, i*2^i) >= 0"),
    (series.geometric, "for integer n >= 0, a > 0: sum(i, 0, n, a^i) >= 1"),
    (series.bounded, "for integer n >= 1: sum(i, 1, n, 1/i) <= n"),
    (series.bounded, "for integer n in [1, 9]: sum(i, 1, n, 1/i) <= 3"),
    (starts.later, "for integer n in [0, 5]: 2^n >= n"),
    (starts.later, "for n >= 0: 2^n >= 1"),
    (substitutions.exponentials, "for x >= 0: sqrt(x) <= 1 + x"),
    (substitutions.exponentials, "for x in (0, 2): ln(x) <= sqrt(x)"),
]


def alone(tactic: Tactic, claim: str) -> Theorem | None:
    """What one tactic does with a claim, all being there for the goals that it leaves."""
    search, goal = Search(SECONDS), statement(claim)
    prepare(goal, search, DEPTH)
    return tactic(goal, search, DEPTH)


@pytest.mark.slow
@pytest.mark.parametrize(("tactic", "claim"), FOUND, ids=lambda x: getattr(x, "__name__", str(x)[:40]))
def test_a_tactic_shows_what_it_is_for(tactic: Tactic, claim: str) -> None:
    assert tactic in TACTICS
    found = alone(tactic, claim)
    assert found is not None
    assert found.statement == statement(claim)


@pytest.mark.parametrize(("tactic", "claim"), LEFT, ids=lambda x: getattr(x, "__name__", str(x)[:40]))
def test_a_tactic_leaves_other_goals_alone(tactic: Tactic, claim: str) -> None:
    assert alone(tactic, claim) is None


@pytest.mark.slow
@pytest.mark.parametrize("claim", one_in(3, (claim for _, claim in FOUND)))
def test_sympy_confirms_what_is_found(claim: str) -> None:
    pytest.importorskip("sympy")
    verdict = prove(claim, seconds=SECONDS)
    assert isinstance(verdict, Proved)
    assert isinstance(verdict.certificate, Theorem)
    report = sympy_checker.check(json.loads(json.dumps(verdict.certificate.to_json())))
    assert report.holds, report.reason


@pytest.mark.parametrize(
    "claim",
    [
        "for real u, real v, D > 0 where |u - v| <= D: exp(u/D) <= e*exp(v/D)",
        "for real u, real v, D > 0 where min(u, v) >= D: u + v >= 2*D",
        "for real u, real v where max(u, v) < 1: u + v < 2",
        "for real u, real v where 0 < min(u, v): u*v > 0",
    ],
)
def test_maxima_in_conditions_are_opened(claim: str) -> None:
    assert isinstance(prove(claim, seconds=SECONDS), Proved)


@pytest.mark.slow
def test_a_search_that_runs_out_is_undecided() -> None:
    claim = "for integer n >= 1: sum(i, 1, n, 1/i) <= 100"
    assert not isinstance(prove(claim, seconds=1), Proved)
