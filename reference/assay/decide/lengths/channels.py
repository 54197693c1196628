"""The lists of a program that only collect what it writes: appended to, and returned."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .text import Text


def channels_of(text: Text) -> frozenset[str]:
    """The lists that start empty, are appended to, and otherwise only returned.

    Each is made once, whichever way the program takes, and before it is named: else it could be missing.
    """
    empty: dict[str, tuple[int, int]] = {}
    other, allowed = set(), set()
    for node in ast.walk(text.definition):
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name) as target], value=value)
                | ast.AnnAssign(target=ast.Name(id=name) as target, value=value)
            ) if value is not None and ast.unparse(value) in ("[]", "list()"):
                if node in text.definition.body:
                    empty[name] = _position(target)
                allowed.add(id(target))
            case ast.Call(func=ast.Attribute(value=ast.Name() as held, attr="append")):
                allowed.add(id(held))
            case ast.Return(value=value) if value is not None:
                allowed |= {id(n) for n in _returned(value)}
    for node in ast.walk(text.definition):
        if isinstance(node, ast.Name) and (
            id(node) not in allowed or _position(node) < empty.get(node.id, (0, 0))
        ):
            other.add(node.id)
    assigned = [
        n.id for n in ast.walk(text.definition) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    ]
    return frozenset(n for n in empty.keys() - other if assigned.count(n) == 1)


def _position(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _returned(value: ast.expr) -> Iterator[ast.expr]:
    """The names that are returned as they are, or as tuple(name)."""
    match value:
        case ast.Name():
            yield value
        case ast.Tuple(elts=elts):
            for each in elts:
                yield from _returned(each)
        case ast.Call(func=ast.Name(id="tuple" | "list"), args=[ast.Name() as name]):
            yield name
