"""`LazyInt`: a uniform whole number with many values, drawn only as far as the sampler looks.

Sums with numbers, shifts and floor divisions stay lazy, comparisons split the range. The low bits of a draw
of k bits are independent of its high bits, so that `x & 1`, `x % 8` and `x >> 3` of a fresh draw split it
into two draws.
"""

from __future__ import annotations

import math
import operator
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

from .draws import current
from .lazy_number import LazyNumber, delegating, is_nan, posing, settled
from .uniforms import AT_ONCE, Uniform, boundary
from .watch_paused import watch_paused


@delegating(int)
class LazyInt(LazyNumber):
    """f(i) for a uniform variable i in [0, size) and a growing or falling function f of whole numbers.

    kind: int, or the type of numpy that it stands for, whose values are bounded.
    """

    __slots__ = ("function", "kind", "name", "sense", "shift", "variable")

    def __init__(
        self,
        variable: Uniform,
        function: Callable[[int], int] = int,
        sense: int = 1,
        name: str = "",
        shift: int | None = 0,
        kind: type = int,
    ) -> None:
        self.kind = kind
        self.variable = variable
        self.shift = shift  # f(v) = v >> shift, or None for another f
        self.function = function
        self.sense = sense
        self.name = name

    __class__ = posing(lambda self: self.kind)

    def __assay_key__(self) -> tuple[object, ...]:
        """What tells this value from others, apart from its variable."""
        return (self.kind.__name__, self.name)

    def __assay_settle__(self, what: str) -> Any:
        """The value itself, drawn to the end; by its values where a shift or a quotient leaves few."""
        if ">>" in self.name or "//" in self.name:
            return self.kind(self._by_values())
        return self.kind(self.function(self.variable.settle(what)))

    def _by_values(self) -> int:
        """The value, one branch for each."""
        variable = self.variable
        while True:
            first, last = (self.function(variable.value(i)) for i in (variable.lo, variable.hi - 1))
            if first == last:
                return first
            middle = self.function(variable.value((variable.lo + variable.hi) // 2))
            if self.holds(_at_least(middle)) and not self.holds(_above(middle)):
                return middle

    @watch_paused
    def holds(self, up: Callable[[int], bool]) -> bool:
        """Whether `up(value)`, for a predicate that stays true as the value grows."""
        variable = self.variable

        def at(i: int) -> bool:
            return up(self.function(variable.value(i)))

        def grown(i: int) -> bool:
            return at(i) == (self.sense > 0)

        found = boundary(variable.lo, variable.hi, grown, lambda i: not grown(i), grown)
        if found:
            variable.split(found)
        return at(variable.lo)

    def _then(
        self, name: str, function: Callable[[int], int], sense: int = 1, shift: int | None = None
    ) -> Any:
        f = self.function
        if self.variable.hi - self.variable.lo == 1:
            return function(self.kind(f(self.variable.value(self.variable.lo))))
        label, sense = f"{self.name}{name};", self.sense * sense
        found = LazyInt(self.variable, lambda v: function(f(v)), sense, label, shift, self.kind)
        if self.kind is not int:
            found.check_bounds()
        return found

    def ends(self) -> tuple[int, int]:
        """The values at the two ends of what is left of the variable; all others are between them."""
        v = self.variable
        return self.function(v.value(v.lo)), self.function(v.value(v.hi - 1))

    def check_bounds(self) -> None:
        """Refuse what leaves the range of numpy's type, which wraps around or takes another type there."""
        bounds = sys.modules["numpy"].iinfo(self.kind)
        ends = [self.function(self.variable.value(i)) for i in (self.variable.lo, self.variable.hi - 1)]
        if min(ends) < bounds.min or max(ends) > bounds.max:
            self.variable.run.refuse(f"a uniform draw leaves the range of {self.kind.__name__}")

    def __add__(self, other: Any) -> Any:
        other = settled(other, "a sum of two uniform draws")
        if type(other) is not int:
            return self.__assay_settle__("arithmetic") + other
        return self._then(f"+{other}", lambda v: v + other)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        other = settled(other, "a difference of two uniform draws")
        if type(other) is not int:
            return self.__assay_settle__("arithmetic") - other
        return self._then(f"-{other}", lambda v: v - other)

    def __rsub__(self, other: Any) -> Any:
        other = settled(other, "a difference of two uniform draws")
        if type(other) is not int:
            return other - self.__assay_settle__("arithmetic")
        return self._then(f"from {other}", lambda v: other - v, -1)

    def __neg__(self) -> Any:
        return self._then("negated", operator.neg, -1)

    def __mul__(self, other: Any) -> Any:
        other = settled(other, "a product of two uniform draws")
        if type(other) is int:
            return self._then(f"*{other}", lambda v: v * other, -1 if other < 0 else 1)
        if type(other) is float and self.kind is int and math.isfinite(other):
            return self._as_float("a float product") * other
        return self.__assay_settle__("arithmetic") * other

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        other = settled(other, "a quotient of two uniform draws")
        if self.kind is int and type(other) is float:
            return self._as_float("a quotient") / other
        if self.kind is int and type(other) is int and other > 0 and self.sense > 0:
            f = self.function  # a quotient of integers is rounded once
            return self._float(lambda v: f(v) / other, f"{self.name}/{other}")
        return self.__assay_settle__("a quotient") / other

    def _as_float(self, what: str) -> Any:
        """The float that Python makes of the value, still lazy."""
        if self.sense < 0:
            return float(self.__assay_settle__(what))
        f = self.function
        return self._float(lambda v: float(f(v)), f"float({self.name})")

    def _float(self, function: Callable[[int], float], name: str) -> Any:
        """A lazy float that grows with the variable."""
        from .lazy_float import LazyFloat

        found = LazyFloat(self.variable, function, (), name)
        if not found.is_finite():
            self.variable.run.refuse("a uniform draw is too large for a float")
        return found

    def __floordiv__(self, other: Any) -> Any:
        other = settled(other, "a quotient of two uniform draws")
        if type(other) is int and other != 0:
            return self._then(f"//{other}", lambda v: v // other, -1 if other < 0 else 1)
        return self.__assay_settle__("arithmetic") // other

    def __rshift__(self, other: Any) -> Any:
        other = settled(other, "a shift")
        if type(other) is not int or other < 0 or self.kind is not int:
            return self.__assay_settle__("a shift") >> other
        shift = None if self.shift is None else self.shift + other
        return self._then(f">>{other}", lambda v: v >> other, shift=shift)

    def __lshift__(self, other: Any) -> Any:
        other = settled(other, "a shift")
        if type(other) is not int or other < 0 or self.kind is not int:
            return self.__assay_settle__("a shift") << other
        return self._then(f"<<{other}", lambda v: v << other)

    def __mod__(self, other: Any) -> Any:
        other = settled(other, "a remainder")
        if type(other) is int and other > 0 and other & (other - 1) == 0:
            return self & (other - 1)
        return self.__assay_settle__("a remainder") % other

    def __and__(self, other: Any) -> Any:
        other = settled(other, "a mask")
        if type(other) is int and other >= 0 and other & (other + 1) == 0:
            value = self._low_bits(other.bit_length())
            if value is not None:
                return value
        return self.__assay_settle__("a mask") & other

    __rand__ = __and__

    def _low_bits(self, bits: int) -> Any:
        """The lowest bits of the value, drawn; None where they cannot be drawn by themselves."""
        if self.shift is None or not self.variable.fix_low_bits(self.shift + bits):
            return None
        known = self.variable.offset >> self.shift
        return self.kind(known & (2**bits - 1))

    def __or__(self, other: Any) -> Any:
        return self.__assay_settle__("an or of bits") | settled(other, "an or of bits")

    __ror__ = __or__

    def __xor__(self, other: Any) -> Any:
        return self.__assay_settle__("an exclusive or of bits") ^ settled(other, "an exclusive or of bits")

    __rxor__ = __xor__

    def __pow__(self, other: Any, modulus: Any = None) -> Any:
        return pow(self.__assay_settle__("a power"), settled(other, "a power"), modulus)

    def _compared(self, other: Any, grows: Callable[[Any, Any], bool], *, negated: bool) -> Any:
        """A comparison that stays true as the value grows, or its negation; false for NaN."""
        other = settled(other, "a comparison of two uniform draws")
        if not isinstance(other, int | float | Fraction | Decimal):
            return NotImplemented
        found = not is_nan(other) and self.holds(lambda v: grows(v, other)) != negated
        return found if self.kind is int else sys.modules["numpy"].bool_(found)

    def __int__(self) -> Any:
        return self.__assay_settle__("a conversion to a C integer")

    __index__ = __int__

    def __round__(self, *digits: Any) -> Any:
        return round(self.__assay_settle__("a rounding"), *digits)

    def __float__(self) -> float:
        return float(self.__assay_settle__("a conversion to a C double"))

    def __trunc__(self) -> Any:
        return self.__assay_settle__("a conversion to an int")

    __floor__ = __ceil__ = __trunc__

    def bit_length(self) -> int:
        """The number of bits of the value, one branch for each."""
        bits = 0
        magnitude = abs(self)
        while magnitude >= 2**bits:
            bits += 1
        return bits


def _at_least(bound: int) -> Callable[[int], bool]:
    return lambda v: v >= bound


def _above(bound: int) -> Callable[[int], bool]:
    return lambda v: v > bound


def uniform_below(n: int) -> Any:
    """A uniform whole number below n: lazy where there are many."""
    run = current()
    run.drew = True
    if n == 1:
        return 0
    if run.plain is not None:
        return run.take()
    variable = Uniform(run, n)
    return variable.settle("a uniform draw") if n <= AT_ONCE else LazyInt(variable)
