"""Randomised response: exact epsilons, rows against products of one-bit distributions, bad parameters."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import EPS, INFINITY, Dist, adjacency, eps, exp, flip, ln, number, program
from assay.errors import BudgetExceeded, FloatRefused, InvalidType, InvalidValue
from assay.mechanisms import (
    almost_random,
    bad_randomised_response,
    randomised_response,
    randomised_response_bits,
    randomised_response_categories,
)
from tests.strategies import epsilons

inner = st.fractions(min_value=Fraction(1, 20), max_value=Fraction(19, 20), max_denominator=20)


def test_almost_random_has_the_four_printed_probabilities_and_epsilon_ln_3():
    m = almost_random()
    assert m.distribution(True) == Dist({True: "3/4", False: "1/4"})
    assert m.distribution(False) == Dist({True: "1/4", False: "3/4"})
    assert m.epsilon() == ln(3)
    assert m.delta(ln(2)) == Fraction(1, 4)
    assert m.matrix() == randomised_response(bias="3/4").matrix()


@given(epsilons())
def test_from_epsilon_the_exact_epsilon_is_that_epsilon(e):
    assert randomised_response(e).epsilon() == e
    assert randomised_response_categories(3, e).epsilon() == e
    assert randomised_response_bits(2, e).epsilon() == e


@given(inner)
def test_from_a_bias_the_exact_epsilon_is_the_log_odds(p):
    assert randomised_response(bias=p).epsilon() == abs(ln(p / (1 - p)))
    assert randomised_response_bits(2, bias=p).epsilon() == abs(ln(p / (1 - p)))
    for k in (2, 3, 5):
        assert randomised_response_categories(k, bias=p).epsilon() == abs(ln((k - 1) * p / (1 - p)))


@given(st.sampled_from([ln(3), eps("1/2"), EPS, INFINITY]), st.integers(2, 5))
def test_k_ary_rows(e, k):
    m = randomised_response_categories(k, e)
    for x, y in product(range(k), repeat=2):
        p = m.distribution(x)[y]
        if e is INFINITY:
            assert p == int(x == y)
        else:
            assert p * (exp(e) + k - 1) == (exp(e) if x == y else 1)


@given(st.sampled_from([number("1/3"), number("3/4"), number(1), exp(-1)]), st.integers(1, 3))
def test_bits_are_independent(p, n):
    @program
    def each(x: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(b if flip(p) else 1 - b for b in x)

    m = randomised_response_bits(n, bias=p)
    assert m.domain == tuple(product((0, 1), repeat=n))
    for x in m.domain:
        assert m.distribution(x) == each.distribution(x)


def test_bits_under_other_adjacencies_cost_epsilon_a_bit():
    for k in (1, 2, 3):
        assert randomised_response_bits(3, ln(2), adjacency=adjacency.hamming(k)).epsilon() == ln(2) * k


@given(st.fractions(min_value=0, max_value=Fraction(19, 20), max_denominator=20), st.integers(1, 3))
def test_the_wrong_one_exceeds_its_parameter_twice(e, n):
    exact = bad_randomised_response(n, e).epsilon()
    assert exact == ln((1 + e) / (1 - e))
    assert exact > 2 * e or e == 0


def test_the_ends():
    for build in (
        lambda **kw: randomised_response(**kw),
        lambda **kw: randomised_response_categories(3, **kw),
        lambda **kw: randomised_response_bits(2, **kw),
    ):
        assert build(bias=1).epsilon() == INFINITY
        assert build(bias=0).epsilon() == INFINITY
        assert build(epsilon="inf").delta(5) == 1
        assert build(epsilon=0).epsilon() == 0
    assert bad_randomised_response(1, 1).epsilon() == INFINITY
    assert randomised_response_categories(4, bias="1/4").epsilon() == 0


@pytest.mark.parametrize(
    ("build", "error", "words"),
    [
        (lambda: randomised_response(), InvalidValue, "exactly one of epsilon and bias"),
        (lambda: randomised_response(ln(3), bias="1/2"), InvalidValue, "exactly one of epsilon and bias"),
        (lambda: randomised_response(1.5), FloatRefused, "epsilon = 1.5"),
        (lambda: randomised_response(bias=0.75), FloatRefused, "bias = 0.75"),
        (lambda: randomised_response(-1), InvalidValue, "epsilon = -1 is negative"),
        (lambda: randomised_response(bias="3/2"), InvalidValue, "bias = 3/2 (str) is not in [0, 1]"),
        (lambda: randomised_response(bias="-1/2"), InvalidValue, "bias = -1/2"),
        (lambda: randomised_response(bias=exp(EPS)), InvalidValue, "bias = exp(eps) (Number) is not in"),
        (lambda: randomised_response(bias=exp(EPS) / 2), InvalidValue, "not in [0, 1] for every epsilon > 0"),
        (lambda: randomised_response_categories(1, 1), InvalidValue, "k = 1 (int) is too small"),
        (lambda: randomised_response_categories("2", 1), InvalidType, "k = '2' is a str"),
        (
            lambda: almost_random(domain=[0, 1]).matrix(),
            InvalidType,
            "input = 0 is a int; give True or False",
        ),
        (lambda: randomised_response(1, domain=[0, 1]).matrix(), InvalidType, "input = 0 is a int"),
        (
            lambda: randomised_response_categories(2, 1, domain=[1, 2]).matrix(),
            InvalidValue,
            "input = 2 (int)",
        ),
        (lambda: randomised_response_bits(0, 1), InvalidValue, "n = 0 (int) is too small"),
        (
            lambda: randomised_response_bits(25, 1),
            BudgetExceeded,
            "n = 25 (int) makes 2^25 vectors",
        ),
        (lambda: bad_randomised_response(10**9, 1), BudgetExceeded, "use a smaller n"),
        (lambda: randomised_response_bits(2.0, 1), FloatRefused, "n = 2.0"),
        (lambda: randomised_response_bits(True, 1), InvalidType, "n = True is a bool"),
        (lambda: randomised_response_bits(1, 1, domain=[(0,), (2,)]).matrix(), InvalidValue, "input = (2,)"),
        (
            lambda: randomised_response_bits(2, 1, domain=[(0,), (1,)]).matrix(),
            InvalidValue,
            "2 entries 0 or 1",
        ),
        (lambda: bad_randomised_response(2, 2), InvalidValue, "parameter = 2"),
        (lambda: bad_randomised_response(2, 0.5), FloatRefused, "parameter = 0.5"),
    ],
)
def test_bad_parameters_are_refused(build, error, words):
    with pytest.raises(error) as caught:
        build()
    assert words in str(caught.value)
