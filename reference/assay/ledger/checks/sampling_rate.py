"""Smith's notes (b) and (c): what a bound in one direction gives for a sample, and the rate that is kept."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ...amplification import amplified_epsilon, one_sided_poisson_amplification, poisson_sampling, subsample
from ...dp import Dist, Mechanism
from ...exact import Log, Number, certified, eps, exp, number
from ...prove import infer
from ...prove.lemma import proved, require
from ...theorems import witnesses
from ..finding import Finding
from ..region import Border, above, checked, decimals, root_below
from ..scope import Scope
from .secrecy_of_the_sample import NEIGHBOURS, SETS

ALONE = [frozenset(s) for s in ((), (0,))]
"""No record, and one."""


def root() -> Fraction:
    """The root of 1 - q = exp(-2 q) in (0, 1), rounded down to 30 decimals."""
    return root_below(lambda q: 1 - q - certified(-2 * q).exp(), Fraction(1, 2), 1)


def vanishing(q: Fraction) -> Mechanism[frozenset[int], str]:
    """A mechanism on a sample; adding a record makes "a" e times likelier, and "b" impossible."""
    inverse = 1 / exp(1)
    distribution = {frozenset(): Dist({"a": inverse, "b": 1 - inverse}), frozenset([0]): Dist({"a": 1})}
    return subsample(Mechanism(distribution, ALONE, NEIGHBOURS), poisson_sampling(q), ALONE, NEIGHBOURS)


def _rates(largest: int) -> Iterator[Fraction]:
    """The rationals in (0, 1) by denominator."""
    for d in range(2, largest + 1):
        yield from (Fraction(n, d) for n in range(1, d) if Fraction(n, d).denominator == d)


def every_rate(scope: Scope) -> Finding:
    """2q-DP for every q in (0, 1) from the upper bound alone: the first rate that violates it."""
    loss = scope.formula("loss")
    q = next(q for q in _rates(scope.integer("denominator")) if vanishing(q).epsilon() > loss.log(q=q))
    ends = root()
    theorems = [
        proved(f"for q in [0, {ends}]: 1 - q >= exp(-2*q)"),
        proved(f"for q in [{above(ends)}, 1]: 1 - q < exp(-2*q)"),
    ]
    witness = {
        "inequality": f"1 - {q} < exp(-2*{q})",
        "q": str(q),
        "event": "an output of probability 1 - 1/e without the record and 0 with it",
    }
    rates = [*_rates(scope.integer("denominator")), ends, above(ends)]
    points = [({"q": q}, bool(vanishing(q).epsilon() <= loss.log(q=q))) for q in rates]
    region = checked("1 - q >= exp(-2*q)", points, borders=[Border("q", ends)])
    return Finding.refuted(witness, region, certificates=theorems)


def one_sided_lemma(scope: Scope) -> Finding:
    """Both directions from p1 <= e p0 alone: exp(2q) up to the root, -ln(1 - q) below; exact and attained."""
    ranges = scope.quantifiers("q")
    theorems = [
        proved(f"for {ranges}, p0 >= 0, p1 >= 0 where p1 <= e*p0: (1 - q)*p0 + q*p1 <= exp(2*q)*p0"),
        proved(f"for {ranges}, p0 >= 0, p1 >= 0: (1 - q)*p0 + q*p1 >= (1 - q)*p0"),
        proved(f"for {ranges}: 1 - q >= exp(-2*q)"),
    ]
    cases = 0
    for rate in scope.fractions("rates"):
        bound = one_sided_poisson_amplification(1, 0, rate).epsilon
        exact = vanishing(rate).epsilon()
        require(exact == bound == scope.formula("both").log(q=rate), f"attained at q = {rate}")
        require((exact <= scope.formula("loss").log(q=rate)) == (rate <= root()), f"2q at q = {rate}")
        cases += 1
    return Finding.verified(certificates=theorems, cases=cases)


def one_sided_lower_bound(scope: Scope) -> Finding:
    """1 - q >= exp(-2q) up to the root and not above it."""
    ends = root()
    require(scope.text("root") == decimals(ends), "the root in the record")
    require(scope.fraction("roughly") < ends, "the constant in the source")
    theorems = [
        proved(f"for {scope.quantifiers('q')}: 1 - q >= exp(-2*q)"),
        proved(f"for q in [{above(ends)}, 1]: 1 - q < exp(-2*q)"),
    ]
    return Finding.proved(theorems)


def sampled_presence(c: Log, rate: Fraction | Number) -> Log:
    """The exact epsilon of the worst c-DP mechanism on a Poisson sample."""
    target = witnesses.presence(0, c, 0, SETS, NEIGHBOURS)
    return subsample(target, poisson_sampling(rate), SETS, NEIGHBOURS).epsilon()


def published_rate(scope: Scope) -> Finding:
    """The rate epsilon e^(-c) gives epsilon-DP, in both directions."""
    ranges = scope.quantifiers("c", "eps")
    up = proved(f"for {ranges}: 1 + eps*exp(-c)*(exp(c) - 1) <= exp(eps)")
    both = proved("for q in [0, 1], c >= 0: (1 - q + q*exp(-c))*(1 + q*(exp(c) - 1)) >= 1")
    cases = 0
    for base in scope.epsilons("bases"):
        for target in scope.fractions("targets"):
            rate = scope.formula("rate").number(eps=target, c=base)
            require(sampled_presence(base, rate) <= Log(target), f"c = {base}, epsilon = {target}")
            cases += 1
    return Finding.verified(certificates=[up, both], cases=cases)


def rate_is_needed(scope: Scope) -> Finding:
    """At the (c, epsilon) of the scope a larger rate than epsilon e^(-c) will do."""
    strict = proved(f"for {scope.quantifiers('c', 'eps')}: (exp(eps) - 1)/(exp(c) - 1) > eps*exp(-c)")
    base, target, rate = scope.integer("base"), scope.fraction("target"), scope.fraction("rate")
    require(sampled_presence(eps(base), rate) <= Log(target), "the larger rate gives epsilon-DP")
    printed = scope.formula("rate")
    require(rate > printed.number(eps=target, c=base), "it is larger")
    witness = {
        "inequality": f"{rate} > {target}*exp(-{base})",
        "inequality_privacy": f"1 + {rate}*(exp({base}) - 1) <= exp({target})",
        "c": str(base),
        "epsilon": str(target),
        "rate": str(rate),
    }
    levels = [number(t) for t in (0, target, target / 2, 1, base + 1, 4, exp(base), exp(base) - target)]
    points = [
        ({"c": b, "eps": t}, bool(_largest_rate(b, t) <= printed.number(eps=t, c=b)))
        for b in (0, base, base + 1)
        for t in levels
    ]
    region = checked(
        "eps >= exp(c) or eps = 0 and c > 0", points, remark="there no rate is larger, or none is private"
    )
    return Finding.refuted(witness, region, certificates=[strict])


def _largest_rate(c: int, epsilon: Number) -> Number:
    """The largest rate that gives epsilon-DP for every c-DP mechanism."""
    return number(1) if epsilon >= c else (exp(epsilon) - 1) / (exp(c) - 1)


def exact_rate(scope: Scope) -> Finding:
    """epsilon-DP for every c-DP mechanism iff q <= (e^epsilon - 1)/(e^c - 1)."""
    ranges = scope.quantifiers("c", "eps", "q")
    sufficient = proved(f"for {ranges} where q*(exp(c) - 1) <= exp(eps) - 1: 1 + q*(exp(c) - 1) <= exp(eps)")
    necessary = proved(f"for {ranges} where 1 + q*(exp(c) - 1) <= exp(eps): q <= (exp(eps) - 1)/(exp(c) - 1)")
    cases = 0
    for base in scope.epsilons("bases"):
        for target in scope.epsilons("targets"):
            require(target < base, "the targets are below the bases")
            rate = (exp(target) - 1) / (exp(base) - 1)
            require(
                sampled_presence(base, rate) == target == amplified_epsilon(base, rate), f"{base}, {target}"
            )
            cases += 1
    return Finding.verified(certificates=[sufficient, necessary], cases=cases)


def nothing_left(scope: Scope) -> Finding:
    """For n < e^c fewer than epsilon records are expected; at the largest rate, (e^epsilon - 1) n/(n - 1)."""
    ranges = scope.quantifiers("c", "eps", "n")
    published = proved(f"for {ranges} where n < exp(c): n*eps*exp(-c) < eps")
    largest = infer(
        "combine",
        f"for {ranges} where n < exp(c): (n - 1)*(exp(eps) - 1) < (exp(c) - 1)*(exp(eps) - 1)",
        {"terms": [{"weight": "1", "factors": ["exp(c) - n", "exp(eps) - 1"]}]},
    )
    return Finding.proved([published, largest])
