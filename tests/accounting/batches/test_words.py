"""Words for ways of choosing batches: what they are read as, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import exp

import numpy as np
import pytest

from assay.accounting import Rounds, calibrate, read_round
from assay.accounting.batches.allocation import Allocated
from assay.accounting.batches.words import WORDS
from assay.accounting.densities import Gaussian
from assay.accounting.large_deviations import Deviations
from assay.accounting.one_direction import OneDirection
from assay.accounting.question import ROUGH, Budget
from assay.composition.round import EITHER, Round
from assay.errors import InvalidValue


def same(text, other, adjacency="add-remove-one"):
    (one, k), (two, m) = read_round(text, adjacency), read_round(other, adjacency)
    return k == m and one.pairs == two.pairs


def test_what_words_are_the_same_as():
    assert same("fixed-order sigma=2 sensitivity=3 k=4", "gaussian sigma=2 sensitivity=3 k=4")
    assert same("fixed-order sigma=2", "gaussian sigma=2", "replace-one")
    assert same("cyclic-poisson sigma=2 q=0.1 cycle=4 steps=30 k=2", "gaussian sigma=2 q=0.1 k=16")
    assert same("cyclic-poisson sigma=2 q=0.1 cycle=4 steps=30", "gaussian sigma=2 q=0.1 k=8", "replace-one")
    assert same("user-level sigma=2 q=0.1 records=3 k=5", "gaussian sigma=2 q=0.1 group=3 k=5")
    assert same("several-owners sigma=2 q=0.1 records=3", "user-level sigma=2 q=0.1 records=3")
    assert same("balls-in-bins sigma=2 bins=7 k=5", "random-allocation sigma=2 steps=7 k=5")
    assert same("random-allocation sigma=2 steps=23 uses=3 k=2", "random-allocation sigma=2 steps=7 k=6")
    assert same("random-allocation sigma=2 steps=1", "gaussian sigma=2")
    assert same("min-separation sigma=2 q=0.1 gap=4 steps=1", "gaussian sigma=2 q=0.1")


def test_bins_thrown_once_are_one_epoch_of_the_summed_distance():
    found, count = read_round("balls-in-bins sigma=2 bins=7 thrown=once k=8")
    assert count == 1
    assert found.pairs == Round.of(Allocated(Gaussian(2), 7)).pairs
    assert read_round("balls-in-bins sigma=2 bins=7 thrown=once k=0")[1] == 0


def separated_profile(mu, q, gap, steps, y):
    """(sup P - y Q when the record is removed, when it is added), by sums over a grid; right to 1e-3."""
    axes = np.arange(-7, 7 + mu, 0.1 if steps > 2 else 0.02)
    normal = np.exp(-(axes**2) / 2)
    normal /= normal.sum()
    grids = np.meshgrid(*[axes] * steps, indexing="ij")
    weights = np.ones([1] * steps)
    for i in range(steps):
        weights = weights * normal.reshape([-1 if n == i else 1 for n in range(steps)])
    ratio = np.zeros_like(grids[0])
    for pattern in product((0, 1), repeat=steps):
        chance, free = 1.0, 0
        for s, joins in enumerate(pattern):
            now = q if s >= free else 0.0
            chance *= now if joins else 1 - now
            free = s + gap if joins else free
        moved = [np.exp(mu * grids[s] - mu**2 / 2) for s, joins in enumerate(pattern) if joins]
        ratio += chance * (np.prod(moved, axis=0) if moved else 1.0)
    removed = float((weights * np.maximum(ratio - y, 0)).sum())
    return removed, float((weights * np.maximum(1 - y * ratio, 0)).sum())


@pytest.mark.parametrize(
    ("sigma", "q", "gap", "steps"),
    [(1, "1/2", 2, 2), (1, "1/10", 2, 3), (2, "1/3", 3, 3), (1, "9/10", 2, 3), (1, "1/5", 2, 3)],
)
def test_min_separation_is_between_two_products_of_samples(sigma, q, gap, steps):
    round_, count = read_round(f"min-separation sigma={sigma} q={q} gap={gap} steps={steps}")
    for epsilon in ("0", "1/2", "1"):
        truths = separated_profile(1 / sigma, float(Fraction(q)), gap, steps, exp(float(Fraction(epsilon))))
        for direction, truth in zip(("remove", "add"), truths, strict=True):
            found = Rounds([(round_, count)]).only(direction).delta(epsilon)
            assert found.lower <= truth * 1.001 + 1e-6
            assert found.upper >= truth * 0.999 - 1e-6


def test_rates_that_are_too_high_for_separated_steps_are_noticed():
    truth = separated_profile(1.0, 0.5, 2, 3, 1.0)[0]
    wrong = Rounds([read_round("gaussian sigma=1 q=1/2 k=3")]).delta(0)
    assert wrong.lower > truth * 1.001 + 1e-6


def test_the_ends_of_min_separation_are_near_each_other():
    found = Rounds([read_round("min-separation sigma=1 q=1/100 gap=4 steps=100")]).epsilon("1e-5")
    assert found.upper < 2 * found.lower
    assert "rarer sample" in found.note
    many = Rounds([read_round("min-separation sigma=1 q=9/10 gap=4 steps=100")]).epsilon("1e-5")
    assert many.upper < 34
    assert "first step" in many.note


def test_shuffling_with_replacement_has_one_direction():
    assert list(read_round("shuffled sigma=1 batches=4", "replace-one")[0].pairs) == [EITHER]


@pytest.mark.parametrize(
    ("text", "adjacency", "reason"),
    [
        ("random-allocation sigma=1 steps=4", "replace-one", "drawn at random"),
        ("balls-in-bins sigma=1 bins=4", "replace-one", "drawn at random"),
        ("min-separation sigma=1 q=0.1 gap=2 steps=4", "replace-one", "drawn at random"),
        ("user-level sigma=1 q=0.1 records=2", "replace-one", "drawn at random"),
        ("random-allocation sigma=1 steps=4 uses=5", "add-remove-one", "larger than steps"),
        ("random-allocation sigma=1 steps=0", "add-remove-one", "whole number"),
        ("random-allocation sigma=1 steps=99999999", "add-remove-one", "give fewer"),
        ("random-allocation sigma=1", "add-remove-one", "has no steps; add one, for example steps=100"),
        ("random-allocation sigma=1 steps=4 q=0.5", "add-remove-one", "none of sigma"),
        ("balls-in-bins sigma=1 bins=4 thrown=twice", "add-remove-one", "neither anew nor once"),
        ("cyclic-poisson sigma=1 q=0 cycle=2 steps=4", "add-remove-one", "nobody takes part"),
        ("cyclic-poisson sigma=1 q=2 cycle=2 steps=4", "add-remove-one", "q"),
        ("user-level sigma=1 q=0.1 records=2000", "add-remove-one", "fewer records"),
        ("fixed-order sigma=0", "add-remove-one", "sigma"),
        ("shuffled sigma=1 batches=x", "add-remove-one", "whole number"),
        ("fixed-order sigma=1 k=1.5", "add-remove-one", "whole number"),
    ],
)
def test_what_no_theorem_covers_is_refused(text, adjacency, reason):
    with pytest.raises(InvalidValue, match=reason):
        read_round(text, adjacency)


def test_every_word_names_its_parameters_once():
    for word in WORDS.values():
        names = (*word.required, *word.optional)
        assert len(set(names)) == len(names)
        assert "k" in names


@pytest.mark.slow
def test_calibration():
    found = calibrate("random-allocation sigma=? steps=20", epsilon=1, delta="1e-4", width="1/20")
    low, high = (
        Rounds([read_round(f"random-allocation sigma={value} steps=20")]).delta(1, "1/100")
        for value in (found.refuted, found.safe)
    )
    assert high.lower <= Fraction(1, 10**4) <= low.upper
    found = calibrate("random-allocation sigma=1 steps=?", epsilon=1, delta="1e-3")
    assert found.safe - found.refuted == 1
    with pytest.raises(InvalidValue, match="different theorems"):
        calibrate("shuffled sigma=? batches=20", epsilon=1, delta="1e-4")


@pytest.mark.parametrize("noise", ["sigma=1e-900", "sigma=1 sensitivity=1e900", "sigma=1e900"])
def test_noise_beyond_floats_has_a_pair_all_the_same(noise):
    found, count = read_round(f"min-separation {noise} q=1/100 gap=4 steps=100")
    assert count == 1
    assert found.pairs


def test_very_many_epochs_are_not_private():
    count = read_round(f"balls-in-bins sigma=1 bins=100 k={10**60}")[1]
    # by rounding to the nearest float, its masses once were 1 - 1e-29
    above, _ = Allocated(Gaussian.of(1), 100, is_reversed=True).sides(12, 288, True)
    found = Deviations.of(OneDirection([(above, count)], Budget())._question(ROUGH, None, Fraction(1, 10**5)))
    assert found.answer().upper > 10**50


@pytest.mark.parametrize("count", ["10^8", "1e8", "10**8", "100000000.0", "2^8*5^8"])
def test_a_whole_number_is_read_in_every_spelling(count):
    assert read_round(f"gaussian sigma=1 k={count}")[1] == 10**8


@pytest.mark.parametrize(
    "wrong", ["-1", "x", "1/2", "1e-1", "1_000", "\u0661", "1e999999999", "ln2", "exp(0)/2"]
)
@pytest.mark.parametrize("text", ["balls-in-bins sigma=1 bins=100 k=", "random-allocation sigma=1 steps="])
def test_what_is_no_whole_number_is_refused(text, wrong):
    with pytest.raises(InvalidValue, match=r"is not a whole number >= ."):
        read_round(text + wrong)
