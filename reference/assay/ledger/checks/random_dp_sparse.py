"""Proposition 5.1: each step of its proof, the exact failure probability for P, and its worst case over P."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import product

from ...adjacency import l1
from ...decide.random_dp.every_distribution import FailurePolynomial, failure_polynomial_of_counts
from ...dp import Dist, Mechanism
from ...exact import INFINITY, Log, Number, number
from ...mechanisms.noise import two_sided_geometric_clamped
from ...prove.lemma import proved, require
from ...queries.projection import Counts
from ...queries.sparse_histogram import failure_bound, failure_probability, sparse_histogram_clamped
from ..finding import Finding
from ..formula import of_theorem
from ..scope import Scope


def steps_of_the_proof(scope: Scope) -> Finding:
    """S and S' lie in S*; the share of rearrangements is at most 2|S*|/(n + 1); 2k <= gamma n closes it."""
    theorems = [
        proved(f"for {scope.quantifiers('s', 'm')}: 2*s/(m + 1) <= 2*s/m"),
        proved("for n > 0, g > 0: g*n < g*(n + 1)"),
    ]
    cases, attained = 0, False
    for n, k in product(scope.integers("n"), scope.integers("k")):
        rearranged: dict[tuple[int, ...], list[int]] = {}
        for draws in product(range(k), repeat=n + 1):
            x, y, tally = draws[:n], (*draws[: n - 1], draws[n]), Counter(draws)
            s, s_ = (set(range(k)) - set(d) for d in (x, y))
            star = {j for j in range(k) if tally[j] <= 1}
            require(s <= star and s_ <= star, f"S and S' within S* for {draws}")
            event = draws[n - 1] in s_ or draws[n] in s
            require(event == (s != s_), f"the event is S != S' for {draws}")
            wider = draws[n - 1] in star or draws[n] in star
            require(wider or not event, f"the event lies in that of S* for {draws}")
            counted = rearranged.setdefault(tuple(sorted(draws)), [0, 0, len(star)])
            counted[0] += wider
            counted[1] += 1
        for hits, total, star_size in rearranged.values():
            share = scope.formula("share").number(s=star_size, n=n)
            attained = attained or 0 < share == Fraction(hits, total)
            require(Fraction(hits, total) <= share, f"rearrangements, n = {n}")
            cases += 1
    require(attained, "the share is attained")
    return Finding.verified(certificates=theorems, cases=cases)


def _polynomial(n: int, k: int, alpha: Log) -> FailurePolynomial[int]:
    return failure_polynomial_of_counts(sparse_histogram_clamped(n, k, alpha, 1, release=(0, 1)), alpha)


def exact_failure(scope: Scope) -> Finding:
    """gamma(P) = 2 sum p (1 - p)^n - sum_(i != j) p_i p_j (1 - p_i - p_j)^(n - 1), at most 2k/(n + 1)."""
    cases = 0
    for size in scope.texts("sizes"):
        n, k = map(int, size.split(" x "))
        for alpha in scope.epsilons("alpha"):
            gamma, stated = _polynomial(n, k, alpha), partial(_stated, scope, n)
            for weights in product(range(scope.integer("weights") + 1), repeat=k):
                if any(weights):
                    distribution = Dist.from_weights(dict(enumerate(weights)))
                    exact = gamma.at(distribution)
                    require(exact == failure_probability(distribution, n), f"{weights}, n = {n}")
                    require(exact == stated(distribution), f"the sums at {weights}, n = {n}")
                    bound, rough = (scope.formula(name).number(k=k, n=n) for name in ("bound", "rough"))
                    require(exact <= bound == failure_bound(n, k) < rough, "the bounds")
                    require(bound == rough * Fraction(n, n + 1) ** n, "one bound from the other")
                    cases += 1
    return Finding.verified(cases=cases)


def _stated(scope: Scope, n: int, distribution: Dist[int]) -> Number:
    """The sums of the statement."""
    shares = Counter(p for _, p in distribution.items())
    one, two = scope.formula("one"), scope.formula("two")
    found = sum((count * one.number(p=p, n=n) for p, count in shares.items()), number(0))
    for (p, a), (q, b) in product(shares.items(), repeat=2):
        pairs = a * b if p != q else a * (a - 1)
        if pairs and p + q < 1:
            found -= pairs * two.number(p=p, q=q, n=n)
    return found


def worst_case(scope: Scope) -> Finding:
    """2 sum p (1 - p)^n <= 2k/(e n): the condition 2k <= e gamma n is enough; the maximum over P below it."""
    theorems = [
        proved(f"for {scope.range('x')}: x*exp(-x) <= exp(-1)"),
        proved("for p in [0, 1]: 1 - p <= exp(-p)"),
    ]
    cases = 0
    for size in scope.texts("sizes"):
        n, k = map(int, size.split(" x "))
        worst = _polynomial(n, k, scope.epsilon("alpha")).worst(scope.fraction("width"))
        require(worst.upper - worst.lower <= scope.fraction("width"), f"width at {size}")
        bound = scope.formula("bound").number(k=k, n=n)
        require(bound == 2 * k * of_theorem(theorems[0], "right").number() / n, "a cell at its largest")
        require(worst.lower <= failure_bound(n, k) <= bound, f"the bound at {size}")
        if k == 2:
            require(Fraction(str((worst.exact or worst.upper).upper(30))) < failure_bound(n, k), size)
        cases += 1
    return Finding.verified(certificates=theorems, cases=cases)


def one_draw_for_all_cells(scope: Scope) -> Finding:
    """Equation (5) writes one L for all cells: with one draw the differences of cells are released bare."""
    alpha, n, reach = scope.epsilon("alpha"), scope.integer("n"), scope.integer("reach")

    def distribution(c: Counts) -> Dist[Counts]:
        noise = two_sided_geometric_clamped(alpha / 2, -reach, reach)
        return noise.map(lambda z: tuple(v + z for v in c))

    m = Mechanism(distribution, [(i, n - i) for i in range(n + 1)], l1(2))
    require(m.epsilon() == INFINITY, "the difference of two cells is not noisy")
    fair = Dist.uniform([0, 1])
    gamma = m.random_dp(INFINITY, fair, size=n, encode=lambda rows: (n - sum(rows), sum(rows)))
    witness = {
        "inequality": f"{gamma} > 2*2/({n} + 1)",
        "mechanism": "z_j = c_j + Z with one Z for both cells",
        "P": "(1/2, 1/2)",
        "n": str(n),
    }
    return Finding.verified(cases=len(m.pairs), witness=witness)
