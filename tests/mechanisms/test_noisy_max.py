"""Report noisy max: finite noise against its program, infinite noise against bounds, and the claims."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import INFINITY, Dist, adjacency, eps, exp, ln
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.mechanisms import (
    FiniteNoise,
    OneSidedGeometric,
    TwoSidedGeometric,
    argmax_distribution,
    clamped,
    max_distribution,
    noise,
    report_noisy_max,
    report_noisy_max_value,
    truncated,
)

from . import published
from .published import clamp

queries = st.lists(st.integers(-2, 2), min_size=1, max_size=3).map(tuple)
laws = st.lists(st.integers(-2, 2), min_size=1, max_size=4).map(Dist.uniform)
ties = st.sampled_from(["first", "last", "uniform"])
rates = st.sampled_from([ln(2), ln(4), eps(1), eps("1/2")])


@given(queries, laws, ties)
def test_argmax_of_finite_noise_is_its_program(q, law, rule):
    assert argmax_distribution(q, FiniteNoise(law), rule) == published.noisy_max.distribution(q, law, rule)


@given(queries, laws, st.integers(-3, 0), st.integers(0, 3))
def test_maximum_of_finite_noise_is_its_program(q, law, low, high):
    exact = published.noisy_max_value.distribution(q, law, lambda v: v)
    assert max_distribution(q, FiniteNoise(law)) == exact
    assert max_distribution(q, FiniteNoise(law), range(low, high + 1)) == exact.map(
        lambda v: clamp(v, low, high)
    )


@pytest.mark.parametrize("tails", [clamped, truncated])
@pytest.mark.parametrize("shape", ["two-sided", "one-sided"])
def test_mechanisms_with_a_finite_support_use_rate_half_epsilon(shape, tails):
    low = -1 if shape == "two-sided" else 0
    law = {
        ("two-sided", clamped): lambda: noise.two_sided_geometric_clamped(ln(3) / 2, -1, 2),
        ("two-sided", truncated): lambda: noise.two_sided_geometric_truncated(ln(3) / 2, -1, 2),
        ("one-sided", clamped): lambda: noise.one_sided_geometric_clamped(ln(3) / 2, 2),
        ("one-sided", truncated): lambda: noise.one_sided_geometric_truncated(ln(3) / 2, 2),
    }[shape, tails]()
    m = report_noisy_max(ln(3), shape=shape, ties="last", support=tails(low, 2))
    v = report_noisy_max_value(ln(3), shape=shape, release=None, support=tails(low, 2))
    for q in m.domain:
        assert m.distribution(q) == published.noisy_max.distribution(q, law, "last")
        assert v.distribution(q) == published.noisy_max_value.distribution(q, law, lambda x: x)


@given(queries, st.sampled_from(["two-sided", "one-sided"]), ties)
def test_infinite_noise_lies_within_what_clamping_can_change(q, shape, rule):
    if shape == "two-sided":
        infinite, near = TwoSidedGeometric(exp(-ln(4))), noise.two_sided_geometric_clamped(ln(4), -6, 6)
    else:
        infinite, near = OneSidedGeometric(exp(-ln(4))), noise.one_sided_geometric_clamped(ln(4), 6)
    # the coupled draws differ only where some noise leaves the range
    outside = len(q) * (infinite.tail(7) + 1 - infinite.tail(-6))
    exact, close = argmax_distribution(q, infinite, rule), argmax_distribution(q, FiniteNoise(near), rule)
    assert exact.total_variation(close) <= outside
    maximum, close = (
        max_distribution(q, infinite, range(-3, 4)),
        max_distribution(q, FiniteNoise(near), range(-3, 4)),
    )
    assert maximum.total_variation(close) <= outside


@pytest.mark.parametrize("e", [ln(4), eps(1)])
def test_the_index_keeps_the_claim_and_the_value_does_not(e):
    for variant in ({}, {"shape": "one-sided"}, {"n": 3}, {"ties": "uniform"}):
        assert report_noisy_max(e, **variant).epsilon() <= e
    assert report_noisy_max(e, n=3, shape="one-sided").epsilon() == e
    assert report_noisy_max_value(e, n=3).epsilon() == e * 3 / 2
    assert report_noisy_max_value(e, n=2).epsilon() == e
    assert report_noisy_max_value(e, n=2, shape="one-sided").epsilon() == INFINITY


def test_exact_epsilon_of_two_noisy_values():
    # q = (-1, 0) against (0, -1), by the distribution of a difference of two geometric noises with ratio b
    b = exp(-eps(1) / 2)
    wide = [TwoSidedGeometric(b).mass(z) for z in range(-60, 61)]
    m = report_noisy_max(1)
    first_wins = m.distribution((0, 0))[0]
    tie = m.distribution((0, 0))[0] - m.distribution((0, 0))[1]
    assert first_wins == (1 + tie) / 2
    bound = sum((p * p for p in wide), exp(0) - 1)
    assert bound <= tie <= bound + 2 * TwoSidedGeometric(b).tail(61)


def test_finite_support_can_cost_more_than_the_claim():
    assert report_noisy_max(1, support=clamped(-1, 1)).epsilon() == INFINITY
    wide = list(product((0, 1), repeat=2))
    assert report_noisy_max(1, support=clamped(-1, 1), domain=wide).epsilon() > 1
    assert report_noisy_max(1, support=truncated(-1, 1), domain=wide).epsilon() > 1


def test_monotone_and_single_queries():
    assert report_noisy_max(1, n=1).epsilon() == 0
    m = report_noisy_max_value(1, n=1)
    assert m.epsilon() == eps("1/2")
    for (x,) in m.domain:
        assert m.distribution((x,)) == noise.two_sided_geometric_clamped("1/2", -1, 1, centre=x)


def test_epsilon_infinity_is_the_argmax_itself():
    m = report_noisy_max(INFINITY, n=2, ties="uniform")
    assert m.distribution((1, 0)) == Dist.point(0)
    assert m.distribution((1, 1)) == Dist.uniform([0, 1])
    assert m.epsilon() == INFINITY


@pytest.mark.parametrize(
    ("build", "error", "words"),
    [
        (lambda: report_noisy_max(0), InvalidValue, "epsilon = 0 (Log): no geometric noise"),
        (lambda: report_noisy_max(0.5), FloatRefused, "epsilon = 0.5"),
        (lambda: report_noisy_max(-1), InvalidValue, "epsilon = -1"),
        (lambda: report_noisy_max(1, n=0), InvalidValue, "n = 0"),
        (
            lambda: report_noisy_max(1, ties="random").matrix(),
            InvalidValue,
            "ties = 'random' (str) is unknown",
        ),
        (lambda: report_noisy_max(1, shape="gaussian"), InvalidValue, "shape = 'gaussian'"),
        (lambda: report_noisy_max(1, support=(-1, 1)), InvalidType, "support = (-1, 1) is a tuple"),
        (lambda: report_noisy_max(1, support=clamped(2, 1)), InvalidValue, "is empty"),
        (lambda: report_noisy_max(1, shape="one-sided", support=clamped(-1, 1)), InvalidValue, "starts at 0"),
        (lambda: report_noisy_max_value(1, release=None), InvalidValue, "release = None"),
        (lambda: report_noisy_max_value(1, release=(1, 0)), InvalidValue, "is empty"),
        (lambda: report_noisy_max_value(1, release=3), InvalidType, "release = 3 is a int"),
        (lambda: max_distribution((0,), TwoSidedGeometric(exp(-1))), InvalidValue, "release = None"),
        (lambda: argmax_distribution((), TwoSidedGeometric(exp(-1))), InvalidType, "q = ()"),
        (
            lambda: report_noisy_max(1, domain=[0, 1], adjacency=adjacency.l1()).matrix(),
            InvalidType,
            "tuple of ints",
        ),
    ],
)
def test_bad_parameters_are_refused(build, error, words):
    with pytest.raises(error) as caught:
        build()
    assert words in str(caught.value)
