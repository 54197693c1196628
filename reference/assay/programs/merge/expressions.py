"""Expressions: for every world the value, pushed on its stack, in Python's order of evaluation.

A plain expression is evaluated by Python itself.  Any other one is evaluated part by part: each part pushes
its value, and the operation replaces them by its own.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any

from . import operators
from .codes import COMPREHENSIONS
from .folded import Folded, values
from .outside import OutsideSubset, outside
from .part import Part
from .worlds import Flow, Function, World

if TYPE_CHECKING:
    from .evaluator import Evaluation


class Expressions(Part):
    """The values of expressions in many worlds at once."""

    def __init__(self, run: Evaluation) -> None:
        super().__init__(run)
        self._methods: dict[type, Callable[[Any, list[World], Flow], list[World]]] = {
            ast.BinOp: partial(operators.binary, run),
            ast.UnaryOp: partial(operators.unary, run),
            ast.BoolOp: partial(operators.boolean, run),
            ast.Compare: partial(operators.compare, run),
            ast.IfExp: self._choice,
            ast.Name: self._name,
            ast.Attribute: self._attribute,
            ast.Subscript: self._subscript,
            ast.Slice: partial(operators.slice_, run),
            ast.Tuple: partial(operators.display, run),
            ast.List: partial(operators.display, run),
            ast.Set: partial(operators.display, run),
            ast.Dict: partial(operators.dictionary, run),
            ast.JoinedStr: partial(operators.formatted, run),
            ast.NamedExpr: self._walrus,
            ast.Lambda: self.function,
            ast.Call: run.calls.call,
            Folded: partial(values, run),
        }

    def push(self, node: ast.expr, worlds: list[World], flow: Flow) -> list[World]:
        """The value of the expression on the stack of every world; those that raise go to `flow`."""
        run = self.run
        if run.plain.is_plain(flow.code, node):
            get = run.native.getter(flow.code, node)
            found = []
            for w in worlds:
                try:
                    w.stack.append(get(w.scope))
                except OutsideSubset:
                    raise
                except Exception as error:
                    run.throw(w, error, flow)
                else:
                    found.append(w)
            return found
        if not worlds:
            return worlds
        method = self._methods.get(type(node))
        if method is not None:
            return run.fewer(method(node, worlds, flow), len(worlds), flow)
        if isinstance(node, COMPREHENSIONS):
            return run.comprehensions.build(node, worlds, flow)
        raise outside(node, f"the expression contains a {type(node).__name__}")

    def apply(self, count: int, op: Callable[..., Any], worlds: list[World], flow: Flow) -> list[World]:
        """Replace the last `count` values by what a function of them gives."""
        found = []
        for w in worlds:
            values = w.stack[len(w.stack) - count :]
            del w.stack[len(w.stack) - count :]
            try:
                w.stack.append(op(*values))
            except OutsideSubset:
                raise
            except Exception as error:
                self.run.throw(w, error, flow)
            else:
                found.append(w)
        return found

    def all(self, nodes: Sequence[ast.expr], worlds: list[World], flow: Flow) -> list[World]:
        """The values of several expressions, from left to right; of a starred one what it is spread from."""
        for node in nodes:
            worlds = self.push(node.value if isinstance(node, ast.Starred) else node, worlds, flow)
        return worlds

    def decide(self, test: ast.expr, worlds: list[World], flow: Flow) -> tuple[list[World], list[World]]:
        """The worlds in which the test is true, and those in which it is false."""
        return self.parted(self.push(test, worlds, flow), flow)

    def parted(
        self, worlds: list[World], flow: Flow, *, drop: bool = True
    ) -> tuple[list[World], list[World]]:
        """The worlds by the truth of their last value, which is dropped."""
        yes: list[World] = []
        no: list[World] = []
        for w in worlds:
            try:
                (yes if w.stack[-1] else no).append(w)
            except Exception as error:  # such as the truth of an array
                raise OutsideSubset(f"the truth of a value raised {type(error).__name__}") from error
            if drop:
                w.stack.pop()
        return yes, no

    # Each kind of expression

    def _choice(self, node: ast.IfExp, worlds: list[World], flow: Flow) -> list[World]:
        yes, no = self.decide(node.test, worlds, flow)
        return [*self.push(node.body, yes, flow), *self.push(node.orelse, no, flow)]

    def _name(self, node: ast.Name, worlds: list[World], flow: Flow) -> list[World]:
        """A function from outside; all other names are plain."""
        value = self.run.names.constant(self.run.names.static(flow.code, node))
        for w in worlds:
            w.stack.append(value)
        return worlds

    def _attribute(self, node: ast.Attribute, worlds: list[World], flow: Flow) -> list[World]:
        found = self.run.names.static(flow.code, node)
        if found is not None:
            value = self.run.names.constant(found)
            for w in worlds:
                w.stack.append(value)
            return worlds
        self.run.objects.check_name(node, flow.code)
        if isinstance(self.run.names.static(flow.code, node.value), ModuleType):
            raise outside(node, f"the attribute .{node.attr} may run code")
        return self.run.objects.load(node.attr, self.push(node.value, worlds, flow), flow)

    def _subscript(self, node: ast.Subscript, worlds: list[World], flow: Flow) -> list[World]:
        worlds = self.push(node.slice, self.push(node.value, worlds, flow), flow)
        return self.apply(2, self.run.objects.item, worlds, flow)

    def _walrus(self, node: ast.NamedExpr, worlds: list[World], flow: Flow) -> list[World]:
        worlds = self.push(node.value, worlds, flow)
        for w in worlds:
            self.run.targets.set_name(w, node.target.id, w.stack[-1])
        return worlds

    def function(self, node: ast.Lambda | ast.FunctionDef, worlds: list[World], flow: Flow) -> list[World]:
        """A function of the program's own; its defaults are evaluated now."""
        code = flow.code.within(node)
        named = [(a.arg, d) for a, d in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True) if d]
        worlds = self.all([*node.args.defaults, *(d for _, d in named)], worlds, flow)
        count = len(node.args.defaults)
        for w in worlds:
            start = len(w.stack) - count - len(named)
            given = w.stack[start:]
            del w.stack[start:]
            keywords = tuple(zip((name for name, _ in named), given[count:], strict=True))
            w.stack.append(Function(code, w.scope, tuple(given[:count]), keywords))
        return worlds
