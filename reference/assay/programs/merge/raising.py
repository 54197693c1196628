"""`raise`, `assert` and `try`; `with`, and managers of the program's own."""

from __future__ import annotations

import ast
import dis
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import FunctionType
from typing import Any

from ..liveness import raised
from .outside import outside
from .part import Part
from .worlds import Flow, World


class Raising(Part):
    """Exceptions that the program raises and handles itself."""

    def assert_(self, s: ast.Assert, worlds: list[World], flow: Flow) -> list[World]:
        """assert: the worlds in which it holds."""
        holds, fails = self.run.expressions.decide(s.test, worlds, flow)
        if s.msg is not None:
            fails = self.run.expressions.push(s.msg, fails, flow)
        for w in fails:
            self.run.throw(w, AssertionError() if s.msg is None else AssertionError(w.stack.pop()), flow)
        return holds

    def raise_(self, s: ast.Raise, worlds: list[World], flow: Flow) -> list[World]:
        """An exception; where it came from cannot be asked for."""
        if s.exc is None:
            return self._raise_again(s, worlds, flow)
        worlds = self.run.expressions.push(s.exc, worlds, flow)
        if s.cause is not None:
            worlds = self.run.expressions.push(s.cause, worlds, flow)
            for w in worlds:
                if not isinstance(w.stack.pop(), Exception | None):
                    raise outside(s, "it raises from what is no exception")
        for w in worlds:
            error = w.stack.pop()
            if isinstance(error, type) and self.run.heap.kind_of(error) == "exception":
                error = error()
            if not isinstance(error, Exception):
                raise outside(s, "it raises what is no exception")
            self.run.throw(w, error, flow)
        return []

    def _raise_again(self, s: ast.Raise, worlds: list[World], flow: Flow) -> list[World]:
        """`raise` inside a handler, or in what is run inside one."""
        for w in worlds:
            inside = [n for n in w.scope.names if n.startswith("except ")]
            if not inside:
                raise outside(s, "it raises the current exception")
            self.run.throw(w, w.scope.names[inside[-1]], flow)
        return []

    def try_(self, s: ast.Try, worlds: list[World], flow: Flow) -> list[World]:
        """try, with its handlers, `else` and `finally`."""
        if not s.finalbody:
            return self._handled(s, worlds, flow)
        inner = flow.apart()
        depth = len(worlds[0].stack)
        ended = self._finally(s, self._handled(s, worlds, inner), depth, flow)
        flow.broken += self._finally(s, inner.broken, depth, flow)
        flow.continued += self._finally(s, inner.continued, depth, flow)
        flow.returned += self._finally(s, inner.returned, depth, flow)
        flow.raised += self._finally(s, inner.raised, depth, flow)
        return ended

    def _finally(self, s: ast.Try, worlds: list[World], depth: int, flow: Flow) -> list[World]:
        """The worlds after `finally`, on their way with the value or exception that they had."""
        if not worlds:
            return []
        for w in worlds:
            if len(w.stack) > depth:
                value = w.stack[-1]
                w.stack[depth:] = [value]
        inner = flow.apart()
        ended = self.run.statements.block(s.finalbody, worlds, inner)
        for mine, its in ((flow.broken, inner.broken), (flow.continued, inner.continued)):
            for w in its:
                del w.stack[depth:]
            mine += its
        flow.returned += inner.returned
        flow.raised += inner.raised
        return ended

    def _handled(self, s: ast.Try, worlds: list[World], flow: Flow) -> list[World]:
        """The block, its handlers, its `else`."""
        inner = flow.guarded()
        depth = len(worlds[0].stack)
        ended = self.run.statements.block(s.body, worlds, inner)
        failed, inner.raised = inner.raised, []
        found = self.run.statements.block(s.orelse, ended, flow)
        for w in failed:
            w.stack[depth:] = [w.stack[-1]]
        for handler in s.handlers:
            caught, failed = self._caught(handler, failed, flow)
            found += self._handle(handler, caught, flow)
        flow.raised += failed
        return found

    def _caught(
        self, handler: ast.ExceptHandler, worlds: list[World], flow: Flow
    ) -> tuple[list[World], list[World]]:
        """The worlds whose exception a handler handles, and the others."""
        if handler.type is None:
            return worlds, []
        if not self.run.plain.is_plain(flow.code, handler.type):
            raise outside(handler, "which exceptions it handles is computed")
        get = self.run.native.getter(flow.code, handler.type)
        caught: list[World] = []
        others: list[World] = []
        for w in worlds:
            kinds = get(w.scope)
            for kind in kinds if type(kinds) is tuple else (kinds,):
                if not isinstance(kind, type) or self.run.heap.kind_of(kind) != "exception":
                    raise outside(handler, "it handles what is not an exception of Python's own kind")
            (caught if isinstance(w.stack[-1], kinds) else others).append(w)
        return caught, others

    def _handle(self, handler: ast.ExceptHandler, worlds: list[World], flow: Flow) -> list[World]:
        """Run a handler; its name is deleted behind it."""
        if not worlds:
            return []
        name = raised(handler)
        for w in worlds:
            w.scope.names[name] = w.stack.pop()
            if handler.name is not None:
                self.run.targets.set_name(w, handler.name, w.scope.names[name])
        inner = flow.apart()
        ended = self.run.statements.block(handler.body, worlds, inner)
        for left in (ended, inner.broken, inner.continued, inner.returned, inner.raised):
            for w in left:
                w.scope.names.pop(name, None)
                if handler.name is not None and (scope := w.scope.owner(handler.name)) is not None:
                    scope.names.pop(handler.name, None)
        inner.lost = []  # the flow's own list, already
        flow.broken += inner.broken
        flow.continued += inner.continued
        flow.returned += inner.returned
        flow.raised += inner.raised
        return ended


class Managers(Part):
    """What is entered before a block and left after it."""

    def with_(self, s: ast.With, worlds: list[World], flow: Flow, at: int = 0) -> list[World]:
        """The block inside one manager, which lies on the stack meanwhile, and inside those after it."""
        if at == len(s.items) or not worlds:
            return self.run.statements.block(s.body, worlds, flow) if worlds else []
        item, depth = s.items[at], len(worlds[0].stack)
        worlds = self.run.expressions.push(item.context_expr, worlds, flow)
        entered: list[World] = []
        for w in worlds:
            manager = w.stack[-1]
            enter, _ = self._manager(s, manager)
            guarded = flow.guarded()
            entered += self.run.calls.invoke(enter, [manager], {}, [w], guarded)
            self._thrown(guarded.raised, depth, flow)
        inner = flow.apart()
        if item.optional_vars is not None:
            entered = self.run.targets.assign(item.optional_vars, entered, inner)
        else:
            for w in entered:
                w.stack.pop()
        inner.during = flow.during
        ended = self.with_(s, entered, inner, at + 1)
        flow.broken += self._left(s, inner.broken, depth, flow)
        flow.continued += self._left(s, inner.continued, depth, flow)
        flow.returned += self._left(s, inner.returned, depth, flow, value=True)
        return [*self._left(s, ended, depth, flow), *self._escaped(s, inner.raised, depth, flow)]

    def _manager(self, s: ast.With, manager: Any) -> tuple[Any, Any]:
        """The functions that enter and leave a manager."""
        kind = type(manager)
        enter, leave = getattr(kind, "__enter__", None), getattr(kind, "__exit__", None)
        known = self.run.heap.kind_of(kind) in ("plain", "frozen")
        if not known or not isinstance(enter, FunctionType) or not isinstance(leave, FunctionType):
            raise outside(s, f"it enters a {kind.__name__}")
        return self.run.names.constant(enter), self.run.names.constant(leave)

    def _left(
        self, s: ast.With, worlds: list[World], depth: int, flow: Flow, *, value: bool = False
    ) -> list[World]:
        """The worlds after a manager is left without an error; value: with that which they return."""
        found: list[World] = []
        for w in worlds:
            manager = w.stack[depth]
            w.stack[depth:] = [w.stack[-1]] if value else []
            guarded = flow.guarded()
            leave = self._manager(s, manager)[1]
            left = self.run.calls.invoke(leave, [manager, None, None, None], {}, [w], guarded)
            self._thrown(guarded.raised, depth, flow)
            for each in left:
                each.stack.pop()
            found += left
        return found

    def _thrown(self, worlds: list[World], depth: int, flow: Flow) -> None:
        """The worlds in which a manager itself raises."""
        for w in worlds:
            w.stack[depth:] = [w.stack[-1]]
        flow.raised += worlds

    def _escaped(self, s: ast.With, worlds: list[World], depth: int, flow: Flow) -> list[World]:
        """The worlds in which a manager swallows an exception; the others go on raising it."""
        found: list[World] = []
        for w in worlds:
            manager, error = w.stack[depth], w.stack[-1]
            leave = self._manager(s, manager)[1]
            if not ignores_traceback(leave):
                raise outside(s, "the traceback of an error is handed to a manager")
            w.stack[depth:] = [error]
            guarded = flow.guarded()
            left = self.run.calls.invoke(leave, [manager, type(error), error, None], {}, [w], guarded)
            self._thrown(guarded.raised, depth, flow)
            swallowed, others = self.run.expressions.parted(left, flow)
            for each in swallowed:
                each.stack.pop()
            flow.raised += others
            found += swallowed
        return found


def ignores_traceback(leave: FunctionType) -> bool:
    """Whether an `__exit__` never reads its last argument."""
    code = leave.__code__
    if code.co_argcount != 4 or code.co_flags & (CO_VARARGS | CO_VARKEYWORDS):
        return False
    name = code.co_varnames[3]
    return name not in code.co_cellvars and all(
        i.argval != name for i in dis.get_instructions(code) if i.opname.startswith("LOAD_FAST")
    )
