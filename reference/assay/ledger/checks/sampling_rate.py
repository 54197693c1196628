"""Smith's note (c): the rate at which records are kept, starting from a c-DP mechanism."""

from __future__ import annotations

from fractions import Fraction

from ...amplification import amplified_epsilon, poisson_sampling, subsample
from ...exact import Log, Number, eps, exp, number
from ...prove import infer
from ...prove.lemma import proved, require
from ...theorems import witnesses
from ..finding import Finding
from ..region import checked
from ..scope import Scope
from .secrecy_of_the_sample import NEIGHBOURS, SETS


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
