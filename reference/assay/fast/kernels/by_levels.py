"""Independent parts whose probabilities have no order, or no one field: a small mechanism as private.

A divergence of a pair depends on the joint distribution of (P(o), Q(o)) alone, and merging the outputs of one
likelihood ratio changes none.  So every class of pairs becomes a pair of inputs of its own, with one output
for each ratio, and whoever answers for mechanisms that can be listed answers for this one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeAlias, cast

from ... import adjacency
from ...dp import Attained, Mechanism
from ...dp.audit import audit
from ...dp.measure import Measure
from ...dp.verdict import Refuted, Scope, Verdict, Verified
from ...dp.witness import Witness
from ...exact import Log, Number
from .independent import Independent

Found: TypeAlias = "Attained[Any, Any, Any]"

LARGE = 1 << 10
"""Products of more outputs are merged; fewer are listed, so that an event names outputs."""


class ByLevels:
    """The measures of a mechanism of independent parts, on one pair of inputs for each class of its pairs."""

    def __init__(self, mechanism: Mechanism[Any, Any], parts: Independent) -> None:
        self._mechanism, self._parts = mechanism, parts

    @cached_property
    def applies(self) -> bool:
        """Whether some output distribution is too long to be listed."""
        return any(self._parts.size(x) > LARGE for x in self._mechanism.domain)

    @cached_property
    def _pairs(self) -> list[tuple[Any, Any]]:
        """The first pair of every class."""
        domain = self._mechanism.domain
        return [(domain[i], domain[j]) for i, j in self._parts.first_pairs]

    @cached_property
    def _merged(self) -> Mechanism[Any, Any]:
        """Inputs (n, 0) and (n, 1) for the n-th class, with one output for all of one privacy loss."""
        rows = {
            (n, side): distribution
            for n, pair in enumerate(self._pairs)
            for side, distribution in enumerate(self._parts.levels(*pair))
        }
        related = adjacency.explicit([((n, 0), (n, 1)) for n in range(len(self._pairs))], symmetric=False)
        return Mechanism(rows, list(rows), related, name=self._mechanism.name)

    def attained(self, measure: Measure[Any], *arguments: Any) -> Found:
        """The answer for the merged mechanism, with the inputs that its pairs stand for."""
        return self._original(self._merged.computation.worst_case(measure, *arguments))

    def _original(self, found: Found) -> Found:
        pair = None if found.pair is None else self._pairs[found.pair[0][0]]
        return Attained(found.value, pair, found.event, tuple(map(self._original, found.pieces)))

    def audit(self, epsilon: Log, delta: Number, scope: Callable[[], Scope]) -> Verdict:
        """The verdict for the merged mechanism, about the inputs that its pairs stand for."""
        found = audit(self._merged, epsilon, delta)
        if isinstance(found, Refuted):
            return replace(found, witness=self._renamed(found.witness))
        if isinstance(found, Verified):
            shown = None if found.attained is None else self._renamed(found.attained)
            return Verified(scope(), found.tight, shown)
        return found

    def _renamed(self, witness: Witness) -> Witness:
        ((n, _), _) = cast("tuple[tuple[int, int], tuple[int, int]]", witness.inputs)
        return replace(witness, inputs=self._pairs[n])
