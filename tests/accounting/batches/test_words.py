"""Words for ways of choosing batches: what they are read as, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay.accounting import Rounds, calibrate, read_round
from assay.accounting.batches.allocation import Allocated
from assay.accounting.batches.words import WORDS
from assay.accounting.densities import Gaussian
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


def test_min_separation_is_between_its_first_step_and_known_steps():
    found = Rounds([read_round("min-separation sigma=1 q=0.1 gap=4 steps=10")]).delta(1)
    least = Rounds([read_round("gaussian sigma=1 q=0.1")]).delta(1)
    most = Rounds([read_round("gaussian sigma=1 k=3")]).delta(1)
    assert found.lower <= least.upper
    assert least.lower <= found.upper
    assert found.lower <= most.upper
    assert most.lower <= found.upper
    assert "first step" in found.note


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
