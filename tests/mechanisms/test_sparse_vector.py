"""Sparse vector with TRUE and FALSE: every variant against its pseudocode, and the published verdicts."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import EPS, INFINITY, Dist, adjacency, eps, exp, ln, number
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.mechanisms import (
    above_threshold,
    clamped,
    noise,
    svt_chen,
    svt_dwork_roth,
    svt_lee_clifton,
    svt_lyu_su_li,
    svt_stoddard,
    truncated,
)
from assay.mechanisms.integer_noise import TwoSidedGeometric

from . import published

BITS3 = tuple(product((0, 1), repeat=3))
SHAPES = {clamped: noise.two_sided_geometric_clamped, truncated: noise.two_sided_geometric_truncated}
POINT = Dist.point(0)


def rates(c: int) -> dict[object, tuple[Fraction, Fraction | None]]:
    """Benchmark table: the rates of the threshold noise and of the query noise, in units of epsilon."""
    return {
        svt_lyu_su_li: (Fraction(1, 2), Fraction(1, 4 * c)),
        svt_dwork_roth: (Fraction(1, 2 * c), Fraction(1, 4 * c)),
        svt_lee_clifton: (Fraction(1, 4), Fraction(3, 4)),
        svt_stoddard: (Fraction(1, 2), None),
        svt_chen: (Fraction(1, 2), Fraction(1, 2)),
    }


variants = st.sampled_from([svt_lyu_su_li, svt_dwork_roth, svt_lee_clifton, svt_stoddard, svt_chen])
supports = st.tuples(st.sampled_from([clamped, truncated]), st.integers(-2, 0), st.integers(0, 2))


def build(variant, e, c, threshold, support, **given):
    limited = {} if variant in (svt_stoddard, svt_chen) else {"c": c}
    return variant(e, threshold=threshold, support=support, **limited, **given)


@pytest.mark.slow
@given(
    variants,
    st.sampled_from([ln(3), eps(1), ln("9/4")]),
    st.integers(1, 2),
    st.integers(-1, 1),
    supports,
    st.lists(st.integers(-2, 2), min_size=1, max_size=3).map(tuple),
)
def test_finite_noise_is_the_pseudocode(variant, e, c, threshold, support, q):
    tails, low, high = support
    rho_rate, nu_rate = rates(c)[variant]
    rho = SHAPES[tails](e * rho_rate, low, high)
    nu = POINT if nu_rate is None else SHAPES[tails](e * nu_rate, low, high)
    m = build(
        variant, e, c, threshold, tails(low, high), domain=[q, (*q, 0)], adjacency=adjacency.all_pairs()
    )
    stop = None if variant in (svt_stoddard, svt_chen) else c
    expected = published.svt.distribution(q, threshold, stop, rho, nu, variant is svt_dwork_roth)
    assert m.distribution(q) == expected


@given(variants, st.integers(1, 2), st.integers(-1, 1), st.sampled_from([(0,), (1, -1), (0, 1, 1)]))
def test_infinite_noise_lies_within_what_clamping_can_change(variant, c, threshold, q):
    e, width = ln(2) * 24, 9
    m = build(variant, e, c, threshold, None, domain=[q, (5,)], adjacency=adjacency.all_pairs())
    close = build(
        variant, e, c, threshold, clamped(-width, width), domain=[q, (5,)], adjacency=adjacency.all_pairs()
    )
    slowest = TwoSidedGeometric(exp(-e * min(r for r in rates(c)[variant] if r is not None)))
    # at most 2 n draws, and where none leaves the range the transcripts are the same
    outside = 2 * len(q) * 2 * slowest.tail(width + 1)
    assert outside < Fraction(1, 1000)
    assert m.distribution(q).total_variation(close.distribution(q)) <= outside


def test_one_query_by_hand():
    # P(TRUE) = P(rho <= nu) with ratios b^2 and b: the sum of P(rho = t) P(nu >= t)
    b = exp(-eps(1) / 4)
    m = above_threshold(1, n=1)
    at_zero = m.distribution((0,))[(True,)]
    assert at_zero + m.distribution((0,))[(False,)] == 1
    nu, rho = TwoSidedGeometric(b), TwoSidedGeometric(b**2)
    partial = sum((rho.mass(t) * nu.tail(t) for t in range(-50, 51)), number(0))
    assert partial < at_zero < partial + 2 * rho.tail(51)


@pytest.mark.slow
@pytest.mark.parametrize("e", [ln(16), eps("1/2")])
def test_published_verdicts_for_integer_noise(e):
    # on {-1, 0, 1}^n, every coordinate may differ by 1, T = 0, c = 1
    assert all(svt_lyu_su_li(e, n=n).epsilon() < e for n in (1, 2))
    assert all(svt_dwork_roth(e, n=n).epsilon() < e for n in (1, 2))
    assert svt_lee_clifton(e, n=2).epsilon() > e
    assert svt_stoddard(e, n=2).epsilon() == INFINITY
    assert svt_chen(e, n=2).epsilon() < e


@pytest.mark.parametrize("e", [ln(16), eps("1/2")])
def test_three_bits(e):
    assert svt_lyu_su_li(e, n=3, domain=BITS3).epsilon() < e
    assert svt_dwork_roth(e, n=3, domain=BITS3).epsilon() < e
    assert svt_lyu_su_li(e, n=3, c=2, domain=BITS3).epsilon() < e
    assert svt_dwork_roth(e, n=3, c=2, domain=BITS3).epsilon() < e
    assert svt_lee_clifton(e, n=3, domain=BITS3).epsilon() < e * Fraction(7, 4)
    assert svt_chen(e, n=3, domain=BITS3).epsilon() > e
    assert above_threshold(e, n=3, domain=BITS3).epsilon() == svt_lyu_su_li(e, n=3, domain=BITS3).epsilon()


def test_algorithm_5_has_an_event_that_is_possible_on_one_side_only():
    m = svt_stoddard(ln(3))
    assert m.distribution((0, 1))[(False, True)] > 0
    assert m.distribution((1, 0))[(False, True)] == 0


def test_finite_noise_can_exceed_the_claim_of_a_correct_algorithm():
    assert svt_lyu_su_li(1, n=3, domain=BITS3, support=clamped(-3, 3)).epsilon() < 1
    assert svt_lyu_su_li(1, n=3, domain=BITS3, support=clamped(-1, 1)).epsilon() > 1
    assert svt_lyu_su_li(1, n=3, domain=BITS3, support=truncated(-3, 3)).epsilon() > 1
    assert svt_lyu_su_li(1, n=2, support=clamped(-1, 1)).epsilon() == INFINITY


def test_wider_clamping_comes_closer_to_infinite_noise():
    exact = svt_lyu_su_li(2, domain=BITS3[:4], adjacency=adjacency.all_pairs()).matrix()
    close = svt_lyu_su_li(
        2, domain=BITS3[:4], adjacency=adjacency.all_pairs(), support=clamped(-60, 60)
    ).matrix()
    gap = max(
        abs(p - q) for row, near in zip(exact, close, strict=True) for p, q in zip(row, near, strict=True)
    )
    assert 0 < gap < Fraction(1, 10**12)


def test_c_stops_the_run():
    m = svt_lyu_su_li(1, n=3, c=2)
    for q in m.domain:
        for transcript in m.distribution(q).support:
            assert sum(transcript) <= 2
            assert len(transcript) == 3 or (sum(transcript) == 2 and transcript[-1])
    assert all(len(t) == 3 for t in svt_chen(1, n=3, domain=BITS3).distribution(BITS3[0]).support)


def test_at_epsilon_infinity_the_comparisons_are_exact():
    m = svt_lyu_su_li(INFINITY, n=3, c=2, threshold=1, domain=BITS3)
    assert m.distribution((0, 1, 1)) == Dist.point((False, True, True))
    assert m.distribution((1, 1, 0)) == Dist.point((True, True))
    assert m.epsilon() == INFINITY


def test_a_symbolic_epsilon_gives_the_same_rational_functions():
    symbolic = svt_lyu_su_li(EPS).distribution((1, 0))
    for value in ("1", "1/2", "3"):
        exact = svt_lyu_su_li(value).distribution((1, 0))
        for transcript in exact.support:
            assert number(str(symbolic[transcript]).replace("eps", f"({value})")) == exact[transcript]


@pytest.mark.parametrize(
    ("build", "error", "words"),
    [
        (lambda: svt_lyu_su_li(0), InvalidValue, "epsilon = 0 (Log): no geometric noise on all integers"),
        (lambda: svt_lyu_su_li(-1), InvalidValue, "epsilon = -1 is negative"),
        (lambda: svt_lyu_su_li(0.1), FloatRefused, "epsilon = 0.1"),
        (lambda: svt_lyu_su_li(1, c=0), InvalidValue, "c = 0 (int) is too small"),
        (lambda: svt_dwork_roth(1, c=1.0), FloatRefused, "c = 1.0"),
        (lambda: svt_lee_clifton(1, c=0), InvalidValue, "c = 0 (int) is too small"),
        (lambda: svt_lee_clifton(1, n=0), InvalidValue, "n = 0 (int) is too small"),
        (lambda: svt_stoddard(1, threshold="0"), InvalidType, "threshold = '0' is a str"),
        (lambda: svt_chen(1, threshold=0.5), FloatRefused, "threshold = 0.5"),
        (lambda: above_threshold(1, support=3), InvalidType, "support = 3 is a int"),
        (lambda: svt_lyu_su_li(1, support=clamped(1, 0)), InvalidValue, "is empty"),
        (
            lambda: svt_lyu_su_li(1, domain=[(0, 1), "ab"], adjacency=adjacency.all_pairs()).matrix(),
            InvalidType,
            "'ab'",
        ),
        (
            lambda: svt_lyu_su_li(1, domain=[(), (1,)], adjacency=adjacency.all_pairs()).matrix(),
            InvalidType,
            "input = ()",
        ),
        (
            lambda: svt_lyu_su_li(1, domain=[(0,), (True,)], adjacency=adjacency.all_pairs()).matrix(),
            InvalidType,
            "input[0] = True is a bool",
        ),
    ],
)
def test_bad_parameters_are_refused(build, error, words):
    with pytest.raises(error) as caught:
        build()
    assert words in str(caught.value)
