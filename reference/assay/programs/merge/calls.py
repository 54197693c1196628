"""Calls: the function, the arguments from left to right, then what it does."""

from __future__ import annotations

import ast
import functools
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from .. import Program
from .allowed import ITER, ITERATORS, NEXT, PRINT, is_draw, is_pure
from .functions import plain_function
from .iteration import MISSING, course, item_at
from .loops import check_stops
from .objects import in_class
from .outside import OutsideSubset, outside
from .part import Part
from .worlds import Bound, Flow, Function, Partial, World
from .writing import is_log, write_call

_BINDABLE = (Function, FunctionType, Program, Bound)


class Calls(Part):
    """Everything that is called."""

    def call(self, node: ast.Call, worlds: list[World], flow: Flow) -> list[World]:
        """A call: the function, the arguments from left to right, then what it does."""
        run = self.run
        static = run.names.static(flow.code, node.func)
        if static is PRINT or is_log(run.names, flow.code, node.func):
            return write_call(run, static, node, worlds, flow)
        if static is NEXT and (source := self._iterated(node, flow)) is not None:
            return self._first(source, node, worlds, flow)
        if static is None:
            worlds = run.expressions.push(node.func, worlds, flow)
        elif (is_pure(static) or static is NEXT) and run.comprehensions.folds(static, node, flow.code):
            return run.comprehensions.fold(static, node, worlds, flow)
        elif is_draw(static) and len(node.args) == 1 and not node.keywords:
            return run.draws.simple(static, node.args[0], worlds, flow)
        else:
            static = run.names.constant(static)
            for w in worlds:
                w.stack.append(static)
        arguments = self._arguments(node)
        if not _is_joined(node):
            return self._answered(node, run.expressions.all(arguments, worlds, flow), flow)
        inner = flow.guarded()
        worlds = run.expressions.all(arguments, worlds, inner)
        check_stops(inner)
        flow.raised += inner.raised
        return self._answered(node, worlds, flow)

    def _iterated(self, node: ast.Call, flow: Flow) -> ast.expr | None:
        """What a call of `next` takes the first element of, where it is given a new iterator."""
        made = node.args[0] if node.args and len(node.args) < 3 and not node.keywords else None
        if not isinstance(made, ast.Call) or len(made.args) != 1 or made.keywords:
            return None
        known = self.run.names.static(flow.code, made.func) is ITER
        given = [made.args[0], *node.args[1:]]
        return made.args[0] if known and not any(isinstance(a, ast.Starred) for a in given) else None

    def _first(self, source: ast.expr, node: ast.Call, worlds: list[World], flow: Flow) -> list[World]:
        """next(iter(source)), or with a default."""

        def first(found: Any, *default: Any) -> Any:
            item = item_at(course(found, self.run.heap), 0)
            if item is not MISSING:
                return item
            if not default:
                raise StopIteration
            return default[0]

        parts = [source, *node.args[1:]]
        return self.run.expressions.apply(
            len(parts), first, self.run.expressions.all(parts, worlds, flow), flow
        )

    def _arguments(self, node: ast.Call) -> list[ast.expr]:
        """The expressions of the arguments; `join` makes a list of its elements first."""
        found = [*node.args, *(k.value for k in node.keywords)]
        if isinstance(node.func, ast.Attribute) and node.func.attr == "join" and len(found) == 1:
            found = [listed(found[0])]
        for part in found:
            if isinstance(part, ast.GeneratorExp):
                raise outside(part, "it passes a generator on, whose draws would come later")
        return found

    def _answered(self, node: ast.Call, worlds: list[World], flow: Flow) -> list[World]:
        """Replace function and arguments by what the call gives, world by world, or together where it can."""
        count = len(node.args) + len(node.keywords)
        stars = [isinstance(a, ast.Starred) for a in node.args]
        together: dict[int, list[World]] = {}
        found: list[World] = []
        for w in worlds:
            given = w.stack[len(w.stack) - count :] if count else []
            del w.stack[len(w.stack) - count :]
            function = w.stack.pop()
            try:
                args, named = self._spread(node, stars, given)
            except OutsideSubset:
                raise
            except Exception as error:
                self.run.throw(w, error, flow)
                continue
            if id(function) in ITERATORS and not self.run.plain.is_consumed(flow.code, node):
                raise outside(node, "it keeps an iterator, which can be read only once")
            if type(function) is Partial and any(hasattr(type(value), "__next__") for value in args):
                raise outside(node, "it passes an iterator on, which can be read only once")
            if args and type(args[0]) is list and _is_joined(node) and not _is_join(function):
                raise outside(node, "it passes a generator on, whose draws would come later")
            if type(function) is Bound and any(hasattr(type(value), "__next__") for value in args):
                raise outside(node, "it passes an iterator on, which can be read only once")
            found += self.invoke(function, args, named, [w], flow, together)
        for waiting in together.values():
            found += self.run.functions.follow(waiting, flow)
        return found

    def _spread(
        self, node: ast.Call, stars: list[bool], given: list[Any]
    ) -> tuple[list[Any], dict[str, Any]]:
        """Positional and named arguments, with what is spread by * and **."""
        args: list[Any] = []
        for star, value in zip(stars, given, strict=False):
            if star:
                self.run.objects.check_iterable(value)
                args += value
            else:
                args.append(value)
        named: dict[str, Any] = {}
        for keyword, value in zip(node.keywords, given[len(stars) :], strict=True):
            if keyword.arg is not None:
                named[keyword.arg] = value
            elif type(value) is dict and not value.keys() & named.keys():
                named.update(value)
            else:
                raise outside(node, "it spreads what is not a plain dictionary")
        return args, named

    def invoke(
        self,
        function: Any,
        args: list[Any],
        named: dict[str, Any],
        worlds: list[World],
        flow: Flow,
        together: dict[int, list[World]] | None = None,
    ) -> list[World]:
        """The worlds after one call; one that is followed in the worlds themselves may wait in `together`."""
        kind = type(function)
        if kind is Bound or kind is Partial:
            return self.invoke(function.function, [function.owner, *args], named, worlds, flow, together)
        if is_draw(function):
            return self.run.draws.draw(function, args, named, worlds, flow)
        if function is functools.partial:
            return self._partial(args, named, worlds)
        if kind is functools.partial:
            given = [self.run.names.constant(a) for a in function.args]
            added = {n: self.run.names.constant(v) for n, v in function.keywords.items()}
            called = self.run.names.constant(function.func)
            return self.invoke(called, [*given, *args], {**added, **named}, worlds, flow, together)
        if kind is functools._lru_cache_wrapper:
            return self.run.functions.remembered(function, args, named, worlds, flow)
        if kind is Function:
            code, defaults = function.code, function.defaults
            keywords = dict(function.kwdefaults)
            return self.run.functions.enter(
                code, function.scope, args, named, (defaults, keywords), worlds, flow, together
            )
        if (kind is Program or kind is FunctionType) and not is_pure(function):
            if kind is Program and type(function._function) is MethodType:
                args = [self.run.names.constant(function._function.__self__), *args]
            return self.run.functions.text(plain_function(function), args, named, worlds, flow, together)
        if isinstance(function, type) and not is_pure(function):
            return self.run.making.make(function, args, named, worlds, flow)
        if self.run.heap.kind_of(kind) in ("plain", "frozen"):
            call = in_class(kind, "__call__")
            if isinstance(call, FunctionType):
                call = self.run.names.constant(call)
                return self.invoke(call, [function, *args], named, worlds, flow, together)
        op = self.run.python.function(function)
        for w in worlds:
            w.stack.append(None)
        return self.run.expressions.apply(1, lambda _: op(args, named), worlds, flow)

    def _partial(self, args: list[Any], named: dict[str, Any], worlds: list[World]) -> list[World]:
        """A function bound to its first arguments, one after the other."""
        if len(args) < 2 or named or not (isinstance(args[0], _BINDABLE) or is_pure(args[0])):
            raise OutsideSubset("it makes a partial of other than a function and arguments by place")
        for w in worlds:
            made = args[0]
            for value in args[1:]:
                made = Partial(made, value)
            w.stack.append(made)
        return worlds


def listed(node: ast.expr) -> ast.expr:
    """A list of the elements of a generator; the same one for the same node."""
    if not isinstance(node, ast.GeneratorExp):
        return node
    known: ast.expr | None = getattr(node, "_assay_list", None)
    if known is None:
        known = ast.copy_location(ast.ListComp(node.elt, node.generators), node)
        node._assay_list = known  # type: ignore[attr-defined]
    return known


def _is_joined(node: ast.Call) -> bool:
    """Whether the elements of a generator were listed for a call of `join`."""
    return len(node.args) == 1 and getattr(node.args[0], "_assay_list", None) is not None


def _is_join(function: Any) -> bool:
    return isinstance(function, BuiltinFunctionType) and type(function.__self__) is str
