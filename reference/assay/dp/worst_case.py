"""The worst case of every measure over all adjacent pairs, with the pair and the event that attain it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

from ..enclosures.enclosed import Divergence
from ..exact import Certified, EpsilonLike, ExactLike, Log, Number
from .attained import Attained
from .bounded_range import BOUNDED_RANGE
from .concentrated import ZCDP
from .curves import Profile, TradeOff
from .dist import Dist
from .hockey_stick import DELTA, TOTAL_VARIATION
from .measure import Measure
from .membership import MEMBERSHIP_ADVANTAGE
from .odds import POSTERIOR_ODDS, PosteriorOdds
from .probabilistic import PROBABILISTIC_DELTA
from .profile import EPSILON, PROFILE
from .random_dp import RANDOM_DP, Encoding
from .renyi import RENYI
from .tradeoff import TRADEOFF

if TYPE_CHECKING:
    from .mechanism import Mechanism

X = TypeVar("X")
T = TypeVar("T")
R = TypeVar("R")
V = TypeVar("V")


class WorstCase(Generic[X, T]):
    """The measures of a mechanism; each method returns the value, the pair and the event as an `Attained`."""

    def __init__(self, mechanism: Mechanism[X, T]) -> None:
        self._mechanism = mechanism

    def of(self, measure: Measure[V], *arguments: object, **named: object) -> Attained[V, X, T]:
        """The worst case of a measure; its arguments are read and checked first."""
        return self._mechanism.computation.worst_case(measure, *measure.read(*arguments, **named))

    def representatives(self) -> Iterator[tuple[X, X]]:
        """The first of every class of adjacent pairs with the same multiset of probabilities."""
        return self._mechanism.computation.representatives()

    def epsilon(self, delta: ExactLike = 0) -> Attained[Log, X, T]:
        """The smallest epsilon for delta.  The event is a single outcome for delta = 0."""
        return self.of(EPSILON, delta)

    def delta(self, epsilon: EpsilonLike) -> Attained[Number | Certified, X, T]:
        """The smallest delta for epsilon, with the event { o : P(o) > e^epsilon Q(o) }."""
        return self.of(DELTA, epsilon)

    def total_variation(self) -> Attained[Number, X, T]:
        """The largest total variation distance, with the event { o : P(o) > Q(o) }."""
        return self.of(TOTAL_VARIATION)

    def profile(self) -> Attained[Profile, X, T]:
        """The upper envelope of the profiles of all pairs; `pair` attains it everywhere (or is None)."""
        return self.of(PROFILE)

    def tradeoff(self) -> Attained[TradeOff, X, T]:
        """The largest trade-off function below those of all pairs; `pair` as for the profile."""
        return self.of(TRADEOFF)

    def renyi(self, order: ExactLike | Log) -> Attained[Divergence, X, T]:
        """The largest Renyi divergence of an order; the event { o : Q(o) = 0 < P(o) } if it is infinite."""
        return self.of(RENYI, order)

    def zcdp(self) -> Attained[Divergence, X, T]:
        """The largest rho; the event { o : Q(o) = 0 < P(o) } if it is infinite."""
        return self.of(ZCDP)

    def probabilistic_delta(self, epsilon: EpsilonLike) -> Attained[Number, X, T]:
        """The largest probability of a loss above epsilon, with the event { o : L(o) > epsilon }."""
        return self.of(PROBABILISTIC_DELTA, epsilon)

    def posterior_odds(self, prior: ExactLike = 1, delta: ExactLike = 0) -> Attained[PosteriorOdds, X, T]:
        """The widest range of posterior odds, with a pair and the outcomes that reach its upper end."""
        return self.of(POSTERIOR_ODDS, prior, delta)

    def membership_advantage(self, prior: ExactLike = "1/2") -> Attained[Number, X, T]:
        """The largest gain of a guess of x against x', with the outcomes that change it."""
        return self.of(MEMBERSHIP_ADVANTAGE, prior)

    def bounded_range(self) -> Attained[Log, X, T]:
        """The largest difference of two losses of one pair; no event shows it."""
        return self.of(BOUNDED_RANGE)

    def random_dp(
        self,
        alpha: EpsilonLike,
        rows: Dist[R],
        eta: ExactLike | None = None,
        *,
        coordinate: int | None = None,
        size: int | None = None,
        encode: Encoding[R, X] | None = None,
    ) -> Attained[Number, X, T]:
        """The smallest gamma, with the likeliest pair of data sets that fails and an event that shows it.

        See `random_dp.failures`; pair and event are None if no pair fails.
        """
        return self.of(RANDOM_DP, alpha, rows, eta, coordinate=coordinate, size=size, encode=encode)
