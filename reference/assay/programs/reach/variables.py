"""Which global variables code reads and sets, by the module that holds them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from .. import nodes
from ..nodes import Node, builtins_of

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
        """What is read of libraries, and of the user's modules also where a builtin stands for it."""
        tables = (*self._of_libraries.values(), *self._named.values())
        return [nodes.bindings(table, tuple(sorted(names))) for table, names in tables]


def _add(tables: _Names, table: Table, names: Iterable[str]) -> None:
    tables.setdefault(id(table), (table, set()))[1].update(names)
