"""What could show more than a value's contents, its text or the order of a set, passes through a guard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .allowed import (
    CALLING,
    ORDER_FREE,
    TEXTS,
    is_pure,
)
from .heap import Heap
from .order import check_order, check_text
from .outside import OutsideSubset

_NUMBERS = frozenset({int, bool, float, complex, range, slice, set})


class Guards:
    """The guards of one evaluation; callback: makes a function of the program's one that Python may call."""

    def __init__(self, heap: Heap) -> None:
        self.heap = heap
        self.callback: Callable[[Any], Any] = lambda value: value
        self._guarded: dict[int, Any] = {}

    def guarded(self, function: Any) -> Any:
        """A pure function that refuses arguments of which it would show more than their contents."""
        if (
            not is_pure(function)
            or id(function) in ORDER_FREE
            or (isinstance(function, type) and function in _NUMBERS)
        ):
            return function
        known = self._guarded.get(id(function))
        if known is None:
            known = self._guarded[id(function)] = self._guard(function)
        return known

    def _guard(self, function: Any) -> Any:
        heap, shows, calls = self.heap, id(function) in TEXTS, id(function) in CALLING
        if function is type:
            return self._type_of
        free = function in (sorted, max, min) if not isinstance(function, type) else False

        def checked(*args: Any, **named: Any) -> Any:
            if shows:
                for value in args:
                    self.text(value)
            elif heap.careful and not (free and not named):
                for value in args:
                    check_order(value, heap)
            return function(*(map(self.callback, args) if calls else args), **self.callbacks(named))

        return function if function is isinstance else checked

    def callbacks(self, named: dict[str, Any]) -> dict[str, Any]:
        """Named arguments, of which Python calls the `key`."""
        return (
            {n: self.callback(v) if n in ("key", "func") else v for n, v in named.items()} if named else named
        )

    def _type_of(self, *args: Any) -> Any:
        """type(value) of a value that is what it is in Python."""
        if len(args) != 1 or type(args[0]).__module__.startswith(__package__):
            raise OutsideSubset("it makes a class, or asks for the type of a function")
        return type(args[0])

    def text(self, value: Any) -> Any:
        """The value, if its text is that of its contents."""
        check_text(value, self.heap)
        return value

    def ordered(self, value: Any) -> Any:
        """The value, if the order of its elements is known."""
        if self.heap.careful:
            check_order(value, self.heap)
        return value

    def modulo(self, left: Any, right: Any) -> Any:
        """left % right, which may be a text."""
        self.check_modulo(left, right)
        return left % right

    def check_modulo(self, left: Any, right: Any) -> None:
        """Refuse left % right, if that shows more than the contents of the right one."""
        if type(left) in (str, bytes, bytearray):
            self.text(right)
