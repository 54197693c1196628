"""What a walk has met: objects by kind, names of variables and attributes, and what can change."""

from __future__ import annotations

import sys
from abc import ABCMeta
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, TypeAlias

from .. import library_settings, nodes
from ..nodes import Node, builtins_of
from ..uses import Uses

if TYPE_CHECKING:
    from .walk import Walk


@dataclass(frozen=True)
class Place:
    """Where a function is kept: an attribute or a global variable."""

    holder: Any
    name: str
    value: Any


@dataclass
class Met:
    """The objects that a walk has met.

    objects: all, by identity. functions: of the user's and of installed libraries. standard: functions of the
    standard library. places: where functions are kept. instances, classes: of the user's and of installed
    libraries. containers: dictionaries and lists. sources: what the reader answers in the place of, with
    where it is kept. caches: functions behind `lru_cache`. holders: objects with cached properties that are
    not computed yet. compiled: functions that numba compiles.
    draws: whether randomness is named that the reader answers. numpy: whether an object of numpy or scipy is
    within reach; libraries: code of an installed or a trusted library.
    """

    objects: dict[int, Any] = field(default_factory=dict)
    functions: list[FunctionType] = field(default_factory=list)
    standard: list[FunctionType] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    instances: list[Any] = field(default_factory=list)
    classes: list[type] = field(default_factory=list)
    containers: list[dict[Any, Any] | list[Any]] = field(default_factory=list)
    sources: list[tuple[Any, str]] = field(default_factory=list)
    caches: list[Any] = field(default_factory=list)
    holders: list[Any] = field(default_factory=list)
    compiled: list[FunctionType] = field(default_factory=list)
    draws: bool = False
    numpy: bool = False
    libraries: bool = False


SETTING = frozenset(
    {"setattr", "delattr", "__setattr__", "__delattr__", "__set__", "__delete__", "wraps", "update_wrapper"}
    | {"__dict__", "register"}
)
"""Names by which attributes are set without a statement that sets them."""


class AttributeNames:
    """The names of attributes that code within reach reads, each with where, and sets.

    unnamed: what reads attributes without naming them, such as "vars(...)"; "" if nothing does.
    sets_unnamed: whether a function is within reach that sets attributes, under whatever name.
    of_classes: the attributes that classes within reach define.
    """

    unnamed: str

    def __init__(self) -> None:
        self.read: dict[str, str] = {}
        self.unnamed = ""
        self.sets_unnamed = False
        self.of_classes: set[str] = set()
        self._set_in_init: set[str] = set()
        self._set_elsewhere: set[str] = set()
        self._variables_set: set[str] = set()

    def is_read(self, name: str, where: str) -> None:
        """An attribute of this name is read."""
        self.read.setdefault(name, where)

    def are_read_unnamed(self, by: str) -> None:
        """Attributes are read by what does not name them."""
        self.unnamed = self.unnamed or by

    def are_set(self, uses: Uses, function: FunctionType) -> None:
        """What the code of a function sets: attributes, global variables and those that it closes over."""
        in_init = function.__name__ == "__init__"
        (self._set_in_init if in_init else self._set_elsewhere).update(uses.set_attributes)
        self._variables_set |= uses.set_globals | (uses.set_cells & _free(function.__code__))

    def of_nobodys(self, names: set[str]) -> set[str]:
        """Those of the names that nothing of the user's sets or defines."""
        return names - self._set_elsewhere - self._set_in_init - self.of_classes

    def may_be_set(self, variables: set[str]) -> frozenset[str] | None:
        """The variables and attributes that the program may set; None if they may be any.  variables: the
        global variables that it names.
        """
        if self.sets_unnamed or self.unnamed or (self.read.keys() | variables) & SETTING:
            return None
        again = self._set_in_init if "__init__" in self.read else set()
        return frozenset(self._set_elsewhere | self._variables_set | again)


def _free(code: CodeType) -> set[str]:
    return set(code.co_freevars)


Table: TypeAlias = dict[str, Any]

_Names: TypeAlias = dict[int, tuple[Table, set[str]]]
"""Names in tables of variables, by the identity of the table."""


class Variables:
    """The names of global variables that code within reach reads or sets.

    read: in modules of the user's and of installed libraries, where they have a value.
    """

    def __init__(self) -> None:
        self.read: _Names = {}
        self._named: _Names = {}
        self._of_libraries: _Names = {}

    def begin(self, table: Table, names_set: Iterable[str]) -> None:
        """The variables of a function, which sets those of these names."""
        _add(self._named, table, names_set)
        _add(self.read, table, ())

    def is_read(self, table: Table, name: str) -> None:
        """Code reads a variable."""
        _add(self._named, table, [name])
        _add(self.read, table, [name])

    def may_be_set_later(self, table: Table, name: str) -> None:
        """Code names a variable that has no value yet, so that a builtin is found in its place."""
        _add(self._named, table, [name])

    def is_read_of_library(self, table: Table, name: str) -> None:
        """Code reads a variable of a module that is not the user's."""
        _add(self._of_libraries, table, [name])

    def names(self) -> set[str]:
        """The names in all modules of the user's and of installed libraries."""
        return {name for _, names in self._named.values() for name in names}

    def nodes(self) -> Iterator[Node]:
        """The variables that a run may set, a node a module; a builtin has no variable."""
        for table, names in self._named.values():
            builtins = builtins_of(table)
            kept = [name for name in sorted(names) if name in table or name not in builtins]
            yield nodes.bindings(table, tuple(kept))

    def nodes_between(self) -> list[Node]:
        """What nobody may set while the program runs, and anybody between two explorations: what is read of
        libraries, and global variables that are not set, so that a builtin is found in their place.
        """
        tables = (*self._of_libraries.values(), *self._named.values())
        return [nodes.bindings(table, tuple(sorted(names))) for table, names in tables]


def _add(tables: _Names, table: Table, names: Iterable[str]) -> None:
    tables.setdefault(id(table), (table, set()))[1].update(names)


class Changing:
    """The nodes of the objects that were met; foreign: classes and objects that are not the user's, on which
    attributes can be set. decimal, logging: whether the program can see the settings of these.
    """

    def __init__(self) -> None:
        self.foreign: list[Any] = []
        self.decimal = self.logging = False
        self._nodes: list[tuple[int, Node]] = []

    def add(self, holder: Any, *found: Node) -> None:
        """What of an object can change."""
        self._nodes += [(id(holder), node) for node in found]

    def nodes(self, without: Iterable[int]) -> Iterator[Node]:
        """The nodes of all objects but those of these identities."""
        return (node for held, node in self._nodes if held not in without)

    def objects(self, met: dict[int, Any]) -> frozenset[int]:
        """The identities of the objects that can change, apart from functions, classes and enum members."""
        fixed = FunctionType | type | Enum
        return frozenset(held for held, _ in self._nodes if not isinstance(met[held], fixed))

    def of_libraries(self, walk: Walk) -> Iterator[Node]:
        """The attributes of classes, modules and objects that are not the user's, and settings of
        libraries.
        """
        yield from map(nodes.set_on, (*self.foreign, *walk.handed.modules_of_libraries()))
        yield from (nodes.registered(cls) for cls in self.foreign if isinstance(cls, ABCMeta))
        if self.logging:
            yield library_settings.loggers()
        if self.decimal:
            yield library_settings.decimal_context()
        answered = "numpy.random" in walk.answered
        if walk.met.libraries and not answered and "numpy.random.mtrand" in sys.modules:
            yield library_settings.numpy_generator()
        if walk.met.numpy and walk.attributes.read.keys() & {"errstate", "printoptions"}:
            yield library_settings.numpy_settings()
