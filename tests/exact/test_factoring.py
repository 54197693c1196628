"""Factorisations, perfect powers and canonical radicals, against brute force."""

from fractions import Fraction
from math import gcd, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import BudgetExceeded
from assay.exact import ln, number, root, sqrt
from assay.exact._flint import fmpq, fmpz
from assay.exact.factoring import prime_exponents, primitive_root, rational_root
from assay.exact.radicals import common_radicand

P, Q = 1267650600228229401496703205653, 1125899906842679
"""Primes of 101 and 51 bits."""

small = st.fractions(Fraction(1, 60), 60, max_denominator=60)


@given(st.tuples(*[st.integers(0, 300)] * 3).filter(any), st.booleans())
def test_the_exponent_is_what_all_multiplicities_share(multiplicities, below):
    a, b, c = multiplicities
    value = fmpq(2) ** a * fmpq(1021) ** b * fmpq(1031) ** c  # the last is no small prime
    base, exponent = primitive_root(1 / value if below else value)
    assert exponent == gcd(a, b, c)
    assert base**exponent == (1 / value if below else value)


@given(q=small.filter(lambda q: q != 1), n=st.integers(1, 40))
def test_primitive_roots(q, n):
    base, exponent = primitive_root(fmpq(q.numerator, q.denominator) ** n)
    assert exponent % n == 0
    assert base**exponent == fmpq(q.numerator, q.denominator) ** n
    assert all(rational_root(base, k) is None for k in range(2, 12))
    assert rational_root(fmpq(q.numerator, q.denominator) ** n, n) == fmpq(q.numerator, q.denominator)


@given(q=small)
def test_prime_exponents(q):
    exponents = prime_exponents(fmpq(q.numerator, q.denominator))
    assert prod(Fraction(p) ** e for p, e in exponents.items()) == q
    assert all(fmpz(p).is_prime() for p in exponents)


def test_large_factors_are_split():
    assert prime_exponents(fmpq(fmpz(P) * Q * 2**300)) == {2: 300, Q: 1, P: 1}
    assert prime_exponents(fmpq(1, fmpz(P) ** 5)) == {P: -5}
    # were the product kept as one factor, equal numbers would not be recognised
    assert sqrt(P * Q * 2**300) == sqrt(P) * sqrt(Q) * 2**150
    assert primitive_root(fmpq(3) ** 1_000_003) == (fmpq(3), 1_000_003)
    assert primitive_root(fmpq(2003) ** 97) == (fmpq(2003), 97)
    assert primitive_root(fmpq(2003**9, 2**12)) == (fmpq(2003**3, 2**4), 3)
    with pytest.raises(BudgetExceeded, match="out of reach"):
        sqrt(2**60_000 + 1)


@given(
    a=st.tuples(st.integers(2, 40), st.integers(2, 6)),
    b=st.tuples(st.integers(2, 40), st.integers(2, 6)),
)
def test_products_of_radicals(a, b):
    """a^(1/m) b^(1/n) = (a^n b^m)^(1/mn), whatever the fields."""
    (p, m), (q, n) = a, b
    left, right = root(p, m), root(q, n)
    assert left * right == root(p**n * q**m, m * n)
    assert left**m == p
    assert (left < right) == (p**n < q**m)
    assert (left == right) == (p**n == q**m)
    assert ln(left) * m == ln(p)
    assert left / right * right == left


@given(
    vectors=st.tuples(
        st.tuples(st.integers(0, 5), st.integers(0, 5), st.just(6)),
        st.tuples(st.integers(0, 3), st.integers(0, 3), st.just(4)),
    )
)
def test_common_fields_exist_iff_the_group_is_cyclic(vectors):
    (a1, a2, m), (b1, b2, n) = vectors
    x, y = root(2**a1 * 3**a2, m), root(2**b1 * 3**b2, n)
    if x.is_rational or y.is_rational:
        return
    group = {
        ((Fraction(a1 * i, m) + Fraction(b1 * j, n)) % 1, (Fraction(a2 * i, m) + Fraction(b2 * j, n)) % 1)
        for i in range(m)
        for j in range(n)
    }
    cyclic = any(len({(u * k % 1, v * k % 1) for k in range(len(group))}) == len(group) for u, v in group)
    shared = common_radicand(x.field.radicand, y.field.radicand)
    assert (shared is not None) == cyclic
    if shared is not None:
        assert shared.degree == len(group)
        assert (x + y) - y == x
        assert gcd(shared.degree, *(w for _, w in shared.weights)) == 1


def test_logarithms_of_large_powers():
    assert ln(number(3) ** 100_003) == 100_003 * ln(3)
    assert hash(ln(number(3) ** 100_003)) == hash(100_003 * ln(3))
    assert 10**5 * ln(3) + ln(2) == ln(2 * number(3) ** 10**5)


@pytest.mark.parametrize(
    ("base", "exponent"), [(10**9 + 7, 1000), (10**200 + 357, 101), (1_000_003, 2 * 3 * 997)]
)
def test_long_numbers_without_small_factors_are_powers_too(base, exponent):
    """They are told from others by their residues: one root in a thousand is taken at all."""
    assert primitive_root(fmpq(fmpz(base) ** exponent)) == (fmpq(base), exponent)
    assert primitive_root(fmpq(fmpz(base) ** exponent * (10**9 + 9))) == (
        fmpq(fmpz(base) ** exponent * (10**9 + 9)),
        1,
    )
