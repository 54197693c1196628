"""Measures of a pair of distributions P = (p_0, p_1, ...), Q = (q_0, q_1, ...), and of independent copies."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

from ....dp import (
    Dist,
    hockey_stick,
    probabilistic_delta,
    profile,
    renyi,
    total_variation,
    tradeoff,
    zcdp,
)
from ....errors import InvalidValue
from ....outputs.json_values import Json, real
from ..arguments import Arguments
from ..function import Function

T = TypeVar("T", bound=Hashable)
MOST_COPIES = 64


def copies(law: Dist[T], k: int) -> Dist[tuple[T, ...]]:
    """The law of k independent draws."""
    if not 1 <= k <= MOST_COPIES:
        raise InvalidValue(f"k = {k} is outside 1..{MOST_COPIES}")
    return Dist.product(*[law] * k)


def _order(given: Arguments) -> str:
    return given.text("order")


def _profile(given: Arguments) -> Json:
    p, q = given.pair()
    return [[real(epsilon), real(delta)] for epsilon, delta in profile(p, q).breakpoints]


def _tradeoff(given: Arguments) -> Json:
    p, q = given.pair()
    return [[real(alpha), real(beta)] for alpha, beta in tradeoff(p, q).vertices]


def _composed(given: Arguments) -> tuple[Dist[tuple[int, ...]], Dist[tuple[int, ...]]]:
    p, q = given.pair()
    k = given.integer("k")
    return copies(p, k), copies(q, k)


FUNCTIONS = {
    "delta": Function(
        "delta(epsilon) = sum over o of max(P(o) - e^epsilon Q(o), 0), for 0 <= epsilon <= inf.",
        "delta",
        lambda given: real(hockey_stick(*given.pair(), given.epsilon())),
    ),
    "epsilon": Function(
        "The smallest epsilon >= 0 with delta(epsilon) <= delta, for 0 <= delta <= 1; inf if there is none.",
        "epsilon",
        lambda given: real(profile(*given.pair()).epsilon(given.number("delta"))),
    ),
    "total_variation": Function(
        "TV(P, Q) = 1/2 sum over o of |P(o) - Q(o)|.",
        "delta",
        lambda given: real(total_variation(*given.pair())),
    ),
    "probabilistic_delta": Function(
        "P({o : P(o) > e^epsilon Q(o)}), the probability of a privacy loss above epsilon.",
        "delta",
        lambda given: real(probabilistic_delta(*given.pair(), given.epsilon())),
    ),
    "profile": Function(
        "The points (epsilon, delta(epsilon)) where the slope of delta in e^epsilon changes, by increasing "
        "epsilon: the first is (0, delta(0)), and after the last delta is constant.",
        "profile",
        _profile,
    ),
    "renyi": Function(
        "D_a(P, Q) = ln(sum over o of P(o)^a Q(o)^(1-a)) / (a - 1) of order a = `order`, 0 <= a "
        "<= inf; at a = 1 "
        "the Kullback-Leibler divergence, at inf the largest loss, at 0 it is -ln Q(support of P).",
        "divergence",
        lambda given: real(renyi(*given.pair(), _order(given))),
    ),
    "zcdp": Function(
        "rho = sup over a > 1 of D_a(P, Q)/a.",
        "divergence",
        lambda given: real(zcdp(*given.pair())),
    ),
    "tradeoff": Function(
        "The vertices (alpha, beta) of the trade-off function T(P, Q), P the null hypothesis, by increasing "
        "alpha, from (0, f(0)) to (1, 0); no vertex lies on the segment between its neighbours.",
        "trade-off",
        _tradeoff,
    ),
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
