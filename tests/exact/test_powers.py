"""Powers and roots: of single radicals, of 0, 1 and -1, and of what would grow too large."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import BudgetExceeded
from assay.exact import EPS, exp, number, root, sqrt
from tests.exact.strategies import positive_rationals, small_exponents


@given(
    q=positive_rationals, b=st.integers(2, 30), m=st.integers(1, 6), k=st.integers(-5, 5), n=st.integers(1, 5)
)
def test_roots_of_single_radicals(q, b, m, k, n):
    x = q * root(b, m) ** k
    assert root(x, n) ** n == x
    assert root(x, n) == root(q**m * Fraction(b) ** k, m * n)
    assert x ** Fraction(k, n) == root(x**k, n)


@given(q=positive_rationals, e=small_exponents, n=st.integers(1, 5))
def test_roots_of_single_exponentials(q, e, n):
    for x in (q**n * exp(e), q**n * (e * EPS).exp()):
        assert root(x, n) ** n == x
        assert root(x, n) == q * root(x / q**n, n)
        assert (x**-n) ** Fraction(-1, n) == x


@pytest.mark.parametrize("n", [1, 2, 3, 10**30, 10**30 + 1])
def test_powers_of_zero_and_units(n):
    assert number(0) ** n == 0
    assert number(1) ** n == 1
    assert number(-1) ** n == (-1 if n % 2 else 1)
    assert number(-1) ** -n == (-1 if n % 2 else 1)
    assert sqrt(2) ** 0 == exp(1) ** 0 == number(0) ** 0 == 1


def test_the_size_of_a_power():
    for build in (
        lambda: (1 + exp(1)) ** 100_000,
        lambda: (3 + exp(EPS)) ** 100_000,
        lambda: (1 + root(2, 100)) ** 10_000_000,
        lambda: number("2/3") ** 300_000_000,
        lambda: number(3) ** -300_000_000,
    ):
        with pytest.raises(BudgetExceeded, match="smaller"):
            build()
    assert number(2) ** 1000 == 2**1000
    assert exp(1) ** 900_000 == exp(900_000)
    assert (2 * exp(EPS)) ** 1000 == 2**1000 * exp(1000 * EPS)
    assert len(((1 + exp(1)) ** 1000).value[0].coeffs()) == 1001
