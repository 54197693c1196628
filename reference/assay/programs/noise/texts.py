"""The text of an object without a text of its own shows its address, which differs from run to run.

During a run the classes of such objects have a `__repr__` that refuses, so that no way to a text is missed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from .sealed import stop


@contextmanager
def addresses_refused(classes: Iterable[type]) -> Iterator[None]:
    """Inside the block, the objects of these classes, which take `object.__repr__`, have no text."""
    changed = [cls for cls in classes if _text_of(cls) is object.__repr__]
    for cls in changed:
        type.__setattr__(cls, "__repr__", _refuse)
    try:
        yield
    finally:
        for cls in changed:
            type.__delattr__(cls, "__repr__")


def _text_of(cls: Any) -> Any:
    return cls.__repr__


def _refuse(value: object) -> NoReturn:
    stop(
        f"the text of a {type(value).__name__} object shows its address, which differs from run to run; "
        "give the class a __repr__"
    )
