"""`Text`: the source of a program over a stream, with what its names stand for."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any, cast

from ...errors import InvalidType, InvalidValue
from ...outputs.text import with_type
from ...programs import Program
from ...programs.source_text import definition_in, file_text
from .counts import EVERY_COUNT


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
