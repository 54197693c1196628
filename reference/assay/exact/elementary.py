"""Exact elementary functions: e^x, square roots and other radicals."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ..errors import BudgetExceeded, InvalidType, InvalidValue
from ._flint import fmpz_poly
from .fields import Exponential, Symbolic, Transcendental
from .number import ExactLike, Number, from_element, nth_root, number

if TYPE_CHECKING:
    from .logs import EpsilonLike

LARGEST_EXPONENT = 1_000_000
"""theta^k with a larger |k| is refused: its polynomial would have that many coefficients."""


def _monomial(field: Transcendental, exponent: int) -> Number:
    """theta^exponent."""
    if abs(exponent) > LARGEST_EXPONENT:
        raise BudgetExceeded(
            f"theta^{exponent} with theta in {field} is a polynomial of more than {LARGEST_EXPONENT} terms; "
            "use an epsilon with a smaller numerator and denominator"
        )
    power, one = fmpz_poly([0] * abs(exponent) + [1]), fmpz_poly([1])
    return from_element(field.smallest(*((power, one) if exponent >= 0 else (one, power))))


def power_of_e(exponent: Fraction) -> Number:
    """e^q for a rational q."""
    return _monomial(Exponential(exponent.denominator), exponent.numerator)


def power_of_symbol(exponent: Fraction) -> Number:
    """e^(q eps) for a rational q."""
    return _monomial(Symbolic(exponent.denominator), exponent.numerator)


def exp(x: EpsilonLike | Number, name: str = "x") -> Number:
    """e^x for a rational x, or for a Log (then exp(ln(v)) = v)."""
    from .logs import log_value

    return log_value(x, name).exp()


def root(b: ExactLike, m: int, name: str = "b") -> Number:
    """b^(1/m) for an exact b >= 0 and an integer m >= 1."""
    if isinstance(m, bool) or not isinstance(m, int):
        raise InvalidType(f"m = {m!r} is a {type(m).__name__}; the degree of a root is a positive int")
    if m < 1:
        raise InvalidValue(f"m = {m} is not positive; the degree of a root is a positive int")
    return nth_root(number(b, name), m)


def sqrt(b: ExactLike, name: str = "b") -> Number:
    """The square root of an exact b >= 0."""
    return root(b, 2, name)
