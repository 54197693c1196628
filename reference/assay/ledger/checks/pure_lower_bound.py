"""Appendix A: pure differential privacy with average error 9/10 needs (d/800 - ln 20)/epsilon rows."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from ...attacks.tracing_bound import lower_bound, pure_lower_bound
from ...exact import exp, number
from ...prove import Theorem, infer
from ...prove.lemma import proved, require
from ..finding import Finding
from ..scope import Scope


def hoeffding_for_signs(scope: Scope) -> Finding:
    """cosh t <= e^(t^2/2), so P[<u, x> > s d] <= e^(-s^2 d/2) for |u_j| <= 1; exactly binomial for u = 1."""
    theorem, cases = _cosh(scope.range("t")), 0
    for d in scope.integers("d"):
        for share in scope.fractions("share"):
            least = next(k for k in range(d + 1) if 2 * k - d > share * d)
            tail = Fraction(sum(comb(d, k) for k in range(least, d + 1)), 2**d)
            bound = exp(-(share**2) * d / 2)
            require(tail <= bound <= scope.integer("factor") * number(tail), f"d = {d}, s = {share}")
            cases += 1
    return Finding.proved([theorem], cases=cases)


def _cosh(where: str) -> Theorem:
    """(e^t + e^-t)/2 <= e^(t^2/2), from two derivatives of t^2/2 + t - ln((1 + e^(2t))/2)."""
    bend = infer(
        "combine",
        "for t in (0, inf): 1 - 4*exp(2*t)/(1 + exp(2*t))^2 >= 0",
        {
            "multiplier": "(1 + exp(2*t))^2",
            "terms": [{"weight": "1", "factors": [], "square": "1 - exp(2*t)"}],
        },
    )
    slope = infer(
        "monotone",
        "for t in [0, inf): t + 1 - 2*exp(2*t)/(1 + exp(2*t)) >= 0",
        {"variable": "t", "end": "low"},
        [bend],
    )
    logs = infer(
        "monotone",
        "for t in [0, inf): t^2/2 + t >= log((1 + exp(2*t))/2)",
        {"variable": "t", "end": "low"},
        [slope],
    )
    power = infer("apply", f"for {where}: exp(t^2/2 + t) >= (1 + exp(2*t))/2", {"function": "exp"}, [logs])
    return infer(
        "combine",
        f"for {where}: exp(t^2/2) >= (exp(t) + exp(-t))/2",
        {"terms": [{"weight": "1", "factors": ["exp(-t)", "exp(t^2/2 + t) - (1 + exp(2*t))/2"]}]},
        [power],
    )


def lower_tail(scope: Scope) -> Finding:
    """Z = d - |M(D) - x|_1 and Markov at 19 d/20: P[Z > d/20] >= 1/19 > 1/20."""
    ranges = scope.quantifiers("m")
    return Finding.proved(
        [
            proved(f"for {ranges}: (1 - m)^2 = (m - 1)^2"),
            proved(f"for {ranges}: 1 - m >= 0"),
            proved(f"for {ranges}: m*1 = 1 - (1 - m)"),
            proved(f"for {ranges}: m*(-1) = 1 - (m + 1)"),
            proved("1 - (9/10)/(19/20) = 1/19"),
            proved("1/19 > 1/20"),
        ]
    )


def upper_tail(scope: Scope) -> Finding:
    """M(D') is independent of x: P[Z' > d/20] <= e^(-(1/20)^2 d/2) = e^(-d/800)."""
    return Finding.proved([proved(f"for {scope.quantifiers('d')}: exp(-(1/20)^2*d/2) = exp(-d/800)")])


def rearranged(scope: Scope) -> Finding:
    """1/20 < e^(n eps) e^(-d/800) gives n eps > d/800 - ln 20, and dividing by eps the theorem."""
    ranges = scope.quantifiers("n", "eps", "d")
    where = f"for {ranges} where 1/20 < exp(n*eps - d/800)"
    given = infer("direct", f"{where}: 1/20 < exp(n*eps - d/800)")
    logs = infer("apply", f"{where}: log(1/20) < n*eps - d/800", {"function": "log"}, [given])
    constant = proved("log(1/20) = -log(20)")
    product = infer(
        "combine",
        f"{where}: n*eps > d/800 - log(20)",
        {
            "terms": [{"weight": "1", "factors": ["n*eps - d/800 - log(1/20)"]}],
            "zeros": [{"zero": "log(1/20) + log(20)"}],
        },
        [logs, constant],
    )
    divided = infer(
        "combine",
        f"{where}: n > (d/800 - log(20))/eps",
        {"multiplier": "eps", "terms": [{"weight": "1", "factors": ["n*eps - (d/800 - log(20))"]}]},
        [product],
    )
    return Finding.proved([product, divided])


def against_the_other_argument(scope: Scope) -> Finding:
    """At average error 1/10 the explicit tracing argument excludes more rows than (d/800 - ln 20)/eps."""
    cases = 0
    for d in scope.integers("d"):
        for level in scope.epsilons("epsilon"):
            rows = lower_bound(d, level).rows
            require(bool(pure_lower_bound(d, level) < rows), f"d = {d}, epsilon = {level}")
            require(rows <= d, f"Laplace noise, n = 20 d/eps, would be excluded at d = {d}")
            cases += 1
    return Finding.verified(cases=cases)
