"""What is replaced for a while, and put back: attributes, entries of dictionaries, other places.

In the place of `type` the code of a sampler sees `Type`: a draw has the type of the number it stands for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ..reach import Reach
from .freeze import LAZY


class Swaps:
    """Attributes and globals that are replaced, and put back."""

    def __init__(self) -> None:
        self._undo: list[Callable[[], None]] = []

    def set(self, holder: Any, name: str, value: Any) -> None:
        """Replace one attribute, or one entry of a dictionary."""
        missing = object()
        if isinstance(holder, dict):
            old = holder.get(name, missing)
            holder[name] = value
            self._undo.append(
                lambda: holder.pop(name, None) if old is missing else holder.update({name: old})
            )
        else:
            was = vars(holder).get(name, missing)
            setattr(holder, name, value)
            self._undo.append(lambda: delattr(holder, name) if was is missing else setattr(holder, name, was))

    def undo(self) -> None:
        """Put everything back, the last first."""
        while self._undo:
            self._undo.pop()()


class Slot(dict[str, Any]):
    """A place that is set by a function, as a dictionary of one entry."""

    def __init__(self, value: Any, put: Callable[[Any], None]) -> None:
        super().__init__(it=value)
        self.put = put

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name, value)
        self.put(value)

    def update(self, *others: Any, **values: Any) -> None:
        """Set the place too."""
        for name, value in dict(*others, **values).items():
            self[name] = value


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
