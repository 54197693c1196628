"""Proposition 4.2: releasing two or k results under Random DP."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

from ... import adjacency
from ...dp import Dist, Mechanism
from ...exact import INFINITY, Log, Number, ln
from ...prove.lemma import proved, require
from ...theorems import random_dp_composition
from ...theorems.random_dp import RandomGuarantee
from ..finding import Finding
from ..scope import Scope

ROWS = (0, 1)
Row = tuple[int]
DOMAIN: list[Row] = [(0,), (1,)]


def _mechanisms(denominator: int) -> list[Mechanism[Row, int]]:
    """All mechanisms from one bit to one bit with probabilities that are multiples of 1/denominator."""
    shares = [Fraction(i, denominator) for i in range(denominator + 1)]
    return [
        Mechanism({(0,): {0: a, 1: 1 - a}, (1,): {0: b, 1: 1 - b}}, DOMAIN, adjacency.hamming(1))
        for a, b in product(shares, repeat=2)
    ]


def _together(a: Mechanism[Row, int], b: Mechanism[Row, int]) -> Mechanism[Row, tuple[int, int]]:
    """Independent randomness given the data."""
    return Mechanism(
        lambda x: Dist.product(a.distribution(x), b.distribution(x)), DOMAIN, adjacency.hamming(1)
    )


def two_releases(scope: Scope) -> Finding:
    """Products of bounded ratios, and the union bound; gamma of the pair on every case of the scope."""
    theorems = [
        proved(
            f"for {scope.range('A')}, {scope.range('B')}, p >= 0, q >= 0, r >= 0, s >= 0 "
            "where p <= A*q and r <= B*s: p*r <= A*B*q*s"
        ),
        proved(
            "for u >= 0, f >= 0, k >= 0, g >= 0, h >= 0 where u <= f + k and f <= g and k <= h: u <= g + h"
        ),
    ]
    cases = 0
    every = _mechanisms(scope.integer("denominator"))
    pairs = [_together(a, b) for a, b in product(every, repeat=2)]

    @cache
    def summed(alpha: Log, beta: Log, g: Number, h: Number) -> RandomGuarantee:
        whole = random_dp_composition([RandomGuarantee(alpha, 0, g), RandomGuarantee(beta, 0, h)])
        require(whole.alpha == scope.formula("alpha").log(a=alpha, b=beta), "the sum of the alphas")
        require(whole.gamma == scope.formula("gamma").number(g=g, h=h), "the sum of the gammas")
        return whole

    for p, alpha, beta in product(scope.fractions("p"), scope.epsilons("alpha"), scope.epsilons("alpha'")):
        rows = Dist({0: 1 - p, 1: p})
        first, second = ([m.random_dp(level, rows) for m in every] for level in (alpha, beta))
        for (g, h), both in zip(product(first, second), pairs, strict=True):
            whole = summed(alpha, beta, g, h)
            require(both.random_dp(whole.alpha, rows) <= whole.gamma, f"gamma {g} and {h} at {alpha}, {beta}")
            cases += 1
    return Finding.verified(certificates=theorems, cases=cases)


def shared_randomness(scope: Scope) -> Finding:
    """A one-time pad: U and U xor x are each (0, 0)-Random DP, and together they give x away."""
    p = scope.fraction("p")
    rows, coin = Dist({0: 1 - p, 1: p}), Dist.uniform(ROWS)
    first = Mechanism(lambda x: coin, DOMAIN, adjacency.hamming(1))
    second = Mechanism(lambda x: coin.map(lambda u: u ^ x[0]), DOMAIN, adjacency.hamming(1))
    joint = Mechanism(lambda x: coin.map(lambda u: (u, u ^ x[0])), DOMAIN, adjacency.hamming(1))
    none = scope.formula("none").log()
    alone = [m.random_dp(none, rows) for m in (first, second)]
    require(alone == [none, none], "each alone reveals nothing")
    gamma = joint.random_dp(INFINITY, rows)
    require(gamma == 2 * p * (1 - p), "the pair reveals the bit")
    witness = {
        "inequality": f"{gamma} > 0 + 0",
        "joint": "(U, U xor x) with one fair coin U; each part alone is (0, 0)-Random DP",
        "P(1)": str(p),
        "gamma at every alpha": str(gamma),
    }
    return Finding.verified(cases=2, witness=witness)


def k_releases(scope: Scope) -> Finding:
    """k procedures of (alpha/k, gamma/k) make (alpha, gamma)."""
    theorems = [
        proved(f"for {scope.quantifiers('k', 'alpha')}: k*(alpha/k) = alpha"),
        proved(f"for {scope.quantifiers('k')}, gamma >= 0: k*(gamma/k) = gamma"),
    ]
    cases = 0
    for times in scope.integers("times"):
        alpha, gamma = scope.formula("part").log(alpha=ln(2), k=times), scope.formula("share")
        part = RandomGuarantee(alpha, 0, gamma.number(gamma="1/10", k=times))
        whole = random_dp_composition([part] * times)
        require(whole == RandomGuarantee(ln(2), 0, "1/10"), f"{times} equal releases")
        cases += 1
    return Finding.verified(certificates=theorems, cases=cases)


def with_eta(scope: Scope) -> Finding:
    """The sums of the alphas, the etas and the gammas, on every case of the scope."""
    cases = 0
    every = _mechanisms(scope.integer("denominator"))
    pairs = [_together(a, b) for a, b in product(every, repeat=2)]

    @cache
    def summed(alpha: Log, eta: Fraction, g: Number, h: Number) -> RandomGuarantee:
        whole = random_dp_composition([RandomGuarantee(alpha, eta, g), RandomGuarantee(alpha, eta, h)])
        stated = (
            scope.formula("alpha").log(alpha=alpha),
            scope.formula("eta").number(eta=eta),
            scope.formula("gamma").number(g=g, h=h),
        )
        require((whole.alpha, whole.eta, whole.gamma) == stated, f"the sums at {alpha}, {eta}")
        return whole

    for p, alpha, eta in product(scope.fractions("p"), scope.epsilons("alpha"), scope.fractions("eta")):
        rows = Dist({0: 1 - p, 1: p})
        gammas = [m.random_dp(alpha, rows, eta) for m in every]
        for (g, h), both in zip(product(gammas, repeat=2), pairs, strict=True):
            whole = summed(alpha, eta, g, h)
            exact = both.random_dp(whole.alpha, rows, whole.eta)
            require(exact <= whole.gamma, f"gamma {g} and {h} at {alpha}, {eta}")
            cases += 1
    return Finding.verified(cases=cases)
