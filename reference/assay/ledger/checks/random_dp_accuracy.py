"""Theorem 5.2: the error of the projected sparse histogram, each step of the proof, and a repair."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from ...dp import Dist
from ...exact import Log, Number, certified, exp, number
from ...mechanisms.noise import two_sided_geometric_clamped
from ...prove.lemma import proved, require
from ...queries.projection import RULES, Counts, TieRule, histograms, nearest, project
from ..finding import Comparisons, Finding
from ..formula import of_theorem
from ..region import Point, checked
from ..scope import Scope


def event_is_unlikely(scope: Scope) -> Finding:
    """P(L <= -(n alpha/2) theta_j) = exp(-n alpha theta_j/2)/2, the same for all n at theta_j = 1/n."""
    alpha, n, rate = scope.fraction("alpha"), scope.integer("n"), scope.fraction("rate")
    theorem = proved("for n > 0, a > 0: exp(-n*a*(1/n)/2)/2 = exp(-a/2)/2")
    witness = {
        "inequality": f"exp(-{alpha}/2)/2 > exp(-{rate}*{n})",
        "inequality_any_n": f"exp(-{n}*{alpha}*(1/{n})/2)/2 == exp(-{alpha}/2)/2",
        "alpha": str(alpha),
        "n": str(n),
        "theta_j": f"1/{n}",
    }
    points = [
        ({"c": c, "n": n, "alpha": alpha, "rate": rate}, bool(_below(scope, n, alpha, c) <= exp(-rate * n)))
        for c in range(1, n // 3)
    ]
    region = checked(
        "alpha*c/2 + log(2) >= rate*n",
        points,
        where="one cell that holds c of n rows, and the exponential of minus rate n",
    )
    return Finding.refuted(witness, region, certificates=[theorem])


def _below(scope: Scope, n: int, alpha: Fraction, c: int) -> Number:
    """The probability that Laplace noise of rate one is at most the edge, in a cell of c of n rows."""
    return exp(scope.formula("edge").number(n=n, alpha=alpha, theta=Fraction(c, n))) / 2


def event_with_large_cells(scope: Scope) -> Finding:
    """If theta_j >= b for all occupied cells, it fails with probability at most (r/2) exp(-n alpha b/2).

    The exact probability 1 - prod(1 - exp(-n alpha theta_j/2)/2) at every histogram, b its smallest cell.
    """
    theorem = proved(f"for {scope.quantifiers('n', 'a', 'b')}, d >= 0: exp(-n*a*(b + d)/2) <= exp(-n*a*b/2)")
    found = Comparisons()
    sizes = product(scope.integers("sizes"), scope.integers("k"), scope.epsilons("alpha"))
    for n, k, alpha in sizes:
        for theta in histograms(n, k):
            occupied, holds = [c for c in theta if c], number(1)
            for c in occupied:
                holds *= 1 - exp(-alpha * c / 2) / 2
            least, r = Fraction(min(occupied), n), len(occupied)
            bound = scope.formula("bound").number(r=r, n=n, alpha=alpha, b=least)
            found.at_most(1 - holds, bound, f"{theta} at alpha = {alpha}")
    return Finding.verified(cases=found.total(), certificates=[theorem])


def _distance(a: Counts, b: Counts) -> int:
    return sum(abs(x - y) for x, y in zip(a, b, strict=True))


def projection_moves_little(scope: Scope) -> Finding:
    """|delta(z) - z|_1 <= r/n: on the scale of counts with r = 1 it fails as soon as |Z| > 1."""
    n, k = scope.integer("n"), scope.integer("k")
    bound = scope.formula("bound").number(r=1, n=n)
    points: list[tuple[Point, bool]] = []
    for noise in range(-scope.integer("noise"), scope.integer("noise") + 1):
        z = (n + noise, *[0] * (k - 1))
        points.append(({"noise": noise}, bool(_distance(nearest(z, n)[0], z) <= n * bound)))
    z = (n + 2, *[0] * (k - 1))
    witness = {
        "inequality": f"{_distance(nearest(z, n)[0], z)} > 1",
        "theta": f"({n}, {', '.join('0' * (k - 1))})/{n}, r = 1",
        "z": f"{z}/{n}",
        "delta(z)": f"{nearest(z, n)[0]}/{n}",
    }
    region = checked(
        "abs(noise) <= 1", points, where="one occupied cell, noise being what is added to its count"
    )
    return Finding.refuted(witness, region, cases=len(points))


def nearest_is_nearer(scope: Scope) -> Finding:
    """|delta(z) - z|_1 <= |theta - z|_1 for a histogram theta, so |delta(z) - theta|_1 <= 2|z - theta|_1."""
    claim = "for real a, real b, real c: max(a - c, c - a) <= max(a - b, b - a) + max(b - c, c - b)"
    cases, times, attained = 0, scope.formula("times").number(), False
    reach = range(-scope.integer("reach"), scope.integer("reach") + 1)
    for n, k in product(scope.integers("n"), scope.integers("k")):
        for theta, z in product(histograms(n, k), product(reach, repeat=k)):
            for rule in RULES:
                found = project(z, n, rule)
                require(_distance(found, z) <= _distance(theta, z), f"{z} and {theta}")
                moved, away = _distance(found, theta), _distance(z, theta)
                require(moved <= times * away, f"{z} and {theta}")
                attained = attained or 0 < moved == times * away
                cases += 1
    require(attained, "the factor is attained")
    return Finding.verified(certificates=[proved(claim)], cases=cases)


def divided_by_alpha(scope: Scope) -> Finding:
    """r/n <= r/(alpha n) fails for alpha > 1."""
    alpha = scope.integer("alpha")
    theorems = [proved("for a in (0, 1]: 1 <= 1/a"), proved("for a > 1: 1 > 1/a")]
    witness = {"inequality": f"1/1 > 1/({alpha}*1)", "r": "1", "n": "1", "alpha": str(alpha)}
    levels = [Fraction(i, 2) for i in range(1, 2 * alpha + 1)]
    points = [({"alpha": a}, scope.formula("claim").holds(r=1, n=1, alpha=a)) for a in levels]
    return Finding.refuted(witness, checked("alpha <= 1", points), certificates=theorems)


def divided_by_small_alpha(scope: Scope) -> Finding:
    """r/n <= r/(alpha n) for 0 < alpha <= 1."""
    return Finding.proved([proved(f"for {scope.quantifiers('r', 'n', 'alpha')}: r/n <= r/(alpha*n)")])


def _expected(theta: Counts, alpha: Log, reach: int, rule: TieRule) -> tuple[Number, Number]:
    """E|delta(z) - theta|_1 and E|z - theta|_1 on counts; the noise is clamped to -reach..reach."""
    n = sum(theta)
    cells = [
        two_sided_geometric_clamped(alpha / 2, c - reach, c + reach, centre=c) if c else Dist.point(0)
        for c in theta
    ]
    distribution = Dist.product(*cells)
    return (
        distribution.expectation(lambda z: _distance(project(z, n, rule), theta)),
        distribution.expectation(lambda z: _distance(z, theta)),
    )


def theorem(scope: Scope) -> Finding:
    """E|delta(z) - theta|_1 <= 4r/(n alpha), so that it is O_P(r/(alpha n)); exact values below it."""
    theorems = [
        proved("for real a, real b, real c: max(a - c, c - a) <= max(a - b, b - a) + max(b - c, c - b)"),
        proved(f"for {scope.range('a')}: 2*exp(-a/2)/(1 - exp(-a)) <= 2/a"),
    ]
    cases = 0
    require(list(scope.texts("rules")) == list(RULES), "the rules of the package")
    for alpha, rule in product(scope.epsilons("alpha"), RULES):
        for n, k in product(scope.integers("n"), scope.integers("k")):
            for theta in histograms(n, k):
                r = sum(c > 0 for c in theta)
                if r == k:
                    continue
                after, before = _expected(theta, alpha, scope.integer("reach"), rule)
                a = exp(-alpha / 2)
                require(before <= r * 2 * a / (1 - a * a), f"noise of {r} cells at alpha = {alpha}")
                require(after <= 2 * before, f"projection at {theta}")
                rough = scope.formula("bound").number(r=r, n=n, alpha=1)
                noise = of_theorem(theorems[1], "right").number(a=1)
                require(rough == 2 * r * noise / n, "twice the noise of r cells")
                bound = scope.formula("bound").certified(r=r, n=n, alpha=alpha)
                require(certified(after) < n * bound, f"the bound at {theta}, {alpha}")
                cases += 1
    return Finding.verified(certificates=theorems, cases=cases)
