"""The measures of a mechanism, asked of its engines first and of the reference last."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

from ..errors import BudgetExceeded
from ..exact import Certified, EpsilonLike, ExactLike, Log, Number, eps
from .dist import Dist
from .enclosed import Divergence
from .engines import Answers, Declined, Switch
from .hockey_stick import hockey_stick, total_variation
from .odds import PosteriorOdds, as_odds
from .probabilistic import probabilistic_delta
from .profile import Profile, epsilon
from .progress import track
from .renyi import as_order
from .tradeoff import TradeOff
from .verdict import Verdict
from .weights import probability
from .worst_case import Attained, WorstCase

if TYPE_CHECKING:
    from .mechanism import Mechanism

X = TypeVar("X")
T = TypeVar("T")
R = TypeVar("R")
V = TypeVar("V")
Ordered = TypeVar("Ordered", Number, Log)


class Routed(WorstCase[X, T]):
    """`WorstCase` with an engine in front: the same questions, the same answers.

    Each method reads and checks its arguments, asks the engines, and falls back to the reference.
    """

    def __init__(self, mechanism: Mechanism[X, T], switch: Switch[X, T]) -> None:
        super().__init__(mechanism)
        self._switch = switch

    def _ask(
        self,
        question: str,
        put: Callable[[Answers[X, T]], V | Declined],
        measure: Callable[[Dist[T], Dist[T]], Ordered],
    ) -> V | None:
        """The answer of an engine; a budget that stops it says what is known of single pairs."""
        try:
            return self._switch.ask(question, put)
        except BudgetExceeded as stop:
            self.add_known(stop, measure)
            raise

    def epsilon(self, delta: ExactLike = 0) -> Attained[Log, X, T]:
        """The smallest epsilon for delta.  The event is a single outcome for delta = 0."""
        allowed = probability(delta, "delta")
        answer = self._ask(
            "epsilon", lambda engine: engine.epsilon(allowed), lambda p, q: epsilon(p, q, allowed)
        )
        return super().epsilon(allowed) if answer is None else answer

    def delta(self, epsilon: EpsilonLike) -> Attained[Number | Certified, X, T]:
        """The smallest delta for epsilon, with the event { o : P(o) > e^epsilon Q(o) }."""
        bound = eps(epsilon)
        answer = self._ask(
            "delta", lambda engine: engine.delta(bound), lambda p, q: hockey_stick(p, q, bound)
        )
        return super().delta(bound) if answer is None else answer

    def total_variation(self) -> Attained[Number, X, T]:
        """The largest total variation distance, with the event { o : P(o) > Q(o) }."""
        answer = self._ask("total_variation", lambda engine: engine.total_variation(), total_variation)
        return super().total_variation() if answer is None else answer

    def profile(self) -> Attained[Profile, X, T]:
        """The upper envelope of the profiles of all pairs; `pair` attains it everywhere (or is None)."""
        answer = self._switch.ask("profile", lambda engine: engine.profile())
        return super().profile() if answer is None else answer

    def tradeoff(self) -> Attained[TradeOff, X, T]:
        """The largest trade-off function below those of all pairs; `pair` as for the profile."""
        answer = self._switch.ask("tradeoff", lambda engine: engine.tradeoff())
        return super().tradeoff() if answer is None else answer

    def renyi(self, order: ExactLike | Log) -> Attained[Divergence, X, T]:
        """The largest Renyi divergence of an order; the event { o : Q(o) = 0 < P(o) } if it is infinite."""
        a = as_order(order)
        answer = self._switch.ask("renyi", lambda engine: engine.renyi(a))
        return super().renyi("inf" if a is None else a) if answer is None else answer

    def zcdp(self) -> Attained[Divergence, X, T]:
        """The largest rho; the event { o : Q(o) = 0 < P(o) } if it is infinite."""
        answer = self._switch.ask("zcdp", lambda engine: engine.zcdp())
        return super().zcdp() if answer is None else answer

    def probabilistic_delta(self, epsilon: EpsilonLike) -> Attained[Number, X, T]:
        """The largest probability of a loss above epsilon, with the event { o : L(o) > epsilon }."""
        bound = eps(epsilon)
        answer = self._ask(
            "probabilistic_delta",
            lambda engine: engine.probabilistic_delta(bound),
            lambda p, q: probabilistic_delta(p, q, bound),
        )
        return super().probabilistic_delta(bound) if answer is None else answer

    def posterior_odds(self, prior: ExactLike = 1, delta: ExactLike = 0) -> Attained[PosteriorOdds, X, T]:
        """The widest range of posterior odds, with a pair and the outcomes that reach its upper end."""
        odds, allowed = as_odds(prior), probability(delta, "delta")
        answer = self._switch.ask("posterior_odds", lambda engine: engine.posterior_odds(odds, allowed))
        return super().posterior_odds(odds, allowed) if answer is None else answer

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
        """The smallest gamma, with the likeliest pair of data sets that fails and an event that shows it."""
        bound, allowed = eps(alpha, "alpha"), None if eta is None else probability(eta, "eta")
        answer = self._switch.ask(
            "random_dp",
            lambda engine: engine.random_dp(
                bound, rows, allowed, coordinate=coordinate, size=size, encode=encode
            ),
        )
        if answer is not None:
            return answer
        return super().random_dp(bound, rows, allowed, coordinate=coordinate, size=size, encode=encode)

    def audit(self, epsilon: Log, delta: Number) -> Verdict | None:
        """The verdict of an engine, or None where the reference has to judge."""
        return self._switch.ask("audit", lambda engine: engine.audit(epsilon, delta))

    def representatives(self) -> Iterator[tuple[X, X]]:
        """The first of every class of adjacent pairs with the same multiset of probabilities."""
        if self._representatives is None:
            self._representatives = self._switch.ask(
                "representatives", lambda engine: engine.representatives()
            )
            if self._representatives is None:
                yield from super().representatives()
                return
        yield from track(self._representatives, "adjacent pairs")
