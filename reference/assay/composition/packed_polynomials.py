"""Exact probabilities as integer polynomials over one denominator, packed into one variable.

A round whose loss has the integer vector v with probability p becomes the term  p z^v.  Here p is an integer
polynomial in the generator theta of the field, over a denominator common to the round, so that the round is
an integer polynomial in theta and z.  Kronecker's substitution theta -> x, z_j -> x^(stride_j), with strides
too large for a product to overflow, makes it a polynomial in x alone, which FLINT raises to powers fast.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import cast

from ..errors import MixedFields
from ..exact import Number
from ..exact._flint import fmpq, fmpq_poly, fmpz, fmpz_poly
from ..exact.fields import (
    COMPOSITUM,
    RATIONALS,
    Field,
    Quotient,
    Radical,
    Transcendental,
    common_field,
    embed,
)
from ..exact.number import from_element


def shared_field(numbers: Sequence[Number]) -> Field:
    """The smallest field of one generator that holds all the numbers.  Raises MixedFields where none does."""
    field: Field = RATIONALS
    for n in numbers:
        larger = common_field(field, n.field)
        if larger is None or larger is COMPOSITUM:  # which has no one generator
            raise MixedFields(f"{n} lies in {n.field}, which shares no field of one generator with {field}")
        field = larger
    return field


def over_common_denominator(numbers: Sequence[Number], field: Field) -> tuple[list[fmpz_poly], fmpz_poly]:
    """Integer polynomials n_i and d in theta with numbers[i] = n_i(theta)/d(theta)."""
    parts = [_quotient(n, field) for n in numbers]
    denominator = reduce(_lcm, (den for _, den in parts), fmpz_poly([1]))
    return [num * (denominator // den) for num, den in parts], denominator


def _quotient(n: Number, field: Field) -> Quotient:
    """The number as a quotient of integer polynomials in the generator of the field."""
    value = embed(n.field, n.value, field)
    if isinstance(field, Transcendental):
        return cast(Quotient, value)
    if isinstance(field, Radical):
        poly = cast(fmpq_poly, value)
        return poly.numer(), fmpz_poly([poly.denom()])
    q = cast(fmpq, value)
    return fmpz_poly([q.p]), fmpz_poly([q.q])


def _lcm(a: fmpz_poly, b: fmpz_poly) -> fmpz_poly:
    return a * (b // a.gcd(b))


def to_number(num: fmpz_poly, den: fmpz_poly, field: Field) -> Number:
    """num(theta)/den(theta)."""
    if isinstance(field, Transcendental):
        return from_element(field.smallest(num, den))
    if isinstance(field, Radical):
        modulus = field.modulus()
        above, below = (from_element(field.smallest(fmpq_poly(part) % modulus)) for part in (num, den))
        return above / below
    return from_element((RATIONALS, fmpq(num[0], den[0])))


def pack(terms: Sequence[tuple[int, fmpz_poly]]) -> fmpz_poly:
    """sum of n_i(x) x^(position_i)."""
    length = 1 + max((position + max(n.degree(), 0) for position, n in terms), default=0)
    coefficients = [fmpz(0)] * length
    for position, n in terms:
        for i, c in enumerate(n.coeffs()):
            coefficients[position + i] += c
    return fmpz_poly(coefficients)
