"""What Smith's lemma needs of a sample, secret and drawn afresh; and samples of a fixed size."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement, count, product

from ... import adjacency
from ...amplification import (
    amplified_epsilon,
    poisson_sampling,
    pure_with_replacement_amplification,
    release_sample,
    reuse_sample,
    sampling_with_replacement,
    sampling_without_replacement,
    secrecy_of_the_sample,
    subsample,
    without_replacement_amplification,
)
from ...exact import Log, certified, eps, exp, number, sign
from ...prove import Theorem, infer
from ...prove.lemma import proved, require
from ...theorems import witnesses
from ..finding import Finding
from ..formula import of_theorem
from ..region import Border, Point, above, checked, root_below
from ..scope import Scope
from .secrecy_of_the_sample import NEIGHBOURS, SETS

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


ROWS = [(0,), (1,), (0, 0), (0, 1), (1, 0), (1, 1)]


def released_sample(scope: Scope) -> Finding:
    """With the positions of the sample published the loss is infinite at every rate, not 2q."""
    target, rates = witnesses.presence(0, eps(1), 0, SETS, NEIGHBOURS), scope.fractions("rates")
    for q in rates:
        found = release_sample(target, poisson_sampling(q), SETS, NEIGHBOURS)
        require(found.epsilon().infinite == 1, f"infinite loss at q = {q}")
    q = min(rates)
    loss = scope.formula("loss").log(q=q)
    distribution = release_sample(target, poisson_sampling(q), SETS, NEIGHBOURS)
    shown = distribution.distribution(frozenset([0])).prob(lambda outcome: outcome[0] == (0,))
    never = distribution.distribution(frozenset()).prob(lambda outcome: outcome[0] == (0,))
    require(shown > exp(loss) * never, "not 2q-DP")
    witness = {
        "inequality": f"{shown} > exp({loss})*{never}",
        "x": "{0}",
        "x'": "{}",
        "event": "the published sample holds the record",
        "q": str(q),
    }
    return Finding.verified(witness=witness, cases=len(rates))


def released_positions(scope: Scope) -> Finding:
    """Under replace-one, with the positions published, the loss is that of the mechanism itself."""
    pairs = 0
    for level in scope.epsilons("epsilon"):
        target = witnesses.presence(0, level, 0, [(), *ROWS], REPLACE)
        for q in scope.fractions("rates"):
            published = release_sample(target, poisson_sampling(q), ROWS, REPLACE)
            require(published.epsilon() == level, f"no amplification at q = {q}, epsilon = {level}")
            kept = subsample(target, poisson_sampling(q), ROWS, REPLACE)
            require(kept.epsilon() < level, f"amplification with the sample kept secret at q = {q}")
            pairs += len(REPLACE.pairs(ROWS))
    return Finding.verified(pairs=pairs)


def _twice(q: Fraction, level: Log) -> Log:
    """The exact loss of two answers from one Poisson sample."""
    target = witnesses.presence(0, level, 0, SETS, NEIGHBOURS)
    return reuse_sample([target, target], poisson_sampling(q), SETS, NEIGHBOURS).epsilon()


def reused_sample(scope: Scope) -> Finding:
    """Two releases of 2q-DP each from one sample: their loss exceeds 4q for small q."""
    largest = scope.integer("denominator")
    candidates = sorted((Fraction(1, d) for d in range(2, largest + 1)), reverse=True)
    once, loss = scope.formula("once"), scope.formula("loss")
    q = next(q for q in candidates if _twice(q, eps(1)) > loss.log(q=q))
    require(secrecy_of_the_sample(q).epsilon == once.log(q=q) == loss.log(q=q) / 2, "each answer alone")
    ends = root_below(
        lambda q: certified(4 * q).exp() - 1 - q * (exp(2) - 1), Fraction(1, 100), Fraction(1, 2)
    )
    low, high = Fraction(0), above(ends)
    theorems = [
        proved(f"for q in ({low}, {ends}]: 1 + q*(e^2 - 1) > exp(4*q)"),
        proved(f"for q in [{high}, 1]: 1 + q*(e^2 - 1) <= exp(4*q)"),
    ]
    witness = {
        "inequality": f"1 + {q}*(exp(2) - 1) > exp(4*{q})",
        "q": str(q),
        "mechanism": "the presence of a record, told twice with epsilon = 1 from one sample",
    }
    points = [({"q": q}, bool(_twice(q, eps(1)) <= loss.log(q=q))) for q in (*candidates, ends, high)]
    region = checked(
        "1 + q*(exp(2) - 1) <= exp(4*q)",
        points,
        borders=[Border("q", ends)],
        remark="and where nothing is sampled",
    )
    return Finding.verified(cases=len(points), certificates=theorems, witness=witness, region=region)


def one_sample_for_two(scope: Scope) -> Finding:
    """The loss is that of the composition, sampled, and more than the sum of two fresh samples."""
    theorem = proved(f"for {scope.quantifiers('q')}: (1 + q*(e - 1))^2 < 1 + q*(e^2 - 1)")
    level, times = scope.formula("level").log(), scope.formula("times").number()
    cases = 0
    for q in scope.fractions("rates"):
        both = scope.formula("loss").log(q=q)
        require(_twice(q, level) == amplified_epsilon(2, q) == both, f"two answers from one sample at {q}")
        once = scope.formula("once").log(q=q)
        require(once == amplified_epsilon(level, q), f"one answer at q = {q}")
        require(both > times * once, f"more than two fresh samples at q = {q}")
        cases += 1
    return Finding.verified(certificates=[theorem], cases=cases)
