"""Attributes and elements of values: what reading or setting them may do without running code unseen."""

from __future__ import annotations

import ast
import enum
from collections import defaultdict
from types import BuiltinFunctionType, FunctionType
from typing import Any

from .. import Program
from .classes import CONTAINERS
from .codes import Code
from .order import check_order
from .outside import OutsideSubset, outside
from .part import Part
from .python_calls import METHODS
from .worlds import Bound, Flow, World

ALTERNATIVE = frozenset({(dict, "fromkeys"), (str, "maketrans"), (int, "from_bytes"), (bytes, "fromhex")})
"""Methods of built-in types that make a value from plain arguments."""

SUBSCRIPTED = frozenset({list, tuple, dict, str, bytes, range, bytearray}) | CONTAINERS


class _Property:
    """An attribute that is computed by a function of the class."""

    __slots__ = ("function", "owner")

    def __init__(self, function: FunctionType, owner: Any) -> None:
        self.function, self.owner = function, owner


class Objects(Part):
    """Reads and sets attributes and elements."""

    def check_name(self, node: ast.Attribute, code: Code) -> None:
        """Refuse special names, and those that a class would change."""
        if node.attr.startswith("__"):
            raise outside(node, f"the attribute .{node.attr} is special")

    def load(self, name: str, worlds: list[World], flow: Flow) -> list[World]:
        """Replace the last value by its attribute; a property is a call."""
        worlds = self.run.expressions.apply(1, lambda value: self.attribute(value, name), worlds, flow)
        if not any(type(w.stack[-1]) is _Property for w in worlds):
            return worlds
        found = [w for w in worlds if type(w.stack[-1]) is not _Property]
        for w in worlds:
            if type(w.stack[-1]) is _Property:
                asked = w.stack.pop()
                found += self.run.calls.invoke(asked.function, [asked.owner], {}, [w], flow)
        return found

    def attribute(self, value: Any, name: str) -> Any:
        """The attribute of a value, a method as one that can be called later."""
        kind: type = type(value)
        allowed = METHODS.get(kind)
        if allowed is not None:
            if name not in allowed and hasattr(kind, name):
                raise OutsideSubset(f"the attribute .{name} of a {kind.__name__} is not understood")
            return getattr(value, name)
        if isinstance(value, type):
            return self._of_class(value, name)
        what = self.run.heap.kind_of(kind)
        if what in ("plain", "frozen"):
            return self._of_object(kind, vars(value), value, name)
        if what == "enum":
            return self._of_member(kind, value, name)
        if (what == "named tuple" and name in kind._fields) or (what == "exception" and name == "args"):  # type: ignore[attr-defined]
            return getattr(value, name)
        if what == "named tuple" and name in ("_replace", "_asdict"):
            return getattr(value, name)
        if what == "named tuple":
            part = in_class(kind, name)
            if isinstance(part, property):
                return self._property(part, value)
            if isinstance(part, FunctionType | staticmethod | classmethod) and not name.startswith("_"):
                return self._part(part, value, kind)
        if what == "exception" and not hasattr(value, name):
            return getattr(value, name)
        raise OutsideSubset(f"the attribute .{name} of a {kind.__name__} may run code")

    def _of_object(self, kind: type, own: dict[str, Any], value: Any, name: str) -> Any:
        """An attribute of an object of a plain class, or of its class."""
        part = in_class(kind, name)
        if isinstance(part, property):
            return self._property(part, value)
        if name in own:
            return own[name]
        if part is _NOWHERE:
            return getattr(value, name)  # raises as Python does
        return self._part(part, value, kind)

    def _of_member(self, kind: type, value: Any, name: str) -> Any:
        """An attribute of an enum member."""
        part = in_class(kind, name)
        if name in ("name", "value") and type(part) is enum.property:
            return value._name_ if name == "name" else value._value_
        if name in vars(value) and not isinstance(part, property):
            return self.run.names.constant(vars(value)[name])
        if isinstance(part, property) and type(part) is property:
            return self._property(part, value)
        if isinstance(part, FunctionType | staticmethod | classmethod) and kind.__module__ != "enum":
            return self._part(part, value, kind)
        raise OutsideSubset(f"the attribute .{name} of {kind.__name__} may run code")

    def _of_class(self, kind: type, name: str) -> Any:
        """An attribute of a class."""
        what = self.run.heap.kind_of(kind)
        if what == "enum" and name in kind.__members__:  # type: ignore[attr-defined]
            return kind.__members__[name]  # type: ignore[attr-defined]
        if (kind, name) in ALTERNATIVE:
            return getattr(kind, name)
        part = in_class(kind, name)
        if what not in ("plain", "frozen") or isinstance(part, property) or part is _NOWHERE:
            raise OutsideSubset(f"the attribute .{name} of the class {kind.__name__} may run code")
        if isinstance(part, FunctionType):
            return self.run.names.constant(part)
        return self._part(part, kind, kind)

    def _property(self, part: property, value: Any) -> _Property:
        if type(part) is not property or not isinstance(part.fget, FunctionType):
            raise OutsideSubset("it reads a property that is not a function")
        return _Property(part.fget, value)

    def _part(self, part: Any, value: Any, kind: type) -> Any:
        """What a class offers under a name, as Python binds it."""
        constant = self.run.names.constant
        if isinstance(part, FunctionType):
            return Bound(constant(part), value)
        if type(part) is Program:
            return Bound(constant(part._function), value)
        if type(part) is staticmethod and isinstance(part.__func__, FunctionType):
            return constant(part.__func__)
        if type(part) is classmethod and isinstance(part.__func__, FunctionType):
            return Bound(constant(part.__func__), kind)
        if isinstance(part, BuiltinFunctionType) or hasattr(type(part), "__get__"):
            raise OutsideSubset(f"a {type(part).__name__} of the class {kind.__name__} may run code")
        return constant(part)

    def check_settable(self, owner: Any, name: str) -> None:
        """Refuse to set an attribute of what is not the world's own object, or through a descriptor."""
        kind = type(owner)
        if name.startswith("__") or self.run.heap.kind_of(kind) not in ("plain", "frozen"):
            raise OutsideSubset(f"it sets the attribute .{name} of a {kind.__name__}")
        if hasattr(type(in_class(kind, name)), "__set__"):
            raise OutsideSubset(f"it sets .{name}, which is computed")
        self.run.heap.check_change(owner)

    def item(self, owner: Any, key: Any) -> Any:
        """owner[key] of a built-in container, text or named tuple."""
        kind = type(owner)
        if kind is defaultdict:
            self.run.heap.check_change(owner)
        elif isinstance(owner, type) and self.run.heap.kind_of(owner) == "enum":
            return owner.__members__[key]  # type: ignore[attr-defined]
        elif (
            kind not in SUBSCRIPTED
            and self.run.heap.kind_of(kind) != "named tuple"
            and hasattr(kind, "__getitem__")
        ):
            raise OutsideSubset(f"it takes an element of a {kind.__name__}")
        return owner[key]

    def check_iterable(self, value: Any) -> None:
        """Refuse to run through a set whose order is not that of its elements."""
        if self.run.heap.careful:
            check_order(value, self.run.heap)


class _Nowhere:
    """No class has a part of that name."""


_NOWHERE = _Nowhere()


def in_class(kind: type, name: str) -> Any:
    """The part of a class, or of one it is derived from, under a name, as it stands there."""
    for base in kind.__mro__:
        if name in vars(base):
            return vars(base)[name]
    return _NOWHERE
