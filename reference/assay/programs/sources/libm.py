"""The functions of `math` as a sampler sees them during an exploration: lazy on lazy values."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, wraps
from typing import Any

from .float_arithmetic import sign_bit_of
from .lazy_float import LazyFloat, positive_only
from .lazy_int import LazyInt

Function = Callable[..., Any]


@cache
def lazy_functions() -> dict[str, Function]:
    """Functions of `math` by name, to stand in for the originals."""
    increasing = ("exp", "expm1", "exp2", "atan", "tanh", "sinh", "asinh")
    table: dict[str, Function] = {name: _monotone(name, 1) for name in increasing if hasattr(math, name)}
    table |= {name: _logarithm(name, 0.0) for name in ("log2", "log10")}
    table["log1p"] = _logarithm("log1p", -1.0)
    table["log"] = _natural()
    table["sqrt"] = _unary("sqrt", lambda v: v.sqrt())
    table["fabs"] = _unary("fabs", abs)
    table["pow"] = _power()
    table["copysign"] = _copysign()
    table["isnan"] = _unary("isnan", lambda v: False)
    table["isinf"] = _unary(
        "isinf", lambda v: math.isinf(v.at(v.variable.lo)) if v.fixed() is not None else False
    )
    return table


def _unary(name: str, lazily: Callable[[LazyFloat], Any]) -> Function:
    """The function of that name, with another meaning for lazy values."""
    original = getattr(math, name)

    @wraps(original)
    def function(x: Any, *rest: Any) -> Any:
        if type(x) is LazyInt:
            x = x._as_float("a function of math")
        return lazily(x) if type(x) is LazyFloat else original(x, *rest)

    return function


def _monotone(name: str, sign: int) -> Function:
    original = getattr(math, name)
    return _unary(name, lambda v: v.library(name, original, sign))


def _logarithm(name: str, above: float) -> Function:
    original = getattr(math, name)
    return _unary(name, lambda v: positive_only(name, v, original, above))


def _natural() -> Function:
    """log(x) and log(x, base); Python computes the latter as a quotient of two logarithms."""
    original = math.log

    @wraps(original)
    def log(x: Any, *base: Any) -> Any:
        if type(x) is LazyInt:
            x = x._as_float("a logarithm")
        if type(x) is not LazyFloat:
            return original(x, *base)
        natural = positive_only("log", x, original)
        return natural / original(*base) if base else natural

    return log


def _copysign() -> Function:
    """copysign(x, y), with a lazy value on either side."""
    original = math.copysign

    @wraps(original)
    def copysign(x: Any, y: Any) -> Any:
        x, y = (v._as_float("a sign") if type(v) is LazyInt else v for v in (x, y))
        if type(y) is LazyFloat:
            y = sign_bit_of(y)
        return x.copysign(y) if type(x) is LazyFloat else original(x, y)

    return copysign


def _power() -> Function:
    """pow(x, y); with a lazy exponent it is monotone in it."""
    original = math.pow

    @wraps(original)
    def power(x: Any, y: Any) -> Any:
        if type(y) is LazyFloat and x > 0 and x != 1:
            base = float(x)
            return y.then("pow of", base, lambda v: original(base, v), 1 if base > 1 else -1, exact=False)
        if type(x) is LazyFloat:
            return x**y if y == 2 else x._not_followed("a power")
        return original(x, y)

    return power
