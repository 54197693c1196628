"""A seed is told by the state of a generator, and by nothing else."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, errors
from assay.programs.seeds import generator_state
from assay.programs.sources import distribution
from assay.testing.distribution_assertion import assert_distribution
from tests.effort import fewer

INTEGERS = st.one_of(st.integers(0, 2**32), st.integers(0, 2**128), st.integers(0, 2**19_000))
SEEDS = st.one_of(INTEGERS, st.text(), st.binary(), st.floats(allow_nan=False))


@fewer(4)
@given(SEEDS, st.integers(0, 19_900))
def test_the_seed_of_python_is_found_and_gives_the_state_again(seed, drawn):
    made = random.Random(seed)
    state = made.getstate()
    made.getrandbits(32 * drawn)
    found = generator_state.seed_of(made.getstate()[1][:-1])
    assert found is not None
    assert random.Random(found).getstate() == state
    if isinstance(seed, int):
        assert found == seed


@fewer(4)
@given(st.integers(0, 2**32 - 1), st.integers(0, 9_900))
def test_the_seed_of_a_random_state_is_found(seed, drawn):
    made = np.random.RandomState(seed)
    made.random_sample(drawn)
    assert generator_state.fixed_seed(made) == f"the seed {seed}"


def unseeded():
    """Generators that were made without a seed."""
    bits = [np.random.PCG64, np.random.PCG64DXSM, np.random.MT19937, np.random.SFC64, np.random.Philox]
    yield from (random.Random(), random.SystemRandom(), random.Random(None))
    yield from (np.random.default_rng(), np.random.RandomState(), np.random.default_rng().spawn(3)[2])
    yield from (np.random.Generator(kind()) for kind in bits)
    yield np.random.default_rng(np.random.SeedSequence())
    yield np.random.RandomState(np.random.MT19937())


@pytest.mark.parametrize("drawn", [0, 1, 700, 30_000])
def test_what_has_no_seed_is_never_taken_for_one_that_has(drawn):
    for made in unseeded():
        for _ in range(drawn):
            made.random() if hasattr(made, "random") else made.random_sample()
        assert generator_state.fixed_seed(made) is None


@pytest.mark.parametrize(
    ("kind", "drawn"), [("PCG64", 0), ("PCG64DXSM", 3), ("MT19937", 700), ("SFC64", 5), ("Philox", 6)]
)
def test_a_state_that_was_put_into_another_generator_is_not_its_own(kind, drawn):
    bits = getattr(np.random, kind)
    made = np.random.Generator(bits())
    made.bit_generator.state = bits(7).state
    made.bit_generator.random_raw(drawn)
    assert generator_state.fixed_seed(made) == generator_state.BY_HAND


RNG = random.Random(5)


def kept(x):
    return x ^ (RNG.random() < 0.25)


def handed(x, rng=None):
    return x ^ int(rng.random() < 0.25)


def test_the_message_names_the_seed_the_place_and_the_way_out():
    with pytest.raises(errors.FixedSeed) as caught:
        distribution(kept, 0)
    for words in ("the seed 5", "the global variable RNG", "random.SystemRandom()", "rng="):
        assert words in str(caught.value)


@pytest.mark.parametrize("source", ["rng", "random:rng", "numpy:rng"])
def test_a_generator_that_is_an_argument_is_random_by_declaration(source):
    law = distribution(handed, 0, rng=source)
    assert law == Dist({0: "3/4", 1: "1/4"})


def test_samples_do_not_stand_in_where_a_seed_is_fixed():
    """They would look random."""
    with pytest.raises(errors.FixedSeed):
        assert_distribution(kept, {0: "3/4", 1: "1/4"}, 0, samples=1000)
