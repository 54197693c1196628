"""Appendix A: pure differential privacy with average error 9/10 needs (d/800 - ln 20)/epsilon rows."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement, product
from math import comb, floor
from operator import lt

from ...attacks.tracing_bound import lower_bound, pure_lower_bound
from ...dp import Dist
from ...exact import exp
from ...prove import Theorem, infer
from ...prove.lemma import proved, require
from ..finding import Comparisons, Finding
from ..scope import Scope


def hoeffding_for_signs(scope: Scope) -> Finding:
    """cosh t <= e^(t^2/2), so P[<u, x> > s d] <= e^(-s^2 d/2) for |u_j| <= 1; exactly binomial for u = 1."""
    theorem, found = _cosh(scope.range("t")), Comparisons()
    for d in scope.integers("d"):
        for share in scope.fractions("share"):
            least = next(k for k in range(d + 1) if 2 * k - d > share * d)
            tail = Fraction(sum(comb(d, k) for k in range(least, d + 1)), 2**d)
            bound = scope.formula("bound").number(s=share, d=d)
            found.at_most(tail, bound, f"d = {d}, s = {share}")
    found.require_factor(scope.integer("factor"))
    return Finding.verified(certificates=[theorem], cases=found.total())


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
    """Z = d - |M(D) - x|_1 and Markov at 19 d/20: P[Z > d/20] >= 1/19 > 1/20.

    The identity at every answer on the grid and every x; Markov's inequality at every distribution of the
    error on two levels, between which all others of a mean lie.
    """
    ranges = scope.quantifiers("m")
    theorems = [proved(f"for {ranges}: m*1 = 1 - (1 - m)"), proved(f"for {ranges}: m*(-1) = 1 - (m + 1)")]
    cases = 0
    for d in scope.integers("d"):
        for answer, x in product(product(scope.fractions("levels"), repeat=d), product((-1, 1), repeat=d)):
            error = sum(abs(a - b) for a, b in zip(answer, x, strict=True))
            require(sum(a * b for a, b in zip(answer, x, strict=True)) == d - error, f"{answer} and {x}")
            cases += 1
    mean, parts = scope.formula("error").number(d=1).as_fraction(), scope.integer("parts")
    edge = 1 - scope.formula("edge").number(d=1).as_fraction()
    least, smallest = scope.formula("chance").number(), Fraction(1)
    for low, high in product((Fraction(2 * i, parts) for i in range(parts + 1)), repeat=2):
        if low <= mean < high:
            above = (mean - low) / (high - low)  # the probability of the larger error, in units of d
            chance = (low < edge) * (1 - above) + (high < edge) * above
            require(chance >= least, f"errors {low} and {high}")
            smallest = min(smallest, chance)
            cases += 1
    require(smallest == least, "the chance is attained")
    return Finding.verified(cases=cases, certificates=theorems)


def upper_tail(scope: Scope) -> Finding:
    """M(D') is independent of x: P[Z' > d/20] <= e^(-(1/20)^2 d/2) = e^(-d/800).

    At every answer on the grid for small d, up to the order of its entries; for the answer 1 at larger d.
    """
    theorem = proved(f"for {scope.quantifiers('d')}: exp(-(1/20)^2*d/2) = exp(-d/800)")
    found = Comparisons()
    for d in scope.integers("lengths"):
        edge, bound = scope.formula("edge").number(d=d), scope.formula("bound").number(d=d)
        require(bound == exp(-(edge**2) / (2 * d)), f"the bound is Hoeffding's at d = {d}")
        for answer in combinations_with_replacement(scope.fractions("levels"), d):
            z = Dist.product(*(Dist.uniform([a, -a]) if a else Dist.point(a) for a in answer)).map(sum)
            found.at_most(z.prob(partial(lt, edge)), bound, f"{answer}")
    for d in scope.integers("large"):
        edge, bound = scope.formula("edge").number(d=d), scope.formula("bound").number(d=d)
        require(bound == exp(-(edge**2) / (2 * d)), f"the bound is Hoeffding's at d = {d}")
        least = floor((d + edge).as_fraction() / 2) + 1
        ones = sum(comb(d, k) for k in range(least, d + 1))
        every = sum(comb(d, k) for k in range(d + 1))
        found.at_most(Fraction(ones, every), bound, f"the answer 1 at d = {d}")
    return Finding.verified(cases=found.total(), certificates=[theorem])


def rearranged(scope: Scope) -> Finding:
    """1/20 < e^(n eps) e^(-d/800) gives n eps > d/800 - ln 20, and dividing by eps the theorem."""
    ranges = scope.quantifiers("n", "eps", "d")
    where = f"for {ranges} where 1/20 < exp(n*eps - d/800)"
    given = infer("direct", f"{where}: 1/20 < exp(n*eps - d/800)")
    logs = infer("apply", f"{where}: log(1/20) < n*eps - d/800", {"function": "log"}, [given])
    constant = proved("log(1/20) = -log(20)")
    multiplied = infer(
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
        [multiplied],
    )
    return Finding.proved([multiplied, divided])


def against_the_other_argument(scope: Scope) -> Finding:
    """At average error 1/10 the explicit tracing argument excludes more rows than (d/800 - ln 20)/eps."""
    cases = 0
    for d in scope.integers("d"):
        for level in scope.epsilons("epsilon"):
            rows = lower_bound(d, level, gamma=scope.formula("error").number()).rows
            require(bool(pure_lower_bound(d, level) < rows), f"d = {d}, epsilon = {level}")
            require(rows <= d, f"Laplace noise, n = 20 d/eps, would be excluded at d = {d}")
            cases += 1
    return Finding.verified(cases=cases)
