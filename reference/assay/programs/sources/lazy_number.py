"""What Python asks of every number, asked of a lazy one: it is drawn as far as the answer needs."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from numbers import Number
from typing import Any

from .draws import active


class LazyNumber:
    """Equality, truth, hash and text of `LazyFloat` and `LazyInt`, by their comparisons and by settling."""

    __slots__ = ()
    __assay_text__ = "<a uniform draw>"

    def __eq__(self: Any, other: object) -> bool:
        if not isinstance(other, int | float | Fraction) or is_nan(other):
            if isinstance(other, Number):
                return bool(self.__assay_settle__("a comparison") == other)
            return NotImplemented
        return bool(self >= other and not self > other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __bool__(self) -> bool:
        return self != 0

    def __hash__(self: Any) -> int:
        return hash(self.__assay_settle__("a hash"))

    def __abs__(self: Any) -> Any:
        return self if self >= 0 else -self

    def __copy__(self) -> Any:
        return self

    def __dir__(self: Any) -> Any:
        return dir(self.__class__)

    def __sizeof__(self: Any) -> int:
        return int(self.variable.run.refuse("it asks for the size of a uniform draw in memory"))

    def __reduce_ex__(self: Any, protocol: object) -> Any:
        if active.get() is not None:
            self.variable.run.refuse("it pickles a uniform draw that is not settled")
        raise TypeError("a uniform draw that is not settled cannot be pickled")

    def __repr__(self: Any) -> str:
        return repr(self.__assay_settle__("its digits"))

    def __str__(self) -> str:
        return repr(self)

    def __format__(self: Any, spec: str) -> str:
        return format(self.__assay_settle__("its digits"), spec)

    def __deepcopy__(self, memo: object) -> Any:
        return self


def is_nan(value: Any) -> bool:
    """Whether a number is none: all comparisons with it are false. A draw that is not settled is one."""
    if hasattr(type(value), "__assay_settle__"):
        return False
    return isinstance(value, float | Decimal) and bool(value != value)
