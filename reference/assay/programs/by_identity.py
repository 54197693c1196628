"""What is found once for some objects, by their identities."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

T = TypeVar("T")

MOST = 1024
"""So many answers are remembered; then all are forgotten."""


def once_for_each(find: Callable[..., T]) -> Callable[..., T]:
    """The function, which is asked once for the same objects and keeps them alive; the hash of some, such as
    code, takes long, and others have none.
    """
    known: dict[tuple[int, ...], tuple[tuple[Any, ...], T]] = {}

    @wraps(find)
    def found(*objects: Any) -> T:
        key = tuple(map(id, objects))
        if key not in known:
            if len(known) >= MOST:
                known.clear()
            known[key] = objects, find(*objects)
        return known[key][1]

    return found
