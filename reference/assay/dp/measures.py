"""The table of the measures: what `Mechanism` and its `worst_case` have a method for."""

from __future__ import annotations

from typing import Any

from .bounded_range import BOUNDED_RANGE
from .concentrated import ZCDP
from .hockey_stick import DELTA, TOTAL_VARIATION
from .measure import Measure
from .membership import MEMBERSHIP_ADVANTAGE
from .odds import POSTERIOR_ODDS
from .probabilistic import PROBABILISTIC_DELTA
from .profile import EPSILON, PROFILE
from .random_dp import RANDOM_DP
from .renyi import RENYI
from .tradeoff import TRADEOFF

MEASURES: tuple[Measure[Any], ...] = (
    EPSILON,
    DELTA,
    TOTAL_VARIATION,
    PROFILE,
    TRADEOFF,
    RENYI,
    ZCDP,
    PROBABILISTIC_DELTA,
    POSTERIOR_ODDS,
    MEMBERSHIP_ADVANTAGE,
    BOUNDED_RANGE,
    RANDOM_DP,
)
