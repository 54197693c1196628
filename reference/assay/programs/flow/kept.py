"""Where values are kept: what variables, attributes, containers and results may hold."""

from __future__ import annotations

from types import CodeType
from typing import Any

from .values import CONTAINER, HOLDER, NUMBER, OBJECT, TEXT, Record, Value, join, together

EMPTY = Value(0)


class Kept:
    """All that was ever put somewhere.

    changed: whether anything was added since it was last set to False. heap: all kinds inside containers and
    objects. attributes: by their names, on whatever object. results: of functions of the user's.
    """

    changed: bool
    heap: int

    def __init__(self) -> None:
        self.changed = True
        self.heap = self._raised = 0
        self.attributes: dict[str, Value] = {}
        self.results: dict[CodeType, Value] = {}
        self._variables: dict[tuple[CodeType, str], Value] = {}
        self._cells: dict[str, Value] = {}
        self._globals: dict[str, Value] = {}

    def _add(self, table: dict[Any, Value], key: Any, value: Value) -> None:
        """Add a value to what a place may hold."""
        if isinstance(value.known, Record):  # a dictionary that may change from here on
            value = Value(value.top, value.inner)
        known = table.get(key)
        if known is None:
            table[key], self.changed = value, True
            return
        merged = join(known, value)
        if merged.top != known.top or merged.inner != known.inner or merged.known is not known.known:
            table[key], self.changed = merged, True

    # Variables

    def variable(self, code: CodeType, name: str) -> Value:
        """A local variable."""
        return self._variables.get((code, name), EMPTY)

    def assign(self, code: CodeType, name: str, value: Value) -> None:
        """What is put into a local variable, which a nested function may see, too."""
        self._add(self._variables, (code, name), value)
        if name in code.co_cellvars:
            self.assign_cell(name, value)

    def cell(self, name: str) -> Value:
        """A closed-over variable; nested functions with one of the same name share it."""
        return self._cells.get(name, EMPTY)

    def assign_cell(self, name: str, value: Value) -> None:
        """What is put into a closed-over variable."""
        self._add(self._cells, name, value)

    def and_assigned(self, name: str, value: Value) -> Value:
        """A global variable that holds a value now: that, or what code puts there."""
        return join(value, self._globals[name]) if name in self._globals else value

    def assign_global(self, name: str, value: Value) -> None:
        """What is put into a global variable."""
        self._add(self._globals, name, value)

    # Attributes, containers and results

    def put_attribute(self, name: str, value: Value) -> None:
        """What is set as an attribute of this name, on whatever object."""
        self._add(self.attributes, name, value)

    def put_attributes(self, name: Any, values: list[Value]) -> None:
        """What `setattr` sets: on one attribute, or on any."""
        for each in [name] if isinstance(name, str) else list(self.attributes):
            for value in values:
                self.put_attribute(each, value)

    def put_fields(self, names: tuple[str, ...] | None, values: list[Value]) -> None:
        """What fields of these names are given; of any name, where they are not known."""
        if names is None or len(names) != len(values):
            self.put_attributes(None, values)
            return
        for name, value in zip(names, values, strict=True):
            self.put_attribute(name, value)

    def put(self, *values: Value) -> None:
        """What is put into some container."""
        added = self.heap | together(values)
        self.changed |= added != self.heap
        self.heap = added

    def held(self, value: Value) -> int:
        """All kinds inside a value."""
        return value.inner | (self.heap if value.top & (CONTAINER | OBJECT) else 0)

    def inside(self, value: Value) -> Value:
        """Any part of a value."""
        held = self.held(value) | (TEXT if value.top & TEXT else 0)
        return Value(held, held)

    def add_result(self, code: CodeType, value: Value) -> None:
        """What a function returns."""
        self._add(self.results, code, value)

    def result(self, code: CodeType) -> Value:
        """What a function has returned so far."""
        return self.results.get(code, EMPTY)

    # Exceptions

    def exception(self) -> Value:
        """An exception that is caught."""
        return Value(HOLDER, self._raised | NUMBER | TEXT)

    def raised(self, held: int) -> None:
        """An exception with arguments of these kinds was made."""
        self.changed |= bool(held & ~self._raised)
        self._raised |= held
