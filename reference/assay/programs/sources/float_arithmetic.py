"""Arithmetic of lazy floats: each operation with a number makes the chain of operations longer.

With an array of numpy it is done element by element, without importing numpy.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from functools import wraps
from typing import Any

from .lazy_number import is_nan, settled
from .numpy_methods import sign_bit


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


Method = Callable[[Any, Any], Any]


def over_arrays(method: Method) -> Method:
    """The operation of a lazy float, element by element where the other operand is an array of numpy."""

    @wraps(method)
    def either(self: Any, other: Any) -> Any:
        return _each(other, lambda one: method(self, one)) if _is_array(other) else method(self, other)

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
