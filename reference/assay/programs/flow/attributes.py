"""What a part of a value may be: an attribute, an element of a container, an iterator or a text."""

from __future__ import annotations

from enum import Enum
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

from .. import kinds, nodes
from ..nodes import MISSING
from ..origins import INSTALLED, USER, origin_of_class
from .kept import EMPTY
from .tables import METHODS, may_be_method
from .values import (
    ADDRESS,
    HOLDER,
    ITERATOR,
    LOOSE,
    MADE,
    NUMBER,
    OBJECT,
    PLAIN,
    SET,
    TEXT,
    Record,
    Value,
    join,
    together,
)

if TYPE_CHECKING:
    from .analysis import Flow

_BARE = (object.__repr__, object.__str__, object.__format__)

_NUMBERS = frozenset(
    ["real", "imag", "numerator", "denominator", "start", "stop", "step", "year", "month", "day"]
)
"""Attributes of the usual types that are numbers."""


def attribute(flow: Flow, owner: Value, name: str, line: int) -> Value:
    """An attribute of a value."""
    found = _static(owner.known, name)
    if found is not MISSING and isinstance(owner.known, type) and _is_class_method(owner.known, name):
        return Value(ADDRESS | flow.entries.bind_methods(name, owner), owner.deep, MISSING, name)
    if found is not MISSING:
        if any(found is bare for bare in _BARE):
            flow.findings.address(line)
        value, set_ones = flow.users.describe(found), flow.kept.attributes
        if isinstance(owner.known, ModuleType) or name not in set_ones:
            return value
        return join(value, set_ones[name])
    if name in ("__repr__", "__str__", "__format__") and owner.top & (HOLDER | ADDRESS):
        flow.findings.address(line)  # it may be the one of `object`
    if name == "__class__":
        classes = flow.users.classes_bits() if owner.top & OBJECT else 0
        return Value(TEXT | classes, owner.top & (SET | LOOSE))
    return _of_any_object(flow, owner, name)


def _of_any_object(flow: Flow, owner: Value, name: str) -> Value:
    """An attribute of an object that is not known."""
    known = flow.kept.attributes.get(name)
    if known is None and name in flow.set_names:
        known = EMPTY  # it will be set
    anywhere = EMPTY
    if "__get__" in flow.users.by_name or "__getattr__" in flow.users.by_name:
        flow.entries.hand(owner.deep)
        anywhere = flow.entries.back
    for code in flow.users.computed.get(name, ()):
        known = join(known or EMPTY, flow.entries.enter(code, [owner], ()))
    if known is not None and name not in flow.users.by_name and not may_be_method(owner, name):
        known = join(known, anywhere) if anywhere.deep else known
        return Value(known.top, known.inner | (flow.kept.heap if known.top & HOLDER else 0), known.known)
    held = flow.kept.held(owner)
    if name in flow.users.by_name or name in METHODS:
        more = join(known or EMPTY, anywhere)
        top = ADDRESS | more.top | flow.entries.bind_methods(name, owner)
        return Value(top, owner.top | held | more.inner, MISSING, name)
    if name in _NUMBERS:
        return Value(NUMBER)
    if name.startswith("__"):
        return Value(TEXT)
    face = ADDRESS if name == "data" else 0  # the memory of an array
    return Value(held | PLAIN | face | anywhere.top, held | anywhere.inner)


def any_attribute(flow: Flow) -> int:
    """All kinds of all attributes."""
    return together(flow.kept.attributes.values()) | flow.entries.back.deep


def _static(owner: Any, name: str) -> Any:
    """The attribute of an object that is known, if reading it runs nothing."""
    if isinstance(owner, ModuleType):
        return vars(owner).get(name, MISSING)
    if isinstance(owner, type):
        return kinds.static_attribute(owner, name)
    if owner is MISSING or isinstance(owner, Value | CodeType | Record):
        return MISSING
    if isinstance(owner, Enum) and name in ("value", "name"):
        return getattr(owner, f"_{name}_")
    own = nodes.attributes(owner, "") if origin_of_class(type(owner)) in (USER, INSTALLED) else None
    held = () if own is None else own.read()
    return dict(zip(held[::2], held[1::2], strict=True)).get(name, MISSING)


def _is_class_method(cls: type, name: str) -> bool:
    """Whether a class has a class method of the user's of this name."""
    found = next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)
    return isinstance(found, classmethod) and origin_of_class(cls) in (USER, INSTALLED)


def iterated(flow: Flow, value: Value, line: int) -> Value:
    """An iterator over a value."""
    flow.findings.reveals(value.top, line)
    made = flow.entries.operators((value,))
    keys_only = type(value.known) is dict
    inside = (
        flow.users.describe(tuple(value.known)).inner | flow.kept.heap if keys_only else flow.kept.held(value)
    )
    return Value(ITERATOR, inside | made.deep | (TEXT | MADE if value.top & TEXT else 0))


def element(flow: Flow, value: Value, line: int) -> Value:
    """An element of what is iterated over."""
    flow.findings.reveals(value.top, line)
    return part(flow, value, EMPTY)


def part(flow: Flow, holder: Value, position: Value) -> Value:
    """An element of a container."""
    made = flow.entries.operators((holder, position))
    held = flow.kept.held(holder) | made.deep
    return Value(held | (TEXT | MADE | NUMBER if holder.top & TEXT else 0), held)
