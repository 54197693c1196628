"""Definitions 1 and 2 of Random DP: by all events, in both directions, and against differential privacy."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

from ... import adjacency
from ...dp import Dist, Mechanism
from ...exact import INFINITY, Log, exp, ln, number
from ...prove.lemma import require
from ...queries.sparse_histogram import failure_probability, sparse_histogram_clamped
from ..finding import Finding
from ..scope import Scope

Rows = tuple[int, ...]
Distribution = dict[int, Fraction]


def _distributions(outcomes: int, denominator: int) -> list[Distribution]:
    """All distributions on the outcomes with probabilities that are multiples of 1/denominator."""
    shares = product(range(denominator + 1), repeat=outcomes)
    return [{o: Fraction(s, denominator) for o, s in enumerate(w)} for w in shares if sum(w) == denominator]


def _mechanisms(n: int, outcomes: int, denominator: int) -> Iterator[Mechanism[Rows, int]]:
    """All mechanisms on n rows of one bit that depend on the number of ones."""
    for table in product(_distributions(outcomes, denominator), repeat=n + 1):
        yield Mechanism(
            {x: table[sum(x)] for x in product((0, 1), repeat=n)},
            product((0, 1), repeat=n),
            adjacency.hamming(1),
        )


def _bounded(p: Dist[int], q: Dist[int], alpha: Log, eta: Fraction | None) -> bool:
    """The condition of definition 1, or of definition 2 where eta is given, event by event."""
    factor, outcomes = exp(alpha), sorted({*p.support, *q.support})
    for size in range(len(outcomes) + 1):
        for event in combinations(outcomes, size):
            a, b = p.prob(event), q.prob(event)
            if eta is None and not (a <= factor * b and b <= factor * a):
                return False
            if eta is not None and a > factor * b + eta:
                return False
    return True


def by_all_events(scope: Scope) -> Finding:
    """gamma by `random_dp` is the probability of the draws that violate the definition on some event."""
    cases = events = 0
    denominator, outcomes = scope.integer("denominator"), scope.integer("outcomes")
    for n, alpha, p in product(scope.integers("n"), scope.epsilons("alpha"), scope.fractions("p")):
        rows = Dist({0: 1 - p, 1: p})
        for m in _mechanisms(n, outcomes, denominator):
            for eta in (None, *scope.fractions("eta")):
                gamma = number(0)
                for draws in product(rows.support, repeat=n + 1):
                    x, y = draws[:n], (*draws[: n - 1], draws[n])
                    if not _bounded(m.distribution(x), m.distribution(y), alpha, eta):
                        mass = number(1)
                        for r in draws:
                            mass *= rows[r]
                        gamma += mass
                    events += 2**outcomes
                require(m.random_dp(alpha, rows, eta) == gamma, f"{m} at {alpha}, {p}, {eta}")
                cases += 1
    return Finding.verified(cases=cases, events=events)


def one_direction_costs_a_factor(scope: Scope) -> Finding:
    """gamma of both directions lies between that of one and twice that; both ends occur."""
    cases = 0
    ends = set()
    for n, alpha, p, eta in product(
        scope.integers("n"), scope.epsilons("alpha"), scope.fractions("p"), scope.fractions("eta")
    ):
        rows = Dist({0: 1 - p, 1: p})
        for m in _mechanisms(n, 2, scope.integer("denominator")):
            one = m.random_dp(alpha, rows, eta)
            both = number(0)
            for draws in product(rows.support, repeat=n + 1):
                a, b = (m.distribution(x) for x in (draws[:n], (*draws[: n - 1], draws[n])))
                if not (_bounded(a, b, alpha, eta) and _bounded(b, a, alpha, eta)):
                    mass = number(1)
                    for r in draws:
                        mass *= rows[r]
                    both += mass
            twice = scope.formula("twice").number(gamma=one)
            require(one <= both <= twice, f"{m} at {alpha}, {p}, {eta}")
            ends |= {"equal"} if 0 != one == both else {"double"} if 0 != both == twice else set()
            cases += 1
    require(ends == {"equal", "double"}, "both ends are attained")
    table = {(0,): Dist.point(0), (1,): Dist.uniform([0, 1])}
    leaky = Mechanism(table, [(0,), (1,)], adjacency.hamming(1))
    fair = Dist({0: "1/2", 1: "1/2"})
    one_way, two_way = leaky.random_dp(ln(2), fair, 0), leaky.random_dp(ln(2), fair)
    witness = {
        "inequality": f"{two_way} > {one_way}",
        "mechanism": "0 -> 0; 1 -> 0 or 1, a fair coin; n = 1, alpha = ln(2), eta = 0, P(1) = 1/2",
    }
    return Finding.verified(cases=cases, witness=witness)


def private_gives_random(scope: Scope) -> Finding:
    """alpha-DP gives gamma = 0; on finitely many rows the converse holds if P charges every one."""
    cases = 0
    for n, alpha, p in product(scope.integers("n"), scope.epsilons("alpha"), scope.fractions("p")):
        rows = Dist({0: 1 - p, 1: p})
        for m in _mechanisms(n, scope.integer("outcomes"), scope.integer("denominator")):
            require(
                (m.epsilon() <= alpha) == (m.random_dp(alpha, rows) == scope.formula("none").number()),
                f"{m} at {alpha}, {p}",
            )
            cases += 1
    return Finding.verified(cases=cases)


def random_without_private(scope: Scope) -> Finding:
    """The sparse histogram: (alpha, gamma)-Random DP with gamma < 1, and of infinite epsilon."""
    n, gamma, alpha = scope.integer("n"), scope.fraction("gamma"), scope.epsilon("alpha")
    p = scope.fraction("p")
    m = sparse_histogram_clamped(n, 2, alpha, gamma)
    exact = failure_probability(Dist({0: p, 1: 1 - p}), n)
    x, y = (n, 0), (n - 1, 1)
    seen = m.distribution(y).prob(lambda z: z[1] != 0)
    require(m.epsilon() == INFINITY, "not private for any epsilon")
    require(m.distribution(x).prob(lambda z: z[1] != 0) == 0 < seen, "the empty cell")
    witness = {
        "inequality": f"{seen} > {exp(alpha)}*0",
        "inequality_gamma": f"{exact} < {gamma}",
        "x": str(x),
        "x'": str(y),
        "event": "the second cell is not 0",
        "P": f"({p}, {1 - p})",
    }
    return Finding.verified(cases=1, witness=witness)


def null_rows(scope: Scope) -> Finding:
    """(alpha, 0)-Random DP and not alpha-DP: a row that P never draws is published."""
    n, alpha = scope.integer("n"), scope.epsilon("alpha")
    rows = Dist.uniform([0, 1])
    domain = list(product((0, 1, 2), repeat=n))
    m = Mechanism(lambda x: Dist.point(2 in x), domain, adjacency.hamming(1))
    require(m.random_dp(alpha, rows) == scope.formula("none").number(), "gamma = 0")
    require(m.epsilon() == INFINITY, "not private")
    witness = {
        "inequality": f"1 > {exp(alpha)}*0",
        "mechanism": "is there a row 2?",
        "P": "uniform on 0 and 1, so that P(2) = 0",
        "gamma": "0",
    }
    return Finding.verified(cases=len(m.pairs), witness=witness)
