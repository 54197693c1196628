"""New objects of classes."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from .classes import has_checked_init, has_generated_init, unchecked
from .outside import OutsideSubset
from .part import Part
from .worlds import Flow, World


class Making(Part):
    """Everything that is made by calling a class."""

    def make(
        self, kind: type, args: list[Any], named: dict[str, Any], worlds: list[World], flow: Flow
    ) -> list[World]:
        """A new object of a class."""
        what = self.run.heap.kind_of(kind)
        init = getattr(kind, "__init__", None)
        if what in ("plain", "frozen"):
            self.run.heap.objects |= what == "plain"
            if has_checked_init(kind):
                return self._checked(kind, args, named, worlds, flow)
            if isinstance(init, FunctionType) and not has_generated_init(kind):
                return self._initialise(kind, init, args, named, worlds, flow)
        elif what == "":
            raise OutsideSubset(f"it makes a {kind.__name__}, whose class may run code")
        for w in worlds:
            w.stack.append(None)
        return self.run.expressions.apply(1, lambda _: kind(*args, **named), worlds, flow)

    def _checked(
        self, kind: type, args: list[Any], named: dict[str, Any], worlds: list[World], flow: Flow
    ) -> list[World]:
        """An object of a dataclass, whose `__post_init__` is followed when its fields are set."""
        for w in worlds:
            w.stack.append(None)
        worlds = self.run.expressions.apply(1, lambda _: unchecked(kind, args, named), worlds, flow)
        check = self.run.names.constant(kind.__post_init__)  # type: ignore[attr-defined]
        found: list[World] = []
        for w in worlds:
            inner = flow.guarded()
            found += self.run.functions.text(check, [w.stack[-1]], {}, [w], inner, None)
            for raised in inner.raised:
                del raised.stack[-2]
            flow.raised += inner.raised
        for w in found:
            w.stack.pop()
        return found

    def _initialise(
        self,
        kind: type,
        init: FunctionType,
        args: list[Any],
        named: dict[str, Any],
        worlds: list[World],
        flow: Flow,
    ) -> list[World]:
        """An object whose `__init__` is followed."""
        if hasattr(kind, "__post_init__") or (
            "__init__" in vars(kind) and init.__code__.co_filename == "<string>"
        ):
            raise OutsideSubset(f"the fields of {kind.__name__} are set by code that is not understood")
        found: list[World] = []
        for w in worlds:
            made: Any = object.__new__(kind)
            w.stack.append(made)
            inner = flow.guarded()
            found += self.run.functions.text(init, [made, *args], named, [w], inner, None)
            for raised in inner.raised:
                del raised.stack[-2]
            flow.raised += inner.raised
        for w in found:
            if w.stack.pop() is not None:
                raise OutsideSubset(f"the __init__ of {kind.__name__} returns a value")
        return found
