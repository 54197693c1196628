"""The worst case of every measure over all adjacent pairs, with the pair and the event that attain it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from ..errors import BudgetExceeded, InvalidValue, MixedFields, UndecidedError
from ..exact import INFINITY, Certified, EpsilonLike, ExactLike, Log, Number, eps
from .concentrated import zcdp
from .dist import Dist
from .enclosed import Divergence, largest
from .hockey_stick import hockey_stick, hockey_stick_enclosed, hockey_stick_event, total_variation
from .odds import PosteriorOdds, as_odds, odds_range
from .privacy_loss import loss_levels, max_loss_event, only_highest, raised
from .probabilistic import loss_quantile, probabilistic_delta
from .profile import Profile, envelope, epsilon, profile
from .progress import grace, interruptible, track
from .random_dp import failures
from .renyi import renyi
from .spelled import spelled
from .tradeoff import TradeOff, lower_envelope, tradeoff
from .weights import ZERO, probability

if TYPE_CHECKING:
    from .mechanism import Mechanism
    from .verdict import Verdict

X = TypeVar("X")
T = TypeVar("T")
R = TypeVar("R")
V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)
Ordered = TypeVar("Ordered", Number, Log)


@dataclass(frozen=True, eq=False, repr=False)
class Attained(Generic[V_co, X, T]):
    """A worst-case value, an ordered adjacent pair (x, x') that attains it, and an event that shows it there.

    `pair` is None where no single pair attains the value (an envelope of several profiles), `event` is None
    where the value is not that of an event (a finite Renyi divergence, a whole profile).  A function in its
    place is called when the event is first read: it may be far longer than the value.  Where the value is a
    function of the symbol epsilon given by pieces, `pieces` names each of them with its pair and event.
    """

    value: V_co
    pair: tuple[X, X] | None
    found: tuple[T, ...] | Callable[[], tuple[T, ...]] | None
    pieces: tuple[Attained[V_co, X, T], ...] = ()

    @property
    def event(self) -> tuple[T, ...] | None:
        """The outcomes of the event."""
        if callable(self.found):
            object.__setattr__(self, "found", self.found())
        return cast("tuple[T, ...] | None", self.found)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Attained):
            return NotImplemented
        return (self.value, self.pair, self.event, self.pieces) == (
            other.value,
            other.pair,
            other.event,
            other.pieces,
        )

    def __hash__(self) -> int:
        return hash((self.value, self.pair, self.event))

    def __repr__(self) -> str:
        return f"Attained(value={self.value!r}, pair={spelled(self.pair)}, event={spelled(self.event)})"

    def __reduce__(self) -> tuple[object, ...]:
        return Attained, (self.value, self.pair, self.event, self.pieces)


def joint_law(p: Dist[T], q: Dist[T]) -> frozenset[tuple[tuple[Number, Number], int]]:
    """The multiset { (P(o), Q(o)) : o an outcome }.  A divergence of P from Q depends on nothing else."""
    outcomes = dict.fromkeys((*p.support, *q.support))
    return frozenset(Counter((p[o], q[o]) for o in outcomes).items())


class WorstCase(Generic[X, T]):
    """The measures of a mechanism; each method returns the value, the pair and the event as an `Attained`."""

    def __init__(self, mechanism: Mechanism[X, T]) -> None:
        self._mechanism = mechanism
        self._representatives: tuple[tuple[X, X], ...] | None = None

    def epsilon(self, delta: ExactLike = 0) -> Attained[Log, X, T]:
        """The smallest epsilon for delta.  The event is a single outcome for delta = 0."""
        allowed = probability(delta, "delta")
        value, (x, y), (p, q) = self._largest(lambda p, q: epsilon(p, q, allowed))
        event = hockey_stick_event(p, q, value) if allowed else max_loss_event(p, q)
        return Attained(value, (x, y), event)

    def delta(self, epsilon: EpsilonLike) -> Attained[Number | Certified, X, T]:
        """The smallest delta for epsilon, with the event { o : P(o) > e^epsilon Q(o) }."""
        bound = eps(epsilon)
        try:
            value, pair, (p, q) = self._largest(lambda p, q: hockey_stick(p, q, bound))
        except MixedFields:
            return self._delta_enclosed(bound)
        return Attained(value, pair, hockey_stick_event(p, q, bound))

    def _delta_enclosed(self, epsilon: Log) -> Attained[Number | Certified, X, T]:
        """The same where e^epsilon and the probabilities are in no common field."""
        each = self._each(lambda p, q: hockey_stick_enclosed(p, q, epsilon))
        with interruptible():
            value, (x, y) = largest(each)
        p, q = self._mechanism.distribution(x), self._mechanism.distribution(y)
        return Attained(cast("Number | Certified", value), (x, y), hockey_stick_event(p, q, epsilon))

    def total_variation(self) -> Attained[Number, X, T]:
        """The largest total variation distance, with the event { o : P(o) > Q(o) }."""
        value, pair, (p, q) = self._largest(total_variation)
        return Attained(value, pair, hockey_stick_event(p, q, 0))

    def profile(self) -> Attained[Profile, X, T]:
        """The upper envelope of the profiles of all pairs; `pair` attains it everywhere (or is None)."""
        each = self._each(profile)
        with interruptible():
            value = envelope(each.values())
        return Attained(value, next((pair for pair, f in each.items() if f == value), None), None)

    def tradeoff(self) -> Attained[TradeOff, X, T]:
        """The largest trade-off function below those of all pairs; `pair` as for the profile."""
        each = self._each(tradeoff)
        with interruptible():
            value = lower_envelope(each.values())
        return Attained(value, next((pair for pair, f in each.items() if f == value), None), None)

    def renyi(self, order: ExactLike | Log) -> Attained[Divergence, X, T]:
        """The largest Renyi divergence of an order; the event { o : Q(o) = 0 < P(o) } if it is infinite."""
        return self._largest_divergence(lambda p, q: renyi(p, q, order))

    def zcdp(self) -> Attained[Divergence, X, T]:
        """The largest rho; the event { o : Q(o) = 0 < P(o) } if it is infinite."""
        return self._largest_divergence(zcdp)

    def probabilistic_delta(self, epsilon: EpsilonLike) -> Attained[Number, X, T]:
        """The largest probability of a loss above epsilon, with the event { o : L(o) > epsilon }."""
        bound = eps(epsilon)
        value, pair, (p, q) = self._largest(lambda p, q: probabilistic_delta(p, q, bound))
        return Attained(value, pair, hockey_stick_event(p, q, bound))

    def posterior_odds(self, prior: ExactLike = 1, delta: ExactLike = 0) -> Attained[PosteriorOdds, X, T]:
        """The widest range of posterior odds, with a pair and the outcomes that reach its upper end."""
        odds = as_odds(prior)
        highest, pair, (p, q) = self._largest(lambda p, q: loss_quantile(p, q, delta))
        lowest = self._largest(lambda p, q: loss_quantile(q, p, delta))[0]
        return Attained(odds_range(odds, -lowest, highest), pair, loss_levels(p, q)[highest])

    def random_dp(
        self,
        alpha: EpsilonLike,
        rows: Dist[R],
        eta: ExactLike | None = None,
        *,
        coordinate: int | None = None,
        size: int | None = None,
        encode: Callable[[tuple[R, ...]], X] | None = None,
    ) -> Attained[Number, X, T]:
        """The smallest gamma, with the likeliest pair of data sets that fails and an event that shows it.

        See `random_dp.failures`; pair and event are None if no pair fails.
        """
        failed = failures(self._mechanism, alpha, rows, eta, coordinate=coordinate, size=size, encode=encode)
        if not failed:
            return Attained(ZERO, None, None)
        x, y = max(failed, key=lambda pair: failed[pair])
        p, q, bound = self._mechanism.distribution(x), self._mechanism.distribution(y), eps(alpha)
        event = hockey_stick_event(p, q, bound) or hockey_stick_event(q, p, bound)
        return Attained(sum(failed.values(), ZERO), (x, y), event)

    def audit(self, epsilon: Log, delta: Number) -> Verdict | None:
        """None: the reference judges a claim in `audit`; an engine in front of it may know a verdict."""
        return None

    def representatives(self) -> Iterator[tuple[X, X]]:
        """The first of every class of adjacent pairs with the same multiset of probabilities.

        No divergence can tell the pairs of one class apart, so a worst case needs to look at one of them
        only.
        """
        if self._representatives is not None:
            yield from track(self._representatives, "adjacent pairs")
            return
        seen: dict[object, tuple[X, X]] = {}
        for x, y in track(self._mechanism.pairs, "adjacent pairs"):
            law = joint_law(self._mechanism.distribution(x), self._mechanism.distribution(y))
            if law not in seen:
                seen[law] = (x, y)
                yield x, y
        self._representatives = tuple(seen.values())

    def _distributions(self) -> Iterator[tuple[tuple[X, X], tuple[Dist[T], Dist[T]]]]:
        """The representative pairs with their output distributions (M(x), M(x'))."""
        for x, y in self.representatives():
            yield (x, y), (self._mechanism.distribution(x), self._mechanism.distribution(y))

    def _each(self, measure: Callable[[Dist[T], Dist[T]], V]) -> dict[tuple[X, X], V]:
        """The measure of every representative pair."""
        found: dict[tuple[X, X], V] = {}
        for pair, (p, q) in self._distributions():
            with interruptible():
                found[pair] = measure(p, q)
        return found

    def add_known(self, stop: BudgetExceeded, measure: Callable[[Dist[T], Dist[T]], Ordered]) -> None:
        """Note in `stop.known` the largest value of the measure over pairs that were computed already."""
        done = 0
        with suppress(BudgetExceeded, UndecidedError), grace():
            for x, y in self._mechanism.known_pairs():
                value = measure(self._mechanism.distribution(x), self._mechanism.distribution(y))
                best = stop.known.get("at least")
                if not isinstance(best, type(value)) or value > best:
                    stop.known["at least"] = value
                done += 1
        stop.known = {**self._mechanism.progress(done), **stop.known}

    def _largest(
        self, measure: Callable[[Dist[T], Dist[T]], Ordered]
    ) -> tuple[Ordered, tuple[X, X], tuple[Dist[T], Dist[T]]]:
        """The largest value of the measure, the first pair that attains it, and its distributions."""
        highest: list[tuple[Ordered, tuple[X, X]]] = []
        try:
            for pair, (p, q) in self._distributions():
                with interruptible():
                    highest = raised(highest, measure(p, q), pair)
        except BudgetExceeded as stop:
            if highest:
                stop.known["at least"] = highest[0][0]
            raise
        if not highest:
            raise InvalidValue(f"{self._mechanism.name} has no adjacent pairs; give another adjacency")
        value, (x, y) = only_highest(highest)
        return value, (x, y), (self._mechanism.distribution(x), self._mechanism.distribution(y))

    def _largest_divergence(
        self, divergence: Callable[[Dist[T], Dist[T]], Divergence]
    ) -> Attained[Divergence, X, T]:
        """The same for values that may be certified, which need not have a decidable order."""
        each = self._each(divergence)
        with interruptible():
            value, (x, y) = largest(each)
        if not (isinstance(value, Log) and value.is_infinite):
            return Attained(value, (x, y), None)
        p, q = self._mechanism.distribution(x), self._mechanism.distribution(y)
        return Attained(value, (x, y), hockey_stick_event(p, q, INFINITY))
