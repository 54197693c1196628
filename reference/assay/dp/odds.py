"""What an adversary learns: from prior odds of x against x' to posterior odds, by Bayes' rule.

P[x | o] / P[x' | o]  =  (P(o) / Q(o)) * P[x] / P[x']   for P = M(x), Q = M(x')
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from ..errors import InvalidValue
from ..exact import ExactLike, Log, Number, number
from .attained import Attained
from .dist import Dist
from .measure import AT_DELTA, AdjacentPairs, Measure, Parameter
from .privacy_loss import loss_levels
from .probabilistic import loss_quantile
from .weights import ZERO

T = TypeVar("T")


@dataclass(frozen=True)
class PosteriorOdds:
    """The range of the posterior odds of x against x'; `upper` is None if they are unbounded."""

    prior: Number
    lower: Number
    upper: Number | None

    @property
    def probability(self) -> tuple[Number, Number]:
        """The range of the posterior probability of x against x' alone: odds/(1 + odds)."""
        return self.lower / (1 + self.lower), number(1) if self.upper is None else self.upper / (
            1 + self.upper
        )

    def __str__(self) -> str:
        upper = "inf" if self.upper is None else self.upper
        return f"posterior odds from {self.lower} to {upper} (prior odds {self.prior})"


def posterior_odds(p: Dist[T], q: Dist[T], prior: ExactLike = 1, delta: ExactLike = 0) -> PosteriorOdds:
    """The range of prior * P(o)/Q(o) over all outcomes o, given prior odds of x against x'.

    With delta > 0 unlikely outcomes are left out: the upper end is the smallest u with P[odds > u] <= delta,
    when x is the truth; the lower end is the largest l with Q[odds < l] <= delta, when x' is the truth.

    Raises InvalidValue unless prior > 0 and 0 <= delta <= 1.
    Source: Kasiviswanathan and Smith, "On the 'Semantics' of Differential Privacy", JPC 2014.
    """
    return odds_range(as_odds(prior), -loss_quantile(q, p, delta), loss_quantile(p, q, delta))


def odds_range(prior: Number, lowest: Log, highest: Log) -> PosteriorOdds:
    """From prior e^lowest to prior e^highest, for losses from -infinity to infinity."""
    lower = ZERO if lowest.is_infinite else prior * lowest.exp()
    return PosteriorOdds(prior, lower, None if highest.is_infinite else prior * highest.exp())


def as_odds(prior: ExactLike) -> Number:
    """Read prior odds.  Raises InvalidValue unless they are positive, FloatRefused for a float."""
    odds = number(prior, "prior")
    if odds <= 0:
        raise InvalidValue(f"prior = {odds} is not positive; give the odds P[x]/P[x'] as an exact number > 0")
    return odds


def _widest(
    pairs: AdjacentPairs[Any, T], measure: Measure[Any], prior: Number, delta: Number
) -> Attained[PosteriorOdds, Any, T]:
    """The widest range over all pairs, with one that reaches its upper end and the outcomes that do."""
    highest, pair = pairs.largest(lambda p, q: loss_quantile(p, q, delta))
    lowest, _ = pairs.largest(lambda p, q: loss_quantile(q, p, delta))
    event = loss_levels(*pairs.distributions(*pair))[highest]
    return Attained(odds_range(prior, -lowest, highest), pair, event)


POSTERIOR_ODDS = Measure(
    name="posterior_odds",
    text="posterior odds at prior odds {prior} and delta = {delta}",
    formula="prior P(o)/Q(o), from its lowest value to its highest",
    kind="odds",
    parameters=(Parameter("prior", lambda prior, name: as_odds(prior), "odds", default=1), AT_DELTA),
    of_pair=posterior_odds,
    worst=_widest,
    source="Kasiviswanathan and Smith, JPC 2014",
)
"""The widest range of posterior odds."""
