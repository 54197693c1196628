"""Elements of fields as plain integers, for `pickle`: text would depend on limits of the reader."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, cast

from ._flint import fmpq, fmpq_poly, fmpz_poly
from .fields import (
    COMPOSITUM,
    RATIONALS,
    Compositum,
    Element,
    Exponential,
    Quotient,
    Radical,
    SumQuotient,
    Symbolic,
    Transcendental,
)
from .radicals import Radicand
from .sums import Name

Ratio: TypeAlias = tuple[int, int]


def plain(element: Element) -> tuple[Callable[..., Element], tuple[object, ...]]:
    """The function that makes an element again, and its arguments."""
    field, value = element
    if field is RATIONALS:
        return restore_rational, _ratio(cast(fmpq, value))
    if isinstance(field, Radical):
        coefficients = [_ratio(c) for c in cast(fmpq_poly, value).coeffs()]
        return restore_radical, (field.radicand.weights, field.radicand.degree, coefficients)
    if isinstance(field, Compositum):
        above, below = ([(name, _ratio(c)) for name, c in part.items()] for part in cast(SumQuotient, value))
        return restore_mixed, (above, below)
    num, den = ([int(c) for c in poly.coeffs()] for poly in cast(Quotient, value))
    return restore_quotient, (isinstance(field, Symbolic), cast(Transcendental, field).degree, num, den)


def _ratio(q: fmpq) -> Ratio:
    return int(q.p), int(q.q)


def restore_rational(p: int, q: int) -> Element:
    """p/q."""
    return RATIONALS, fmpq(p, q)


def restore_radical(weights: tuple[Ratio, ...], degree: int, coefficients: list[Ratio]) -> Element:
    """sum c_i theta^i for a radical theta."""
    return Radical(Radicand(weights, degree)).smallest(fmpq_poly([fmpq(p, q) for p, q in coefficients]))


def restore_quotient(symbolic: bool, degree: int, num: list[int], den: list[int]) -> Element:
    """num(theta)/den(theta) for theta = e^(1/degree) or e^(epsilon/degree)."""
    field = Symbolic.of(degree) if symbolic else Exponential.of(degree)
    return field.smallest(fmpz_poly(num), fmpz_poly(den))


def restore_mixed(above: list[tuple[Name, Ratio]], below: list[tuple[Name, Ratio]]) -> Element:
    """A quotient of sums of terms c e^q prod p^w."""
    num, den = ({name: fmpq(*c) for name, c in part} for part in (above, below))
    return COMPOSITUM.smallest(num, den)
