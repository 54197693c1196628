"""The distributions of unmodified samplers: against closed forms, brute force, and without merging."""

from __future__ import annotations

import math
import random
import secrets
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import assay
from assay import Dist, adjacency, exp, ln
from assay.programs.sources import distribution, mechanism, sampled

from . import samplers


def test_the_sources_of_python_are_uniform():
    die = Dist.uniform(range(1, 7))
    assert distribution(lambda: random.randint(1, 6)) == die
    assert distribution(lambda: secrets.randbelow(6) + 1) == die
    assert distribution(lambda: random.SystemRandom().choice([1, 2, 3, 4, 5, 6])) == die
    assert distribution(lambda: random.Random().randrange(1, 7)) == die
    assert distribution(lambda: random.sample(range(1, 7), 1)[0]) == die
    assert distribution(lambda: int(np.random.default_rng().integers(1, 7))) == die
    assert distribution(lambda: int(np.random.randint(1, 7))) == die


def test_a_shuffle_is_a_uniform_order():
    def shuffled():
        items = [1, 2, 3]
        random.shuffle(items)
        return tuple(items)

    assert distribution(shuffled) == distribution(lambda: tuple(np.random.permutation([1, 2, 3])))
    assert len(distribution(shuffled)) == 6
    assert set(dict(distribution(shuffled).items()).values()) == {assay.number("1/6")}


def test_bits_of_one_draw_are_independent():
    def two_bits():
        x = random.getrandbits(64)
        return x & 1, (x >> 1) & 1, x >> 63

    assert distribution(two_bits) == Dist.uniform(list(product((0, 1), repeat=3)))


def test_bytes_are_numbers():
    import os

    def below():
        return int.from_bytes(os.urandom(8), "little") < 2**62

    assert distribution(below)[True] == Fraction(1, 4)
    assert distribution(lambda: os.urandom(1)[0] % 4) == Dist.uniform(range(4))


def test_a_threshold_has_the_probability_of_the_float():
    # u = i/2^53 < 0.1 has as many solutions as 0.1 * 2^53, rounded up
    solutions = math.ceil(Fraction(0.1) * 2**53)
    assert distribution(samplers.threshold, 0.1)[True] == Fraction(solutions, 2**53)


def test_a_leak_of_2_to_the_minus_30_is_seen():
    law = distribution(samplers.leaking, True)
    assert law[True] - law[False] == Fraction(1, 2**30)
    m = mechanism(samplers.leaking, [False, True], adjacency.all_pairs())
    assert m.total_variation() == Fraction(1, 2**30)
    assert not m.audit(epsilon=0).holds


@pytest.mark.parametrize("scale", [1, 2])
def test_a_discrete_laplace_sampler_has_its_law(scale):
    law = sampled(samplers.discrete_laplace, scale)
    assert 0 < law.bounds.open_mass < Fraction(1, 2**60)
    q = exp(Fraction(-1, scale))
    for z in range(-4, 5):
        low, high = law.bounds.prob_bounds([z])
        assert low <= (1 - q) / (1 + q) * q ** abs(z) <= high


@pytest.mark.slow
def test_a_discrete_gaussian_sampler_has_its_law():
    law = sampled(samplers.discrete_gaussian, 1)
    assert 0 < law.bounds.open_mass < Fraction(1, 2**60)
    # p(z) / p(0) = e^(-z^2/2), so the ratio of the bounds must contain it
    low, high = law.bounds.prob_bounds([0])
    for z in range(-3, 4):
        below, above = law.bounds.prob_bounds([z])
        assert below <= high * exp(Fraction(-z * z, 2))
        assert above >= low * exp(Fraction(-z * z, 2))


def test_a_walk_between_walls_is_solved_exactly():
    law = sampled(samplers.capped_walk, 0)
    assert law.exact
    assert law.distribution() == Dist({0: Fraction(3, 5), 5: Fraction(2, 5)})


@pytest.mark.slow
def test_a_walk_without_merging_stays_open():
    law = sampled(samplers.capped_walk, 0, merge=False, max_runs=300)
    assert not law.exact
    assert law.bounds.lower[0] <= Fraction(3, 5) <= law.bounds.lower[0] + law.bounds.open_mass


def test_a_sampler_as_a_mechanism_is_tight():
    m = mechanism(
        lambda b: b if random.random() < 0.75 else not b, [False, True], adjacency.all_pairs(), name="rr"
    )
    assert m.epsilon() == ln(3)
    assert m.audit(epsilon=ln(3)).holds


def test_a_source_is_given_by_name():
    def python(rng):
        return rng.random() < 0.25

    def numpys(rng):
        assert isinstance(rng, np.random.Generator)
        return bool(rng.random() < 0.25)

    assert distribution(python, rng="rng") == distribution(numpys, rng="numpy:rng") == Dist.bernoulli("1/4")


def test_a_source_by_any_other_name_is_refused():
    with pytest.raises(assay.errors.InvalidValue, match="numpy:NAME"):
        distribution(lambda rng: rng.random() < 0.5, rng="numpy:")


# Generated samplers: brute force over all outcomes of the draws is the judge

INSTRUCTIONS = st.lists(
    st.tuples(st.sampled_from(["add", "loop", "if", "call", "retry"]), st.integers(1, 3)),
    min_size=1,
    max_size=4,
)


def helper(n: int) -> int:
    """A call with a distribution of its own."""
    total = 0
    for _ in range(n):
        total += random.randrange(2)
    return total


def machine(code: list[tuple[str, int]]) -> int:
    """Runs a little program whose instructions draw."""
    x = 0
    for name, n in code:
        if name == "add":
            x += random.randrange(n)
        elif name == "loop":
            for _ in range(n):
                x = 2 * x + random.getrandbits(1)
        elif name == "if":
            if random.random() < n / 4:
                x += 1
        elif name == "call":
            x -= helper(n)
        else:
            while True:
                y = random.randrange(4)
                if y != n:
                    break
            x += y
    return x


def exactly(code: list[tuple[str, int]]) -> Dist[int]:
    """The distribution of `machine`, step by step from its definition."""
    law = Dist.point(0)
    coin = Dist.uniform([0, 1])
    for name, n in code:
        if name == "add":
            law = Dist.product(law, Dist.uniform(range(n))).map(sum)
        elif name == "loop":
            for _ in range(n):
                law = Dist.product(law, coin).map(lambda xy: 2 * xy[0] + xy[1])
        elif name == "if":
            law = Dist.product(law, Dist({1: Fraction(n, 4), 0: 1 - Fraction(n, 4)})).map(sum)
        elif name == "call":
            for _ in range(n):
                law = Dist.product(law, coin).map(lambda xy: xy[0] - xy[1])
        else:
            law = Dist.product(law, Dist.uniform([y for y in range(4) if y != n])).map(sum)
    return law


@pytest.mark.slow
@settings(max_examples=20)
@given(INSTRUCTIONS)
def test_generated_samplers_have_their_laws(code):
    assert distribution(machine, code) == exactly(code)


@pytest.mark.slow
@settings(max_examples=20)
@given(INSTRUCTIONS.filter(lambda code: all(name != "retry" for name, _ in code)))
def test_merging_changes_nothing(code):
    assert distribution(machine, code, merge=False) == distribution(machine, code)


@pytest.mark.slow
def test_float_noise_ends_and_so_tells():
    """The shipped example: finite tails make epsilon infinite, and the distribution is complete."""
    from assay.examples.float_noise import noisy_count

    m = mechanism(noisy_count, [0, 1], adjacency.all_pairs())
    assert m.epsilon() == assay.INFINITY
    assert 0 < m.delta(ln(2)) <= Fraction(1, 2**53)
    assert max(m.distribution(0).support) == 53
