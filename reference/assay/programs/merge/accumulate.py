"""A fold over elements that depend on nothing that the fold has found so far: without the rest of the world.

The distribution of an element is found once for each value of the loop's variables that it reads, and what
has been found is kept by itself, with its probability.  It applies where the element is made of draws, pure
functions and functions of plain arguments, and reads plain values alone, so that nothing can be changed on
the way.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterable
from types import FunctionType
from typing import TYPE_CHECKING, Any

from ...exact import Number
from .. import Program
from .allowed import is_draw, is_pure
from .codes import COMPREHENSIONS, Code, free_names
from .copies import copy
from .folds import Fold
from .iteration import INDEXED
from .keys import key_of
from .outside import OutsideSubset
from .plain import PLAIN
from .values import NotPlain, plain_key
from .worlds import ONE, Flat, Flow, World

if TYPE_CHECKING:
    from .evaluator import Evaluation

Ends = list[tuple[Any, Number, int]]
"""Values with their probabilities and draws."""

SKIPPED = object()
"""The element of a round whose condition failed."""


class NotSimple(Exception):
    """The elements cannot be taken by themselves."""


class Accumulation:
    """One comprehension with one `for`, folded."""

    def __init__(self, run: Evaluation, code: Code, fold: Fold, outer: Code) -> None:
        self.run: Evaluation = run
        self.code: Code = code
        self.fold: Fold = fold
        self.outer: Code = outer
        node = code.node
        if not isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp) or len(node.generators) != 1:
            raise NotSimple
        self.node: ast.ListComp | ast.SetComp | ast.GeneratorExp = node
        self.generator: ast.comprehension = node.generators[0]
        parts = [node.elt, *self.generator.ifs]
        if not all(self._is_simple(part) for part in parts):
            raise NotSimple
        self.reads: set[str] = {name for part in parts for name in free_names(part)}
        self.targets: set[str] = {n.id for n in ast.walk(self.generator.target) if isinstance(n, ast.Name)}
        self._distributions: dict[Hashable, Ends] = {}

    def _is_simple(self, node: ast.expr) -> bool:
        """Whether an expression has no effects but draws."""
        names = self.run.names
        for part in ast.walk(node):
            if isinstance(part, ast.Call):
                function = names.static(self.code, part.func)
                if not (
                    is_pure(function) or is_draw(function) or isinstance(function, FunctionType | Program)
                ):
                    return False
            elif isinstance(part, ast.Attribute):
                if names.static(self.code, part) is None:
                    return False
            elif isinstance(part, (ast.Lambda, ast.Compare, *COMPREHENSIONS)):
                if not (isinstance(part, ast.Compare) or self.run.plain.is_plain(self.code, part)):
                    return False
            elif isinstance(part, ast.NamedExpr) or not isinstance(part, PLAIN):
                return False  # a walrus sets a variable outside of the comprehension
        return True

    def of(self, world: World, items: Any) -> Ends:
        """What the fold finds in one world; NotSimple where an element is not plain."""
        if type(items) not in INDEXED:
            raise NotSimple
        outside = self._outside(world)
        open_: dict[Hashable, tuple[Any, Number, int]] = {None: (self.fold.start(), ONE, 0)}
        closed: Ends = []
        for item in items:
            if not open_:
                break
            distribution = self._distribution(item, outside)
            found: dict[Hashable, tuple[Any, Number, int]] = {}
            for so_far, mass, draws in open_.values():
                for value, p, more in distribution:
                    self._take(found, closed, so_far, value, (mass * p, draws + more))
            self.run.pay(len(found))
            if self.run.stopped is not None:
                raise NotSimple
            open_ = found
        return [*closed, *open_.values()]

    def _take(
        self, found: dict[Hashable, Any], closed: Ends, so_far: Any, value: Any, weight: tuple[Number, int]
    ) -> None:
        """One more element in one state of the fold."""
        mass, draws = weight
        if value is not SKIPPED:
            try:
                so_far = self.fold.add(copy(so_far, {}, self.run.heap), value)
            except OutsideSubset:
                raise
            except Exception as error:
                raise NotSimple from error
            if self.fold.stops is not None and self.fold.stops(so_far):
                closed.append((so_far, mass, draws))
                return
        try:
            key = plain_key(so_far)
        except NotPlain:
            key = key_of(so_far, self.run.heap)
        known = found.get(key)
        found[key] = (
            (so_far, mass, draws) if known is None else (known[0], known[1] + mass, max(known[2], draws))
        )

    def _outside(self, world: World) -> dict[str, Any]:
        """The variables from around the comprehension that an element reads."""
        names = [name for name in self.reads - self.targets if self.outer.is_local(name)]
        values = {name: world.scope.value(name) for name in names}
        self._plain(values.values())
        return values

    def _plain(self, values: Iterable[Any]) -> tuple[Hashable, ...]:
        try:
            return tuple([plain_key(value) for value in values])
        except NotPlain:
            raise NotSimple from None

    def _distribution(self, item: Any, outside: dict[str, Any]) -> Ends:
        """The distribution of the element for one item."""
        flow = Flow(self.code)
        world = World(Flat(self.code, dict(outside)), [item], ONE, 0)
        world.scope.names.update(dict.fromkeys(self.targets))
        set_ = self.run.targets.assign(self.generator.target, [world], flow)
        bound = {name: world.scope.names[name] for name in sorted(self.targets & self.reads)}
        key = (*self._plain(bound.values()), *self._plain(outside.values()))
        known = self._distributions.get(key)
        if known is None:
            known = self._distributions[key] = self._found(set_, flow)
        return known

    def _found(self, worlds: list[World], flow: Flow) -> Ends:
        """The values of the element, and what is skipped."""
        skipped: Ends = []
        for condition in self.generator.ifs:
            worlds, no = self.run.expressions.decide(condition, worlds, flow)
            skipped += [(SKIPPED, w.mass, w.draws) for w in no]
        worlds = self.run.merged(self.run.expressions.push(self.node.elt, worlds, flow), None, flow)
        if flow.raised or flow.lost:
            raise NotSimple
        self._plain([w.stack[-1] for w in worlds])
        return [*skipped, *[(w.stack[-1], w.mass, w.draws) for w in worlds]]
