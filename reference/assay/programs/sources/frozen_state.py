"""The state of a sampler by value, for one whose declared state is put back before every run by copies of it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest

from ..reach import Reach
from .freeze import Freezer, Unfreezable


def frozen_state(reach: Reach) -> Callable[[], str | None]:
    """A function that names a variable or an attribute whose value is another one than now, or None."""
    nodes = [node for node in reach.nodes() if node.restrict is not None or node.by_value]
    before = [(node, _keys(node.read())) for node in nodes]

    def changed() -> str | None:
        for node, keys in before:
            now = _keys(node.read())
            if now != keys:
                return node.told(keys, tuple(b if a == b else a for a, b in zip_longest(now, keys)))
        return None

    return changed


def _keys(content: tuple[object, ...]) -> tuple[object, ...]:
    """The values by their keys; what has none is told apart by its identity, and names stand for themselves."""
    return tuple([value if type(value) is str else _key(value) for value in content])


def _key(value: object) -> object:
    try:
        return Freezer().freeze(value)
    except Unfreezable:
        return "object", id(value)
