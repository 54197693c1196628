"""What the code of a sampler sees in the place of `type`: a draw has the type of the number it stands for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..reach import Reach
from .freeze import LAZY
from .swaps import Swaps


class _TypeOf(type):
    """Makes `Type(x)` the type of x, and leaves everything else to `type`."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        kind: Any = type(*args, **kwargs)
        if len(args) != 1:
            return kind
        if kind in LAZY:
            return args[0].__class__
        return Type if kind is type else kind

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, type)

    def __subclasscheck__(cls, subclass: Any) -> bool:
        return issubclass(subclass, type)

    def __getitem__(cls, item: Any) -> Any:
        return type[item]


class Type(type, metaclass=_TypeOf):
    """The name `type` in a sampler's modules, as long as it is explored."""


Type.__name__ = Type.__qualname__ = "type"
Type.__module__ = "builtins"


@contextmanager
def disguised(reach: Reach) -> Iterator[None]:
    """Inside the block, `type` is `Type` in the modules of a sampler that have no `type` of their own."""
    swaps = Swaps()
    try:
        for table, _ in reach.variables.read.values():
            if "type" not in table:
                swaps.set(table, "type", Type)
        yield
    finally:
        swaps.undo()
