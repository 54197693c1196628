"""States by value: what a run may depend on, as something that can be compared and used as a key.

Two values freeze to the same key only if no code that is given the one or the other can tell them apart,
object identity included: shared and cyclic references are numbered. What cannot be read that way, such as an
iterator half-way through, is refused, and the state that holds it has no name.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from itertools import count
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from ...dp import Dist
from ...exact import Log, Number
from .lazy_float import LazyFloat
from .lazy_int import LazyInt
from .loops import Loop
from .randoms import LazyBytes, TapeRandom
from .uniforms import Uniform

ATOMS = frozenset({type(None), bool, int, str, bytes, type(Ellipsis), type(NotImplemented)})
BY_REPR = frozenset({float, complex, Decimal, Fraction, range, timedelta, date, count})
BY_IDENTITY = (type, ModuleType, FunctionType, BuiltinFunctionType)
LAZY = frozenset({LazyFloat, LazyInt, LazyBytes})


class Unfreezable(Exception):
    """The value has parts that cannot be compared."""


class Freezer:
    """Freezes several values together, so that what they share is seen.

    own: the code of local functions that can only be of the one call whose variables are frozen with them, so
    that these variables are all that they close over.
    """

    def __init__(self, own: Iterable[CodeType] = ()) -> None:
        self.own = frozenset(map(id, own))
        self.seen: dict[int, int] = {}
        self.kept: list[object] = []
        self.has_lazy = False
        self.mutable = False

    def freeze(self, value: Any) -> object:
        """The key of a value."""
        kind = type(value)
        if kind in ATOMS:
            return kind, value
        if kind in BY_REPR:
            return kind, repr(value)
        if id(value) in self.seen:
            return "again", self.seen[id(value)]
        self.seen[id(value)] = len(self.seen)
        self.kept.append(value)
        return self._compound(kind, value)

    def _compound(self, kind: type, value: Any) -> object:
        if kind is tuple or kind is list:
            self.mutable |= kind is list
            return kind, tuple([self.freeze(element) for element in value])
        if kind is dict:
            self.mutable = True
            return kind, tuple([(self.freeze(k), self.freeze(v)) for k, v in value.items()])
        if isinstance(value, BY_IDENTITY):
            return self._one(value)
        if kind in LAZY or kind is Uniform:
            return self._lazy(value)
        if kind is set or kind is frozenset:
            self.mutable |= kind is set
            return kind, tuple(self.freeze(element) for element in value)
        if kind is bytearray:
            self.mutable = True
            return kind, bytes(value)
        if kind is MethodType:
            return kind, id(value.__func__), self.freeze(value.__self__)
        return self._object(kind, value)

    def _lazy(self, value: Any) -> object:
        """A lazy value: its variable, and what was done with it."""
        self.has_lazy = True
        if type(value) is Uniform:
            return "uniform", value.state()
        parts: list[object] = [type(value).__name__, value.__assay_key__()]
        for name in ("variable", "number"):
            if hasattr(type(value), name):
                parts.append(self.freeze(getattr(value, name)))
        return tuple(parts)

    def _one(self, value: Any) -> object:
        """What is told apart by identity, if it lives as long as the exploration."""
        if isinstance(value, FunctionType) and id(value.__code__) in self.own:
            held = (value.__defaults__, value.__kwdefaults__, vars(value))
            return "local", id(value.__code__), self.freeze(held)
        if "<locals>" in getattr(value, "__qualname__", ""):
            raise Unfreezable(f"the local definition {value.__qualname__}")
        owner = getattr(value, "__self__", None)
        if isinstance(value, BuiltinFunctionType) and not isinstance(owner, ModuleType | None | type):
            raise Unfreezable(f"the method {value.__name__} of an object")
        return "one", id(value)

    def _object(self, kind: type, value: Any) -> object:
        """An instance: its class and its attributes."""
        if isinstance(value, Number | Log | Dist):
            return kind, value
        if isinstance(value, Enum):
            return "one", id(value)
        if isinstance(value, TapeRandom) or getattr(kind, "__assay_source__", False):
            return "source"  # each is an ideal one, and has no state
        if kind is Loop:
            return kind, value.index, self.freeze(value.source)
        if kind.__module__.partition(".")[0] == "numpy":
            return self._numpy(kind, value)
        if isinstance(value, BaseException):
            return kind, self.freeze(value.args)
        plain = kind.__module__.partition(".")[0] not in sys.stdlib_module_names
        if not plain or (kind.__dictoffset__ == 0 and not hasattr(kind, "__slots__")):
            raise Unfreezable(f"a value of type {kind.__name__}")
        if issubclass(kind, tuple | list | dict | set | frozenset | bytearray | int | str | float):
            raise Unfreezable(f"a value of type {kind.__name__}")
        self.mutable = True
        attributes = dict(getattr(value, "__dict__", {}))
        for owner in kind.__mro__:
            for name in _slots(owner):
                if hasattr(value, name):
                    attributes[name] = getattr(value, name)
        return kind, tuple((name, self.freeze(v)) for name, v in attributes.items())

    def _numpy(self, kind: type, value: Any) -> object:
        """An array or scalar of numpy, by its bytes."""
        dtype = getattr(value, "dtype", None)
        if dtype is None and kind.__name__ == "ufunc":
            return "one", id(value)
        if dtype is None or getattr(value, "base", None) is not None:
            raise Unfreezable(f"a value of type {kind.__name__}")
        if dtype.hasobject:
            self.mutable = True
            return kind, value.shape, tuple(self.freeze(element) for element in value.ravel().tolist())
        self.mutable |= bool(getattr(value, "ndim", 0))
        return kind, str(dtype), getattr(value, "shape", ()), value.tobytes()


def _slots(owner: type) -> tuple[str, ...]:
    """The slots that a class declares."""
    slots = owner.__dict__.get("__slots__", ())
    names = (slots,) if isinstance(slots, str) else tuple(slots)
    return tuple(name for name in names if name not in ("__dict__", "__weakref__"))


def freeze_all(values: Mapping[str, object], own: Iterable[CodeType] = ()) -> tuple[object, Freezer]:
    """The key of named values, and what was seen on the way."""
    freezer = Freezer(own)
    return tuple((name, freezer.freeze(values[name])) for name in sorted(values)), freezer
