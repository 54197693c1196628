"""Values: a field with one representation for equal functions, whose denominator is positive."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from assay import EPS, exp, number
from assay.decide.probabilities.noise import CONTINUOUS, DISCRETE
from assay.decide.probabilities.values import CONTEXT, ONE, ZERO, Value, normal
from assay.decide.signs.sign_table import sign_table
from assay.exact import sign


@st.composite
def values(draw):
    """Sums of products of powers of y, factors 1 - y^r and 1 + y^r above and below, and powers of t above."""
    total = ZERO
    for _ in range(draw(st.integers(1, 2))):
        part = Value.of(draw(st.fractions(min_value=-3, max_value=3, max_denominator=4)))
        for _ in range(draw(st.integers(0, 3))):
            y = Value.power(draw(st.integers(-3, 3).filter(bool)))
            factor = draw(st.sampled_from([y, ONE - y, ONE + y]))
            part = part / factor if draw(st.booleans()) else part * factor
        total = total + part
    return total


points = st.fractions(min_value=Fraction(1, 6), max_value=3, max_denominator=6)


@settings(max_examples=30)
@given(values(), values(), points)
def test_arithmetic_is_that_of_the_exact_numbers(a, b, t):
    assert (a + b).at(t) == a.at(t) + b.at(t)
    assert (a - b).at(t) == a.at(t) - b.at(t)
    assert (a * b).at(t) == a.at(t) * b.at(t)
    if b:
        assert (a / b).at(t) == a.at(t) / b.at(t)


@settings(max_examples=30)
@given(values(), values(), values())
def test_equal_functions_are_equal_values(a, b, c):
    assert (a + b) + c == a + (b + c)
    assert a * (b + c) == a * b + a * c
    assert (a - b) + b == a
    assert hash((a - b) + b) == hash(a)
    if b:
        assert a / b * b == a
        assert hash(a * b / b) == hash(a)


@given(values(), points)
def test_the_denominator_is_positive_and_the_numerator_has_the_sign(a, t):
    assert sign_table(a.den).constant == 1
    assert sign(a.at(t)) == sign(Value(a.num).at(t))


@given(values(), st.integers(1, 4), points)
def test_inflation_keeps_the_function(a, m, t):
    assert a.inflate(m).at(t / m) == a.at(t)


@given(st.integers(0, 3), st.integers(0, 3), points)
def test_normal_form_keeps_the_sign(i, j, t):
    poly = CONTEXT.from_dict({(i, j): -6, (i + 1, j + 2): 4})
    assert normal(poly) == CONTEXT.from_dict({(0, 0): -3, (1, 2): 2})
    assert sign(Value(poly).at(t)) == sign(Value(normal(poly)).at(t))


def test_reading_numbers():
    read = Value.from_number((exp(EPS / 2) + 3) / (exp(EPS) + 1), 4)
    assert read.at(Fraction(1, 4)) == (exp(Fraction(1, 2)) + 3) / (exp(1) + 1)
    assert Value.from_number(number("3/4"), 1) == Value.of(Fraction(3, 4))
    assert Value.from_number(1 / exp(EPS), 1) == Value.power(1)


def test_every_primitive_has_the_right_differences():
    for a in (-2, -1, 0, 1, 3):
        for i in range(4):
            term = {(a, i): ONE}
            rising = DISCRETE.primitive(term)
            for z in (-2, 0, 1, 5):
                assert DISCRETE.at(rising, z) - DISCRETE.at(rising, z - 1) == DISCRETE.at(term, z)
            for n in (-1, 2):
                for family in (DISCRETE, CONTINUOUS):
                    assert family.at(family.shift(term, n), 3) == family.at(term, 3 + n)
