"""Reading logarithms: `ln`, `eps` for privacy parameters, `log_value` for privacy losses."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import isinf

from ..errors import InvalidType, InvalidValue
from ..symbolic.detect import text_of
from . import order
from .log_form import ZERO
from .logs import EpsilonLike, Log, make, rational_log
from .number import ExactLike, Number, number
from .real import brief


def ln(x: ExactLike, name: str = "x") -> Log:
    """ln(x) for an exact number x > 0.

    Raises InvalidValue for x <= 0, UndecidedError for a function of eps that is not positive at every eps >
    0.
    """
    value = number(x, name)
    if not value or order.sign(value) < 0:
        raise InvalidValue(
            f"ln({name}) is undefined for {name} = {brief(value)}; the argument must be positive"
        )
    return make(ZERO, ZERO, Fraction(1), value)


def log_value(value: EpsilonLike | Number, name: str = "value") -> Log:
    """Read an exact logarithm: a Log, a rational, a string such as "ln(3)/2" or "-inf", or sympy's of these.

    Raises FloatRefused for a float, InvalidType for another type and for an irrational Number, InvalidValue
    for a string that is neither rational nor a logarithm.
    """
    if isinstance(value, Log):
        return value
    if isinstance(value, str):
        from .parsing import parse

        return parse(value, name).log()
    written = text_of(value)
    if written is not None:
        return log_value(written, name)
    if (isinstance(value, Decimal) and value.is_infinite()) or (isinstance(value, float) and isinf(value)):
        text = "inf" if value > 0 else "-inf"
        kind = type(value).__name__
        raise InvalidType(
            f"{name} = {value} is a {kind}; write '{text}' (a string) or {'-' * (value < 0)}INFINITY"
        )
    exact = number(value, name)
    if not exact.is_rational:
        raise InvalidType(
            f"{name} = {brief(exact)} is an irrational Number, not a logarithm; "
            "write ln(...) of its exponential"
        )
    return rational_log(exact.as_fraction())


def eps(value: EpsilonLike, name: str = "epsilon") -> Log:
    """Read an epsilon: a Log >= 0, from a Log, a rational or a string ("1/2", "ln 3", "ln(3)/2", "inf").

    Raises InvalidValue for a negative one, FloatRefused for a float.
    """
    result = log_value(value, name)
    if result < 0:
        raise InvalidValue(f"{name} = {brief(result)} is negative; an epsilon is at least 0")
    return result
