"""What may be an output, and when two outputs are one and the same.

Python's `==` is coarser than what an observer of an output sees: `True == 1 == 1.0`, `0.0 == -0.0`, and a
class may call anything equal.  Were such outputs merged, the merged one could hide a privacy leak.  So an
output has a `key`, which holds its type and everything that can be seen of it, all the way down; two outputs
are the same if and only if their keys are equal, and what has no such key is refused.
Source: this is post-processing read backwards (Dwork & Roth 2014, Proposition 2.1): merging outputs only ever
lowers a privacy loss.
"""

from __future__ import annotations

import datetime
import sys
from abc import ABCMeta
from collections.abc import Awaitable, Callable, Hashable, Iterable, Iterator
from decimal import Decimal
from enum import Enum, EnumMeta
from fractions import Fraction
from operator import itemgetter
from types import MemberDescriptorType
from typing import Any, cast

from ..errors import InvalidType, InvalidValue
from ..exact import Log, Number
from .keys import PLAIN, WRITTEN, Keys, attributes, bytes_of, hides_dictionary, is_numeric
from .text import with_type

BY_VALUE = frozenset({Number, Log})

ATOMS = PLAIN | WRITTEN | BY_VALUE
"""Types that cannot change and hold no other values."""

_WITH_ZONE = frozenset({datetime.datetime, datetime.time})

_NUMBERS = frozenset({bool, int, float, complex, Decimal, Fraction, Number, Log})
"""Types whose hashes are the same in every process."""

ADDRESS = " at 0x"
"""What the text of an object says that has no `__repr__`."""

_ENUM_OWN = frozenset(
    {"_value_", "_name_", "__objclass__", "_sort_order_", "_inverted_", "_hashable_values_"}
)


def key(value: object, name: str = "output") -> Hashable:
    """The type of an output and all that can be seen of it; equal for two outputs iff they are the same.

    Raises:
        InvalidType: a value whose every part cannot be compared, such as an object with attributes, a
            subclass of a built-in type, a function, an iterator, or what contains itself.
        InvalidValue: NaN, alone or inside; it is not even equal to itself.
    """
    try:
        return _OutputKeys(name).key(value)
    except RecursionError:
        raise InvalidType(f"{name} {type(value).__name__} is nested too deeply, or holds itself") from None


class _OutputKeys(Keys):
    """The keys of outputs; name: what messages call them."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def key(self, value: Any) -> Hashable:
        """The key of an output or of a part of one; a text may not show an address."""
        kind = type(value)
        if kind in PLAIN:
            if kind is str and ADDRESS in value:
                raise shows_address(value, self.name)
            return kind, value
        return super().key(value)

    def once(self, kind: type, value: Any, inside: Callable[[type, Any], Hashable]) -> Hashable:
        """The key of a part that can change, and may not hold itself."""
        number = self.met.get(id(value))
        if number is not None:
            if number < 0:
                raise RecursionError
            return "again", number
        self.met[id(value)] = -1
        found = inside(kind, value)
        self.met[id(value)] = len(self.met)
        return kind, found

    def elements(self, kind: type, value: Iterable[object]) -> Hashable:
        """The keys of the elements of a set.

        Numbers are iterated in an order that their values and the way they were put in decide, and that can
        be seen.  The order of texts and objects differs between processes, so that it is no part of an
        output.
        """
        keys = [self.key(part) for part in value]
        return tuple(keys) if all(map(_hashes_by_value, value)) else frozenset(keys)

    def other(self, kind: type, value: Any) -> Hashable:
        """The key of an enum member, a named tuple, a frozen dataclass, a `Dist`, or a value of numpy."""
        if kind in BY_VALUE:
            return kind, value
        if kind in _WITH_ZONE and type(value.tzinfo) in (type(None), datetime.timezone):
            return kind, repr(value)
        meta: type = type(kind)
        if issubclass(meta, EnumMeta) and meta.__eq__ is object.__eq__ and issubclass(kind, Enum):
            number = value._value_ if type(value._value_) is int else None
            own = [item for item in attributes(value) if item[0] not in _ENUM_OWN]
            return kind, value._name_, number, self._named(own)
        if meta is type and is_named_tuple(kind):
            return kind, tuple([self.key(part) for part in tuple.__iter__(value)])
        if kind.__module__ == "numpy" and "numpy" in sys.modules:
            return self._of_numpy(kind, value)
        if meta in (type, ABCMeta) and is_frozen_dataclass(kind):
            return kind, self._named(attributes(value))
        if kind.__module__.partition(".")[0] == "assay" and hasattr(kind, "__assay_output__"):
            return kind, cast("Hashable", value.__assay_output__())
        raise _unknown(value, self.name)

    def _named(self, held: list[tuple[str, Any]]) -> Hashable:
        """The keys of attributes, whatever their order."""
        return tuple([(each, self.key(part)) for each, part in sorted(held, key=itemgetter(0))])

    def _of_numpy(self, kind: type, value: Any) -> Hashable:
        """The key of a scalar or an array: its type, its bytes, and which arrays have one memory."""
        if not is_numeric(kind, value):
            raise _unknown(value, self.name)
        if getattr(value, "base", None) is not None and memoryview(value.base).nbytes > value.nbytes:
            raise InvalidType(
                f"{self.name} {with_type(value)} is a part of a larger array, its base; return its .copy()"
            )
        if value.dtype.kind in "fcmM" and bool((value != value).any()):
            raise InvalidValue(
                f"{self.name} {with_type(value)} holds a NaN; use a label such as 'nan' or None"
            )
        again: Hashable = ()
        if hasattr(kind, "__setitem__"):
            again = id(value) in self.met, self.met.setdefault(id(_owner(value)), len(self.met))
            self.met.setdefault(id(value), len(self.met))
        return kind, bytes_of(value), again

    def nan(self, value: Any) -> Hashable:
        """Refuse a NaN."""
        raise InvalidValue(
            f"{self.name} {with_type(value)} is not equal to itself; use a label such as 'nan' or None"
        )


def _hashes_by_value(value: object) -> bool:
    """Whether a value has the same hash in every process."""
    kind = type(value)
    if kind is tuple or kind is frozenset:
        return all(map(_hashes_by_value, cast("Iterable[object]", value)))
    return kind in _NUMBERS


def shows_address(text: str, name: str) -> InvalidType:
    """The error for a text that shows where an object lies."""
    return InvalidType(
        f"{name} {with_type(text)} shows an address, which differs between processes; give the class a "
        "__repr__, or return something else"
    )


def is_frozen_dataclass(kind: type) -> bool:
    """Whether a class is a frozen dataclass that is made of nothing but its attributes."""
    params = kind.__dict__.get("__dataclass_params__")
    return params is not None and bool(params.frozen) and is_plain(kind)


def is_plain(kind: type) -> bool:
    """Whether the objects of a class hold nothing but their attributes."""
    return not any(map(holds_more, kind.__mro__)) and not hides_dictionary(kind)


HEAP = 1 << 9  # Py_TPFLAGS_HEAPTYPE
_POINTER = object.__basicsize__ // 2
IN_FRONT = 1 << 4  # Py_TPFLAGS_MANAGED_DICT: the dictionary lies in front of the object


def holds_more(base: type) -> bool:
    """Whether objects of a class have memory of their own that is no attribute, as those of classes in C.

    Such classes may be made while Python runs, like the user's; what tells is the size of their objects
    beside that of the class below, its slots, and places for a dictionary and for weak references.
    """
    if not base.__flags__ & HEAP or base.__base__ is None:
        return base is not object
    below = base.__base__
    members = (name for name, part in vars(base).items() if isinstance(part, MemberDescriptorType))
    places = sum(not name.startswith("__") for name in members)  # others are of C's own
    own = base.__dictoffset__ != 0 and not below.__dictoffset__
    places += own and not base.__flags__ & IN_FRONT
    places += base.__weakrefoffset__ > 0 >= below.__weakrefoffset__
    alike = base.__itemsize__ == below.__itemsize__
    return not alike or base.__basicsize__ != below.__basicsize__ + places * _POINTER


def is_named_tuple(kind: type) -> bool:
    """Whether a class is a named tuple whose objects hold nothing but their fields."""
    return issubclass(kind, tuple) and hasattr(kind, "_fields") and kind.__dictoffset__ == 0


def _owner(array: Any) -> Any:
    """The object that has the memory of an array."""
    while getattr(array, "base", None) is not None:
        array = array.base
    return array


def _unknown(value: object, name: str) -> InvalidType:
    """The error for what cannot be compared by everything that can be seen of it."""
    if isinstance(value, (Iterator, Awaitable)):
        return InvalidType(
            f"{name} {with_type(value)} is consumed by reading it; return a tuple of its values"
        )
    return InvalidType(
        f"{name} {with_type(value)} may hold more than its equality compares; return a string, a number, "
        "a tuple, an enum member, a named tuple or a frozen dataclass of such values"
    )
