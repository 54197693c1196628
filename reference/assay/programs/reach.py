"""What a program can reach: the functions that its code names, and all state that they can read or change.

The walk begins at a function and follows names: global variables of the module of every function that it
meets, attributes of modules, closures, defaults, attributes of functions, classes with their bases and
metaclasses, instances, containers, what
`partial` binds and `lru_cache` wraps.  On the way it collects

- `refused`: names of what differs from run to run, each with the line that names it (`names` has the list);
- `nodes()`: everything that can change, each with a way to read what it holds now (`state` compares them);
- for the tape: functions and random generators with the places where they are kept.
"""

from __future__ import annotations

import builtins
import importlib
import logging
import re
import string
import sys
import warnings
from abc import ABCMeta
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, Flag
from functools import lru_cache
from operator import attrgetter, methodcaller
from pathlib import Path
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

from ..dp import Dist
from ..dp.partial import Partial
from ..errors import FixedSeed, NondeterministicProgram
from ..exact import Log, Number
from . import fixed, kinds, nodes
from .drawn import drawn_by
from .fixed import fixed_source
from .flow import Flow, Unfollowed, kinds_of
from .flow.calls import METHODS
from .jitted import is_of_compiler, is_of_numba, unjitted
from .loaded import debugging, imported_tables, loading
from .names import (
    ATTRIBUTES,
    BROAD,
    CLOCK_METHODS,
    CLOCK_TEXTS,
    DATE_TYPES,
    DIFFERS,
    EXCEPTIONS,
    FIXED_ATTRIBUTES,
    LOGGER_PARTS,
    OF_THE_FILE,
    PLACES,
    SOURCES,
    UNREAD,
    WHAT,
    differs_by_machine,
    home_of,
    is_answered,
    refused_part,
    refused_value,
    top,
)
from .nodes import MISSING, Node
from .origins import (
    INSTALLED,
    STANDARD,
    TRUSTED,
    USER,
    is_open,
    origin_of_class,
    origin_of_code,
    origin_of_module,
)
from .run import current
from .uses import Use, Uses, hands_hash_to_sets, uses_of

REFLECTIVE = frozenset({"vars", "dir"})
"""Functions that read attributes without naming them."""

DECIMAL_SETTINGS = frozenset({"getcontext", "setcontext", "localcontext"})

SINKS = frozenset({"stdout", "stderr"})

SETTING = frozenset(
    {"setattr", "delattr", "__setattr__", "__delattr__", "__set__", "__delete__", "wraps", "update_wrapper"}
    | {"__dict__", "register"}
)
"""Names by which attributes are set without a statement that sets them."""

_WRITTEN_IN_C = (BuiltinFunctionType, MethodWrapperType, WrapperDescriptorType)

GENERATED = frozenset({"__init__", "__setattr__", "__delattr__"})
"""Methods that `dataclass` writes: they set attributes of the new object, or refuse to."""

OWN = "what the function is bound to"
"""The label of the start of the walk."""

HASHED = "the attribute __hash__ of a class"
"""The label of what sets and dictionaries call; what they are told differs between processes."""

OURS = frozenset({"assay.programs.state", "assay.programs.kinds", "assay.programs.reach"})
"""What remembers the state is not a part of it."""

DRAWING = frozenset({"assay.programs.program", "assay.programs.noise.language"})
"""Modules of Assay's own whose functions draw."""


@dataclass(frozen=True)
class Place:
    """Where a function is kept: an attribute or a global variable."""

    holder: Any
    name: str
    value: Any


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


class Reach:
    """What a function can reach, with the objects of `held` (what it is bound to); `answered` names the
    randomness that the reader answers, such as "random" and "numpy.random"; of_law: programs are
    asked for their distributions, and not called; cached_over: functions behind a cache that were looked at.
    """

    def __init__(
        self,
        start: Any,
        held: Iterable[Any] = (),
        *,
        answered: frozenset[str] = frozenset(),
        of_law: bool = False,
        loads: bool = False,
        cached_over: dict[int, Any] | None = None,
    ) -> None:
        self.answered = answered
        self._of_law = of_law
        self._loads = loads
        self.places: list[Place] = []
        self.functions: list[FunctionType] = []
        self.classes: list[type] = []
        self.instances: list[Any] = []
        self.containers: list[dict[Any, Any] | list[Any]] = []
        self.globals: dict[int, tuple[dict[str, Any], set[str]]] = {}
        self._nodes: list[tuple[int, Node]] = []
        self.refused: list[Refusal] = []
        self.draws = False
        self.sources: list[tuple[Any, str]] = []
        self.standard: list[FunctionType] = []
        self.reads_numpy = False
        self._reads_libraries = False
        self._tables: dict[int, tuple[dict[str, Any], set[str]]] = {}
        self._read: dict[int, tuple[dict[str, Any], set[str]]] = {}
        self._seen: dict[int, Any] = {}
        self._starts = [start, *held]
        self._todo: deque[tuple[Any, str]] = deque()
        self._attributes: dict[str, str] = {}
        self._stored: set[str] = set()
        self._made: set[str] = set()
        self._of_classes: set[str] = set()
        self._lazy: dict[str, list[tuple[Any, str]]] = {}
        self._escaped: dict[int, tuple[Any, str]] = {}
        self._opened: set[tuple[int, str]] = set()
        self._reflective: str | None = None
        self._foreign: list[Any] = []
        self._free: set[str] = set()
        self._settings: set[str] = set()
        self._formats = self._sets_any = False
        self._hashes = ""
        self.caches: list[Any] = []
        self.compiled: list[FunctionType] = []
        self.holders: list[Any] = []
        self._cached_over: dict[int, Any] = {} if cached_over is None else cached_over
        self._flowed: set[Any] = set()
        self._formats_of_dates: dict[str, str] = {}
        self._catches_warnings = ""
        self._warns = False
        self._private: dict[str, str] = {}
        self._where = ""
        self._when_loaded: list[Refusal] | None = None
        self._unseeded: set[int] = set()
        for value in (start, *held):
            self._add(value, OWN)
        self._run()

    def check(self, subject: str, advice: str, args: Sequence[Any] = (), named: Sequence[Any] = ()) -> None:
        """Raises NondeterministicProgram for what is refused, in one message: names that are met, and
        what a call with these arguments may see (`flow`); named: arguments whose places are not known.
        Raises FixedSeed for a source, other than a named argument, that draws the same in every process.
        """
        self._check_seeds(subject, {id(value) for value in named})
        found = self.refused or self._seen_in_flow(args, named) or self._seen_once_when_loaded()
        if found:
            told = "; ".join(str(refusal) for refusal in found[:4])
            raise NondeterministicProgram(f"{subject} does not depend on its draws alone: {told}; {advice}")

    def _check_seeds(self, subject: str, given: set[int]) -> None:
        """Raises FixedSeed for a source that draws the same in every run; given: the identities of what the
        caller says is random. What has no seed is looked at once.
        """
        sources = [s for s in self.sources if id(s[0]) not in given and id(s[0]) not in self._unseeded]
        if not sources:
            return
        found = fixed_source(sources, [table for table, _ in self._named_tables()])
        if found is not None:
            raise FixedSeed(f"{subject} draws {found}; {fixed.ADVICE}")
        self._unseeded.update(id(source) for source, _ in sources)

    def _seen_in_flow(self, args: Sequence[Any], named: Sequence[Any]) -> list[Refusal]:
        """What is seen of orders, addresses and memory; looked for once for arguments of the same kinds."""
        alike = tuple([kinds_of(value) for value in args]), tuple([kinds_of(value) for value in named])
        if alike in self._flowed:
            return []
        try:
            flow = Flow(self.functions, self.classes, self.instances, self._starts[0], args, named)
            findings = flow.run()
        except Unfollowed as error:
            return [
                Refusal(
                    str(error), "which cannot be followed, to see whether it shows the order of a set", ""
                )
            ]
        found = [Refusal(f.name, f.what, f"in {f.file}, line {f.line}") for f in findings]
        if not found:
            self._flowed.add(alike)
        return found

    def _seen_once_when_loaded(self) -> list[Refusal]:
        """The same, looked for once."""
        if self._when_loaded is None:
            self._when_loaded = self._seen_when_loaded(set())
        return self._when_loaded

    def _seen_when_loaded(self, looked: set[CodeType]) -> list[Refusal]:
        """What the user's modules read when they computed the global variables of the program; looked: the
        code that was looked through.
        """
        for function in self.functions:
            if (line := debugging(function)) is not None:
                where = f"in {Path(function.__code__.co_filename).name}, line {line}"
                return [Refusal("__debug__", "an option of the interpreter", where)]
        for table, names in self._named_tables():
            own = [f.__qualname__.partition(".")[0] for f in self.functions if f.__globals__ is table]
            done = loading(table, names, own)
            if done is None or done.__code__ in looked:
                continue
            looked.add(done.__code__)
            inner, found = _when_loading(done)
            if found or (found := inner._seen_when_loaded(looked)):
                return found
        return []

    def _named_tables(self) -> Iterator[tuple[dict[str, Any], set[str]]]:
        """The global variables that are read, with those under which the functions themselves are kept."""
        held = [value for value in self._starts if type(value) not in kinds.ATOMS]
        kept = {id(value) for value in (*self.functions, *self.classes, *held)}
        tables = {id(f.__globals__): f.__globals__ for f in self.functions}
        tables |= {key: table for key, (table, _) in self.globals.items()}
        imported = deque(tables.values())
        while imported:
            for table in imported_tables(imported.popleft()):
                if id(table) not in tables:
                    tables[id(table)] = table
                    imported.append(table)
        own = {(id(f.__globals__), f.__qualname__) for f in self.functions}
        for key, table in tables.items():
            read = self.globals[key][1] if key in self.globals else set()
            yield (
                table,
                read | {name for name, v in table.items() if _bound_to(v) in kept or (key, name) in own},
            )

    def follow(self, values: Iterable[Any], label: str = "an argument") -> None:
        """Go on from the arguments of a call."""
        given = list(values)
        self._starts += given
        for value in given:
            self._add(value, label)
        self._run()

    def again(self) -> Reach:
        """The same walk once more, over what is there now."""
        return Reach(self._starts[0], self._starts[1:], answered=self.answered, of_law=self._of_law)

    def met(self) -> list[Any]:
        """Every object that the walk met."""
        return list(self._seen.values())

    # The walk

    def _add(self, value: Any, label: str) -> None:
        """Go on from a value later, unless it is known or holds nothing."""
        value = self._read_as(value)
        if label != HASHED and _is_hash(value):
            self._refuse("__hash__", EXCEPTIONS["builtins"]["hash"], f"as {label}")
        if type(value) is str:
            self._text(value, label)
        elif type(value) not in kinds.ATOMS and id(value) not in self._seen:
            self._seen[id(value)] = value
            self._todo.append((value, label))

    def _read_as(self, value: Any) -> Any:
        """The value, or the function that numba compiled into it."""
        function = unjitted(value)
        if function is not value:
            self.compiled.append(function)
        return function

    def _text(self, text: str, label: str) -> None:
        """A text that the program holds: it may be the name of an attribute that is read."""
        for name in text.split(".") if "_" in text else ():
            if name in ATTRIBUTES:
                self._refuse(f"the attribute {name}", "a way around the names of things", f"in {label}")

    def _run(self) -> None:
        """Follow everything, and what is opened by names that are met on the way."""
        while self._todo:
            while self._todo:
                value, label = self._todo.popleft()
                self._visit(value, label)
            self._open()

    def _visit(self, value: Any, label: str) -> None:
        """One value, by its type."""
        if isinstance(value, _WRITTEN_IN_C) and value.__name__ in SETTING:
            self._sets_any = True  # whatever it is called here
        if is_of_numba(value):
            self._refuse(
                f"a {type(value).__name__}", "an object of numba's that is no function of njit", label
            )
        elif isinstance(value, ModuleType):
            self._escape(value, label)
        elif isinstance(value, FunctionType):
            if not (self._loads and is_of_compiler(value)):
                self._function(value, label)
        elif isinstance(value, MethodType):
            self._add(value.__func__, label)
            self._add(value.__self__, label)
        elif isinstance(value, type):
            self._class(value)
        elif isinstance(value, BuiltinFunctionType | MethodWrapperType):
            self._builtin(value, label)
        else:
            self._object(value, label)

    def _builtin(self, value: Any, label: str) -> None:
        """A function written in C, or a method of an object that is."""
        self._judge(value, label)
        owner = value.__self__
        if owner is not None and not isinstance(owner, ModuleType):
            self._add(owner, label)

    def _object(self, value: Any, label: str) -> None:
        """An instance."""
        kind: type = type(value)
        origin = origin_of_class(kind)
        self._judge(value, label)
        if self._is_source(kind):
            self.draws = True
            self.sources.append((value, label))
            return
        if isinstance(value, dict | list):
            self.containers.append(value)
        if kind.__module__.partition(".")[0] in ("numpy", "scipy"):
            self.reads_numpy = True
        if issubclass(kind, kinds.DATES):
            self._escape(kind, label)
        if origin == TRUSTED and kind.__module__.startswith("assay"):
            self._inside_trusted(value, label)
            return
        found = kinds.read(value, label)
        if found is None:
            if origin in (USER, INSTALLED):
                self._instance(value, kind, label)
            elif origin == TRUSTED and not hasattr(kind, "__next__"):
                if not self._loads:  # a library's own settings are not what the module computed
                    self._attributes_of(value, label)
            else:
                self._refuse(*_unseen(kind, label))
            return
        self._nodes += [(id(value), node) for node in found.nodes]
        for part in found.parts:
            self._add(part, label)
        if isinstance(value, attrgetter | methodcaller):
            self._named_by_data(found.parts, label)
        for wrapped in found.cached:
            self._cached(wrapped, label)
        if isinstance(value, kinds.CACHED):
            self.caches.append(value)
        if kind is not kinds.PARTIAL and origin in (USER, INSTALLED):
            self._instance(value, kind, label)
        elif not issubclass(kind, kinds.SEEN_WHOLE):
            self._set_on_object(value, label)

    def _named_by_data(self, parts: Iterable[Any], label: str) -> None:
        """The attributes that an object of `operator` reads."""
        for text in parts:
            for name in text.split(".") if isinstance(text, str) else ():
                self._attributes.setdefault(name, f"in {label}")

    def _set_on_object(self, value: Any, label: str) -> None:
        """Attributes that are set on an object of a class of a library."""
        node = nodes.attributes(value, label)
        if node is not None:
            self._nodes.append((id(value), node))
            for part in node.read()[1::2]:
                if isinstance(part, kinds.CONTAINERS) or origin_of_class(type(part)) != STANDARD:
                    self._add(part, label)

    def _is_source(self, kind: type) -> bool:
        """Whether objects of this class are sources that the reader answers."""
        numpys = kind.__module__.startswith("numpy.random") and kind.__name__ != "SeedSequence"
        return (
            "numpy.random" in self.answered
            if numpys
            else "random" in self.answered and issubclass(kind, kinds.SOURCES)
        )

    def _instance(self, value: Any, kind: type, label: str) -> None:
        """An object of a class of the user's: its class and its attributes."""
        self.instances.append(value)
        self._add(kind, label)
        self._attributes_of(value, f"the {kind.__name__} object" if label == OWN else label)

    def _attributes_of(self, value: Any, label: str) -> None:
        """The attributes and slots of an object."""
        if nodes.unset_properties(value):
            self.holders.append(value)
        node = nodes.attributes(value, label)
        if node is not None:
            self._nodes.append((id(value), node))
            for part in node.read()[1::2]:
                self._add(part, label)

    def _inside_trusted(self, value: Any, label: str) -> None:
        """The user's functions that an object of the package holds."""
        kind = type(value)
        called = kind.__name__ == "Program" and not self._of_law
        if kind.__module__ in OURS:
            return
        self._foreign.append(value)
        if hasattr(kind, "distribution") and not called:
            return  # it sees to its own functions
        held = nodes.attributes(value, label)
        for part in () if held is None else held.read():
            self._from_trusted(part, label)

    def _from_trusted(self, part: Any, label: str) -> None:
        """What code of the package closes over: the user's functions in it are followed."""
        if isinstance(part, tuple | list) and len(part) <= kinds.FEW:
            for element in part:
                self._from_trusted(element, label)
        elif callable(part) or kinds.is_packages(part):
            self._add(part, label)

    def _cached(self, wrapped: Any, label: str) -> None:
        """A function behind `lru_cache`: what it returns is remembered, so it may not draw."""
        self._add(wrapped, label)
        if id(wrapped) in self._cached_over:
            return
        self._cached_over[id(wrapped)] = wrapped
        if Reach(wrapped, answered=self.answered, cached_over=self._cached_over).draws:
            name = getattr(wrapped, "__name__", "a function")
            self._refuse(f"lru_cache over {name}", "which draws: its first draw is kept")

    # Functions

    def _function(self, function: FunctionType, label: str) -> None:
        """A function: what its code names, if it is the user's, and what it holds."""
        origin = origin_of_code(function.__code__)
        self._nodes.append((id(function), nodes.function(function)))
        if origin == TRUSTED:
            self._reads_libraries |= not str(function.__globals__.get("__name__")).startswith("assay.")
            self.draws |= function.__globals__.get("__name__") in DRAWING
            for part in nodes.closed_over(function):
                self._from_trusted(part, label)
            self._add_wrapped(function, label)
            return
        if origin == STANDARD:
            self._judge(function, label)
            self.standard.append(function)
        else:
            self.functions.append(function)
            self._reads_libraries |= origin == INSTALLED
            self._names(function, strict=origin == USER)
        for part in nodes.held_by(function):
            self._add(part, f"the function {function.__name__}")

    def _add_wrapped(self, function: FunctionType, label: str) -> None:
        inner = vars(function).get("__wrapped__")
        if inner is not None:
            self._add(inner, label)

    def _names(self, function: FunctionType, *, strict: bool) -> None:
        """What the code of a function names."""
        uses, table = uses_of(function.__code__), function.__globals__
        file = Path(function.__code__.co_filename).name
        cells = nodes.cells_by_name(function)
        known = self._tables.setdefault(id(table), (table, set()))[1]
        known.update(uses.set_globals)
        self.globals.setdefault(id(table), (table, set()))
        for use in uses.names:
            if use.name == "hash" and _is_hash(function) and hands_hash_to_sets(function.__code__):
                continue  # it decides how a set is laid out, which the flow looks for
            self._where = f"in {file}, line {use.line}" if strict else ""
            self._use(use, table, cells, strict)
        self._where = ""
        of_logging = {"logging": logging, "getLogger": logging.getLogger}
        if strict and uses.logger and any(table.get(name, v) is not v for name, v in of_logging.items()):
            where = where_in(file, function)
            self._refuse("__name__", "the name under which a file was loaded", where)
        self._attribute_names(uses, file, function, strict)

    def _use(self, use: Use, table: dict[str, Any], cells: dict[str, Any], strict: bool) -> None:
        """One name, with the attributes that are read of it."""
        if strict and use.kind == "global" and use.name in ("__name__", "__module__"):
            self._refuse("__name__", "the name under which a file was loaded")
        if use.kind == "cell":
            if use.name in cells:
                self._chain(cells[use.name], use, f"the closed-over variable {use.name}", strict)
        elif use.kind == "import":
            module = _imported(use.name, table)
            if module is not None:
                self._chain(module, use, f"the module {module.__name__}", strict)
        elif use.name in table:
            if strict and use.name in OF_THE_FILE:
                self._refuse(use.name, "where the file was found")
            self._tables[id(table)][1].add(use.name)
            self.globals[id(table)][1].add(use.name)
            value = table[use.name]
            self._place(table, use.name, value)
            self._chain(value, use, _global(table, use.name), strict)
        else:
            self._tables[id(table)][1].add(use.name)  # it may be set later
            builtins = table.get("__builtins__")
            names = vars(builtins) if isinstance(builtins, ModuleType) else builtins or {}
            if use.name in REFLECTIVE and self._reflective is None:
                self._reflective = f"{use.name}(...) {self._where}"
            if use.name == "object" and not use.attributes and strict:
                self._settings.add("object")
                self._attributes.setdefault("object", self._where)
            if use.name in names:
                self._read_of(names, use.name)
                self._chain(names[use.name], use, f"the builtin {use.name}", strict)

    def _place(self, holder: Any, name: str, value: Any) -> None:
        """Note where a function of the user's is kept."""
        value = self._read_as(value)
        if isinstance(value, FunctionType) and origin_of_code(value.__code__) in (USER, INSTALLED):
            self.places.append(Place(holder, name, value))

    def _chain(self, value: Any, use: Use, label: str, strict: bool) -> None:
        """A value and the attributes read of it, as far as they are known without running anything."""
        for name in use.attributes:
            if isinstance(value, ModuleType):
                self._settings.update({"logging"} & {value.__name__})
                refused = refused_part(value.__name__, name, self.answered) if _is_library(value) else None
                if refused is not None:
                    if strict:
                        self._refuse(*refused)
                    return
                if value is sys and name in SINKS:
                    return self._sink(name, use, strict)
                label, value = f"the global variable {name} of {value.__name__}", self._part(value, name)
            elif isinstance(value, type):
                self._add_quietly(value, label, strict)
                value = kinds.static_attribute(value, name)
            else:
                if strict and isinstance(value, logging.Logger) and name == "name":
                    self._refuse("logging.Logger.name", "the name under which a file was loaded")
                break
            if value is MISSING:
                return
        if use.stored is not None:
            self._stored_on(value, use.stored, strict)
        self._add_quietly(value, label, strict)

    def _sink(self, name: str, use: Use, strict: bool) -> None:
        """Standard output or error: it may be written to, and nothing else."""
        rest = set(use.attributes[use.attributes.index(name) + 1 :]) - {"write", "flush"}
        if rest and strict:
            self._refuse(f"sys.{name}.{min(rest)}", WHAT["sys"])

    def _part(self, module: ModuleType, name: str) -> Any:
        """An attribute of a module; of the user's modules it is state."""
        self._opened.add((id(module), name))
        if _is_library(module):
            self._read_of(vars(module), name)
            return getattr(module, name, MISSING)
        table = vars(module)
        self._tables.setdefault(id(table), (table, set()))[1].add(name)
        self.globals.setdefault(id(table), (table, set()))[1].add(name)
        value = table.get(name, MISSING)
        if value is MISSING and "__getattr__" in table:
            self._add(table["__getattr__"], f"the function __getattr__ of {module.__name__}")
        self._place(table, name, value)
        return value

    def _read_of(self, table: dict[str, Any], name: str) -> None:
        """A name is read in a module that is not the user's."""
        self._read.setdefault(id(table), (table, set()))[1].add(name)

    def _add_quietly(self, value: Any, label: str, strict: bool) -> None:
        """Go on from a value; what an installed library names is left to the watch that runs with it."""
        if strict:
            if isinstance(value, type | BuiltinFunctionType | FunctionType | ModuleType):
                self._judge(value, "")  # here it is named with a line, also where it was met before
                if isinstance(value, ModuleType):
                    self._escape(value, label)
            self._add(value, label)
        elif not isinstance(value, ModuleType) and refused_value(value, self.answered) is None:
            self._add(value, label)

    def _stored_on(self, value: Any, name: str, strict: bool) -> None:
        """An attribute that code sets on something that it names."""
        if strict and isinstance(value, ModuleType) and _is_library(value):
            self._refuse(f"{value.__name__}.{name}", "which is set here, and belongs to everybody")

    def _attribute_names(self, uses: Uses, file: str, function: FunctionType, strict: bool) -> None:
        """The attributes that code reads, of whatever value."""
        generated = function.__code__.co_filename == "<string>" and function.__name__ in GENERATED
        for name, line in () if generated else uses.attributes.items():
            where = f"in {file}, line {line}"
            if name in ATTRIBUTES and strict:
                self._refuse(f"the attribute {name}", "a way around the names of things", where)
            if strict and name == "__module__":
                self._refuse("the attribute __module__", "the name under which a file was loaded", where)
            if strict and name in PLACES and self._loads:
                self._refuse(f"the attribute {name}", WHAT["os"], where)
            if strict and name in packages_own():
                self._private.setdefault(name, where)
            if name == "__dict__" and self._reflective is None:
                self._reflective = f"__dict__ {where}"
            self._attributes.setdefault(name, where)
        clock = uses.strings & CLOCK_TEXTS
        if strict and clock and any(n.startswith(DATE_TYPES) for n in uses.strings | self._named_by(uses)):
            self._refuse(f"the date {min(clock)!r} of numpy", WHAT["time"], f"in {file}")
        setting = (
            uses.strings if {"setattr", "delattr", "__setattr__"} & self._named_by(uses) else frozenset()
        )
        if strict:
            self._texts(uses, where_in(file, function))
            self._handlers(uses, where_in(file, function))
        for name in FIXED_ATTRIBUTES & (uses.set_attributes | setting) if strict and not generated else ():
            first = function.__code__.co_firstlineno
            self._refuse(f"the attribute {name}", "which is set here", f"in {file}, line {first}")
        for text in uses.strings | uses.set_attributes:
            if text in ATTRIBUTES and strict:
                first = function.__code__.co_firstlineno
                self._refuse(
                    f"the attribute {text}", "a way around the names of things", f"in {file}, line {first}"
                )
            if text.isidentifier():
                self._attributes.setdefault(text, f"in {file}, line {function.__code__.co_firstlineno}")
        (self._made if function.__name__ == "__init__" else self._stored).update(uses.set_attributes)
        self._free |= uses.set_globals | (uses.set_cells & set(function.__code__.co_freevars))
        self._formats |= uses.formats
        if uses.computed is not None and self._reflective is None:
            self._reflective = f"an attribute whose name is computed in {file}, line {uses.computed}"

    def _texts(self, uses: Uses, where: str) -> None:
        """What the constant texts of some code say: formats of dates, and formats that name attributes."""
        named = self._named_by(uses)
        forms = [text for text in uses.strings if "%" in text]
        if "strftime" in named and (not forms or any(map(differs_by_machine, forms))):
            self._refuse("strftime", "with what depends on the time zone, the locale or the machine", where)
        if "format" in named and any(map(differs_by_machine, forms)):
            self._formats_of_dates.setdefault("format", where)
        for text in uses.strings:
            for name in fields_of(text) if "{" in text else ():
                if name in ATTRIBUTES or name.startswith("__") or name in METHODS:
                    self._refuse(f"the attribute {name}", "which is read by a format", where)

    def _handlers(self, uses: Uses, where: str) -> None:
        """Handlers of warnings, which are errors only where the process says so."""
        named = {use.name for use in uses.names} | uses.attributes.keys()
        suppresses = "suppress" in named
        if uses.catches or suppresses:
            kinds_of_warnings = {name for name in named if _is_warning(name)}
            if kinds_of_warnings:
                found = min(kinds_of_warnings)
                self._refuse(found, "an exception only where the process turns warnings into errors", where)
        if uses.catches_all or ((uses.catches or suppresses) and named & BROAD):
            self._catches_warnings = self._catches_warnings or where

    def _named_by(self, uses: Uses) -> set[str]:
        """The names and attributes that code reads."""
        return {use.name for use in uses.names} | uses.attributes.keys()

    # Classes and modules

    def _class(self, cls: type) -> None:
        """A class: its methods and attributes, its bases, its metaclass."""
        origin = origin_of_class(cls)
        if origin in (STANDARD, TRUSTED):
            self._judge(cls, "")
            if cls in (attrgetter, methodcaller) and self._reflective is None:
                self._reflective = f"{cls.__name__}(...)"
            if issubclass(cls, kinds.DATES):
                self._escape(cls, "")
            if is_open(cls):
                self._foreign.append(cls)
            return
        self.classes.append(cls)
        self._of_classes.update(vars(cls))
        self._nodes.append((id(cls), nodes.class_attributes(cls)))
        if isinstance(cls, ABCMeta):
            self._nodes.append((id(cls), nodes.registered(cls)))
        library = any(origin_of_class(base) != USER and base is not object for base in cls.__mro__)
        for base in (*cls.__mro__[1:], type(cls)):
            self._add(base, f"a base of the class {cls.__name__}")
        if "__del__" in vars(cls):
            self._refuse(
                f"the finalizer {cls.__name__}.__del__", "which runs whenever the interpreter sees fit"
            )
        for name, value in [item for item in vars(cls).items() if item[0] not in nodes.OF_THE_CLASS]:
            label = HASHED if name == "__hash__" else f"the attribute {name} of the class {cls.__name__}"
            if label == HASHED and _is_hash(value):
                self._hashes = cls.__name__
            if name == nodes.COMBINATIONS and issubclass(cls, Flag):
                self._nodes.append((id(cls), nodes.combinations(cls)))
                for member in list(value.values()):
                    self._add(member, label)
                continue
            if isinstance(value, FunctionType) and not name.startswith("__"):
                self._place(cls, name, value)
            if isinstance(value, kinds.CODE) and not library and not name.startswith("__"):
                self._lazy.setdefault(name, []).append((value, label))
            else:
                self._add(value, label)

    def _escape(self, value: Any, label: str) -> None:
        """A module, or a class of dates, that is handed around: any attribute that is read anywhere may be
        one of it.
        """
        self._escaped.setdefault(id(value), (value, label))

    def _open(self) -> None:
        """Follow methods whose names are read somewhere, and parts of modules that are handed around."""
        if self._formats and "object" in self._settings:
            self._refuse("object()", "whose text is an address", self._attributes["object"])
        if self._hashes and self._reflective:
            what = f"of which anything may be read by {self._reflective}"
            self._refuse(f"the class {self._hashes} with a __hash__", what, "")
        for name in self._private.keys() - self._stored - self._made - self._of_classes:
            self._refuse(f"the attribute {name}", "the inside of an object of Assay's", self._private[name])
        if self._formats_of_dates and any(isinstance(v, type) for v, _ in self._escaped.values()):
            where = self._formats_of_dates["format"]
            self._refuse("format", "of a date, with what depends on the time zone or the locale", where)
        if self._warns and self._catches_warnings:
            what = "which is an error where the process says so, and may be caught"
            self._refuse("warnings.warn", what, self._catches_warnings)
        for name in LOGGER_PARTS & self._attributes.keys() if "logging" in self._settings else ():
            self._refuse(f"logging.Logger.{name}", WHAT["logging"], self._attributes[name])
        for name in [name for name in self._lazy if name in self._attributes or self._reflective]:
            for value, label in self._lazy.pop(name):
                self._add(value, label)
        for value, _ in list(self._escaped.values()):
            if isinstance(value, ModuleType):
                self._open_module(value)
            else:
                for name in CLOCK_METHODS & self._attributes.keys():
                    self._open_once(value, name, (f"datetime.{name}", WHAT["datetime"]))

    def _open_once(self, value: Any, name: str, refused: tuple[str, str] | None) -> bool:
        """Whether an attribute of what is handed around was not looked at before; refused where it has to
        be.
        """
        if (id(value), name) in self._opened:
            return False
        self._opened.add((id(value), name))
        if refused is not None:
            self._refuse(*refused, self._attributes.get(name, ""))
        return refused is None

    def _open_module(self, module: ModuleType) -> None:
        """The parts of a module that is handed around."""
        library = _is_library(module)
        trusted = module.__name__.startswith("assay") or is_answered(module.__name__, self.answered)
        closed = library and not trusted
        if closed and self._reflective and self._opened_new(module):
            self._refuse(
                f"the module {module.__name__}", f"of which anything may be read by {self._reflective}"
            )
        every = not library and self._reflective is not None
        for name in list(vars(module)) if every else [n for n in self._attributes if n in vars(module)]:
            refused = refused_part(module.__name__, name, self.answered) if library else None
            if self._open_once(module, name, refused):
                self._add(self._part(module, name), f"the global variable {name} of {module.__name__}")

    def _opened_new(self, module: ModuleType) -> bool:
        fresh = (id(module), "") not in self._opened
        self._opened.add((id(module), ""))
        return fresh

    # Results

    def _judge(self, value: Any, label: str) -> None:
        """Refuse a value by what it is."""
        self._warns |= value is warnings.warn
        if value is current:
            self._refuse("assay.programs.run.current", "the inside of Assay", self._where or None)
        if isinstance(value, BuiltinFunctionType | FunctionType) and value.__name__ in DECIMAL_SETTINGS:
            self._settings.add("decimal")
        if isinstance(value, ModuleType):
            refused = kinds.refused_module(value, self.answered) if _is_library(value) else None
        elif isinstance(value, type) and origin_of_class(value) in (USER, INSTALLED):
            refused = None
        else:
            refused = refused_value(value, self.answered)
            self.draws |= isinstance(value, type | FunctionType | BuiltinFunctionType) and is_answered(
                f"{top(home_of(value))}.{value.__name__}", self.answered
            )
        if refused is not None:
            self._refuse(*refused, self._where or (f"as {label}" if label else ""))
        if type(value).__module__ == "logging":
            self._settings.add("logging")

    def _refuse(self, name: str, what: str, where: str | None = None) -> None:
        """Note a refusal, once for each name."""
        if all(known.name != name for known in self.refused):
            self.refused.append(Refusal(name, what, self._where if where is None else where))

    def nodes(self, without: Reach | None = None) -> list[Node]:
        """Everything within reach that can change, apart from what another reach holds."""
        others = {} if without is None else without._seen
        own = (node for held, node in self._nodes if held not in others)
        return [*own, *self._bindings(), *self._foreign_nodes()]

    def nodes_between(self) -> list[Node]:
        """What nobody may set while the program runs, and anybody between two explorations: what is read of
        other modules, and global variables that are not set, so that a builtin is found in their place.
        """
        tables = (*self._read.values(), *self._tables.values())
        return [nodes.bindings(table, tuple(sorted(names))) for table, names in tables]

    def changeable(self) -> frozenset[int]:
        """The identities of the objects that can change, apart from functions, classes and enum members."""
        fixed = FunctionType | type | Enum
        return frozenset(held for held, _ in self._nodes if not isinstance(self._seen[held], fixed))

    def _bindings(self) -> Iterator[Node]:
        """Global variables, a node a module."""
        for table, names in self._tables.values():
            builtins = table.get("__builtins__")
            plain = vars(builtins) if isinstance(builtins, ModuleType) else builtins or {}
            kept = [name for name in sorted(names) if name in table or name not in plain]
            yield nodes.bindings(table, tuple(kept))

    def _foreign_nodes(self) -> Iterator[Node]:
        """The attributes of classes, modules and objects that are not the user's, and settings of
        libraries.
        """
        modules = [m for m, _ in self._escaped.values() if isinstance(m, ModuleType) and _is_library(m)]
        yield from map(nodes.set_on, (*self._foreign, *modules))
        yield from (nodes.registered(cls) for cls in self._foreign if isinstance(cls, ABCMeta))
        if "logging" in self._settings:
            yield nodes.loggers()
        if "decimal" in self._settings:
            yield nodes.decimal_context()
        if (
            self._reads_libraries
            and "numpy.random" not in self.answered
            and "numpy.random.mtrand" in sys.modules
        ):
            yield nodes.numpy_generator()
        if self.reads_numpy and self._attributes.keys() & {"errstate", "printoptions"}:
            yield nodes.numpy_settings()

    @property
    def set_names(self) -> frozenset[str] | None:
        """The variables and attributes that the program may set; None if they may be any."""
        named = self._attributes.keys() | {name for _, names in self._tables.values() for name in names}
        if self._sets_any or self._reflective is not None or named & SETTING:
            return None
        again = self._made if "__init__" in self._attributes else set()
        return frozenset(self._stored | self._free | again)


def where_in(file: str, function: FunctionType) -> str:
    """Where a function stands."""
    return f"in {file}, line {function.__code__.co_firstlineno}"


def _bound_to(value: Any) -> int:
    """The identity of a value, or of what `partial` binds arguments of."""
    return id(value.func) if isinstance(value, kinds.PARTIAL) else id(value)


_LOADED: dict[tuple[int, int], tuple[FunctionType, Reach, list[Refusal]]] = {}
"""What was found of the statements of modules, by the identities of their code and their variables."""

_MOST_LOADED = 1024
"""So many are remembered; then all are forgotten."""


def _when_loading(done: FunctionType) -> tuple[Reach, list[Refusal]]:
    """What some statements of a module reach, and what of it differs between processes; looked for once."""
    key = id(done.__code__), id(done.__globals__)
    if key not in _LOADED:
        if len(_LOADED) >= _MOST_LOADED:
            _LOADED.clear()
        inner = Reach(done, answered=SOURCES, loads=True)
        found = [r for r in inner.refused if _differs_when_loaded(r)]
        found = found or [r for r in inner._seen_in_flow((), ()) if r.where]
        if not found and (drawn := drawn_by(done)):
            file = Path(done.__code__.co_filename).name
            found = [Refusal(drawn, "randomness that is no part of a run", f"in {file}")]
        found = [replace(r, where=f"{r.where}, when the module is loaded") for r in found]
        _LOADED[key] = done, inner, found
    return _LOADED[key][1:]


def _differs_when_loaded(refusal: Refusal) -> bool:
    """Whether what is refused in a run is refused when a module is loaded: what differs between processes,
    and not what cannot be seen, or a file.
    """
    return refusal.what in DIFFERS or refusal.name in UNREAD or refusal.name == "__name__"


def fields_of(text: str) -> list[str]:
    """The attributes that a format reads, such as name of "{0.name}"."""
    try:
        fields = [field for _, field, _, _ in string.Formatter().parse(text) if field]
    except ValueError:
        return []
    return [name for field in fields for name in re.findall(r"\.(\w+)", field)]


def _is_hash(value: Any) -> bool:
    """Whether a value is a function for the number by which sets and dictionaries find an object."""
    if isinstance(value, FunctionType):
        return value.__code__.co_name == "__hash__" and "hash" in value.__code__.co_names
    return isinstance(value, WrapperDescriptorType | MethodWrapperType) and value.__name__ == "__hash__"


def _is_warning(name: str) -> bool:
    found = getattr(builtins, name, None)
    return isinstance(found, type) and issubclass(found, Warning)


@lru_cache(maxsize=1)
def packages_own() -> frozenset[str]:
    """The private attributes of the objects of the package that a program may hold."""
    from .program import Program

    names = {name for kind in (Dist, Number, Log, Program, Partial) for name in dir(kind)}
    names |= set(vars(Program(where_in)))
    private = {name for name in names if name.startswith("_") and not name.startswith("__")}
    return frozenset(private - FIXED_ATTRIBUTES)


def _global(table: dict[str, Any], name: str) -> str:
    return f"the global variable {name} of {table.get('__name__', '?')}"


def _is_library(module: ModuleType) -> bool:
    """Whether a module is not the user's."""
    return origin_of_module(module) in (STANDARD, TRUSTED)


def _imported(name: str, table: dict[str, Any]) -> ModuleType | None:
    """The module that an import statement inside a function gives; None where it fails, as the program will
    tell.
    """
    level = len(name) - len(name.lstrip("."))
    try:
        if level:
            package = str(table.get("__package__") or "")
            return importlib.import_module(name, package)
        return importlib.import_module(name)
    except Exception:  # whatever an import raises, it is raised again by the program itself
        return None


def _unseen(kind: type, label: str) -> tuple[str, str]:
    """The refusal of an object that cannot be compared."""
    return f"{label} ({kind.__module__}.{kind.__qualname__})", "which cannot be seen into"
