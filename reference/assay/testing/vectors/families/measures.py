"""Measures of a pair of distributions P = (p_0, p_1, ...), Q = (q_0, q_1, ...), and of independent copies.

The cases are of every measure of the table that has no family of its own.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, TypeVar, cast

from ....dp import Dist, Profile, TradeOff, hockey_stick, profile, tradeoff
from ....dp.measure import Measure
from ....dp.measures import MEASURES
from ....dp.renyi import RENYI
from ....errors import InvalidValue
from ....exact import Number, exp
from ....outputs.json_values import Json, Real, real
from ..arguments import Arguments
from ..closed_forms import closed_form
from ..family import Case, Family, Function, Kind, edge_if
from .pairs import ALPHAS, EPSILONS, ORDERS
from .shared_pairs import BROKEN, ONE_SIDED, PAIRS, pair

T = TypeVar("T", bound=Hashable)
MOST_COPIES = 64
PAIR = (
    "P = `p` and Q = `q` list the probabilities of the same outcomes, at least one, by number: each is >= 0, "
    "and each list sums to exactly 1."
)
OWN = ("0", "inf")
"""The orders at which a Renyi divergence has a formula of its own."""
RANGES = {
    "epsilon": "0 <= {name} <= inf",
    "probability": "0 <= {name} <= 1",
    "order": "0 <= {name} <= inf",
    "odds": "0 < {name} < inf",
}
"""What a parameter of a measure may be, by what it ranges over."""


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
        arguments = measure.read(*(given.spelled(each.name) for each in measure.parameters))
        found = measure.of_pair(p, q, *arguments)
        if measure is RENYI and not isinstance(found, Profile | TradeOff) and given.text("order") not in OWN:
            return closed_form(found, renyi_text(p, q, given.spelled("order")))
        return as_json(found)

    ranges = (RANGES[str(each.values)].format(name=each.name) for each in measure.parameters)
    domain = "".join(f" {each}." for each in ranges)
    return Function(f"{measure.formula} {PAIR}{domain}", cast("Kind", measure.kind), compute)


def renyi_text(p: Dist[int], q: Dist[int], order: str) -> str:
    """The divergence of a positive finite order a: the sum of P(o) ln(P(o)/Q(o)) over outcomes that both have
    at a = 1, and ln(sum of P(o)^a Q(o)^(1-a))/(a - 1) otherwise.
    """
    common = [(p[o], q[o]) for o in p.support if q[o]]
    if order == "1":
        return " + ".join(f"({x})*ln({x / y})" for x, y in common)
    return f"ln({' + '.join(f'({x})^({order})*({y})^(1 - {order})' for x, y in common)})/({order} - 1)"


def as_json(value: Profile | TradeOff | Real) -> Json:
    """A number, or the points of a curve."""
    if isinstance(value, Profile):
        return [[real(epsilon), real(delta)] for epsilon, delta in value.breakpoints]
    if isinstance(value, TradeOff):
        return [[real(alpha), real(beta)] for alpha, beta in value.vertices]
    return real(value)


def _loss_at_least(given: Arguments) -> Number:
    p, q = given.pair()
    epsilon = given.epsilon()
    if epsilon.is_infinite:
        return p.prob(o for o in p.support if not q[o])
    return p.prob(o for o in p.support if p[o] >= exp(epsilon) * q[o])


def _composed(given: Arguments) -> tuple[Dist[tuple[int, ...]], Dist[tuple[int, ...]]]:
    p, q = given.pair()
    k = given.integer("k")
    return copies(p, k), copies(q, k)


FUNCTIONS = {
    **{measure.name: of_measure(measure) for measure in MEASURES if can_be_asked(measure)},
    "type_two_error": Function(
        "T(P, Q)(alpha): the least type II error of a randomised test of P, the null hypothesis, against Q "
        "of type I error at most alpha, which is min over tests phi(o) in [0, 1] with sum of phi(o) P(o) <= "
        f"alpha of the sum of (1 - phi(o)) Q(o). {PAIR} 0 <= alpha <= 1.",
        "type-two-error",
        lambda given: real(tradeoff(*given.pair())(given.number("alpha"))),
    ),
    "loss_at_least": Function(
        "P({o : P(o) > 0 and P(o) >= e^epsilon Q(o)}), the probability of a privacy loss of epsilon or "
        "more; at "
        f"epsilon = inf that of the outcomes with Q(o) = 0. {PAIR} 0 <= epsilon <= inf.",
        "delta",
        lambda given: real(_loss_at_least(given)),
    ),
    "composed_delta": Function(
        "The sum over lists o of k outcomes of max(P^k(o) - e^epsilon Q^k(o), 0), where P^k is the "
        f"distribution of k independent draws of P: delta(epsilon) of k independent copies. {PAIR} 1 <= k "
        f"<= {MOST_COPIES} is whole, 0 <= epsilon <= inf; an infinite e^epsilon times 0 is 0.",
        "delta",
        lambda given: real(hockey_stick(*_composed(given), given.epsilon())),
    ),
    "composed_epsilon": Function(
        "The smallest epsilon >= 0 for which the sum over lists o of k outcomes of max(P^k(o) - e^epsilon "
        "Q^k(o), 0) is at most delta, where P^k is the distribution of k independent draws of P; inf if "
        f"there is none. {PAIR} 1 <= k <= {MOST_COPIES} is whole, 0 <= delta <= 1.",
        "epsilon",
        lambda given: real(profile(*_composed(given)).epsilon(given.number("delta"))),
    ),
}


ELSEWHERE = (
    "delta",
    "epsilon",
    "probabilistic_delta",
    "profile",
    "renyi",
    "total_variation",
    "tradeoff",
    "zcdp",
)
"""The measures that `pairs` asks for."""

FURTHER = tuple(measure for measure in MEASURES if can_be_asked(measure) and measure.name not in ELSEWHERE)

VALUES = {"epsilon": EPSILONS, "probability": ALPHAS, "order": ORDERS, "odds": ("1/1000", "1", "10")}
"""What a parameter is tried at, by what it ranges over; the first and the last are edges."""

OUTSIDE = {
    "epsilon": ("-1", "-1/1000000", "nan", "-inf", "", "one"),
    "probability": ("-1/10", "11/10", "inf", "nan", ""),
    "order": ("-1", "-1/2", "nan", ""),
    "odds": ("0", "-1", "inf", "nan", ""),
}
"""What has to be refused."""


def cases() -> Iterator[Case]:
    """Every pair at every value of a parameter, the others at a value inside of their range."""
    for measure in FURTHER:
        ranges = {each.name: str(each.values) for each in measure.parameters}
        inside: dict[str, Json] = {name: VALUES[values][1] for name, values in ranges.items()}
        if not ranges:
            yield from _of_pairs(measure.name, {}, "")
        for name, values in ranges.items():
            for value in VALUES[values]:
                edge = value in (VALUES[values][0], VALUES[values][-1])
                yield from _of_pairs(measure.name, {**inside, name: value}, f" at {name} {value}", edge)
            for value in OUTSIDE[values]:
                arguments = {**pair("three outcomes"), **inside, name: value}
                title = f"{measure.name} at {name} {value}"
                yield Case(title, measure.name, arguments, "invalid")
        for name in BROKEN:
            arguments = {**pair(name), **inside}
            title = f"{measure.name} of {name}"
            yield Case(title, measure.name, arguments, "invalid")


def _of_pairs(function: str, given: dict[str, Json], at: str, edge: bool = False) -> Iterator[Case]:
    """Every pair; those where only one distribution has an outcome are boundary cases."""
    for name in PAIRS:
        result = edge_if(edge or name in ONE_SIDED)
        yield Case(f"{function} of {name}{at}", function, {**pair(name), **given}, result)


FAMILIES = (
    Family(
        "measures",
        "Further measures of a pair of distributions",
        tuple(measure.source for measure in FURTHER),
        cases,
    ),
)
