"""The assertion of a distribution: on the tape, by samples, and what it never believes."""

from __future__ import annotations

import random
import secrets

import pytest

from assay import Dist
from assay.errors import InvalidValue, NondeterministicProgram
from assay.testing.blackbox import Seeded
from assay.testing.distribution_assertion import assert_distribution as check_distribution
from assay.testing.pytest_plugin import assert_distribution
from tests.testing.test_assertions import DIE, hidden, roll, run_snippet, text_of, urandom


def modulo_roll():
    """A die from three bits, not fair."""
    return random.getrandbits(3) % 6 + 1


def many_valued():
    """A float whose every bit is an output: the tape refuses it."""
    return random.random()


def two_draws():
    """Two uniform floats, which the tape does not compare."""
    return random.random() < random.random()


def test_a_distribution_on_the_tape():
    assert assert_distribution(roll, DIE).exact
    text = text_of(assert_distribution, modulo_roll, DIE)
    assert "REFUTED: modulo_roll does not have the promised distribution" in text
    assert "1/4 = 0.25" in text
    assert "1/6 = 0.166666666667..." in text
    run_snippet(text)


def test_an_open_mass_has_to_be_allowed():
    def forever():
        n = 0
        while secrets.randbelow(2):
            n += 1
        return min(n, 1)

    law = Dist({0: "1/2", 1: "1/2"})
    assert "UNDECIDED" in text_of(assert_distribution, forever, law)
    assert assert_distribution(forever, law, open_mass="1e-18").bounds.open_mass > 0
    text_of(assert_distribution, forever, Dist({0: "1/4", 1: "3/4"}), open_mass="1e-18")


def test_samples_where_the_tape_declines():
    fair = {"a": "1/2", "b": "1/2"}
    coin = Seeded(lambda seed: (lambda rng: lambda: rng.choice("ab"))(random.Random(seed)), 3)
    assert not assert_distribution(coin, fair, samples=2000).contradicted
    text = text_of(assert_distribution, coin, {"a": "1/4", "b": "3/4"}, false_alarm="1e-6")
    assert "CONTRADICTED" in text
    assert "with the seed 3" in text
    assert "CONTRADICTED, certainly" in text_of(assert_distribution, coin, {"a": 1})
    with pytest.raises(InvalidValue, match="samples only"):
        assert_distribution(coin, fair, method="tape")
    with pytest.raises(NondeterministicProgram):
        assert_distribution(hidden, {0: "1/2", 1: "1/2"}, method="tape")


def test_one_output_without_a_known_source_is_not_believed_to_be_the_law():
    assert not assert_distribution(urandom, {0: "1/2", 1: "1/2"}, samples=500).contradicted
    for wrong in ({0: 1}, {1: 1}):
        assert "CONTRADICTED, certainly" in text_of(assert_distribution, urandom, wrong, samples=500)
    assert not assert_distribution(lambda: 3, {3: 1}, samples=10).contradicted
    with pytest.raises(NondeterministicProgram, match="open, a file, is named"):
        assert_distribution(urandom, {0: "1/2", 1: "1/2"}, method="tape")


def test_samples_where_the_tape_refuses():
    half = {True: "1/2", False: "1/2"}
    told = []
    found = check_distribution(two_draws, half, samples=2000, notify=told.append)
    assert not found.contradicted
    assert "two uniform draws" in told[0]
    assert "CONTRADICTED" in text_of(
        assert_distribution, two_draws, {True: "1/10", False: "9/10"}, samples=2000
    )
    assert "UNDECIDED" in text_of(assert_distribution, two_draws, half, method="tape")


def test_no_hint_names_a_setting_under_which_a_wrong_sampler_passes():
    for text in (
        text_of(assert_distribution, two_draws, {True: 1}, method="tape"),
        text_of(assert_distribution, many_valued, {0.5: 1}, method="tape"),
    ):
        assert "open_mass=" not in text
        assert "deterministic" not in text
