"""The code that a sampler can reach by name: functions, and the modules and classes that hold them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

SKIPPED = sys.stdlib_module_names | {
    "assay",
    "numpy",
    "scipy",
    "flint",
    "mpmath",
    "sympy",
    "pytest",
    "hypothesis",
}
"""Top-level modules whose code is called as it is."""


@dataclass(frozen=True)
class Place:
    """Where a function or a random source is kept: an attribute or a global variable."""

    holder: Any
    name: str
    value: Any


class Reach:
    """What a function can reach; `places` of functions, and `modules` whose globals it can read."""

    def __init__(self, start: Any) -> None:
        self.places: list[Place] = []
        self.modules: dict[str, ModuleType] = {}
        self.classes: list[type] = []
        self.functions: list[FunctionType] = []
        self.instances: list[Any] = []
        self.globals: dict[int, tuple[dict[str, Any], set[str]]] = {}
        self._seen: set[int] = set()
        self._follow(start)

    def _follow(self, value: Any) -> None:
        """Go on from a value."""
        if id(value) in self._seen:
            return
        self._seen.add(id(value))
        if isinstance(value, FunctionType):
            self._function(value)
        elif isinstance(value, MethodType):
            self._follow(value.__func__)
            self._follow(value.__self__)
        elif isinstance(value, type):
            self._class(value)
        elif not isinstance(value, ModuleType):
            if type(value).__name__ == "partial":
                self._follow(value.func)
            elif _is_users(type(value).__module__) and type(value).__module__ != "builtins":
                self._instance(value)

    def _instance(self, value: Any) -> None:
        """An object of the user's: its class, and the objects that it holds."""
        self.instances.append(value)
        self._class(type(value))
        for held in list(getattr(value, "__dict__", {}).values()):
            self._follow(held)

    def follow(self, values: Iterable[Any]) -> None:
        """Go on from the arguments of a call."""
        for value in values:
            self._follow(value)

    def _function(self, function: FunctionType) -> None:
        """The globals that its code names, and what it closes over."""
        if not _is_users(function.__module__):
            return
        self.functions.append(function)
        table = function.__globals__
        names = set(_names(function.__code__))
        self.globals.setdefault(id(table), (table, set()))[1].update(names & table.keys())
        for name in names:
            if name in table:
                self._held(table, name, table[name], names)
        for cell in function.__closure__ or ():
            try:
                self._follow(cell.cell_contents)
            except ValueError:
                continue

    def _held(self, holder: Any, name: str, value: Any, names: set[str]) -> None:
        """A named value: a place if it is a function, and what it leads to."""
        if isinstance(value, FunctionType) and _is_users(value.__module__):
            self.places.append(Place(holder, name, value))
        if isinstance(value, ModuleType):
            if _is_users(value.__name__):
                for other in names & vars(value).keys():
                    self._held(vars(value), other, vars(value)[other], names)
            return
        self._follow(value)

    def _class(self, cls: type) -> None:
        """The methods of a class and of its bases."""
        for owner in cls.__mro__:
            if not _is_users(owner.__module__) or (id(owner) in self._seen and owner is not cls):
                continue
            self._seen.add(id(owner))
            self.classes.append(owner)
            for name, value in list(vars(owner).items()):
                if isinstance(value, FunctionType):
                    if not name.startswith("__"):
                        self.places.append(Place(owner, name, value))
                    self._follow(value)
                elif isinstance(value, staticmethod | classmethod):
                    self._follow(value.__func__)


def _is_users(module: str | None) -> bool:
    """Whether code of this module is the user's, or a library's that is judged with it."""
    return (module or "").partition(".")[0] not in SKIPPED


def _names(code: CodeType) -> Iterator[str]:
    """All names that the code, and the code inside it, looks up."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
