"""What is refused by its name or by what it is, once each, with the line that names it."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from .. import kinds
from ..names.rules import home_of, is_answered, refused_value, top
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
