"""Renyi divergences of rounds of several kinds, composed at several orders and converted."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from .... import theorems
from ....errors import InvalidValue
from ....exact import Certified, Number, certified
from ....outputs.json_values import Json
from ....theorems._real import RealValue
from ..arguments import Arguments
from ..closed_forms import as_real, closed_form
from ..family import Case, Family, Function
from .gaussian_functions import laplace_renyi_text

MOST_ROUNDS = 10**9


class Sum(NamedTuple):
    """The sum of D_order over the rounds, with its closed form."""

    value: Certified
    text: str


def divergence(given: Arguments, order: Fraction) -> Sum:
    """The sum of D_order over the rounds."""
    rounds = [_of_round(each, order) for each in given.objects("rounds")]
    total = certified(theorems.renyi_composition(each.value for each in rounds))
    return Sum(total, " + ".join(each.text for each in rounds))


def _of_round(each: Arguments, order: Fraction) -> Sum:
    count = each.integer("count", 1, MOST_ROUNDS)
    one, text = _one(each, set(each.given) - {"count"}, order)
    return Sum(count * certified(one), f"{count}*({text})")


def _one(each: Arguments, kind: set[str], order: Fraction) -> tuple[RealValue, str]:
    """D_order of one round, with its closed form."""
    if kind == {"sigma"}:
        found = order / (2 * each.positive("sigma") ** 2)
        return Number(found), str(found)
    if kind == {"scale"}:
        text = laplace_renyi_text(order, 1 / each.positive("scale"))
        return certified(as_real(text)), text
    if kind == {"epsilon"}:
        x, a = f"({each.spelled('epsilon')})", f"({order})"
        text = f"ln((exp({a}*{x}) + exp((1 - {a})*{x}))/(1 + exp({x})))/({a} - 1)"
        return theorems.renyi_from_pure(each.finite(), order, symmetric=True), text
    raise InvalidValue(f"a round has one of sigma, scale and epsilon, and not {sorted(kind)}")


def _orders(given: Arguments) -> list[Fraction]:
    orders = [Arguments({"orders": each}).rational("orders", above=1) for each in given.items("orders")]
    if not orders:
        raise InvalidValue("orders is empty; give at least one")
    return orders


def _sum(given: Arguments) -> Json:
    found = divergence(given, given.rational("order", above=1))
    return closed_form(as_real(found.text) if "ln" not in found.text else found.value, found.text)


def _epsilon(given: Arguments) -> Json:
    """The least of the orders, or 0."""
    delta, best = given.open_delta(), None
    for a in _orders(given):
        total = divergence(given, a)
        found = theorems.rdp_to_dp(a, total.value, delta).epsilon
        if not isinstance(found, Certified):
            return "0"
        text = f"{total.text} + ln(1 - 1/({a})) - ln({delta}*({a}))/({a} - 1)"
        best = Sum(found, text) if best is None or found < best.value else best
    return closed_form(best.value, best.text) if best else "0"


def _delta(given: Arguments) -> Json:
    """The least of the orders, or 1."""
    epsilon, best = given.finite(), None
    for a in _orders(given):
        total = divergence(given, a)
        found = theorems.rdp_to_delta(a, total.value, epsilon)
        if not isinstance(found, Certified):
            continue  # 1
        gap = f"({a} - 1)*({total.text} - {given.spelled('epsilon')})"
        text = f"exp({gap})*(1 - 1/({a}))^({a})/({a} - 1)"
        best = Sum(found, text) if best is None or found < best.value else best
    return closed_form(best.value, best.text) if best else "1"


_ROUNDS = (
    "S_a is the sum of count D_a over the `rounds`, a list of one or more, each with a whole count, 1 <= "
    "count <= 10^9, and one of these: a rational sigma > 0, Gaussian noise, D_a = a/(2 sigma^2); a rational "
    "scale > 0, Laplace noise, D_a = ln(a/(2a - 1) e^((a - 1)/scale) + (a - 1)/(2a - 1) e^(-a/scale))/(a - "
    "1); 0 <= epsilon < inf, pure differential privacy for a symmetric adjacency, D_a = ln((x^a + "
    "x^(1-a))/(1 + x))/(a - 1), x = e^epsilon."
)
_ORDERS = "`orders` is a list of one or more rational numbers a, 1 < a < inf."

FUNCTIONS = {
    "composed_renyi": Function(
        f"S_a, a = `order`. {_ROUNDS} 1 < order < inf is rational.", "divergence", _sum
    ),
    "composed_renyi_epsilon": Function(
        "The smallest of S_a + ln(1 - 1/a) - ln(delta a)/(a - 1) over the orders a, and 0 where it is "
        f"negative: the best epsilon at delta that these orders give. {_ROUNDS} {_ORDERS} 0 < delta < 1.",
        "epsilon",
        _epsilon,
    ),
    "composed_renyi_delta": Function(
        "The smallest of e^((a - 1)(S_a - epsilon)) (1 - 1/a)^a/(a - 1) over the orders a, and 1 where it "
        "is larger: "
        f"the best delta at epsilon that these orders give. {_ROUNDS} {_ORDERS} 0 <= epsilon < inf.",
        "delta",
        _delta,
    ),
}


ROUNDS: dict[str, list[dict[str, str]]] = {
    "Gaussian noise": [{"sigma": "10", "count": "100"}],
    "Laplace noise": [{"scale": "20", "count": "50"}],
    "pure rounds": [{"epsilon": "1/10", "count": "30"}],
    "three kinds": [
        {"sigma": "5", "count": "2"},
        {"scale": "4", "count": "3"},
        {"epsilon": "ln(2)", "count": "1"},
        {"sigma": "1/2", "count": "1"},
    ],
    "many small": [{"sigma": "1000", "count": "1000000"}, {"epsilon": "1/100000", "count": "10"}],
    "a large one": [{"epsilon": "30", "count": "1"}, {"scale": "1/40", "count": "1"}],
}
ORDERS = (["2", "4", "8", "16", "32", "64"], ["5"], ["3/2", "11/10", "20", "7"])


def cases() -> Iterator[Case]:
    """Sums of divergences, and what they are converted to."""
    for word, rounds in ROUNDS.items():
        shown: list[Json] = [dict[str, Json](each) for each in rounds]
        for order in ("11/10", "2", "32"):
            one: dict[str, Json] = {"rounds": shown, "order": order}
            yield Case(f"composed_renyi of {word}, order {order}", "composed_renyi", one)
        for orders in ORDERS:
            given: dict[str, Json] = {"rounds": shown, "orders": list[Json](orders)}
            text = f"of {word}, orders {', '.join(orders)}"
            for delta in ("1/10", "1/1000000", "1e-300"):
                name = "composed_renyi_epsilon"
                yield Case(f"{name} {text} at {delta}", name, {**given, "delta": delta})
            for epsilon in ("1/10", "3", "50"):
                name = "composed_renyi_delta"
                yield Case(f"{name} {text} at {epsilon}", name, {**given, "epsilon": epsilon})
    yield from _invalid()


def _invalid() -> Iterator[Case]:
    one: list[Json] = [{"sigma": "1", "count": "2"}]
    broken: dict[str, Json] = {
        "no rounds": [],
        "no round of its kind": [{"sigma": "1", "count": "0"}],
        "noise of 0": [{"scale": "0", "count": "1"}],
        "an infinite round": [{"epsilon": "inf", "count": "1"}],
        "a round of two kinds": [{"sigma": "1", "scale": "1", "count": "1"}],
    }
    asked: dict[str, dict[str, Json]] = {
        "composed_renyi": {"order": "2"},
        "composed_renyi_epsilon": {"orders": ["2"], "delta": "1/10"},
        "composed_renyi_delta": {"orders": ["2"], "epsilon": "1"},
    }
    for name, given in asked.items():
        known: dict[str, Json] = {"rounds": one, **given}
        wrong = [("rounds", word, rounds) for word, rounds in broken.items()]
        if "order" in given:
            wrong.append(("order", "order 1", "1"))
        else:
            wrong += [("orders", "no orders", []), ("orders", "order 1", ["2", "1"])]
        if "delta" in given:
            wrong += [("delta", "delta 0", "0"), ("delta", "delta 1", "1")]
        if "epsilon" in given:
            wrong += [("epsilon", "a negative epsilon", "-1"), ("epsilon", "an infinite epsilon", "inf")]
        for key, word, bad in wrong:
            yield Case(f"{name} with {word}", name, {**known, key: bad}, "invalid")


FAMILIES = (
    Family(
        "renyi-curves",
        "Renyi divergences of rounds of several kinds, composed at several orders and converted",
        (
            "Mironov, Renyi Differential Privacy, CSF 2017",
            "Canonne, Kamath and Steinke, The Discrete Gaussian for Differential Privacy, NeurIPS 2020",
        ),
        cases,
    ),
)
