"""A search over generated mechanisms violates each bound without its hypothesis, and not with it.

The counterexamples in `proofs/` are small and stored; here it is the search that has to find one, among
mechanisms that nobody chose, within a fixed number of tries.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from assay.dp import Dist, Mechanism, adjacency, epsilon, hockey_stick, renyi, total_variation
from assay.exact import Log, ln
from assay.prove.generate import dist, dp_pair, fraction, inner_fraction, kernel, level
from assay.theorems import (
    basic_composition,
    compose_adaptively,
    group_factor,
    kl_from_pure,
    optimal_composition,
    poisson_amplification,
    poisson_sampling,
    rdp_to_delta,
    release_sample,
    reuse_sample,
    sampling_with_replacement,
    sampling_without_replacement,
    slack,
    subsample,
    total_variation_from_dp,
    with_replacement_amplification_of_profile,
    without_replacement_amplification,
)

SETS = [frozenset(s) for s in ((), (0,))]
ADD = adjacency.add_remove_one(kind="set")
REPLACE = adjacency.replace_one("sequence")
BITS = (False, True)
Trial = Callable[[random.Random], tuple[bool, bool]]
"""One generated mechanism: whether the bound holds with the hypothesis, and whether it holds without it."""


def secret_sample(rng: random.Random) -> tuple[bool, bool]:
    base, q, e = Mechanism(kernel(rng, SETS, range(3)), SETS, ADD), inner_fraction(rng), level(rng)
    bound = poisson_amplification(e, base.delta(e), q)
    secret = subsample(base, poisson_sampling(q), SETS, ADD)
    shown = release_sample(base, poisson_sampling(q), SETS, ADD)
    return secret.delta(bound.epsilon) <= bound.delta, shown.delta(bound.epsilon) <= bound.delta


def fresh_sample(rng: random.Random) -> tuple[bool, bool]:
    rows = {x: Dist.bernoulli(Fraction(rng.randint(1, 9), 10)) for x in SETS}
    base, q = Mechanism(rows, SETS, ADD), Fraction(1, rng.randint(2, 30))
    once = poisson_amplification(base.epsilon(), 0, q)
    sampled = subsample(base, poisson_sampling(q), SETS, ADD)
    fresh = compose_adaptively(sampled, lambda seen: sampled)
    reused = reuse_sample([base, base], poisson_sampling(q), SETS, ADD)
    return fresh.epsilon() <= 2 * once.epsilon, reused.epsilon() <= 2 * once.epsilon


def order_hidden(rng: random.Random) -> tuple[bool, bool]:
    pairs = [(a, b) for a in (0, 1) for b in (0, 1)]
    rows = {x: Dist.bernoulli(Fraction(rng.choice((1, 2, 4)), 8)) for x in pairs}
    base, triples = Mechanism(rows, pairs, REPLACE), [(a, b, c) for a, b in pairs for c in (0, 1)]
    bound = without_replacement_amplification(base.epsilon(), 0, 2, 3)
    held = [
        subsample(base, sampling_without_replacement(2, ordered=ordered), triples, REPLACE).epsilon()
        for ordered in (True, False)
    ]
    return held[0] <= bound.epsilon, held[1] <= bound.epsilon


def group_deltas(rng: random.Random) -> tuple[bool, bool]:
    domain = [(0, 0), (0, 1), (1, 1)]
    near = adjacency.replace_one("multiset")
    base, e = Mechanism(kernel(rng, domain, range(2)), domain, near), level(rng)
    far = hockey_stick(base.distribution((1, 1)), base.distribution((0, 0)), e)
    back = hockey_stick(base.distribution((0, 0)), base.distribution((1, 1)), e)
    sampled = subsample(base, sampling_with_replacement(2), domain, near)
    first = base.delta(e)
    bounds = [
        with_replacement_amplification_of_profile(e, [first, second], 2)
        for second in (max(first, far, back), first)
    ]
    return tuple(sampled.delta(b.epsilon) <= b.delta for b in bounds)  # type: ignore[return-value]


def fresh_coins(rng: random.Random) -> tuple[bool, bool]:
    joint = {b: dist(rng, [(a, c) for a in (0, 1) for c in (0, 1)]) for b in BITS}
    parts = [{b: law.map(lambda o, i=i: o[i]) for b, law in joint.items()} for i in (0, 1)]
    e = level(rng)
    ms = [Mechanism(part, BITS, adjacency.all_pairs()) for part in parts]
    bound = basic_composition([(e, m.delta(e)) for m in ms])
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
        total_variation(p, q) <= total_variation_from_dp(e),
        total_variation(a, b) <= total_variation_from_dp(one),
    )


def both_directions_of_the_divergence(rng: random.Random) -> tuple[bool, bool]:
    e = level(rng)
    p, q = dp_pair(rng, e)
    a, b, one = one_sided_pair(rng)
    held = slack(kl_from_pure(e), renyi(p, q, 1)).holds
    return held, slack(kl_from_pure(one), renyi(a, b, 1)).status != "violated"


def both_directions_of_composition(rng: random.Random) -> tuple[bool, bool]:
    e = level(rng)
    p, q = dp_pair(rng, e)
    a, b, one = one_sided_pair(rng)
    held = [
        hockey_stick(Dist.product(x, x), Dist.product(y, y), at) <= optimal_composition(at, 2)(at)
        for x, y, at in ((p, q, e), (a, b, one))
    ]
    return held[0], held[1]


def order_of_the_divergence(rng: random.Random) -> tuple[bool, bool]:
    weights = [[rng.randint(1, 9) ** 3 for _ in range(3)] for _ in range(2)]
    p, q = (Dist({o: Fraction(w, sum(ws)) for o, w in enumerate(ws)}) for ws in weights)
    e, own, lower = level(rng), renyi(p, q, 12), renyi(p, q, 2)
    exact = hockey_stick(p, q, e)
    return tuple(slack(rdp_to_delta(12, r, e), exact).status != "violated" for r in (own, lower))  # type: ignore[return-value]


def pure_outcomes(rng: random.Random) -> tuple[bool, bool]:
    p, q, e = dist(rng, range(4)), dist(rng, range(4)), level(rng)
    gaps = [p[o] - e.exp() * q[o] for o in range(4)]
    worst, exact = max(*gaps, fraction(rng) * 0), hockey_stick(p, q, e)
    return exact == 0 if worst == 0 else True, exact <= worst


def tight_group_factor(rng: random.Random) -> tuple[bool, bool]:
    e, k = ln(Fraction(rng.randint(11, 15), 10)), 3
    chances = [Fraction(rng.randint(0, 3), 100)]
    for _ in range(k):
        chances.append(
            min(
                Fraction(rng.randint(1, 9), 9) * (e.exp().as_fraction() * chances[-1] + Fraction(1, 50)),
                Fraction(1),
            )
        )
    rows = {i: Dist.bernoulli(c) for i, c in enumerate(chances)}
    chain = Mechanism(rows, range(k + 1), adjacency.explicit([(i, i + 1) for i in range(k)]))
    delta, far = chain.delta(e), hockey_stick(rows[k], rows[0], 3 * e)
    return far <= group_factor(e, k) * delta, far <= (3 * e).exp() * delta


TRIALS: dict[str, tuple[Trial, int]] = {
    "the sample stays secret": (secret_sample, 60),
    "a fresh sample for each release": (fresh_sample, 60),
    "the order of the sample is hidden": (order_hidden, 150),
    "the delta of groups": (group_deltas, 60),
    "fresh randomness": (fresh_coins, 60),
    "both directions, total variation": (both_directions, 60),
    "both directions, Kullback-Leibler": (both_directions_of_the_divergence, 60),
    "both directions, composition": (both_directions_of_composition, 60),
    "the order of the Renyi divergence": (order_of_the_divergence, 200),
    "delta = 0 for single outcomes": (pure_outcomes, 60),
    "the factor of group privacy": (tight_group_factor, 200),
}


@pytest.mark.parametrize("name", TRIALS)
def test_search_finds_a_violation_exactly_without_the_hypothesis(name):
    trial, tries = TRIALS[name]
    violations = 0
    for seed in range(tries):
        held, without = trial(random.Random(seed))
        assert held, seed
        violations += not without
    assert violations > 0
