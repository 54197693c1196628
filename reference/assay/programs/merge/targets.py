"""Assignment: to names, to the parts of a target, to elements, slices and attributes; and deletion."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from .classes import CONTAINERS
from .outside import OutsideSubset, outside
from .part import Part
from .values import CONSTANT
from .worlds import Flow, World

IN_PLACE: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.iadd,
    ast.Sub: operator.isub,
    ast.Mult: operator.imul,
    ast.Div: operator.itruediv,
    ast.FloorDiv: operator.ifloordiv,
    ast.Mod: operator.imod,
    ast.Pow: operator.ipow,
    ast.LShift: operator.ilshift,
    ast.RShift: operator.irshift,
    ast.BitOr: operator.ior,
    ast.BitXor: operator.ixor,
    ast.BitAnd: operator.iand,
    ast.MatMult: operator.imatmul,
}


class Targets(Part):
    """Everything that sets or deletes."""

    def set_name(self, world: World, name: str, value: Any) -> None:
        """Set a variable of the function, or of the one around it that it belongs to."""
        scope = world.scope.owner(name)
        if scope is None:
            raise OutsideSubset(f"it sets {name}, which is a variable of a module")
        scope.names[name] = value

    def assign(self, target: ast.expr, worlds: list[World], flow: Flow) -> list[World]:
        """Set the target to the last value on the stack, which is dropped."""
        match target:
            case ast.Name(id=name):
                for w in worlds:
                    self.set_name(w, name, w.stack.pop())
                return worlds
            case ast.Tuple() | ast.List():
                return self._unpack(target.elts, worlds, flow)
            case ast.Starred():
                return self.assign(target.value, worlds, flow)
            case ast.Subscript():
                worlds = self.run.expressions.all([target.value, target.slice], worlds, flow)
                return self._dropped(self.run.expressions.apply(3, self._set_item, worlds, flow))
            case ast.Attribute():
                self.run.objects.check_name(target, flow.code)
                worlds = self.run.expressions.push(target.value, worlds, flow)
                op = self._attribute_setter(target.attr)
                return self._dropped(self.run.expressions.apply(2, op, worlds, flow))
        raise outside(target, "this assignment is not understood")

    def _unpack(self, parts: list[ast.expr], worlds: list[World], flow: Flow) -> list[World]:
        """Take the value apart, as Python does it, and set the parts from left to right."""
        star = next((i for i, part in enumerate(parts) if isinstance(part, ast.Starred)), -1)
        apart = unpacker(len(parts), star)

        def taken(value: Any) -> Any:
            self.run.objects.check_iterable(value)
            return apart(value)

        worlds = self.run.expressions.apply(1, taken, worlds, flow)
        for w in worlds:
            w.stack += reversed(w.stack.pop())
        for part in parts:
            worlds = self.assign(part, worlds, flow)
        return worlds

    def _dropped(self, worlds: list[World]) -> list[World]:
        for w in worlds:
            w.stack.pop()
        return worlds

    def _set_item(self, value: Any, owner: Any, key: Any) -> None:
        self._check(owner)
        if isinstance(key, slice):
            self.run.guards.ordered(value)
        owner[key] = value

    def _check(self, owner: Any) -> None:
        """Refuse to change elements of what is not a container of the world's own."""
        if type(owner) not in CONTAINERS and type(owner) not in CONSTANT:
            raise OutsideSubset(f"it sets an element of a {type(owner).__name__}")
        self.run.heap.check_change(owner)

    def _attribute_setter(self, name: str) -> Callable[[Any, Any], None]:
        def set_attribute(value: Any, owner: Any) -> None:
            self.run.objects.check_settable(owner, name)
            setattr(owner, name, value)

        return set_attribute

    # x op= e

    def augment(self, s: ast.AugAssign, worlds: list[World], flow: Flow) -> list[World]:
        """The old value, then the operand, then the operation in place, then the assignment."""
        expressions, target = self.run.expressions, s.target
        if isinstance(target, ast.Name):
            if (name := target.id) not in flow.code.bound and not flow.code.is_local(name):
                raise outside(s, f"it sets {name}, which is a variable of a module")
            for w in worlds:
                w.stack.append(w.scope.value(name))
            worlds = expressions.push(s.value, worlds, flow)
            return self.assign(target, expressions.apply(2, self._in_place(s.op), worlds, flow), flow)
        if isinstance(target, ast.Subscript):
            worlds = expressions.all([target.value, target.slice], worlds, flow)
            worlds = self._kept(worlds, 2, self.run.objects.item, flow)
            worlds = expressions.push(s.value, worlds, flow)
            worlds = expressions.apply(2, self._in_place(s.op), worlds, flow)
            put = expressions.apply(
                3, lambda owner, key, value: self._set_item(value, owner, key), worlds, flow
            )
            return self._dropped(put)
        self.run.objects.check_name(target, flow.code)
        worlds = expressions.push(target.value, worlds, flow)
        for w in worlds:
            w.stack.append(w.stack[-1])
        worlds = self.run.objects.load(target.attr, worlds, flow)
        worlds = expressions.apply(2, self._in_place(s.op), expressions.push(s.value, worlds, flow), flow)
        setter = self._attribute_setter(target.attr)
        return self._dropped(expressions.apply(2, lambda owner, value: setter(value, owner), worlds, flow))

    def _kept(self, worlds: list[World], count: int, op: Callable[..., Any], flow: Flow) -> list[World]:
        """What a function of the last values gives, beside them."""
        for w in worlds:
            w.stack += w.stack[len(w.stack) - count :]
        return self.run.expressions.apply(count, op, worlds, flow)

    def _in_place(self, op: ast.operator) -> Callable[[Any, Any], Any]:
        """The operation; what it changes in place must be the world's own."""
        function, heap, guards = IN_PLACE[type(op)], self.run.heap, self.run.guards
        removes = isinstance(op, ast.Sub | ast.BitAnd | ast.BitXor)

        def operate(left: Any, right: Any) -> Any:
            kind = type(left)
            if isinstance(op, ast.Mod):
                guards.check_modulo(left, right)
            if kind in CONTAINERS:
                heap.check_change(left)
                heap.removed |= removes and kind is set
                if kind is not set:
                    self.run.objects.check_iterable(right)
            return function(left, right)

        return operate

    # del

    def delete(self, target: ast.expr, worlds: list[World], flow: Flow) -> list[World]:
        """Delete a variable or an element."""
        if isinstance(target, ast.Name):
            for w in worlds:
                w.scope.value(target.id)
                scope = w.scope.owner(target.id)
                if scope is not None:
                    del scope.names[target.id]
            return worlds
        if isinstance(target, ast.Subscript):
            worlds = self.run.expressions.all([target.value, target.slice], worlds, flow)

            def remove(owner: Any, key: Any) -> None:
                self._check(owner)
                del owner[key]

            return self._dropped(self.run.expressions.apply(2, remove, worlds, flow))
        if isinstance(target, ast.Tuple | ast.List):
            for part in target.elts:
                worlds = self.delete(part, worlds, flow)
            return worlds
        raise outside(target, "this deletion is not understood")


@lru_cache(maxsize=256)
def unpacker(count: int, star: int) -> Callable[[Any], tuple[Any, ...]]:
    """Takes a value apart into so many parts, with Python's own errors; that at `star` takes the rest."""
    names = [f"{'*' if i == star else ''}a{i}" for i in range(count)]
    body = "\n".join(
        ["def unpack(value):", f"    [{', '.join(names)}] = value" if names else "    [] = value"]
    )
    made: dict[str, Any] = {}
    exec(f"{body}\n    return ({''.join(f'a{i}, ' for i in range(count))})", {"__builtins__": {}}, made)
    unpack: Callable[[Any], tuple[Any, ...]] = made["unpack"]
    return unpack
