"""The classes of adjacent pairs in lists and dictionaries; and where numpy has to find them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from ...budgets.progress import track
from ...dp import Mechanism
from .classes import Classes, Ranks, Survey
from .matrix import Matrix

SMALL = 50_000
"""Up to so many outcomes of pairs, lists are faster than loading numpy."""


class Listed(Survey):
    """The numbers in a list."""

    def __init__(self, values: list[int]) -> None:
        self.values = values

    @property
    def largest(self) -> int:
        """The maximum."""
        return max(self.values)

    def highest(self, slack: int) -> list[int]:
        """Those from the maximum down to `slack` less."""
        return self.at_least(self.largest - slack)

    def at_least(self, bound: int) -> list[int]:
        """Those of at least `bound`."""
        return [c for c, value in enumerate(self.values) if value >= bound]


class ListClasses(Classes):
    """The classes as dictionaries."""

    def __init__(self, mechanism: Mechanism[Any, Any], matrix: Matrix[Any, Any]) -> None:
        position = {x: i for i, x in enumerate(matrix.domain)}
        seen: dict[tuple[int, int], None] = {}
        distributions: dict[frozenset[tuple[Ranks, int]], tuple[int, int]] = {}
        for x, y in track(mechanism.pairs, "adjacent pairs"):
            i, j = position[x], position[y]
            a, b = matrix.row_class[i], matrix.row_class[j]
            if (a, b) not in seen:
                seen[a, b] = None
                counts = Counter(zip(matrix.rows[a], matrix.rows[b], strict=True))
                counts.pop((0, 0), None)
                distributions.setdefault(frozenset(counts.items()), (i, j))
        self._keep(
            len(mechanism.pairs),
            [dict(distribution) for distribution in distributions],
            list(distributions.values()),
        )

    def _keep(self, pairs: int, distributions: list[dict[Ranks, int]], firsts: list[tuple[int, int]]) -> None:
        """What is known of the classes."""
        self.pairs, self._distributions, self._firsts = pairs, distributions, firsts

    @classmethod
    def of(
        cls, pairs: int, distributions: list[dict[Ranks, int]], firsts: list[tuple[int, int]]
    ) -> ListClasses:
        """Classes that are known from elsewhere."""
        made = object.__new__(cls)
        made._keep(pairs, distributions, firsts)
        return made

    def __len__(self) -> int:
        return len(self._distributions)

    def first(self, c: int) -> tuple[int, int]:
        """As stored."""
        return self._firsts[c]

    def distribution(self, c: int) -> Mapping[Ranks, int]:
        """As stored."""
        return self._distributions[c]

    def lowest(self, *, reverse: bool = False) -> Mapping[int, int]:
        """By looking at all."""
        found: dict[int, int] = {}
        for distribution in self._distributions:
            for ranks in distribution:
                p, q = reversed(ranks) if reverse else ranks
                if p:
                    found[p] = min(q, found.get(p, q))
        return found

    def holding(self, wanted: frozenset[Ranks]) -> int:
        """By looking from the first on."""
        return next(
            c for c, distribution in enumerate(self._distributions) if not wanted.isdisjoint(distribution)
        )

    def excesses(self, above: Sequence[int], below: Sequence[int]) -> Survey:
        """Term by term."""
        return Listed(
            [
                sum(n * max(above[p] - below[q], 0) for (p, q), n in distribution.items())
                for distribution in self._distributions
            ]
        )

    def masses(self, values: Sequence[int], limits: Sequence[int], *, reverse: bool = False) -> Survey:
        """Term by term."""
        if reverse:
            return Listed(
                [
                    sum(n * values[q] for (p, q), n in distribution.items() if p < limits[q])
                    for distribution in self._distributions
                ]
            )
        return Listed(
            [
                sum(n * values[p] for (p, q), n in distribution.items() if q < limits[p])
                for distribution in self._distributions
            ]
        )

    def totals(self, value: Mapping[Ranks, int]) -> Survey:
        """Term by term."""
        return Listed(
            [
                sum(n * value[ranks] for ranks, n in distribution.items())
                for distribution in self._distributions
            ]
        )

    def products(self, left: Sequence[int], right: Sequence[int]) -> Survey:
        """Term by term."""
        return Listed(
            [
                sum(n * left[p] * right[q] for (p, q), n in distribution.items())
                for distribution in self._distributions
            ]
        )

    def distinct(self) -> frozenset[Ranks] | None:
        """By looking at all."""
        return frozenset(ranks for distribution in self._distributions for ranks in distribution)


def classes_of(mechanism: Mechanism[Any, Any], matrix: Matrix[Any, Any], *, merged: bool = False) -> Classes:
    """The classes, by numpy where it is installed and the mechanism is large.

    Large mechanisms whose pairs differ almost all are left unmerged, unless `merged` asks for it.
    """
    if mechanism.computation.most_pairs * len(matrix.outputs) > SMALL and find_spec("numpy") is not None:
        from .array_classes import ArrayClasses

        return ArrayClasses(mechanism, matrix, merged)
    return ListClasses(mechanism, matrix)
