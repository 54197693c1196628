"""Functions that numba compiles: read as the Python function that they were made of."""

from __future__ import annotations

from types import FunctionType
from typing import Any


def unjitted(value: Any) -> Any:
    """The Python function of a dispatcher of numba, anything else as it is.

    The law that is computed is that of the Python function, whose integers do not wrap around.
    """
    if str(type(value).__module__).partition(".")[0] != "numba":
        return value
    function = getattr(value, "py_func", None)
    return function if isinstance(function, FunctionType) else value
