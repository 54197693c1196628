"""RAPPOR: bits against their program, the published epsilons, and the reduction to the bits that differ."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import INFINITY, Dist, eps, exp, ln, number
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.mechanisms import rappor, rappor_one_time

from . import published

parts = st.fractions(min_value=0, max_value=1, max_denominator=8)
TWO = {0: [0], 1: [1]}


@given(parts, parts, parts)
def test_one_bit_is_the_two_steps(f, p, q):
    m = rappor(filters=TWO, f=f, p=p, q=q)
    bits = [published.rappor_bit.distribution(b, f, p, q) for b in (1, 0)]
    assert m.distribution(0) == Dist.product(bits[0], bits[1])
    assert m.distribution(1) == Dist.product(bits[1], bits[0])
    assert rappor_one_time(filters=TWO, f=f).matrix() == rappor(filters=TWO, f=f, p=0, q=1).matrix()


def test_the_published_parameters():
    # (.525/.475)^8 and (.5125 (1 - .4875) / (.4875 (1 - .5125)))^4
    assert rappor_one_time().epsilon() == ln(Fraction(525, 475)) * 8
    assert rappor().epsilon() == ln(Fraction(5125, 4875)) * 8
    assert eps("0.8") < rappor_one_time().epsilon() < eps("0.801")
    assert eps("0.4") < rappor().epsilon() < eps("0.401")


@given(st.sets(st.integers(0, 3)), st.sets(st.integers(0, 3)), parts)
def test_bits_on_which_the_filters_agree_change_nothing(first, second, f):
    # all four bits, the agreeing ones included
    one_if = {True: 1 - f / 2, False: f / 2}
    full = [
        Dist.product(*(Dist({1: one_if[i in filter_], 0: 1 - one_if[i in filter_]}) for i in range(4)))
        for filter_ in (first, second)
    ]
    m = rappor_one_time(filters={0: first, 1: second}, size=4, f=f)
    losses = set()
    for p, q in ((full[0], full[1]), (full[1], full[0])):
        losses |= {INFINITY if not q[o] else ln(p[o] / q[o]) for o in p.support}
    assert m.epsilon() == max(losses)
    assert m.total_variation() == full[0].total_variation(full[1])


def test_exact_parameters_of_any_kind():
    p = number(1) - exp(-1)
    m = rappor_one_time(filters=TWO, f=2 * exp(-1))
    assert m.epsilon() == ln(p / exp(-1)) * 2


@pytest.mark.parametrize(
    ("build", "error", "words"),
    [
        (lambda: rappor(f=0.75), FloatRefused, "f = 0.75"),
        (lambda: rappor(f=2), InvalidValue, "f = 2"),
        (lambda: rappor(p="-0.1"), InvalidValue, "p = -1/10"),
        (lambda: rappor(q="1.1"), InvalidValue, "q = 11/10"),
        (lambda: rappor_one_time(f="x"), InvalidValue, "f"),
        (lambda: rappor(filters=[0, 1]), InvalidType, "filters = [0, 1] is a list"),
        (lambda: rappor(filters={0: [1]}), InvalidValue, "1 values; give at least two"),
        (lambda: rappor(filters={0: [1], 1: [20]}), InvalidValue, "bit 20; a filter with size = 20"),
        (lambda: rappor(filters={0: [1], 1: [-1]}), InvalidValue, "filters[1] = -1"),
        (lambda: rappor(filters={0: [1], 1: ["a"]}), InvalidType, "filters[1] = 'a'"),
        (lambda: rappor(size=0), InvalidValue, "size = 0"),
        (lambda: rappor(size=4), InvalidValue, "a filter with size = 4"),
    ],
)
def test_bad_parameters_are_refused(build, error, words):
    with pytest.raises(error) as caught:
        build()
    assert words in str(caught.value)
