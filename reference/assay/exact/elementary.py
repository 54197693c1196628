"""Exact elementary functions: signs, e^x, logarithms, square roots and other radicals."""

from __future__ import annotations

from ..errors import InvalidType
from . import order
from .certified import Certified
from .logs import EpsilonLike, Log, logarithm
from .number import ExactLike, Number, from_element
from .parsing import log_value, number
from .powers import nth_root


def sign(x: ExactLike | Log | Certified) -> int:
    """-1, 0 or +1; for a function of epsilon the sign that it has at every epsilon > 0.

    Raises UndecidedError where a function of epsilon has different signs at different epsilon > 0, or a pole,
    and where a certified number is not separated from 0.
    """
    return x.compare(0) if isinstance(x, Log | Certified) else order.sign(number(x).element)


def exp(x: EpsilonLike | Number, name: str = "x") -> Number:
    """e^x for a rational x, or for a Log (then exp(ln(v)) = v)."""
    return log_value(x, name).exp()


def ln(x: ExactLike, name: str = "x") -> Log:
    """ln(x) for an exact number x > 0.

    Raises InvalidValue for x <= 0, UndecidedError for a function of eps that is not positive at every eps >
    0.
    """
    return logarithm(number(x, name), name)


def root(b: ExactLike, m: int, name: str = "b") -> Number:
    """b^(1/m) for an exact b >= 0 and an integer m >= 1; see `powers.nth_root` for what is raised."""
    if isinstance(m, bool) or not isinstance(m, int):
        raise InvalidType(f"m = {m!r} is a {type(m).__name__}; the degree of a root is a positive int")
    return from_element(nth_root(number(b, name).element, m))


def sqrt(b: ExactLike, name: str = "b") -> Number:
    """The square root of an exact b >= 0."""
    return root(b, 2, name)
