"""What equality, hashing, text and order of exact numbers must satisfy, in every field."""

from __future__ import annotations

import copy
import pickle
from decimal import Decimal
from fractions import Fraction

import flint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import (
    AssayError,
    BudgetExceeded,
    FloatRefused,
    InvalidType,
    InvalidValue,
    MixedFields,
    UndecidedError,
)
from assay.exact import (
    EPS,
    INFINITY,
    Certified,
    Log,
    Number,
    certified,
    eps,
    exp,
    ln,
    log_value,
    number,
    root,
    sign,
    sqrt,
)
from tests.strategies import ANY_FAMILY, DECIDED, Family, numbers, positive_numbers, thetas

FAMILIES = pytest.mark.parametrize("family", DECIDED, ids=lambda f: f.name)
ALL = pytest.mark.parametrize("family", ANY_FAMILY, ids=lambda f: f.name)


def three(data: st.DataObject, family: Family) -> tuple[Number, Number, Number]:
    """Three numbers of one field."""
    theta = data.draw(thetas(family))
    a, b, c = (data.draw(positive_numbers(family, theta)) for _ in range(3))
    return a - b, b, c - b / 2


@ALL
@given(data=st.data())
def test_field_axioms(family: Family, data: st.DataObject) -> None:
    a, b, c = three(data, family)
    assert a + b == b + a
    assert (a + b) + c == a + (b + c)
    assert a * b == b * a
    assert (a * b) * c == a * (b * c)
    assert a * (b + c) == a * b + a * c
    assert a - a == 0
    assert hash(a - a) == hash(0)
    assert b * b.reciprocal() == 1
    assert b**-2 * b**3 == b


@FAMILIES
@given(data=st.data())
def test_order_axioms(family: Family, data: st.DataObject) -> None:
    a, b, c = three(data, family)
    assert (a < b) + (a == b) + (a > b) == 1
    assert (a <= b) == (a < b or a == b)
    if a <= b and b <= c:
        assert a <= c
    assert (a < b) == (a + c < b + c)
    if c > 0:
        assert (a < b) == (a * c < b * c)
    assert sign(a - b) == -sign(b - a)
    assert abs(a) == (a if a >= 0 else -a)
    assert min(a, b) <= max(a, b)


@ALL
@given(data=st.data())
def test_text_pickles_and_copies_are_the_same_number(family: Family, data: st.DataObject) -> None:
    a, _, _ = three(data, family)
    for same in (number(str(a)), pickle.loads(pickle.dumps(a)), copy.deepcopy(a), eval(repr(a))):
        assert same == a
        assert hash(same) == hash(a)
        assert str(same) == str(a)


@FAMILIES
@given(data=st.data())
def test_floats_bracket(family: Family, data: st.DataObject) -> None:
    a, _, _ = three(data, family)
    low, high = a.float_down(), a.float_up()
    assert Fraction(low) <= a
    assert a <= Fraction(high)
    assert (low == high) == (a == Fraction(low))
    nearest = float(a)
    assert nearest in (low, high)
    assert abs(a - Fraction(nearest)) <= abs(a - Fraction(low))
    assert abs(a - Fraction(nearest)) <= abs(a - Fraction(high))


@given(family=st.sampled_from(DECIDED), data=st.data())
def test_roots_undo_powers(family: Family, data: st.DataObject) -> None:
    a = data.draw(positive_numbers(family))
    k = data.draw(st.integers(2, 4))
    if family.name == "radical" and not a.is_rational:
        return
    assert (a**k) ** Fraction(1, k) == a


WAYS = [
    (sqrt(9), 3),
    (exp(0), 1),
    (root(4, 3), root(2, 3) ** 2),
    (sqrt(12), 2 * sqrt(3)),
    (sqrt("3/2"), sqrt(6) / 2),
    (root(72, 6), sqrt(2) * root(3, 3)),
    (root(2, 6) ** 3, sqrt(2)),
    (exp("1/2") ** 2, exp(1)),
    (exp(1) * exp(-1), 1),
    ((exp(1) - 1) / (exp("1/2") - 1), exp("1/2") + 1),
    (number("3/4"), Fraction(3, 4)),
    (number("0.75"), number(Decimal("0.75"))),
    (exp(ln(3) / 2), sqrt(3)),
    (exp(ln(3) + log_value("1/2")), 3 * exp("1/2")),
    (exp(EPS) / (1 + exp(EPS)), 1 / (1 + exp(-EPS))),
    ((exp(EPS) - 1) / (exp(EPS / 2) - 1), exp(EPS / 2) + 1),
    (1 / (1 + sqrt(2)), sqrt(2) - 1),
    ((sqrt(5) + 1) ** 2 / 4, (sqrt(5) + 3) / 2),
]


@pytest.mark.parametrize(("one", "other"), WAYS, ids=lambda n: str(n))
def test_one_number_written_two_ways_is_one_key(one: Number, other: Number) -> None:
    assert one == other
    assert hash(one) == hash(other)
    assert len({one: 1, other: 2}) == 1
    assert str(number(one)) == str(number(other))


LOGS = [
    (ln(9), ln(3) * 2),
    (ln(9) / 2, ln(3)),
    (ln("1/3"), -ln(3)),
    (ln(exp("1/2")), Fraction(1, 2)),
    (ln(sqrt(3)), ln(3) / 2),
    (ln(3 + 2 * sqrt(2)) / 2, ln(1 + sqrt(2))),
    (ln((1 + exp(1)) ** 2 * exp(1)) / 2, ln(1 + exp(1)) + Fraction(1, 2)),
    (ln(exp(EPS) ** 2), EPS * 2),
    (ln(6), ln(2) + ln(3)),
    (ln(1), 0),
    (eps("inf"), INFINITY),
]


@pytest.mark.parametrize(("one", "other"), LOGS, ids=lambda n: str(n))
def test_one_logarithm_written_two_ways_is_one_key(one: Log, other: Log) -> None:
    assert one == other
    assert hash(one) == hash(other)


def logs() -> st.SearchStrategy[Log]:
    """Rational combinations of the logarithms of a few rationals, and of 1."""
    small = st.fractions(-3, 3, max_denominator=4)
    return st.builds(lambda a, b, c: ln(3) * a + ln("7/2") * b + log_value(c), small, small, small)


@given(a=logs(), b=logs(), c=logs(), q=st.fractions(-5, 5, max_denominator=6))
def test_logarithms_are_an_ordered_rational_vector_space(a: Log, b: Log, c: Log, q: Fraction) -> None:
    assert a + b == b + a
    assert (a + b) + c == a + (b + c)
    assert (a + b) * q == a * q + b * q
    assert a - a == 0
    assert (a < b) + (a == b) + (a > b) == 1
    assert (a < b) == (a + c < b + c)
    assert log_value(str(a)) == a
    assert pickle.loads(pickle.dumps(a)) == a
    assert hash(log_value(str(a))) == hash(a)
    assert a < INFINITY
    assert a > -INFINITY


@given(a=st.fractions("1/9", 9, max_denominator=9), b=st.fractions("1/9", 9, max_denominator=9))
def test_logarithms_order_as_their_arguments(a: Fraction, b: Fraction) -> None:
    assert (ln(a) < ln(b)) == (a < b)
    assert exp(ln(a)) == a
    assert exp(ln(a) + ln(b)) == a * b
    assert exp(ln(a) / 3) ** 3 == a


def test_comparing_logarithms_needs_no_giant_powers() -> None:
    assert ln(100) * Fraction(9900, 101) < ln(Fraction(123457, 1000)) * Fraction(9301, 99)
    assert ln(3) * Fraction(10**9 + 7, 10**9) > ln(3)


def test_infinity() -> None:
    assert INFINITY + 1 == INFINITY
    assert -INFINITY < 0 < INFINITY
    assert INFINITY * 2 == INFINITY
    assert INFINITY * -1 == -INFINITY
    assert ln(10**100) < INFINITY
    for undefined in (lambda: INFINITY - INFINITY, lambda: INFINITY * 0, lambda: INFINITY.exp()):
        with pytest.raises(InvalidValue):
            undefined()


def test_a_symbol_compares_only_where_every_epsilon_agrees() -> None:
    x = exp(EPS)
    assert x > 1
    assert x / (1 + x) > Fraction(1, 2)
    assert x**2 - 2 * x + 1 > 0
    assert EPS > 0
    assert EPS / 2 < EPS
    assert x**2 != x
    for undecided in (lambda: x > 2, lambda: EPS < 1, lambda: x**2 - 5 * x + 6 > 0, lambda: ln(2) < EPS):
        with pytest.raises(UndecidedError, match="eps"):
            undecided()


def test_certified_numbers_never_pass_for_exact_ones() -> None:
    pi = Certified(lambda bits: flint.arb.pi(), "pi")
    assert pi > number("3.14159265358979")
    assert pi < Fraction(22, 7)
    assert str(pi.lower(10)) == "3.141592653"
    assert str(pi.upper(10)) == "3.141592654"
    assert isinstance(pi + 1, Certified)
    assert certified(sqrt(2)) < sqrt(3)
    with pytest.raises(UndecidedError):
        bool(certified(sqrt(2)) == sqrt(2))
    with pytest.raises(TypeError):
        hash(pi)


@pytest.mark.parametrize("bits", [5, 2000])
def test_nothing_depends_on_the_global_precision(bits: int) -> None:
    before = flint.ctx.prec
    try:
        flint.ctx.prec = bits
        assert exp(1) > number("2.71828182845904523536")
        assert str(exp("1/2").decimal(30)) == "1.64872127070012814684865078781"
        assert str(ln(3).decimal(20)) == "1.0986122886681096914"
        assert sqrt(2).float_down() < sqrt(2).float_up()
        assert number(str(1 / (1 + root(2, 3)))) == 1 / (1 + root(2, 3))
        assert flint.ctx.prec == bits
    finally:
        flint.ctx.prec = before


FLOATS = [0.1, 0.5, 1.0, float("inf"), float("nan"), -0.0]


@pytest.mark.parametrize("value", FLOATS)
def test_a_float_is_refused_wherever_it_comes(value: float) -> None:
    x = number("1/2")
    uses = [
        lambda: number(value),
        lambda: eps(value),
        lambda: ln(value),
        lambda: x + value,
        lambda: value + x,
        lambda: x * value,
        lambda: x < value,
        lambda: x == value,
        lambda: value == x,
        lambda: x**value,
        lambda: ln(3) + value,
        lambda: ln(3) < value,
        lambda: ln(3) * value,
        lambda: sqrt(value),
    ]
    for use in uses:
        with pytest.raises((FloatRefused, InvalidType), match="float"):
            use()


def test_a_float_is_refused_with_the_spelling_that_was_meant() -> None:
    with pytest.raises(FloatRefused, match=r"rate = 0.1 is a float.*'1/10'"):
        number(0.1, "rate")


@pytest.mark.parametrize(
    "text",
    ["", " ", "1/", "0.1.2", "1//2", "x", "ln(3)", "1/0", "exp(", "sqrt(-1)", "1 2", "--", "inf", "nan", "é"],
)
def test_text_that_is_no_number(text: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        number(text, "weight")
    assert "weight" in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("value", [None, True, [], object(), 1j, Decimal("NaN"), Decimal("Infinity")])
def test_what_is_no_number(value: object) -> None:
    with pytest.raises((InvalidType, InvalidValue), match="weight"):
        number(value, "weight")  # type: ignore[arg-type]


def test_bad_epsilons() -> None:
    for value in (-1, "-1/2", "ln(1/2)", -INFINITY):
        with pytest.raises(InvalidValue, match=r"epsilon = .* is negative"):
            eps(value)
    for value in ("abc", "ln(0)", "ln(-1)", "sqrt(2)"):
        with pytest.raises(InvalidValue, match="epsilon"):
            eps(value)


def test_undefined_operations() -> None:
    with pytest.raises(ZeroDivisionError):
        number(1) / 0
    with pytest.raises(ZeroDivisionError):
        ln(3) / 0
    with pytest.raises(InvalidValue, match="negative"):
        sqrt(-2)
    with pytest.raises(InvalidValue, match="positive"):
        ln(0)
    with pytest.raises(InvalidValue, match="not rational"):
        sqrt(2).as_fraction()
    with pytest.raises(MixedFields):
        (1 + exp(1)) ** Fraction(1, 2)
    with pytest.raises(AttributeError):
        number(1).value = 2  # type: ignore[misc]
    with pytest.raises((InvalidType, TypeError)):
        number(1) + "1"  # type: ignore[operator]


def test_the_impossibly_large_is_refused_quickly() -> None:
    big = (10**150 + 67) * (10**150 + 99)
    for use in (
        lambda: sqrt(big),
        lambda: exp(10**12),
        lambda: root(2, 10**6),
        lambda: number("1e999999999"),
        lambda: number("(" * 5000 + "1" + ")" * 5000),
    ):
        with pytest.raises((BudgetExceeded, AssayError)):
            use()


@given(n=numbers())
def test_a_rational_number_is_interchangeable_with_its_fraction(n: Number) -> None:
    q = n.as_fraction()
    assert n == q
    assert q == n
    assert hash(n) == hash(q)
    assert {q: 1}[n] == 1
    assert (n < q + 1) is True
    assert q + 1 > n
