"""What is handed around, and opened by the names that are read anywhere: modules, classes of dates, and the
methods of classes.

An attribute of any name that code reads may be one of a module or a class that is passed as a value, or a
method of any object.  They are looked at when such a name is met.
"""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..names.modules import WHAT
from ..names.rules import CLOCK_METHODS, is_answered, refused_part
from ..nodes import MISSING
from ..origins import is_library

if TYPE_CHECKING:
    from .walk import Walk


class Handed:
    """Modules and classes of dates that are handed around, and methods whose names were not read yet."""

    def __init__(self) -> None:
        self._values: dict[int, Any] = {}
        self._opened: set[tuple[int, str]] = set()
        self._methods: dict[str, list[tuple[Any, str]]] = {}

    def add(self, value: Any) -> None:
        """A module, or a class of dates, of which any attribute may be read from now on."""
        self._values.setdefault(id(value), value)

    def add_method(self, name: str, value: Any, label: str) -> None:
        """A method, which is followed where its name is read."""
        self._methods.setdefault(name, []).append((value, label))

    def has_dates(self) -> bool:
        """Whether a class of dates is handed around."""
        return any(isinstance(value, type) for value in self._values.values())

    def modules_of_libraries(self) -> list[ModuleType]:
        """The modules among them that are not the user's."""
        return [m for m in self._values.values() if isinstance(m, ModuleType) and is_library(m)]

    def open(self, walk: Walk) -> None:
        """Follow methods whose names are read somewhere, and the parts of what is handed around."""
        read = walk.attributes.read
        for name in [name for name in self._methods if name in read or walk.attributes.unnamed]:
            for value, label in self._methods.pop(name):
                walk.add(value, label)
        for value in list(self._values.values()):
            if isinstance(value, ModuleType):
                self._open_module(walk, value)
            else:
                for name in CLOCK_METHODS & read.keys():
                    self._is_new(walk, value, name, (f"datetime.{name}", WHAT["datetime"]))

    def _is_new(self, walk: Walk, value: Any, name: str, refused: tuple[str, str] | None) -> bool:
        """Whether an attribute was not looked at before and is allowed; noted if it is refused."""
        if not self._is_unopened(value, name):
            return False
        if refused is not None:
            walk.refusals.add(*refused, walk.attributes.read.get(name, ""))
        return refused is None

    def _is_unopened(self, value: Any, name: str) -> bool:
        """Whether an attribute is looked at for the first time."""
        fresh = (id(value), name) not in self._opened
        self._opened.add((id(value), name))
        return fresh

    def _open_module(self, walk: Walk, module: ModuleType) -> None:
        """The parts of a module that is handed around."""
        library, unnamed = is_library(module), walk.attributes.unnamed
        trusted = module.__name__.startswith("assay") or is_answered(module.__name__, walk.answered)
        if library and not trusted and unnamed and self._is_unopened(module, ""):
            walk.refusals.add(f"the module {module.__name__}", f"of which anything may be read by {unnamed}")
        every = not library and unnamed
        for name in list(vars(module)) if every else [n for n in walk.attributes.read if n in vars(module)]:
            refused = refused_part(module.__name__, name, walk.answered) if library else None
            if self._is_new(walk, module, name, refused):
                value = self.part(walk, module, name)
                walk.add(value, f"the global variable {name} of {module.__name__}")

    def part(self, walk: Walk, module: ModuleType, name: str) -> Any:
        """An attribute of a module; of the user's modules it is state."""
        self._opened.add((id(module), name))
        table = vars(module)
        if is_library(module):
            walk.variables.is_read_of_library(table, name)
            return getattr(module, name, MISSING)
        walk.variables.is_read(table, name)
        value = table.get(name, MISSING)
        if value is MISSING and "__getattr__" in table:
            walk.add(table["__getattr__"], f"the function __getattr__ of {module.__name__}")
        walk.place(table, name, value)
        return value
