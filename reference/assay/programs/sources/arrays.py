"""Lazy numbers beside arrays of numpy: element by element, without importing numpy."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any


def _is_array(value: Any) -> bool:
    """Whether a value is an array of numpy, which this module does not import."""
    return type(value).__module__ == "numpy" and getattr(value, "ndim", 0) > 0


def _each(array: Any, one: Callable[[Any], Any]) -> Any:
    """The array of what `one` makes of each element."""
    results = array.astype(object)
    flat = results.reshape(-1)
    for index, element in enumerate(array.reshape(-1).tolist()):
        flat[index] = one(element)
    plain = all(isinstance(value, bool) for value in flat.tolist())
    return flat.reshape(array.shape).astype(bool) if plain else flat.reshape(array.shape)


Method = Callable[[Any, Any], Any]


def over_arrays(method: Method) -> Method:
    """The operation of a lazy float, element by element where the other operand is an array of numpy."""

    @wraps(method)
    def either(self: Any, other: Any) -> Any:
        return _each(other, lambda one: method(self, one)) if _is_array(other) else method(self, other)

    return either
