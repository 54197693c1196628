"""Exact elementary functions: e^x, square roots and other radicals."""

from __future__ import annotations

from ..errors import InvalidType, InvalidValue
from .integers import integer_text
from .logs import EpsilonLike
from .number import ExactLike, Number, number
from .powers import nth_root


def exp(x: EpsilonLike | Number, name: str = "x") -> Number:
    """e^x for a rational x, or for a Log (then exp(ln(v)) = v)."""
    from .epsilon import log_value

    return log_value(x, name).exp()


def root(b: ExactLike, m: int, name: str = "b") -> Number:
    """b^(1/m) for an exact b >= 0 and an integer m >= 1; see `powers.nth_root` for what is raised."""
    if isinstance(m, bool) or not isinstance(m, int):
        raise InvalidType(f"m = {m!r} is a {type(m).__name__}; the degree of a root is a positive int")
    if m < 1:
        raise InvalidValue(f"m = {integer_text(m)} is not positive; the degree of a root is a positive int")
    return nth_root(number(b, name), m)


def sqrt(b: ExactLike, name: str = "b") -> Number:
    """The square root of an exact b >= 0."""
    return root(b, 2, name)
