"""The adjacent pairs of a mechanism with their output distributions, and the largest value over them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Generic, TypeVar

from ..budgets.progress import grace, interruptible, track
from ..errors import BudgetExceeded, InvalidValue, UndecidedError
from ..exact import Log, Number
from .dist import Dist
from .privacy_loss import only_highest, raised

if TYPE_CHECKING:
    from .mechanism import Mechanism

X = TypeVar("X")
T = TypeVar("T")
V = TypeVar("V")
Ordered = TypeVar("Ordered", Number, Log)


def joint_law(p: Dist[T], q: Dist[T]) -> frozenset[tuple[tuple[Number, Number], int]]:
    """The multiset { (P(o), Q(o)) : o an outcome }.  A divergence of P from Q depends on nothing else."""
    outcomes = dict.fromkeys((*p.support, *q.support))
    return frozenset(Counter((p[o], q[o]) for o in outcomes).items())


class AdjacentPairs(Generic[X, T]):
    """The ordered adjacent pairs (x, x') of a mechanism, one for each multiset {(P(o), Q(o))}.

    No divergence can tell the pairs of one class apart, so a worst case looks at one of them only.
    """

    def __init__(self, mechanism: Mechanism[X, T]) -> None:
        self.mechanism = mechanism
        self._representatives: tuple[tuple[X, X], ...] | None = None

    def representatives(self) -> Iterator[tuple[X, X]]:
        """The first pair of every class, in the order of the pairs; found by an engine where one does."""
        if self._representatives is None:
            self._representatives = self.mechanism.switch.ask(
                "representatives", lambda engine: engine.representatives()
            )
        if self._representatives is not None:
            yield from track(self._representatives, "adjacent pairs")
            return
        seen: dict[object, tuple[X, X]] = {}
        for x, y in track(self.mechanism.pairs, "adjacent pairs"):
            law = joint_law(*self.distributions(x, y))
            if law not in seen:
                seen[law] = (x, y)
                yield x, y
        self._representatives = tuple(seen.values())

    def distributions(self, x: X, y: X) -> tuple[Dist[T], Dist[T]]:
        """(M(x), M(y))."""
        return self.mechanism.distribution(x), self.mechanism.distribution(y)

    def each(self, measure: Callable[[Dist[T], Dist[T]], V]) -> dict[tuple[X, X], V]:
        """The measure of every representative pair."""
        found: dict[tuple[X, X], V] = {}
        for x, y in self.representatives():
            p, q = self.distributions(x, y)
            with interruptible():
                found[x, y] = measure(p, q)
        return found

    def largest(self, measure: Callable[[Dist[T], Dist[T]], Ordered]) -> tuple[Ordered, tuple[X, X]]:
        """The largest value of the measure, and the first pair that attains it."""
        highest: list[tuple[Ordered, tuple[X, X]]] = []
        try:
            for x, y in self.representatives():
                p, q = self.distributions(x, y)
                with interruptible():
                    highest = raised(highest, measure(p, q), (x, y))
        except BudgetExceeded as stop:
            if highest:
                stop.known["at least"] = highest[0][0]
            raise
        if not highest:
            raise InvalidValue(f"{self.mechanism.name} has no adjacent pairs; give another adjacency")
        return only_highest(highest)

    def add_known(self, stop: BudgetExceeded, measure: Callable[[Dist[T], Dist[T]], Ordered]) -> None:
        """Note in `stop.known` the largest value of the measure over pairs that were computed already."""
        done = 0
        with suppress(BudgetExceeded, UndecidedError), grace():
            for x, y in self.mechanism.known_pairs():
                value = measure(*self.distributions(x, y))
                best = stop.known.get("at least")
                if not isinstance(best, type(value)) or value > best:
                    stop.known["at least"] = value
                done += 1
        stop.known = {**self.mechanism.progress(done), **stop.known}
