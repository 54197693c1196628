"""Unary encoding against its program, the stated losses, and the mistake of spending epsilon on each bit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import INFINITY, adjacency, flip, ln, number, program
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.mechanisms import (
    optimised_unary_encoding,
    randomised_response_bits,
    symmetric_unary_encoding,
    unary_encoding,
)

inner = st.fractions(min_value="1/9", max_value="8/9", max_denominator=9)


@program
def encoded(x, k, p, q):
    return tuple(int(flip(p if i == x else q)) for i in range(k))


@given(st.integers(2, 3), inner, inner)
def test_bits_are_drawn_one_by_one(k, p, q):
    m = unary_encoding(k, p=p, q=q)
    for x in range(k):
        assert m.distribution(x) == encoded.distribution(x, k, p, q)
    assert m.epsilon() == abs(ln(p * (1 - q) / (q * (1 - p))))


@pytest.mark.parametrize("make", [symmetric_unary_encoding, optimised_unary_encoding])
@pytest.mark.parametrize("k", [2, 3, 4])
def test_the_two_published_choices_cost_epsilon(make, k):
    m = make(k, ln(9))
    assert m.epsilon() == ln(9)
    assert m.audit(ln(9)).holds
    assert not m.audit(ln("89/10")).holds


def test_the_optimised_one_keeps_the_true_bit_with_a_fair_coin():
    m = optimised_unary_encoding(2, ln(3))
    assert m.distribution(0).prob(lambda y: y[0] == 1) == number("1/2")
    assert m.distribution(0).prob(lambda y: y[1] == 1) == number("1/4")


def test_epsilon_for_each_bit_costs_twice_as_much():
    one_hot = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    wrong = randomised_response_bits(3, ln(3), domain=one_hot, adjacency=adjacency.all_pairs())
    assert wrong.epsilon() == ln(9)
    assert not wrong.audit(ln(3)).holds


def test_a_certain_bit_gives_the_category_away():
    assert unary_encoding(2, p=1, q="1/2").epsilon() == INFINITY
    assert unary_encoding(2, p="1/2", q="1/2").epsilon() == 0


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: unary_encoding(1, p=1, q=0), InvalidValue, "k = 1"),
        (lambda: unary_encoding(2, p=0.5, q=0), FloatRefused, "p = 0.5"),
        (lambda: unary_encoding(2, p=1, q=2), InvalidValue, "q = 2"),
        (lambda: symmetric_unary_encoding(True, 1), InvalidType, "k = True"),
        (
            lambda: symmetric_unary_encoding(2, 1, domain=[0, 2]).distribution(2),
            InvalidValue,
            "give one of 0..1",
        ),
    ],
)
def test_bad_parameters_are_refused(make, error, words):
    with pytest.raises(error) as caught:
        make()
    assert words in str(caught.value)
