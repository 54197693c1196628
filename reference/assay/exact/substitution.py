"""An element for the symbol: functions of epsilon become numbers."""

from __future__ import annotations

from typing import cast

from ._flint import fmpq, fmpz_poly
from .elements import add, is_zero, multiply, reciprocal
from .fields import RATIONALS, Element, Quotient


def value_at(quotient: Quotient, theta: Element) -> Element | None:
    """num(theta)/den(theta); None where the denominator is zero."""
    num, den = (_at(poly, theta) for poly in quotient)
    return None if is_zero(den) else multiply(num, reciprocal(den))


def _at(poly: fmpz_poly, theta: Element) -> Element:
    """p(theta), by Horner's rule."""
    if theta[0] is RATIONALS:
        return RATIONALS, poly(cast(fmpq, theta[1]))
    result: Element = (RATIONALS, fmpq(0))
    for coefficient in reversed(poly.coeffs()):
        result = add(multiply(result, theta), (RATIONALS, fmpq(coefficient)))
    return result
