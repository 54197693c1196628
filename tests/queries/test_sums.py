"""Noisy sums against their pseudocode, and the exact epsilon of good and faulty versions."""

from __future__ import annotations

from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import INFINITY, Dist, adjacency, eps, ln
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.mechanisms import noise
from assay.queries import (
    bad_partial_sum_clamped,
    bad_smart_sum_clamped,
    partial_sum_clamped,
    prefix_sum_clamped,
    smart_sum_clamped,
)
from tests.mechanisms import published
from tests.mechanisms.published import clamp

rates = st.sampled_from([ln(2), ln(3), eps("1/2"), eps(1)])


streams = st.lists(st.integers(0, 1), min_size=1, max_size=3).map(tuple)


ALL = adjacency.all_pairs()


def enough(rate: object, most: int) -> Dist[int]:
    """Noise clamped where it no longer matters: added to one of 0..most, its ends end up at 0 or 1 anyway."""
    return noise.two_sided_geometric_clamped(rate, -most, 1)


@given(rates, streams, st.integers(2, 3), st.booleans())
def test_smart_sum_is_the_pseudocode(e, q, block, noisy):
    build = smart_sum_clamped if noisy else bad_smart_sum_clamped
    m = build(e, block=block, release=(0, 1), domain=[q, (7,)], adjacency=ALL)
    expected = published.smart_sum.distribution(q, enough(e, block), block, lambda v: clamp(v, 0, 1), noisy)
    assert m.distribution(q) == expected


@given(rates, streams)
def test_prefix_sum_is_the_pseudocode(e, q):
    m = prefix_sum_clamped(e, release=(0, 1), domain=[q, (7,)], adjacency=ALL)
    assert m.distribution(q) == published.prefix_sum.distribution(q, enough(e, 1), lambda v: clamp(v, 0, 1))


@given(rates, streams)
def test_partial_sum_clamps_the_noisy_total(e, q):
    domain = {"domain": [q, (7,)], "adjacency": ALL}
    for build, rate in ((partial_sum_clamped, e), (bad_partial_sum_clamped, e * 2)):
        m = build(e, release=(0, 4), **domain)
        total = noise.two_sided_geometric_clamped(rate, -9, 9, centre=sum(q))
        assert m.distribution(q) == total.map(lambda v: clamp(v, 0, 4))


@pytest.mark.slow
@given(rates, st.integers(1, 4))
def test_exact_epsilon_of_sums(e, n):
    assert partial_sum_clamped(e, n=n).epsilon() == e
    assert bad_partial_sum_clamped(e, n=n).epsilon() == e * 2
    assert prefix_sum_clamped(e, n=n).epsilon() == e
    assert prefix_sum_clamped(e, n=n, adjacency=adjacency.linf(1)).epsilon() == e * n
    assert smart_sum_clamped(e, n=n, release=(0, 1)).epsilon() == (e if n == 1 else e * 2)
    assert bad_smart_sum_clamped(e, n=n).epsilon() == (e if n == 1 else INFINITY)


def test_smart_sum_answers_are_prefix_sums_at_epsilon_infinity():
    for block in (2, 3):
        m = smart_sum_clamped(INFINITY, n=5, block=block, release=(0, 10))
        for q in m.domain:
            assert m.distribution(q) == Dist.point(tuple(accumulate(q)))


@pytest.mark.parametrize(
    ("build", "error", "words"),
    [
        (lambda: partial_sum_clamped(1, n=0), InvalidValue, "n = 0"),
        (lambda: bad_partial_sum_clamped(-1), InvalidValue, "epsilon = -1"),
        (lambda: prefix_sum_clamped(1, n=0), InvalidValue, "n = 0"),
        (lambda: prefix_sum_clamped(1, release=None), InvalidType, "release = None"),
        (lambda: smart_sum_clamped(1, block=1), InvalidValue, "block = 1 (int) is too small"),
        (lambda: smart_sum_clamped(1, n=2.0), FloatRefused, "n = 2.0"),
        (lambda: bad_smart_sum_clamped(1, release="01"), InvalidType, "release = '01'"),
    ],
)
def test_bad_parameters_are_refused(build, error, words):
    with pytest.raises(error) as caught:
        build()
    assert words in str(caught.value)
