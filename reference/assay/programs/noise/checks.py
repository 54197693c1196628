"""Is a program one that the symbolic reader can follow?  Its code is looked at before it is run.

From the function on, everything is looked at that its code can name or that it holds: functions with their
closures and defaults, classes, instances, containers, arguments.  Every function of the user's is checked by
its code object, so that no text is needed; anything else must be listed in `allowed`.  Refused are names
that are not listed, `is` between values that may be numbers, and attributes that lead behind an object.
"""

from __future__ import annotations

import _random
import enum
import importlib
import logging
import sys
import types
from abc import ABCMeta
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

from ...dp.dist import Dist
from ...exact import Log, Number
from ...outputs.alphabet import is_settled
from ...outputs.keys import attributes
from ..bytecode import CELL, GLOBAL, READ, Step, steps_of
from ..nodes import cells_by_name
from ..origins import is_of_package
from . import allowed, plain
from .generated import MAPPINGS, SEQUENCES, is_generated, is_library_class, parts_held, written_parts
from .outside import is_library_file

ATOMS = (Number, Log, Dist, range, slice, types.GenericAlias, types.UnionType, type(NotImplemented))
DATA = frozenset({str, bytes, int, float, bool, tuple, list, dict, set, frozenset, range, bytearray, complex})
METACLASSES = (type, ABCMeta, enum.EnumMeta)
AS_A_TYPE = frozenset({"BINARY_SUBSCR", "BINARY_OP", "BUILD_TUPLE"})

RANDOM = "draws randomness that is not followed here; draw with flip, uniform, draw, geometric, laplace, ..."

NOT_FOLLOWED = (
    "is not followed here: it might look at a noisy value and see that it is no number; use sums, "
    "comparisons, max, min, sorted and containers"
)


class Names(NamedTuple):
    """What the names in a function stand for."""

    table: dict[str, Any]
    builtins: Mapping[str, Any]
    cells: dict[str, Any]


class Checked:
    """What a program reaches, all of it checked; `codes` are the code objects of the user's functions.

    Raises OutsideClass, with the line where there is one, for what is not listed.
    """

    catches: bool

    def __init__(self, program: object) -> None:
        self.codes: dict[int, types.CodeType] = {}
        self.guards: plain.Guards = plain.Guards()
        """What may be called with plain values only."""
        self.catches = False
        """Whether some code may go on after an exception."""
        self._hash: allowed.Place | None = None
        """Where `hash` is named."""
        self.without_text: list[type] = []
        """Classes whose objects have their address for a text and a hash."""
        self._seen: dict[int, object] = {}
        self._waiting: list[tuple[Any, allowed.Place]] = []
        self.follow(program, "the program")

    def follow(self, value: object, name: str) -> None:
        """Check a value and all that can be reached from it."""
        self._add(value, allowed.Place(name))
        while self._waiting:
            self._visit(*self._waiting.pop())
        if self._hash is not None and self.without_text:
            raise self._hash.refuse(
                f"may show the address of a {self.without_text[0].__name__} object, which differs "
                "from run to run; give the class a __repr__"
            )

    def _add(self, value: object, place: allowed.Place) -> None:
        if not is_settled(value) and id(value) not in self._seen:
            self._seen[id(value)] = value
            self._waiting.append((value, place))

    def _all(self, values: Iterable[Any], place: allowed.Place) -> None:
        for value in values:
            self._add(value, place)

    def _visit(self, value: Any, place: allowed.Place) -> None:
        """One value, by its type."""
        kind = type(value)
        if id(value) in allowed.FUNCTIONS or isinstance(value, ATOMS):
            return
        if id(value) in plain.FUNCTIONS:
            self.guards.library = True
            return
        if kind is types.FunctionType:
            self._function(value, place)
        elif isinstance(value, type):
            self._class(value, place)
        elif kind is types.MethodType and isinstance(value.__self__, _random.Random):
            raise place.refuse(RANDOM)
        elif kind is types.ModuleType:
            if value not in allowed.WHOLE_MODULES:
                raise place.refuse("is a module that is handed around; name what is used of it")
        elif kind in (types.BuiltinFunctionType, types.MethodDescriptorType):
            self._builtin(value, place)
        elif (parts := parts_held(value, kind)) is not None:
            self._all(parts, place)
        else:
            self._instance(value, kind, place)

    def _builtin(self, value: Any, place: allowed.Place) -> None:
        """A method of a built-in container or number; any other function written in C is not listed."""
        owner = value.__objclass__ if type(value) is types.MethodDescriptorType else type(value.__self__)
        if owner not in DATA or value.__name__.startswith("__"):
            raise place.refuse(RANDOM if issubclass(owner, _random.Random) else NOT_FOLLOWED)
        if type(value) is types.BuiltinFunctionType:
            self._add(value.__self__, place)

    def _instance(self, value: Any, kind: type, place: allowed.Place) -> None:
        """An object of a class of the user's: its class, and what it holds."""
        if is_library_class(kind):
            raise place.refuse(f"is a {kind.__name__}, which {NOT_FOLLOWED}")
        self._all((kind, *[part for _, part in attributes(value)]), place)
        if isinstance(value, SEQUENCES):
            self._all(tuple(value), place)
        elif isinstance(value, MAPPINGS):
            self._all((*value.keys(), *value.values()), place)

    def _class(self, cls: type, place: allowed.Place) -> None:
        """A class: its bases, and what its body defines."""
        if cls in allowed.CLASSES:
            return
        if is_library_class(cls) or type(cls) not in METACLASSES:
            raise place.refuse(NOT_FOLLOWED)
        self.catches = True  # Python swallows a TypeError that __len__ raises
        if getattr(cls, "__repr__", None) is object.__repr__:
            self.without_text.append(cls)
        self._all(cls.__bases__, place)
        for name, member in vars(cls).items():
            here = allowed.Place(f"{cls.__name__}.{name}")
            if (parts := written_parts(cls, name, member)) is not None:
                self._all(parts, here)
            elif not is_generated(cls, name, member):
                allowed.check_method(name, here)
                self._add(member, here)

    # Functions

    def _function(self, function: types.FunctionType, place: allowed.Place) -> None:
        code, own = function.__code__, cast("Any", function)
        if is_of_package(code.co_filename) or is_library_file(code.co_filename):
            raise place.refuse(RANDOM if function.__module__ in ("random", "secrets") else NOT_FOLLOWED)
        cells = cells_by_name(function)
        self._code(code, Names(function.__globals__, own.__builtins__, cells))
        held = (*cells.values(), *(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
        self._all(
            (v for v in held if type(v) is not types.ModuleType), allowed.Place(f"what {code.co_name} holds")
        )
        self._all(vars(function).values(), allowed.Place(f"an attribute of {code.co_name}"))

    def _code(self, code: types.CodeType, names: Names) -> None:
        """The instructions of a function, and of those that it defines."""
        self.codes[id(code)] = code
        steps, file = steps_of(code), Path(code.co_filename).name
        for n, step in enumerate(steps):
            place = allowed.Place(str(step.argument), file, step.line)
            if step.name in GLOBAL and step.argument == "hash":
                self._hash = self._hash or place
            if step.name == "PUSH_EXC_INFO":
                self.catches = True
            elif step.name == "IS_OP":
                allowed.check_identity(steps, n, names.table, place)
            elif step.name in GLOBAL:
                self._global(step.argument, steps[n + 1 :], names, place, code)
            elif step.name in CELL and step.argument in names.cells:
                self._chain(names.cells[step.argument], steps[n + 1 :], place)
            elif step.name == "IMPORT_NAME":
                self._import(step.argument, steps[n + 1 :], place)
            elif step.name == "LOAD_BUILD_CLASS":
                self.catches = True
            elif step.name == "STORE_NAME":
                allowed.check_method(step.argument, place)
            elif step.name.endswith(("_ATTR", "_METHOD")):
                allowed.check_attribute(step.argument, place)
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                self._code(constant, names)

    def _global(
        self, name: str, after: tuple[Step, ...], names: Names, place: allowed.Place, code: types.CodeType
    ) -> None:
        if name in names.table:
            self._chain(names.table[name], after, place)
        elif name in names.builtins:
            value = names.builtins[name]
            if value is type and self.guards.watch_type(code, after):
                return
            if value is type:
                raise place.refuse(
                    "is asked of something else than a variable; write type(name), or isinstance"
                )
            if value in (getattr, hasattr):
                allowed.check_getattr(after, place)
                return
            if value is object and after[0].name in AS_A_TYPE:
                return  # list[object]; but the text of an object() holds an address
            if name not in allowed.BUILTINS or value is not allowed.BUILTINS[name]:
                raise place.refuse(NOT_FOLLOWED)

    def _chain(self, value: Any, after: tuple[Step, ...], place: allowed.Place) -> None:
        """A value, or the attribute of a module that is read of it."""
        rest = after
        for following in after:
            if type(value) is not types.ModuleType or following.name not in READ:
                break
            rest = rest[1:]
            place = place._replace(name=f"{place.name}.{following.argument}")
            if not hasattr(value, following.argument):
                return
            value = getattr(value, following.argument)
        if type(value) is logging.Logger:
            self._logger(rest[0], place)
        else:
            self._add(value, place)

    def _logger(self, following: Step, place: allowed.Place) -> None:
        """A logger, of which a method is called that only writes."""
        if following.name not in READ or following.argument not in plain.LOGGING:
            raise place.refuse(f"is a Logger, of which only {', '.join(sorted(plain.LOGGING))} may be called")
        self.guards.library = True

    def _import(self, name: str, after: tuple[Step, ...], place: allowed.Place) -> None:
        """An import inside a function: of listed things alone."""
        module = sys.modules.get(name)
        if module is None and name in sys.stdlib_module_names:
            module = importlib.import_module(name)
        names = []
        for following in after:
            if following.name == "IMPORT_FROM":
                names.append(following.argument)
            elif not following.name.startswith("STORE_"):
                break
        if module is None or (not names and module not in allowed.WHOLE_MODULES):
            raise place._replace(name=f"import {name}").refuse(
                "is inside of a function; write it at the top of the file"
            )
        for each in names:
            self._add(getattr(module, each, None), place._replace(name=f"{name}.{each}"))
