"""What numpy makes of a lazy float: its functions call these methods, also element by element."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import Any


class NumpyMethods:
    """The methods of `LazyFloat` that numpy looks for by name."""

    __slots__ = ()

    def log(self: Any) -> Any:
        """The natural logarithm."""
        return _logarithm("log", self)

    def log1p(self: Any) -> Any:
        """log(1 + v)."""
        return _logarithm("log1p", self, -1.0)

    def log2(self: Any) -> Any:
        """The logarithm to base 2."""
        return _logarithm("log2", self)

    def log10(self: Any) -> Any:
        """The logarithm to base 10."""
        return _logarithm("log10", self)

    def exp(self: Any) -> Any:
        """The exponential."""
        return self.library("numpy.exp", _function("exp"))

    def expm1(self: Any) -> Any:
        """exp(v) - 1."""
        return self.library("numpy.expm1", _function("expm1"))

    def sqrt(self: Any) -> Any:
        """The square root, which is rounded correctly."""
        if self < 0:
            raise ValueError("math domain error")
        return self.then("sqrt", None, math.sqrt, 1, exact=True)

    def fabs(self: Any) -> Any:
        """The absolute value."""
        return abs(self)

    def rint(self: Any) -> Any:
        """The nearest whole number, ties to even, a float as numpy has it."""
        return self.rounded(_rint)[0]

    def copysign(self: Any, other: Any) -> Any:
        """|v| with the sign of the other."""
        size = abs(self)
        return -size if sign_bit_of(other) < 0 else size


def sign_bit_of(value: Any) -> float:
    """1.0 or -1.0, of a lazy float too; -0.0 is negative."""
    return value.rounded(sign_bit) if hasattr(type(value), "rounded") else sign_bit(float(value))


def sign_bit(value: float) -> float:
    """1.0 or -1.0."""
    return math.copysign(1.0, value)


def _rint(value: float) -> tuple[float, float]:
    """With the sign of the value where it is 0: C has a -0.0, and the pair tells it from 0.0."""
    found = math.copysign(float(round(value)), value)
    return found, math.copysign(1.0, found)


def _function(name: str) -> Callable[[float], float]:
    """A function of numpy, which need not round as that of the C library does."""
    function = getattr(sys.modules["numpy"], name)
    return lambda v: float(function(v))


def _logarithm(name: str, value: Any, above: float = 0.0) -> Any:
    """A logarithm as numpy has it: -inf at the end of its domain and NaN below, each with a warning."""
    if value > above:
        return value.library(f"numpy.{name}", _function(name))
    return getattr(sys.modules["numpy"], name)(above if value == above else above - 1)
