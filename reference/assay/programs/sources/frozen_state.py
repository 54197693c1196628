"""The state of a sampler part of whose state is declared: that part is put back before every run by copies of
it.

So variables and attributes are compared by value, and everything else that is not declared as for any
sampler.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable
from itertools import zip_longest

from ..caches import Caches
from ..nodes import Node
from ..reach import Reach
from ..state import Snapshot
from .freeze import Freezer, Unfreezable

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
