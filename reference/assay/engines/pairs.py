"""The adjacent pairs of a mechanism within a budget: listed when read, one of each class measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import TypeVar

from ..adjacency.relation import MANY
from ..budgets.progress import grace, interruptible, track, uninterruptible
from ..dp import Dist, Mechanism
from ..dp.measure import AdjacentPairs
from ..errors import BudgetExceeded, InvalidValue, UndecidedError
from ..exact import Log, Number
from ..exact.order import raised

X = TypeVar("X")
T = TypeVar("T")
V = TypeVar("V")
Ordered = TypeVar("Ordered", Number, Log)


def joint_distribution(p: Dist[T], q: Dist[T]) -> frozenset[tuple[tuple[Number, Number], int]]:
    """The multiset { (P(o), Q(o)) : o an outcome }.  A divergence of P from Q depends on nothing else."""
    outcomes = dict.fromkeys((*p.support, *q.support))
    return frozenset(Counter((p[o], q[o]) for o in outcomes).items())


class PairClasses(AdjacentPairs[X, T]):
    """The ordered adjacent pairs (x, x'), one for each multiset {(P(o), Q(o))}.

    No divergence can tell the pairs of one class apart, so a worst case looks at one of them only.
    """

    def __init__(
        self,
        mechanism: Mechanism[X, T],
        rows: Mapping[X, Dist[T]],
        found: Callable[[], tuple[tuple[X, X], ...] | None],
    ) -> None:
        """rows: what is known so far.  found: the first pair of every class, if an engine names them."""
        super().__init__(mechanism)
        self._rows, self._found = rows, found
        # A long list of pairs is only made when it is read: an engine may do without it.
        surely = mechanism.adjacency.surely_relates(mechanism.domain)
        self._listed = None if surely else mechanism.adjacency.pairs(mechanism.domain)
        self._representatives: tuple[tuple[X, X], ...] | None = None

    @property
    def listed(self) -> tuple[tuple[X, X], ...]:
        """All ordered adjacent pairs (x, x'), in the order of the domain."""
        if self._listed is None:
            with uninterruptible():
                self._listed = self.mechanism.adjacency.pairs(self.mechanism.domain)
        return self._listed

    @property
    def is_listed(self) -> bool:
        """Whether the pairs are listed already."""
        return self._listed is not None

    @property
    def at_most(self) -> int:
        """The number of pairs if they are listed already, else the bound n (n - 1)."""
        n = len(self.mechanism.domain)
        return n * (n - 1) if self._listed is None else len(self._listed)

    def __iter__(self) -> Iterator[tuple[X, X]]:
        """The first pair of every class, in the order of the pairs; found by an engine where one does."""
        if self._representatives is None:
            self._representatives = self._found()
        if self._representatives is not None:
            yield from track(self._representatives, "adjacent pairs")
            return
        seen: dict[object, tuple[X, X]] = {}
        for x, y in track(self.listed, "adjacent pairs"):
            distribution = joint_distribution(*self.distributions(x, y))
            if distribution not in seen:
                seen[distribution] = (x, y)
                yield x, y
        self._representatives = tuple(seen.values())

    def each(self, measure: Callable[[Dist[T], Dist[T]], V]) -> dict[tuple[X, X], V]:
        """The measure of the first pair of every class."""
        found: dict[tuple[X, X], V] = {}
        for x, y in self:
            p, q = self.distributions(x, y)
            with interruptible():
                found[x, y] = measure(p, q)
        return found

    def largest(self, measure: Callable[[Dist[T], Dist[T]], Ordered]) -> tuple[Ordered, tuple[X, X]]:
        """The largest value of the measure, and the first pair that attains it; `known` if it is stopped."""
        highest: list[tuple[Ordered, tuple[X, X]]] = []
        try:
            for x, y in self:
                p, q = self.distributions(x, y)
                with interruptible():
                    highest = raised(highest, measure(p, q), (x, y))
        except BudgetExceeded as stop:
            if highest:
                stop.known["at least"] = highest[0][0]
            raise
        return self.only(highest)

    def known(self) -> tuple[tuple[X, X], ...]:
        """Adjacent pairs whose two distributions were computed already; some of them, where many were."""
        rows = self._rows
        if self._listed is not None:
            return tuple((x, y) for x, y in self._listed if x in rows and y in rows)
        some = [x for x in self.mechanism.domain if x in rows][:MANY]
        try:
            return self.mechanism.adjacency.pairs(some)
        except InvalidValue:  # none of them is adjacent to another
            return ()

    def add_known(self, stop: BudgetExceeded, measure: Callable[[Dist[T], Dist[T]], Ordered]) -> None:
        """Note in `stop.known` the largest value of the measure over pairs that were computed already."""
        done = 0
        with suppress(BudgetExceeded, UndecidedError), grace():
            for x, y in self.known():
                value = measure(*self.distributions(x, y))
                best = stop.known.get("at least")
                if not isinstance(best, type(value)) or value > best:
                    stop.known["at least"] = value
                done += 1
        stop.known = {**self.progress(done), **stop.known}

    def progress(self, done: int) -> dict[str, object]:
        """How many adjacent pairs were examined, and of how many, for a computation that was stopped."""
        total = {} if self._listed is None else {"adjacent pairs in all": len(self._listed)}
        return {"adjacent pairs done": done, **total}
