"""Classes of adjacent pairs with the same multiset {(P(o), Q(o))}: no divergence tells the pairs of one
apart.

    key(x, x') = the multiset of (rank of P(o), rank of Q(o)) over all outcomes o

A worst case needs one pair of every class.  `list_classes` finds them by Python alone; `array_classes` does
the same with numpy for large mechanisms.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TypeAlias

Ranks: TypeAlias = tuple[int, int]
"""The rank of P(o) and the rank of Q(o)."""


class Classes(ABC):
    """The classes of one matrix and adjacency, numbered by their first pairs, in the order of the pairs."""

    pairs: int
    """How many ordered adjacent pairs there are."""

    @abstractmethod
    def __len__(self) -> int:
        """How many classes."""

    @abstractmethod
    def first(self, c: int) -> tuple[int, int]:
        """The positions in the domain of the first pair of a class."""

    @abstractmethod
    def distribution(self, c: int) -> Mapping[Ranks, int]:
        """How many outcomes have which two ranks."""

    @abstractmethod
    def lowest(self, *, reverse: bool = False) -> Mapping[int, int]:
        """For every rank of P(o) > 0 that occurs, the lowest rank of Q(o) that it meets.

        With `reverse` for every rank of Q(o) > 0 the lowest rank of P(o).
        """

    @abstractmethod
    def holding(self, wanted: frozenset[Ranks]) -> int:
        """The first class in which one of these ranks occurs."""

    @abstractmethod
    def excesses(self, above: Sequence[int], below: Sequence[int]) -> Survey:
        """The sums over o of max(above[P(o)] - below[Q(o)], 0), class by class."""

    @abstractmethod
    def masses(self, values: Sequence[int], limits: Sequence[int], *, reverse: bool = False) -> Survey:
        """The sums of values[P(o)] over the o with rank of Q(o) below limits[P(o)], class by class.

        With `reverse` P and Q change places.
        """

    @abstractmethod
    def totals(self, value: Mapping[Ranks, int]) -> Survey:
        """The sums over o of value[P(o), Q(o)], class by class."""

    @abstractmethod
    def products(self, left: Sequence[int], right: Sequence[int]) -> Survey:
        """The sums over o of left[P(o)] right[Q(o)], class by class."""

    @abstractmethod
    def distinct(self) -> frozenset[Ranks] | None:
        """All ranks that occur; None where they are too many to list."""


class Survey(ABC):
    """One whole number for each class, each off by less than a known slack."""

    @property
    @abstractmethod
    def largest(self) -> int:
        """The largest number."""

    @abstractmethod
    def highest(self, slack: int) -> list[int]:
        """The classes whose number is at most `slack` below the largest, in order."""

    @abstractmethod
    def at_least(self, bound: int) -> list[int]:
        """The classes whose number is at least `bound`, in order."""
