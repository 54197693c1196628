"""The law of an expression: its values with their probabilities, given the values of the variables.

An expression without draws is evaluated by Python itself.  One with draws is evaluated part by part, in
Python's order, and the parts are put together again by Python.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from types import CodeType
from typing import Any

from .allowed import DRAWS, GATHER, READERS, callee, check_expression, is_program, is_pure, outer_values
from .branches import ONE, SURE, Branch, Parts, folded, gathered, limited
from .outside import outside
from .text import Text
from .trees import Env, as_tuple, assigned, split
from .values import SCALARS, key_of


class Expressions:
    """Evaluates the expressions of one function; `call` evaluates those that it calls."""

    def __init__(
        self, text: Text, call: Callable[[Any, Sequence[Any], Mapping[str, Any]], list[Branch]]
    ) -> None:
        self.text = text
        self._call = call
        self._codes: dict[int, tuple[CodeType, dict[str, Any]]] = {}
        self._plain: dict[int, bool] = {}
        self._kept: list[ast.AST] = []
        self._laws: dict[Hashable, list[Branch]] = {}

    def law(self, node: ast.expr, env: Env) -> list[Branch]:
        """The law of an expression in an environment."""
        if self._is_plain(node):
            return [Branch(self._python(node, env), ONE, 0)]
        if isinstance(node, ast.Call):
            return self._of_call(node, env)
        if isinstance(node, ast.IfExp):
            return self._then(node.test, env, lambda value: node.body if value else node.orelse)
        if isinstance(node, ast.BoolOp):
            return self._of_boolean(node, env)
        return self._of_parts(node, env)

    def _is_plain(self, node: ast.expr) -> bool:
        """Whether nothing random and no text to follow is in it; checked once."""
        if id(node) not in self._plain:
            check_expression(node)
            calls = [part for part in ast.walk(node) if isinstance(part, ast.Call)]
            loops = any(isinstance(part, ast.GeneratorExp | ast.ListComp) for part in ast.walk(node))
            self._plain[id(node)] = not loops and all(is_pure(callee(self.text, c)) for c in calls)
            self._kept.append(node)  # so that no other node gets its id
        return self._plain[id(node)]

    def _python(self, node: ast.expr, env: Env) -> Any:
        """The value by Python's own evaluation."""
        if id(node) not in self._codes:
            tree = ast.fix_missing_locations(ast.Expression(node))
            self._codes[id(node)] = compile(tree, "<program>", "eval"), outer_values(self.text, node)
            self._kept.append(node)
        code, outer = self._codes[id(node)]
        return eval(code, outer, env)

    def _then(self, test: ast.expr, env: Env, following: Callable[[Any], ast.expr]) -> list[Branch]:
        """The law of the expression that the value of another one chooses."""
        found = []
        for value, mass, draws in self.law(test, env):
            for after in self.law(following(value), env):
                found.append(Branch(after.value, mass * after.mass, draws + after.draws))
        return gathered(found)

    def _of_boolean(self, node: ast.BoolOp, env: Env) -> list[Branch]:
        """`and` and `or`: the first value that decides, else the last."""
        wanted = isinstance(node.op, ast.Or)
        open_, decided = [SURE], list[Branch]()
        for last, value in ((i == len(node.values) - 1, v) for i, v in enumerate(node.values)):
            following: list[Branch] = []
            for _, mass, draws in open_:
                for b in self.law(value, env):
                    branch = Branch(b.value, mass * b.mass, draws + b.draws)
                    (decided if last or bool(b.value) == wanted else following).append(branch)
            open_ = following
        return gathered(decided)

    def _together(self, nodes: Iterable[ast.expr], env: Env) -> Parts:
        """The values of several expressions, evaluated from left to right."""
        found: Parts = [((), ONE, 0)]
        for node in nodes:
            found = limited(
                [
                    ((*values, b.value), mass * b.mass, draws + b.draws)
                    for values, mass, draws in found
                    for b in self.law(node, env)
                ]
            )
        return found

    def _of_parts(self, node: ast.expr, env: Env) -> list[Branch]:
        """An operation on parts: their values under new names, and the operation by Python."""
        template, parts = self._template(node)
        found = []
        for values, mass, draws in self._together(parts, env):
            names = {f"_{i}": value for i, value in enumerate(values)}
            found.append(Branch(self._python(template, names), mass, draws))
        return gathered(found)

    def _template(self, node: ast.expr) -> tuple[ast.expr, list[ast.expr]]:
        """The operation with a name for every part, and the parts."""
        known = getattr(node, "_assay_template", None)
        if known is None:
            known = split(node)
            node._assay_template = known  # type: ignore[attr-defined]
        template, parts = known
        return template, parts

    def _of_call(self, node: ast.Call, env: Env) -> list[Branch]:
        """A draw, a program or function, a gathering of a generator, or a pure function of random parts."""
        function = callee(self.text, node)
        if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
            raise outside(node, "it spreads arguments with * or **")
        if is_pure(function):
            only = node.args[0] if len(node.args) == 1 and not node.keywords else None
            if isinstance(only, ast.GeneratorExp | ast.ListComp) and function in READERS:
                return self._of_elements(function, only, env)
            if isinstance(only, ast.List) and function in READERS:
                return self._applied(function, self.law(as_tuple(only), env))
            return self._of_parts(node, env)
        names = [k.arg for k in node.keywords if k.arg is not None]
        found = []
        for values, mass, draws in self._together([*node.args, *(k.value for k in node.keywords)], env):
            positional, named = (
                values[: len(node.args)],
                dict(zip(names, values[len(node.args) :], strict=True)),
            )
            for b in self._outcomes(node, function, positional, named):
                found.append(Branch(b.value, mass * b.mass, draws + b.draws))
        return gathered(found)

    def _outcomes(
        self, node: ast.Call, function: Any, args: Sequence[Any], named: Mapping[str, Any]
    ) -> list[Branch]:
        """The law of a call with known arguments."""
        if getattr(function, "__hash__", None) is not None and function in DRAWS:
            return self._drawn(function, args, named)
        if is_program(function):
            return self._call(function, args, named)
        raise outside(node, f"it calls {function!r}, which is not known to be free of side effects")

    def _drawn(self, function: Any, args: Sequence[Any], named: Mapping[str, Any]) -> list[Branch]:
        """The law of a draw; with scalar arguments it is read once."""
        scalar = not named and all(type(value) in SCALARS for value in args)
        key = (function, *((type(value), value) for value in args)) if scalar else None
        known = None if key is None else self._laws.get(key)
        if known is None:
            known = [Branch(o, p, 1) for o, p in DRAWS[function](*args, **named).items()]
            if key is not None:
                self._laws[key] = known
        return known

    def _of_elements(self, function: Any, node: ast.GeneratorExp | ast.ListComp, env: Env) -> list[Branch]:
        """A function of the elements that a generator expression or a list comprehension makes."""
        if len(node.generators) > 1 or node.generators[0].is_async:
            raise outside(node, "more than one 'for' in it is not understood")
        is_list = isinstance(node, ast.ListComp)
        if function is len and not is_list:
            raise outside(node, "a generator has no length")
        if function in GATHER and not (is_list and function in (any, all)):  # these stop before the end
            return self._of_generator(function, node, env)
        return self._applied(function, self._of_generator(tuple, node, env))

    def _applied(self, function: Any, found: Iterable[Branch]) -> list[Branch]:
        """A pure function of every value."""
        return gathered([Branch(function(b.value), b.mass, b.draws) for b in found])

    def _of_generator(self, function: Any, node: ast.GeneratorExp | ast.ListComp, env: Env) -> list[Branch]:
        """sum, tuple, any or all of a generator expression, as the loop that it is."""
        inner = node.generators[0]
        found: list[Branch] = []
        for given, mass, draws in self.law(as_tuple(inner.iter), env):
            items = tuple(given) if type(given) is list else given
            key_of(items)
            start = {sum: 0, tuple: (), any: False, all: True}[function]
            open_, closed = [Branch(start, mass, draws)], list[Branch]()
            for item in items:
                bound = {**env, **assigned(inner.target, item)}
                following: list[Branch] = []
                elements = self._element(inner.ifs, node.elt, bound) if open_ else []
                for so_far in open_:
                    for b in elements:
                        branch, stop = folded(function, so_far, b)
                        (closed if stop else following).append(branch)
                open_ = limited(gathered(following))
            found += [*closed, *open_]
        return gathered(found)

    def _element(self, conditions: Sequence[ast.expr], element: ast.expr, env: Env) -> list[Branch]:
        """The element as a value (True, e), or (False, None) where a condition fails."""
        found: list[Branch] = []
        open_ = [SURE]
        for condition in conditions:
            following: list[Branch] = []
            for _, mass, draws in open_:
                for b in self.law(condition, env):
                    branch = Branch((False, None), mass * b.mass, draws + b.draws)
                    (following if b.value else found).append(branch)
            open_ = following
        for _, mass, draws in open_:
            found += [Branch((True, b.value), mass * b.mass, draws + b.draws) for b in self.law(element, env)]
        return found
