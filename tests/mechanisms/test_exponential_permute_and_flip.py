"""Permute-and-flip: its program, its utility beside the exponential mechanism, and what it refuses."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import adjacency, eps, exp, ln
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.mechanisms import (
    gibbs_distribution,
    permute_and_flip,
    permute_and_flip_distribution,
)

from . import published

rates = st.sampled_from([ln(2), ln(3), eps("1/2"), eps(1), ln("9/4")])


scores = st.lists(st.sampled_from([Fraction(k, 2) for k in range(-3, 4)]), min_size=1, max_size=4)


steps = st.sampled_from([Fraction(1), Fraction(2), Fraction(1, 2)])


MONOTONE = adjacency.explicit(
    [(u, v) for u, v in product(product((0, 1), repeat=3), repeat=2) if u != v and all(map(int.__le__, u, v))]
)


@given(rates, scores, steps, st.booleans())
def test_permute_and_flip_is_its_program(e, u, step, monotonic):
    scale = step if monotonic else 2 * step
    p = [exp(e * ((x - max(u)) / scale)) for x in u]
    law = permute_and_flip_distribution(dict(enumerate(u)), e, sensitivity=step, monotonic=monotonic)
    assert law == published.permute_and_flip.distribution(p)


@given(rates, scores)
def test_permute_and_flip_scores_at_least_as_high(e, u):
    table = dict(enumerate(u))
    flip, exponential = permute_and_flip_distribution(table, e), gibbs_distribution(table, e)
    assert flip.expectation(lambda i: u[i]) >= exponential.expectation(lambda i: u[i])
    # first-order stochastic dominance of the score, which is more than its expectation
    for threshold in u:
        assert flip.prob(lambda i, t=threshold: u[i] >= t) >= exponential.prob(
            lambda i, t=threshold: u[i] >= t
        )


def test_permute_and_flip_is_strictly_better_somewhere():
    table = {0: 0, 1: 1, 2: 1}
    assert permute_and_flip_distribution(table, 1)[0] < gibbs_distribution(table, 1)[0]


@pytest.mark.parametrize(
    ("build", "error", "words"),
    [
        (lambda: permute_and_flip(1, domain=[0, 1]).matrix(), InvalidType, "input = 0 is a int"),
        (lambda: permute_and_flip_distribution({}, 1), InvalidValue, "scores is empty"),
        (lambda: permute_and_flip(1, n="2"), InvalidType, "n = '2'"),
        (lambda: permute_and_flip(1, sensitivity=0.5), FloatRefused, "sensitivity = 0.5"),
    ],
)
def test_bad_parameters_are_refused(build, error, words):
    with pytest.raises(error) as caught:
        build()
    assert words in str(caught.value)
