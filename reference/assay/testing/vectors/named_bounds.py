"""Answers beside a bound on losses on a grid, or on shuffled reports: what the exact delta says of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...amplification import shuffle
from ...composition import PrivacyLoss
from ...exact import Number
from ...mechanisms import randomised_response_categories
from .arguments import Arguments
from .functions.shuffling import exact_delta, randomiser
from .reals import Value, at_most, infinite

MOST_PEOPLE, MOST_REPORTS = 6, 64


def _composed(given: Arguments) -> Number:
    """The exact delta of k independent losses."""
    return PrivacyLoss.of(*given.pair(), given.integer("k")).delta(given.epsilon())


def _pessimistic(given: Arguments, bound: Value) -> bool | None:
    return at_most(_composed(given), bound)


def _optimistic(given: Arguments, bound: Value) -> bool | None:
    truth = _composed(given)
    return not infinite(bound) and (not at_most(truth, bound) or bound == truth)


def _blanket(given: Arguments, bound: Value) -> bool | None:
    """By the exact delta of this randomiser, for few people."""
    n = given.integer("n")
    return at_most(exact_delta(randomiser(given), n, given.epsilon()), bound) if n <= MOST_PEOPLE else None


def _clones(given: Arguments, bound: Value) -> bool | None:
    """Randomised response beside others who are all alike: no bound for all randomisers is below it."""
    n = given.integer("n")
    if n > MOST_REPORTS:
        return None
    response = randomised_response_categories(2, given.epsilon("local_epsilon"))
    alike = [(x, *(1,) * (n - 1)) for x in (0, 1)]
    least = shuffle(response, n, domain=alike).delta(given.epsilon())
    return None if at_most(least, bound) else False


def _open(given: Arguments, bound: Value) -> bool | None:
    return None


BOUNDS: Mapping[str, Callable[[Arguments, Value], bool | None]] = {
    "pessimistic_delta": _pessimistic,
    "optimistic_delta": _optimistic,
    "blanket_delta": _blanket,
    "clones_delta": _clones,
    "clones_epsilon": _open,
    "shuffling_epsilon": _open,
    "snapping_epsilon_bound": _open,
}
"""By the function; None where it is not known whether the answer holds."""
