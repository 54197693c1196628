"""What a call returns: of a function or class of the user's, or of a library's, or of what is not known;
what calls of methods return and show.
"""

from __future__ import annotations

import functools
import operator
import types
from typing import TYPE_CHECKING, Any

from ..nodes import MISSING
from ..origins import INSTALLED, USER, origin_of_class
from . import tables
from .attributes import attribute
from .functions import ANY_NAMES, function_called
from .library_calls import DESCRIPTORS, all_in, given_to, show_memory
from .values import (
    ADDRESS,
    CONTAINER,
    FIRST_TARGET,
    HOLDER,
    LOOSE,
    MADE,
    NULL,
    NUMBER,
    OBJECT,
    OWN,
    PLAIN,
    SET,
    TEXT,
    VIEW,
    Value,
    together,
    value_of,
)

if TYPE_CHECKING:
    from .analysis import Flow


def called(
    flow: Flow,
    callee: Value,
    args: list[Value],
    names: tuple[str, ...] | None,
    line: int,
    owner: Value | None = None,
) -> Value:
    """What a call returns; names: of the last arguments, None if places are not known; owner: of a method."""
    known, describe = callee.known, flow.users.describe
    if callee.method is not None:
        held = callee.inner
        return method_called(flow, owner or Value(held, held), callee.method, args, names, line)
    if owner is not None:
        args = [owner, *args]
    while isinstance(known, functools.partial):
        args = [
            *map(flow.users.describe, known.args),
            *args,
            *map(flow.users.describe, known.keywords.values()),
        ]
        names = () if names == () and not known.keywords else None
        known = known.func
    code = None if hasattr(known, "registry") else flow.users.code_of(known)
    if code is not None:
        bound = getattr(known, "__self__", MISSING)
        if bound is not MISSING:
            args = [describe(bound), *args]
        return flow.entries.enter(code, args, names)
    made_by = getattr(known, "__self__", None)
    if isinstance(known, types.BuiltinFunctionType) and known.__name__ == "__new__" and made_by is not object:
        known, args = made_by, args[1:]  # tuple.__new__(cls, parts) is tuple(parts)
    show_memory(flow, known, args, ANY_NAMES if names is None else names, line)
    if isinstance(known, type) and origin_of_class(known) in (USER, INSTALLED):
        return flow.entries.construct(known, args, names)
    if known is not MISSING and origin_of_class(type(known)) in (USER, INSTALLED):
        return method_called(flow, callee, "__call__", args, names, line)
    if known is MISSING:
        return _unknown(flow, callee, args, names, line)
    if isinstance(known, DESCRIPTORS) and args:
        return method_called(flow, args[0], known.__name__, args[1:], names, line)
    if isinstance(known, operator.attrgetter) and args:
        return _got(flow, known, args[0], line)
    if isinstance(known, operator.methodcaller) and args:
        called_with: Any = known.__reduce__()[1]
        return method_called(
            flow, args[0], called_with[0], list(map(flow.users.describe, called_with[1:])), (), line
        )
    for other in _registered(known):
        flow.entries.escape(other, together(args))
    made = flow.entries.unknown_call(args) if hasattr(known, "registry") else NULL
    found = function_called(flow, known, args, ANY_NAMES if names is None else names, line)
    return Value(found.top | made.top, found.inner | made.inner)


def _got(flow: Flow, known: operator.attrgetter[Any], owner: Value, line: int) -> Value:
    """What an `attrgetter` reads."""
    found = Value(0)
    for dotted in known.__reduce__()[1]:
        part = owner
        for name in dotted.split("."):
            part = attribute(flow, part, name, line)
        found = Value(found.top | part.top | HOLDER, found.inner | part.deep)
    return found


def _registered(known: Any) -> list[Any]:
    """The functions among which `singledispatch` chooses."""
    found = getattr(known, "registry", None)
    return list(found.values()) if isinstance(found, types.MappingProxyType) else []


def _unknown(flow: Flow, callee: Value, args: list[Value], names: tuple[str, ...] | None, line: int) -> Value:
    """A call of what is not known by name."""
    own = callee.top if callee.top & ~(OWN | -FIRST_TARGET) == 0 else callee.deep
    returned = flow.entries.enter_any(own, args, names, line)
    if own is callee.top and own:
        return returned
    deep = together(args) | callee.inner
    flow.findings.reveals(deep if callee.inner or callee.top & TEXT else 0, line)
    made = flow.entries.unknown_call(args)
    if callee.inner & (SET | LOOSE):
        deep |= flow.findings.set_of([flow.kept.inside(a) for a in args]).deep
    deep &= ~ADDRESS
    return Value(PLAIN | made.top | returned.top | deep, PLAIN | made.inner | returned.inner | deep)


_CONTAINERS = CONTAINER | VIEW | NUMBER


def method_called(
    flow: Flow, owner: Value, name: str, args: list[Value], names: tuple[str, ...] | None, line: int
) -> Value:
    """A call of a method, of the user's classes or of the usual types."""
    found = Value(0)
    users = flow.users.methods(name)
    for code in users:
        made = flow.entries.enter(code, [owner, *args], names)
        found = Value(found.top | made.top, found.inner | made.inner)
    containers = CONTAINER | SET | LOOSE | VIEW | MADE
    is_users = owner.top & OBJECT and not owner.top & containers
    if users and (name not in tables.METHODS or is_users or not owner.deep):
        return found
    usual = _usual_method(flow, owner, name, args, names, line)
    return Value(found.top | usual.top, found.inner | usual.inner)


def _usual_method(
    flow: Flow, owner: Value, name: str, args: list[Value], names: tuple[str, ...] | None, line: int
) -> Value:
    """A call of a method of the usual types."""
    if name in tables.OF_TUPLES:
        given = args if name == "_replace" else [flow.kept.inside(a) for a in args]
        flow.kept.put_fields(names or None, given)
        return Value(owner.top | HOLDER, flow.kept.held(owner) | together(given))
    held, returned = given_to(flow, None, args)
    own = flow.kept.held(owner)
    every = own | all_in(flow, args)
    if name not in tables.OF_SETS and name != "__setattr__":
        flow.findings.reveals(owner.top, line)
    for a in args:
        flow.findings.reveals(a.top if name not in tables.TAKES_SETS else 0, line)
    if "update" in name and not owner.top & (SET | LOOSE):
        flow.findings.reveals(together(args), line)
    if any(_is_function_of_a_library(a) for a in args):
        flow.findings.reveals(every, line)
    if name in tables.SUBSTITUTING:
        flow.findings.text_of(Value(every, every), line)
    if name in tables.FORMATTING and (owner.top & TEXT or name.startswith("__")):
        _formatted(flow, owner, every, line)
    if name == "__setattr__" and args:
        flow.kept.put_attributes(args[0].known, args[1:])
    if name in tables.ADDS:
        flow.kept.put(*args)
        if owner.top & (SET | LOOSE) or name in ("add", "update"):
            flow.findings.set_changed([*args, *map(flow.kept.inside, args)] if name != "add" else args)
    if name in tables.GIVES_ELEMENT and owner.top & CONTAINER and not owner.top & ~_CONTAINERS:
        return _element(flow, owner, name, args)
    return _result(flow, owner, name, own, held | returned)


def _element(flow: Flow, owner: Value, name: str, args: list[Value]) -> Value:
    """What a method of a container returns that gives an element, or a default."""
    defaults = args[1:] if args else []
    own = flow.kept.held(owner)
    top = own | (value_of(None).top if name == "get" and not defaults else 0)
    for each in defaults:
        top |= each.top
    return Value(top, own | together(defaults))


def _is_function_of_a_library(value: Value) -> bool:
    return (
        callable(value.known) and not isinstance(value.known, types.ModuleType) and value.known is not MISSING
    )


def _formatted(flow: Flow, owner: Value, held: int, line: int) -> None:
    """A text is made by a method."""
    flow.findings.text_of(Value(held | owner.top, held), line)
    if owner.deep & MADE and owner.top & TEXT:
        flow.findings.refuse(
            "a format that is made while the program runs", "which may name attributes", line
        )


def _result(flow: Flow, owner: Value, name: str, own: int, given: int) -> Value:
    """What a method of the usual types returns."""
    if name in tables.VIEWS:
        return Value(VIEW | CONTAINER, own)
    if name == "values" and owner.top & CONTAINER and not owner.top & ~_CONTAINERS:
        return Value(CONTAINER, own)
    if name in ("copy", "__copy__"):
        return Value(owner.top & ~ADDRESS, own)
    if name in tables.MAKES_SETS and owner.top & (SET | LOOSE):
        return (
            flow.findings.set_of([Value(own | given, own | given)])
            if owner.top & SET
            else Value(LOOSE, own | given)
        )
    if name in ("count", "index"):
        return Value(NUMBER)
    if name in tables.DRAWS or name in tables.OF_ARRAYS:
        return Value(own | given | NUMBER | HOLDER, own | given | NUMBER)
    if owner.top == NUMBER:
        return Value(TEXT | MADE) if name in tables.TO_TEXT else Value(NUMBER | HOLDER, NUMBER)
    inner = own | given
    top = inner
    if owner.top & TEXT or name in tables.TO_TEXT:
        top |= PLAIN | MADE
        inner |= TEXT | MADE | NUMBER
    return Value(top | NUMBER | HOLDER, inner)
