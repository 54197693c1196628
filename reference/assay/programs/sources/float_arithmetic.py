"""Arithmetic of lazy floats: each operation with a number makes the chain of operations longer.

With an array of numpy it is done element by element, without importing numpy, whose functions call methods of
these names.
"""

from __future__ import annotations

import math
import operator
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

from .lazy_number import is_nan, settled


def _is_array(value: Any) -> bool:
    """Whether a value is an array of numpy, which this module does not import."""
    return type(value).__module__ == "numpy" and getattr(value, "ndim", 0) > 0


def _each(array: Any, one: Callable[[Any], Any]) -> Any:
    """The array of what `one` makes of each element."""
    results = array.astype(object)
    flat = results.reshape(-1)
    for index, element in enumerate(array.reshape(-1).tolist()):
        flat[index] = one(element)
    plain = all(isinstance(value, bool) for value in flat.tolist())
    return flat.reshape(array.shape).astype(bool) if plain else flat.reshape(array.shape)


Method = Callable[..., Any]


def over_arrays(method: Method) -> Method:
    """The operation of a lazy float, element by element where the other operand is an array of numpy."""

    @wraps(method)
    def either(self: Any, other: Any, *rest: Any, **named: Any) -> Any:
        if _is_array(other):
            return _each(other, lambda one: method(self, one, *rest, **named))
        return method(self, other, *rest, **named)

    return either


class FloatArithmetic:
    """The operators of `LazyFloat`; with another lazy float on the right, that one is drawn to the end."""

    __slots__ = ()

    def _with(self: Any, name: str, other: Any, apply: Callable[[float, float], float], sign: int) -> Any:
        """An operation with a number on the right; `sign` says how it goes with the value."""
        other = self._operand(other)
        kind: type = type(other)
        if not issubclass(kind, int | float) and not hasattr(kind, "__float__"):
            return NotImplemented
        constant = float(other)
        if not math.isfinite(constant):
            self.variable.run.refuse(f"a uniform draw is combined with {constant}")
        return self.then(name, constant, lambda v: apply(v, constant), sign, exact=True)

    def _operand(self: Any, other: Any) -> Any:
        """The other operand; another lazy float drawn to the end, since its sign decides the sense."""
        return settled(other, "arithmetic on two uniform draws")

    @over_arrays
    def __add__(self: Any, other: Any) -> Any:
        return self._with("+", other, operator.add, 1)

    __radd__ = __add__

    @over_arrays
    def __sub__(self: Any, other: Any) -> Any:
        return self._with("-", other, operator.sub, 1)

    @over_arrays
    def __rsub__(self: Any, other: Any) -> Any:
        return self._with("from", other, lambda v, c: c - v, -1)

    @over_arrays
    def __mul__(self: Any, other: Any) -> Any:
        other = self._operand(other)
        if other != 0 or is_nan(other):
            return self._with("*", other, operator.mul, _sign(other))
        return (1.0 if self >= 0 else -1.0) * other  # a zero with the sign of the product

    __rmul__ = __mul__

    @over_arrays
    def __truediv__(self: Any, other: Any) -> Any:
        other = self._operand(other)
        if other == 0:
            return operator.truediv(1.0, other)
        return self._with("/", other, operator.truediv, _sign(other))

    @over_arrays
    def __rtruediv__(self: Any, other: Any) -> Any:
        if self == 0:
            return operator.truediv(other, 0.0)
        # Within one sign of the divisor the quotient is monotone.
        bool(self > 0)
        return self._with("under", other, lambda v, c: c / v, -_sign(other))

    def __abs__(self: Any) -> Any:
        return self if self.rounded(sign_bit) > 0 else -self

    def __neg__(self: Any) -> Any:
        return self.then("negated", None, operator.neg, -1, exact=True)

    def __pos__(self) -> Any:
        return self

    def __pow__(self: Any, other: Any, modulus: None = None) -> Any:
        if type(other) is int and other == 2:
            return self.then("squared", None, lambda v: v**2, 1 if self >= 0 else -1, exact=False)
        return self._not_followed("a power")

    def __rpow__(self: Any, base: Any) -> Any:
        constant = float(base)
        if constant <= 0 or constant == 1:
            return self._not_followed(f"a power of {constant}")
        grows = 1 if constant > 1 else -1
        return self.then("exponent of", constant, lambda v: constant**v, grows, exact=False)

    def _not_followed(self: Any, what: str) -> Any:
        """Refuse, naming the value where few are left."""
        value = self.__assay_settle__(what)
        return self.variable.run.refuse(f"{what} of a uniform draw is not followed ({value})")

    @over_arrays
    def __mod__(self: Any, other: Any) -> Any:
        return self.__assay_settle__("a remainder") % settled(other, "a remainder")

    @over_arrays
    def __floordiv__(self: Any, other: Any) -> Any:
        other = self._operand(other)
        if other == 0:
            return operator.floordiv(1.0, other)
        return self._with("floor of /", other, operator.floordiv, _sign(other))


def _sign(number: Any) -> int:
    """The sign of a factor; 0 makes a constant, which may count as growing."""
    return -1 if number < 0 else 1


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
