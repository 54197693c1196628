"""Searches for the lemmas on pairs of distributions: composition, divergences, conversions."""

from __future__ import annotations

import random
from fractions import Fraction

from assay import adjacency
from assay.dp import Dist, Mechanism, epsilon, hockey_stick, renyi, total_variation
from assay.exact import Log, number
from assay.testing.generated_mechanisms import dist, dp_pair, level
from assay.theorems import (
    basic_composition,
    compose_adaptively,
    kl_from_pure,
    optimal_composition,
    rdp_to_delta,
    slack,
    total_variation_from_dp,
)

from .trial import Searches

BITS = (False, True)


def fresh_coins(rng: random.Random) -> tuple[bool, bool]:
    joint = {b: dist(rng, [(a, c) for a in (0, 1) for c in (0, 1)]) for b in BITS}
    first = {b: law.map(lambda o: o[0]) for b, law in joint.items()}
    second = {b: law.map(lambda o: o[1]) for b, law in joint.items()}
    e = level(rng)
    ms = [Mechanism(part, BITS, adjacency.all_pairs()) for part in (first, second)]
    bound = basic_composition([(e, m.profile().exact(e)) for m in ms])
    apart = compose_adaptively(ms[0], lambda seen: ms[1])
    together = Mechanism(joint, BITS, adjacency.all_pairs())
    return apart.delta(bound.epsilon) <= bound.delta, together.delta(bound.epsilon) <= bound.delta


def one_sided_pair(rng: random.Random) -> tuple[Dist[int], Dist[int], Log]:
    """P <= e^epsilon Q, and Q unrestricted."""
    p, q = dist(rng, range(3)), dist(rng, range(3))
    mixed = Dist.mixture([(Fraction(1, 2), p), (Fraction(1, 2), q)])
    return p, mixed, epsilon(p, mixed)


def both_directions(rng: random.Random) -> tuple[bool, bool]:
    e = level(rng)
    p, q = dp_pair(rng, e)
    a, b, one = one_sided_pair(rng)
    return (
        total_variation(p, q) <= total_variation_from_dp(e, symmetric=True),
        total_variation(a, b) <= total_variation_from_dp(one, symmetric=True),
    )


def both_directions_of_the_divergence(rng: random.Random) -> tuple[bool, bool]:
    e = level(rng)
    p, q = dp_pair(rng, e)
    a, b, one = one_sided_pair(rng)
    held = slack(kl_from_pure(e, symmetric=True), renyi(p, q, 1)).holds
    return held, slack(kl_from_pure(one, symmetric=True), renyi(a, b, 1)).status != "violated"


def both_directions_of_composition(rng: random.Random) -> tuple[bool, bool]:
    e = level(rng)
    p, q = dp_pair(rng, e)
    a, b, one = one_sided_pair(rng)
    held = [
        hockey_stick(Dist.product(x, x), Dist.product(y, y), at)
        <= optimal_composition(at, 0, 2, symmetric=True)(at)
        for x, y, at in ((p, q, e), (a, b, one))
    ]
    return held[0], held[1]


def order_of_the_divergence(rng: random.Random) -> tuple[bool, bool]:
    weights = [[rng.randint(1, 9) ** 3 for _ in range(3)] for _ in range(2)]
    p, q = (Dist({o: Fraction(w, sum(ws)) for o, w in enumerate(ws)}) for ws in weights)
    e, own, lower = level(rng), renyi(p, q, 12), renyi(p, q, 2)
    exact = hockey_stick(p, q, e)
    held = [slack(rdp_to_delta(12, r, e), exact).status != "violated" for r in (own, lower)]
    return held[0], held[1]


def pure_outcomes(rng: random.Random) -> tuple[bool, bool]:
    p, q, e = dist(rng, range(4)), dist(rng, range(4)), level(rng)
    gaps = [p[o] - e.exp() * q[o] for o in range(4)]
    worst, exact = max(*gaps, number(0)), hockey_stick(p, q, e)
    return exact == 0 if worst == 0 else True, exact <= worst


SYMMETRIC = "a symmetric adjacency"
SEARCHES: Searches = {
    ("basic composition", "fresh randomness"): (fresh_coins, 20),
    ("total variation of pure and approximate DP", SYMMETRIC): (both_directions, 20),
    ("Kullback-Leibler divergence of pure DP", SYMMETRIC): (both_directions_of_the_divergence, 20),
    ("optimal composition of pure DP", SYMMETRIC): (both_directions_of_composition, 20),
    ("Renyi DP to approximate DP", "D_alpha(P || Q) <= r: of that order"): (order_of_the_divergence, 40),
    ("events and outcomes", "delta = 0"): (pure_outcomes, 30),
}
