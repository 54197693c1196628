"""Smith's lemma for samples of a fixed size: without and with replacement, under replace-one."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement, count, product

from ... import adjacency
from ...amplification import (
    pure_with_replacement_amplification,
    sampling_with_replacement,
    sampling_without_replacement,
    subsample,
    without_replacement_amplification,
)
from ...exact import Log, certified, eps, exp, number, sign
from ...prove import Theorem, infer
from ...prove.lemma import proved, require
from ...theorems import witnesses
from ..finding import Finding
from ..formula import of_theorem
from ..region import Border, Point, checked
from ..scope import Scope

REPLACE = adjacency.replace_one("sequence")


def one_draw(ranges: str) -> Theorem:
    """One draw hits the changed record with probability q: a not hit, b and d hit in x and in x'."""
    return infer(
        "combine",
        f"for {ranges}, a >= 0, b >= 0, d >= 0 where b <= A*a and b <= A*d: "
        "(1 - q)*a + q*b <= (1 + q*(A - 1))*((1 - q)*a + q*d)",
        {
            "multiplier": "A",
            "terms": [
                {"weight": "1", "factors": ["q", "1 - q", "A - 1", "A*a - b"]},
                {"weight": "1", "factors": ["1 + q*(A - 1)", "q", "A*d - b"]},
            ],
        },
    )


def without_replacement(scope: Scope) -> Finding:
    """ln(1 + (m/n)(e^epsilon - 1)), at epsilon = 1 at most 2m/n; attained by the presence of a record."""
    theorems = [
        one_draw(scope.quantifiers("q", "A")),
        proved(f"for {scope.range('q')}: 1 + q*(e - 1) <= exp(2*q)"),
    ]
    pairs, level = 0, scope.formula("level").log()
    for n in scope.integers("n"):
        rows = list(product((0, 1), repeat=n))
        for m in range(1, n + 1):
            target = witnesses.presence(1, level, 0, list(product((0, 1), repeat=m)), REPLACE)
            exact = subsample(target, sampling_without_replacement(m), rows, REPLACE).epsilon()
            loss = scope.formula("loss").log(m=m, n=n, eps=level)
            known = without_replacement_amplification(level, 0, m, n).epsilon
            require(exact == known == loss, f"tight at {m} of {n}")
            rate = scope.formula("rate").number(m=m, n=n)
            proven = of_theorem(theorems[1], "right").number(q=Fraction(m, n))
            require(exp(rate) == proven, "the rate")
            require(exact <= eps(rate.as_fraction()), f"2m/n at {m} of {n}")
            pairs += len(REPLACE.pairs(rows))
    return Finding.verified(certificates=theorems, pairs=pairs)


def excess(n: int, m: int, loss: Log) -> int:
    """The sign of epsilon' - loss for m draws with replacement."""
    return sign(certified(exp(pure_with_replacement_amplification(1, m, n))).log() - certified(loss))


def _inclusion(scope: Scope, n: int, m: int) -> Log:
    """The loss that the statement names, at the probability that one of n records is drawn."""
    drawn = sampling_with_replacement(m)(n).multiplicity(0) if n**m <= 1000 else None
    q = scope.formula("chance").number(n=n, m=m)
    require(drawn is None or 1 - drawn[0] == q, f"the probability of inclusion at {m} of {n}")
    return scope.formula("loss").log(q=q)


def with_replacement_by_inclusion(scope: Scope) -> Finding:
    """Where the loss exceeds 2q, with q the probability that a record is drawn at all."""
    sizes, first = scope.integers("n"), None
    ends: list[Border] = []
    points: list[tuple[Point, bool]] = []
    for n in sizes:
        if n == 1:
            continue
        over = partial(_over, scope, n)
        largest = next(m for m in count(1) if over(m + 1))
        require(not any(over(m) for m in range(1, largest + 1)), f"all sizes below for n = {n}")
        ends.append(Border("m", largest, 1, {"n": n}))
        points += [({"n": n, "m": m}, not over(m)) for m in range(1, largest + 3)]
        if first is None or n + largest < sum(first):
            first = (n, largest)
    if first is None:
        return Finding.undecided("the scope has no n above 1")
    n, m = first[0], first[1] + 1
    q, loss = scope.formula("chance").number(n=n, m=m), _inclusion(scope, n, m)
    witness = {
        "inequality": f"(1 + (exp(1) - 1)/{n})**{m} > exp({loss})",
        "n": str(n),
        "m": str(m),
        "q": str(q),
        "mechanism": "P[1] = p e^k where the changed record is drawn k times",
    }
    formula = "m*log(1 + (exp(1) - 1)/n) <= 2*(1 - (1 - 1/n)^m)"
    region = checked(formula, points, borders=ends)
    return Finding.verified(witness=witness, region=region, cases=len(ends))


def _over(scope: Scope, n: int, m: int) -> bool:
    """Whether m draws lose more than the statement says."""
    return excess(n, m, _inclusion(scope, n, m)) > 0


def with_replacement(scope: Scope) -> Finding:
    """m ln(1 + (e - 1)/n) <= 2m/n, draw by draw; attained by the number of copies of a record."""
    one = proved(f"for {scope.range('q')}: log(1 + (e - 1)*q) <= 2*q")
    ranges = scope.quantifiers("q", "A", "m")
    sum_up = infer(
        "combine",
        f"for {scope.quantifiers('q', 'm')}: m*log(1 + (e - 1)*q) <= 2*m*q",
        {"terms": [{"weight": "1", "factors": ["m", "2*q - log(1 + (e - 1)*q)"]}]},
        [one],
    )
    cases = 0
    for n in scope.integers("n"):
        for m in scope.integers("draws"):
            for level in scope.epsilons("epsilon"):
                exact = pure_with_replacement_amplification(level, m, n)
                require(exp(exact) == (1 + (exp(level) - 1) / n) ** m, f"m draws one by one at {m} of {n}")
                loss = scope.formula("loss").log(m=m, n=n, eps=level)
                require(_attained(n, m, level) == exact == loss, f"attained at {m} of {n}, {level}")
                if level == scope.formula("level").log():
                    rate = scope.formula("rate").number(m=m, n=n)
                    proven = of_theorem(sum_up, "right").number(m=m, q=Fraction(1, n))
                    require(exact <= eps(rate.as_fraction()) and rate == proven, f"2m/n at {m} of {n}")
                cases += 1
            copies = sampling_with_replacement(m)(n).multiplicity(0).expectation()
            require(copies == scope.formula("mean").number(m=m, n=n), f"copies at {m} of {n}")
    return Finding.verified(certificates=[one_draw(ranges), sum_up], cases=cases)


def _attained(n: int, m: int, level: Log) -> Log:
    """The exact loss on m draws of the mechanism with P[True] proportional to e^(k epsilon)."""
    rows = [(0,) * n, (0,) * (n - 1) + (1,)]
    samples = list(combinations_with_replacement((0, 1), m))
    smallest = number(1) / (4 * exp(m * level))
    target = witnesses.multiplicity(1, level, smallest, samples, REPLACE)
    return subsample(target, sampling_with_replacement(m), rows, REPLACE).epsilon()
