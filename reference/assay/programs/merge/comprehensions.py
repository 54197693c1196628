"""Comprehensions, and functions of the elements of one: loops in a scope of their own.

A function such as `sum` or `max` takes in one element after the other, so that only what it has found so far
belongs to the state, and not the elements.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, TypeAlias

from ..liveness import hidden
from .accumulate import Accumulation, NotSimple
from .allowed import NEXT
from .codes import COMPREHENSIONS, Code
from .copies import copied
from .folds import BUILT, FOLDS, Fold
from .iteration import MISSING, NOTHING, course, item_at
from .loops import check_stops
from .outside import OutsideSubset, outside
from .part import Part
from .worlds import Flow, Scope, World

if TYPE_CHECKING:
    from .evaluator import Evaluation

Comprehension: TypeAlias = "ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp"


class Comprehensions(Part):
    """Runs comprehensions, with draws or calls in them."""

    def elements(self, code: Code, node: ast.expr) -> ast.expr | None:
        """The comprehension whose elements a list or a tuple is made of, all of them at once."""
        if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords:
            built = self.run.names.static(code, node.func) in (list, tuple)
            only = node.args[0]
            return only if built and isinstance(only, ast.GeneratorExp | ast.ListComp) else None
        return node if isinstance(node, ast.ListComp) else None

    def folds(self, function: Any, node: ast.Call, code: Code) -> bool:
        """Whether a call takes in the elements of a comprehension one by one."""
        if not node.args or not isinstance(function, type | type(len)) or function not in FOLDS:
            return False
        only = node.args[0]
        if isinstance(only, ast.GeneratorExp) and default_of(function, node) is not None:
            return True
        if len(node.args) != 1 or node.keywords:
            return False
        if isinstance(only, ast.GeneratorExp):
            return function is not len and (function is not dict or _is_pair(only.elt))
        return self.elements(code, only) is not None and function not in (any, all, dict, NEXT)

    def fold(self, function: Any, node: ast.Call, worlds: list[World], flow: Flow) -> list[World]:
        """A function of the elements of its only argument."""
        inner = flow.guarded()
        only, fold, default = node.args[0], FOLDS[function], default_of(function, node)
        listed = self.elements(flow.code, only)
        found = self._run(listed or only, fold, worlds, inner, strict=listed is not None, default=default)
        if listed is None:
            check_stops(inner)
        flow.raised += inner.raised
        if default is None:
            return self.run.expressions.apply(1, fold.end, found, flow)
        apply = self.run.expressions.apply
        return apply(2, lambda other, best: other if best is NOTHING else best, found, flow)

    def build(
        self, node: Comprehension, worlds: list[World], flow: Flow, fold: Fold | None = None
    ) -> list[World]:
        """A list, set or dictionary; or what a fold finds in all of the elements."""
        if isinstance(node, ast.GeneratorExp):
            raise outside(node, "it keeps a generator, whose draws would come later")
        fold = fold or FOLDS[BUILT[type(node)]]
        return self.run.expressions.apply(
            1, fold.end, self._run(node, fold, worlds, flow, strict=False), flow
        )

    def _run(
        self,
        node: ast.expr,
        fold: Fold,
        worlds: list[World],
        flow: Flow,
        *,
        strict: bool,
        default: ast.expr | None = None,
    ) -> list[World]:
        """What the fold has found in the end, on the stack, above the default if there is one.

        strict: all elements are made before the function sees the first, so that its errors would come later.
        """
        if not isinstance(node, COMPREHENSIONS) or any(g.is_async for g in node.generators):
            raise outside(node, "it is asynchronous")
        code = flow.code.within(node)
        worlds = self._courses(self.run.expressions.push(node.generators[0].iter, worlds, flow))
        if default is not None:  # it is evaluated before the first element
            worlds = self.run.expressions.push(default, worlds, flow)
            for w in worlds:
                w.stack[-2:] = reversed(w.stack[-2:])
        alone = len(worlds) == 1
        done, worlds = self._accumulated(code, fold, worlds, flow)
        if alone and done and fold.stops is None:
            return done  # which are different from each other
        for w in worlds:
            items = w.stack.pop()
            w.stack.append(fold.start())
            w.scope = Scope(code, {hidden(node.generators[0].target): items}, w.scope)
        inner = Flow(code)
        inner.lost = flow.lost
        open_, closed = _Loops(self.run, node, fold, inner, strict).level(0, worlds)
        for w in (*open_, *closed, *inner.raised):
            w.scope = _outer(w.scope)
        flow.raised += inner.raised
        return self.run.merged([*done, *open_, *closed], flow.during, flow)

    def _accumulated(
        self, code: Code, fold: Fold, worlds: list[World], flow: Flow
    ) -> tuple[list[World], list[World]]:
        """The worlds in which the elements could be taken by themselves, folded; and the others."""
        done: list[World] = []
        try:
            accumulation = Accumulation(self.run, code, fold, flow.code)
        except NotSimple:
            return done, worlds
        others: list[World] = []
        heap = self.run.heap
        for w in worlds:
            try:
                ends = accumulation.of(w, w.stack[-1])
            except NotSimple:
                others.append(w)
                continue
            w.stack.pop()
            twins = [w, *[copied(w, heap) for _ in ends[1:]]]
            for twin, (value, mass, draws) in zip(twins, ends, strict=True):
                twin.stack.append(value)
                twin.mass, twin.draws = twin.mass * mass, twin.draws + draws
            done += twins
        return done, others

    def _courses(self, worlds: list[World]) -> list[World]:
        for w in worlds:
            w.stack[-1] = course(w.stack[-1], self.run.heap)
        return worlds


def default_of(function: Any, node: ast.Call) -> ast.expr | None:
    """The default of `next`, `min` or `max`, where a call has one and nothing else beside the elements."""
    if function is NEXT:
        return node.args[1] if len(node.args) == 2 and not node.keywords else None
    if (function is not max and function is not min) or len(node.args) != 1 or len(node.keywords) != 1:
        return None
    return node.keywords[0].value if node.keywords[0].arg == "default" else None


def _is_pair(node: ast.expr) -> bool:
    """Whether an expression is two others in brackets."""
    pair = isinstance(node, ast.Tuple | ast.List) and len(node.elts) == 2
    return pair and not any(isinstance(part, ast.Starred) for part in node.elts)  # type: ignore[attr-defined]


def _outer(scope: Scope) -> Scope:
    """The scope around that of a comprehension."""
    if scope.parent is None:
        raise OutsideSubset("a comprehension stands alone")
    return scope.parent


class _Loops:
    """The loops of one comprehension, each inside the one before."""

    def __init__(self, run: Evaluation, node: Comprehension, fold: Fold, flow: Flow, strict: bool) -> None:
        self.run, self.node, self.fold, self.flow, self.strict = run, node, fold, flow, strict

    def level(self, at: int, worlds: list[World]) -> tuple[list[World], list[World]]:
        """The worlds that come to the end of this loop, and those in which the function has stopped."""
        generator = self.node.generators[at]
        name, index = hidden(generator.target), 0
        ended: list[World] = []
        stopped: list[World] = []
        while worlds and not self.run.cut(worlds, self.flow):
            going: list[World] = []
            for w in worlds:
                item = item_at(w.scope.names[name], index)
                if item is MISSING:
                    del w.scope.names[name]
                    ended.append(w)
                else:
                    w.stack.append(item)
                    going.append(w)
            going = self.run.targets.assign(generator.target, going, self.flow)
            skipped, going = self._filtered(generator.ifs, going)
            if at + 1 < len(self.node.generators):
                after, stops = self._further(at + 1, going)
            else:
                after, stops = self._element(going)
            stopped += stops
            worlds = self.run.merged([*skipped, *after], None, self.flow)
            index += 1
            ended = self.run.merged(ended, None, self.flow) if len(ended) > 1 else ended
        return ended, stopped

    def _filtered(self, conditions: list[ast.expr], worlds: list[World]) -> tuple[list[World], list[World]]:
        skipped: list[World] = []
        for condition in conditions:
            worlds, no = self.run.expressions.decide(condition, worlds, self.flow)
            skipped += no
        return skipped, worlds

    def _further(self, at: int, worlds: list[World]) -> tuple[list[World], list[World]]:
        """The next loop, for all worlds at once."""
        generator = self.node.generators[at]
        worlds = self.run.expressions.push(generator.iter, worlds, self.flow)
        for w in worlds:
            w.scope.names[hidden(generator.target)] = course(w.stack.pop(), self.run.heap)
        return self.level(at, worlds)

    def _element(self, worlds: list[World]) -> tuple[list[World], list[World]]:
        """One more element."""
        run, node = self.run, self.node
        if isinstance(node, ast.DictComp):
            worlds = run.expressions.all([node.key, node.value], worlds, self.flow)
            worlds = run.expressions.apply(2, lambda k, v: (k, v), worlds, self.flow)
        else:
            worlds = run.expressions.push(node.elt, worlds, self.flow)
        before = len(self.flow.raised)
        worlds = run.expressions.apply(2, self.fold.add, worlds, self.flow)
        if self.strict and len(self.flow.raised) > before:
            raise outside(node, "an error comes after all elements were drawn")
        if self.fold.stops is None:
            return worlds, []
        stops = [w for w in worlds if self.fold.stops(w.stack[-1])]
        return [w for w in worlds if not self.fold.stops(w.stack[-1])], stops
