"""What names from outside of a program's functions stand for: modules, classes, functions, constants."""

from __future__ import annotations

import ast
import sys
from functools import _lru_cache_wrapper, partial
from types import FunctionType, ModuleType
from typing import Any

from ...dp import Dist
from .. import Program
from .allowed import ASSAY, CHANGING, is_draw, is_pure
from .codes import Code
from .heap import Heap
from .outside import OutsideSubset


class OutsideNames:
    """The objects behind names, as far as no run can change them."""

    def __init__(self, heap: Heap) -> None:
        self.heap = heap

    def static(self, code: Code, node: ast.expr) -> Any:
        """The object that a name from outside, or an attribute of a module, stands for; else None."""
        if isinstance(node, ast.Name):
            if code.is_local(node.id):
                return None
            try:
                return code.text.value(node.id)
            except LookupError:
                return None
        if isinstance(node, ast.Attribute):
            owner = self.static(code, node.value)
            if owner is Dist or owner is ASSAY:
                return getattr(owner, node.attr, None)
            if type(owner) is ModuleType:  # a module's __getattr__ may run code
                return fixed_part(owner.__name__, vars(owner).get(node.attr))
            if isinstance(owner, type) and self.heap.kind_of(owner) == "enum":
                return owner.__members__.get(node.attr)  # type: ignore[attr-defined]
        return None

    def constant(self, value: Any) -> Any:
        """A value from outside, made sure of: plain, foreign, a function or a class that is followed."""
        if is_pure(value) or is_draw(value) or isinstance(value, FunctionType) or is_known(value):
            self.heap.fixed[id(value)] = value
        elif isinstance(value, list | dict) and any(value is part for part in vars(sys).values()):
            raise OutsideSubset("it reads what differs from process to process")
        elif not isinstance(value, Program):
            self.heap.adopt(value)
        return value

    def is_outside(self, code: Code, name: str) -> bool:
        """Whether a name also stands for something outside the program's functions."""
        try:
            return not code.is_local(name) and code.text.value(name) is not self
        except LookupError:
            return False


def fixed_part(module: str, part: Any) -> Any:
    """A part of a module; of the standard library only what is the same in every process, else None."""
    top = module.partition(".")[0]
    if top not in sys.stdlib_module_names or top in CONSTANT_MODULES:
        return part
    return part if callable(part) or isinstance(part, ModuleType) else None


CONSTANT_MODULES = frozenset({"math", "cmath", "string", "decimal", "fractions"})
"""Modules of the standard library whose values never differ."""


def is_known(value: Any) -> bool:
    """Whether a value is called by rules of its own."""
    return type(value) in (partial, _lru_cache_wrapper) or value is partial or id(value) in CHANGING
