"""Sums over all integers against finite sums, identities of probability, and rigorous partial sums."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, ln, number
from assay.mechanisms import FiniteNoise, OneSidedGeometric, TwoSidedGeometric
from assay.mechanisms.geometric_sums import Piecewise, sum_of_product
from assay.mechanisms.transcripts import at_least, below, exactly

ratios = st.sampled_from([number("1/2"), number("1/3"), number("2/5"), number(0), ln("3/2").exp() ** -1])
shifts = st.integers(-3, 3)
infinite = st.builds(lambda kind, r: kind(r), st.sampled_from([TwoSidedGeometric, OneSidedGeometric]), ratios)
finite = st.lists(st.integers(-2, 2), min_size=1, max_size=4).map(lambda zs: FiniteNoise(Dist.uniform(zs)))
noises = st.one_of(infinite, finite)


@given(noises, shifts)
def test_all_masses_sum_to_one(z, q):
    assert sum_of_product([exactly(z, q)]) == 1


@given(noises, shifts, noises, shifts)
def test_one_of_two_noises_is_at_least_the_other_or_below_it(x, q, y, r):
    above = sum_of_product([exactly(x, q), at_least(y, r)])
    under = sum_of_product([exactly(x, q), below(y, r)])
    assert above + under == 1
    # the same event, summed over the other noise: y + r >= x + q iff not x + q > y + r
    assert above == sum_of_product([exactly(y, r), below(x, q - 1)])


@given(finite, shifts, st.lists(st.tuples(finite, shifts, st.booleans()), max_size=3))
def test_finite_noises_are_enumerated(x, q, others):
    expected = number(0)
    for z, p in x.distribution.items():
        for y, r, is_above in others:
            chance = y.distribution.prob(lambda v, t=q + z, r=r: r + v >= t)
            p = p * (chance if is_above else 1 - chance)
        expected = expected + p
    factors = [at_least(y, r) if is_above else below(y, r) for y, r, is_above in others]
    assert sum_of_product([exactly(x, q), *factors]) == expected


@given(infinite, shifts, st.lists(st.tuples(noises, shifts, st.booleans()), max_size=3))
def test_partial_sums_enclose(x, q, others):
    factors = [at_least(y, r) if is_above else below(y, r) for y, r, is_above in others]
    total = sum_of_product([exactly(x, q), *factors])
    partial = number(0)
    for t in range(q - 20, q + 21):
        product = x.mass(t - q)
        for factor in factors:
            product = product * factor.value(t)
        partial = partial + product
    assert partial <= total <= partial + x.tail(21) + 1 - x.tail(-20)


def test_a_known_sum():
    # sum over t of 2^-|t| 3^-|t| = 1 + 2 (1/6)/(1 - 1/6)
    half, third = (Piecewise(lambda t, r=r: r ** abs(t), r, 0, 0) for r in (number("1/2"), number("1/3")))
    assert sum_of_product([half, third]) == Fraction(7, 5)
