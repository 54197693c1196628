"""Certified numbers: enclosures that refine, comparisons that never guess, sound directed roundings."""

import copy
import operator
import pickle
from fractions import Fraction

import pytest
from hypothesis import given

from assay.errors import InvalidType, InvalidValue, UndecidedError
from assay.exact import (
    EPS,
    INFINITY,
    Certified,
    certified,
    exp,
    ln,
    maximum,
    minimum,
    number,
    precision,
    sign,
    sqrt,
)
from assay.exact._flint import arb
from tests.exact.strategies import finite_logs, rationals, real_numbers

PI = Certified(lambda bits: arb.pi(), "pi")
HALF = Certified(lambda bits: arb(1) / 3 + arb(1) / 6, "1/3 + 1/6")


@given(x=real_numbers, y=real_numbers)
def test_arithmetic_follows_the_exact_numbers(x, y):
    a, b = certified(x), certified(y)
    for operation in (operator.add, operator.sub, operator.mul):
        assert_close(operation(a, b), operation(x, y) if x.field == y.field else None)
        assert_close(operation(a, x), operation(x, x))
        assert_close(operation(y, b), operation(y, y))
    if y:
        assert_close(b / y, number(1))
        assert_close(1 / b * y, number(1))
    assert_close(-a, -x)
    assert_close(abs(a), abs(x))
    assert_close(a**3, x**3)
    if x != y:
        assert (a < y) == (a < b) == (x < b) == (x < y)
        assert (a != y) is True


def assert_close(found, wanted):
    if wanted is not None:
        assert Fraction(found.lower(20)) <= wanted <= Fraction(found.upper(20))
        assert found.float_down() <= float(wanted) <= found.float_up()


@given(x=finite_logs)
def test_elementary_functions(x):
    a = certified(x)
    assert_close(a.exp().log(), x)
    assert_close((a * a).sqrt(), abs(x))
    assert Fraction(a.lower(5)) <= x <= Fraction(a.upper(5))


def test_what_overlaps_is_undecided():
    assert Fraction(51, 100) > HALF
    assert HALF != 1
    for compare in (
        lambda: Fraction(1, 2) == HALF,
        lambda: number("1/2") != HALF,
        lambda: Fraction(1, 2) >= HALF,
        lambda: number("1/2") < HALF,
        lambda: bool(HALF - Fraction(1, 2)),
        lambda: sign(HALF - Fraction(1, 2)),
        lambda: float(Certified(lambda bits: HALF.enclosure(bits) + arb(1) / 2**53, "tie") + Fraction(1, 2)),
    ):
        with pytest.raises(UndecidedError):
            compare()
    with pytest.raises(TypeError):
        hash(HALF)


def test_directed_roundings_of_what_is_never_settled():
    assert HALF.lower(5) < HALF.upper(5)
    assert Fraction(HALF.lower(5)) <= Fraction(1, 2) <= Fraction(HALF.upper(5))
    assert HALF.float_down() <= 0.5 <= HALF.float_up()
    assert str(HALF).startswith("[0.49999")
    assert str(certified(number("1/2"))) == "[0.5, 0.5]"
    assert str(certified(number("1/3"))) == "[0.333333333333333, 0.333333333333334]"
    assert PI.decimal(30).as_tuple().digits[:5] == (3, 1, 4, 1, 5)
    with pytest.raises(UndecidedError):
        HALF.decimal(5) if HALF.lower(5) != HALF.upper(5) and False else Certified(
            lambda b: arb(0, 1), "wide"
        ).decimal()


def test_infinity_and_symbols():
    assert PI < INFINITY
    assert -INFINITY < PI
    assert INFINITY >= PI
    assert PI != INFINITY
    with pytest.raises(UndecidedError, match="infinite"):
        PI + INFINITY
    with pytest.raises(UndecidedError, match="eps"):
        PI * exp(EPS)


def test_sums_of_many_terms_and_shared_terms():
    total = sum([PI] * 5000, certified(0))
    assert Fraction(total.lower(12)) <= Fraction(total.upper(12))
    assert 15707 < total < 15708
    doubled = PI
    for _ in range(200):
        doubled = doubled + doubled
    assert doubled > 2**200 * 3
    assert len(repr(doubled)) < 1000
    calls = []
    counted = Certified(lambda bits: calls.append(bits) or arb(1), "one")
    assert (counted + counted) * (counted + counted) < 5
    assert calls == [64]


def test_maximum_and_minimum():
    assert maximum([PI, 3, exp(1)]) > 3
    assert minimum([PI, 3, exp(1), ln(2)]) < 1
    assert Fraction(maximum([HALF, Fraction(1, 2)]).upper(5)) >= Fraction(1, 2)
    assert float(maximum([number(3)])) == 3.0
    for bad in (maximum, minimum):
        with pytest.raises(InvalidValue, match="no numbers"):
            bad([])


@given(q=rationals)
def test_a_single_point_is_equal(q):
    assert certified(q.numerator) == q.numerator
    assert certified(Fraction(q.numerator, 8)) == number(Fraction(q.numerator, 8))


def test_immutable_and_not_picklable():
    for name in ("description", "max_bits", "_rule"):
        with pytest.raises(AttributeError, match="immutable"):
            setattr(PI, name, 1)
        with pytest.raises(AttributeError, match="immutable"):
            delattr(PI, name)
    assert copy.copy(PI) is PI is copy.deepcopy(PI)
    with pytest.raises(InvalidType, match="lower"):
        pickle.dumps(PI)


def test_bad_input():
    with pytest.raises(InvalidType, match="function"):
        Certified(3, "three")
    with pytest.raises(InvalidType, match="arb"):
        Certified(lambda bits: 3, "three").enclosure(64)
    for bits, error in ((1, InvalidValue), (2.5, InvalidType), (True, InvalidType)):
        with pytest.raises(error):
            Certified(lambda b: arb(1), "one", bits)
        with pytest.raises(error):
            PI.enclosure(bits)
        with pytest.raises(error):
            precision(bits)
    with pytest.raises(InvalidType, match="str"):
        certified("pi")
    with pytest.raises(InvalidType, match="str"):
        PI.compare("pi")
    with pytest.raises(TypeError):
        _ = PI + "1"
    assert certified(sqrt(2), "root two").description == "root two"


@pytest.mark.parametrize("exponent", [0, 1, 2, 3, 7])
def test_powers_of_what_may_be_zero_have_enclosures(exponent):
    tiny = certified(sqrt(2)) * certified(sqrt(2)) - 2
    found = Certified(lambda bits: arb(0, 2.0**-bits), "nearly 0") ** exponent
    assert found.enclosure(64).contains(arb(0 if exponent else 1))
    assert found.enclosure(64).is_finite()
    assert (tiny**exponent).enclosure(64).is_finite()
    assert not (Certified(lambda bits: arb(0, 2.0**-bits), "nearly 0") ** -2).enclosure(64).is_finite()
