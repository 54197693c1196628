"""What Python calls: functions and methods written in C, which may be called, and what they call in turn."""

from __future__ import annotations

import string
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from fractions import Fraction
from types import BuiltinFunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any, cast

from ...dp import Dist
from .allowed import CHANGING, is_pure
from .classes import CONTAINERS
from .codes import Code
from .heap import COMPILED
from .order import check_order, check_text
from .outside import OutsideSubset
from .part import Part
from .worlds import ONE, Flow, Scope, World

if TYPE_CHECKING:
    from .evaluator import Evaluation

METHODS: dict[type, frozenset[str]] = {
    kind: frozenset(names.split())
    for kind, names in {
        list: "append extend insert pop remove clear index count sort reverse copy",
        dict: "get setdefault pop popitem update clear items keys values copy",
        set: "add update discard remove pop clear union intersection difference symmetric_difference "
        "issubset issuperset isdisjoint copy intersection_update difference_update "
        "symmetric_difference_update",
        frozenset: "union intersection difference symmetric_difference issubset issuperset isdisjoint copy",
        deque: "append appendleft pop popleft extend extendleft clear count index insert remove reverse "
        "rotate copy",
        bytearray: "append extend insert pop remove clear reverse copy hex decode",
        tuple: "index count",
        range: "index count start stop step",
        int: "bit_length bit_count to_bytes as_integer_ratio numerator denominator real imag conjugate",
        bool: "bit_length bit_count numerator denominator real imag",
        Fraction: "numerator denominator limit_denominator as_integer_ratio real imag",
        float: "is_integer as_integer_ratio hex real imag",
        complex: "real imag conjugate",
        Dist: "support items probability",
        bytes: "hex decode count find index startswith endswith",
    }.items()
}

METHODS[str] = frozenset(name for name in dir(str) if not name.startswith("_")) - {"format_map"}
METHODS[Counter] = METHODS[dict] | {"most_common", "elements", "subtract", "total"}
METHODS[OrderedDict] = METHODS[dict] | {"move_to_end"}
METHODS[defaultdict] = METHODS[dict]
METHODS[type(None)] = frozenset()

READING = frozenset(
    {"join", "extend", "update", "union", "intersection", "difference", "symmetric_difference"}
)
"""Methods of built-in types that read their arguments to the end."""

REMOVING = frozenset([
    "pop", "discard", "remove", "clear", "intersection_update", "difference_update",
    "symmetric_difference_update",
])  # fmt: skip
"""Methods of a set that take elements away."""

UNCHANGING = frozenset([
    "index", "count", "copy", "get", "items", "keys", "values", "union", "intersection", "difference",
    "symmetric_difference", "issubset", "issuperset", "isdisjoint", "most_common", "elements", "total",
    "hex", "decode",
])  # fmt: skip
"""Methods of what can be changed that do not change it."""


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
