"""What is computed at a cell: a function, by its address, from parameters to a text, always the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TypeAlias

from ...errors import InvalidType, InvalidValue

Task: TypeAlias = Callable[[Mapping[str, str]], str]
"""It must be deterministic: results are kept, and never computed again."""


def load_task(address: str) -> Task:
    """The function at "package.module:name".

    Raises InvalidType for what is no text, InvalidValue where there is no such function.
    """
    given: object = address
    if not isinstance(given, str):
        raise InvalidType(
            f"task = {given!r} is a {type(given).__name__}; write the address of a function, "
            "package.module:name"
        )
    module, colon, name = address.partition(":")
    try:
        found: object = getattr(import_module(module), name) if colon and name else None
    except (ImportError, AttributeError, ValueError):
        found = None
    if not callable(found):
        raise InvalidValue(f"task {address!r} is not the address of a function; write package.module:name")
    task: Task = found
    return task


def compute(address: str, parameters: Mapping[str, str]) -> str:
    """The result at one cell; runs in a worker.  Raises InvalidValue for a result that is no text."""
    result: object = load_task(address)(parameters)
    if not isinstance(result, str):
        raise InvalidValue(
            f"task {address} returned {result!r}, a {type(result).__name__}; it has to return text"
        )
    return result
