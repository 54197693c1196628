"""Expressions: for every world the value, pushed on its stack, in Python's order of evaluation.

A plain expression is evaluated by Python itself.  Any other one is evaluated part by part: each part pushes
its value, and the operation replaces them by its own.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Sequence
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any

from .codes import COMPREHENSIONS
from .folded import Folded, values
from .iteration import DICTIONARIES
from .order import same
from .outside import OutsideSubset, outside
from .worlds import Flow, Function, World

if TYPE_CHECKING:
    from .evaluator import Evaluation

BINARY: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.BitAnd: operator.and_,
    ast.MatMult: operator.matmul,
}
UNARY: dict[type, Callable[[Any], Any]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Invert: operator.invert,
    ast.Not: operator.not_,
}
COMPARE: dict[type, Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
}


class Expressions:
    """The values of expressions in many worlds at once."""

    def __init__(self, run: Evaluation) -> None:
        self.run = run
        self._methods: dict[type, Callable[[Any, list[World], Flow], list[World]]] = {
            ast.BinOp: self._binary,
            ast.UnaryOp: self._unary,
            ast.BoolOp: self._boolean,
            ast.Compare: self._compare,
            ast.IfExp: self._choice,
            ast.Name: self._name,
            ast.Attribute: self._attribute,
            ast.Subscript: self._subscript,
            ast.Slice: self._slice,
            ast.Tuple: self._display,
            ast.List: self._display,
            ast.Set: self._display,
            ast.Dict: self._dictionary,
            ast.JoinedStr: self._text,
            ast.NamedExpr: self._walrus,
            ast.Lambda: self._lambda,
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

    def _binary(self, node: ast.BinOp, worlds: list[World], flow: Flow) -> list[World]:
        worlds = self.push(node.right, self.push(node.left, worlds, flow), flow)
        op = self.run.guards.modulo if isinstance(node.op, ast.Mod) else BINARY[type(node.op)]
        return self.apply(2, op, worlds, flow)

    def _unary(self, node: ast.UnaryOp, worlds: list[World], flow: Flow) -> list[World]:
        return self.apply(1, UNARY[type(node.op)], self.push(node.operand, worlds, flow), flow)

    def _boolean(self, node: ast.BoolOp, worlds: list[World], flow: Flow) -> list[World]:
        """`and` and `or`: the first value that decides, else the last."""
        decided: list[World] = []
        for part in node.values[:-1]:
            yes, no = self.parted(self.push(part, worlds, flow), flow, drop=False)
            decided += yes if isinstance(node.op, ast.Or) else no
            worlds = no if isinstance(node.op, ast.Or) else yes
            for w in worlds:
                w.stack.pop()
        return [*decided, *self.push(node.values[-1], worlds, flow)]

    def _compare(self, node: ast.Compare, worlds: list[World], flow: Flow) -> list[World]:
        """A chain of comparisons, up to the first that is false."""
        worlds = self.push(node.left, worlds, flow)
        decided: list[World] = []
        for i, (op, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            worlds = self.push(right, worlds, flow)
            compare = self._comparison(op)
            if i == len(node.ops) - 1:
                return [*decided, *self.apply(2, compare, worlds, flow)]
            worlds = self.apply(2, lambda a, b, f=compare: (b, f(a, b)), worlds, flow)
            for w in worlds:
                w.stack += w.stack.pop()
            yes, no = self.parted(worlds, flow, drop=False)
            for w in yes:
                w.stack.pop()
            for w in no:
                del w.stack[-2]
            decided, worlds = [*decided, *no], yes
        raise outside(node, "it compares nothing")

    def _comparison(self, op: ast.cmpop) -> Callable[[Any, Any], Any]:
        if isinstance(op, ast.Is):
            return lambda a, b: same(a, b, self.run.heap)
        if isinstance(op, ast.IsNot):
            return lambda a, b: not same(a, b, self.run.heap)
        return COMPARE[type(op)]

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

    def _slice(self, node: ast.Slice, worlds: list[World], flow: Flow) -> list[World]:
        parts = [part or ast.Constant(None) for part in (node.lower, node.upper, node.step)]
        return self.apply(3, slice, self.all(parts, worlds, flow), flow)

    def _display(self, node: ast.Tuple | ast.List | ast.Set, worlds: list[World], flow: Flow) -> list[World]:
        stars = [isinstance(part, ast.Starred) for part in node.elts]
        kind = {ast.Tuple: tuple, ast.List: list, ast.Set: set}[type(node)]

        def built(*values: Any) -> Any:
            found: list[Any] = []
            for star, value in zip(stars, values, strict=True):
                if star:
                    found.extend(self.run.guards.ordered(value))
                else:
                    found.append(value)
            return kind(found)

        return self.apply(len(stars), built, self.all(node.elts, worlds, flow), flow)

    def _dictionary(self, node: ast.Dict, worlds: list[World], flow: Flow) -> list[World]:
        parts = [
            part for pair in zip(node.keys, node.values, strict=True) for part in pair if part is not None
        ]
        worlds = self.all(parts, worlds, flow)

        def built(*values: Any) -> dict[Any, Any]:
            found, rest = dict[Any, Any](), iter(values)
            for key in node.keys:
                if key is not None:
                    name = next(rest)
                    found[name] = next(rest)
                elif type(spread := next(rest)) in DICTIONARIES:
                    found.update(spread)
                else:
                    raise outside(node, "it spreads what is not a plain dictionary")
            return found

        return self.apply(len(parts), built, worlds, flow)

    def _text(self, node: ast.JoinedStr, worlds: list[World], flow: Flow) -> list[World]:
        """An f-string with draws in it; each part is made a text as it is met."""
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                worlds = self.push(part.value, worlds, flow)
                spec = part.format_spec or ast.Constant("")
                worlds = self.apply(
                    2, _Formatted(part.conversion, self.run), self.push(spec, worlds, flow), flow
                )
            else:
                worlds = self.push(part, worlds, flow)
        return self.apply(len(node.values), lambda *texts: "".join(texts), worlds, flow)

    def _walrus(self, node: ast.NamedExpr, worlds: list[World], flow: Flow) -> list[World]:
        worlds = self.push(node.value, worlds, flow)
        for w in worlds:
            self.run.targets.set_name(w, node.target.id, w.stack[-1])
        return worlds

    def _lambda(self, node: ast.Lambda, worlds: list[World], flow: Flow) -> list[World]:
        return self.function(node, worlds, flow)

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


class _Formatted:
    """One part of an f-string, as text."""

    def __init__(self, conversion: int, run: Evaluation) -> None:
        conversions: dict[int, Callable[[Any], Any]] = {115: str, 114: repr, 97: ascii}
        self.convert = conversions.get(conversion)
        self.run = run

    def __call__(self, value: Any, spec: str) -> str:
        self.run.guards.text(value)
        return format(value if self.convert is None else self.convert(value), spec)
