"""What a sampler claims, as exact numbers, and over which adjacent inputs."""

from __future__ import annotations

from typing import Any

from ... import adjacency as relations
from ...dp import Adjacency
from ...errors import InvalidValue
from ...exact import Log, Number, log_value, number
from ...testing.claims.values import exact_value
from .case import Samples


def claimed_of(case: Samples) -> tuple[Log, Number]:
    """The claimed epsilon and delta, exactly.  Raises InvalidValue for a delta that is a logarithm."""
    bound, allowed = exact_value(case.epsilon, "epsilon"), exact_value(case.delta, "delta")
    exact = bound if isinstance(bound, Log) else log_value(bound.as_fraction())
    if isinstance(allowed, Number):
        return exact, allowed
    rational = allowed.rational_value()
    if rational is None:
        raise InvalidValue(
            f"delta = {case.delta} ({type(case.delta).__name__}) is no probability; write '1/2'"
        )
    return exact, number(rational)


def pairs_of(case: Samples) -> tuple[tuple[Any, Any], ...]:
    """The adjacent inputs."""
    relation: Adjacency = relations.all_pairs() if case.adjacency is None else case.adjacency
    return relation.pairs(case.domain)
