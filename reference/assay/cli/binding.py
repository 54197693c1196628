"""`--arg NAME=VALUE`: parameters of a function that the command line binds before it is judged."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from types import FunctionType
from typing import TYPE_CHECKING

from .errors import UsageError

if TYPE_CHECKING:
    from ..programs import Program

Given = Mapping[str, object]


def read_arguments(texts: Sequence[str] | None, *, floats: bool = False) -> Given:
    """The values by name: a Python literal where it is one, else the text itself, such as 1/3 or ln 2.

    A number with a point is text too, which exact functions read (0.1 is 1/10), unless `floats` are meant.
    """
    given: dict[str, object] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        name = name.strip()
        if not equals or not name.isidentifier():
            raise UsageError(f"--arg {text!r} is not NAME=VALUE; write for example --arg scale=2")
        if name in given:
            raise UsageError(f"--arg {name} is given twice; give it once")
        given[name] = _value(value.strip(), floats)
    return given


def _value(text: str, floats: bool) -> object:
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return text
    return text if isinstance(value, float | complex) and not floats else value


def call_text(name: str, given: Given) -> str:
    """How the bound function is named: f(scale=2)."""
    return f"{name}({', '.join(f'{key}={value}' for key, value in given.items())})" if given else name


def bound_program(program: Program[..., object], given: Given) -> Program[..., object]:
    """The program whose parameters of these names have these values wherever none is passed."""
    from ..programs import Program

    return Program(bound(program._function, given), program._limits) if given else program


def bound(function: Callable[..., object], given: Given) -> Callable[..., object]:
    """The function whose parameters of these names have these values wherever none is passed.

    Every reader of programs sees a plain function with other defaults.  Raises UsageError for what is no
    plain function, for a name that is no parameter, for the input, and for a parameter left without a value.
    """
    if not given:
        return function
    if not isinstance(function, FunctionType):
        raise UsageError(f"--arg binds the parameters of a function, and {_spelled(function)} is none")
    check_names(function, given)
    name = function.__name__
    first, *others = inspect.signature(function).parameters.values()
    if first.name in given:
        raise UsageError(f"--arg {first.name} is the input of {name}; its values are those of --domain")
    for each in others:
        without = each.name not in given and each.default is each.empty
        if without and each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD):
            raise UsageError(f"{name} has no value for {each.name}; add --arg {each.name}=VALUE")
    return _with_defaults(function, [first, *others], given)


def _with_defaults(
    function: FunctionType, parameters: Sequence[inspect.Parameter], given: Given
) -> FunctionType:
    """A copy of the function with these defaults in place of its own."""
    closure = function.__closure__
    copy = FunctionType(function.__code__, function.__globals__, function.__name__, None, closure)
    values = {each.name: given.get(each.name, each.default) for each in parameters}
    valued = [each for each in parameters if values[each.name] is not each.empty]
    by_name = {each.name: values[each.name] for each in valued if each.kind is each.KEYWORD_ONLY}
    copy.__defaults__ = tuple(values[each.name] for each in valued if each.name not in by_name)
    copy.__kwdefaults__ = by_name
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    copy.__annotations__, copy.__dict__ = function.__annotations__, dict(function.__dict__)
    return copy


def made_by(factory: FunctionType, given: Given) -> object:
    """What the function returns for these arguments: a mechanism, or a program.

    Raises UsageError for arguments that do not fit.
    """
    check_names(factory, given)
    try:
        inspect.signature(factory).bind(**given)
    except TypeError as error:
        raise UsageError(f"{factory.__name__}: {error}; add --arg NAME=VALUE for it") from None
    return factory(**given)


def check_names(function: FunctionType, given: Given) -> None:
    """Raises UsageError for a name that is no parameter of the function."""
    parameters = inspect.signature(function).parameters
    names = [n for n, p in parameters.items() if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
    for name in given:
        if name not in names:
            close = get_close_matches(name, names, n=1)
            hint = f"did you mean {close[0]}?" if close else f"it has {', '.join(names) or 'none'}"
            raise UsageError(
                f"--arg {name} is no parameter of {getattr(function, '__name__', function)}; {hint}"
            )


def _spelled(value: object) -> str:
    from ..outputs.text import with_type

    return with_type(value)
