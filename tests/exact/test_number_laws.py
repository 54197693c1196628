"""Numbers form ordered fields, equal numbers hash alike, and rationals are those of Python."""

import copy
import operator
import pickle
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from assay.errors import UndecidedError
from assay.exact import EPS, Number, exp, ln, number, root, sign, sqrt
from tests.exact.strategies import (
    any_numbers,
    exponential_numbers,
    fields,
    ordered_fields,
    radical_numbers,
    rationals,
    real_numbers,
)

in_every_field = pytest.mark.parametrize("field", fields)
in_every_ordered_field = pytest.mark.parametrize("field", ordered_fields)


@pytest.mark.slow
@in_every_field
@given(data=st.data())
def test_field_axioms(field, data):
    a, b, c = (data.draw(fields[field]) for _ in range(3))
    assert a + b == b + a
    assert a * b == b * a
    assert (a + b) + c == a + (b + c)
    assert (a * b) * c == a * (b * c)
    assert a * (b + c) == a * b + a * c
    assert a + 0 == a == a * 1
    assert a - a == 0 == a * 0
    assert a - b == a + (-b) == -(b - a)
    if b:
        assert a / b * b == a
        assert b * b.reciprocal() == 1
        assert 1 / b == b**-1


@in_every_field
@given(data=st.data(), m=st.integers(0, 5), n=st.integers(0, 5))
def test_powers(field, data, m, n):
    a = data.draw(fields[field])
    repeated = number(1)
    for _ in range(n):
        repeated *= a
    assert a**n == repeated
    assert a**m * a**n == a ** (m + n)
    if a:
        assert a**-n * a**n == 1


@in_every_field
@given(data=st.data())
def test_equal_numbers_are_one_key(field, data):
    a, b = data.draw(fields[field]), data.draw(fields[field])
    for same in (a + b - b, (a + 1) * (a - 1) + 1 - a * a + a, (a * b) / b if b else a, 0 - (0 - a), +a):
        assert same == a
        assert hash(same) == hash(a)
        assert len({same, a}) == 1
        assert str(same) == str(a)


@in_every_ordered_field
@given(data=st.data())
def test_order_axioms(field, data):
    a, b, c = sorted(data.draw(ordered_fields[field]) for _ in range(3))
    assert a <= b <= c
    assert a <= c
    assert [a < b, a == b, a > b].count(True) == 1
    assert (a < b) == (b > a) == (not a >= b) == (a + c < b + c) == (-b < -a)
    assert (a < b) == (sign(a - b) == -1)
    if c > 0:
        assert (a < b) == (a * c < b * c)
    assert abs(a) == max(a, -a)
    assert abs(a * b) == abs(a) * abs(b)


@given(a=real_numbers, b=real_numbers, c=real_numbers)
def test_numbers_of_different_fields_are_ordered(a, b, c):
    low, middle, high = sorted([a, b, c])
    assert low <= middle <= high
    assert low <= high
    assert [a < b, a == b, a > b].count(True) == 1
    assert min(a, b, c) == low
    assert max(a, b, c) == high


@given(p=rationals, q=rationals)
def test_rationals_are_those_of_python(p, q):
    a = number(p)
    assert a == p
    assert p == a
    assert hash(a) == hash(p)
    assert a.as_fraction() == p
    for operation in (operator.add, operator.sub, operator.mul):
        assert operation(a, q) == operation(p, a - p + q) == operation(p, q)
    for comparison in (operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge):
        assert comparison(a, q) == comparison(p, number(q)) == comparison(p, q)
    if q:
        assert a / q == p / number(q) == p / q
    if q.denominator == 1:
        assert a == p
        assert a + int(q) == int(q) + a == p + q


@given(x=any_numbers)
def test_immutable_and_picklable(x):
    assert pickle.loads(pickle.dumps(x)) == x
    assert hash(pickle.loads(pickle.dumps(x))) == hash(x)
    assert copy.copy(x) is x is copy.deepcopy(x)
    with pytest.raises(AttributeError, match="immutable"):
        x.value = 3
    with pytest.raises(AttributeError, match="immutable"):
        del x.field


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (exp(0), 1),
        (sqrt(9), 3),
        (sqrt(12), 2 * sqrt(3)),
        (root(4, 3), root(2, 3) ** 2),
        (root(8, 6), sqrt(2)),
        (sqrt("1/2"), sqrt(2) / 2),
        (number(4) ** Fraction(1, 3), number(2) ** Fraction(2, 3)),
        (number("1/8") ** Fraction(-2, 3), 4),
        (sqrt(2) * sqrt(3), sqrt(6)),
        (sqrt(2) * (1 + sqrt(2)), 2 + sqrt(2)),
        (sqrt(6) * root(2, 3) / root(2, 3), sqrt(6)),
        (1 / (1 + sqrt(2)), sqrt(2) - 1),
        (exp("1/2") ** 2, exp(1)),
        (exp("1/2") * exp("1/3"), exp("5/6")),
        (exp(2) / exp(1), exp(1)),
        ((exp(1) ** 2 - 1) / (exp(1) - 1), exp(1) + 1),
        (exp(EPS) * exp(-EPS), 1),
        (exp(EPS / 2) ** 2, exp(EPS)),
        (exp(ln(3) / 2), sqrt(3)),
        (sqrt(exp(2) + 2 * exp(1) + 1), exp(1) + 1),
        (sqrt(4 * exp(1)), 2 * exp("1/2")),
        (sqrt((exp(1) - 3) ** 2), 3 - exp(1)),
        (number(0) ** 5, 0),
        (number(0) ** 0, 1),
        (number(0) ** Fraction(1, 2), 0),
        (number(-1) ** 10**30, 1),
        (2 ** number("1/2"), sqrt(2)),
        (number("0.1"), Fraction(1, 10)),
        (number(Decimal("0.10")), number("1e-1")),
    ],
)
def test_written_two_ways(left, right):
    assert left == right
    assert hash(left) == hash(right)
    assert not left < right
    assert left <= right


@given(x=exponential_numbers, n=st.integers(2, 5))
def test_roots_of_powers(x, n):
    assume(x)
    assert abs(x) == (x ** (2 * n)) ** Fraction(1, 2 * n)


@pytest.mark.slow
@given(x=radical_numbers(2, 4), q=rationals)
def test_sums_fall_back_into_smaller_fields(x, q):
    assert (x + q - x).is_rational
    assert (x + exp(0) - x) == 1
    assert (sqrt(2) + x - x).field == sqrt(2).field


@given(x=any_numbers, y=any_numbers)
def test_mixing_fields_is_right(x, y):
    assume(x.is_symbolic == y.is_symbolic or x.is_rational or y.is_rational)
    assert (x + y) - y == x
    if y:
        assert (x * y) / y == x


def test_builtin_aggregates():
    values = [number("1/2"), number(2), number("-1/3"), exp(1)]
    assert sum(values) == exp(1) + number("13/6")
    assert max(values) == exp(1)
    assert min(values) == Fraction(-1, 3)
    assert sorted(values) == [number("-1/3"), number("1/2"), number(2), exp(1)]


def test_functions_of_epsilon_compare_where_all_epsilon_agree():
    x = exp(EPS)
    assert x > 1
    assert 1 / x < 1
    assert (x - 1) ** 2 >= 0
    assert x / (1 + x) > Fraction(1, 2)
    assert abs(1 - x) == x - 1
    assert abs(-((x - 2) ** 2)) == (x - 2) ** 2
    assert x > sqrt("0.99")
    assert x / (1 + x) < exp(1)
    assert exp(-EPS) + 2 > sqrt(2)
    for undecided in (
        lambda: x < 2,
        lambda: (x - 2) ** 2 > 0,
        lambda: abs(x - 2),
        lambda: sign(1 / (x - 2) ** 2),
        lambda: x > exp(1),
        lambda: min(x, sqrt(5)),
        lambda: x * x < sqrt(7),
    ):
        with pytest.raises(UndecidedError, match="eps"):
            undecided()
    assert x != 2
    assert Number(3) == 3
