"""States by value: what a run may depend on, as something that can be compared and used as a key.

Two values freeze to the same key only if no code that is given the one or the other can tell them apart,
object identity included: shared and cyclic references are numbered. What cannot be read that way, such as an
iterator half-way through, is refused, and the state that holds it has no name.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from datetime import date, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import WRAPPER_ASSIGNMENTS
from itertools import count
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from ...dp import Dist
from ...exact import Log, Number
from ..exceptions import fields
from ..uses import uses_of
from .lazy_float import LazyFloat
from .lazy_int import LazyInt
from .loops import Loop
from .randoms import LazyBytes, TapeRandom
from .uniforms import Uniform

ATOMS = frozenset({type(None), bool, int, str, bytes, type(Ellipsis), type(NotImplemented)})
BY_REPR = frozenset({float, complex, Decimal, Fraction, range, timedelta, date, count})
BY_IDENTITY = (type, ModuleType, FunctionType, BuiltinFunctionType)
LAZY = frozenset({LazyFloat, LazyInt, LazyBytes})


def through(function: Callable[..., Any], call: Callable[..., Any]) -> Callable[..., Any]:
    """The function, called as `call(function, args, kwargs)`."""

    def through(*args: Any, **kwargs: Any) -> Any:
        return call(function, args, kwargs)

    for name in WRAPPER_ASSIGNMENTS:
        setattr(through, name, getattr(function, name))
    through.__dict__ = function.__dict__  # attributes that code sets on the one are those of the other
    return through


THROUGH: CodeType = vars(type(through))["__code__"].__get__(through(lambda: None, lambda *given: None))


def under(value: FunctionType) -> Any:
    """The function that is called through another."""
    cells = dict(zip(value.__code__.co_freevars, value.__closure__ or (), strict=True))
    return cells["function"].cell_contents


class Unfreezable(Exception):
    """The value has parts that cannot be compared."""


class Freezer:
    """Freezes several values together, so that what they share is seen.

    own: the code of local functions that can only be of the one call whose variables are frozen with them, so
    that these variables are all that they close over. closures: whether other local functions are frozen by
    what they close over, which they may not set.
    """

    def __init__(self, own: Iterable[CodeType] = (), *, closures: bool = False) -> None:
        self.own = frozenset(map(id, own))
        self.closures = closures
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
            self.mutable |= kind is count
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
        if isinstance(value, FunctionType) and value.__code__ is THROUGH:
            return self.freeze(under(value))
        if isinstance(value, FunctionType) and id(value.__code__) in self.own:
            held = (value.__defaults__, value.__kwdefaults__, *vars(value).items())
            return "local", id(value.__code__), self.freeze(held)
        if isinstance(value, FunctionType) and self.closures and "<locals>" in value.__qualname__:
            return self._closure(value)
        if "<locals>" in getattr(value, "__qualname__", ""):
            raise Unfreezable(f"the local definition {value.__qualname__}")
        owner = getattr(value, "__self__", None)
        if isinstance(value, BuiltinFunctionType) and not isinstance(owner, ModuleType | None | type):
            raise Unfreezable(f"the method {value.__name__} of an object")
        return "one", id(value)

    def _closure(self, value: FunctionType) -> object:
        """A local function, by its code and what it closes over."""
        cells, free = value.__closure__ or (), value.__code__.co_freevars
        if uses_of(value.__code__).set_cells & set(free):
            raise Unfreezable(f"{value.__qualname__}, which sets variables of the function around it")
        try:
            closed = tuple(cell.cell_contents for cell in cells)
        except ValueError:
            raise Unfreezable(f"{value.__qualname__}, which reads a variable that is not set") from None
        held = (value.__defaults__, value.__kwdefaults__, closed, *vars(value).items())
        return "closure", id(value.__code__), self.freeze(held)

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
            if fields(value):  # which a copy of some does not have
                raise Unfreezable(f"an exception {kind.__name__} that holds more than its arguments")
            self.mutable = True
            return kind, self.freeze((value.args, value.__cause__, *vars(value).items()))
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
