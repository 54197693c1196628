"""Exact numbers as text; `parsing` reads it back."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm, prod
from typing import TYPE_CHECKING, cast

from ._flint import fmpq, fmpq_poly, fmpz, fmpz_poly, rational
from .compositum import Compositum
from .field import RATIONALS, Element, Quotient, SumQuotient
from .radical import Radical
from .sums import ONE, Sum
from .transcendental import Exponential, Transcendental

if TYPE_CHECKING:
    from .logs import Log
    from .number import Number

Term = tuple[fmpq, str]
"""A rational coefficient and the text of what it multiplies ('' for 1)."""

LONGEST_POWER_BITS = 128
"""ln(v^p) is printed with the power evaluated up to this size, and as p*ln(v) beyond."""


def element_text(element: Element) -> str:
    """An element of a field as an expression that `parsing` reads back."""
    field, value = element
    if field is RATIONALS:
        return str(cast(fmpq, value))
    if isinstance(field, Radical):
        return _sum(_radical_terms(field, cast(fmpq_poly, value)))
    if isinstance(field, Compositum):
        num, den = cast(SumQuotient, value)
        above, below = (_sum(_mixed_terms(part)) for part in (num, den))
        return above if den == ONE else _fraction(above, below, one_term=len(num) == 1)
    return _quotient(cast(Transcendental, field), cast(Quotient, value))


def _quotient(field: Transcendental, value: Quotient) -> str:
    """A sum of terms where the denominator is a monomial, a quotient of two sums otherwise."""
    num, den = value
    low = next(i for i, c in enumerate(den.coeffs()) if c != 0)
    if low == den.degree():
        return _sum(_exponential_terms(field, num, den[low], low))
    above, below = (_sum(_exponential_terms(field, poly, fmpz(1), 0)) for poly in value)
    return _fraction(above, below, one_term=sum(c != 0 for c in num.coeffs()) == 1)


def _fraction(above: str, below: str, *, one_term: bool) -> str:
    return f"{above}/({below})" if one_term else f"({above})/({below})"


def _exponential_terms(field: Transcendental, poly: fmpz_poly, divisor: fmpz, shift: int) -> list[Term]:
    """The terms of poly / (divisor theta^shift)."""
    symbol = "" if isinstance(field, Exponential) else "eps"
    return [
        (fmpq(c, divisor), _exponential(fmpq(i - shift, field.degree), symbol))
        for i, c in enumerate(poly.coeffs())
        if c != 0
    ]


def _exponential(exponent: fmpq, symbol: str) -> str:
    """e^exponent, or e^(exponent * eps)."""
    return f"exp({_scaled(exponent, symbol)})" if exponent != 0 else ""


def _radical_terms(field: Radical, poly: fmpq_poly) -> list[Term]:
    """Each power of the generator as a radical of its own, in lowest terms."""
    coefficients = poly.coeffs()
    terms = [(coefficients[0], "")] if coefficients[0] != 0 else []
    for i, c in enumerate(coefficients[1:], start=1):
        if c == 0:
            continue
        image = field.radicand.power(i)
        degree, inner = image.radicand.degree, image.radicand.base**image.exponent
        text = f"sqrt({inner})" if degree == 2 else f"{inner}^(1/{degree})"
        terms.append((c * image.factor, text))
    return terms


def _mixed_terms(value: Sum) -> list[Term]:
    """The terms c e^q prod p^w, by increasing q, each radical in lowest terms."""
    terms: list[Term] = []
    for (q, radicals), c in sorted(value.items(), key=lambda term: term[0]):
        power, root = _exponential(rational(q), ""), ""
        if radicals:
            degree = lcm(*(w.denominator for _, w in radicals))
            inner = prod(fmpz(p) ** int(w * degree) for p, w in radicals)
            root = f"sqrt({inner})" if degree == 2 else f"{inner}^(1/{degree})"
        terms.append((c, "*".join(part for part in (root, power) if part)))
    return terms


def _scaled(coefficient: fmpq, text: str) -> str:
    """coefficient * text, in the form 2*text/3."""
    if not text:
        return str(coefficient)
    sign = "-" if coefficient < 0 else ""
    above = "" if abs(coefficient.p) == 1 else f"{abs(coefficient.p)}*"
    below = "" if coefficient.q == 1 else f"/{coefficient.q}"
    return f"{sign}{above}{text}{below}"


def _sum(terms: list[Term]) -> str:
    """t1 + t2 - t3 ..., or 0."""
    if not terms:
        return "0"
    (coefficient, symbol), *others = terms
    parts = [_scaled(coefficient, symbol)]
    parts += [f" {'-' if c < 0 else '+'} {_scaled(abs(c), text)}" for c, text in others]
    return "".join(parts)


def polynomial_text(coefficients: Sequence[int], variable: str) -> str:
    """A polynomial, given from the constant coefficient up, with the highest power first."""
    powers = ["", variable, *(f"{variable}^{i}" for i in range(2, len(coefficients)))]
    terms = [(fmpq(c), power) for c, power in zip(coefficients, powers, strict=False) if c]
    return _sum(terms[::-1])


def log_text(x: Log) -> str:
    """A Log as an expression that `parsing` reads back."""
    if x.infinite:
        return "inf" if x.infinite > 0 else "-inf"
    terms: list[Term] = []
    if x.coefficient:
        terms.append(_logarithm(rational(x.coefficient), x.argument))
    if x.symbolic:
        terms.append((rational(x.symbolic), "eps"))
    if x.rational:
        terms.append((rational(x.rational), ""))
    return _sum(terms)


def _logarithm(coefficient: fmpq, argument: Number) -> Term:
    """c ln(v) as ln(v^p)/q where v^p is a rational of moderate size."""
    power, value = abs(coefficient.p), argument.exact_rational()
    if value is not None and power * value.height_bits() <= LONGEST_POWER_BITS:
        return coefficient / power, f"ln({value ** int(power)})"
    return coefficient, f"ln({argument})"
