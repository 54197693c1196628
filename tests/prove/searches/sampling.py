"""Searches for the lemmas on sampling and on groups."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

from assay.dp import Dist, Mechanism, adjacency, hockey_stick
from assay.exact import ln
from assay.prove.generate import inner_fraction, kernel, level
from assay.theorems import (
    compose_adaptively,
    group_factor,
    poisson_amplification,
    poisson_sampling,
    release_sample,
    reuse_sample,
    sampling_with_replacement,
    sampling_without_replacement,
    subsample,
    with_replacement_amplification_of_profile,
    without_replacement_amplification,
)

from .trial import Searches

SETS = [frozenset(s) for s in ((), (0,))]
ADD = adjacency.add_remove_one(kind="set")
REPLACE = adjacency.replace_one("sequence")


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
    pairs: list[tuple[int, ...]] = list(product((0, 1), repeat=2))
    rows = {x: Dist.bernoulli(Fraction(rng.choice((1, 2, 4)), 8)) for x in pairs}
    triples: list[tuple[int, ...]] = list(product((0, 1), repeat=3))
    base = Mechanism(rows, pairs, REPLACE)
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
    held = [sampled.delta(b.epsilon) <= b.delta for b in bounds]
    return held[0], held[1]


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


POISSON = "amplification by Poisson sampling"
SEARCHES: Searches = {
    (POISSON, "stays secret"): (secret_sample, 60),
    (POISSON, "drawn afresh for each release"): (fresh_sample, 60),
    ("amplification by sampling without replacement", "without its order"): (order_hidden, 150),
    ("amplification by sampling with replacement", "(eps, delta_k)-DP for groups of k"): (group_deltas, 60),
    ("group privacy", "e^eps >= 2"): (tight_group_factor, 200),
}
