"""What library functions are given, and what the functions of the user's that they call give them."""

from __future__ import annotations

import types
from typing import TYPE_CHECKING, Any

from ..origins import INSTALLED, USER, origin_of_class
from .function_tables import APPLYING, QUIET
from .method_names import ADDS, MAKES_SETS
from .values import ADDRESS, CONTAINER, HOLDER, MADE, NUMBER, SET, TEXT, Value, address_of

if TYPE_CHECKING:
    from .analysis import Flow

DESCRIPTORS = (types.MethodDescriptorType, types.WrapperDescriptorType)
"""Methods of types written in C, as attributes of the type."""


def given_to(flow: Flow, known: Any, args: list[Value]) -> tuple[int, int]:
    """All kinds that a function of a library is given, and those that functions of the user's give it."""
    held = returned = 0
    plain = [a for a in args if flow.users.code_of(a.known) is None and not isinstance(a.known, type)]
    for a in plain:
        passing = a.top & HOLDER and not a.top & TEXT  # an iterator is read, an object is kept
        held |= flow.kept.held(a) | (a.top & ~ADDRESS if passing else a.top)
    now = id(known) in APPLYING
    for a in args:
        if flow.users.code_of(a.known) is not None:
            returned |= (
                flow.entries.applied(a.known, held) if now else flow.entries.escape(a.known, held).deep
            )
        elif isinstance(a.known, type):
            returned |= _of_class(flow, a.known, held)
        else:
            returned |= flow.entries.escape_any(a.top if id(known) in QUIET else a.deep, held, now=now)
        returned |= _by_function(flow, a, held)
    return held, returned


def all_in(flow: Flow, args: list[Value]) -> int:
    """All kinds in some arguments."""
    found = 0
    for a in args:
        found |= a.top | flow.kept.held(a)
    return found


def _of_class(flow: Flow, cls: type, held: int) -> int:
    """What the objects are that a class makes of values of these kinds where it is handed on."""
    if origin_of_class(cls) in (USER, INSTALLED):
        return flow.entries.construct(cls, [Value(held, held)], None).deep
    if issubclass(cls, int | float | complex):
        return NUMBER
    text = TEXT | MADE if issubclass(cls, str | bytes) else 0
    return text or held | CONTAINER | address_of(cls)


def _by_function(flow: Flow, a: Value, held: int) -> int:
    """What a class of sets, or a method, makes of values of these kinds where it is handed on."""
    name = a.method or (a.known.__name__ if isinstance(a.known, DESCRIPTORS) else "")
    given = [Value(held, held)]
    if name in ADDS:
        flow.kept.put(*given)
        flow.findings.set_changed(given)
    is_class = a.top & TEXT and not a.top & HOLDER and a.inner & SET
    return flow.findings.set_of(given).deep if is_class or name in MAKES_SETS else 0
