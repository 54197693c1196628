"""Numbers and logarithms as plain integers, for `pickle`: text would depend on limits of the reader."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, cast

from ._flint import fmpq, fmpq_poly, fmpz_poly
from .fields import (
    COMPOSITUM,
    RATIONALS,
    Compositum,
    Exponential,
    Quotient,
    Radical,
    SumQuotient,
    Symbolic,
    Transcendental,
)
from .number import Number, from_element
from .radicals import Radicand
from .sums import Name

if TYPE_CHECKING:
    from .logs import Log

Ratio = tuple[int, int]


def reduce_number(x: Number) -> tuple[object, ...]:
    """What `pickle` keeps of a Number: the function that makes it again, and its arguments."""
    if x.field is RATIONALS:
        return restore_rational, _ratio(cast(fmpq, x.value))
    if isinstance(x.field, Radical):
        coefficients = [_ratio(c) for c in cast(fmpq_poly, x.value).coeffs()]
        return restore_radical, (x.field.radicand.weights, x.field.radicand.degree, coefficients)
    if isinstance(x.field, Compositum):
        above, below = (
            [(name, _ratio(c)) for name, c in part.items()] for part in cast(SumQuotient, x.value)
        )
        return restore_mixed, (above, below)
    num, den = ([int(c) for c in poly.coeffs()] for poly in cast(Quotient, x.value))
    return restore_quotient, (x.is_symbolic, cast(Transcendental, x.field).degree, num, den)


def _ratio(q: fmpq) -> Ratio:
    return int(q.p), int(q.q)


def restore_rational(p: int, q: int) -> Number:
    """p/q."""
    return from_element((RATIONALS, fmpq(p, q)))


def restore_radical(weights: tuple[Ratio, ...], degree: int, coefficients: list[Ratio]) -> Number:
    """sum c_i theta^i for a radical theta."""
    field = Radical(Radicand(weights, degree))
    return from_element(field.smallest(fmpq_poly([fmpq(p, q) for p, q in coefficients])))


def restore_quotient(symbolic: bool, degree: int, num: list[int], den: list[int]) -> Number:
    """num(theta)/den(theta) for theta = e^(1/degree) or e^(epsilon/degree)."""
    field = Symbolic.of(degree) if symbolic else Exponential.of(degree)
    return from_element(field.smallest(fmpz_poly(num), fmpz_poly(den)))


def restore_mixed(above: list[tuple[Name, Ratio]], below: list[tuple[Name, Ratio]]) -> Number:
    """A quotient of sums of terms c e^q prod p^w."""
    num, den = ({name: fmpq(*c) for name, c in part} for part in (above, below))
    return from_element(COMPOSITUM.smallest(num, den))


def reduce_log(x: Log) -> tuple[object, ...]:
    """What `pickle` keeps of a Log."""
    return restore_log, (x.rational, x.symbolic, x.coefficient, x.argument, x.infinite)


def restore_log(r: Fraction, s: Fraction, c: Fraction, v: Number, infinite: int) -> Log:
    """r + s eps + c ln(v), or an infinity."""
    from .logs import raw

    return raw(r, s, c, v, infinite)
