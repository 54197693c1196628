"""The discrete Gaussian in one and several dimensions: weights, neighbours, and the loss by its formula."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay import Dist, exp
from assay.errors import FloatRefused, InvalidValue
from assay.mechanisms import discrete_gaussian_truncated, discrete_gaussian_vectors_truncated


@pytest.mark.parametrize("variance", [1, "1/2", 3])
def test_the_weights_are_those_of_the_formula(variance):
    m = discrete_gaussian_truncated(variance, -1, 2)
    for x in m.domain:
        weights = {y: exp(Fraction(-((y - x) ** 2), 2) / Fraction(variance)) for y in range(-1, 3)}
        assert m.distribution(x) == Dist.from_weights(weights)


def test_coordinates_are_independent():
    one, two = discrete_gaussian_truncated(2, 0, 1), discrete_gaussian_vectors_truncated(2, 2, 0, 1)
    for x in two.domain:
        assert two.distribution(x) == Dist.product(*(one.distribution(c) for c in x))


def test_neighbours_are_near_in_the_euclidean_norm():
    near = discrete_gaussian_vectors_truncated(2, 2, 0, 1)
    assert ((0, 0), (1, 1)) not in near.pairs
    assert ((0, 0), (0, 1)) in near.pairs
    far = discrete_gaussian_vectors_truncated(2, 2, 0, 1, sensitivity="3/2")
    assert ((0, 0), (1, 1)) in far.pairs
    one = discrete_gaussian_truncated(2, 0, 1)
    assert near.epsilon() == one.epsilon()
    assert far.epsilon() == one.epsilon() * 2


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: discrete_gaussian_vectors_truncated(2, 0, 0, 1), InvalidValue, "variance = 0"),
        (lambda: discrete_gaussian_vectors_truncated(2, 0.5, 0, 1), FloatRefused, "variance = 0.5"),
        (lambda: discrete_gaussian_vectors_truncated(0, 1, 0, 1), InvalidValue, "n = 0"),
        (lambda: discrete_gaussian_vectors_truncated(2, 1, 1, 0), InvalidValue, "empty"),
        (
            lambda: discrete_gaussian_vectors_truncated(2, 1, 0, 1, sensitivity=0),
            InvalidValue,
            "sensitivity = 0",
        ),
    ],
)
def test_bad_parameters_are_refused(make, error, words):
    with pytest.raises(error) as caught:
        make()
    assert words in str(caught.value)
