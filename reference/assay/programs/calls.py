"""Reading the call of a program: is it a function, do the arguments fit, how are they shown."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping

from ..errors import InvalidType
from ..outputs.text import brief, with_type


def check_is_function(function: object) -> None:
    """Refuse what a program cannot be made of.

    Raises InvalidType for a class, a generator function, a coroutine function, or what cannot be called.
    """
    if inspect.isclass(function) or not callable(function):
        raise InvalidType(f"@program was given {with_type(function)}; decorate a function")
    if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
        raise InvalidType(
            f"@program was given the generator function {with_type(function)}; return a tuple instead of "
            f"yielding"
        )
    if inspect.iscoroutinefunction(function):
        raise InvalidType(
            f"@program was given the async function {with_type(function)}; write it with a plain def"
        )


def parameters(function: Callable[..., object]) -> Collection[str]:
    """The names of the function's parameters, as far as they are known."""
    try:
        return inspect.signature(function).parameters.keys()
    except (TypeError, ValueError):
        return ()


def check_arguments(
    function: Callable[..., object], args: tuple[object, ...], kwargs: Mapping[str, object], subject: str
) -> None:
    """Refuse arguments that do not fit the function's parameters (InvalidType)."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return
    try:
        signature.bind(*args, **kwargs)
    except TypeError as error:
        raise InvalidType(f"{subject}: {error}; its parameters are {signature}") from None


def arguments_shown(args: tuple[object, ...], kwargs: Mapping[str, object]) -> str:
    """The arguments as in a call, on one line, long ones shortened."""
    return ", ".join([brief(x) for x in args] + [f"{name}={brief(x)}" for name, x in kwargs.items()])
