"""Statements: from a list of worlds to those that reach the end of the statement."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..program import program
from .codes import Code
from .outside import OutsideSubset, outside
from .part import Part
from .values import CONSTANT
from .worlds import Flow, World

if TYPE_CHECKING:
    from .evaluator import Evaluation


class Statements(Part):
    """The statements of all functions; loops, `match`, `with` and exceptions are next door."""

    def __init__(self, run: Evaluation) -> None:
        super().__init__(run)
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
            ast.Assert: run.raising.assert_,
            ast.Raise: run.raising.raise_,
            ast.Try: run.raising.try_,
            ast.With: run.managers.with_,
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
        if not self.run.plain.is_plain(flow.code, value):
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
        if not self.run.plain.is_plain(flow.code, value):
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
            if self.run.names.static(flow.code, decorator) is not program:
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
