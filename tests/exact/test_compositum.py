"""Numbers that mix radicals with each other and with e: canonical forms, against independent routes."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from itertools import product

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import BudgetExceeded, InvalidValue, MixedFields
from assay.exact import EPS, Log, Number, exp, ln, number, root, sqrt, sums
from assay.exact import compositum as compositum_module
from assay.exact.compositum import COMPOSITUM
from tests.effort import fewer
from tests.exact.strategies import mixed_numbers, rationals

A = sqrt(2) + sqrt(3)
B = 1 + sqrt(2) * exp("1/2")

coefficients = st.fractions(min_value=-3, max_value=3, max_denominator=4)
conjugates = list(product((1, -1), repeat=2))


def in_mpmath(c: dict[tuple[int, int, int], Fraction], first: int = 1, second: int = 1) -> mpmath.mpf:
    """sum c[i, j, k] (first sqrt 2)^i (second sqrt 3)^j e^(k/2)."""
    return sum(
        mpmath.mpf(x.numerator)
        / x.denominator
        * (first * mpmath.sqrt(2)) ** i
        * (second * mpmath.sqrt(3)) ** j
        * mpmath.exp(mpmath.mpf(k) / 2)
        for (i, j, k), x in c.items()
    )


def exactly(c: dict[tuple[int, int, int], Fraction]) -> Number:
    """The same as a Number."""
    terms = (x * sqrt(2) ** i * sqrt(3) ** j * exp(Fraction(k, 2)) for (i, j, k), x in c.items())
    return sum(terms, number(0))


tables = st.dictionaries(
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(-2, 2)), coefficients, max_size=4
)


def agrees(x: Number, expected: mpmath.mpf) -> bool:
    """To 40 digits, and exactly where it is 0."""
    if not x:
        return bool(abs(expected) < mpmath.mpf(10) ** -40)
    return bool(abs(mpmath.mpf(str(x.decimal(50))) - expected) <= abs(expected) * mpmath.mpf(10) ** -40)


@given(a=tables, b=tables)
def test_arithmetic_and_order_agree_with_fifty_digits(a, b):
    x, y = exactly(a), exactly(b)
    with mpmath.workdps(60):
        u, v = in_mpmath(a), in_mpmath(b)
        assert agrees(x + y, u + v)
        assert agrees(x * y, u * v)
        if y:
            assert agrees(x / y, u / v)
        if x != y:
            assert (x < y) is bool(u < v)


@given(x=mixed_numbers, y=mixed_numbers, z=mixed_numbers)
def test_it_is_a_field(x, y, z):
    assert (x + y) + z == x + (y + z)
    assert x * (y + z) == x * y + x * z
    assert hash((x + y) * z) == hash(z * y + z * x)
    if y:
        assert x / y * y == x
        assert (x * z) / (y * y) == (x / y) * (z / y)


@given(
    c=st.dictionaries(st.tuples(st.integers(0, 1), st.integers(0, 1), st.just(0)), coefficients, min_size=1)
)
def test_an_algebraic_number_times_its_conjugates_is_rational(c):
    """The norm, computed from floats of fifty digits, is the product of exact numbers."""
    signed = [{key: x * s ** key[0] * t ** key[1] for key, x in c.items()} for s, t in conjugates]
    norm = number(1)
    for each in signed:
        norm *= exactly(each)
    assert norm.is_rational
    with mpmath.workdps(60):
        expected = mpmath.mpf(1)
        for s, t in conjugates:
            expected *= in_mpmath(c, s, t)
        assert abs(mpmath.mpf(str(norm.decimal(50))) - expected) < mpmath.mpf(10) ** -35


@given(x=mixed_numbers, q=rationals)
def test_numbers_fall_back_into_the_smallest_field(x, q):
    for smaller in (number(q), sqrt(2) + q, exp("1/3") - q, 1 / (q + 100 + exp(1))):
        again = (x + smaller) - x
        assert (again.field, hash(again)) == (smaller.field, hash(smaller))
        assert again == smaller


@given(x=mixed_numbers)
def test_text_pickle_and_copies_are_the_number(x):
    assert number(str(x)) == x
    assert pickle.loads(pickle.dumps(x)) == x
    assert copy.deepcopy(x) is x
    assert 0 - (0 - x) == x
    assert abs(x) >= 0


def test_where_the_field_is_smaller_although_radicals_occur():
    assert A * (sqrt(3) - sqrt(2)) == 1
    assert 5 + 2 * sqrt(6) == A * A
    assert str((A * A).field) == "Q(sqrt(6))"
    assert (B * B - 1) / (B - 1) == B + 1
    assert (sqrt(6) + 2) / A == sqrt(2)
    assert ((exp(1) + sqrt(2)) * (exp(1) - sqrt(2))).field == exp(1).field
    assert 1 / (exp(1) + sqrt(2)) * (exp(2) - 2) == exp(1) - sqrt(2)
    assert root(2, 3) * sqrt(2) == root(32, 6)
    assert A.field is COMPOSITUM
    assert "compositum" in str(A.field)


def test_examples_of_text():
    assert str(A) == "sqrt(2) + sqrt(3)"
    assert str(1 / B) == "1/(1 + sqrt(2)*exp(1/2))"
    assert str(A / B) == "(sqrt(2) + sqrt(3))/(1 + sqrt(2)*exp(1/2))"
    assert str(number("3/4") - sqrt(3) * exp("1/2") / 4) == "3/4 - sqrt(3)*exp(1/2)/4"
    assert repr(A) == "Number('sqrt(2) + sqrt(3)')"


@fewer(4)
@given(x=mixed_numbers.filter(bool), c=coefficients.filter(bool))
def test_logarithms_of_mixed_numbers(x, c):
    x = abs(x)
    log = ln(x)
    assert log.exp() == x
    assert Log(str(log)) == log
    assert pickle.loads(pickle.dumps(log)) == log
    assert ln(x * x) == 2 * log
    assert hash(ln(x * x)) == hash(2 * log)
    assert ln(1 / x) == -log
    assert (c * log + ln(2)) - c * log == ln(2)
    assert ln(x * exp("1/3")) == log + Fraction(1, 3)


def test_equal_logarithms_of_different_fields():
    mixed, plain = ln(sqrt(2) * (1 + exp(1))), ln(2 * (1 + exp(1)) ** 2) / 2
    assert (mixed, hash(mixed)) == (plain, hash(plain))
    assert mixed.exp() == sqrt(2) * (1 + exp(1))
    twice = ln(5 + 2 * sqrt(6))
    assert (2 * ln(A), hash(2 * ln(A))) == (twice, hash(twice))
    assert ln(A) < ln(5) / 2 + Fraction(7, 20)
    assert ln(2) / 2 + Fraction(1, 2) == ln(sqrt(2) * exp("1/2"))


def test_roots():
    assert sqrt(2 * exp(1)) == sqrt(2) * exp("1/2")
    assert sqrt(3 * (1 + exp(1)) ** 2) == sqrt(3) * (1 + exp(1))
    assert root(sqrt(2) * exp(1), 3) ** 3 == sqrt(2) * exp(1)
    with pytest.raises(MixedFields, match="not found"):
        sqrt(A)
    with pytest.raises(InvalidValue, match="negative"):
        sqrt(sqrt(2) - sqrt(3))


def test_close_numbers_are_told_apart():
    """sqrt(2) + sqrt(3) beside its best rational with a denominator below 10^60."""
    near = Fraction(A.decimal(120)).limit_denominator(10**60)
    assert near != A
    assert (near < A) is not (near > A)
    with mpmath.workdps(150):
        assert (near < A) is bool(
            mpmath.mpf(near.numerator) / near.denominator < mpmath.sqrt(2) + mpmath.sqrt(3)
        )


def test_the_symbol_stays_apart():
    for mix in (lambda: A + exp(EPS), lambda: A * exp(EPS), lambda: exp(EPS) / B):
        with pytest.raises(MixedFields, match="substitute a value for eps"):
            mix()


def test_what_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(sums, "LARGEST_PRODUCT", 3)
    with pytest.raises(BudgetExceeded, match="product of 2 by 2"):
        _ = A * (sqrt(5) + exp(1))
    monkeypatch.undo()
    monkeypatch.setattr(sums, "LARGEST_EXTENSION", 3)
    with pytest.raises(BudgetExceeded, match="degree 4"):
        _ = 1 / (1 + sqrt(2) + sqrt(3))
    monkeypatch.undo()
    monkeypatch.setattr(compositum_module, "LARGEST_DEGREE", 5)
    with pytest.raises(BudgetExceeded, match="degree 6"):
        _ = 1 / (exp("6/5") + sqrt(2) * exp("1/5") + 1)


# Powers of e to floats: polynomials of degree 2^54 in one generator, short sums here

FLOATS = [Fraction(0.1), Fraction(0.3), Fraction(1e-300), Fraction(5e-324), Fraction(700.1)]


@pytest.mark.parametrize("q", FLOATS, ids=float)
def test_powers_of_e_to_floats_are_exact(q):
    x = exp(q)
    assert x * exp(-q) == 1
    assert (x + 1) * (x - 1) == exp(2 * q) - 1
    assert (x**3 - 1) / (x - 1) == x * x + x + 1
    assert ln(x) == q
    assert ln(x / (1 + x)) == q - ln(1 + x)
    assert number(str(x + 1)) == x + 1
    assert pickle.loads(pickle.dumps(1 / (1 + x))) * (1 + x) == 1
    with mpmath.workdps(400):
        expected = mpmath.exp(mpmath.mpf(q.numerator) / q.denominator) - 1
        assert abs(mpmath.mpf(str((x - 1).decimal(300))) - expected) <= expected * mpmath.mpf(10) ** -299


def test_powers_of_e_to_floats_fall_back_into_small_fields():
    q = Fraction(0.1)
    x = exp(q) + exp("1/2")
    assert (x - exp(q)).field == exp("1/2").field
    assert exp(q + Fraction(1, 2)) / exp(q) == exp("1/2")
    assert root(exp(1), 2**60) ** (2**60) == exp(1)


def test_quotients_of_unrelated_floats_are_refused():
    with pytest.raises(BudgetExceeded, match="beyond the supported"):
        _ = exp(Fraction(0.3)) / (exp(Fraction(0.1)) + 1) + 1
