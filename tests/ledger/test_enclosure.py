"""Roots to 30 decimals: the sign changes just there."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest

from assay.errors import InvalidValue
from assay.exact import certified, sign
from assay.ledger.enclosure import above, decimals, root_below

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


def test_bad_input():
    with pytest.raises(InvalidValue, match="does not change its sign"):
        root_below(lambda x: certified(x * x + 1), 0, 1)
    with pytest.raises(InvalidValue, match="not a multiple"):
        decimals(Fraction(1, 3))
    with pytest.raises(InvalidValue, match="not a multiple"):
        decimals(Fraction(-1))
