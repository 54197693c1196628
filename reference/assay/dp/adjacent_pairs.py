"""The adjacent pairs of a mechanism with their output distributions, and the largest value over them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

from ..errors import InvalidValue
from ..exact import Log, Number
from ..exact.order import only_highest, raised
from .dist import Dist

if TYPE_CHECKING:
    from .mechanism import Mechanism

X = TypeVar("X")
T = TypeVar("T")
V = TypeVar("V")
Ordered = TypeVar("Ordered", Number, Log)


class AdjacentPairs(Generic[X, T]):
    """The ordered adjacent pairs (x, x') of a mechanism, each with P = M(x) and Q = M(x')."""

    def __init__(self, mechanism: Mechanism[X, T]) -> None:
        self.mechanism = mechanism

    def __iter__(self) -> Iterator[tuple[X, X]]:
        """All of them, in the order of the domain."""
        return iter(self.mechanism.pairs)

    def distributions(self, x: X, y: X) -> tuple[Dist[T], Dist[T]]:
        """(M(x), M(y))."""
        return self.mechanism.distribution(x), self.mechanism.distribution(y)

    def each(self, measure: Callable[[Dist[T], Dist[T]], V]) -> dict[tuple[X, X], V]:
        """The measure of every pair."""
        return {(x, y): measure(*self.distributions(x, y)) for x, y in self}

    def largest(self, measure: Callable[[Dist[T], Dist[T]], Ordered]) -> tuple[Ordered, tuple[X, X]]:
        """The largest value of the measure, and the first pair that attains it."""
        highest: list[tuple[Ordered, tuple[X, X]]] = []
        for x, y in self:
            highest = raised(highest, measure(*self.distributions(x, y)), (x, y))
        return self.only(highest)

    def only(self, highest: list[tuple[Ordered, tuple[X, X]]]) -> tuple[Ordered, tuple[X, X]]:
        """The one largest value.  Raises InvalidValue if there is no pair, UndecidedError for several."""
        if not highest:
            raise InvalidValue(f"{self.mechanism.name} has no adjacent pairs; give another adjacency")
        return only_highest(highest)
