"""What library functions are given, and what calls of them show: the order of a set, an address, memory that
was not filled.
"""

from __future__ import annotations

import sys
import types
from typing import TYPE_CHECKING, Any

from ..names.rules import home_of
from ..origins import INSTALLED, USER, origin_of_class
from . import tables
from .values import ADDRESS, CONTAINER, HOLDER, LOOSE, MADE, NUMBER, OBJECT, SET, TEXT, Value, address_of

if TYPE_CHECKING:
    from .analysis import Flow


def show(flow: Flow, known: Any, args: list[Value], names: tuple[str, ...], held: int, line: int) -> None:
    """Note what a call shows of the order of sets, of addresses, of memory."""
    if home_of(known).partition(".")[0] in ("assay", "_pytest"):
        return  # a distribution has no order, and the message of an assertion is only written
    if id(known) in tables.TEXTS or any(
        id(a.known) in tables.TEXTS or a.method in tables.FORMATTING for a in args
    ):
        flow.findings.text_of(Value(held, held), line)
    elif isinstance(known, type) and issubclass(known, BaseException):
        flow.kept.raised(held)
    elif known is print:
        if "file" in names and not _is_console(args[names.index("file") - len(names)]):
            flow.findings.text_of(Value(held, held), line)
    elif id(known) in tables.RANKING:
        flow.findings.reveals(held if "key" in names or len(args) > 1 else 0, line)
        insides = [flow.kept.held(a) for a in args]
        loose = any(map(flow.findings.loose, insides))  # ordered by inclusion, which leaves ties
        if loose or any(map(flow.findings.ranks_by_parts, insides)):
            flow.findings.reveals(held | (LOOSE if loose else 0), line)
    elif id(known) in tables.READING:
        for a in args:
            flow.findings.reveals(a.top if a.top == CONTAINER else a.top | flow.kept.held(a), line)
    elif id(known) not in tables.ORDERLESS or (known is sum and (len(args) > 1 or held & OBJECT)):
        flow.findings.reveals(held, line)
    if getattr(known, "__module__", None) in tables.CHANGING and len(args) > 1:
        flow.kept.put(*args)


def _is_console(file: Value) -> bool:
    """Whether what is printed leaves the program."""
    return any(file.known is each for each in (sys.stdout, sys.stderr))


def show_memory(flow: Flow, known: Any, args: list[Value], names: tuple[str, ...], line: int) -> None:
    """Note arrays of numpy that are not filled."""
    numpy: Any = sys.modules.get("numpy")
    if numpy is None:
        return
    given = () if known is isinstance or known is issubclass else args
    for each in (known, *(a.known for a in given)):
        if isinstance(each, type) and issubclass(each, numpy.ndarray) and each is not numpy.matrix:
            flow.findings.refuse(f"numpy.{each.__name__}(...)", "memory as it was left, write zeros", line)
    ufuncs = [each for each in (known, *(a.known for a in args)) if isinstance(each, numpy.ufunc)]
    if ufuncs and "where" in names and "out" not in names:
        flow.findings.refuse(
            "where= without out=", "memory as it was left where it is false, give out=", line
        )


DESCRIPTORS = (types.MethodDescriptorType, types.WrapperDescriptorType)
"""Methods of types written in C, as attributes of the type."""


def given_to(flow: Flow, known: Any, args: list[Value]) -> tuple[int, int]:
    """All kinds that a function of a library is given, and those that functions of the user's give it."""
    held = returned = 0
    plain = [a for a in args if flow.users.code_of(a.known) is None and not isinstance(a.known, type)]
    for a in plain:
        passing = a.top & HOLDER and not a.top & TEXT  # an iterator is read, an object is kept
        held |= flow.kept.held(a) | (a.top & ~ADDRESS if passing else a.top)
    now = id(known) in tables.APPLYING
    for a in args:
        if flow.users.code_of(a.known) is not None:
            returned |= (
                flow.entries.applied(a.known, held) if now else flow.entries.escape(a.known, held).deep
            )
        elif isinstance(a.known, type):
            returned |= _of_class(flow, a.known, held)
        else:
            returned |= flow.entries.escape_any(a.top if id(known) in tables.QUIET else a.deep, held, now=now)
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
    if name in tables.ADDS:
        flow.kept.put(*given)
        flow.findings.set_changed(given)
    is_class = a.top & TEXT and not a.top & HOLDER and a.inner & SET
    return flow.findings.set_of(given).deep if is_class or name in tables.MAKES_SETS else 0
