"""The bootstrap of Mount and Zumel: how often the unique row is drawn, and the variance of the frequency."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb, factorial

from ...amplification import sampling_with_replacement
from ...exact import Number, exp, number
from ...prove import infer
from ...prove.lemma import proved, require
from ...utility.comparison import bootstrap_variance, draws
from ..finding import Finding
from ..region import NOWHERE, Point, checked
from ..scope import Scope


def count_distribution(n: int, m: int) -> list[Fraction]:
    """P[the row is drawn j times], j = 0, ..., m: binomial with m trials and probability 1/n."""
    return [comb(m, j) * Fraction(1, n) ** j * (1 - Fraction(1, n)) ** (m - j) for j in range(m + 1)]


def settings(scope: Scope) -> Iterator[tuple[int, Fraction, int]]:
    """(n, Z, m) with Z < n, as in the source."""
    for n in scope.integers("n"):
        for Z in scope.fractions("Z"):
            if n > Z:
                yield n, Z, draws(n, Z)


def _mean(n: int, m: int) -> Fraction:
    """The mean of the count, from its distribution."""
    return sum((j * p for j, p in enumerate(count_distribution(n, m))), Fraction(0))


def is_poisson(scope: Scope) -> Finding:
    """The count is not Poisson: the first (n, Z) by n where P[0] is not e^(-mean)."""
    points: list[tuple[Point, bool]] = []
    for n, _, m in settings(scope):
        none, mean = count_distribution(n, m)[0], scope.formula("mean").number(m=m, n=n)
        require(_mean(n, m) == mean, f"the mean at n = {n}, m = {m}")
        require(none <= exp(-mean), f"P[0] at n = {n}, m = {m}")
        points.append(({"n": n, "m": m}, bool(none == exp(-mean))))
    n, Z, m = next(settings(scope))
    strict = proved("for x in (0, 1): log(1 - x) < -x")
    witness = {
        "inequality": f"(1 - 1/{n})**{m} < exp(-{m}/{n})",
        "n": str(n),
        "Z": str(Z),
        "m": str(m),
        "event": "the row is not drawn",
    }
    region = checked(
        NOWHERE, points, also="(1 - 1/n)^m < exp(-m/n)", remark="the two are the probability of no copy"
    )
    return Finding.refuted(witness, region, cases=len(points), certificates=[strict])


def poisson_distance(n: int, m: int) -> Number:
    """TV(binomial(m, 1/n), Poisson(m/n)), exactly: the sum of the positive differences, which end at m."""
    rate = Fraction(m, n)
    decay = exp(-rate)
    gaps = [b - decay * (rate**j / factorial(j)) for j, b in enumerate(count_distribution(n, m))]
    return sum((gap for gap in gaps if gap > 0), number(0))


def binomial_count(scope: Scope) -> Finding:
    """The distribution by enumeration of all draws; its distance from Poisson is in (0, m/n^2]."""
    each = proved(f"for {scope.quantifiers('p')}: p*(1 - exp(-p)) <= p^2")
    cases, most = 0, scope.integer("enumerated")
    for n, Z, m in settings(scope):
        require(m == scope.formula("m").number(n=n, Z=Z), f"the number of draws at n = {n}, Z = {Z}")
        require(scope.formula("p").number(n=n) == count_distribution(n, 1)[1], f"one draw at n = {n}")
        if n**m <= most:
            drawn = sampling_with_replacement(m)(n).multiplicity(0)
            require(
                [drawn[j] for j in range(m + 1)] == count_distribution(n, m),
                f"enumeration at n = {n}, m = {m}",
            )
        distance = poisson_distance(n, m)
        require(0 < distance <= scope.formula("far").number(m=m, n=n), f"distance at n = {n}, m = {m}")
        cases += 1
    return Finding.verified(certificates=[each], cases=cases)


def mean_is_one_over_z(scope: Scope) -> Finding:
    """The mean is ceil(n/Z)/n: the first (n, Z) where it is not 1/Z."""
    found, points = None, []
    for n, Z, m in settings(scope):
        mean, printed = _mean(n, m), scope.formula("mean").number(Z=Z)
        require(mean == Fraction(m, n), f"the mean at n = {n}, Z = {Z}")
        points.append(({"n": n, "Z": Z}, bool(printed == mean)))
        if found is None and printed != mean:
            found = {"inequality": f"{m}/{n} > 1/({Z})", "n": str(n), "Z": str(Z), "m": str(m)}
    if found is None:
        return Finding.undecided("Z divides every n of the scope")
    region = checked("n/Z = floor(n/Z)", points)
    return Finding.refuted(found, region, cases=len(points))


def mean_with_ceiling(scope: Scope) -> Finding:
    """1/Z <= ceil(n/Z)/n < 1/Z + 1/n, from n <= m Z < n + Z."""
    start = f"for {scope.quantifiers('n', 'Z', 'm')} where m*Z >= n and m*Z < n + Z"
    low, high = {"weight": "1", "factors": ["m*Z - n"]}, {"weight": "1", "factors": ["n + Z - m*Z"]}
    return Finding.proved(
        [
            infer("combine", f"{start}: m/n >= 1/Z", {"multiplier": "n*Z", "terms": [low]}),
            infer("combine", f"{start}: m/n < 1/Z + 1/n", {"multiplier": "n*Z", "terms": [high]}),
        ]
    )


def shows_up(scope: Scope) -> Finding:
    """P[count >= 1] = 1 - (1 - 1/n)^m exceeds 1/Z for some (n, Z): the first by n."""
    found, points = None, []
    for n, Z, m in settings(scope):
        chance = sum(count_distribution(n, m)[1:], Fraction(0))
        bound = scope.formula("bound").number(Z=Z)
        require((n / Z).denominator != 1 or chance <= bound, f"Z divides n at n = {n}, Z = {Z}")
        points.append(({"n": n, "Z": Z}, bool(chance <= bound)))
        if found is None and chance > bound:
            inequality = f"1 - (1 - 1/{n})**{m} > 1/({Z})"
            found = {"inequality": inequality, "n": str(n), "Z": str(Z), "m": str(m), "event": "count >= 1"}
    if found is None:
        return Finding.undecided("no witness in the scope")
    formula = "1 - (1 - 1/n)^ceil(n/Z) <= 1/Z"
    region = checked(formula, points, also="n/Z = floor(n/Z)")
    return Finding.refuted(found, region, cases=len(points))


def shows_up_bound(scope: Scope) -> Finding:
    """1 - (1 - x)^m <= m x: the chance is at most m/n, the mean."""
    bernoulli = proved(f"for {scope.quantifiers('m', 'x')}: (1 - x)^m >= 1 - m*x")
    cases = 0
    for n, _, m in settings(scope):
        distribution = count_distribution(n, m)
        chance, bound = scope.formula("chance").number(n=n, m=m), scope.formula("bound").number(n=n, m=m)
        require(1 - distribution[0] == chance <= bound == _mean(n, m), f"Markov at {n}, {m}")
        cases += 1
    return Finding.verified(certificates=[bernoulli], cases=cases)


def mean_of_frequency(scope: Scope) -> Finding:
    """E[count/m] = 1/n, whatever the ceiling does."""
    mean = proved(f"for {scope.quantifiers('N', 'M')}: (M/N)/M = 1/N")
    cases = 0
    for n, _, m in settings(scope):
        found = sum(Fraction(j, m) * p for j, p in enumerate(count_distribution(n, m)))
        require(found == scope.formula("mean").number(n=n), f"the mean at n = {n}, m = {m}")
        cases += 1
    return Finding.verified(certificates=[mean], cases=cases)


def variance_printed(scope: Scope) -> Finding:
    """Z/n^2 is not the variance of the frequency, which is (n - 1)/(n^2 m)."""
    first: dict[str, str] | None = None
    points: list[tuple[Point, bool]] = []
    for n, Z, m in settings(scope):
        distribution = count_distribution(n, m)
        second = sum(Fraction(j, m) ** 2 * p for j, p in enumerate(distribution)) - Fraction(1, n * n)
        printed = scope.formula("variance").number(n=n, Z=Z)
        require(second == bootstrap_variance(n, Z, 1) <= printed, f"the variance at n = {n}, Z = {Z}")
        first = first or {
            "inequality": f"{second} < {Z}/{n}**2",
            "n": str(n),
            "Z": str(Z),
            "m": str(m),
            "variance": str(second),
        }
        points.append(({"n": n, "Z": Z}, bool(printed == second)))
    region = checked(NOWHERE, points, also="(n - 1)/(n^2*ceil(n/Z)) < Z/n^2")
    return Finding.refuted(first or {}, region, cases=len(points))


def variance_bound(scope: Scope) -> Finding:
    """(n - 1)/(n^2 m) < Z/n^2, as m Z >= n."""
    claim = f"for {scope.quantifiers('n', 'm', 'Z')} where m*Z >= n: (n - 1)/(n^2*m) < Z/n^2"
    return Finding.proved([proved(claim)])


def two_variances(scope: Scope) -> Finding:
    """Z/(epsilon n^2) against Z/n^2 = 1/(epsilon n^2), with Z = 1/epsilon: not the same."""
    gap = "(1/eps)/(eps*n^2) - (1/eps)/n^2 = (1 - eps)/(eps^2*n^2)"
    apart = proved(f"for {scope.quantifiers('n', 'eps')}: {gap}")
    epsilon, n = scope.fraction("epsilon"), scope.integer("rows")
    Z = 1 / epsilon
    levels = {epsilon, Fraction(1), 2 * epsilon, epsilon / 2, Fraction(2)}
    early, late = scope.formula("early"), scope.formula("late")
    points = [
        ({"eps": e}, bool(early.number(Z=1 / e, n=n, eps=e) == late.number(Z=1 / e, n=n)))
        for e in sorted(levels)
    ]
    witness = {
        "inequality": f"{Z}/({epsilon}*{n}**2) > {Z}/{n}**2",
        "epsilon": str(epsilon),
        "Z": str(Z),
        "n": str(n),
    }
    return Finding.refuted(witness, checked("eps = 1", points), certificates=[apart])


def one_variance(scope: Scope) -> Finding:
    """Z/n^2 = 1/(epsilon n^2) for Z = 1/epsilon."""
    return Finding.proved([proved(f"for {scope.quantifiers('n', 'eps')}: (1/eps)/n^2 = 1/(eps*n^2)")])
