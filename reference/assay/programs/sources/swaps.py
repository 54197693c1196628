"""What is replaced for a while, and put back: attributes, entries of dictionaries, other places."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


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
