"""What no program that is read contains: statements that change what its names or its lists stand for."""

from __future__ import annotations

import ast

from .instructions import refusal
from .text import Text


def check_statements(text: Text) -> None:
    """No statement of the text changes what its names stand for."""
    for node in ast.walk(text.definition):
        if isinstance(node, (ast.Global, ast.Nonlocal, ast.Yield, ast.YieldFrom, ast.NamedExpr, ast.Lambda)):
            raise refusal(text.file, node, f"`{ast.unparse(node)}` is not read")
        name = getattr(node, "id", getattr(node, "attr", ""))
        if isinstance(name, str) and name.startswith("__"):  # in a class it may stand for another name
            raise refusal(
                text.file, node, f"{name} is not read: it depends on the class or process around it"
            )
        if isinstance(node, ast.For) and not isinstance(node.iter, FRESH):
            named = {n.id for n in ast.walk(node.iter) if isinstance(n, ast.Name)}
            _check_unchanged(text, named, node.body)
    lists = {name for name, value in text.fixed.items() if isinstance(value, list)}
    _check_unchanged(text, lists, text.definition.body)


FRESH = (ast.Call, ast.Tuple, ast.List, ast.ListComp, ast.BinOp)
"""Expressions whose lists have no other name."""


def _check_unchanged(text: Text, names: set[str], body: list[ast.stmt]) -> None:
    """No statement changes one of these lists, which a loop goes over or the next call is given again."""
    for node in (n for statement in body for n in ast.walk(statement)):
        match node:
            case (
                ast.Call(func=ast.Attribute(value=ast.Name(id=name)))
                | ast.Subscript(value=ast.Name(id=name), ctx=ast.Store())
                | ast.AugAssign(target=ast.Name(id=name))
            ) if name in names:
                raise refusal(
                    text.file, node, f"{name} is changed here while it is in use; copy it by list(...)"
                )
