"""Noisy values in outputs at one epsilon: closed forms, the finite mechanism, and what is refused."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import EPS, adjacency, exp, ln, number
from assay.decide import OutsideClass, at_epsilon, audit_at_epsilon, gaussian, geometric, laplace
from assay.errors import FloatRefused, InvalidValue

ALL = adjacency.all_pairs()
BITS = [0, 1]
RATES = st.fractions(Fraction(1, 4), 3, max_denominator=4)


@settings(max_examples=6, deadline=None)
@given(RATES, st.fractions(0, 3, max_denominator=4), st.sampled_from([laplace, geometric]))
def test_one_value_needs_its_rate(rate, epsilon, noise):
    verdict = audit_at_epsilon(lambda b: b + noise(rate), BITS, ALL, epsilon)
    assert verdict.word == ("verified" if epsilon >= rate else "refuted")
    if epsilon < rate:
        assert verdict.witness.relation == ">"
        assert verdict.witness.p == (Fraction(1, 2) if noise is laplace else 1 / (1 + exp(-rate)))


@settings(max_examples=6, deadline=None)
@given(RATES, st.fractions(0, 2, max_denominator=4), st.fractions(Fraction(1, 50), 1, max_denominator=50))
def test_delta_of_a_laplace_value(rate, epsilon, delta):
    """1 - e^((epsilon - rate)/2) for epsilon < rate, and rates and claims with a common denominator."""
    verdict = audit_at_epsilon(lambda b: b + laplace(rate), BITS, ALL, epsilon, delta)
    smallest = 1 - exp((epsilon - rate) / 2) if epsilon < rate else number(0)
    assert verdict.word == ("verified" if smallest <= delta else "refuted")


@settings(max_examples=6, deadline=None)
@given(RATES, st.fractions(0, 2, max_denominator=4), st.fractions(0, 1, max_denominator=20))
def test_finitely_many_outputs_are_judged_as_by_the_finite_mechanism(rate, epsilon, delta):
    def above(b):
        bar = laplace(rate)
        return b + laplace(rate * 2) >= bar, b + geometric(1) >= 1

    found = audit_at_epsilon(above, BITS, ALL, epsilon, delta)
    assert found.word == at_epsilon(above, BITS, ALL).audit(epsilon, delta).word


def test_two_values_a_logarithm_and_eps():
    def released(q):
        a, b = q + laplace(EPS), q + geometric(EPS / 2)
        return a, b

    for at, epsilon, word in ((1, "3/2", "verified"), (1, "149/100", "refuted"), ("2/3", 1, "verified")):
        assert audit_at_epsilon(released, BITS, ALL, epsilon, at=at).word == word
    assert audit_at_epsilon(lambda b: b + laplace(1), BITS, ALL, ln(3)).word == "verified"
    assert audit_at_epsilon(lambda b: b + laplace(1), BITS, ALL, ln(2)).word == "refuted"


@pytest.mark.parametrize(
    ("program", "claim", "error"),
    [
        (lambda b: b + laplace(EPS), (1,), OutsideClass),
        (lambda b: b + gaussian(1), (1,), OutsideClass),
        (lambda b: b + laplace(1), ("inf",), InvalidValue),
        (lambda b: b + laplace(1), (EPS,), InvalidValue),
        (lambda b: b + laplace(1), (-1,), InvalidValue),
        (lambda b: b + laplace(1), (0.5,), FloatRefused),
        (lambda b: b + laplace(1), (1, 2), InvalidValue),
        (lambda b: b + laplace(1), (1, 0.5), FloatRefused),
    ],
)
def test_bad_input(program, claim, error):
    with pytest.raises(error):
        audit_at_epsilon(program, BITS, ALL, *claim)


@pytest.mark.parametrize("at", [0, -1, "ln 2"])
def test_an_epsilon_that_is_no_positive_rational(at):
    with pytest.raises(InvalidValue):
        audit_at_epsilon(lambda b: b + laplace(EPS), BITS, ALL, 1, at=at)
