"""What calls of methods return and show."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

from ..nodes import MISSING
from . import tables
from .library_calls import all_in, given_to
from .values import (
    ADDRESS,
    CONTAINER,
    HOLDER,
    LOOSE,
    MADE,
    NUMBER,
    OBJECT,
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
    return callable(value.known) and not isinstance(value.known, ModuleType) and value.known is not MISSING


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
