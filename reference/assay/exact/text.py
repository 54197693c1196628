"""Exact numbers as text, both ways: printing and parsing are inverse to each other."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, cast

from ._flint import fmpq, fmpq_poly, fmpz_poly
from .fields import RATIONALS, Exponential, Quotient, Radical, Transcendental

if TYPE_CHECKING:
    from .logs import Log
    from .number import Number

Term = tuple[Fraction, str]
"""A rational coefficient and the text of what it multiplies ('' for 1)."""

LONGEST_POWER_BITS = 128
"""ln(v^p) is printed with the power evaluated up to this size, and as p*ln(v) beyond."""


def format_number(x: Number) -> str:
    """A Number as an expression that `parse_number` reads back."""
    if x.field is RATIONALS:
        return str(cast(fmpq, x.value))
    if isinstance(x.field, Radical):
        return _sum(_radical_terms(x.field, cast(fmpq_poly, x.value)))
    return _format_quotient(cast(Transcendental, x.field), cast(Quotient, x.value))


def _format_quotient(field: Transcendental, value: Quotient) -> str:
    """A sum of terms where the denominator is a monomial, a quotient of two sums otherwise."""
    num, den = value
    low = next(i for i, c in enumerate(den.coeffs()) if c != 0)
    if low == den.degree():
        return _sum(_exponential_terms(field, num, int(den[low]), low))
    above, below = (_sum(_exponential_terms(field, poly, 1, 0)) for poly in value)
    return f"{above}/({below})" if len([c for c in num.coeffs() if c != 0]) == 1 else f"({above})/({below})"


def _exponential_terms(field: Transcendental, poly: fmpz_poly, divisor: int, shift: int) -> list[Term]:
    """The terms of poly / (divisor theta^shift)."""
    symbol = "" if isinstance(field, Exponential) else "eps"
    return [
        (Fraction(int(c), divisor), _exponential(Fraction(i - shift, field.degree), symbol))
        for i, c in enumerate(poly.coeffs())
        if c != 0
    ]


def _exponential(exponent: Fraction, symbol: str) -> str:
    """e^exponent, or e^(exponent * eps)."""
    if exponent == 0:
        return ""
    return f"exp({_scaled(exponent, symbol) if symbol else exponent})"


def _radical_terms(field: Radical, poly: fmpq_poly) -> list[Term]:
    """Each power of the generator as a radical of its own, in lowest terms."""
    terms = []
    for i, c in enumerate(poly.coeffs()):
        if c == 0:
            continue
        if i == 0:
            terms.append((Fraction(int(c.p), int(c.q)), ""))
            continue
        image = field.radicand.power(i)
        factor = c * image.factor
        radicand = image.radicand
        inner = radicand.base**image.exponent
        text = f"sqrt({inner})" if radicand.degree == 2 else f"{inner}^(1/{radicand.degree})"
        terms.append((Fraction(int(factor.p), int(factor.q)), text))
    return terms


def _scaled(coefficient: Fraction, text: str) -> str:
    """coefficient * text, in the form 2*text/3."""
    if not text:
        return str(coefficient)
    sign = "-" if coefficient < 0 else ""
    above = "" if abs(coefficient.numerator) == 1 else f"{abs(coefficient.numerator)}*"
    below = "" if coefficient.denominator == 1 else f"/{coefficient.denominator}"
    return f"{sign}{above}{text}{below}"


def _sum(terms: list[Term]) -> str:
    """t1 + t2 - t3 ..., or 0."""
    text = ""
    for coefficient, symbol in terms:
        if not text:
            text = _scaled(coefficient, symbol)
        else:
            text += f" {'-' if coefficient < 0 else '+'} {_scaled(abs(coefficient), symbol)}"
    return text or "0"


def format_log(x: Log) -> str:
    """A Log as an expression that `parse_log` reads back."""
    if x.infinite:
        return "inf" if x.infinite > 0 else "-inf"
    terms: list[Term] = []
    if x.coefficient:
        terms.append(_logarithm(x.coefficient, x.argument))
    if x.symbolic:
        terms.append((x.symbolic, "eps"))
    if x.rational:
        terms.append((x.rational, ""))
    return _sum(terms)


def _logarithm(coefficient: Fraction, argument: Number) -> Term:
    """c ln(v) as ln(v^p)/q where v^p is a rational of moderate size."""
    power = abs(coefficient.numerator)
    if argument.is_rational:
        value = argument.as_fraction()
        if power * max(value.numerator.bit_length(), value.denominator.bit_length()) <= LONGEST_POWER_BITS:
            return coefficient / power, f"ln({value**power})"
    return coefficient, f"ln({argument})"


def parse_number(text: str, name: str = "value") -> Number:
    """Read a Number: + - * / ^, parentheses, decimals, exp(...), sqrt(...), root(b, m), e, eps inside exp."""
    from .parsing import parse

    return parse(text, name).number()


def parse_log(text: str, name: str = "value") -> Log:
    """Read a Log: a rational, inf, eps, ln(...) or "ln 3", and their rational combinations."""
    from .parsing import parse

    return parse(text, name).log()
