"""The classes of adjacent pairs of a large mechanism, with numpy, in 64-bit words that cannot overflow.

Pairs are first merged by the classes of their rows.  Where a sample shows that it pays, they are then merged
by a hash of the multiset of ranks; the hash never decides: every pair is compared with the first one of its
hash, rank by rank, and another hash is taken if two different ones met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...budgets.progress import checkpoint
from ...dp import Mechanism
from ...errors import BudgetExceeded
from .classes import Classes, Ranks, Survey
from .matrix import Matrix
from .row_pairs import Index, Words, as_words, check_memory, check_sums, row_pairs, too_large

CHUNK = 1 << 21
"""Matrix entries that are worked on together."""

MOST_DISTINCT = 200_000
"""More different pairs of ranks than this are not listed."""

SAMPLE = 4096
"""So many pairs are tried first: if nearly all have distributions of their own, merging does not pay."""

SEEDS = (0x9E3779B97F4A7C15, 0xD1B54A32D192ED03, 0x8CB92BA72F3D8DD7)


class ArrayClasses(Classes):
    """The classes as pairs of rows of one table of ranks, in the order of their first pairs."""

    def __init__(self, mechanism: Mechanism[Any, Any], matrix: Matrix[Any, Any], merged: bool) -> None:
        check_memory(mechanism, matrix)
        self._n, self._size = len(matrix.domain), len(matrix.pool)
        self._table = np.array(matrix.rows, dtype=np.int32)
        self._left, self._right, self._keys, self.pairs = row_pairs(mechanism, matrix)
        self._lowest: dict[bool, Mapping[int, int]] = {}
        if merged or self._repeats():
            self._merge()

    def _repeats(self) -> bool:
        """Whether many pairs of a sample have the distribution of another."""
        sample = np.arange(0, len(self), max(1, len(self) // SAMPLE))
        return 2 * len(np.unique(self._hash(sample, SEEDS[0]))) < len(sample)

    def _merge(self) -> None:
        """Keep one pair for each distribution, the first."""
        for seed in SEEDS:
            hashes = np.concatenate([self._hash(c, seed) for c in self._chunks(len(self))])
            _, first, inverse = np.unique(hashes, return_index=True, return_inverse=True)
            if self._all_equal(first[inverse.ravel()]):
                first.sort()
                self._left, self._right = self._left[first], self._right[first]
                self._keys = None if self._keys is None else self._keys[first]
                return
        raise BudgetExceeded("three hashes of the classes collided; use engine='reference'")

    def _chunks(self, count: int) -> Iterator[slice]:
        """Slices of up to `count` pairs that fit the working memory."""
        step = max(1, CHUNK // max(1, self._table.shape[1]))
        for start in range(0, count, step):
            checkpoint("classes of pairs", start, count)
            yield slice(start, start + step)

    def _words(self, chosen: slice | NDArray[np.int64]) -> Words:
        """One word for the two ranks of every outcome: both are below 2^31."""
        p, q = self._table[self._left[chosen]], self._table[self._right[chosen]]
        return p.astype(np.int64) * self._size + q

    def _hash(self, chosen: slice | NDArray[np.int64], seed: int) -> NDArray[np.uint64]:
        """The sum of a mixed word for every outcome, modulo 2^64 (here the wrap-around is meant)."""
        word = self._words(chosen).astype(np.uint64) + np.uint64(seed)
        word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        total: NDArray[np.uint64] = (word ^ (word >> np.uint64(31))).sum(axis=1, dtype=np.uint64)
        return total

    def _all_equal(self, leader: NDArray[np.int64]) -> bool:
        """Whether every pair has the multiset of ranks of its leader."""
        followers = np.flatnonzero(leader != np.arange(len(leader)))
        for part in self._chunks(len(followers)):
            a, b = self._words(followers[part]), self._words(leader[followers[part]])
            a.sort(axis=1)
            b.sort(axis=1)
            if not np.array_equal(a, b):
                return False
        return True

    def __len__(self) -> int:
        return len(self._left)

    def first(self, c: int) -> tuple[int, int]:
        """From the number i n + j of the pair; where all rows differ they are the positions."""
        if self._keys is None:
            return int(self._left[c]), int(self._right[c])
        i, j = divmod(int(self._keys[c]), self._n)
        return i, j

    def distribution(self, c: int) -> Mapping[Ranks, int]:
        """Counted."""
        p, q = self._table[self._left[c]], self._table[self._right[c]]
        counts = Counter(zip(p.tolist(), q.tolist(), strict=True))
        counts.pop((0, 0), None)
        return counts

    def lowest(self, *, reverse: bool = False) -> Mapping[int, int]:
        """As found before: an envelope asks for it at every corner."""
        if reverse not in self._lowest:
            self._lowest[reverse] = self._find_lowest(reverse=reverse)
        return self._lowest[reverse]

    def _find_lowest(self, *, reverse: bool) -> Mapping[int, int]:
        """The minimum over each run of pairs with one row above, then over the runs."""
        best = np.full(self._size, self._size, dtype=np.int64)
        above, below = (self._right, self._left) if reverse else (self._left, self._right)
        order = np.argsort(above, kind="stable") if reverse else None
        for c in self._chunks(len(self)):
            chosen = c if order is None else order[c]
            row, other = above[chosen], below[chosen]
            starts = np.flatnonzero(np.append(True, row[1:] != row[:-1]))
            low = np.minimum.reduceat(self._table[other], starts, axis=0)
            np.minimum.at(best, self._table[row[starts]].ravel(), low.ravel())
        return {p: int(best[p]) for p in np.flatnonzero(best < self._size).tolist() if p}

    def holding(self, wanted: frozenset[Ranks]) -> int:
        """By looking from the first on."""
        words = np.array(sorted(p * self._size + q for p, q in wanted), dtype=np.int64)
        for c in self._chunks(len(self)):
            held = np.isin(self._words(c), words).any(axis=1)
            if held.any():
                return int(c.start + np.argmax(held))
        raise LookupError("no class holds the ranks that were found in one")

    def excesses(self, above: Sequence[int], below: Sequence[int]) -> Survey:
        """A sum is at most that of max(above, 0) over the one row and of max(-below, 0) over the other."""
        a, b = as_words(above)[self._table], as_words(below)[self._table]
        check_sums(np.maximum(a, 0), np.maximum(-b, 0))

        def excess(left: Index, right: Index) -> Words:
            gain = a[left]
            gain -= b[right]
            np.maximum(gain, 0, out=gain)
            total: Words = gain.sum(axis=1)
            return total

        return self._survey(excess)

    def masses(self, values: Sequence[int], limits: Sequence[int], *, reverse: bool = False) -> Survey:
        """A sum is at most that over the row."""
        v = as_words(values)[self._table]
        check_sums(v)
        limit = np.array(limits, dtype=np.int32)[self._table]

        def mass(p: Index, q: Index) -> Words:
            total: Words = np.where(self._table[q] < limit[p], v[p], 0).sum(axis=1)
            return total

        return self._survey((lambda p, q: mass(q, p)) if reverse else mass)

    def totals(self, value: Mapping[Ranks, int]) -> Survey:
        """A sum is at most the largest value times the number of outcomes."""
        words = sorted((p * self._size + q, v) for (p, q), v in value.items())
        known = np.array([word for word, _ in words], dtype=np.int64)
        values = as_words([v for _, v in words])
        check_sums(np.full((1, self._table.shape[1]), max(abs(v) for _, v in words)))
        parts = [values[np.searchsorted(known, self._words(c))].sum(axis=1) for c in self._chunks(len(self))]
        return Surveyed(np.concatenate(parts))

    def products(self, left: Sequence[int], right: Sequence[int]) -> Survey:
        """A sum is at most the product of the largest factors times the number of outcomes."""
        largest = max(map(abs, left)) * max(map(abs, right)) * self._table.shape[1]
        if largest >= 1 << 63:
            raise too_large()
        a, b = as_words(left)[self._table], as_words(right)[self._table]

        def product(p: Index, q: Index) -> Words:
            total: Words = (a[p] * b[q]).sum(axis=1)
            return total

        return self._survey(product)

    def _survey(self, number: Callable[[Index, Index], Words]) -> Survey:
        """A number for every pair of rows."""
        parts = [number(self._left[c], self._right[c]) for c in self._chunks(len(self))]
        return Surveyed(np.concatenate(parts))

    def distinct(self) -> frozenset[Ranks] | None:
        """By sorting; None for more than MOST_DISTINCT."""
        found: Words = np.empty(0, dtype=np.int64)
        for c in self._chunks(len(self)):
            found = np.union1d(found, self._words(c))
            if len(found) > MOST_DISTINCT:
                return None
        return frozenset((word // self._size, word % self._size) for word in found.tolist())


class Surveyed(Survey):
    """The numbers in an array."""

    def __init__(self, values: Words) -> None:
        self.values = values

    @property
    def largest(self) -> int:
        """The maximum."""
        return int(np.max(self.values))

    def highest(self, slack: int) -> list[int]:
        """Those from the maximum down to `slack` less."""
        return self.at_least(self.largest - slack)

    def at_least(self, bound: int) -> list[int]:
        """Those of at least `bound`."""
        return [int(c) for c in np.flatnonzero(self.values >= bound)]
