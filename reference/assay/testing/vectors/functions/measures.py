"""Measures of a pair of distributions P = (p_0, p_1, ...), Q = (q_0, q_1, ...), and of independent copies."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, TypeVar, cast

from ....dp import Dist, Profile, TradeOff, hockey_stick, profile, tradeoff
from ....dp.measure import Measure
from ....dp.measures import MEASURES
from ....errors import InvalidValue
from ....outputs.json_values import Json, Real, real
from ..arguments import Arguments
from ..function import Function, Kind

T = TypeVar("T", bound=Hashable)
MOST_COPIES = 64


def copies(distribution: Dist[T], k: int) -> Dist[tuple[T, ...]]:
    """The distribution of k independent draws."""
    if not 1 <= k <= MOST_COPIES:
        raise InvalidValue(f"k = {k} is outside 1..{MOST_COPIES}")
    return Dist.product(*[distribution] * k)


def can_be_asked(measure: Measure[Any]) -> bool:
    """Whether a vector can ask for a measure: its arguments are numbers, and it is a number or a curve."""
    return measure.kind != "odds" and all(each.values is not None for each in measure.parameters)


def of_measure(measure: Measure[Any]) -> Function:
    """A measure of a pair, as its definition computes it."""

    def compute(given: Arguments) -> Json:
        p, q = given.pair()
        arguments = measure.read(*(given.text(each.name) for each in measure.parameters))
        return as_json(measure.of_pair(p, q, *arguments))

    return Function(measure.formula, cast("Kind", measure.kind), compute)


def as_json(value: Profile | TradeOff | Real) -> Json:
    """A number, or the points of a curve."""
    if isinstance(value, Profile):
        return [[real(epsilon), real(delta)] for epsilon, delta in value.breakpoints]
    if isinstance(value, TradeOff):
        return [[real(alpha), real(beta)] for alpha, beta in value.vertices]
    return real(value)


def _composed(given: Arguments) -> tuple[Dist[tuple[int, ...]], Dist[tuple[int, ...]]]:
    p, q = given.pair()
    k = given.integer("k")
    return copies(p, k), copies(q, k)


FUNCTIONS = {
    **{measure.name: of_measure(measure) for measure in MEASURES if can_be_asked(measure)},
    "type_two_error": Function(
        "T(P, Q)(alpha): the least type II error of a randomised test of P against Q of type I "
        "error at most alpha.",
        "type-two-error",
        lambda given: real(tradeoff(*given.pair())(given.number("alpha"))),
    ),
    "composed_delta": Function(
        "delta(epsilon) of k independent copies: of the pair P x ... x P, Q x ... x Q.",
        "delta",
        lambda given: real(hockey_stick(*_composed(given), given.epsilon())),
    ),
    "composed_epsilon": Function(
        "The smallest epsilon >= 0 with delta(epsilon) <= delta for k independent copies.",
        "epsilon",
        lambda given: real(profile(*_composed(given)).epsilon(given.number("delta"))),
    ),
}
