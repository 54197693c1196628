"""`Source`: a program's text as instructions, with what its names stand for, and what no text may hold."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...programs import output
from .counts import counters
from .instructions import Instruction, Reader, refusal
from .text import Text, count_of, object_of, stream_under, streams_of


@dataclass
class Source:
    """What a program's text says, and refers to."""

    file: str
    code: Sequence[Instruction]
    names: Mapping[str, Any]
    locals: frozenset[str]
    channels: frozenset[str]
    public_streams: frozenset[str]
    inner_streams: frozenset[str]
    counters: frozenset[str] = frozenset()


def source_of(text: Text) -> Source:
    """The source of a program.  Raises OutsideClass with the line for what is not read."""
    check_statements(text)
    streams = streams_of(text)
    channels = channels_of(text)
    reader = Reader(
        text.file,
        lambda node: stream_under(node) in streams,
        lambda node: isinstance(node, (ast.Name, ast.Attribute)) and object_of(text, node) is output,
        channels,
    )
    reader.block(text.definition.body)
    local, count = _locals(text), count_of(text.fixed)
    counted = counters(text.definition, streams.values(), count) if count else frozenset()
    return Source(
        text.file,
        reader.code,
        text.names,
        local,
        channels,
        public_streams=frozenset(streams) & frozenset(text.parameters),
        inner_streams=frozenset(streams) - {text.answers, *text.parameters},
        counters=counted & local,
    )


def _locals(text: Text) -> frozenset[str]:
    """The variables of the program."""
    code = text.function.__code__
    named = (node for node in ast.walk(text.definition) if isinstance(node, ast.Name))
    stored = {node.id for node in named if isinstance(node.ctx, ast.Store)}
    return frozenset(code.co_varnames) | frozenset(code.co_cellvars) | stored


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
