"""Kernels on the matrix of a finite mechanism: every measure over all adjacent pairs, exactly.

`matrix` turns the mechanism into ranks of distinct probabilities, `row_pairs` its adjacency into pairs of
positions, `classes` merges pairs that no divergence can tell apart and surveys them, and `measures` evaluates
exactly those that may attain a worst case.  `random_neighbours` answers Random DP, whose pairs are drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...dp import Attained
from ...engines.answers import Declined
from .envelope import profile, tradeoff
from .measures import Kernel
from .moments import renyi
from .quantiles import posterior_odds
from .random_neighbours import random_dp
from .zero_concentrated import zcdp

KERNELS: dict[str, Callable[..., Attained[Any, Any, Any] | Declined]] = {
    "epsilon": Kernel.epsilon,
    "delta": Kernel.delta,
    "total_variation": Kernel.total_variation,
    "profile": profile,
    "tradeoff": tradeoff,
    "probabilistic_delta": Kernel.probabilistic_delta,
    "renyi": renyi,
    "zcdp": zcdp,
    "posterior_odds": posterior_odds,
    "membership_advantage": Kernel.membership_advantage,
}
"""From the name of a measure to kernel(Kernel, *arguments); without one its definition answers."""

__all__ = ["KERNELS", "Kernel", "random_dp"]
