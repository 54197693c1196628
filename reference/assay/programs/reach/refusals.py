"""What is refused by its name or by what it is, once each, with the line that names it.

Of some pairs each is refused only where the other is within reach, too: `object()` and a text of it, which is
an address; a warning and a handler that may catch it.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from .. import kinds
from ..names.modules import WHAT
from ..names.rules import LOGGER_PARTS, home_of, is_answered, refused_value, top
from ..origins import INSTALLED, USER, is_library, origin_of_class
from ..run import current

if TYPE_CHECKING:
    from .walk import Walk

_SETTINGS_OF_DECIMAL = frozenset({"getcontext", "setcontext", "localcontext"})


@dataclass(frozen=True)
class Refusal:
    """A name that is refused, what it is, and where it stands."""

    name: str
    what: str
    where: str

    def __str__(self) -> str:
        return (
            f"{self.name}, {self.what}, is named {self.where}" if self.where else f"{self.name} ({self.what})"
        )


class Refusals:
    """The refusals of a walk, in their order; where: the line whose names are followed now."""

    def __init__(self) -> None:
        self.found: list[Refusal] = []
        self.where = ""

    def add(self, name: str, what: str, where: str | None = None) -> None:
        """Note a refusal, once for each name; where: the line that is followed now, if nothing is said."""
        if all(known.name != name for known in self.found):
            self.found.append(Refusal(name, what, self.where if where is None else where))


def judge(walk: Walk, value: Any, label: str) -> None:
    """Refuse a value by what it is; and note what it can set, and whether it draws."""
    walk.pairs.warns |= value is warnings.warn
    if value is current:
        walk.refusals.add("assay.programs.run.current", "the inside of Assay")
    if isinstance(value, BuiltinFunctionType | FunctionType) and value.__name__ in _SETTINGS_OF_DECIMAL:
        walk.changing.decimal = True
    if isinstance(value, ModuleType):
        refused = kinds.refused_module(value, walk.answered) if is_library(value) else None
    elif isinstance(value, type) and origin_of_class(value) in (USER, INSTALLED):
        refused = None
    else:
        refused = refused_value(value, walk.answered)
        walk.met.draws |= isinstance(value, type | FunctionType | BuiltinFunctionType) and is_answered(
            f"{top(home_of(value))}.{value.__name__}", walk.answered
        )
    if refused is not None:
        walk.refusals.add(*refused, walk.refusals.where or (f"as {label}" if label else ""))
    if type(value).__module__ == "logging":
        walk.changing.logging = True


class Pairs:
    """What was met of each pair.

    formats: whether texts are made of values. objects: whether `object` is named. hashes: the name of a class
    with a `__hash__` that calls `hash`, or "". private: names of private attributes of Assay's objects that
    are read, with where. format_of_dates: where a format with what depends on the machine stands, or "".
    warns: whether `warnings.warn` is within reach. catches_warnings: where a handler may catch one, or "".
    """

    def __init__(self) -> None:
        self.formats = self.objects = self.warns = False
        self.hashes = self.format_of_dates = self.catches_warnings = ""
        self.private: dict[str, str] = {}

    def refuse(self, walk: Walk) -> None:
        """Note every pair of which both are met."""
        add, attributes = walk.refusals.add, walk.attributes
        if self.formats and self.objects:
            add("object()", "whose text is an address", attributes.read["object"])
        if self.hashes and attributes.unnamed:
            what = f"of which anything may be read by {attributes.unnamed}"
            add(f"the class {self.hashes} with a __hash__", what, "")
        for name in attributes.of_nobodys(set(self.private)):
            add(f"the attribute {name}", "the inside of an object of Assay's", self.private[name])
        if self.format_of_dates and walk.handed.has_dates():
            what = "of a date, with what depends on the time zone or the locale"
            add("format", what, self.format_of_dates)
        if self.warns and self.catches_warnings:
            what = "which is an error where the process says so, and may be caught"
            add("warnings.warn", what, self.catches_warnings)
        for name in LOGGER_PARTS & attributes.read.keys() if walk.changing.logging else ():
            add(f"logging.Logger.{name}", WHAT["logging"], attributes.read[name])
