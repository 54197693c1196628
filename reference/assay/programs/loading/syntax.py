"""The text of a module: its syntax tree, its imports, the names that a statement sets, fills and calls."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import resolve_name
from pathlib import Path
from typing import Any

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def bound_by(node: ast.AST) -> Iterator[str]:
    """The names that a statement sets, outside of functions and classes inside it."""
    if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        yield node.name
        return
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.alias):
        yield (node.asname or node.name).partition(".")[0]
    elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
        yield node.name
    elif isinstance(node, ast.MatchMapping) and node.rest:
        yield node.rest
    for part in ast.iter_child_nodes(node) if not isinstance(node, ast.Lambda | ast.comprehension) else ():
        yield from bound_by(part)


def filled(node: ast.stmt, modules: frozenset[str]) -> Iterator[str]:
    """The names of objects that a statement may change: whose parts it sets, whose methods it calls, or which
    it gives to a call whose result it drops.
    """
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute | ast.Subscript) and not isinstance(part.ctx, ast.Load):
            yield from first_name(part)
        elif isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
            yield from set(first_name(part.func)) - modules
        elif isinstance(part, ast.Expr) and isinstance(part.value, ast.Call):
            for given in (*part.value.args, *[keyword.value for keyword in part.value.keywords]):
                yield from set(first_name(given)) - modules


def called_in(parts: list[ast.AST]) -> set[str]:
    """The names that are called, or given to a call, which may call them; a decorator and a base are called,
    too.
    """
    found: list[ast.expr] = []
    for part in parts:
        if isinstance(part, ast.Call):
            found += [part.func, *part.args, *[keyword.value for keyword in part.keywords]]
        elif isinstance(part, (*FUNCTIONS, ast.ClassDef)):
            found += part.decorator_list
        if isinstance(part, ast.ClassDef):
            found += [*part.bases, *[keyword.value for keyword in part.keywords]]
    methods = {n.attr for n in found if isinstance(n, ast.Attribute)}
    return methods | {name for n in found for name in first_name(n)}


def parts_run(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a statement outside of the bodies of lambdas, which run later."""
    yield node
    for part in ast.iter_child_nodes(node):
        if not isinstance(part, ast.Lambda):
            yield from parts_run(part)


def first_name(node: ast.expr) -> Iterator[str]:
    """The name at the beginning of a chain of attributes and indices."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Starred):
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id


def roots(node: ast.expr) -> Iterator[str]:
    """The name at the beginning of a decorator."""
    while isinstance(node, ast.Call):
        node = node.func
    yield from first_name(node)


def is_constant(node: ast.expr) -> bool:
    """Whether an expression is made of constants alone, or defines a function."""
    plain = (ast.Constant, ast.UnaryOp, ast.BinOp, ast.Tuple, ast.unaryop, ast.operator, ast.Load)
    return isinstance(node, ast.Lambda) or all(isinstance(part, plain) for part in ast.walk(node))


def is_main(node: ast.stmt) -> bool:
    """Whether a statement is what a file does when it is the program, which fills nothing when imported."""
    return isinstance(node, ast.If) and not node.orelse and ast.unparse(node.test) == "__name__ == '__main__'"


def is_star(node: ast.AST) -> bool:
    """Whether a statement imports everything of a module."""
    return isinstance(node, ast.ImportFrom) and node.names[0].name == "*"


def named_modules(node: ast.AST, package: str) -> Iterator[str]:
    """The modules that an import names."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        try:
            name = resolve_name("." * node.level + (node.module or ""), package or None)
        except ImportError:
            return
        yield name
        yield from (f"{name}.{alias.name}" for alias in node.names)


def changed_at(path: str) -> int | None:
    """When a file was changed; None where there is none."""
    try:
        return Path(path).stat().st_mtime_ns
    except OSError:
        return None


@lru_cache(maxsize=64)
def tree_of(path: str, changed: int | None) -> ast.Module:
    """The syntax tree of a file as it was then; an empty one where it has none."""
    return parsed(path, changed)


def parsed(path: str, changed: int | None) -> ast.Module:
    """The same, as a tree of its own, which is made faster than copied."""
    try:
        return ast.parse("" if changed is None else Path(path).read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError):
        return ast.parse("")


def place_of(node: ast.stmt) -> dict[str, Any]:
    """Where a statement stands."""
    kept = ("lineno", "col_offset", "end_lineno", "end_col_offset")
    return {name: getattr(node, name) for name in kept}
