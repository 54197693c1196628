"""Powers and roots of exact numbers."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import cast

from ..errors import BudgetExceeded, InvalidType, InvalidValue, MixedFields
from . import order
from ._flint import fmpq, fmpq_poly, fmpz, fraction
from .coercion import exact_rational
from .fields import (
    COMPOSITUM,
    RATIONALS,
    Compositum,
    Quotient,
    Radical,
    SumQuotient,
    Symbolic,
    Transcendental,
    power_of_e,
)
from .integers import integer_text
from .number import Number, Operand, from_element, from_rational
from .perfect import is_constant, root_of_quotient, without_monomial
from .radical import of_monomial
from .radicals import canonical, prime_exponents, root_of
from .real import brief
from .sums import ONE, ZERO

LARGEST_POWER_BITS = 1 << 27
"""Powers whose numerators or denominators would have more bits are refused (16 MiB)."""


def power(base: Number, exponent: Operand) -> Number:
    """base^exponent for a rational exponent, where a supported field holds it; see `nth_root` for roots."""
    q = rational_exponent(exponent)
    if q.denominator == 1:
        return integer_power(base, q.numerator)
    return integer_power(nth_root(base, q.denominator), q.numerator)


def rational_exponent(exponent: object) -> Fraction:
    """The exponent as a Fraction; InvalidType, InvalidValue where it is not a rational."""
    if isinstance(exponent, Number):
        return exponent.as_fraction()
    found = exact_rational(exponent, "exponent")
    if found is None:
        raise InvalidType(
            f"exponent = {exponent!r} is a {type(exponent).__name__}; give an int or a Fraction"
        )
    return fraction(found)


def integer_power(base: Number, exponent: int) -> Number:
    """base^exponent by repeated squaring; BudgetExceeded where the result would not fit."""
    if exponent < 0:
        return integer_power(base.reciprocal(), -exponent)
    if isinstance(base.field, Transcendental):
        k, rest = without_monomial(cast(Quotient, base.value))
        if is_constant(rest):
            constant = from_element(base.field.smallest(*rest))
            return integer_power(constant, exponent) * from_element(base.field.monomial(k * exponent))
    _check_size(base, exponent)
    if base.is_rational:
        value = cast(fmpq, base.value)
        # a power of 0, 1 or -1 depends only on whether the exponent is zero, even or odd, and may be huge
        small = min(exponent, 2 - exponent % 2)
        return from_element((RATIONALS, value ** (exponent if value.height_bits() > 1 else small)))
    result, square = from_rational(1), base
    while exponent:
        if exponent & 1:
            result = result * square
        square, exponent = square * square if exponent > 1 else square, exponent >> 1
    return result


def _check_size(base: Number, exponent: int) -> None:
    """Refuse a power by an estimate of its size: the bits of a coefficient times their number."""
    if isinstance(base.field, Transcendental):
        num, den = cast(Quotient, base.value)
        degree = max(num.degree(), den.degree())
        base.field.check(degree * exponent)
        bits = degree * exponent * max(_norm_bits(num.coeffs()), _norm_bits(den.coeffs()))
    elif isinstance(base.field, Radical):
        poly, radicand = cast(fmpq_poly, base.value), base.field.radicand
        bits = radicand.degree * (
            _norm_bits(poly.numer().coeffs()) + _norm_bits([poly.denom(), radicand.base])
        )
    elif isinstance(base.field, Compositum):
        bits = sum(c.height_bits() - 1 for part in cast(SumQuotient, base.value) for c in part.values())
    else:
        bits = cast(fmpq, base.value).height_bits() - 1
    if bits * exponent > LARGEST_POWER_BITS:
        raise BudgetExceeded(
            f"({brief(base)})^{integer_text(exponent)} is beyond the supported size of "
            f"{LARGEST_POWER_BITS} bits; use a smaller exponent"
        )


def _norm_bits(coefficients: Iterable[fmpz]) -> int:
    """log2 of the sum of the absolute values, rounded down (0 for a single 1)."""
    return int(sum((abs(c) for c in coefficients), fmpz(0)).bit_length()) - 1


def nth_root(base: Number, degree: int) -> Number:
    """The real number r >= 0 with r^degree = base >= 0.

    Raises InvalidValue for a negative base.  Raises MixedFields where the root was not found in a supported
    field: a number of Q(e^(1/d)) that is no rational times a power there has none, and sums of different
    radicals are not tried.
    """
    if degree == 1 or not base:
        return base
    if order.sign(base) < 0:
        raise InvalidValue(
            f"the root of degree {degree} of {brief(base)} is not taken: the number is negative"
        )
    if base.is_rational:
        return from_element(of_monomial(root_of(cast(fmpq, base.value), degree)))
    if isinstance(base.field, Transcendental):
        found = _transcendental_root(base, base.field, degree)
    elif isinstance(base.field, Radical):
        found = _radical_root(base, base.field, degree)
    else:
        found = _mixed_root(cast(SumQuotient, base.value), degree)
    if found is None:
        raise MixedFields(f"the root of degree {degree} of {brief(base)} was not found in a supported field")
    return found


def _transcendental_root(base: Number, field: Transcendental, degree: int) -> Number | None:
    """The root of theta^k w with theta dividing neither part of w: w has to be a power in Q(theta) itself.

    The irreducible factors p of w stay square-free in Q(theta^(1/degree)), because p(y^degree) has only
    simple roots; so w gains no root by going there.  Radicals beside theta add the root of a rational factor.
    """
    exponent, (num, den) = without_monomial(cast(Quotient, base.value))
    root, scale = root_of_quotient((num, den), degree), from_rational(1)
    if root is None and not isinstance(field, Symbolic):
        above, below = num.leading_coefficient(), den.leading_coefficient()
        factor = fmpq(above, below)
        if factor < 0:
            factor = -factor
        root = root_of_quotient((num * factor.q, den * factor.p), degree)
        scale = nth_root(from_element((RATIONALS, factor)), degree)
    if root is None:
        return None
    if isinstance(field, Symbolic):
        monomial = Symbolic.of(field.degree * degree).monomial(exponent)
    else:
        monomial = power_of_e(Fraction(exponent, field.degree * degree))
    return from_element(monomial) * scale * abs(from_element(field.smallest(*root)))


def _mixed_root(value: SumQuotient, degree: int) -> Number | None:
    """The root of a single term c e^q prod p^w."""
    num, den = value
    if len(num) > 1 or den != ONE:
        return None
    (((q, radicals), c),) = num.items()
    algebraic = from_element(COMPOSITUM.smallest({(ZERO, radicals): c}, ONE))
    return from_element(power_of_e(q / degree)) * nth_root(algebraic, degree)


def _radical_root(base: Number, field: Radical, degree: int) -> Number | None:
    """The root of a monomial c theta^k, a radical again."""
    coefficients = cast(fmpq_poly, base.value).coeffs()
    k = len(coefficients) - 1
    if any(coefficients[:k]):
        return None
    exponents = {p: Fraction(e) for p, e in prime_exponents(fmpq(coefficients[k])).items()}
    for prime, weight in field.radicand.vector().items():
        exponents[prime] = exponents.get(prime, Fraction(0)) + k * weight
    return from_element(of_monomial(canonical({p: e / degree for p, e in exponents.items()})))
