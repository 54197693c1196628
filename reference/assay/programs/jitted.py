"""Functions that numba compiles: read as the Python function that they were made of."""

from __future__ import annotations

from types import FunctionType
from typing import Any


def unjitted(value: Any) -> Any:
    """The Python function of a dispatcher of numba, anything else as it is."""
    function = _python_function(value)
    return value if function is None else function


def is_jitted(value: Any) -> bool:
    """Whether a value is a dispatcher of numba."""
    return _python_function(value) is not None


def is_of_numba(value: Any) -> bool:
    """Whether a value is an object of one of numba's classes."""
    return str(type(value).__module__).partition(".")[0] == "numba"


def is_of_compiler(function: FunctionType) -> bool:
    """Whether a function is numba's own: a decorator, or what compiles."""
    return str(function.__module__).partition(".")[0] == "numba"


def _python_function(value: Any) -> FunctionType | None:
    if not is_of_numba(value):
        return None
    try:
        function = value.py_func
    except Exception:  # other objects of numba raise what they like
        return None
    return function if isinstance(function, FunctionType) else None
