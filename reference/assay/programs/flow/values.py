"""Kinds of values, as sets of bits, and the kinds of an object that exists."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple

from ...dp import Dist
from ...exact import Log, Number
from .. import contents, kinds, nodes
from ..nodes import MISSING
from ..origins import INSTALLED, USER, origin_of_class

NUMBER = 1
"""Numbers: they hash by their value."""
TEXT = 2
"""What hashes by the seed or the address, and has a text of its own: texts, bytes, classes, enum members."""
MADE = 4
"""A text that was made while the program ran."""
OWN = 8
"""Functions of the user's and builtin ones; which of them it is say the bits from `FIRST_TARGET` on."""
SET = 16
"""A set of what hashes by its value: it has the same order in every process."""
LOOSE = 32
"""A set whose order differs between processes."""
VIEW = 64
"""The keys or the items of a dictionary: `&`, `|`, `-` and `^` make sets of them; and slices."""
CONTAINER = 128
"""Containers and iterators."""
OBJECT = 256
"""Objects of the user's classes."""
ITERATOR = 512
"""Iterators: what is in them was there when they were made."""
ADDRESS = OWN | 1024
"""What has an address for its text: functions, iterators, objects without a `__repr__`."""
FIRST_TARGET = 1 << 16
"""The bit of the first function, or class of the user's, that was met; each has one of its own."""
HOLDER = CONTAINER | OBJECT | ITERATOR
"""What holds other values."""

UNSTABLE = TEXT | ADDRESS
PLAIN = NUMBER | TEXT | HOLDER
"""What a function that is not known may return of its own."""

_MOST = 4000
"""So many values of an object are looked at."""

_NONE = NUMBER if sys.version_info >= (3, 12) else TEXT
"""`None` hashes by its address before Python 3.12."""

_NUMBERS = (int, float, complex, Fraction, Decimal, Number, Log, datetime.timedelta, range, slice)


class Value(NamedTuple):
    """What a value may be itself, and what may be in it; the object itself, or the name of the method and the
    object that it is of, where they are known.
    """

    top: int
    inner: int = 0
    known: Any = MISSING
    method: str | None = None

    @property
    def deep(self) -> int:
        """All kinds in it, itself included."""
        return self.top | self.inner


@dataclass(slots=True, eq=False, repr=False)
class Record:
    """The parts of a dictionary with known names."""

    parts: dict[str, Value]


_PLAIN_NUMBERS = frozenset({bool, int, float, Fraction})

NULL = Value(0)
"""The empty place that a call may find on the stack."""


_FACES = (memoryview, ContextVar)
"""Types whose own `__repr__` shows an address."""


def join(a: Value, b: Value) -> Value:
    """What is one of two values."""
    if a is b or _is_nothing(b):
        return a
    if _is_nothing(a):
        return b
    known = a.known if a.known is b.known else MISSING
    return Value(a.top | b.top, a.inner | b.inner, known, a.method if a.method == b.method else None)


def _is_nothing(value: Value) -> bool:
    return not value.top | value.inner and value.known is MISSING and value.method is None


def together(values: Iterable[Value]) -> int:
    """All kinds in some values."""
    found = 0
    for value in values:
        found |= value.deep
    return found


def same(a: Value, b: Value) -> bool:
    """Whether two descriptions say the same."""
    return a.top == b.top and a.inner == b.inner and a.known is b.known and a.method == b.method


def is_unstable(value: Value) -> bool:
    """Whether the hash of a value may differ between processes."""
    if value.top & UNSTABLE:
        return True
    return bool(value.top & (HOLDER | SET | LOOSE | VIEW) and value.inner & UNSTABLE)


class _Walk:
    """One description: how many objects may still be looked at, which were, and the bits of functions."""

    def __init__(self, target: Callable[[Any], int]) -> None:
        self.left = _MOST
        self.seen: set[int] = set()
        self.target = target


def value_of(thing: Any, target: Callable[[Any], int] = lambda thing: 0) -> Value:
    """The description of an object that exists; target: the bit of a function or class of the user's."""
    top, inner = _described(thing, _Walk(target))
    return Value(top, inner, thing)


def kinds_of(thing: Any) -> tuple[int, int, int]:
    """What decides how an argument flows: its kinds, and the object itself if it can be called or has
    attributes.
    """
    top, inner = _described(thing, _Walk(lambda thing: 0))
    alike = type(thing) in kinds.ATOMS or _is_of_numbers(thing)
    return top, inner, id(thing) if (top | inner) & ADDRESS or not alike else 0


def _is_of_numbers(thing: Any) -> bool:
    """Whether a value is a tuple of numbers, or of such tuples: only its kinds decide how it flows."""
    return type(thing) is tuple and all(
        type(part) in _PLAIN_NUMBERS or _is_of_numbers(part) for part in thing
    )


def _described(thing: Any, walk: _Walk) -> tuple[int, int]:
    walk.left -= 1
    if walk.left < 0:
        return PLAIN | SET | LOOSE, PLAIN | SET | LOOSE
    kind = type(thing)
    if kind is bool or (isinstance(thing, _NUMBERS) and origin_of_class(kind) not in (USER, INSTALLED)):
        nan = not isinstance(thing, range | slice) and kinds.is_unequal_to_itself(thing)
        slices = VIEW if isinstance(thing, slice) else 0
        return NUMBER | slices | (TEXT if nan else 0), NUMBER if isinstance(thing, range) else 0
    if thing is None:
        return _NONE, 0
    if isinstance(thing, type):
        return TEXT | walk.target(thing), SET if issubclass(thing, set | frozenset) else 0
    if isinstance(thing, str | bytes | datetime.date | datetime.time) or thing is Ellipsis:
        return TEXT, 0
    if isinstance(thing, FunctionType | MethodType | BuiltinFunctionType):
        bit = walk.target(thing)
        return (OWN | bit if bit and not isinstance(thing, MethodType) else ADDRESS | bit), 0
    if isinstance(thing, ModuleType):
        return ADDRESS, 0
    if id(thing) in walk.seen:
        return 0, 0
    walk.seen.add(id(thing))
    top, inner = _holder(thing, kind, walk)
    return (top | walk.target(thing) if callable(thing) else top), inner


def _holder(thing: Any, kind: type, walk: _Walk) -> tuple[int, int]:
    """The description of what holds other values."""
    if kind.__module__ == "numpy" and hasattr(thing, "dtype"):
        held = TEXT if thing.dtype.kind in "SUOVMm" else NUMBER
        return (CONTAINER, held) if getattr(thing, "ndim", 0) else (held, 0)
    if isinstance(thing, _FACES) or kind.__module__.startswith("numpy.random"):
        return CONTAINER | ADDRESS, 0
    if isinstance(thing, Dist):
        top, inner = _all(thing.support, walk)
        return TEXT | CONTAINER, top | inner
    if kind.__module__.startswith("assay."):
        return HOLDER | TEXT, PLAIN  # the package's own objects see to themselves
    top, inner = _all(_parts(thing), walk)
    inner |= top
    if isinstance(thing, set | frozenset):
        return (LOOSE if inner & UNSTABLE else SET), inner
    if isinstance(thing, type({}.keys()) | type({}.items())):
        return VIEW | CONTAINER, inner
    users = origin_of_class(kind) in (USER, INSTALLED)
    return (OBJECT if users else CONTAINER) | of_instance(kind), inner


def _parts(thing: Any) -> Iterable[Any]:
    """What an object holds."""
    found = contents.read(thing, "")
    own = nodes.attributes(thing, "")
    parts = [] if found is None else [*found.parts]
    return parts if own is None else [*parts, *own.read()[1::2]]


def _all(things: Iterable[Any], walk: _Walk) -> tuple[int, int]:
    top = inner = 0
    for thing in things:
        a, b = _described(thing, walk)
        top, inner = top | a, inner | b
        if walk.left < 0:
            break
    return top, inner


def address_of(kind: type) -> int:
    """ADDRESS, if repr or str of an object of the class may be that of `object`, else 0."""
    represent, text = getattr(kind, "__repr__", None), getattr(kind, "__str__", None)
    bare = represent is object.__repr__ or represent is object.__str__ or text is object.__repr__
    return ADDRESS if bare else 0


def of_instance(kind: type) -> int:
    """What the objects of a class are, apart from what they hold."""
    if issubclass(kind, Enum):
        return TEXT
    return address_of(kind) | (TEXT if kind.__hash__ is object.__hash__ or _hashes(kind) else 0)


def _hashes(kind: type) -> bool:
    """Whether a method of the user's calls `hash`, of whatever it makes of the object's parts."""
    code = getattr(kind.__hash__, "__code__", None)
    return code is not None and _is_written(code) and "hash" in code.co_names


def _is_written(code: Any) -> bool:
    """Whether code stands in a file, and was not made by `dataclass`."""
    return code is not None and code.co_filename != "<string>"


def ranks_by_parts(kind: type) -> bool:
    """Whether different objects of a class may be neither smaller nor greater, or show what they are compared
    with.
    """
    ranks = [getattr(kinds.static_attribute(kind, name), "__code__", None) for name in ("__lt__", "__gt__")]
    fields = getattr(kind, "__dataclass_fields__", {})
    return any(map(_is_written, ranks)) or any(not field.compare for field in fields.values())
