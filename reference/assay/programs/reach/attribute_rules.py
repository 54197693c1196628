"""What the attributes, constant texts and handlers in the code of a function refuse, of whatever value."""

from __future__ import annotations

import builtins
import re
import string
from functools import lru_cache
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING

from ...dp import Dist
from ...engines.partial import Partial
from ...exact import Log, Number
from ..flow.tables import METHODS
from ..names import rules
from ..names.modules import WHAT
from ..uses import Uses

if TYPE_CHECKING:
    from .walk import Walk

AROUND = "a way around the names of things"

_GENERATED = frozenset({"__init__", "__setattr__", "__delattr__"})
"""Methods that `dataclass` writes: they set attributes of the new object, or refuse to."""


def attributes_of(walk: Walk, uses: Uses, function: FunctionType, *, strict: bool) -> None:
    """Note the attributes that code reads and sets; strict: and refuse what they may be."""
    file, code = Path(function.__code__.co_filename).name, function.__code__
    first = f"in {file}, line {code.co_firstlineno}"
    generated = code.co_filename == "<string>" and function.__name__ in _GENERATED
    for name, line in () if generated else uses.attributes.items():
        where = f"in {file}, line {line}"
        if strict:
            _read(walk, name, where)
        if name == "__dict__":
            walk.attributes.are_read_unnamed(f"__dict__ {where}")
        walk.attributes.is_read(name, where)
    if strict:
        _clocks(walk, uses, f"in {file}")
        _texts(walk, uses, first)
        _handlers(walk, uses, first)
        if not generated:
            _set(walk, uses, first)
    for text in uses.strings | uses.set_attributes:
        if text in rules.ATTRIBUTES and strict:
            walk.refusals.add(f"the attribute {text}", AROUND, first)
        if text.isidentifier():
            walk.attributes.is_read(text, first)
    walk.attributes.are_set(uses, function)
    walk.pairs.formats |= uses.formats
    if uses.computed is not None:
        walk.attributes.are_read_unnamed(
            f"an attribute whose name is computed in {file}, line {uses.computed}"
        )


def _read(walk: Walk, name: str, where: str) -> None:
    """An attribute that is read."""
    if name in rules.ATTRIBUTES:
        walk.refusals.add(f"the attribute {name}", AROUND, where)
    if name == "__module__":
        walk.refusals.add("the attribute __module__", "the name under which a file was loaded", where)
    if name in rules.PLACES and walk.loads:
        walk.refusals.add(f"the attribute {name}", WHAT["os"], where)
    if name in packages_own():
        walk.pairs.private.setdefault(name, where)


def _clocks(walk: Walk, uses: Uses, where: str) -> None:
    """Texts that numpy reads as the time."""
    clock = uses.strings & rules.CLOCK_TEXTS
    if clock and any(name.startswith(rules.DATE_TYPES) for name in uses.strings | named_by(uses)):
        walk.refusals.add(f"the date {min(clock)!r} of numpy", WHAT["time"], where)


def _texts(walk: Walk, uses: Uses, where: str) -> None:
    """What constant texts say: formats of dates, and formats that name attributes."""
    named = named_by(uses)
    forms = [text for text in uses.strings if "%" in text]
    if "strftime" in named and (not forms or any(map(rules.differs_by_machine, forms))):
        what = "with what depends on the time zone, the locale or the machine"
        walk.refusals.add("strftime", what, where)
    if "format" in named and any(map(rules.differs_by_machine, forms)):
        walk.pairs.format_of_dates = walk.pairs.format_of_dates or where
    for text in uses.strings:
        for name in fields_of(text) if "{" in text else ():
            if name in rules.ATTRIBUTES or name.startswith("__") or name in METHODS:
                walk.refusals.add(f"the attribute {name}", "which is read by a format", where)


def _handlers(walk: Walk, uses: Uses, where: str) -> None:
    """Handlers of warnings, which are errors only where the process says so."""
    named = named_by(uses)
    catches = uses.catches or "suppress" in named
    if catches and (of_warnings := {name for name in named if _is_warning(name)}):
        what = "an exception only where the process turns warnings into errors"
        walk.refusals.add(min(of_warnings), what, where)
    if uses.catches_all or (catches and named & rules.BROAD):
        walk.pairs.catches_warnings = walk.pairs.catches_warnings or where


def _set(walk: Walk, uses: Uses, where: str) -> None:
    """Attributes that are set, and must not be."""
    by_name = uses.strings if {"setattr", "delattr", "__setattr__"} & named_by(uses) else frozenset()
    for name in rules.FIXED_ATTRIBUTES & (uses.set_attributes | by_name):
        walk.refusals.add(f"the attribute {name}", "which is set here", where)


def named_by(uses: Uses) -> set[str]:
    """The names and attributes that code reads."""
    return {use.name for use in uses.names} | uses.attributes.keys()


def fields_of(text: str) -> list[str]:
    """The attributes that a format reads, such as name of "{0.name}"."""
    try:
        fields = [field for _, field, _, _ in string.Formatter().parse(text) if field]
    except ValueError:
        return []
    return [name for field in fields for name in re.findall(r"\.(\w+)", field)]


def _is_warning(name: str) -> bool:
    found = getattr(builtins, name, None)
    return isinstance(found, type) and issubclass(found, Warning)


@lru_cache(maxsize=1)
def packages_own() -> frozenset[str]:
    """The private attributes of the objects of the package that a program may hold."""
    from ..program import Program

    names = {name for kind in (Dist, Number, Log, Program, Partial) for name in dir(kind)}
    names |= set(vars(Program(named_by)))
    private = {name for name in names if name.startswith("_") and not name.startswith("__")}
    return frozenset(private - rules.FIXED_ATTRIBUTES)
