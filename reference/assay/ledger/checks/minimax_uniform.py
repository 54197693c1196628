"""Proposition 3.2: among mechanisms of small worst risk, how small the risk at one histogram can be."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from ...adjacency import l1
from ...dp import Dist
from ...exact import Log, Number
from ...prove import Theorem
from ...prove.lemma import proved, require
from ...queries.projection import histograms
from ...utility import l1_loss, minimax_bounds, minimax_risk, optimal_mechanism
from ..finding import Finding
from ..region import Point, checked
from ..scope import Scope


def _least(n: int, alpha: Log, limit: Number | Fraction) -> Number:
    """The least risk at any histogram of two cells over all Q with sup R <= limit, exactly."""
    found = []
    for theta in histograms(n, 2):
        best = optimal_mechanism(
            histograms(n, 2),
            histograms(n, 2),
            l1_loss,
            alpha,
            l1(2),
            prior=Dist.point(theta),
            risk_limit=limit,
        )
        found.append(best.risk)
    return min(found)


def without_conditions(scope: Scope) -> Finding:
    """Where the allowed worst risk reaches 2 ceil(n/2)/n, a constant mechanism has risk 0 somewhere."""
    points: list[tuple[Point, bool]] = []
    for n, alpha in product(scope.integers("n"), scope.epsilons("alpha")):
        edge = Fraction(2 * ((n + 1) // 2), n)
        least = minimax_risk(n, 2, alpha).value
        for c in (least * n, (least + edge) * n / 2, edge * n, (edge + 1) * n):
            limit = scope.formula("most").number(c=c, n=n)
            points.append(({"n": n, "c": c}, bool(_least(n, alpha, limit) > 0)))
    witness = {
        "inequality": "exp(-(2*log(2) + 1))/log(2) > 0",
        "n": "1",
        "alpha": "ln(2)",
        "c0": "2*ln(2), so that c0/(alpha n) = 2",
        "Q": "always (1, 0): sup R = 2, R at (1, 0) = 0; the proof claims max_c (c - c0) e^-c/(alpha n)",
    }
    region = checked(
        "c < 2*ceil(n/2)",
        points,
        where="c being that of the statement",
    )
    return Finding.refuted(witness, region, cases=len(points))


def _change_of_measure() -> list[Theorem]:
    """Outcome by outcome: Q(.|theta_0) >= e^(-alpha m) Q(.|theta_1), and the two losses add up to 2m/n."""
    claim = (
        "for q0 >= 0, q1 >= 0, u >= 0, v >= 0, A >= 0, real D where q0 >= A*q1 and u + v >= D: "
        "q0*u >= A*q1*(D - v)"
    )
    return [proved(claim)]


def _last(scope: Scope, n: int) -> int:
    """The most moved rows."""
    return int(scope.formula("last").number(n=n).as_fraction())


def with_conditions(scope: Scope) -> Finding:
    """inf R >= e^(-alpha m)(2m/n - sup R) for 1 <= m <= ceil(n/2), against the exact least risk."""
    theorems = [*_change_of_measure(), proved(f"for {scope.range('y')}: (y + 1)*exp(-y) <= 1")]
    cases = 0
    for n, alpha in product(scope.integers("n"), scope.epsilons("alpha")):
        smallest = minimax_risk(n, 2, alpha).value
        for share in scope.fractions("share"):
            limit = smallest + share * (Fraction(2 * ((n + 1) // 2), n) - smallest)
            exact = _least(n, alpha, limit)
            for m in range(1, _last(scope, n) + 1):
                bound = minimax_bounds.uniform_bound(n, alpha, m, limit)
                stated = scope.formula("bound").number(n=n, alpha=alpha, m=m, worst=limit)
                require(bound == stated <= exact, f"n = {n}, alpha = {alpha}, m = {m}, limit = {limit}")
                cases += 1
    return Finding.verified(certificates=theorems, cases=cases)


def coordinates(scope: Scope) -> Finding:
    """If every coordinate risk is at most rho, R >= k e^(-alpha m)(m/n - rho): the same step in each."""
    cases = 0
    for n, k in product(scope.integers("n"), scope.integers("k")):
        for theta, m in product(histograms(n, k), range(1, _last(scope, n) + 1)):
            for i in range(k):
                others = [c for c in histograms(n, k) if abs(c[i] - theta[i]) == m]
                moved = [sum(abs(a - b) for a, b in zip(c, theta, strict=True)) // 2 for c in others]
                require(m in moved, f"a histogram {m} rows from {theta} in cell {i}")
                cases += 1
    return Finding.verified(certificates=_change_of_measure(), cases=cases)
