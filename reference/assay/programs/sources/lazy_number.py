"""What Python asks of every number, asked of a lazy one: it is drawn as far as the answer needs.

The operations that a lazy value does not follow draw it to the end, and are done then.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from numbers import Number
from typing import Any

from .draws import active


class LazyNumber:
    """Equality, truth, hash and text of `LazyFloat` and `LazyInt`, by their comparisons and by settling.

    `_compared` of a subclass answers whether a predicate that grows, or its negation, is true.
    """

    __slots__ = ()
    __assay_text__ = "<a uniform draw>"

    def __eq__(self: Any, other: object) -> bool:
        if not isinstance(other, int | float | Fraction) or is_nan(other):
            if isinstance(other, Number):
                return bool(self.__assay_settle__("a comparison") == other)
            return NotImplemented
        return bool(self >= other and not self > other)

    def __ge__(self: Any, other: Any) -> Any:
        return self._compared(other, operator.ge, negated=False)

    def __gt__(self: Any, other: Any) -> Any:
        return self._compared(other, operator.gt, negated=False)

    def __lt__(self: Any, other: Any) -> Any:
        return self._compared(other, operator.ge, negated=True)

    def __le__(self: Any, other: Any) -> Any:
        return self._compared(other, operator.gt, negated=True)

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


def posing(kind_of: Callable[[Any], type]) -> Any:
    """The `__class__` of a lazy value, which passes for a plain one; C code that needs that converts it."""

    def refuse(self: Any, value: type) -> None:
        raise TypeError(f"the class of {kind_of(self).__name__} cannot be assigned")

    return property(kind_of, refuse)


def is_nan(value: Any) -> bool:
    """Whether a number is none: all comparisons with it are false. A draw that is not settled is one."""
    if hasattr(type(value), "__assay_settle__"):
        return False
    return isinstance(value, float | Decimal) and bool(value != value)


BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "truediv": operator.truediv,
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "divmod": divmod,
    "pow": pow,
    "lshift": operator.lshift,
    "rshift": operator.rshift,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
}

_NOT_DELEGATED = frozenset(dir(object)) | {"__getnewargs__", "__class_getitem__", "__buffer__"}


def delegating(kind: type) -> Callable[[type], type]:
    """Gives a lazy class every method and attribute of `kind` that it has not: each draws the value first."""

    def complete(lazy: type) -> type:
        own = {name for owner in lazy.__mro__[:-1] for name in vars(owner)}
        for name in sorted(set(dir(kind)) - _NOT_DELEGATED - own):
            setattr(lazy, name, _delegate(kind, name))
        return lazy

    return complete


def _delegate(kind: type, name: str) -> Any:
    bare = name.strip("_")
    if bare in BINARY and name == f"__{bare}__":
        return _binary(name, BINARY[bare], reflected=False)
    if bare[1:] in BINARY and name == f"__r{bare[1:]}__":
        return _binary(name, BINARY[bare[1:]], reflected=True)
    value = getattr(kind, name)
    if (
        isinstance(vars(kind).get(name), staticmethod | classmethod)
        or getattr(value, "__self__", None) is kind
    ):
        return staticmethod(value)
    if callable(value):
        return lambda self, *args, **kwargs: getattr(self.__assay_settle__(bare), name)(*args, **kwargs)
    return property(lambda self: getattr(self.__assay_settle__(bare), name))


def _binary(name: str, operation: Callable[[Any, Any], Any], reflected: bool) -> Callable[[Any, Any], Any]:
    """An operator with one other operand, on either side."""

    def method(self: Any, other: Any) -> Any:
        value, other = self.__assay_settle__(name), settled(other, name)
        return operation(other, value) if reflected else operation(value, other)

    return method


def settled(value: Any, what: str) -> Any:
    """A lazy value drawn to the end, anything else as it is."""
    settle = getattr(type(value), "__assay_settle__", None)
    return value if settle is None else settle(value, what)
