"""Powers and roots of the elements of fields."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import cast

from ..errors import BudgetExceeded, InvalidValue, MixedFields
from . import fields, order
from ._flint import fmpq, fmpq_poly, fmpz, integer_text
from .factoring import is_constant, root_of_quotient, without_monomial
from .fields import (
    COMPOSITUM,
    RATIONALS,
    Compositum,
    Element,
    Quotient,
    Radical,
    SumQuotient,
    Symbolic,
    Transcendental,
    is_zero,
    multiply,
    power_of_e,
    reciprocal,
    short,
)
from .radical import of_monomial
from .radicals import canonical, prime_exponents, root_of
from .sums import ONE, ZERO

LARGEST_POWER_BITS = 1 << 27
"""Powers whose numerators or denominators would have more bits are refused (16 MiB)."""


def power(base: Element, exponent: Fraction) -> Element:
    """base^exponent, where a supported field holds it; see `nth_root` for roots."""
    return integer_power(nth_root(base, exponent.denominator), exponent.numerator)


def integer_power(base: Element, exponent: int) -> Element:
    """base^exponent by repeated squaring; BudgetExceeded where the result would not fit."""
    if exponent < 0:
        return integer_power(reciprocal(base), -exponent)
    field, value = base
    if isinstance(field, Transcendental):
        k, rest = without_monomial(cast(Quotient, value))
        if is_constant(rest):
            constant = integer_power(field.smallest(*rest), exponent)
            return multiply(constant, field.monomial(k * exponent))
    _check_size(base, exponent)
    if field is RATIONALS:
        rational = cast(fmpq, value)
        # a power of 0, 1 or -1 depends only on whether the exponent is zero, even or odd, and may be huge
        small = min(exponent, 2 - exponent % 2)
        return field, rational ** (exponent if rational.height_bits() > 1 else small)
    result, square = fields.ONE, base
    while exponent:
        if exponent & 1:
            result = multiply(result, square)
        square, exponent = multiply(square, square) if exponent > 1 else square, exponent >> 1
    return result


def _check_size(base: Element, exponent: int) -> None:
    """Refuse a power by an estimate of its size: the bits of a coefficient times their number."""
    field, value = base
    if isinstance(field, Transcendental):
        num, den = cast(Quotient, value)
        degree = max(num.degree(), den.degree())
        field.check(degree * exponent)
        bits = degree * exponent * max(_norm_bits(num.coeffs()), _norm_bits(den.coeffs()))
    elif isinstance(field, Radical):
        poly, radicand = cast(fmpq_poly, value), field.radicand
        bits = radicand.degree * (
            _norm_bits(poly.numer().coeffs()) + _norm_bits([poly.denom(), radicand.base])
        )
    elif isinstance(field, Compositum):
        bits = sum(c.height_bits() - 1 for part in cast(SumQuotient, value) for c in part.values())
    else:
        bits = cast(fmpq, value).height_bits() - 1
    if bits * exponent > LARGEST_POWER_BITS:
        raise BudgetExceeded(
            f"({short(base)})^{integer_text(exponent)} is beyond the supported size of "
            f"{LARGEST_POWER_BITS} bits; use a smaller exponent"
        )


def _norm_bits(coefficients: Iterable[fmpz]) -> int:
    """log2 of the sum of the absolute values, rounded down (0 for a single 1)."""
    return int(sum((abs(c) for c in coefficients), fmpz(0)).bit_length()) - 1


def nth_root(base: Element, degree: int) -> Element:
    """The real number r >= 0 with r^degree = base >= 0.

    Raises InvalidValue for a negative base and a degree below 1, MixedFields where the root was not found in
    a supported field: a number of Q(e^(1/d)) that is no rational times a power there has none, and sums of
    different radicals are not tried.
    """
    if degree < 1:
        raise InvalidValue(
            f"m = {integer_text(degree)} is not positive; the degree of a root is a positive int"
        )
    if degree == 1 or is_zero(base):
        return base
    if order.sign(base) < 0:
        raise InvalidValue(
            f"the root of degree {degree} of {short(base)} is not taken: the number is negative"
        )
    field, value = base
    if field is RATIONALS:
        return of_monomial(root_of(cast(fmpq, value), degree))
    if isinstance(field, Transcendental):
        found = _transcendental_root(cast(Quotient, value), field, degree)
    elif isinstance(field, Radical):
        found = _radical_root(cast(fmpq_poly, value), field, degree)
    else:
        found = _mixed_root(cast(SumQuotient, value), degree)
    if found is None:
        raise MixedFields(f"the root of degree {degree} of {short(base)} was not found in a supported field")
    return found


def _transcendental_root(value: Quotient, field: Transcendental, degree: int) -> Element | None:
    """The root of theta^k w with theta dividing neither part of w: w has to be a power in Q(theta) itself.

    The irreducible factors p of w stay square-free in Q(theta^(1/degree)), because p(y^degree) has only
    simple roots; so w gains no root by going there.  Radicals beside theta add the root of a rational factor.
    """
    exponent, (num, den) = without_monomial(value)
    root, scale = root_of_quotient((num, den), degree), fields.ONE
    if root is None and not isinstance(field, Symbolic):
        above, below = num.leading_coefficient(), den.leading_coefficient()
        factor = abs(fmpq(above, below))
        root = root_of_quotient((num * factor.q, den * factor.p), degree)
        scale = nth_root((RATIONALS, factor), degree)
    if root is None:
        return None
    if isinstance(field, Symbolic):
        monomial = Symbolic.of(field.degree * degree).monomial(exponent)
    else:
        monomial = power_of_e(Fraction(exponent, field.degree * degree))
    return multiply(multiply(monomial, scale), order.absolute(field.smallest(*root)))


def _mixed_root(value: SumQuotient, degree: int) -> Element | None:
    """The root of a single term c e^q prod p^w."""
    num, den = value
    if len(num) > 1 or den != ONE:
        return None
    (((q, radicals), c),) = num.items()
    algebraic = COMPOSITUM.smallest({(ZERO, radicals): c}, ONE)
    return multiply(power_of_e(q / degree), nth_root(algebraic, degree))


def _radical_root(value: fmpq_poly, field: Radical, degree: int) -> Element | None:
    """The root of a monomial c theta^k, a radical again."""
    coefficients = value.coeffs()
    k = len(coefficients) - 1
    if any(coefficients[:k]):
        return None
    exponents = {p: Fraction(e) for p, e in prime_exponents(fmpq(coefficients[k])).items()}
    for prime, weight in field.radicand.vector().items():
        exponents[prime] = exponents.get(prime, Fraction(0)) + k * weight
    return of_monomial(canonical({p: e / degree for p, e in exponents.items()}))
