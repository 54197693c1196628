"""A mechanism under the adjacency of groups: chains of at most m steps through its domain, exactly."""

from __future__ import annotations

from typing import Any

from ..adjacency import Adjacency
from ..adjacency.datasets import AddRemoveOne
from ..dp import Mechanism
from ..theorems import group
from .round import (
    ADD,
    MIXED,
    REMOVE,
    Round,
    check_mechanism,
    distinct_pairs,
    is_both_ways,
    one_direction,
)


def grouped(mechanism: Mechanism[Any, Any], m: int) -> Round:
    """The mechanism for groups of at most m: every pair of inputs that m adjacent steps connect.

    Under add_remove_one with the directions "remove" (all of the group leave), "add" (all join) and "mixed"
    (some leave, some join; here the order of x and x' may change from round to round, a bound from above).
    To sample first, give the sampled mechanism itself, `amplification.subsample`.
    Raises InvalidType or InvalidValue for an m that is no int >= 1.
    """
    check_mechanism(mechanism)
    many = group(mechanism, m)
    if not is_both_ways(mechanism.adjacency):
        direction = one_direction(mechanism.adjacency)
        return Round(many.name, {direction: next(iter(Round.of(many).pairs.values()))})
    leaving = _removal(mechanism.adjacency).power(m, symmetric=False).pairs(mechanism.domain)
    joining = tuple((y, x) for x, y in leaving)
    one_way = {*leaving, *joining}
    mixed = tuple(pair for pair in many.pairs if pair not in one_way)
    found = {REMOVE: distinct_pairs(many, leaving), ADD: distinct_pairs(many, joining)}
    return Round(many.name, found | ({MIXED: distinct_pairs(many, mixed)} if mixed else {}))


def _removal(adjacency: Adjacency) -> Adjacency:
    """Removing one record, without its reverse."""
    return AddRemoveOne(adjacency.kind, symmetric=False) if isinstance(adjacency, AddRemoveOne) else adjacency
