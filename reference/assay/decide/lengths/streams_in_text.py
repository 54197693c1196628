"""The loops of a program that go over a stream: each answer is read once, in one loop."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from .instructions import names_in, refusal
from .text import Text, object_of


def streams_of(text: Text) -> dict[str, ast.For]:
    """The streams by name: the answers, what is read beside them, and streams in the stream.

    Raises OutsideClass where a stream is gone over twice, so that one answer would be read twice.
    """
    found: dict[str, ast.For] = {}
    for loop, around in _loops(text.definition):
        name = stream_under(loop.iter)
        outer = next(
            (s for s, at in found.items() if around and at is around[-1] and name in names_in(at.target)),
            None,
        )
        is_first = name == text.answers and not around
        if name == text.answers or outer is not None:
            if name in found or not (is_first or outer is not None):
                raise refusal(text.file, loop, f"{name} is gone over twice; read each answer once")
            found[name] = loop
            if isinstance(loop.iter, ast.Call):
                _check_beside(text, loop, found)
    if text.answers not in found:
        raise refusal(text.file, text.definition, f"there is no loop `for q in {text.answers}`")
    _check_uses(text, found)
    return found


def stream_under(node: ast.expr) -> str:
    """The stream that a loop goes over: its name, or that in enumerate(name) and zip(name, ...)."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Call(func=ast.Name(id="enumerate" | "zip"), args=[first, *_]):
            return stream_under(first)
    return ""


def _loops(body: ast.AST, around: tuple[ast.AST, ...] = ()) -> Iterator[tuple[ast.For, tuple[ast.AST, ...]]]:
    """All for loops, each with the loops around it."""
    for node in ast.iter_child_nodes(body):
        if isinstance(node, ast.For):
            yield node, around
        inside = (*around, node) if isinstance(node, (ast.For, ast.While)) else around
        yield from _loops(node, inside)


def _check_beside(text: Text, loop: ast.For, found: dict[str, ast.For]) -> None:
    """What stands beside the answers in zip(...) is a public parameter, or enumerate has no start."""
    functions = {id(node.func) for node in ast.walk(loop.iter) if isinstance(node, ast.Call)}
    read = [n for n in ast.walk(loop.iter) if isinstance(n, ast.Name) and id(n) not in functions]
    beside = [n for n in read if n.id != stream_under(loop.iter)]
    if len(read) - len(beside) > 1 or any(n.id not in text.parameters for n in beside):
        raise refusal(
            text.file, loop, f"`{ast.unparse(loop.iter)}` is not the answers once, beside public parameters"
        )
    for node in ast.walk(loop.iter):
        if isinstance(node, ast.Call) and (
            node.keywords or object_of(text, node.func) not in (enumerate, zip)
        ):
            raise refusal(
                text.file, node, f"`{ast.unparse(node)}` is no stream; use enumerate(answers) or zip"
            )
        if isinstance(node, ast.Name) and node.id in text.parameters:
            found[node.id] = loop
    match loop.iter:
        case ast.Call(func=ast.Name(id="enumerate"), args=args) if len(args) > 1:
            raise refusal(text.file, loop, "enumerate is read with the answers alone")


def _check_uses(text: Text, streams: Mapping[str, ast.For]) -> None:
    """A stream is used in its loop alone."""
    allowed = {
        id(n) for loop in streams.values() for part in (loop.iter, loop.target) for n in ast.walk(part)
    }
    for node in ast.walk(text.definition):
        if isinstance(node, ast.Name) and node.id in streams and id(node) not in allowed:
            raise refusal(
                text.file, node, f"{node.id} is the stream of answers; it is only gone over by a loop"
            )
