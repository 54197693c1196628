"""What calls of library functions return."""

from __future__ import annotations

import builtins
import copy
import dataclasses
import datetime
import decimal
import functools
import operator
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..names.rules import home_of, top
from ..nodes import MISSING
from .attributes import any_attribute, attribute
from .library_calls import all_in, given_to, show
from .tables import ADDS, ARITHMETIC, CLOSED, ITERATING, NUMBERS, REFLECTIVE, TEXTS, TEXTUAL
from .values import (
    ADDRESS,
    CONTAINER,
    HOLDER,
    ITERATOR,
    LOOSE,
    MADE,
    NULL,
    NUMBER,
    PLAIN,
    SET,
    TEXT,
    VIEW,
    Value,
    address_of,
    together,
)

if TYPE_CHECKING:
    from .analysis import Flow

ANY_NAMES = ("key", "file", "where")
"""What names may be among keywords that are not known."""


def function_called(flow: Flow, known: Any, args: list[Value], names: tuple[str, ...], line: int) -> Value:
    """A call of a function or a class that is not the user's."""
    if known is filter and args and args[0].known is None:
        args = args[1:]
    held, returned = given_to(flow, known, args)
    show(flow, known, args, names, all_in(flow, args), line)
    inner = held | returned
    if home_of(known).startswith("_pytest."):
        return Value(TEXT | MADE)
    if id(known) in REFLECTIVE:
        return _reflected(flow, known, args, line)
    if id(known) in NUMBERS or _is_of_math(known):
        return Value(NUMBER | (TEXT if _may_be_nan(known, args) else 0))
    if known is set or known is frozenset:
        return flow.findings.set_of([flow.kept.inside(a) for a in args])
    if (known is copy.copy or known is copy.deepcopy) and args:
        return Value(args[0].top, flow.kept.held(args[0]))
    if known is dataclasses.replace and args:
        flow.kept.put_fields(names or None, args[1:])
        return Value(args[0].top, args[0].inner | together(args[1:]))
    if known is type:
        return Value(TEXT, args[0].top & (SET | LOOSE) if len(args) == 1 else 0)
    if id(known) in TEXTS:
        return Value(TEXT | MADE)
    if id(known) in ARITHMETIC and not inner & ~(NUMBER | HOLDER):
        return Value(NUMBER)
    kept = 0
    for a in args:
        kept |= flow.kept.held(a) | (TEXT | MADE if a.top & TEXT else 0)
    if known is min or known is max:
        return _best(flow, args, names, kept)
    return _returned(known, args, kept, kept | returned if id(known) in ITERATING else inner)


def _best(flow: Flow, args: list[Value], names: tuple[str, ...], kept: int) -> Value:
    """What min and max return: one of the arguments, or an element of the only one, or the default."""
    count = len(args) - len(names)
    if names == ANY_NAMES or count < 1:
        every = kept | together(args)
        return Value(every, every)
    named = dict(zip(names, args[count:], strict=True))
    found = [flow.kept.inside(args[0])] if count == 1 else args[:count]
    if count == 1 and args[0].top & TEXT:
        found = [*found, Value(TEXT | MADE)]
    if "default" in named:
        found = [*found, named["default"]]
    made = flow.entries.operators((args[0],)) if count == 1 else NULL
    top = 0
    for each in found:
        top |= each.top
    return Value(top | made.top, together(found) | made.inner)


def _returned(known: Any, args: list[Value], kept: int, inner: int) -> Value:
    """What a function returns of which only the arguments are known."""
    name = getattr(known, "__name__", "")
    if known is slice:
        return Value(NUMBER | VIEW, inner)
    if getattr(known, "__module__", "") in ("assay.programs.asks", "assay.programs.program"):
        return Value(NUMBER) if name in ("flip", "uniform") else Value(kept, kept)
    if isinstance(known, type):
        if issubclass(known, int | float | complex):
            return Value(NUMBER)
        face = address_of(known)
        text = TEXT if not face and known.__hash__ is object.__hash__ else 0
        text |= TEXT if issubclass(known, datetime.date) else 0
        if known is functools.partial or known is memoryview:
            return Value(ITERATOR | ADDRESS, inner)
        return Value((ITERATOR if face else CONTAINER) | face | text, inner)
    if known is iter or known is builtins.aiter:
        return Value(ITERATOR | ADDRESS, inner)
    if known is sorted:
        return Value(CONTAINER, inner)
    if known is vars or known is locals or known is dir:
        return Value(HOLDER, inner | TEXT)
    if known is next:
        return Value(inner, inner)
    if name == "default_rng":
        return Value(HOLDER | ADDRESS)
    if name in TEXTUAL:
        return Value(TEXT | MADE)
    if top(home_of(known)) in CLOSED or (home_of(known) == "secrets"):
        return Value(inner | NUMBER | HOLDER, inner | NUMBER)
    return Value(PLAIN | MADE | inner, PLAIN | MADE | inner)


def _reflected(flow: Flow, known: Any, args: list[Value], line: int) -> Value:
    """getattr and its like."""
    names = args if isinstance(known, type) else args[1:2]
    if any(name.deep & MADE for name in names):
        flow.findings.names_attribute(line)
    if known is operator.methodcaller and _changes_sets(args):
        flow.findings.set_changed(args[1:])
    for name in args[1:2]:
        if known is setattr:
            flow.kept.put_attributes(name.known, args[2:])
        if known is getattr and isinstance(name.known, str):
            found = attribute(flow, args[0], name.known, line)
            default = together(args[2:])
            return Value(
                found.top | default,
                found.inner | default,
                found.known if not args[2:] else MISSING,
                found.method,
            )
    if known is hasattr:
        return Value(NUMBER)
    every = any_attribute(flow) | together([flow.kept.inside(a) for a in args])
    return Value(every | PLAIN | ADDRESS, every | PLAIN)


def _changes_sets(args: list[Value]) -> bool:
    """Whether a method that is named puts its arguments into something."""
    return any(isinstance(a.known, str) and a.known in ADDS for a in args)


def _may_be_nan(known: Any, args: list[Value]) -> bool:
    """Whether a text, or a NaN, may be read as a NaN, which hashes by its address."""
    if known is not float and known is not complex and known is not decimal.Decimal:
        return False
    return any(a.top & TEXT and not str(a.known)[-1:].isdigit() for a in args)


def _is_of_math(known: Any) -> bool:
    return getattr(known, "__module__", None) in ("math", "cmath") and not isinstance(known, ModuleType)
