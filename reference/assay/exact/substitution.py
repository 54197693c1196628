"""An exact value for the symbol eps: functions of epsilon become numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..errors import InvalidValue
from ._flint import fmpq, fmpz_poly
from .fields import RATIONALS, Quotient, Symbolic
from .number import Number, from_element, from_rational
from .real import brief

if TYPE_CHECKING:
    from .logs import EpsilonLike, Log


def substitute(x: Number, epsilon: EpsilonLike) -> Number:
    """num(theta)/den(theta) at theta = e^(epsilon/d), for a number of Q(e^(eps/d)).

    Raises InvalidValue for a negative or infinite epsilon and where the denominator is zero.
    """
    if not isinstance(x.field, Symbolic):
        return x
    value = finite_epsilon(epsilon)
    theta = (value / x.field.degree).exp()
    num, den = (_at(poly, theta) for poly in cast(Quotient, x.value))
    if not den:
        raise InvalidValue(f"{brief(x)} has no value at eps = {brief(value)}: its denominator is zero there")
    return num / den


def finite_epsilon(epsilon: EpsilonLike) -> Log:
    """Read a finite epsilon >= 0 to substitute."""
    from .epsilon import eps

    value = eps(epsilon)
    if value.is_infinite:
        raise InvalidValue("epsilon = inf is not substituted: a function of eps has at most a limit there")
    return value


def _at(poly: fmpz_poly, theta: Number) -> Number:
    """p(theta), by Horner's rule."""
    if theta.is_rational:
        return from_element((RATIONALS, poly(cast(fmpq, theta.value))))
    result = from_rational(0)
    for coefficient in reversed(poly.coeffs()):
        result = result * theta + int(coefficient)
    return result
