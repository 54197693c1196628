"""The sampling error of a count in the lecture: n p plus or minus Theta(sqrt n)."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from ...dp import Dist
from ...exact import Number
from ...prove.lemma import proved, require
from ..finding import Finding
from ..formula import of_theorem
from ..scope import Scope


def binomial(n: int, p: Fraction) -> Dist[int]:
    """The count in n independent draws."""
    return Dist({k: comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)})


def hypergeometric(n: int, ill: int, population: int) -> Dist[int]:
    """The count in n draws without replacement."""
    ways = comb(population, n)
    return Dist(
        {k: Fraction(comb(ill, k) * comb(population - ill, n - k), ways) for k in range(min(n, ill) + 1)}
    )


def moment(distribution: Dist[int], centre: Fraction, order: int) -> Number:
    """E[(X - centre)^order]."""
    return distribution.expectation(lambda k: (k - centre) ** order)


def mean_absolute(distribution: Dist[int], centre: Fraction) -> Number:
    """E|X - centre|."""
    return distribution.expectation(lambda k: abs(k - centre))


def order_of_root_n(scope: Scope) -> Finding:
    """The mean absolute error lies between sqrt(v)/2 and sqrt(n)/2, v = n p (1 - p) >= 1."""
    theorems = [
        proved(f"for {scope.quantifiers('n', 'p')}: n*p*(1 - p) <= n/4"),
        proved("for a in (0, 1/2], p in [0, 1] where p >= a and p <= 1 - a: p*(1 - p) >= a*(1 - a)"),
        proved(f"for {scope.range('v')}: v^2/(1 + 3*v) >= v/4"),
    ]
    cases = 0
    for n in scope.integers("sizes"):
        for p in scope.fractions("fractions"):
            distribution, v = binomial(n, p), n * p * (1 - p)
            moments = [moment(distribution, n * p, j) for j in (1, 2, 4)]
            require(moments == [0, v, v * (1 + 3 * (n - 2) * p * (1 - p))], f"moments at n = {n}, p = {p}")
            spread = mean_absolute(distribution, n * p)
            require(spread <= scope.formula("high").number(v=v), f"Cauchy-Schwarz at n = {n}, p = {p}")
            require(
                spread**2 >= of_theorem(theorems[2], "left").number(v=v),
                f"the lower bound at n = {n}, p = {p}",
            )
            require(spread**2 * moments[2] >= v**3, f"Hoelder at n = {n}, p = {p}")
            cases += 1
    return Finding.verified(certificates=theorems, cases=cases)


def finite_population(scope: Scope) -> Finding:
    """Without replacement the variance is n p (1 - p) (N - n)/(N - 1): nothing is left of it at n = N."""
    cases = 0
    for population in scope.integers("N"):
        for ill in range(population + 1):
            p = Fraction(ill, population)
            for n in range(1, population + 1):
                distribution = hypergeometric(n, ill, population)
                require(distribution.expectation() == n * p, "mean")
                variance = moment(distribution, n * p, 2)
                stated = scope.formula("variance").number(n=n, p=p, N=population)
                require(variance == stated, f"the variance at n = {n}, p = {p}, N = {population}")
                require((variance == 0) == (n == population or p in (0, 1)), "where it vanishes")
                cases += 1
    return Finding.verified(cases=cases)
