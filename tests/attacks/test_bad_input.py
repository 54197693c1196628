"""Attacks refuse what they cannot use, by its name: counts, levels, masks, seeds, NaN, names of noise."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.attacks.fingerprinting import FingerprintingCode
from assay.attacks.fingerprinting_exact import worst_escape, worst_false_accusation
from assay.attacks.reconstruction import noisy_counts, true_answers
from assay.attacks.reconstruction_lp import linear_programming_adversary, random_queries
from assay.attacks.tracing import simulate_tracing
from assay.attacks.tracing_confidence import clopper_pearson, joint, quantile_bounds
from assay.attacks.tracing_noise import Noise
from assay.dp import Dist
from assay.errors import AssayError, FloatRefused, InvalidType, InvalidValue

CODE = FingerprintingCode(2, 2)
SEEDS = [1.5, None, "1", True, Fraction(1)]


@pytest.mark.parametrize("hits", [2.7, 2.0, "2", True, None, Fraction(2)])
def test_hits_are_a_count(hits):
    with pytest.raises(InvalidType, match="hits = "):
        clopper_pearson(hits, 10)
    with pytest.raises(InvalidType, match="trials = "):
        clopper_pearson(0, hits)


@pytest.mark.parametrize("hits", [-1, 11])
def test_hits_are_among_the_trials(hits):
    with pytest.raises(InvalidValue, match="hits = "):
        clopper_pearson(hits, 10)


@pytest.mark.parametrize("place", range(3))
def test_nan_has_no_quantile(place):
    values = [1.0, 2.0, 3.0]
    values[place] = math.nan
    with pytest.raises(InvalidValue, match=rf"values\[{place}\] is NaN"):
        quantile_bounds(values, "1/2")
    for wrong in ("1", None, True, 1j):
        values[place] = wrong
        with pytest.raises(InvalidType, match=rf"values\[{place}\] = "):
            quantile_bounds(values, "1/2")


def test_infinite_values_have_their_place():
    assert quantile_bounds([math.inf] * 20 + [-math.inf] * 20, "1/2", "1/2")[0] in (math.inf, -math.inf)


@pytest.mark.parametrize("kind", ["foo", "", None, 3, "Gaussian", "gaussian "])
def test_an_unknown_noise_is_refused_when_it_is_made(kind):
    with pytest.raises(InvalidValue, match="kind = "):
        Noise(kind, Fraction(1))


@pytest.mark.parametrize("scale", [0, -1, Fraction(-1, 2)])
def test_a_scale_is_positive(scale):
    with pytest.raises(InvalidValue, match="scale = "):
        Noise("laplace", scale)


def test_a_scale_is_exact():
    with pytest.raises(FloatRefused, match="scale"):
        Noise("laplace", 0.5)


@pytest.mark.parametrize("search", [worst_false_accusation, worst_escape])
def test_levels_are_answers(search):
    for levels, error, message in (
        ((), InvalidValue, "levels is empty"),
        ((0, 2), InvalidValue, r"levels\[1\] = 2 is outside"),
        ((0.5,), FloatRefused, "0.5"),
        (("x",), AssayError, "levels"),
        (3, InvalidType, "levels is 3"),
    ):
        with pytest.raises(error, match=message):
            search(CODE, levels=levels)
    assert search(CODE, levels=(-1, 1, 1, -1)) == search(CODE, levels=(-1, 1))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_seed_is_an_int(seed):
    with pytest.raises(InvalidType, match="seed = "):
        random_queries(4, 2, seed)
    with pytest.raises(InvalidType, match="seed = "):
        simulate_tracing(CODE, None, trials=1, seed=seed)


def test_a_simulation_needs_a_code_and_a_noise():
    with pytest.raises(InvalidType, match="code is"):
        simulate_tracing("code", None, trials=1)
    with pytest.raises(InvalidType, match="noise is"):
        simulate_tracing(CODE, "laplace", trials=1)
    with pytest.raises(InvalidType, match=r"queries = 2\.5"):
        random_queries(4, 2.5, 1)


@pytest.mark.parametrize(
    ("masks", "error"),
    [
        ([-1], InvalidValue),
        ([8], InvalidValue),
        ([], InvalidValue),
        ([1.0], InvalidType),
        ([True], InvalidType),
        (["1"], InvalidType),
        (3, InvalidType),
        ("12", InvalidType),
    ],
)
def test_a_query_is_a_bit_mask_over_the_rows(masks, error):
    with pytest.raises(error, match="queries"):
        true_answers((0, 1, 1), masks)
    with pytest.raises(error, match="queries"):
        noisy_counts(3, masks, Dist.point(0))
    with pytest.raises(error, match="queries"):
        linear_programming_adversary(masks, [1], 3)


@given(st.sampled_from(["1/2", "9/10", "99/100"]), st.integers(1, 5), st.integers(1, 6))
def test_joint_intervals_hold_together(confidence, k, trials):
    """k intervals for independent counts, by the distribution of all of them: exact."""
    level = joint(confidence, k)
    assert 1 - k * (1 - level) == level - (k - 1) * (1 - level) == 1 - (1 - Fraction(confidence))
    p = Fraction(1, 3)
    missed = Fraction(0)
    for hits in range(trials + 1):
        found = clopper_pearson(hits, trials, level)
        if not found.low <= p <= found.high:
            missed += math.comb(trials, hits) * p**hits * (1 - p) ** (trials - hits)
    assert 1 - (1 - missed) ** k <= k * missed <= 1 - Fraction(confidence)


def test_the_four_intervals_of_a_simulation_are_joint():
    found = simulate_tracing(CODE, None, trials=50, confidence="9/10")
    for one in (found.accurate, found.traced, found.accused, found.falsely):
        assert one == clopper_pearson(one.hits, 50, "39/40")


def test_a_bound_where_the_chance_is_exactly_what_may_be_missed():
    """P(Bin(4, 1/2) >= 4) = 1/16 = (1 - 7/8)/2."""
    found = clopper_pearson(4, 4, "7/8")
    assert Fraction(1, 2) - Fraction(1, 2**19) <= found.low <= Fraction(1, 2)
