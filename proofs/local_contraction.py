"""Contraction by a locally private channel: how close the distributions of its answers are, given those of
inputs.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from assay.dp import Dist, kullback_leibler, total_variation
from assay.exact import Log, Number, certified, ln, number
from assay.mechanisms import randomised_response_categories
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import dist, level, positive_dist
from assay.theorems import slack, total_variation_from_dp, witnesses

Channel = Mapping[int, Dist[int]]


def channel(rng: random.Random, e: Log, inputs: int) -> Channel:
    """An eps-DP channel: responses on the inputs, each answer through a generated kernel."""
    responses = randomised_response_categories(inputs, e)
    after = {x: dist(rng, range(3)) for x in range(inputs)}
    return {x: responses.distribution(x).bind(lambda y: after[y]) for x in range(inputs)}


def through(k: Channel, law: Dist[int]) -> Dist[int]:
    """The distribution of the answer to an input of this distribution."""
    return law.bind(lambda x: k[x])


def both_ways(p: Dist[Any], q: Dist[Any]) -> Any:
    """The sum of the Kullback-Leibler divergences in both orders."""
    return certified(kullback_leibler(p, q)) + certified(kullback_leibler(q, p))


def factor(e: Log) -> Number:
    """(e^eps - 1)/(e^eps + 1)."""
    return total_variation_from_dp(e, symmetric=True)


def variation_case(rng: random.Random) -> None:
    """A generated channel on three inputs, and generated distributions of the input."""
    e = level(rng)
    k, p, q = channel(rng, e, 3), dist(rng, range(3)), dist(rng, range(3))
    exact = total_variation(through(k, p), through(k, q))
    require(exact <= factor(e) * total_variation(p, q), f"channel at {e} on {p} and {q}")


def variation_tight() -> bool:
    """Randomised response with eps = ln 3 on inputs of chance 1/3 and 3/4."""
    k = randomised_response_categories(2, ln(3)).distribution
    p, q = Dist({0: "1/3", 1: "2/3"}), Dist({0: "3/4", 1: "1/4"})
    exact = total_variation(p.bind(k), q.bind(k))
    return exact == factor(ln(3)) * total_variation(p, q) == number("5/24")


def not_private() -> bool:
    """Randomised response with eps = ln 9, and the bound for ln 3."""
    k = randomised_response_categories(2, ln(9)).distribution
    p, q = Dist.point(0), Dist.point(1)
    return total_variation(p.bind(k), q.bind(k)) > factor(ln(3))


def some_inputs_only() -> bool:
    """ln 3 between 0 and 1 and between 1 and 2, but ln 9 between 0 and 2."""
    k = {x: Dist({0: c, 1: 1 - number(c)}) for x, c in enumerate(("1/10", "3/10", "9/10"))}
    p, q = Dist.point(0), Dist.point(2)
    return total_variation(through(k, p), through(k, q)) > factor(ln(7))


VARIATION = Lemma(
    title="contraction of total variation by a local channel",
    statement="the answers of an eps-DP channel, for any two inputs, have total variation at most (e^eps - "
    "1)/(e^eps + 1) times that of the inputs",
    reduction="For an event S let a and b be the largest and the smallest K_x(S) over the inputs x. The "
    "difference of the probabilities of S is the sum of K_x(S) (P - Q)(x), at most TV(P, Q) (a - b), as the "
    "positive and the negative part of P - Q have the same mass. And a <= e^eps b, 1 - b <= e^eps (1 - a).",
    inequalities=(
        "for t >= 0, a >= 0, b >= 0, real u, real v where u <= t*a and v >= t*b: u - v <= t*(a - b)",
        "for a in [0, 1], b in [0, 1], A >= 1 where a <= A*b and 1 - b <= A*(1 - a): "
        "a - b <= (A - 1)/(A + 1)",
        "for t >= 0, a >= 0, b >= 0, r >= 0 where a - b <= r: t*(a - b) <= r*t",
    ),
    case=variation_case,
    tightness="randomised response with eps = ln 3 on inputs of chance 1/3 and 3/4: 5/24",
    tight=variation_tight,
    dropped={"an eps-DP channel": not_private, "for any two inputs": some_inputs_only},
)


def divergence_case(rng: random.Random) -> None:
    """A generated channel on three inputs: the divergence in both orders."""
    e = level(rng)
    k, p, q = channel(rng, e, 3), positive_dist(rng, 3), positive_dist(rng, 3)
    laws = through(k, p), through(k, q)
    bound = ((e.exp() - 1) * total_variation(p, q)) ** 2
    if laws[0] != laws[1]:
        require(slack(bound, both_ways(*laws)).holds, f"channel at {e} on {p} and {q}")


def square_needed() -> bool:
    """The divergence of randomised response, eps = ln(11/10), is above 9/10 of the bound."""
    p, q = (witnesses.canonical_distribution(b, ln("11/10")) for b in (True, False))
    bound = number("1/10") ** 2
    return bound * number("9/10") < both_ways(p, q) < bound


def divergence_not_private() -> bool:
    """Randomised response with eps = ln 9, and the bound for ln 2."""
    p, q = (witnesses.canonical_distribution(b, ln(9)) for b in (True, False))
    return both_ways(p, q) > 1


def some_pairs_only() -> bool:
    """A channel that is ln 3-DP from each input to the next of four, and not for the outer two."""
    chances = ("1/40", "3/40", "9/40", "27/40")
    k = {x: Dist({0: c, 1: 1 - number(c)}) for x, c in enumerate(chances)}
    outer = both_ways(k[0], k[3])
    return outer > (2 - number("1/2")) ** 2


DIVERGENCE = Lemma(
    title="contraction of Kullback-Leibler divergence by a local channel",
    statement="the answers of an eps-DP channel, for any two inputs, have KL(P' || Q') + KL(Q' || P') <= "
    "(e^eps - 1)^2 TV(P, Q)^2, whatever the divergence of the inputs",
    reduction="At an answer z let m be the smallest K_x(z), so that every K_x(z) is between m and e^eps m. "
    "The probabilities p and q of z differ by at most (e^eps - 1) m TV(P, Q), and both are at least m. So "
    "(p - q) ln(p/q) <= (p - q)^2/m <= m (e^eps - 1)^2 TV^2, and the m add up to at most 1. Duchi, Jordan "
    "and Wainwright (2013) have min(4, e^(2 eps)) in front.",
    inequalities=(
        "for p > 0, q > 0 where q >= p: (q - p)*log(q/p) <= (q - p)^2/p",
        "for m > 0, p > 0, real d where m <= p: d^2/p <= d^2/m",
        "for m > 0, A >= 1, t >= 0, real d where d <= (A - 1)*m*t and -d <= (A - 1)*m*t: "
        "d^2/m <= m*((A - 1)*t)^2",
        "for m >= 0, s >= 0 where m <= 1: m*s <= s",
    ),
    case=divergence_case,
    tightness="approached as eps -> 0: above 9/10 of the bound for randomised response, eps = ln(11/10)",
    tight=square_needed,
    dropped={"an eps-DP channel": divergence_not_private, "for any two inputs": some_pairs_only},
)
