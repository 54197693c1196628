"""Signs of functions of epsilon: intervals, substitution, isolated roots."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from assay.errors import BudgetExceeded, InvalidType, InvalidValue, UndecidedError
from assay.exact import EPS, INFINITY, AlgebraicEpsilon, exp, ln, number, sign, sign_intervals, sqrt
from assay.exact._flint import fmpz_poly
from assay.exact.roots import positive_roots, signs_above_one
from tests.exact.strategies import positive_rationals, symbolic_numbers

X = exp(EPS)
thetas = st.fractions(min_value=Fraction(51, 50), max_value=20, max_denominator=50)


@given(f=symbolic_numbers, t=thetas)
def test_intervals_agree_with_substitution(f, t):
    intervals = sign_intervals(f)
    assert intervals[0].lower == 0
    assert intervals[-1].upper == INFINITY
    for left, right in pairwise(intervals):
        assert left.upper == right.lower
    where = ln(t)
    for interval in intervals:
        inside = Fraction(interval.lower.upper(30)) < where and (
            interval.upper is INFINITY or where < Fraction(interval.upper.lower(30))
        )
        if inside:
            assert sign(f.substitute(where)) == interval.sign


@given(f=symbolic_numbers)
def test_one_sign_iff_the_intervals_say_so(f):
    signs = {interval.sign for interval in sign_intervals(f)}
    if len(signs) == 1:
        assert sign(f) == next(iter(signs))
    else:
        with pytest.raises(UndecidedError):
            sign(f)


@given(f=symbolic_numbers, g=symbolic_numbers, e=positive_rationals)
def test_substitution_is_a_homomorphism(f, g, e):
    try:
        a, b = f.substitute(e), g.substitute(e)
    except InvalidValue:
        assume(False)
    assert (f + g).substitute(e) == a + b
    assert (f * g).substitute(e) == a * b
    assert (f - g).substitute(e) == a - b


def test_substituted_values():
    f = (X - 1) / (X + 1)
    assert f.substitute(ln(3)) == Fraction(1, 2)
    assert f.substitute(ln(3) / 2) == 2 - sqrt(3)
    assert f.substitute("1/2") == (exp("1/2") - 1) / (exp("1/2") + 1)
    assert f.substitute(0) == 0
    assert f.substitute(2 * EPS) == (X**2 - 1) / (X**2 + 1)
    assert number("1/3").substitute(5) == Fraction(1, 3)
    for bad in (-1, "inf", INFINITY):
        with pytest.raises(InvalidValue):
            f.substitute(bad)
    with pytest.raises(InvalidValue, match="denominator"):
        (1 / (X - 3)).substitute(ln(3))
    with pytest.raises(InvalidValue, match="no finite value"):
        ln((X - 1) / X).substitute(0)


def test_critical_points_of_every_kind():
    f = (exp(EPS / 2) - 2) * (X**3 - X - 7) * (X - 7) ** 2 / (X - 5) ** 3
    found = sign_intervals(f)
    assert [i.sign for i in found] == [-1, 0, 1, 0, -1, None, 1, 0, 1]
    assert [str(i.lower) for i in found[3::2]] == ["ln(4)", "ln(5)", "ln(7)"]
    point = found[1].lower
    assert isinstance(point, AlgebraicEpsilon)
    assert 0.7356 < float(point) < 0.7357
    assert str(point) == "0.735605598552... (2*ln(t) with t^6 - t^2 - 7 = 0)"
    assert str(found[0]) == f"negative for 0 < eps < {point}"
    assert str(found[5]) == "undefined at eps = ln(5)"
    assert sign_intervals(X**2 - 3)[1].lower == ln(3) / 2
    assert [i.sign for i in sign_intervals(exp(1) - 3)] == [-1]
    with pytest.raises(InvalidType, match="Log"):
        sign_intervals(ln(2))


def test_roots_that_are_very_close_are_told_apart():
    close = Fraction(2) + Fraction(1, 10**60)
    f = (X - 2) * (X - close)
    assert [i.sign for i in sign_intervals(f)] == [1, 0, -1, 0, 1]
    assert [i.lower for i in sign_intervals(f)[1::2]] == [ln(2), ln(close)]
    with pytest.raises(UndecidedError):
        sign(f)
    assert sign((X - 2) ** 2 + Fraction(1, 10**60)) == 1
    assert sign((X - 1) * (X + 5) / X) == 1


@given(roots=st.lists(st.tuples(st.fractions(-5, 5, max_denominator=7), st.integers(1, 3)), max_size=4))
def test_signs_above_one_of_products(roots):
    poly = fmpz_poly([1])
    for root, multiplicity in roots:
        poly *= fmpz_poly([-root.numerator, root.denominator]) ** multiplicity
    above = {r: sum(m for s, m in roots if s == r) for r, _ in roots if r > 1}
    wanted = {1} | ({0} if above else set()) | ({-1} if any(m % 2 for m in above.values()) else set())
    assert signs_above_one(poly) == wanted
    square_free = fmpz_poly([1])
    for root in {r for r, _ in roots}:
        square_free *= fmpz_poly([-root.numerator, root.denominator])
    found = positive_roots(square_free, 64)
    exact = sorted({r for r, _ in roots if r > 0})
    assert len(found) == len(exact)
    for (low, high), root in zip(found, exact, strict=True):
        assert low * root.denominator <= root.numerator <= high * root.denominator


def test_large_degrees():
    assert exp(100_000 * EPS) > 1
    assert exp(100_000 * EPS) > X
    assert sign(X**100_000 + X - 2) == 1
    with pytest.raises(BudgetExceeded, match="substitute"):
        sign(X**20_000 - 3 * X**19_999 + X**7 - 2)
