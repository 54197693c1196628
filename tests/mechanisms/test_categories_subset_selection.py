"""Subset selection against the sampler that its source gives."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from assay import Dist, flip, ln, program, uniform
from assay.errors import InvalidValue
from assay.mechanisms import randomised_response_categories, subset_selection


@program
def selected(x, k, size, chance):
    """With the category, or without it; the rest is uniform."""
    others = [i for i in range(k) if i != x]
    if flip(chance):
        rest = list(combinations(others, size - 1))
        return tuple(sorted((x, *rest[uniform(len(rest))])))
    rest = list(combinations(others, size))
    return rest[uniform(len(rest))]


@pytest.mark.parametrize(("k", "size"), [(3, 1), (3, 2), (4, 2), (5, 3)])
def test_the_category_is_in_the_set_with_the_published_probability(k, size):
    m = subset_selection(k, ln(3), size=size)
    chance = Fraction(3 * comb(k - 1, size - 1), 3 * comb(k - 1, size - 1) + comb(k - 1, size))
    for x in range(k):
        assert m.distribution(x) == selected.distribution(x, k, size, chance)
    assert m.epsilon() == ln(3)


def test_one_category_is_randomised_response():
    one, other = subset_selection(4, ln(5), size=1), randomised_response_categories(4, ln(5))
    for x in range(4):
        assert one.distribution(x).map(lambda s: s[0]) == other.distribution(x)


def test_without_noise_the_set_holds_the_category():
    assert subset_selection(3, "inf", size=2).distribution(0) == Dist.uniform([(0, 1), (0, 2)])


@pytest.mark.parametrize("size", [0, 3, 4])
def test_a_set_of_all_or_none_is_refused(size):
    with pytest.raises(InvalidValue, match=f"size = {size}"):
        subset_selection(3, 1, size=size)
