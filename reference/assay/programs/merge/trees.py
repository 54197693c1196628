"""Syntax trees: an operation without its parts, lists as tuples, what an assignment sets."""

from __future__ import annotations

import ast
from copy import copy
from typing import Any, TypeAlias

from .outside import outside

Env: TypeAlias = dict[str, Any]
"""The variables and their values."""


def split(node: ast.expr) -> tuple[ast.expr, list[ast.expr]]:
    """A copy of the operation with names _0, _1, ... for its parts, and the parts in order."""
    parts: list[ast.expr] = []

    def name(part: ast.expr) -> ast.expr:
        parts.append(part)
        return ast.Name(f"_{len(parts) - 1}", ast.Load())

    made = copy(node)
    if isinstance(made, ast.BinOp):
        made.left, made.right = name(made.left), name(made.right)
    elif isinstance(made, ast.UnaryOp):
        made.operand = name(made.operand)
    elif isinstance(made, ast.Compare) and len(made.ops) == 1:
        made.left, made.comparators = name(made.left), [name(made.comparators[0])]
    elif isinstance(made, ast.Tuple):
        made.elts = [name(part) for part in made.elts]
    elif isinstance(made, ast.Subscript) and not isinstance(made.slice, ast.Slice):
        made.value, made.slice = name(made.value), name(made.slice)
    elif isinstance(made, ast.Call):
        made.args = [name(part) for part in made.args]
        made.keywords = [ast.keyword(k.arg, name(k.value)) for k in made.keywords]
    else:
        raise outside(node, f"a draw inside a {type(node).__name__} is not understood")
    return made, parts


def as_tuple(node: ast.expr) -> ast.expr:
    """A list that is written down where only its elements count, as a tuple."""
    if not isinstance(node, ast.List):
        return node
    known = getattr(node, "_assay_tuple", None)
    if known is None:
        known = ast.copy_location(ast.Tuple(node.elts, node.ctx), node)
        node._assay_tuple = known  # type: ignore[attr-defined]
    found: ast.expr = known
    return found


def assigned(target: ast.expr, value: Any) -> Env:
    """What an assignment sets: a name, or a tuple of names from a tuple or a range."""
    if isinstance(target, ast.Name):
        return {target.id: value}
    if (
        isinstance(target, ast.Tuple)
        and type(value) in (tuple, range, str)
        and len(value) == len(target.elts)
    ):
        found: Env = {}
        for part, item in zip(target.elts, value, strict=True):
            found.update(assigned(part, item))
        return found
    raise outside(target, "this assignment is not understood")
