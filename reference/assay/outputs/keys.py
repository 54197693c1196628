"""When two values are one and the same: a key of a value, equal for two values iff they cannot be told apart.

Python's `==` is coarser than what a program sees: `True == 1 == 1.0`, `0.0 == -0.0`.  A key has the type of
a value and everything that can be seen of it, all the way down.  Which of the parts that can change are one
object can be seen, too (`is`, a change, a pickle): they are numbered in the order in which they are met.

`Keys` is the one walk over containers and attributes.  Outputs (`outputs`) and the states of programs
(`assay.programs`) differ in what they take beside these, and in whose identity can be seen.
"""

from __future__ import annotations

import datetime
import sys
from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable
from decimal import Decimal
from fractions import Fraction
from types import GetSetDescriptorType, MemberDescriptorType
from typing import Any, ClassVar

PLAIN: frozenset[Any] = frozenset(
    {bool, int, str, bytes, type(None), Fraction, type(Ellipsis), type(NotImplemented)}
)
"""Types whose equal values cannot be told apart."""

WRITTEN = frozenset(
    {float, complex, Decimal, range, datetime.date, datetime.timedelta, datetime.timezone},
)
"""Types whose equal values may still differ, and whose `repr` shows every difference."""

CHANGING = frozenset({list, set, dict, bytearray})
"""Containers that can change."""

CONTAINERS = CHANGING | {tuple, frozenset}


class Keys:
    """The keys of several values, which may share parts.

    apart: containers of which it can be seen whether two are one. met: the identities of the parts that were
    numbered, each with its number; they must live as long as this. changing: whether some of them can change.
    """

    changing: bool

    apart: ClassVar[frozenset[Any]] = CHANGING

    def __init__(self) -> None:
        self.met: dict[int, int] = {}
        self.changing = False

    def key(self, value: Any) -> Hashable:
        """The key of a value."""
        kind = type(value)
        if kind in PLAIN:
            return kind, value
        if kind in self.apart:
            return self.once(kind, value, self.parts)
        if kind is tuple:
            return kind, tuple([self.key(part) for part in value])
        if kind in WRITTEN:
            return (kind, repr(value)) if not is_nan(value) else self.nan(value)
        return (kind, self.elements(kind, value)) if kind is frozenset else self.other(kind, value)

    def once(self, kind: type, value: Any, inside: Callable[[type, Any], Hashable]) -> Hashable:
        """The key of what is told apart by its identity: where it stands again, that it is the same one."""
        known = self.met.get(id(value))
        if known is not None:
            return "again", known
        self.met[id(value)] = len(self.met)
        return kind, inside(kind, value)

    def parts(self, kind: type, value: Any) -> Hashable:
        """The keys of what a container holds."""
        if kind is tuple:
            return tuple([self.key(part) for part in value])
        if kind is frozenset:
            return self.elements(kind, value)
        self.changing = True
        if kind is list:
            return tuple([self.key(part) for part in value])
        if kind is dict:
            return tuple([(self.found(k), self.key(v)) for k, v in value.items()])
        return self.elements(kind, value) if kind is set else bytes(value)

    def elements(self, kind: type, value: Iterable[Any]) -> Hashable:
        """The keys of the elements of a set, in their order."""
        return tuple([self.found(part) for part in value])

    def found(self, value: Any) -> Hashable:
        """The key of what is found by its hash: an element of a set, or a key of a dictionary."""
        return self.key(value)

    @abstractmethod
    def other(self, kind: type, value: Any) -> Hashable:
        """The key of any other value; raises for what has none."""

    @abstractmethod
    def nan(self, value: Any) -> Hashable:
        """The key of a NaN, which is told apart by its identity."""


def is_nan(value: Any) -> bool:
    """Whether a number is not equal to itself."""
    return value.is_nan() if type(value) is Decimal else bool(value != value)


def attributes(value: object) -> list[tuple[str, Any]]:
    """All that an object itself holds, whatever its class says of it: its dictionary and its slots.

    A slot may have the name of another one, which a class below it hides.
    """
    found = list((dictionary(value) or {}).items())
    for name, slot in slots(type(value)):
        try:
            found.append((name, slot.__get__(value)))
        except AttributeError:  # it was never set
            continue
    return found


def hides_dictionary(kind: type) -> bool:
    """Whether a class has something else where the dictionary of its objects is found."""
    own = (vars(base).get("__dict__") for base in kind.__mro__)
    return kind.__dictoffset__ != 0 and not any(isinstance(d, GetSetDescriptorType) for d in own)


def dictionary(value: object) -> dict[str, Any] | None:
    """The dictionary of an object's attributes, whatever its class says of it; None where it has none."""
    for base in type(value).__mro__:
        found = vars(base).get("__dict__")
        if isinstance(found, GetSetDescriptorType | MemberDescriptorType):
            table = found.__get__(value)
            return table if isinstance(table, dict) else None
    if not type(value).__dictoffset__:
        return None
    state: Any = object.__getstate__(value)  # a class of its own name for it hides it
    return (state[0] if type(state) is tuple else state) or {}


def slots(kind: type) -> tuple[tuple[str, MemberDescriptorType], ...]:
    """The slots of a class and of its bases, found once: they are where the class was made with them."""
    known = _slots.get(id(kind))
    if known is None:
        if len(_slots) >= _MOST_CLASSES:
            _slots.clear()
        found = [item for base in kind.__mro__ for item in vars(base).items()]
        known = kind, tuple((name, slot) for name, slot in found if isinstance(slot, MemberDescriptorType))
        _slots[id(kind)] = known
    return known[1]


_MOST_CLASSES = 1024
_slots: dict[int, tuple[type, tuple[tuple[str, MemberDescriptorType], ...]]] = {}


def with_attributes(value: object, change: Callable[[Any], Any]) -> object:
    """A copy of an object that is its attributes, with change(part) in the place of each."""
    made = object.__new__(type(value))
    before, table = dictionary(value), dictionary(made)
    if before is not None and table is not None:
        table.update({name: change(held) for name, held in before.items()})
    for _, slot in slots(type(value)):
        try:
            slot.__set__(made, change(slot.__get__(value)))
        except AttributeError:  # it was never set
            continue
    return made


def unless_same(made: object, value: object) -> object:
    """What `with_attributes` made; the object itself where every attribute is the same one."""
    pairs = zip(attributes(made), attributes(value), strict=True)
    return value if all(one[1] is other[1] for one, other in pairs) else made


def is_numeric(kind: type, value: Any) -> bool:
    """Whether a value of numpy is a scalar or an array, of a type of numpy's own, that is its bytes."""
    numpy: Any = sys.modules["numpy"]
    dtype: Any = getattr(value, "dtype", None)
    known = kind is numpy.ndarray or issubclass(kind, numpy.generic)
    return known and dtype is not None and not (dtype.hasobject or dtype.names or dtype.metadata)


def bytes_of(value: Any) -> Hashable:
    """All that can be seen of such a value: its type, its shape, its layout in memory, its bytes."""
    layout = (*value.strides, value.flags.writeable) if hasattr(value, "__setitem__") else ()
    return value.dtype.str, tuple(value.shape), layout, value.tobytes()
