"""A region is compared with the statement point by point, inside, outside and at its border."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import exp, ln
from assay.errors import InvalidValue
from assay.exact import certified, sign
from assay.ledger.region import NOWHERE, Border, above, border_below, checked, decimals, holds, root_below

FUNCTIONS = {
    "1 - q = exp(-2q)": (lambda q: 1 - q - certified(-2 * q).exp(), Fraction(1, 2), 1),
    "e^x = 1 + x + x^2": (lambda x: certified(x).exp() - 1 - x - x * x, 1, 2),
    "x^2 = 2": (lambda x: certified(x * x - 2), 1, 2),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_sign_changes_between_the_root_and_the_next_decimal(name):
    f, low, high = FUNCTIONS[name]
    found = root_below(f, low, high)
    assert (found * 10**30).denominator == 1
    assert sign(f(found)) == -sign(f(above(found))) != 0
    assert above(found) - found == Fraction(1, 10**30)


def test_against_mpmath():
    with mpmath.workdps(60):
        exact = 1 + mpmath.lambertw(-2 * mpmath.exp(-2)).real / 2
        digits = mpmath.nstr(exact, 45)
    f, low, high = FUNCTIONS["1 - q = exp(-2q)"]
    assert decimals(root_below(f, low, high)).removesuffix("...") == digits[:32]


@given(st.fractions(Fraction(1, 100), 9, max_denominator=1000))
def test_a_border_is_rounded_down(point):
    low = border_below(lambda x: x > point, 0, 10)
    assert (low * 10**30).denominator == 1
    assert low <= point < above(low)


def test_the_border_of_the_square_root_of_two():
    with localcontext() as context:
        context.prec = 40
        root = Decimal(2).sqrt()
    assert decimals(border_below(lambda x: x * x >= 2, 1, 2)) == f"{str(root)[:32]}..."


def test_bad_input():
    with pytest.raises(InvalidValue, match="does not change its sign"):
        root_below(lambda x: certified(x * x + 1), 0, 1)
    with pytest.raises(InvalidValue, match="not a multiple"):
        decimals(Fraction(1, 3))
    with pytest.raises(InvalidValue, match="not a multiple"):
        decimals(Fraction(-1))


small = st.fractions(-3, 3, max_denominator=6)


@given(small, small, st.integers(1, 5))
def test_a_formula_says_what_python_says(a, b, k):
    point = {"a": a, "b": b, "k": k}
    assert holds("a <= b and b <= 2 or k = 3", point) == ((a <= b <= 2) or k == 3)
    assert holds("a^2 != b^2", point) == (a * a != b * b)
    assert holds("k*a = floor(k*a)", point) == ((k * a).denominator == 1)
    assert holds("sum(i, 0, k, a^i) > 0", point) == (sum(a**i for i in range(k + 1)) > 0)


@pytest.mark.parametrize("x", ["1/2", "2", "3"])
def test_functions_are_compared_exactly(x):
    assert holds("exp(eps) >= A", {"eps": ln(x), "A": Fraction(x)})
    assert not holds("exp(eps) > A", {"eps": ln(x), "A": Fraction(x)})
    assert holds("A < exp(1)", {"A": exp("1/2")})


def test_a_wrong_formula_is_noticed_at_its_border():
    points = [({"t": Fraction(i, 10)}, 5 * i <= 30) for i in range(11)]
    region = checked("t <= 3/5", points, where="in the family", remark="t a share")
    assert str(region) == "in the family: iff t <= 3/5; t a share"
    assert (region.inside, region.outside) == (7, 4)
    with pytest.raises(InvalidValue, match="at t = 3/5 the statement holds"):
        checked("t < 3/5", points)
    with pytest.raises(InvalidValue, match="at t = 7/10 the statement fails"):
        checked("t <= 7/10", points)


def test_points_on_both_sides_are_needed():
    with pytest.raises(InvalidValue, match="0 points inside and 1 outside"):
        checked("t <= 3/5", [({"t": 1}, False)])
    with pytest.raises(InvalidValue, match="1 points inside and 0 outside"):
        checked("t <= 3/5", [({"t": 0}, True)])
    assert str(checked(NOWHERE, [({"t": 0}, False)], remark="it never does")) == "nowhere: it never does"
    with pytest.raises(InvalidValue, match="the statement holds"):
        checked(NOWHERE, [({"t": 0}, True)])


def test_what_stands_around_a_formula_is_evaluated_too():
    points = [({"t": Fraction(i, 10)}, i <= 6) for i in range(11)]
    border = Border("t", Fraction(3, 5))
    region = checked("a*t <= 3", points, fixed={"a": 5}, borders=[border], also="t = 1/2")
    assert str(region) == f"a = 5: iff a*t <= 3; t <= 0.6{'0' * 29}...; so wherever t = 1/2"
    assert Border("m", 3, 1, {"n": 2}).text("m <= n + 1", {}) == "m <= 3 at n = 2"
    assert Border("m", 2, 1).text("m >= 3", {}) == "m > 2"
    never = checked(NOWHERE, [({"t": 1}, False), ({"t": 2}, False)], also="t > 0", remark="too large")
    assert str(never) == "nowhere: t > 0; too large"


@pytest.mark.parametrize(
    ("changed", "match"),
    [
        ({"fixed": {"a": 4}}, "the statement fails"),
        ({"borders": [Border("t", Fraction(1, 2))]}, "no border at t = 1/2"),
        ({"also": "t <= 7/10"}, "do not bear out"),
        ({"also": "t > 2"}, "do not bear out"),
        ({"where": "at n = 3"}, "are no words"),
        ({"remark": "below 3"}, "are no words"),
    ],
)
def test_what_is_wrong_around_a_formula_is_refused(changed, match):
    points = [({"t": Fraction(i, 10)}, i <= 6) for i in range(11)]
    with pytest.raises(InvalidValue, match=match):
        checked("a*t <= 3", points, **{"fixed": {"a": 5}, **changed})
    with pytest.raises(InvalidValue, match="do not bear out"):
        checked(NOWHERE, [({"t": 1}, False)], also="t > 1")
