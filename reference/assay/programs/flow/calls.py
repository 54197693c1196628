"""What a call returns: of a function or class of the user's, or of a library's, or of what is not known."""

from __future__ import annotations

import functools
import operator
import types
from typing import TYPE_CHECKING, Any

from ..nodes import MISSING
from ..origins import INSTALLED, USER, origin_of_class
from .attributes import attribute
from .functions import ANY_NAMES, function_called
from .library_calls import DESCRIPTORS, show_memory
from .methods import method_called
from .values import ADDRESS, FIRST_TARGET, HOLDER, LOOSE, NULL, OWN, PLAIN, SET, TEXT, Value, together

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
