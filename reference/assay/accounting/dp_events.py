"""What the events of dp-accounting mean: the rounds that dominate each of them, or why there are none.

An event is a sum of contributions v_i with noise, ||v_i|| <= 1 in its units, as its documentation says.  A
record that is added, removed or replaced by the zero record (`REPLACE_SPECIAL`) moves the sum by at most 1,
one replaced by any other (`REPLACE_ONE`) by at most 2.  All other theorems are in spec/accounting.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from ..composition.finite_pair import NOTHING
from ..composition.round import Round
from ..errors import AssayError, InvalidValue
from .densities import Gaussian
from .dp_event_rounds import (
    REVEALING,
    Unsupported,
    both,
    events,
    mixture,
    moves_of,
    noise_of,
    poisson,
    redrawn,
    subset,
    truncated,
    two_distributions,
)
from .dp_values import exact, listed, natural, probability
from .moment_bounds import MomentBound
from .truncation import ADD_REMOVE, REPLACE, ZERO_OUT

RELATIONS = {ADD_REMOVE: "ADD_OR_REMOVE_ONE", REPLACE: "REPLACE_ONE", ZERO_OUT: "REPLACE_SPECIAL"}


def rounds_of(event: Any, count: int, adjacency: str) -> list[tuple[Round, int]]:
    """The rounds of `count` uses of an event.  Raises Unsupported with the innermost event that has none."""
    try:
        return _rounds(event, natural(count, "count"), adjacency)
    except Unsupported:
        raise
    except AssayError as error:
        raise Unsupported(f"{type(event).__name__}: {error}", event) from error


def _rounds(event: Any, count: int, adjacency: str) -> list[tuple[Round, int]]:
    if isinstance(event, events.SelfComposedDpEvent):
        return rounds_of(event.event, count * natural(event.count, "count"), adjacency)
    if isinstance(event, events.ComposedDpEvent):
        return [each for part in listed(event.events, "events") for each in rounds_of(part, count, adjacency)]
    if isinstance(event, events.NoOpDpEvent):
        return []
    for kind, build in BUILDERS.items():
        if isinstance(event, getattr(events, kind)):
            return [(build(event, adjacency), count)]
    return [(both(noise_of(event, moves_of(adjacency))), count)]


def _concentrated(event: Any, adjacency: str) -> Round:
    """D_a <= rho a, under whatever relation it was proved for."""
    if exact(event.xi, "xi"):
        raise Unsupported(
            f"ZCDpEvent with xi = {event.xi} is not supported: only D_a <= rho a is known here; give 0",
            event,
        )
    return both(MomentBound.concentrated(exact(event.rho, "rho")))


def _tree(event: Any, adjacency: str) -> Round:
    """Sums of all nodes of binary trees: a record is in one node of each of the levels of one tree."""
    if adjacency != ZERO_OUT:
        raise Unsupported(
            "SingleEpochTreeAggregationDpEvent needs neighboring_relation=REPLACE_SPECIAL: other relations "
            "move records between the leaves, or leave open what a sensitivity is",
            event,
        )
    counts = event.step_counts
    given = listed(counts, "step_counts") if isinstance(counts, Iterable) else [counts]
    if not given:
        raise InvalidValue("step_counts is empty; give the number of leaves of each tree")
    leaves = max(natural(n, "step_counts") for n in given)
    noise = exact(event.noise_multiplier, "noise_multiplier")
    if not leaves:
        return both(NOTHING)
    return both(Gaussian.of(noise).times(leaves.bit_length()) if noise else REVEALING)


def _response(event: Any, adjacency: str) -> Round:
    """Randomised response over k values: 1 - p + p/k for the true one, p/k for any other."""
    if adjacency == ADD_REMOVE:
        raise Unsupported(
            "RandomizedResponseDpEvent needs neighboring_relation=REPLACE_ONE or REPLACE_SPECIAL: no record "
            "is left out of it",
            event,
        )
    noise, count = (
        probability(event.noise_parameter, "noise_parameter"),
        natural(event.num_buckets, "num_buckets"),
    )
    if not count:
        raise InvalidValue("num_buckets = 0; give an int >= 1")
    if count == 1 or noise == 1:
        return both(NOTHING)
    low, high = noise / count, 1 - noise + noise / count
    if adjacency == ZERO_OUT:
        # the special record is answered by a uniform value
        rest = 1 - high
        return Round.of(two_distributions([(high, Fraction(1, count)), (rest, 1 - Fraction(1, count))]))
    return both(two_distributions([(high, low), (low, high), ((count - 2) * low, (count - 2) * low)]))


BUILDERS: dict[str, Callable[[Any, str], Round]] = {
    "PoissonSampledDpEvent": poisson,
    "TruncatedSubsampledGaussianDpEvent": truncated,
    "MixtureOfGaussiansDpEvent": mixture,
    "SampledWithoutReplacementDpEvent": subset,
    "SampledWithReplacementDpEvent": redrawn,
    "SingleEpochTreeAggregationDpEvent": _tree,
    "RandomizedResponseDpEvent": _response,
    "ZCDpEvent": _concentrated,
}
"""The round of one use of an event, by its class and the relation of neighbours."""
