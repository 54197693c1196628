"""The Laplace histogram under replacement of a row, its discrete counterpart, and projecting with ties."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from ...dp import Dist, Mechanism
from ...exact import Log, exp
from ...mechanisms.noise import two_sided_geometric_clamped
from ...prove import infer
from ...prove.lemma import proved, require
from ...queries.histogram import noisy_histogram_clamped
from ...queries.projection import RULES, Counts, histograms, nearest, projected
from ..finding import Finding
from ..region import Point, checked
from ..scope import Scope


def _histogram(n: int, k: int, alpha: Log) -> Mechanism[Counts, Counts]:
    """c_j + Z_j with two-sided geometric noise of rate alpha/2, clamped to -1..n + 1."""
    return noisy_histogram_clamped(
        alpha, cells=k, largest=n, sensitivity=2, release=(-1, n + 1), domain=histograms(n, k)
    )


def laplace_histogram(scope: Scope) -> Finding:
    """The densities of the two cells between which a replaced row moves 1/n; u and v are z - theta there."""
    where = f"for {scope.quantifiers('n', 'alpha')}, real u, real v"
    first, second = _moved("u", "u - 1/n"), _moved("v", "v + 1/n")
    near, far = "(max(u, -u) + max(v, -v))", "(max(u - 1/n, -(u - 1/n)) + max(v + 1/n, -(v + 1/n)))"
    cells = [proved(f"{where}: {moved} <= 1/n") for moved in (first, second)]
    terms = [{"weight": "1/2", "factors": ["n", "alpha", f"1/n - ({moved})"]} for moved in (first, second)]
    exponents = infer(
        "combine", f"{where}: -n*alpha/2*{near} <= alpha - n*alpha/2*{far}", {"terms": terms}, cells
    )
    one, other = f"exp(-n*alpha/2*{near})", f"exp(alpha - n*alpha/2*{far})"
    powers = infer("apply", f"{where}: {one} <= {other}", {"function": "exp"}, [exponents])
    densities = infer(
        "combine",
        f"{where}: {one} <= exp(alpha)*exp(-n*alpha/2*{far})",
        {"terms": [{"weight": "1", "factors": [f"{other} - {one}"]}]},
        [powers],
    )
    return Finding.proved([densities])


def _moved(a: str, b: str) -> str:
    """|b| - |a|."""
    return f"max({b}, -({b})) - max({a}, -{a})"


def discrete_histogram(scope: Scope) -> Finding:
    """The exact epsilon of the geometric histogram is alpha, for every n, k and alpha of the scope."""
    pairs = 0
    for n, k, alpha in product(scope.integers("n"), scope.integers("k"), scope.epsilons("alpha")):
        m = _histogram(n, k, alpha)
        require(m.epsilon() == alpha, f"exact epsilon at n = {n}, k = {k}, alpha = {alpha}")
        rate = scope.formula("rate").log(alpha=alpha)
        for c in {c[0]: c for c in m.domain}.values():
            noise = two_sided_geometric_clamped(rate, -1, n + 1, centre=c[0])
            require(m.distribution(c).map(lambda z: z[0]) == noise, f"the noise at n = {n}, {c}")
        pairs += len(m.pairs)
    return Finding.verified(pairs=pairs)


def unique_projection(scope: Scope) -> Finding:
    """For n = 1, k = 2 two histograms are equally near unless the clipped entries differ."""
    step, reach = scope.fraction("step"), scope.integer("reach")
    grid = [i * step for i in range(int(-reach / step), int(reach / step) + 1)]
    points: list[tuple[Point, bool]] = []
    for x, y in product(grid, repeat=2):
        distances = abs(x - 1) + abs(y), abs(x) + abs(y - 1)
        points.append(({"z_1": x, "z_2": y}, distances[0] != distances[1]))
    require(nearest((2, 2), 1) == ((0, 1), (1, 0)), "the tie at (2, 2)")
    witness = {
        "inequality": "(2 - 1) + (2 - 0) == (2 - 0) + (2 - 1)",
        "z": "(2, 2)",
        "nearest": "(1, 0) and (0, 1); so it is for all z_1, z_2 > 1, an open set",
    }
    region = checked("min(max(z_1, 0), 1) != min(max(z_2, 0), 1)", points, fixed={"n": 1, "k": 2})
    return Finding.refuted(witness, region, cases=len(points))


def projection_with_a_rule(scope: Scope) -> Finding:
    """With a rule for ties that looks at z alone the projection costs no privacy."""
    rules = list(scope.texts("rules"))
    require(rules == list(RULES), "the rules of the package")
    pairs = 0
    for n, k, alpha in product(scope.integers("n"), scope.integers("k"), scope.epsilons("alpha")):
        for rule in RULES:
            m = projected(_histogram(n, k, alpha), n, rule)
            require(m.epsilon() <= alpha, f"rule {rule} at n = {n}, k = {k}, alpha = {alpha}")
            pairs += len(m.pairs)
    return Finding.verified(pairs=pairs)


def _resolved(
    n: int, k: int, alpha: Log, choose: Callable[[tuple[Counts, ...], Counts], Dist[Counts]]
) -> Mechanism[Counts, Counts]:
    """The projected histogram with the distribution `choose(minimisers, true histogram)` at ties."""
    m = _histogram(n, k, alpha)
    return Mechanism(
        lambda c: m.distribution(c).bind(lambda z: choose(nearest(z, n), c)), m.domain, m.adjacency
    )


def _towards_the_data(found: tuple[Counts, ...], true: Counts) -> Dist[Counts]:
    return Dist.point(true if true in found else found[0])


def any_minimiser(scope: Scope) -> Finding:
    """Where the rule for ties looks at the data, alpha-DP is lost: the smallest n for which it is."""
    alpha, k = scope.epsilon("alpha"), scope.integer("k")
    n = next(n for n in scope.integers("n") if _resolved(n, k, alpha, _towards_the_data).epsilon() > alpha)
    m = _resolved(n, k, alpha, _towards_the_data)
    x, y = (n, *[0] * (k - 1)), (n - 1, 1, *[0] * (k - 2))
    p, q = m.distribution(x)[x], m.distribution(y)[x]
    require(p > exp(alpha) * q, "the loss on the output that is the data")
    witness = {
        "inequality": f"{p} > {exp(alpha)}*{q}",
        "x": str(x),
        "x'": str(y),
        "output": str(x),
        "rule": "at a tie take the true histogram if it is among the nearest",
        "epsilon": str(m.epsilon()),
    }
    region = checked(
        f"(4 + 4*lean)/(5 - 4*lean) <= {exp(alpha)}",
        [({"lean": p}, _leaning(p, alpha)) for p in scope.fractions("lean")],
        fixed={"n": 1, "k": 2, "alpha": alpha},
        where="a tie goes to the true histogram with the probability lean",
    )
    return Finding.refuted(witness, region)


def _leaning(lean: Fraction, alpha: Log) -> bool:
    """Whether alpha-DP holds for one row in two cells where ties lean towards the true histogram."""

    def choose(found: tuple[Counts, ...], true: Counts) -> Dist[Counts]:
        if len(found) == 1:
            return Dist.point(found[0])
        return Dist({c: lean if c == true else 1 - lean for c in found})

    return bool(_resolved(1, 2, alpha, choose).epsilon() <= alpha)


def random_minimiser(scope: Scope) -> Finding:
    """A nearest histogram drawn uniformly costs no privacy."""
    pairs = 0
    for n, k, alpha in product(scope.integers("n"), scope.integers("k"), scope.epsilons("alpha")):
        m = _resolved(n, k, alpha, lambda found, _: Dist.uniform(found))
        require(m.epsilon() <= alpha, f"uniform choice at n = {n}, k = {k}, alpha = {alpha}")
        pairs += len(m.pairs)
    return Finding.verified(pairs=pairs)
