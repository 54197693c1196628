"""Sparse vector variants that release numbers: against their pseudocode, and the published verdicts."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import INFINITY, adjacency, eps, exp, ln
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.mechanisms import adaptive_svt, bad_gap_svt, clamped, gap_svt, noise, num_svt, svt_roth, truncated
from assay.mechanisms.integer_noise import TwoSidedGeometric

from . import published
from .published import clamp

SHAPES = {clamped: noise.two_sided_geometric_clamped, truncated: noise.two_sided_geometric_truncated}
ALL = adjacency.all_pairs()
epsilons = st.sampled_from([ln(3), eps(1), ln("9/4")])
limits = st.integers(1, 2)
thresholds = st.integers(-1, 1)
supports = st.tuples(st.sampled_from([clamped, truncated]), st.integers(-1, 0), st.integers(0, 1))
queries = st.lists(st.integers(-1, 2), min_size=1, max_size=3).map(tuple)
ranges = st.one_of(
    st.none(), st.tuples(st.integers(-2, 1), st.integers(-2, 1)).map(lambda r: tuple(sorted(r)))
)
caps = st.one_of(st.none(), st.integers(0, 2))


def into(release):
    return (lambda v: v) if release is None else (lambda v: clamp(v, *release))


@given(st.sampled_from([svt_roth, bad_gap_svt]), epsilons, limits, thresholds, supports, ranges, queries)
def test_noisy_answers_are_the_pseudocode(variant, e, c, threshold, support, release, q):
    tails, low, high = support
    rho = SHAPES[tails](e / 2, low, high)
    nu = SHAPES[tails](e / ((2 if variant is svt_roth else 4) * c), low, high)
    m = variant(
        e,
        c=c,
        threshold=threshold,
        release=release,
        support=tails(low, high),
        domain=[q, (9,)],
        adjacency=ALL,
    )
    assert m.distribution(q) == published.svt_values.distribution(q, threshold, c, rho, nu, into(release))


@pytest.mark.slow
@given(epsilons, limits, thresholds, supports, ranges, queries.map(lambda q: q[:2]))
def test_num_svt_is_the_pseudocode(e, c, threshold, support, release, q):
    tails, low, high = support
    rho, nu, fresh = (SHAPES[tails](e / k, low, high) for k in (3, 6 * c, 3 * c))
    m = num_svt(
        e,
        c=c,
        threshold=threshold,
        release=release,
        support=tails(low, high),
        domain=[q, (9,)],
        adjacency=ALL,
    )
    expected = published.svt_values.distribution(q, threshold, c, rho, nu, into(release), fresh)
    assert m.distribution(q) == expected


@given(epsilons, limits, thresholds, supports, caps, queries)
def test_gap_svt_is_the_pseudocode(e, c, threshold, support, cap, q):
    tails, low, high = support
    rho, nu = (SHAPES[tails](e / k, low, high) for k in (2, 4 * c))
    m = gap_svt(
        e, c=c, threshold=threshold, release=cap, support=tails(low, high), domain=[q, (9,)], adjacency=ALL
    )
    assert m.distribution(q) == published.svt_gap.distribution(q, threshold, c, rho, nu, cap)


@pytest.mark.slow
@given(epsilons, limits, thresholds, supports, caps, st.integers(0, 2), queries.map(lambda q: q[:2]))
def test_adaptive_svt_is_the_pseudocode(e, c, threshold, support, cap, margin, q):
    tails, low, high = support
    laws = tuple(SHAPES[tails](e / k, low, high) for k in (2, 8 * c, 4 * c))
    m = adaptive_svt(
        e,
        c=c,
        threshold=threshold,
        margin=margin,
        release=cap,
        support=tails(low, high),
        domain=[q, (9,)],
        adjacency=ALL,
    )
    assert m.distribution(q) == published.svt_adaptive.distribution(q, threshold, c, margin, laws, cap)


@pytest.mark.parametrize("variant", [svt_roth, bad_gap_svt, num_svt, gap_svt, adaptive_svt])
@pytest.mark.parametrize("q", [(0,), (1, -1)])
def test_infinite_noise_lies_within_what_clamping_can_change(variant, q):
    e, width = ln(2) * 24, 12
    exact = variant(e, domain=[q, (5,)], adjacency=ALL).distribution(q)
    close = variant(e, domain=[q, (5,)], adjacency=ALL, support=clamped(-width, width)).distribution(q)
    # at most 3 n draws, of rate at least epsilon/8
    outside = 3 * len(q) * 2 * TwoSidedGeometric(exp(-e / 8)).tail(width + 1)
    assert outside < Fraction(1, 10**9)
    assert exact.total_variation(close) <= outside


@pytest.mark.parametrize("e", [ln(16), eps("1/2")])
def test_published_verdicts_for_integer_noise(e):
    assert all(m.epsilon() < e for m in (num_svt(e), gap_svt(e), gap_svt(e, n=1, release=5)))
    assert adaptive_svt(e, n=1).epsilon() < e
    bits = tuple(product((0, 1), repeat=3))
    assert svt_roth(e, n=3, domain=bits).epsilon() == e * 3 / 2
    assert svt_roth(e, n=2).epsilon() <= e


def test_the_faulty_ones_cost_more_with_every_query():
    # all queries rise by 1; a small released number shows that the noisy threshold was small too
    for n in range(1, 6):
        pair = [(0,) * n, (1,) * n]
        m = bad_gap_svt(1, domain=pair, adjacency=ALL)
        assert m.epsilon() == Fraction(n, 4)
    assert m.epsilon() > 1
    good = gap_svt(1, domain=pair, adjacency=ALL)
    assert good.epsilon() < 1


def test_numbers_released_from_finite_noise_reveal_the_support():
    for variant in (svt_roth, num_svt, gap_svt, adaptive_svt):
        assert variant(1, n=1, release=None, support=clamped(-3, 3)).epsilon() == INFINITY


def test_adaptive_svt_stops_by_what_it_paid():
    m = adaptive_svt(1, n=3, c=1, domain=[(0, 0, 0), (9,)], adjacency=ALL)
    for transcript in m.distribution((0, 0, 0)).support:
        answered = [answer for answer in transcript if answer is not None]
        assert len(answered) <= 1  # with c = 1, even a clear TRUE leaves less than epsilon/2
    m = adaptive_svt(1, n=3, c=2, domain=[(0, 0, 0), (9,)], adjacency=ALL, support=clamped(-3, 3))
    spent = {
        tuple(1 if a[0] == "top" else 2 for a in t if a is not None)
        for t in m.distribution((0, 0, 0)).support
    }
    assert (1, 1, 1) in spent
    assert (1, 2) in spent
    assert (2, 1) in spent
    assert all(sum(costs[:-1]) <= 2 for costs in spent)


@pytest.mark.parametrize(
    ("build", "error", "words"),
    [
        (lambda: svt_roth(1, release=None), InvalidValue, "release = None: noise on all integers"),
        (lambda: gap_svt(1, release=None), InvalidValue, "release = None: noise on all integers"),
        (lambda: num_svt(1, release=None), InvalidValue, "release = None"),
        (lambda: adaptive_svt(1, release=None), InvalidValue, "release = None"),
        (lambda: svt_roth(1, release=(2, 1)), InvalidValue, "is empty"),
        (lambda: bad_gap_svt(1, release=2), InvalidType, "release = 2 is a int"),
        (lambda: gap_svt(1, release=(0, 2)), InvalidType, "release = (0, 2) is a tuple"),
        (lambda: gap_svt(1, release=-1), InvalidValue, "release = -1 (int) is too small"),
        (lambda: adaptive_svt(1, margin=-1), InvalidValue, "margin = -1 (int) is too small"),
        (lambda: adaptive_svt(1, c=0), InvalidValue, "c = 0"),
        (lambda: svt_roth(1, c=0), InvalidValue, "c = 0"),
        (lambda: num_svt(0.5), FloatRefused, "epsilon = 0.5"),
        (lambda: num_svt(0), InvalidValue, "epsilon = 0"),
        (lambda: gap_svt(1, threshold=True), InvalidType, "threshold = True is a bool"),
        (lambda: gap_svt(1, n=0), InvalidValue, "n = 0"),
    ],
)
def test_bad_parameters_are_refused(build, error, words):
    with pytest.raises(error) as caught:
        build()
    assert words in str(caught.value)
