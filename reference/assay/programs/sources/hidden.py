"""Hidden state: what a sampler keeps between calls, declared, and put back before every run.

A distribution is that of one call. A sampler that leaves something behind has one distribution for its first
call and another for its next, and is refused unless what it leaves is declared. Then every run begins with
the state as it was when the exploration began, and the distribution is that of a call in this state. Runs are
not merged: a loop head or an inner call may depend on the state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from types import FunctionType, ModuleType
from typing import Any, TypeAlias

from ...errors import InvalidType
from ...outputs.text import brief

Restore: TypeAlias = Callable[[], None]


def restorer(declared: Iterable[Any]) -> Restore:
    """A function that puts the declared objects back into the state that they are in now.

    declared: objects with attributes, lists, dictionaries and sets, which are restored in place; or pairs
        (module or object, name) for a variable that is set anew.
    Raises InvalidType for anything else, and for what cannot be copied.
    """
    steps = [_restorer(item) for item in declared]

    def restore() -> None:
        for step in steps:
            step()

    return restore


def _restorer(item: Any) -> Restore:
    """The function for one declared object."""
    if isinstance(item, tuple) and len(item) == 2 and isinstance(item[1], str) and hasattr(*item):
        holder, name = item
        value = _copied(getattr(holder, name))
        return lambda: setattr(holder, name, deepcopy(value))
    if isinstance(item, list):
        elements = _copied(item)
        return lambda: item.__setitem__(slice(None), deepcopy(elements))
    if isinstance(item, dict | set):
        return _refilled(item, _copied(item))
    if hasattr(item, "__dict__") and not isinstance(item, ModuleType | FunctionType | type):
        return _refilled(vars(item), _copied(vars(item)))
    raise InvalidType(
        f"hidden state {brief(item)} ({type(item).__name__}) cannot be put back; give an object with "
        "attributes, a list, a dictionary, a set, or a pair such as (module, 'name')"
    )


def _refilled(container: Any, content: Any) -> Restore:
    """Empty a dictionary or a set, and fill it with a copy of its old content."""

    def refill() -> None:
        container.clear()
        container.update(deepcopy(content))

    return refill


def _copied(value: Any) -> Any:
    try:
        return deepcopy(value)
    except Exception as error:  # whatever a copy raises, the value cannot be kept
        raise InvalidType(
            f"hidden state {brief(value)} ({type(value).__name__}) cannot be copied ({error}); "
            "declare its parts"
        ) from error
