"""Logarithms: homomorphism to numbers, canonical forms, exact order, infinities, the symbol."""

import copy
import pickle
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from assay.errors import InvalidType, InvalidValue, MixedFields, UndecidedError
from assay.exact import EPS, INFINITY, Log, eps, exp, ln, log_value, number, sqrt
from tests.exact.strategies import (
    any_logs,
    exponential_logs,
    finite_logs,
    positive_rationals,
    rational_logs,
    rationals,
    small_exponents,
    symbolic_logs,
)


@given(p=positive_rationals, q=positive_rationals, r=rationals)
def test_exp_and_ln_are_homomorphisms(p, q, r):
    a, b = ln(p), ln(q)
    assert (a + b).exp() == a.exp() * b.exp() == p * q
    assert a + b == ln(p * q)
    assert a - b == ln(p / q)
    assert -a == ln(1 / p)
    assert (3 * a).exp() == p**3
    assert (a / 2).exp() ** 2 == p
    assert exp(a + r) == p * exp(r)
    assert (a < b) == (p < q)
    assert (a == b) == (p == q)
    assert hash(a + b) == hash(ln(p * q))


@given(p=positive_rationals, c=rationals, r=rationals)
def test_multiples_of_one_logarithm_have_the_sign_of_their_factors(p, c, r):
    sign = ((p > 1) - (p < 1)) * ((c > 0) - (c < 0))
    assert (c * ln(p)).compare(0) == sign
    assert (c * ln(p) + r).compare(r) == sign
    assert log_value(r).compare(c * ln(p) + r) == -sign


@given(a=exponential_logs, b=rational_logs, q=small_exponents)
def test_sums_and_multiples(a, b, q):
    assert a + b == b + a
    assert a + b - b == a
    assert hash(a + b - b) == hash(a)
    assert str(a + b - b) == str(a)
    assert q * (a + b) == q * a + q * b
    assert hash(q * (a + b)) == hash(q * a + q * b)
    assert (a * 6) / 6 == a == a / 6 * 6
    assert a * 0 == 0


@pytest.mark.slow
@given(a=finite_logs, b=finite_logs, c=finite_logs)
def test_order_axioms(a, b, c):
    low, middle, high = sorted([a, b, c])
    assert low <= middle <= high
    assert low <= high
    assert [a < b, a == b, a > b].count(True) == 1
    assert (a < b) == (-b < -a)
    assert a.compare(b) == -b.compare(a)
    assert low > -INFINITY
    assert high < INFINITY
    if a == b:
        assert hash(a) == hash(b)


@given(x=any_logs)
def test_immutable_and_picklable(x):
    again = pickle.loads(pickle.dumps(x))
    assert again == x
    assert hash(again) == hash(x)
    assert copy.copy(x) is x is copy.deepcopy(x)
    with pytest.raises(AttributeError, match="immutable"):
        x.rational = 3
    with pytest.raises(AttributeError, match="immutable"):
        del x.argument


def test_reading_a_log_does_not_change_another():
    EPS.__init__(3)
    assert str(EPS) == "eps"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (ln(9), 2 * ln(3)),
        (ln("1/3"), -ln(3)),
        (ln(sqrt(3)), ln(3) / 2),
        (ln(2 * sqrt(3)), ln(12) / 2),
        (ln(3 + 2 * sqrt(2)), 2 * ln(1 + sqrt(2))),
        (ln(sqrt(2) - 1), -ln(1 + sqrt(2))),
        (ln(exp("1/2") * 3), ln(3) + Fraction(1, 2)),
        (ln(exp(EPS) * 3), ln(3) + EPS),
        (ln(exp(2) + 2 * exp(1) + 1), 2 * ln(1 + exp(1))),
        (ln((exp(1) - 3) ** 2), 2 * ln(3 - exp(1))),
        (ln(((exp(2) - 3) / (exp(2) + 2)) ** 2), 2 * ln((exp(2) - 3) / (exp(2) + 2))),
        (ln((1 + exp(EPS)) / (2 * exp(EPS))), -ln(2 / (1 + exp(-EPS)))),
        (ln(1), 0),
        (ln(exp(2)), 2),
        (ln(3) - ln(3), number(0)),
        (EPS - EPS, 0),
        (10**6 * ln(3), ln(3) * 10**6),
    ],
)
def test_written_two_ways(left, right):
    assert left == right
    assert right == left
    assert hash(left) == hash(right)
    assert not left < right
    assert left >= right


@given(x=rational_logs, n=st.integers(-6, 6))
def test_rational_values_are_fractions(x, n):
    assert Log(n) == n
    assert hash(Log(n)) == hash(n)
    assert Log(Fraction(n, 7)) == number(Fraction(n, 7)) == Fraction(n, 7)
    value = x.rational_value()
    if value is not None:
        assert x == value
        assert hash(x) == hash(value)
    assert bool(x) == (x != 0)
    assert abs(x) == max(x, -x)


def test_orders_that_need_no_common_power():
    assert ln(100) * Fraction(9900, 101) > ln(99) / 99
    assert 10**6 * ln(3) + ln(2) > 10**6 * ln(3)
    third = Fraction(10**30 + 1, 3 * 10**30)
    assert ln(2) * third > ln(2) / 3
    assert ln(3) * Fraction(1, 1_000_003) < ln(3) * Fraction(1, 1_000_002)
    assert ln(1 + sqrt(2)) < ln(1 + sqrt(3)) < ln(1 + exp(1))


def test_logarithms_and_irrational_numbers():
    assert ln(2) < sqrt(2)
    assert sqrt(2) > ln(2)
    assert ln(2) != sqrt(2)
    assert ln(3) < exp(1)
    assert sqrt(2) < INFINITY
    with pytest.raises(UndecidedError):
        _ = sqrt(2) > EPS
    assert (ln(2) / 2 + Fraction(1, 2)).exp() == sqrt(2) * exp("1/2")
    with pytest.raises(MixedFields):
        (ln(1 + sqrt(2)) / 2).exp()


def test_infinities():
    assert INFINITY + ln(2) == INFINITY == 2 * INFINITY == INFINITY - 3
    assert Log("-inf") == -INFINITY
    assert hash(-INFINITY) == hash(Log("-inf"))
    assert INFINITY.is_infinite
    assert sorted([INFINITY, ln(2), -INFINITY, Log(0)]) == [-INFINITY, 0, ln(2), INFINITY]
    for undefined in (
        lambda: INFINITY - INFINITY,
        lambda: 0 * INFINITY,
        INFINITY.exp,
        lambda: (-INFINITY).exp(),
    ):
        with pytest.raises(InvalidValue):
            undefined()


def test_the_symbol():
    x = exp(EPS)
    assert EPS > 0
    assert EPS + 1 > 1
    assert EPS + ln(1 + sqrt(2)) > 0
    assert ln(1 + x) > ln(2)
    assert ln(1 + x) + 1 > 0
    assert ln(x / (1 + x)) < 0
    assert EPS / 2 < EPS
    assert ln(2) > -EPS
    assert max(EPS, 2 * EPS) == 2 * EPS
    assert EPS.is_symbolic
    for undecided in (
        lambda: EPS > 1,
        lambda: ln(2) > EPS,
        lambda: EPS - ln(1 + sqrt(2)) > 0,
        lambda: ln(1 + x) > 2,
        lambda: ln(x - 2),
        lambda: ln(1 + x) > ln(3),
    ):
        with pytest.raises(UndecidedError, match="eps"):
            undecided()
    with pytest.raises(InvalidValue):
        ln(1 - x)


@pytest.mark.slow
@given(x=symbolic_logs, e=positive_rationals)
def test_substitution_into_logarithms(x, e):
    value = x.substitute(e)
    assert not value.is_symbolic
    assert value == x - x.symbolic * EPS + x.symbolic * e
    assert ln(2).substitute(e) == ln(2)
    assert INFINITY.substitute(e) == INFINITY


def test_reading_epsilon():
    assert eps("ln 3") == eps("ln(3)") == ln(3)
    assert eps("1/2") == Fraction(1, 2) == eps("0.5")
    assert eps("ln(3)/2") == ln(3) / 2
    assert eps("inf") is INFINITY
    assert eps(0) == 0
    assert log_value("-inf") == -INFINITY
    assert log_value(number("3/4")) == Fraction(3, 4)
    for bad in (-1, "-1/2", "-ln(3)", "-inf", Fraction(-1, 10**30), ln("0.999"), ln(2) - ln(3)):
        with pytest.raises(InvalidValue, match=r"budget = .* is negative"):
            eps(bad, "budget")
    for bad in ("", "nan", "ln(-1)", "ln(0)", "ln 3/2", "ln 3^2", "ln -3", "sqrt(2)", "inf - inf", "0 * inf"):
        with pytest.raises(InvalidValue, match="budget = "):
            eps(bad, "budget")
    for bad in (None, sqrt(2), exp(1), [1], True):
        with pytest.raises(InvalidType, match="budget = "):
            eps(bad, "budget")


def test_logarithms_of_what_is_not_positive():
    for bad in (0, -1, "-1/2", 1 - exp(1), sqrt(2) - 2):
        with pytest.raises(InvalidValue, match="must be positive"):
            ln(bad)


@given(x=finite_logs, y=finite_logs)
def test_sums_across_fields_are_refused_or_right(x, y):
    try:
        total = x + y
    except MixedFields:
        return
    assume(total is not x)
    assert total - y == x
