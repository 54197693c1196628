"""The smooth sensitivity of the median against its definition, and local sensitivity instead."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from assay import INFINITY, Mechanism, ln
from assay.errors import FloatRefused, InvalidValue
from assay.mechanisms import noise
from assay.queries import smooth_sensitivity_median_clamped
from assay.queries.quantile import smooth_sensitivity_of_the_median


def median(x):
    return sorted(x)[len(x) // 2]


def hamming(x, y):
    return sum(a != b for a, b in zip(x, y, strict=True))


def local_sensitivity(x, values):
    others = product(values, repeat=len(x))
    return max(abs(median(x) - median(y)) for y in others if hamming(x, y) == 1)


@pytest.mark.parametrize("base", [1, "3/2", 2, 10])
@pytest.mark.parametrize(("n", "values"), [(1, range(3)), (3, range(3)), (3, range(-1, 3))])
def test_it_is_the_largest_discounted_local_sensitivity(n, values, base):
    inputs = list(product(values, repeat=n))
    local = {x: local_sensitivity(x, values) for x in inputs}
    for x in inputs:
        smooth = max(local[y] / Fraction(base) ** hamming(x, y) for y in inputs)
        assert smooth_sensitivity_of_the_median(x, base, (values[0], values[-1])) == smooth


def test_noise_follows_it():
    m = smooth_sensitivity_median_clamped(3, ln(4), base=2)
    scale = smooth_sensitivity_of_the_median((0, 0, 0), 2, (0, 2))
    assert scale == 1
    assert m.distribution((0, 0, 0)) == noise.two_sided_geometric_clamped(ln(2), 0, 2)
    assert m.epsilon() < INFINITY


def test_local_sensitivity_gives_the_data_away():
    m = smooth_sensitivity_median_clamped(3, ln(4))

    def released(x):
        local = local_sensitivity(x, range(3))
        rate = ln(2) / local if local else INFINITY
        return noise.two_sided_geometric_clamped(rate, 0, 2, centre=median(x))

    wrong = Mechanism(released, m.domain, m.adjacency)
    assert wrong.epsilon() == INFINITY
    assert wrong.delta(ln(4)) > m.delta(ln(4))


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: smooth_sensitivity_median_clamped(2, 1), InvalidValue, "give an odd number"),
        (lambda: smooth_sensitivity_median_clamped(3, 1, base="1/2"), InvalidValue, "base = 1/2"),
        (lambda: smooth_sensitivity_median_clamped(3, 1, base=1.5), FloatRefused, "base = 1.5"),
        (lambda: smooth_sensitivity_median_clamped(3, 1, values=(2, 0)), InvalidValue, "empty"),
    ],
)
def test_bad_parameters_are_refused(make, error, words):
    with pytest.raises(error) as caught:
        make()
    assert words in str(caught.value)
