"""Requests for randomness: one world for every outcome."""

from __future__ import annotations

import ast
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from ...dp import Dist
from ...exact import Number
from .allowed import DRAWS
from .copies import copied
from .outside import OutsideSubset
from .part import Part
from .values import SCALARS
from .worlds import Flow, World

if TYPE_CHECKING:
    from .evaluator import Evaluation


class Draws(Part):
    """Everything that is drawn."""

    def __init__(self, run: Evaluation) -> None:
        super().__init__(run)
        self._draws: dict[Hashable, list[tuple[Any, Number]]] = {}
        self._dists: list[Dist[Any]] = []

    def simple(self, function: Any, node: ast.expr, worlds: list[World], flow: Flow) -> list[World]:
        """A request with one argument."""
        found: list[World] = []
        for w in self.run.expressions.push(node, worlds, flow):
            found += self.draw(function, [w.stack.pop()], {}, [w], flow)
        return found

    def draw(
        self, function: Any, args: list[Any], named: dict[str, Any], worlds: list[World], flow: Flow
    ) -> list[World]:
        """One world for every outcome."""
        try:
            distribution = self._distribution_of_draw(function, args, named)
        except OutsideSubset:
            raise
        except Exception as error:
            for w in worlds:
                self.run.throw(w, error, flow)
            return []
        heap, found = self.run.heap, list[World]()
        for w in worlds:
            w.draws += 1
            twins = [w, *[copied(w, heap) for _ in distribution[1:]]]
            for twin, (outcome, p) in zip(twins, distribution, strict=True):
                twin.stack.append(outcome)
                twin.mass = twin.mass * p
            found += twins
        return found

    def _distribution_of_draw(
        self, function: Any, args: list[Any], named: dict[str, Any]
    ) -> list[tuple[Any, Number]]:
        """The outcomes of a request; with a scalar argument, or for one distribution, read once."""
        key: Hashable = None
        if len(args) == 1 and not named:
            only = args[0]
            key = (function, type(only), only) if type(only) in SCALARS else (function, id(only))
            if key in self._draws:
                return self._draws[key]
        dist = DRAWS[function](*args, **named)
        distribution = list(dist.items())
        for outcome, _ in distribution:
            self.run.names.constant(outcome)
        if key is not None and (type(args[0]) in SCALARS or type(args[0]) is Dist):
            self._dists.append(args[0])  # so that no other one gets its identity
            self._draws[key] = distribution
        return distribution
