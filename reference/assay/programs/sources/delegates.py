"""The operations of a number that a lazy value does not follow: they draw it to the end, and do them then."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

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
