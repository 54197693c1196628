"""Arithmetic with elements of all fields: a sum or product is taken in a field that holds both.

With an element in place of the symbol, functions of epsilon become numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..errors import MixedFields
from . import heartbeat
from ._flint import arb, fmpq, fmpz_poly, precision
from .fields import RATIONALS, Element, Field, Quotient, common_field, embed
from .real import Real, brief
from .text import element_text

if TYPE_CHECKING:
    from .number import Number

ONE: Element = (RATIONALS, fmpq(1))


def element(x: Number) -> Element:
    """The field and the value."""
    return x.field, x.value


def is_zero(a: Element) -> bool:
    """Whether a = 0, which is rational."""
    return bool(a[0] is RATIONALS and a[1] == 0)


def add(a: Element, b: Element) -> Element:
    """a + b; MixedFields where no supported field holds both."""
    field = _shared_field(a, b, "+")
    return field.add(embed(*a, field), embed(*b, field))


def subtract(a: Element, b: Element) -> Element:
    """a - b."""
    return add(a, negate(b))


def negate(a: Element) -> Element:
    """-a."""
    field, value = a
    return field, field.negate(value)


def multiply(a: Element, b: Element) -> Element:
    """a b; MixedFields where no supported field holds both."""
    field = _shared_field(a, b, "*")
    return field.multiply(embed(*a, field), embed(*b, field))


def reciprocal(a: Element) -> Element:
    """1/a; ZeroDivisionError for zero."""
    if is_zero(a):
        raise ZeroDivisionError("division of an exact number by zero")
    field, value = a
    return field.invert(value)


def short(a: Element) -> str:
    """An element for a message."""
    return brief(element_text(a))


def _shared_field(a: Element, b: Element, symbol: str) -> Field:
    """A field that holds both; MixedFields where no supported one does."""
    if heartbeat.listening:
        heartbeat.beat()
    field = common_field(a[0], b[0])
    if field is None:
        raise MixedFields(
            f"({short(a)}) {symbol} ({short(b)}) mixes {a[0]} with {b[0]}, where no supported field "
            "holds both; next to the symbol eps use rationals and functions of exp(eps), or substitute a "
            "value for eps first"
        )
    return field


class Enclosed(Real):
    """An element as a real number, known by enclosures."""

    __slots__ = ("element",)

    def __init__(self, element: Element) -> None:
        self.element: Element = element

    def enclosure(self, bits: int) -> arb:
        """A ball that contains the number; UndecidedError for a function of epsilon."""
        field, value = self.element
        with precision(bits):
            return field.ball(value)

    def __str__(self) -> str:
        return element_text(self.element)


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
