"""Functions that numba compiles: read as the Python function that they were made of."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any

_NOTED: list[list[Any]] = []
"""The lists that note every dispatcher which is read."""


def unjitted(value: Any) -> Any:
    """The Python function of a dispatcher of numba, anything else as it is."""
    function = _python_function(value)
    if function is None:
        return value
    for noted in _NOTED:
        noted.append(value)
    return function


def is_jitted(value: Any) -> bool:
    """Whether a value is a dispatcher of numba."""
    return _python_function(value) is not None


@contextmanager
def noting() -> Iterator[list[Any]]:
    """Inside the block, the dispatchers that are read are noted."""
    noted: list[Any] = []
    _NOTED.append(noted)
    try:
        yield noted
    finally:
        _NOTED.remove(noted)


def is_of_numba(value: Any) -> bool:
    """Whether a value is an object of one of numba's classes."""
    return str(type(value).__module__).partition(".")[0] == "numba"


def _python_function(value: Any) -> FunctionType | None:
    if not is_of_numba(value):
        return None
    try:
        function = value.py_func
    except Exception:  # other objects of numba raise what they like
        return None
    return function if isinstance(function, FunctionType) else None
