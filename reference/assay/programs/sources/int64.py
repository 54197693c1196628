"""Compiled functions compute with integers of 64 bits, which wrap around; the Python function's do not.

A function that numba compiled is followed as a copy of its Python function that looks at every value which an
expression makes.  An integer outside of 64 bits, where the compiled function does something else, is refused.
"""

from __future__ import annotations

import ast
from functools import lru_cache
from types import FunctionType
from typing import Any

from ...errors import NondeterministicProgram
from .draws import Contradiction, active
from .instrument import REWRITTEN, compiled, definition_of, with_code
from .lazy_int import LazyInt

CHECK = "__assay_int64__"

LEAST, LARGEST = -(2**63), 2**63 - 1


@lru_cache(maxsize=256)
def checked(function: FunctionType) -> FunctionType:
    """The copy that looks at its values.  Raises NondeterministicProgram where there is no source."""
    found = definition_of(function.__code__)
    code = None
    if found is not None:
        module, node = found
        _rewrite(node)
        code = compiled(module, function.__code__)
    if code is None or code.co_freevars != function.__code__.co_freevars:
        raise NondeterministicProgram(
            f"the function {function.__name__} is compiled by numba, and its source cannot be read, so that "
            "integers which wrap around at 64 bits are not seen; give the Python function, its py_func"
        )
    if code == function.__code__:  # it makes no value
        return function
    if code == function.__code__:  # it makes no value
        return function
    REWRITTEN[code] = (function.__code__, _rewrite)
    return with_code(function, code)


def _rewrite(node: ast.FunctionDef) -> None:
    """Have every value looked at that an expression of the body makes."""
    node.body = [_Values().visit(statement) for statement in node.body]
    ast.fix_missing_locations(node)


class _Values(ast.NodeTransformer):
    """`a + b` becomes CHECK(a + b), and so do calls, subscripts and constants; `x += a` is written out."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.body = [self.visit(statement) for statement in node.body]
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.target, ast.Name):
            return node  # looked at where it is read
        old = ast.copy_location(ast.Name(node.target.id, ast.Load()), node)
        total = ast.copy_location(ast.BinOp(old, node.op, node.value), node)
        return ast.copy_location(ast.Assign([node.target], _looked_at(total)), node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        return _looked_at(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        return node if isinstance(node.op, ast.Not) else _looked_at(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        return _looked_at(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        return _looked_at(node) if isinstance(node.ctx, ast.Load) else node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return _looked_at(node) if type(node.value) is int and not _fits(node.value) else node


def _looked_at(node: ast.expr) -> ast.expr:
    return ast.copy_location(ast.Call(ast.Name(CHECK, ast.Load()), [node], []), node)


def within_int64(value: Any) -> Any:
    """The value; an integer outside of 64 bits ends the run and the reading."""
    kind = type(value)
    if kind is int and not _fits(value):
        _refuse()
    if kind is LazyInt and not all(map(_fits, value.ends())):
        _refuse()
    return value


def _fits(value: int) -> bool:
    return LEAST <= value <= LARGEST


def _refuse() -> None:
    run = active.get()
    if run is not None:
        run.stop(
            Contradiction(
                "a function that numba compiles has an integer outside of 64 bits, where the compiled one "
                "wraps around or takes another type; keep the values smaller, or give the Python function, "
                "its py_func"
            )
        )
