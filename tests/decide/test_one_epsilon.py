"""A program with unbounded noise at one epsilon is the finite mechanism that its symbolic one becomes."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import assay
from assay import EPS, Mechanism, adjacency, exp, flip, number
from assay.decide import (
    OutsideClass,
    SymbolicMechanism,
    at_epsilon,
    exact_loss,
    exponential,
    geometric,
    laplace,
)
from assay.errors import FloatRefused, InvalidValue, SymbolicNoise

BITS = adjacency.all_pairs()
RATES = st.fractions(Fraction(1, 4), 3, max_denominator=4)


@assay.program
def above(q):
    bar = laplace(EPS / 2)
    return tuple(a + laplace(EPS / 4) >= bar for a in q)


@assay.program
def largest(q):
    noisy = [a + geometric(EPS / 2) for a in q]
    return max(range(len(q)), key=lambda i: sum(noisy[i] > each for each in noisy))


@assay.program
def sampled(q):
    if flip(1 / (1 + exp(EPS))):
        return None
    return q[0] + exponential(EPS) >= 1


@settings(deadline=None, max_examples=10)
@given(st.sampled_from([above, largest]), RATES)
def test_it_is_the_symbolic_mechanism_at_this_epsilon(program, epsilon):
    domain = [(0, 0), (0, 1), (1, 1)]
    every = SymbolicMechanism(program, domain, adjacency.linf(1))
    one = at_epsilon(program, domain, adjacency.linf(1), epsilon)
    for x in domain:
        row = {o: value.at(Fraction(epsilon, every.k)) for o, value in every.distribution(x).items()}
        assert dict(one.distribution(x).items()) == row
        assert sum(row.values(), number(0)) == 1
    assert one.epsilon() == exact_loss(every).at(epsilon)


@settings(deadline=None, max_examples=20)
@given(RATES, RATES, st.integers(-2, 2))
def test_closed_forms(a, b, q):
    def one(x):
        return x + laplace(number(a)) >= 0

    def two(x):
        return laplace(number(a)) + x >= laplace(number(b))

    def discrete(x):
        return x + geometric(number(a)) >= 0

    tail = exp(-a * abs(q)) / 2
    assert at_epsilon(one, [q, q + 1], BITS).distribution(q)[True] == (1 - tail if q >= 0 else tail)
    y = exp(-a)
    mass = number(1) if q >= 0 else number(0)
    expected = mass - exp(-a * (q + 1)) / (1 + y) if q >= 0 else y ** (-q) / (1 + y)
    assert at_epsilon(discrete, [q, q + 1], BITS).distribution(q)[True] == expected
    m = abs(q)
    if a == b:
        tail = exp(-a * m) * (2 + a * m) / 4
    else:
        tail = (a * a * exp(-b * m) - b * b * exp(-a * m)) / (2 * (a * a - b * b))
    found = at_epsilon(two, [q, q + 1], BITS).distribution(q)
    assert found.prob([True]) == (1 - tail if q >= 0 else tail)


def test_finite_draws_are_read_at_the_same_epsilon():
    m = at_epsilon(sampled, [(0,), (1,)], BITS, 2)
    assert m.distribution((1,))[None] == 1 / (1 + exp(2))
    assert m.distribution((0,))[True] == exp(-2) * (1 - 1 / (1 + exp(2)))


def test_a_rate_may_be_both():
    def program(q):
        return q + laplace(EPS / 2 + assay.eps("1/3")) >= 0

    assert at_epsilon(program, [0, 1], BITS, 1).epsilon() == assay.eps("5/6")


@pytest.mark.parametrize(
    ("rate", "epsilon", "message"),
    [
        (EPS, None, "rate is not a positive rational; write for example 1/2, or say at which EPS"),
        (0, None, "rate is not a positive rational"),
        (-1, 1, "rate is not a positive rational at EPS = 1"),
        (assay.ln(2), 1, "rate is not a positive rational at EPS = 1"),
        (EPS - 1, 1, "rate is not a positive rational at EPS = 1"),
        ("inf", 1, "rate is not a positive rational"),
        (0.5, 1, "0.5"),
    ],
)
def test_rates_that_are_none(rate, epsilon, message):
    with pytest.raises(OutsideClass, match=message):
        at_epsilon(lambda q: q + laplace(rate) >= 0, [0, 1], BITS, epsilon)


def test_what_is_refused():
    with pytest.raises(InvalidValue, match=r"lambda.* holds noisy values"):
        at_epsilon(lambda q: q + laplace(1), [0, 1], BITS)
    with pytest.raises(InvalidValue, match="depends on EPS; say at which EPS"):
        at_epsilon(lambda q: flip(exp(-EPS)) and q + laplace(1) >= 0, [0, 1], BITS)
    for bad in (0, -1, "inf"):
        with pytest.raises(assay.AssayError, match="epsilon"):
            at_epsilon(above, [(0,), (1,)], BITS, bad)
    with pytest.raises(FloatRefused):
        at_epsilon(above, [(0,), (1,)], BITS, 0.5)
    with pytest.raises(OutsideClass, match="not a positive rational multiple of EPS"):
        SymbolicMechanism(lambda q: q + laplace("1/2") >= 0, [0, 1], BITS)


def test_a_run_says_whether_the_rate_is_a_number():
    for rate, constant in (("1/2", True), (EPS, False), (EPS + 1, False), (0.5, False)):
        program = assay.program(lambda q, rate=rate: q + laplace(rate) >= 0)
        with pytest.raises(SymbolicNoise) as refused:
            Mechanism(program, [0, 1], BITS).epsilon()
        assert refused.value.constant is constant
