"""What Python calls: functions and methods written in C, and what these call in turn."""

from __future__ import annotations

import string
from collections.abc import Callable
from types import BuiltinFunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any, cast

from .allowed import CHANGING, is_pure
from .classes import CONTAINERS
from .codes import Code
from .heap import COMPILED
from .methods import REMOVING, UNCHANGING
from .order import check_order, check_text
from .outside import OutsideSubset
from .part import Part
from .worlds import ONE, Flow, Scope, World

if TYPE_CHECKING:
    from .evaluator import Evaluation


NOBODY = cast("Code", None)
"""The code of Python's own functions."""


class PythonCalls(Part):
    """Calls that are Python's own."""

    def __init__(self, run: Evaluation) -> None:
        super().__init__(run)
        run.guards.callback = self.callback

    def function(self, function: Any) -> Callable[[list[Any], dict[str, Any]], Any]:
        """A function that Python calls: a pure one, or a method of a built-in type."""
        run = self.run
        if is_pure(function):
            guarded = run.guards.guarded(function)
            return lambda args, named: guarded(*args, **named)
        if id(function) in CHANGING:
            return lambda args, named: self._changing(function, args, named)
        if isinstance(function, BuiltinFunctionType | MethodType) and not isinstance(
            function.__self__, ModuleType
        ):
            return lambda args, named: self._method(function, args, named)
        raise OutsideSubset(
            f"it calls a {type(function).__name__}, which is not known to be free of side effects"
        )

    def _changing(self, function: Any, args: list[Any], named: dict[str, Any]) -> Any:
        """Call a function that changes its first argument."""
        if not args or type(args[0]) is not list or named:
            raise OutsideSubset(f"it calls {function.__name__} with other than a list and plain arguments")
        self.run.heap.check_change(args[0])
        return function(*args)

    def _method(self, method: Any, args: list[Any], named: dict[str, Any]) -> Any:
        """Call a method of a built-in type; one that changes it needs the world's own."""
        owner, heap = method.__self__, self.run.heap
        kind = type(owner)
        if kind in CONTAINERS and method.__name__ not in UNCHANGING:
            heap.check_change(owner)
            if kind is set and method.__name__ in REMOVING:
                if method.__name__ == "pop":
                    check_order(owner, heap)
                heap.removed = True
        if kind is str and method.__name__ == "format":
            check_fields(owner)
            for value in (*args, *named.values()):
                check_text(value, heap)
        if heap.careful and kind not in (set, frozenset):
            for value in args:
                check_order(value, heap)
        return method(*args, **self.run.guards.callbacks(named))

    def callback(self, value: Any) -> Any:
        """A function as one that Python can call, if it never draws."""
        if is_pure(value):
            return self.run.guards.guarded(value)
        if not callable(value) or getattr(getattr(value, "__code__", None), "co_filename", "") == COMPILED:
            return value
        return lambda *args, **named: self._called_back(value, list(args), named)

    def _called_back(self, function: Any, args: list[Any], named: dict[str, Any]) -> Any:
        flow = Flow(NOBODY)
        world = World(Scope(NOBODY, {}), [], ONE, 0)
        found = self.run.calls.invoke(function, args, named, [world], flow)
        if found == [world] and not flow.lost and not world.draws:
            return world.stack[-1]
        if flow.raised == [world] and not flow.lost and not world.draws:
            error: BaseException = world.stack[-1]
            raise error
        raise OutsideSubset("a function that Python calls by itself draws, or may not end")


def check_fields(text: str) -> None:
    """Refuse a format that reads attributes or elements of what it shows."""
    try:
        parts = list(string.Formatter().parse(text))
    except ValueError as error:
        raise OutsideSubset(f"its format {text!r} is none") from error
    for _, name, spec, _ in parts:
        plain = name is None or name == "" or name.isidentifier() or name.isdigit()
        if not plain or "{" in (spec or ""):
            raise OutsideSubset("a format reads more than the values that it is given")
