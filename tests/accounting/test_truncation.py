"""Cut batches with discrete noise, against the distributions over all samples and all subsets of them."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import mpmath
import pytest

from assay.accounting import Accountant
from assay.accounting.truncation import truncated_noise
from assay.errors import InvalidValue

mp = mpmath.mp.clone()
mp.dps = 30
FAR = 60


def sums(data, rate, batch):
    """The distribution of the sum of a sample, cut to a uniform subset of `batch` of it."""
    found = Counter()
    for count in range(len(data) + 1):
        for sample in combinations(range(len(data)), count):
            chance = rate**count * (1 - rate) ** (len(data) - count)
            kept = list(combinations(sample, batch)) if count > batch else [sample]
            for each in kept:
                found[sum(data[i] for i in each)] += chance / len(kept)
    return found


def outputs(weights, data, rate, batch):
    """With noise of these weights on -FAR, ..., FAR."""
    found = Counter()
    for total, chance in sums(data, rate, batch).items():
        for z, weight in weights.items():
            found[z + total] += mp.mpf(chance.numerator) / chance.denominator * weight
    return found


def delta(p, q, epsilon):
    return mp.fsum(max(x - mp.exp(epsilon) * q[z], 0) for z, x in p.items())


NOISE = {
    "truncated-discrete-laplace scale=1": lambda z: mp.exp(-abs(z)),
    "truncated-discrete-gaussian sigma=2": lambda z: mp.exp(-mp.mpf(z * z) / 8),
}


@pytest.mark.parametrize("adjacency", ["add-remove-one", "replace-one"])
@pytest.mark.parametrize("word", NOISE)
@pytest.mark.parametrize("seed", range(5))
def test_no_data_sets_are_above(word, adjacency, seed):
    source = random.Random(seed)
    weights = {z: NOISE[word](z) for z in range(-FAR, FAR + 1)}
    weights = {z: w / mp.fsum(weights.values()) for z, w in weights.items()}
    size, rate = source.randint(2, 5), Fraction(source.randint(1, 9), 10)
    batch = source.randint(1, size)
    others = [source.choice((-1, 1)) for _ in range(size - 1)]
    data = [*others, 1], ([*others, -1] if adjacency == "replace-one" else others)
    p, q = (outputs(weights, each, rate, batch) for each in data)
    accountant = Accountant(adjacency).compose(f"{word} q={rate} size={size} batch={batch}")
    for epsilon in (0, 1):
        truth = max(delta(p, q, epsilon), delta(q, p, epsilon)) - mp.mpf("1e-15")
        upper = accountant.delta(epsilon).upper
        assert truth <= mp.mpf(upper.numerator) / upper.denominator


@pytest.mark.parametrize("word", ["laplace scale=2", "discrete-laplace scale=2", "discrete-gaussian sigma=2"])
@pytest.mark.parametrize("adjacency", ["add-remove-one", "replace-one"])
def test_where_nothing_is_cut_it_is_poisson_sampling(word, adjacency):
    cut = Accountant(adjacency).compose(f"truncated-{word} q=1/10 size=50 batch=50")
    same = Accountant(adjacency).compose(f"{word} q=1/10")
    assert cut.delta("1/10").ends == same.delta("1/10").ends


def test_what_is_refused():
    with pytest.raises(InvalidValue, match="zero-out"):
        truncated_noise(lambda moves: None, Fraction(1, 2), 3, 2, "zero-out")
    with pytest.raises(InvalidValue, match="leave group out"):
        Accountant().compose("truncated-laplace scale=1 q=1/2 size=4 batch=2 group=2")
    with pytest.raises(InvalidValue, match="no batch"):
        Accountant().compose("truncated-laplace scale=1 q=1/2 size=4")
