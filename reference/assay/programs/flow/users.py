"""Functions and classes of the user's: their code, wherever they are put, each with a bit of its own."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Iterable
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any, TypeAlias

from ..nodes import MISSING
from ..origins import INSTALLED, USER, origin_of_class
from .values import FIRST_TARGET, Value, value_of

Target: TypeAlias = "CodeType | type | BuiltinFunctionType"
"""What a call may enter."""

_CALLED = (FunctionType, MethodType, staticmethod, classmethod, functools._lru_cache_wrapper)
"""What calls a function of the user's when it is called."""


class Users:
    """The code of the user's functions with their global variables, and what objects stand for it.

    by_name: the methods of classes. computed: the functions behind properties. selves: of special methods,
    what they are called on. with_self: functions that are methods. bound: the objects that methods are bound
    to. partials: what `partial` binds to a function or class.
    """

    def __init__(self, classes: Iterable[type]) -> None:
        self.classes: list[type] = list(classes)
        self.tables: dict[CodeType, dict[str, Any]] = {}
        self.by_name: dict[str, list[CodeType]] = {}
        self.computed: dict[str, list[CodeType]] = {}
        self.selves: dict[CodeType, Value] = {}
        self.with_self: set[CodeType] = set()
        self.bound: dict[CodeType, list[Any]] = {}
        self.partials: dict[Target, list[Any]] = {}
        self._targets: list[Target] = []
        self._bits: dict[Target, int] = {}
        self._described: dict[int, Value] = {}
        self._kept_alive: list[Any] = []

    def code_of(self, known: Any) -> CodeType | None:
        """The code of a function of the user's, also behind a cache or a wrapper of the standard library."""
        function = getattr(known, "_function", known) if type(known).__name__ == "Program" else known
        if isinstance(function, CodeType):
            return function if function in self.tables else None
        while function is not MISSING and function is not None:
            code = getattr(getattr(function, "__func__", function), "__code__", None)
            if isinstance(code, CodeType) and code in self.tables:
                return code
            if isinstance(function, type) or not callable(function):
                return None
            function = inspect.getattr_static(function, "__wrapped__", None)
        return None

    def methods(self, name: str) -> list[CodeType]:
        """The functions of the user's classes with this name."""
        return [code for code in self.by_name.get(name, ()) if code in self.tables]

    def describe(self, thing: Any) -> Value:
        """The description of an object, found once."""
        known = self._described.get(id(thing))
        if known is None:
            known = self._described[id(thing)] = self.fresh(thing)
            self._kept_alive.append(thing)
        return known

    def fresh(self, thing: Any) -> Value:
        """The description of an object."""
        return value_of(thing, self._bit_of)

    def bit(self, target: Target) -> int:
        """The bit of a function or class."""
        known = self._bits.get(target)
        if known is None:
            known = self._bits[target] = FIRST_TARGET << len(self._targets)
            self._targets.append(target)
        return known

    def targets(self, bits: int) -> list[Target]:
        """The functions and classes that are among some kinds."""
        if bits < FIRST_TARGET:
            return []
        return [target for target in self._targets if bits & self._bits[target]]

    def classes_bits(self) -> int:
        """The bits of all classes of the user's."""
        found = 0
        for cls in self.classes:
            found |= self.bit(cls)
        return found

    def _bit_of(self, thing: Any) -> int:
        """The bit of the function or class that is called when an object is, 0 if none is known."""
        given: list[Any] = []
        while isinstance(thing, functools.partial):
            given += [*thing.args, *thing.keywords.values()]
            thing = thing.func
        target = self._called(thing)
        if given and isinstance(target, BuiltinFunctionType):
            return 0
        if target is not None and given:
            self.partials.setdefault(target, []).extend(given)
        return 0 if target is None else self.bit(target)

    def _called(self, thing: Any) -> Target | None:
        """The function or class that is called when an object is, None if none is known."""
        if isinstance(thing, type):
            return thing if origin_of_class(thing) in (USER, INSTALLED) else None
        if isinstance(thing, BuiltinFunctionType):
            return thing if isinstance(thing.__self__, ModuleType) else None
        if not isinstance(thing, _CALLED) and type(thing).__name__ != "Program":
            return None
        code = self.code_of(thing)
        if code is not None and isinstance(thing, MethodType):
            self.bound.setdefault(code, []).append(thing.__self__)
        return code
