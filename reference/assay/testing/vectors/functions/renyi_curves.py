"""Renyi divergences of rounds of several kinds, composed at several orders and converted."""

from __future__ import annotations

from fractions import Fraction

from .... import theorems
from ....errors import InvalidType, InvalidValue
from ....exact import Certified, Number, certified, minimum
from ....outputs.json_values import Json, real
from ....theorems._real import RealValue
from ..arguments import Arguments
from ..closed_forms import as_real
from ..function import Function
from .gaussian import finite, laplace_renyi_text, open_delta, positive

MOST_ROUNDS = 10**9


def _order(value: Json, name: str) -> Fraction:
    found = Arguments({name: value}).number(name).rational_value()
    if found is None or found <= 1:
        raise InvalidValue(f"{name} = {value!r} is no rational number above 1")
    return found


def divergence(given: Arguments, order: Fraction) -> Certified:
    """The sum of D_order over the rounds."""
    rounds = given.items("rounds")
    if not rounds:
        raise InvalidValue("rounds is empty; give at least one")
    return certified(theorems.renyi_composition(_of_round(each, order) for each in rounds))


def _of_round(value: Json, order: Fraction) -> Certified:
    if not isinstance(value, dict):
        raise InvalidType(f"rounds holds {value!r}; it has to hold objects")
    each = Arguments(value)
    count = each.integer("count")
    if not 1 <= count <= MOST_ROUNDS:
        raise InvalidValue(f"count = {count} is no whole number from 1 to {MOST_ROUNDS}")
    return count * certified(_one(each, set(value) - {"count"}, order))


def _one(each: Arguments, kind: set[str], order: Fraction) -> RealValue:
    if kind == {"sigma"}:
        return Number(order / (2 * positive(each, "sigma") ** 2))
    if kind == {"scale"}:
        return certified(as_real(laplace_renyi_text(order, 1 / positive(each, "scale"))))
    if kind == {"epsilon"}:
        return theorems.renyi_from_pure(finite(each), order, symmetric=True)
    raise InvalidValue(f"a round has one of sigma, scale and epsilon, and not {sorted(kind)}")


def _orders(given: Arguments) -> list[Fraction]:
    orders = [_order(each, "orders") for each in given.items("orders")]
    if not orders:
        raise InvalidValue("orders is empty; give at least one")
    return orders


def _sum(given: Arguments) -> Json:
    return real(divergence(given, _order(given.value("order"), "order")))


def _epsilon(given: Arguments) -> Json:
    delta = open_delta(given)
    converted = (theorems.rdp_to_dp(a, divergence(given, a), delta).epsilon for a in _orders(given))
    found = [each for each in converted if isinstance(each, Certified)]
    return real(minimum(found)) if len(found) == len(_orders(given)) else "0"


def _delta(given: Arguments) -> Json:
    epsilon = finite(given)
    found = [theorems.rdp_to_delta(a, divergence(given, a), epsilon) for a in _orders(given)]
    below = [each for each in found if isinstance(each, Certified)]
    return real(minimum(below)) if below else "1"


_ROUNDS = (
    "S_a is the sum of count D_a over the `rounds`, a list of one or more, each with a whole count, 1 <= "
    "count <= 10^9, "
    "and one of these: a rational sigma > 0, Gaussian noise, D_a = a/(2 sigma^2); a rational scale > 0, "
    "Laplace "
    "noise, D_a = ln(a/(2a - 1) e^((a - 1)/scale) + (a - 1)/(2a - 1) e^(-a/scale))/(a - 1); 0 <= epsilon < "
    "inf, pure "
    "differential privacy for a symmetric adjacency, D_a = ln((x^a + x^(1-a))/(1 + x))/(a - 1), x = "
    "e^epsilon."
)
_ORDERS = "`orders` is a list of one or more rational numbers a, 1 < a < inf."

FUNCTIONS = {
    "composed_renyi": Function(
        f"S_a, a = `order`. {_ROUNDS} 1 < order < inf is rational.", "divergence", _sum
    ),
    "composed_renyi_epsilon": Function(
        "The smallest of S_a + ln(1 - 1/a) - ln(delta a)/(a - 1) over the orders a, and 0 where it is "
        "negative: the "
        f"best epsilon at delta that these orders give. {_ROUNDS} {_ORDERS} 0 < delta < 1.",
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
