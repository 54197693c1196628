"""Noisy histograms: independent cells, and the exact epsilon of good and faulty versions."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, adjacency, eps, ln
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.mechanisms import noise
from assay.queries import bad_noisy_histogram_clamped, noisy_histogram_clamped

rates = st.sampled_from([ln(2), ln(3), eps("1/2"), eps(1)])


@given(rates, st.integers(1, 2), st.integers(1, 3), st.integers(1, 2))
def test_histogram_cells_are_independent(e, cells, largest, step):
    m = noisy_histogram_clamped(e, cells=cells, largest=largest, sensitivity=step)
    assert m.domain == tuple(product(range(largest + 1), repeat=cells))
    for x in m.domain:
        one = [noise.two_sided_geometric_clamped(e / step, 0, largest, centre=c) for c in x]
        assert m.distribution(x) == Dist.product(*one)


@given(rates, st.integers(1, 2))
def test_exact_epsilon_of_histograms(e, cells):
    assert noisy_histogram_clamped(e, cells=cells).epsilon() == e
    assert noisy_histogram_clamped(e, cells=cells, sensitivity=2).epsilon() == e
    assert noisy_histogram_clamped(e, cells=cells, release=(-1, 3)).epsilon() == e


@given(st.fractions(min_value=Fraction(1, 4), max_value=3, max_denominator=4))
def test_the_inverted_rate_is_wrong_exactly_below_one(e):
    m = bad_noisy_histogram_clamped(e, cells=1)
    assert m.epsilon() == 1 / e
    assert (m.epsilon() > e) == (e < 1)
    assert noisy_histogram_clamped(e, cells=1).epsilon() == e


def test_replacing_a_row_moves_two_counts():
    replaced = adjacency.explicit([((1, 0), (0, 1))])
    assert noisy_histogram_clamped(1, largest=1, adjacency=replaced).epsilon() == 2
    assert noisy_histogram_clamped(1, largest=1, sensitivity=2, adjacency=replaced).epsilon() == 1


@pytest.mark.parametrize(
    ("build", "error", "words"),
    [
        (lambda: noisy_histogram_clamped(1, cells=0), InvalidValue, "cells = 0"),
        (lambda: noisy_histogram_clamped(1, largest=0), InvalidValue, "largest = 0"),
        (lambda: noisy_histogram_clamped(1, sensitivity=0), InvalidValue, "sensitivity = 0"),
        (lambda: noisy_histogram_clamped(1, release=(1, 0)), InvalidValue, "is empty"),
        (lambda: noisy_histogram_clamped(-1), InvalidValue, "epsilon = -1"),
        (lambda: noisy_histogram_clamped(0.5), FloatRefused, "epsilon = 0.5"),
        (lambda: bad_noisy_histogram_clamped(0), InvalidValue, "epsilon = 0 (Fraction) must be positive"),
        (lambda: bad_noisy_histogram_clamped(ln(3)), InvalidType, "epsilon"),
        (lambda: bad_noisy_histogram_clamped(0.5), FloatRefused, "epsilon = 0.5"),
    ],
)
def test_bad_parameters_are_refused(build, error, words):
    with pytest.raises(error) as caught:
        build()
    assert words in str(caught.value)
