"""`Text`: the source of a program over a stream, what its names stand for, and its loops over a stream."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any, cast

from ...errors import InvalidType, InvalidValue
from ...outputs.text import with_type
from ...programs import Program
from ...programs.source_text import definition_in, file_text
from .counts import EVERY_COUNT
from .instructions import names_in, refusal


@dataclass
class Text:
    """A function, its definition, and what its names stand for."""

    function: Callable[..., Any]
    definition: ast.FunctionDef
    names: Mapping[str, Any]
    file: str
    answers: str
    parameters: tuple[str, ...]
    fixed: Mapping[str, Any]


def text_of(program: object, fixed: Mapping[str, Any]) -> Text:
    """The text of a program, with parameters that are given.

    Raises InvalidType for what is no function with a text; InvalidValue for parameters that do not fit.
    """
    function = vars(program)["_function"] if isinstance(program, Program) else program
    if not inspect.isfunction(function):
        raise InvalidType(f"program is {with_type(program)}; give a function decorated with @assay.program")
    definition = _definition(function)
    signature = inspect.signature(function, follow_wrapped=False)
    answers, *others = _parameters(function, signature)
    unknown = [name for name in fixed if name not in others]
    if unknown:
        raise InvalidValue(f"{unknown[0]} is no public parameter of {function.__name__}{signature}")
    known = cast(Any, function).__builtins__  # a module may have others than `builtins`
    closure = inspect.getclosurevars(function)
    return Text(
        function,
        definition,
        {**known, **function.__globals__, **closure.nonlocals},
        Path(function.__code__.co_filename).name,
        answers,
        tuple(others),
        {**_defaults(function, others), **fixed},
    )


def _parameters(function: FunctionType, signature: inspect.Signature) -> list[str]:
    """The parameters of the code: the answers first.  Raises InvalidValue where a signature says others."""
    code = function.__code__
    if (
        tuple(signature.parameters) != code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        or any(p.kind is not p.POSITIONAL_OR_KEYWORD for p in signature.parameters.values())
        or not signature.parameters
    ):
        raise InvalidValue(
            f"{function.__name__}{signature}: give it the answers first, then public parameters"
        )
    return list(signature.parameters)


def _defaults(function: FunctionType, others: list[str]) -> dict[str, Any]:
    """The defaults of the public parameters; a signature may say others."""
    given = (function.__defaults__ or ())[-len(others) :] if others else ()
    return dict(zip(others[len(others) - len(given) :], given, strict=True))


def _definition(function: FunctionType) -> ast.FunctionDef:
    """The function's text, if it is that of its code.  Raises InvalidType."""
    code = function.__code__
    try:
        text = file_text(code)
        module = ast.parse(text)
        compiled = compile(text, code.co_filename, "exec", dont_inherit=True)
        definition = definition_in(module, compiled, code)
    except (OSError, TypeError, ValueError, SyntaxError) as error:
        raise InvalidType(
            f"the source of {function.__name__} is not at hand ({error}); write it in a file, and load that"
        ) from None
    if not isinstance(definition, ast.FunctionDef):
        raise InvalidType(f"{function.__name__} is no plain function; give one that is written with def")
    return definition


def object_of(text: Text, node: ast.expr) -> object:
    """What a dotted name outside the program's variables stands for."""
    if isinstance(node, ast.Attribute):
        return getattr(object_of(text, node.value), node.attr, None)
    code = text.function.__code__
    if isinstance(node, ast.Name) and node.id not in (*code.co_varnames, *code.co_cellvars):
        return text.names.get(node.id)
    return None


def count_of(fixed: Mapping[str, Any]) -> str:
    """The parameter that is every whole number >= 1; "" without one.  Raises InvalidValue for several."""
    names = [name for name, value in fixed.items() if value is EVERY_COUNT]
    if len(names) > 1:
        raise InvalidValue(
            f"{' and '.join(names)} are EVERY_COUNT; one parameter can be, give the other a number"
        )
    return names[0] if names else ""


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
