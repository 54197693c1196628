"""Searches for the lemmas on sampling and on groups."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

from assay import adjacency
from assay.amplification import (
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
from assay.dp import Dist, Mechanism, hockey_stick
from assay.exact import ln
from assay.testing.generated_mechanisms import dist, inner_fraction, kernel, level
from assay.theorems import compose_adaptively, group_factor, group_privacy

from .trial import Searches, Trial

SETS = [frozenset(s) for s in ((), (0,))]
ADD = adjacency.add_remove_one(kind="set")
REPLACE = adjacency.replace_one("sequence")


def secret_sample(rng: random.Random) -> tuple[bool, bool]:
    base, q, e = Mechanism(kernel(rng, SETS, range(3)), SETS, ADD), inner_fraction(rng), level(rng)
    bound = poisson_amplification(e, base.profile().exact(e), q)
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
    first = base.profile().exact(e)
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
    delta, far = chain.profile().exact(e), hockey_stick(rows[k], rows[0], 3 * e)
    return far <= group_factor(e, k) * delta, far <= (3 * e).exp() * delta


def another_base(rng: random.Random) -> tuple[bool, bool]:
    """A mechanism with its own delta, beside one with no guarantee."""
    q, e = inner_fraction(rng), level(rng)
    base, other = (Mechanism(kernel(rng, SETS, range(3)), SETS, ADD) for _ in range(2))
    bound = poisson_amplification(e, base.profile().exact(e), q)
    held = [
        subsample(m, poisson_sampling(q), SETS, ADD).delta(bound.epsilon) <= bound.delta
        for m in (base, other)
    ]
    return held[0], held[1]


def another_rate(rng: random.Random) -> tuple[bool, bool]:
    """A sample of the rate, beside one of a larger rate."""
    q, e, base = inner_fraction(rng), level(rng), Mechanism(kernel(rng, SETS, range(3)), SETS, ADD)
    bound = poisson_amplification(e, base.profile().exact(e), q)
    held = [
        subsample(base, poisson_sampling(r), SETS, ADD).delta(bound.epsilon) <= bound.delta
        for r in (q, (1 + q) / 2)
    ]
    return held[0], held[1]


def added_and_replaced(rng: random.Random) -> tuple[bool, bool]:
    """Neighbours by one record, beside neighbours where one is replaced."""
    rows: list[tuple[int, ...]] = [(), (0,), (1,)]
    near = adjacency.add_remove_one("multiset")
    laws = {x: Dist.bernoulli(Fraction(rng.randint(1, 15), 16)) for x in rows}
    base, q = Mechanism(laws, rows, near), inner_fraction(rng)
    bound = poisson_amplification(base.epsilon(), 0, q).epsilon
    sampled = subsample(base, poisson_sampling(q), rows, near)
    swapped = subsample(base, poisson_sampling(q), rows[1:], adjacency.replace_one("multiset"))
    return sampled.epsilon() <= bound, swapped.epsilon() <= bound


def directions(wanted: str) -> Trial:
    """The guarantee of the direction, beside that of the other one."""

    def trial(rng: random.Random) -> tuple[bool, bool]:
        q, e = inner_fraction(rng), level(rng)
        base = Mechanism(kernel(rng, SETS, range(3)), SETS, ADD)
        sampled = subsample(base, poisson_sampling(q), SETS, ADD)
        pairs = [(m.distribution(SETS[1]), m.distribution(SETS[0])) for m in (base, sampled)]
        (p, r), (p_sampled, r_sampled) = pairs
        forth, back = hockey_stick(p, r, e), hockey_stick(r, p, e)
        own, other = (forth, back) if wanted == "remove" else (back, forth)
        held = []
        for delta in (own, other):
            bound = poisson_amplification(e, delta, q, direction="remove" if wanted == "remove" else "add")
            seen = (p_sampled, r_sampled) if wanted == "remove" else (r_sampled, p_sampled)
            held.append(hockey_stick(*seen, bound.epsilon) <= bound.delta)
        return held[0], held[1]

    return trial


def unequal_draws(rng: random.Random) -> tuple[bool, bool]:
    """One of two records, equally likely, beside one that is drawn with another chance."""
    singles: list[tuple[int, ...]] = [(0,), (1,)]
    near = adjacency.replace_one("multiset")
    base = Mechanism({x: Dist.bernoulli(Fraction(rng.randint(1, 9), 10)) for x in singles}, singles, near)
    bound = without_replacement_amplification(base.epsilon(), 0, 1, 2).epsilon
    doubles: list[tuple[int, ...]] = list(product((0, 1), repeat=2))
    first = Fraction(rng.randint(5, 8), 8)

    def drawn(chance: Fraction) -> Mechanism[tuple[int, ...], bool]:
        return Mechanism(
            lambda x: Dist.mixture(
                [(chance, base.distribution(x[:1])), (1 - chance, base.distribution(x[1:]))]
            ),
            doubles,
            REPLACE,
        )

    return drawn(Fraction(1, 2)).epsilon() <= bound, drawn(first).epsilon() <= bound


def larger_groups(rng: random.Random) -> tuple[bool, bool]:
    """k steps of a generated chain, beside k + 1 steps."""
    e, k = level(rng), rng.randint(1, 3)
    rows = {i: dist(rng, range(2)) for i in range(k + 2)}
    chain = Mechanism(rows, range(k + 2), adjacency.explicit([(i, i + 1) for i in range(k + 1)]))
    bound = group_privacy(e, chain.profile().exact(e), k)
    held = [hockey_stick(rows[j], rows[0], bound.epsilon) <= bound.delta for j in (k, k + 1)]
    return held[0], held[1]


def private_steps(rng: random.Random) -> tuple[bool, bool]:
    """The delta of the steps, beside a quarter of it."""
    e, k = level(rng), rng.randint(1, 3)
    rows = {i: dist(rng, range(2)) for i in range(k + 1)}
    chain = Mechanism(rows, range(k + 1), adjacency.explicit([(i, i + 1) for i in range(k)]))
    bounds = [group_privacy(e, chain.profile().exact(e) / part, k) for part in (1, 4)]
    held = [hockey_stick(rows[k], rows[0], b.epsilon) <= b.delta for b in bounds]
    return held[0], held[1]


BOTH = "the two directions of amplification by Poisson sampling"
WITHOUT = "amplification by sampling without replacement"
POISSON = "amplification by Poisson sampling"
SEARCHES: Searches = {
    (POISSON, "an (eps, delta)-DP mechanism"): (another_base, 8),
    (POISSON, "a Poisson sample of rate q"): (another_rate, 20),
    (POISSON, "add/remove-one"): (added_and_replaced, 40),
    (BOTH, "P(S) <= e^eps R(S) + delta"): (directions("remove"), 30),
    (BOTH, "R(S) <= e^eps P(S) + delta"): (directions("add"), 30),
    (BOTH, "a sample of rate q"): (another_rate, 20),
    (WITHOUT, "a uniform m-subset"): (unequal_draws, 20),
    ("group privacy", "(eps, delta)-DP for one individual"): (private_steps, 40),
    ("group privacy", "for k of them"): (larger_groups, 60),
    (POISSON, "stays secret"): (secret_sample, 12),
    (POISSON, "drawn afresh for each release"): (fresh_sample, 15),
    ("amplification by sampling without replacement", "without its order"): (order_hidden, 90),
    ("amplification by sampling with replacement", "(eps, delta_k)-DP for groups of k"): (group_deltas, 30),
    ("group privacy", "e^eps >= 2"): (tight_group_factor, 60),
}
