"""`with`: managers of the program's own."""

from __future__ import annotations

import ast
import dis
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import FunctionType
from typing import Any

from .outside import outside
from .part import Part
from .worlds import Flow, World


class Managers(Part):
    """What is entered before a block and left after it."""

    def with_(self, s: ast.With, worlds: list[World], flow: Flow) -> list[World]:
        """Managers of the program's own, the first around all others."""
        return self._managed(s, 0, worlds, flow)

    def _managed(self, s: ast.With, at: int, worlds: list[World], flow: Flow) -> list[World]:
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
        ended = self._managed(s, at + 1, entered, inner)
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
