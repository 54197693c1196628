"""Section 8: expected L1 loss of the private and of the sparse histogram on the two synthetic data sets."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from ...dp import Dist
from ...exact import Log, Number
from ...mechanisms.noise import two_sided_geometric_clamped
from ...prove.lemma import proved, require
from ...queries.projection import RULES, TieRule, histograms, project
from ...queries.sparse_histogram import spares_empty_cells
from ...utility import l1_loss
from ...utility.histogram_even import evenly_projected_loss
from ...utility.histogram_risk import noise_loss, projected_loss
from ..finding import Finding
from ..region import Border, checked
from ..scope import Scope


def _spread(n: int, k: int, occupied: int) -> tuple[int, ...]:
    """n rows in `occupied` cells of equal counts, evenly placed among k."""
    require(n % occupied == 0, f"{n} rows divide evenly among {occupied} cells")
    counts = [0] * k
    for i in range(occupied):
        counts[(2 * i + 1) * k // (2 * occupied)] = n // occupied
    return tuple(counts)


def _compare(theta: tuple[int, ...], scope: Scope, factor: int) -> int:
    """The sparse histogram loses less than 1/factor of what the private one does, at every alpha."""
    n, k, occupied = sum(theta), len(theta), sum(c > 0 for c in theta)
    cases, close = 0, False
    for alpha in scope.epsilons("alpha"):
        private, sparse = (projected_loss(theta, alpha, sparse=s) for s in (False, True))
        require(sparse * factor < private, f"projected loss at n = {n}, k = {k}, alpha = {alpha}")
        close = close or bool(private <= sparse * (factor + 1))
        noise = [noise_loss(theta, alpha, sparse=s) for s in (False, True)]
        share = scope.formula("share").number(occupied=occupied, k=k)
        require(noise[0] * share == noise[1], f"loss before projecting at alpha = {alpha}")
        require(private < 2 * noise[0] and sparse < 2 * noise[1], f"projecting doubles at most, {alpha}")
        cases += 1
    require(close, f"more than {factor + 1} times less at every alpha: raise the factor")
    return cases


def one_dimension(scope: Scope) -> Finding:
    """k = 25, n = 500, two occupied cells."""
    theta = _spread(scope.integer("n"), scope.integer("k"), scope.integer("occupied"))
    require(spares_empty_cells(sum(theta), len(theta), scope.fraction("gamma")), "2k <= gamma n")
    return Finding.verified(cases=_compare(theta, scope, scope.integer("factor")))


def largest_loss(scope: Scope) -> Finding:
    """The largest L1 distance of two histograms is 2, for disjoint supports."""
    cases = 0
    for n, k in product(scope.integers("n"), scope.integers("k")):
        every = histograms(n, k)
        for c, d in product(every, repeat=2):
            disjoint = not any(a and b for a, b in zip(c, d, strict=True))
            most = scope.formula("most").number()
            require((l1_loss(c, d) == most) == disjoint and l1_loss(c, d) <= most, f"{c} and {d}")
            cases += 1
    return Finding.verified(cases=cases)


def _exact(theta: tuple[int, ...], alpha: Log, sparse: bool, rule: TieRule, reach: int) -> Number:
    """n E|delta(z) - theta|_1 by all draws of noise, which is clamped `reach` outside 0..n."""
    n = sum(theta)
    cells = [
        Dist.point(0)
        if sparse and c == 0
        else two_sided_geometric_clamped(alpha / 2, -reach, n + reach, centre=c)
        for c in theta
    ]
    return Dist.product(*cells).expectation(
        lambda z: sum(abs(a - b) for a, b in zip(project(z, n, rule), theta, strict=True))
    )


def both_rules_for_ties(scope: Scope) -> Finding:
    """At every histogram with an empty cell the sparse one loses at most as much, by either rule for ties."""
    require(list(scope.texts("ties")) == list(RULES), "the rules of the package")
    cases = 0
    for n, k, alpha in product(scope.integers("n"), scope.integers("k"), scope.epsilons("alpha")):
        for theta, rule in product(histograms(n, k), RULES):
            if 0 in theta:
                reach = scope.integer("reach")
                losses = [_exact(theta, alpha, sparse, rule, reach) for sparse in (True, False)]
                require(losses[0] <= losses[1], f"{theta} at alpha = {alpha}, rule {rule}")
                cases += 1
    return Finding.verified(cases=cases)


def two_dimensions_with_500_rows(scope: Scope) -> Finding:
    """2k <= gamma n fails for k = 400, n = 500, gamma <= 1: the sparse mechanism is the private one."""
    n, k = scope.integer("n"), scope.integer("k")
    require(not spares_empty_cells(n, k, 1), "the condition at gamma = 1")
    theorem = proved(f"for g in [0, 1]: 2*{k} > g*{n}")
    witness = {"inequality": f"2*{k} > 1*{n}", "n": str(n), "k": str(k), "gamma": "at most 1"}
    sizes = (n, 2 * k - 1, 2 * k, 4 * k - 1, 4 * k)
    shares = (Fraction(1, 2), Fraction(1))
    points = [({"n": s, "gamma": g}, spares_empty_cells(s, k, g)) for s, g in product(sizes, shares)]
    ends = [Border("n", 2 * k - 1, 1, {"gamma": 1})]
    region = checked("n >= 2*k/gamma", points, fixed={"k": k}, borders=ends)
    return Finding.refuted(witness, region, certificates=[theorem])


def two_dimensions(scope: Scope) -> Finding:
    """k = 400 with 16 occupied cells, and n large enough for the condition."""
    theta = _spread(scope.integer("n"), scope.integer("k"), scope.integer("occupied"))
    require(spares_empty_cells(sum(theta), len(theta), scope.fraction("gamma")), "2k <= gamma n")
    return Finding.verified(cases=_compare(theta, scope, scope.integer("factor")))


def the_rule_decides(scope: Scope) -> Finding:
    """The largest whole number of times that the sparse histogram loses less, under each rule for ties."""
    theta = _spread(scope.integer("n"), scope.integer("k"), scope.integer("occupied"))
    alpha, width = scope.epsilon("alpha"), scope.fraction("width")
    order = [projected_loss(theta, alpha, sparse=s) for s in (False, True)]
    even = [evenly_projected_loss(theta, alpha, sparse=s, width=width) for s in (False, True)]
    ends: dict[str, list[tuple[Fraction, Fraction]]] = {
        "order": [(Fraction(x.lower(9)), Fraction(x.upper(9))) for x in order],
        "even": [(x.lower, Fraction(2) if x.upper is None else x.upper) for x in even],
    }
    require(list(ends) == list(RULES), "the rules of the package")
    for rule, ((low, high), (least, most)) in ends.items():
        times = scope.integer(rule)
        require(low > times * most, f"more than {times} times by {rule}")
        require(high < (times + 1) * least, f"less than {times + 1} times by {rule}")
    return Finding.verified(cases=len(ends))
