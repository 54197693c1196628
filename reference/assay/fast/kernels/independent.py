"""Mechanisms of independent parts: the pairs by the multiset of what happens to the parts.

For M(x) = F_1(x) * ... * F_n(x) the joint law of (P(o), Q(o)) is the product of those of the parts, so that a
class is a multiset of joint laws of parts, and the whole matrix is never written down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from importlib.util import find_spec
from math import prod
from typing import Any, TypeAlias

from ...dp import Dist, Mechanism
from ...dp.independent import HasFactors
from ...dp.progress import track
from ...dp.worst_case import joint_law
from ...exact import Number, number
from .classes import SMALL, ListClasses, Ranks
from .matrix import Matrix, ranked

Joint: TypeAlias = dict[tuple[Number, Number], int]
"""How many outcomes have which two probabilities."""

Kinds: TypeAlias = tuple[int, ...]
"""How many parts of a pair have each of the joint laws."""


class Independent:
    """The classes of a mechanism whose source knows its factors."""

    def __init__(self, mechanism: Mechanism[Any, Any], source: HasFactors[Any]) -> None:
        self._mechanism, self._source = mechanism, source

    @cached_property
    def _parts(self) -> tuple[list[Dist[Any]], list[tuple[int, ...]]]:
        """The different laws of parts, and for every input the numbers of its parts."""
        known: dict[Dist[Any], int] = {}
        rows = [
            tuple(known.setdefault(part, len(known)) for part in self._source.factors(x))
            for x in track(self._mechanism.domain, "inputs")
        ]
        return list(known), rows

    @cached_property
    def _joint(self) -> tuple[list[Joint], list[list[int]]]:
        """The different joint laws of two parts, and which of them each two parts have."""
        laws, _ = self._parts
        known: dict[frozenset[tuple[tuple[Number, Number], int]], int] = {}
        kinds = [[known.setdefault(joint_law(p, q), len(known)) for q in laws] for p in laws]
        return [dict(joint) for joint in known], kinds

    @cached_property
    def _classes(self) -> tuple[dict[Kinds, tuple[int, int]], int]:
        """The first pair of every class, in order, and the number of pairs."""
        joint, kinds = self._joint
        _, rows = self._parts
        base = 1 + max(len(row) for row in rows)
        large = self._mechanism.most_pairs * base > SMALL and base ** len(joint) < 1 << 62
        if large and len({len(row) for row in rows}) == 1 and find_spec("numpy") is not None:
            from .independent_arrays import first_pairs

            words, count = first_pairs(self._mechanism, rows, kinds, base)
            return {_digits(word, base, len(joint)): first for word, first in words}, count
        return self._listed(rows, kinds, len(joint)), len(self._mechanism.pairs)

    def _listed(
        self, rows: list[tuple[int, ...]], kinds: list[list[int]], count: int
    ) -> dict[Kinds, tuple[int, int]]:
        """Pair by pair."""
        position = {x: i for i, x in enumerate(self._mechanism.domain)}
        found: dict[Kinds, tuple[int, int]] = {}
        for x, y in track(self._mechanism.pairs, "adjacent pairs"):
            i, j = position[x], position[y]
            number_of = Counter(kinds[a][b] for a, b in zip(rows[i], rows[j], strict=True))
            found.setdefault(tuple(number_of[kind] for kind in range(count)), (i, j))
        return found

    @cached_property
    def _laws(self) -> list[Joint]:
        """The joint law of every class."""
        joint, _ = self._joint
        return [_product(joint, kinds) for kinds in self._classes[0]]

    @cached_property
    def matrix(self) -> Matrix[Any, Any]:
        """What the kernels ask of a matrix; its rows are not written down."""
        values = {number(0), *(x for law in self._laws for ranks in law for x in ranks)}
        _, pool, ordered = ranked(sorted(values, key=bool))
        laws, rows = self._parts
        size = max(prod(len(laws[part]) for part in row) for row in set(rows))
        supports = [{frozenset(laws[part].support) for part in column} for column in zip(*rows, strict=False)]
        # parts of one support each: then every output occurs on every input
        complete = len({len(row) for row in rows}) == 1 and all(len(found) == 1 for found in supports)
        return Matrix(self._mechanism.domain, range(size), pool, (), (), ordered, complete)

    @cached_property
    def classes(self) -> ListClasses:
        """The classes, by ranks."""
        rank = {p: i for i, p in enumerate(self.matrix.pool)}
        laws: list[dict[Ranks, int]] = [
            {(rank[p], rank[q]): n for (p, q), n in law.items() if p or q} for law in self._laws
        ]
        return ListClasses.of(self._classes[1], laws, list(self._classes[0].values()))


def independent_parts(mechanism: Mechanism[Any, Any]) -> Independent | None:
    """The classes by the parts, for a source that knows its factors."""
    source: object = mechanism.source
    return Independent(mechanism, source) if isinstance(source, HasFactors) else None


def _product(joint: list[Joint], kinds: Kinds) -> Joint:
    """The joint law of independent parts, part by part, equal probabilities together."""
    law: Joint = {(number(1), number(1)): 1}
    for factor in _repeated(joint, kinds):
        following: Joint = {}
        for (p, q), n in law.items():
            for (r, s), m in factor.items():
                key = (p * r, q * s)
                following[key] = following.get(key, 0) + n * m
        law = following
    return law


def _repeated(joint: list[Joint], kinds: Kinds) -> Iterator[Joint]:
    """Every joint law as often as it occurs."""
    for law, times in zip(joint, kinds, strict=True):
        yield from [law] * times


def _digits(word: int, base: int, count: int) -> Kinds:
    """The numbers that a word holds."""
    found = []
    for _ in range(count):
        word, digit = divmod(word, base)
        found.append(digit)
    return tuple(found)
