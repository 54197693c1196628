"""States by value: what a run may depend on, as something that can be compared and used as a key.

Two values freeze to the same key only if no code that is given the one or the other can tell them apart,
object identity included: shared and cyclic references are numbered. What cannot be read that way, such as an
iterator half-way through, is refused, and the state that holds it has no name.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Mapping
from enum import Enum
from functools import WRAPPER_ASSIGNMENTS
from itertools import count
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from ...dp import Dist
from ...exact import Log, Number
from ...outputs.identity import is_plain
from ...outputs.keys import CONTAINERS, Keys, attributes, bytes_of, is_numeric
from ..ends import fields
from ..uses import uses_of
from .lazy_float import LazyFloat
from .lazy_int import LazyInt
from .loop_position import Loop
from .randoms import LazyBytes, TapeRandom
from .set_layout import Placed, layout
from .uniforms import Uniform

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


class Freezer(Keys):
    """Freezes several values together, so that what they share is seen, also of tuples and the like.

    own: the code of local functions that can only be of the one call whose variables are frozen with them, so
    that these variables are all that they close over. closures: whether other local functions are frozen by
    what they close over, which they may not set.
    """

    apart = CONTAINERS

    changing: bool
    has_lazy: bool

    def __init__(self, own: Iterable[CodeType] = (), *, closures: bool = False) -> None:
        super().__init__()
        self.own: frozenset[int] = frozenset(map(id, own))
        self.closures = closures
        self.has_lazy = False

    def other(self, kind: type, value: Any) -> Hashable:
        """The key of anything but plain values and containers."""
        if kind is Number or kind is Log or kind is Dist:
            return kind, value
        return self.once(kind, value, self._inside)

    def elements(self, kind: type, value: Any) -> Hashable:
        """The keys of the elements of a set in their order, and where they lie: it decides later orders."""
        where = layout(value)
        if where is None:
            raise Unfreezable("a set")
        return Placed(tuple([self.found(part) for part in value]), where)

    def nan(self, value: Any) -> Hashable:
        """A NaN is told apart by its identity."""
        raise Unfreezable("a NaN")

    def _inside(self, kind: type, value: Any) -> Hashable:
        if isinstance(value, BY_IDENTITY):
            return self._one(value)
        if kind in LAZY or kind is Uniform:
            return self._lazy(value)
        if kind is MethodType:
            return self.key(value.__func__), self.key(value.__self__)
        if isinstance(value, Enum):
            return id(value)
        if isinstance(value, TapeRandom) or getattr(kind, "__assay_source__", False):
            return "source"  # each is an ideal one, and has no state
        if kind is Loop:
            return value.index, self.key(value.source)
        if kind.__module__.partition(".")[0] == "numpy":
            return self._numpy(kind, value)
        self.changing = True
        if kind is count:
            return repr(value)
        if isinstance(value, BaseException):
            if fields(value):  # which a copy of some does not have
                raise Unfreezable(f"an exception {kind.__name__} that holds more than its arguments")
            return self._row((value.args, value.__cause__, value.__context__)), self._named(value)
        if not _is_its_attributes(kind):
            raise Unfreezable(f"a value of type {kind.__name__}")
        return self._named(value)

    def _row(self, values: Iterable[Any]) -> Hashable:
        return tuple([self.key(value) for value in values])

    def _named(self, value: Any) -> Hashable:
        """The attributes of an object."""
        return tuple([(name, self.key(held)) for name, held in attributes(value)])

    def _lazy(self, value: Any) -> Hashable:
        """A lazy value: its variable, and what was done with it."""
        self.has_lazy = True
        if type(value) is Uniform:
            return value.state()
        names = [name for name in ("variable", "number") if hasattr(type(value), name)]
        return value.__assay_key__(), self._row(getattr(value, name) for name in names)

    def _one(self, value: Any) -> Hashable:
        """What is told apart by identity, if it lives as long as the exploration."""
        if isinstance(value, FunctionType) and value.__code__ is THROUGH:
            return self.key(under(value))
        if isinstance(value, FunctionType) and id(value.__code__) in self.own:
            return self._local(value)
        if isinstance(value, FunctionType) and self.closures and "<locals>" in value.__qualname__:
            return self._closure(value)
        if "<locals>" in getattr(value, "__qualname__", ""):
            raise Unfreezable(f"the local definition {value.__qualname__}")
        owner = getattr(value, "__self__", None)
        if isinstance(value, BuiltinFunctionType) and not isinstance(owner, ModuleType | None | type):
            raise Unfreezable(f"the method {value.__name__} of an object")
        return id(value)

    def _local(self, value: FunctionType, closed: Iterable[Any] = ()) -> Hashable:
        """A local function, by its code, its defaults, its attributes, and what it closes over."""
        held = value.__defaults__, value.__kwdefaults__, *closed, *vars(value).values()
        return id(value.__code__), tuple(vars(value)), self._row(held)

    def _closure(self, value: FunctionType) -> Hashable:
        """A local function, by its code and what it closes over."""
        cells, free = value.__closure__ or (), value.__code__.co_freevars
        if uses_of(value.__code__).set_cells & set(free):
            raise Unfreezable(f"{value.__qualname__}, which sets variables of the function around it")
        try:
            return self._local(value, [cell.cell_contents for cell in cells])
        except ValueError:
            raise Unfreezable(f"{value.__qualname__}, which reads a variable that is not set") from None

    def _numpy(self, kind: type, value: Any) -> Hashable:
        """An array or scalar of numpy, by its bytes."""
        if kind.__name__ == "ufunc":
            return id(value)
        if getattr(value, "base", None) is not None or not (is_numeric(kind, value) or _holds_objects(value)):
            raise Unfreezable(f"a value of type {kind.__name__}")
        self.changing |= hasattr(kind, "__setitem__")
        if value.dtype.hasobject:
            return value.shape, value.strides, value.flags.writeable, self._row(value.ravel().tolist())
        return bytes_of(value)


def _holds_objects(value: Any) -> bool:
    """Whether an array of numpy's own type holds objects of Python's."""
    dtype = getattr(value, "dtype", None)
    return type(value).__name__ == "ndarray" and dtype is not None and dtype.kind == "O"


def _is_its_attributes(kind: type) -> bool:
    """Whether an object of a class is what its attributes are."""
    plain = kind.__module__.partition(".")[0] not in sys.stdlib_module_names
    return plain and is_plain(kind) and (kind.__dictoffset__ != 0 or hasattr(kind, "__slots__"))


def freeze_all(values: Mapping[str, object], own: Iterable[CodeType] = ()) -> Hashable:
    """The key of named values."""
    freezer = Freezer(own)
    return tuple([(name, freezer.key(values[name])) for name in sorted(values)])
