"""Hidden state: what a sampler keeps between calls, declared, and put back before every run.

A distribution is that of one call. A sampler that leaves something behind has one distribution for its first
call and another for its next, and is refused unless what it leaves is declared. Then every run begins with
the state as it was when the exploration began, and the distribution is that of a call in this state. Runs are
not merged: a loop head or an inner call may depend on the state. Copies are put
back, so that declared variables and attributes are compared by value, and everything else as for any sampler.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable
from copy import deepcopy
from itertools import zip_longest
from types import FunctionType, ModuleType
from typing import Any, TypeAlias

from ...errors import InvalidType
from ...outputs.text import brief
from ..caches import Caches
from ..nodes import Node
from ..reach import Reach
from ..state import Snapshot
from .freeze import Freezer, Unfreezable

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


Keys = tuple[object, ...]


def frozen_state(reach: Reach, declared: Iterable[object], caches: Caches) -> Callable[[], str | None]:
    """A function that names what has changed since now and is not declared, or None."""
    values = [
        getattr(*item, None) if isinstance(item, tuple) and len(item) == 2 else item for item in declared
    ]
    nodes = reach.nodes(without=Reach(values))
    named = [(node, _keys(node)) for node in nodes if node.restrict is not None]
    others = Snapshot.of_nodes([node for node in nodes if node.restrict is None])

    def changed() -> str | None:
        for node, keys in named:
            now = _keys(node)
            if now != keys:
                return node.told(keys, tuple(b if a == b else a for a, b in zip_longest(now, keys)))
        return others.changed() or caches.changed()

    return changed


def _keys(node: Node) -> Keys:
    """What a node holds, by keys; names stand for themselves."""
    return tuple([value if type(value) is str else _key(value) for value in node.read()])


def _key(value: object) -> object:
    """The value as a key or pickled; what has neither is told apart by its identity."""
    try:
        return Freezer().key(value)
    except Unfreezable:
        pass
    try:
        return pickle.dumps(value)
    except Exception:  # whatever a pickle raises, the value has none
        return "object", id(value)
