"""`raise`, `assert` and `try`."""

from __future__ import annotations

import ast

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
