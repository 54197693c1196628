"""All adversaries of a filter or an odometer: what they choose, on which data, and when they stop.

Nothing here knows a theorem: an adversary is a function of the outputs so far, and the best one is found by
looking at all of them, with the probabilities of every transcript in the two worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, TypeAlias

from assay.composition.filters import ExactFilter, Filter, IndividualFilter, Odometer
from assay.dp import Mechanism
from assay.exact import INFINITY, Log, Number, ln, number
from assay.theorems import pairs_of

Item: TypeAlias = tuple[Mechanism[Any, Any], Any]
"""A mechanism, and what is handed to the filter for it."""

Leaf: TypeAlias = Callable[[Number, Number], Number]
"""What an adversary gains who stops, from the probabilities of the transcript in the two worlds."""

ZERO, ONE = number(0), number(1)


def hockey_stick_leaf(t: Number) -> Leaf:
    """max(p - t q, 0)."""
    return lambda p, q: max(p - t * q, ZERO)


def moment_leaf(alpha: int) -> Leaf:
    """p^alpha q^(1 - alpha), for transcripts that both worlds can have."""
    return lambda p, q: p**alpha / q ** (alpha - 1) if p else ZERO


def priced_once(budget: Filter | Odometer) -> Any:
    """The same filter, with every cost computed once."""
    made: Any = budget.look_ahead()
    vars(made)["cost"] = cache(budget.cost)
    return made


def most(
    budget: Filter, menu: Sequence[Item], rounds: int, leaf: Leaf, p: Number = ONE, q: Number = ONE
) -> Number:
    """The most that an adversary gains who chooses mechanism and data of each round, and when to stop."""
    best = leaf(p, q)
    for mechanism, price in menu if rounds else ():
        if not budget.admits(price):
            continue
        after = budget.look_ahead()
        after.spend(price)
        for above, below in pairs_of(mechanism):
            outcomes = dict.fromkeys((*above, *below))
            gains = (most(after, menu, rounds - 1, leaf, p * above[o], q * below[o]) for o in outcomes)
            best = max(best, sum(gains, ZERO))
    return best


def most_on(
    budget: ExactFilter[Any],
    menu: Sequence[Mechanism[Any, Any]],
    rounds: int,
    leaf: Leaf,
    data: tuple[Any, Any],
    p: Number = ONE,
    q: Number = ONE,
) -> Number:
    """The same where the data of both worlds are fixed, and the filter sees the outputs."""
    best = leaf(p, q)
    for mechanism in menu if rounds else ():
        if not budget.admits(mechanism):
            continue
        total = ZERO
        for above, below, after in _seen(budget, mechanism, data):
            total += most_on(after, menu, rounds - 1, leaf, data, p * above, q * below)
        best = max(best, total)
    return best


def _seen(
    budget: ExactFilter[Any], mechanism: Mechanism[Any, Any], data: tuple[Any, Any]
) -> Iterator[tuple[Number, Number, ExactFilter[Any]]]:
    """Every output, with its probabilities and the filter after it."""
    above, below = (mechanism.distribution(x) for x in data)
    for o in dict.fromkeys((*above, *below)):
        after = budget.look_ahead()
        after.spend(mechanism)
        after.observe(o)
        yield above[o], below[o], after


def individually(
    budget: IndividualFilter,
    menu: Sequence[Mechanism[Any, Any]],
    rounds: int,
    leaf: Leaf,
    p: Number = ONE,
    q: Number = ONE,
) -> Number:
    """The most that is learned about one person, whose record every round is run on that they can pay for."""
    best = leaf(p, q)
    for mechanism in menu if rounds else ():
        after = budget.look_ahead()
        if not after.spend({"person": mechanism}):
            continue  # without them the round is the same in both worlds
        for above, below in pairs_of(mechanism):
            outcomes = dict.fromkeys((*above, *below))
            gains = (
                individually(after, menu, rounds - 1, leaf, p * above[o], q * below[o]) for o in outcomes
            )
            best = max(best, sum(gains, ZERO))
    return best


def exceeds(
    odometer: Odometer, menu: Sequence[Item], rounds: int, delta: Any, p: Number = ONE, q: Number = ONE
) -> Number:
    """The largest probability that the loss exceeds the odometer at some time."""
    if p and odometer.rounds and _loss(p, q) > odometer.spent(delta):
        return p
    best = ZERO
    for mechanism, price in menu if rounds else ():
        after = odometer.look_ahead()
        after.spend(price)
        for above, below in pairs_of(mechanism):
            gains = (exceeds(after, menu, rounds - 1, delta, p * above[o], q * below[o]) for o in above)
            best = max(best, sum(gains, ZERO))
    return best


def _loss(p: Number, q: Number) -> Log:
    """ln(p/q)."""
    return ln(p / q) if q else INFINITY
