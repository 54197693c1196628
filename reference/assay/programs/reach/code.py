"""Which names the code of a function reads, and what they stand for: global variables, closed-over variables,
imports and builtins, with the attributes that are read of them directly.
"""

from __future__ import annotations

import importlib
import logging
import sys
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from .. import kinds, nodes
from ..bytecode import instructions
from ..names.modules import WHAT
from ..names.rules import OF_THE_FILE, refused_part, refused_value
from ..nodes import MISSING, builtins_of
from ..origins import is_library
from ..uses import GLOBAL, SKIPPED, Use, Uses, uses_of
from .attribute_rules import attributes_of
from .objects import is_hash
from .refusals import judge

if TYPE_CHECKING:
    from .walk import Walk


def hands_hash_to_sets(code: CodeType) -> bool:
    """Whether `hash` is only called for what is returned: hash(...), or several joined by `^`.

    For a `__hash__` this number is seen by sets and dictionaries alone, who compare elements only where it is
    equal. Part of it, such as hash(...) % 8, is equal in some processes only.
    """
    stack: list[str] = []
    for instruction in instructions(code):
        op, argument = instruction.opname, instruction.arg or 0
        if op in SKIPPED or op in ("PRECALL", "COPY_FREE_VARS"):
            continue
        if op in GLOBAL or op == "PUSH_NULL":
            stack += [""] * (op == "LOAD_GLOBAL" and argument & 1)
            stack.append("function" if instruction.argval == "hash" else "")
        elif (op.startswith("LOAD_FAST") and "_LOAD_FAST" not in op) or op in ("LOAD_CONST", "LOAD_DEREF"):
            stack.append("")
        elif op in ("LOAD_ATTR", "LOAD_METHOD") and not stack[-1]:
            by_method = op == "LOAD_METHOD" or (argument & 1 and sys.version_info >= (3, 12))
            stack += [""] * bool(by_method)
        elif op in ("BUILD_TUPLE", "CALL", "BINARY_OP"):
            count = {"BUILD_TUPLE": argument, "CALL": argument + 2, "BINARY_OP": 2}[op]
            used = stack[len(stack) - count :]
            del stack[len(stack) - count :]
            called = op == "CALL" and "function" in used[:2]
            if "function" in used[2 * called :]:
                return False
            if "number" in used and not (called or op == "BUILD_TUPLE" or instruction.argrepr == "^"):
                return False
            stack.append("number" if called or "number" in used else "")
        else:
            return op == "RETURN_VALUE"
    return False


OF_THE_MODULE = "the name under which a file was loaded"

_UNNAMED = frozenset({"vars", "dir"})
"""Functions that read attributes without naming them."""

_OUTPUTS = frozenset({"stdout", "stderr"})


def follow_code(walk: Walk, function: FunctionType, *, strict: bool) -> None:
    """Go on from what the code of a function names; strict: and refuse names, as in the user's own code.

    What an installed library names is left to the watch that runs with it.
    """
    uses = uses_of(function.__code__)
    walk.variables.begin(function.__globals__, uses.set_globals)
    names = _Names(walk, function, strict)
    names.follow(uses)
    attributes_of(walk, uses, function, strict=strict)


class _Names:
    """The names of one function."""

    def __init__(self, walk: Walk, function: FunctionType, strict: bool) -> None:
        self.walk, self.function, self.strict = walk, function, strict
        self.table = function.__globals__
        self.cells = nodes.cells_by_name(function)

    def refuse(self, name: str, what: str) -> None:
        """Refuse a name on the line that is followed, in the user's code."""
        if self.strict:
            self.walk.refusals.add(name, what)

    def follow(self, uses: Uses) -> None:
        """All names, one after the other."""
        file = Path(self.function.__code__.co_filename).name
        for use in uses.names:
            if use.name == "hash" and is_hash(self.function) and hands_hash_to_sets(self.function.__code__):
                continue  # it decides how a set is laid out, which the flow looks for
            self.walk.refusals.where = f"in {file}, line {use.line}" if self.strict else ""
            self.one(use)
        self.walk.refusals.where = ""
        of_logging = {"logging": logging, "getLogger": logging.getLogger}
        changed = any(self.table.get(name, own) is not own for name, own in of_logging.items())
        if self.strict and uses.logger and changed:
            first = self.function.__code__.co_firstlineno
            self.walk.refusals.add("__name__", OF_THE_MODULE, f"in {file}, line {first}")

    def one(self, use: Use) -> None:
        """One name, with the attributes that are read of it."""
        if use.kind == "global" and use.name in ("__name__", "__module__"):
            self.refuse("__name__", OF_THE_MODULE)
        if use.kind == "cell":
            if use.name in self.cells:
                self.value(self.cells[use.name], use, f"the closed-over variable {use.name}")
        elif use.kind == "import":
            module = _imported(use.name, self.table)
            if module is not None:
                self.value(module, use, f"the module {module.__name__}")
        elif use.name in self.table:
            self.variable(use)
        else:
            self.builtin(use)

    def variable(self, use: Use) -> None:
        """A global variable."""
        if use.name in OF_THE_FILE:
            self.refuse(use.name, "where the file was found")
        self.walk.variables.is_read(self.table, use.name)
        value = self.table[use.name]
        self.walk.place(self.table, use.name, value)
        self.value(value, use, f"the global variable {use.name} of {self.table.get('__name__', '?')}")

    def builtin(self, use: Use) -> None:
        """A name without a variable: a builtin, or nothing yet."""
        walk, found = self.walk, builtins_of(self.table)
        walk.variables.may_be_set_later(self.table, use.name)
        if use.name in _UNNAMED:
            walk.attributes.are_read_unnamed(f"{use.name}(...) {walk.refusals.where}")
        if use.name == "object" and not use.attributes and self.strict:
            walk.pairs.objects = True
            walk.attributes.is_read("object", walk.refusals.where)
        if use.name in found:
            walk.variables.is_read_of_library(found, use.name)
            self.value(found[use.name], use, f"the builtin {use.name}")

    def value(self, value: Any, use: Use, label: str) -> None:
        """A value and the attributes read of it, as far as they are known without running anything."""
        for name in use.attributes:
            if isinstance(value, ModuleType):
                if self.is_refused(value, name, use):
                    return
                label = f"the global variable {name} of {value.__name__}"
                value = self.walk.handed.part(self.walk, value, name)
            elif isinstance(value, type):
                self.add(value, label)
                value = kinds.static_attribute(value, name)
            else:
                if isinstance(value, logging.Logger) and name == "name":
                    self.refuse("logging.Logger.name", OF_THE_MODULE)
                break
            if value is MISSING:
                return
        if use.stored is not None and isinstance(value, ModuleType) and is_library(value):
            self.refuse(f"{value.__name__}.{use.stored}", "which is set here, and belongs to everybody")
        self.add(value, label)

    def is_refused(self, module: ModuleType, name: str, use: Use) -> bool:
        """Whether nothing is followed that is read of this part of a module."""
        if module.__name__ == "logging":
            self.walk.changing.logging = True
        refused = refused_part(module.__name__, name, self.walk.answered) if is_library(module) else None
        if refused is not None:
            self.refuse(*refused)
            return True
        if module is not sys or name not in _OUTPUTS:
            return False
        rest = set(use.attributes[use.attributes.index(name) + 1 :]) - {"write", "flush"}
        if rest:  # it may be written to, and nothing else
            self.refuse(f"sys.{name}.{min(rest)}", WHAT["sys"])
        return True

    def add(self, value: Any, label: str) -> None:
        """Go on from a value."""
        if self.strict:
            if isinstance(value, type | BuiltinFunctionType | FunctionType | ModuleType):
                judge(self.walk, value, "")  # here it is named with a line, also where it was met before
                if isinstance(value, ModuleType):
                    self.walk.handed.add(value)
            self.walk.add(value, label)
        elif not isinstance(value, ModuleType) and refused_value(value, self.walk.answered) is None:
            self.walk.add(value, label)


def _imported(name: str, table: dict[str, Any]) -> ModuleType | None:
    """The module that an import statement inside a function gives; None where it fails, as the program will
    tell.
    """
    try:
        if name.startswith("."):
            return importlib.import_module(name, str(table.get("__package__") or ""))
        return importlib.import_module(name)
    except Exception:  # whatever an import raises, it is raised again by the program itself
        return None
