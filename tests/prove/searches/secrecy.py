"""Searches for secrecy of the sample: a 1-DP mechanism on a Poisson sample is 2q-DP."""

from __future__ import annotations

import random
from fractions import Fraction

from assay import adjacency
from assay.amplification import poisson_sampling, release_sample, reuse_sample, subsample
from assay.dp import Mechanism
from assay.exact import Log, eps
from assay.testing.generated_mechanisms import dp_pair
from assay.theorems import compose_adaptively

from .sampling import ADD, SETS
from .trial import Searches

Base = Mechanism[frozenset[int], int]


def base(rng: random.Random, epsilon: int = 1) -> Base:
    """A mechanism on sets of at most one record."""
    return Mechanism(dict(zip(SETS, dp_pair(rng, eps(epsilon)), strict=True)), SETS, ADD)


def rate(rng: random.Random) -> Fraction:
    """A small rate, where the bound is close."""
    return Fraction(1, rng.randint(3, 30))


def of(m: Base, q: Fraction) -> Log:
    """The epsilon on a sample."""
    return subsample(m, poisson_sampling(q), SETS, ADD).epsilon()


def another_epsilon(rng: random.Random) -> tuple[bool, bool]:
    q = rate(rng)
    return of(base(rng), q) <= eps(2 * q), of(base(rng, 2), q) <= eps(2 * q)


def another_rate(rng: random.Random) -> tuple[bool, bool]:
    q, m = rate(rng), base(rng)
    return of(m, q) <= eps(2 * q), of(m, 3 * q / 2) <= eps(2 * q)


def shown_sample(rng: random.Random) -> tuple[bool, bool]:
    q, m = rate(rng), base(rng)
    return of(m, q) <= eps(2 * q), release_sample(m, poisson_sampling(q), SETS, ADD).epsilon() <= eps(2 * q)


def one_sample_for_two(rng: random.Random) -> tuple[bool, bool]:
    """Two releases, of a fresh sample each and of the same sample."""
    q, m = rate(rng), base(rng)
    sampled = subsample(m, poisson_sampling(q), SETS, ADD)
    reused = reuse_sample([m, m], poisson_sampling(q), SETS, ADD)
    fresh = compose_adaptively(sampled, lambda seen: sampled)
    return fresh.epsilon() <= eps(4 * q), reused.epsilon() <= eps(4 * q)


def replaced(rng: random.Random) -> tuple[bool, bool]:
    """Neighbours by one record, beside neighbours where one is replaced, 1-DP from the empty set."""
    rows: list[tuple[int, ...]] = [(), (0,), (1,)]
    q, (first, none), (second, _) = rate(rng), dp_pair(rng, eps(1)), dp_pair(rng, eps(1))
    near = adjacency.add_remove_one("multiset")
    laws = dict(zip(rows, (none, first, second), strict=True))
    m: Mechanism[tuple[int, ...], int] = Mechanism(laws, rows, near)
    if m.epsilon() > eps(1):
        return True, True
    held = subsample(m, poisson_sampling(q), rows, near)
    swapped = subsample(m, poisson_sampling(q), rows[1:], adjacency.replace_one("multiset"))
    return held.epsilon() <= eps(2 * q), swapped.epsilon() <= eps(2 * q)


LEMMA = "secrecy of the sample"
SEARCHES: Searches = {
    (LEMMA, "a 1-DP mechanism"): (another_epsilon, 20),
    (LEMMA, "a Poisson sample of rate q"): (another_rate, 30),
    (LEMMA, "stays secret"): (shown_sample, 10),
    (LEMMA, "drawn afresh for each release"): (one_sample_for_two, 30),
    (LEMMA, "add/remove-one"): (replaced, 60),
}
