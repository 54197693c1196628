"""Statements: from a list of worlds to those that reach the end of the statement."""

from __future__ import annotations

import ast
import dis
from collections.abc import Callable, Sequence
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import FunctionType
from typing import TYPE_CHECKING, Any

from ..liveness import raised
from .codes import Code
from .outside import OutsideSubset, outside
from .values import CONSTANT
from .worlds import Flow, World

if TYPE_CHECKING:
    from .evaluator import Evaluation


def ignores_traceback(leave: FunctionType) -> bool:
    """Whether an `__exit__` never reads its last argument."""
    code = leave.__code__
    if code.co_argcount != 4 or code.co_flags & (CO_VARARGS | CO_VARKEYWORDS):
        return False
    name = code.co_varnames[3]
    return name not in code.co_cellvars and all(
        i.argval != name for i in dis.get_instructions(code) if i.opname.startswith("LOAD_FAST")
    )


class Statements:
    """The statements of all functions; loops and `match` are next door."""

    def __init__(self, run: Evaluation) -> None:
        self.run = run
        self._methods: dict[type, Callable[[Any, list[World], Flow], list[World]]] = {
            ast.Assign: self._assign,
            ast.AugAssign: self._augment,
            ast.AnnAssign: self._annotated,
            ast.Expr: self._expression,
            ast.If: self._if,
            ast.Return: self._return,
            ast.While: run.loops.while_,
            ast.For: run.loops.for_,
            ast.Break: self._break,
            ast.Continue: self._continue,
            ast.Pass: lambda s, worlds, flow: worlds,
            ast.Assert: self._assert,
            ast.Raise: self._raise,
            ast.Try: self._try,
            ast.With: self._with,
            ast.Match: run.matching.match,
            ast.FunctionDef: self._define,
            ast.Delete: self._delete,
            ast.Nonlocal: lambda s, worlds, flow: worlds,
        }

    def body(self, code: Code, worlds: list[World], flow: Flow) -> list[World]:
        """Run a function whose callers' scopes are on the stacks: its value takes their place."""
        base = len(worlds[0].stack)
        node = code.node
        if isinstance(node, ast.Lambda):
            ended = self.run.expressions.push(node.body, worlds, flow)
        elif isinstance(node, ast.FunctionDef):
            ended = self.block(node.body, worlds, flow)
            for w in ended:
                w.stack.append(None)
        else:
            raise outside(node, "it is called, and is no function")
        returned = [*flow.returned, *ended]
        flow.returned = []
        for w in (*returned, *flow.raised):
            value = w.stack[-1]
            w.scope = w.stack[base - 1]
            del w.stack[base - 1 :]
            w.stack.append(value)
        return self.run.merged(returned, None, flow) if base > 1 else returned

    def block(self, body: Sequence[ast.stmt], worlds: list[World], flow: Flow) -> list[World]:
        """The worlds that reach the end of a block."""
        live, around = flow.code.live, flow.during
        for s in body:
            if not worlds:
                break
            flow.during = live.during[id(s)]
            method = self._methods.get(type(s))
            if method is None:
                raise outside(s, f"a {type(s).__name__} statement is not understood")
            try:
                worlds = self.run.merged(method(s, worlds, flow), live.after[id(s)], flow)
            except OutsideSubset as error:
                raise error.at(s) from error.__cause__
        flow.during = around
        return worlds

    # Assignments

    def _assign(self, s: ast.Assign, worlds: list[World], flow: Flow) -> list[World]:
        first = s.targets[0]
        if len(s.targets) == 1 and isinstance(first, ast.Name) and first.id in flow.code.bound:
            return self._set(first.id, s.value, worlds, flow)
        worlds = self.run.expressions.push(s.value, worlds, flow)
        for i, target in enumerate(s.targets):
            if i < len(s.targets) - 1:
                for w in worlds:
                    w.stack.append(w.stack[-1])
            worlds = self.run.targets.assign(target, worlds, flow)
        return worlds

    def _set(self, name: str, value: ast.expr, worlds: list[World], flow: Flow) -> list[World]:
        """name = value, where the name is the function's own; without the stack where the value is plain."""
        if not self.run.native.is_plain(flow.code, value):
            worlds = self.run.expressions.push(value, worlds, flow)
            for w in worlds:
                w.scope.names[name] = w.stack.pop()
            return worlds
        get = self.run.native.getter(flow.code, value)
        found = []
        for w in worlds:
            try:
                w.scope.names[name] = get(w.scope)
            except OutsideSubset:
                raise
            except Exception as error:
                self.run.throw(w, error, flow)
            else:
                found.append(w)
        return found

    def _augment(self, s: ast.AugAssign, worlds: list[World], flow: Flow) -> list[World]:
        """x op= e; as x = x op e where no value can be changed, which is what Python then does."""
        if not isinstance(s.target, ast.Name) or s.target.id not in flow.code.bound:
            return self.run.targets.augment(s, worlds, flow)
        name = s.target.id
        if any(type(w.scope.names.get(name)) not in CONSTANT for w in worlds):
            return self.run.targets.augment(s, worlds, flow)
        value = self._sum(s, name)
        if not self.run.native.is_plain(flow.code, value):
            return self.run.targets.augment(s, worlds, flow)
        get = self.run.native.getter(flow.code, value)
        found, failed = [], []
        for w in worlds:
            try:
                w.scope.names[name] = get(w.scope)
            except OutsideSubset:
                raise
            except Exception:
                failed.append(w)  # whose message names the operator
            else:
                found.append(w)
        return [*found, *self.run.targets.augment(s, failed, flow)] if failed else found

    def _sum(self, s: ast.AugAssign, name: str) -> ast.expr:
        """x op e for x op= e."""
        known = getattr(s, "_assay_value", None)
        if known is None:
            known = ast.copy_location(ast.BinOp(ast.Name(name, ast.Load()), s.op, s.value), s)
            s._assay_value = known  # type: ignore[attr-defined]
        expression: ast.expr = known
        return expression

    def _annotated(self, s: ast.AnnAssign, worlds: list[World], flow: Flow) -> list[World]:
        """A function does not evaluate its annotations."""
        if isinstance(s.target, ast.Name):
            return worlds if s.value is None else self._set(s.target.id, s.value, worlds, flow)
        if s.value is None:
            raise outside(s, "it declares a target, and sets nothing")
        return self.run.targets.assign(s.target, self.run.expressions.push(s.value, worlds, flow), flow)

    def _expression(self, s: ast.Expr, worlds: list[World], flow: Flow) -> list[World]:
        if isinstance(s.value, ast.Constant):
            return worlds
        worlds = self.run.expressions.push(s.value, worlds, flow)
        for w in worlds:
            w.stack.pop()
        return worlds

    def _define(self, s: ast.FunctionDef, worlds: list[World], flow: Flow) -> list[World]:
        for decorator in s.decorator_list:
            if not self.run.is_program(self.run.native.static(flow.code, decorator)):
                raise outside(s, "a decorator changes a function")
        worlds = self.run.expressions.function(s, worlds, flow)
        for w in worlds:
            self.run.targets.set_name(w, s.name, w.stack.pop())
        return worlds

    def _delete(self, s: ast.Delete, worlds: list[World], flow: Flow) -> list[World]:
        for target in s.targets:
            worlds = self.run.targets.delete(target, worlds, flow)
        return worlds

    # Control

    def _if(self, s: ast.If, worlds: list[World], flow: Flow) -> list[World]:
        yes, no = self.run.expressions.decide(s.test, worlds, flow)
        return [*self.block(s.body, yes, flow), *self.block(s.orelse, no, flow)]

    def _return(self, s: ast.Return, worlds: list[World], flow: Flow) -> list[World]:
        flow.returned += self.run.expressions.push(s.value or ast.Constant(None), worlds, flow)
        return []

    def _break(self, s: ast.Break, worlds: list[World], flow: Flow) -> list[World]:
        flow.broken += worlds
        return []

    def _continue(self, s: ast.Continue, worlds: list[World], flow: Flow) -> list[World]:
        flow.continued += worlds
        return []

    # Exceptions

    def _assert(self, s: ast.Assert, worlds: list[World], flow: Flow) -> list[World]:
        holds, fails = self.run.expressions.decide(s.test, worlds, flow)
        if s.msg is not None:
            fails = self.run.expressions.push(s.msg, fails, flow)
        for w in fails:
            self.run.throw(w, AssertionError() if s.msg is None else AssertionError(w.stack.pop()), flow)
        return holds

    def _raise(self, s: ast.Raise, worlds: list[World], flow: Flow) -> list[World]:
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

    def _try(self, s: ast.Try, worlds: list[World], flow: Flow) -> list[World]:
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
        ended = self.block(s.finalbody, worlds, inner)
        for mine, its in ((flow.broken, inner.broken), (flow.continued, inner.continued)):
            for w in its:
                del w.stack[depth:]
            mine += its
        flow.returned += inner.returned
        flow.raised += inner.raised
        return ended

    def _with(self, s: ast.With, worlds: list[World], flow: Flow) -> list[World]:
        """Managers of the program's own, the first around all others."""
        return self._managed(s, 0, worlds, flow)

    def _managed(self, s: ast.With, at: int, worlds: list[World], flow: Flow) -> list[World]:
        """The block inside one manager, which lies on the stack meanwhile, and inside those after it."""
        if at == len(s.items) or not worlds:
            return self.block(s.body, worlds, flow) if worlds else []
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
        return self.run.native.constant(enter), self.run.native.constant(leave)

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

    def _handled(self, s: ast.Try, worlds: list[World], flow: Flow) -> list[World]:
        """The block, its handlers, its `else`."""
        inner = flow.guarded()
        depth = len(worlds[0].stack)
        ended = self.block(s.body, worlds, inner)
        failed, inner.raised = inner.raised, []
        found = self.block(s.orelse, ended, flow)
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
        if not self.run.native.is_plain(flow.code, handler.type):
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
        ended = self.block(handler.body, worlds, inner)
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
