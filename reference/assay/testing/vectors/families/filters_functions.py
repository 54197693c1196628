"""Privacy filters, which admit or refuse rounds that are chosen on the way, and odometers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import count

from .... import adjacency
from ....composition.filters import (
    AdvancedFilter,
    BasicFilter,
    ConcentratedFilter,
    ConcentratedOdometer,
    Filter,
    Odometer,
    RenyiCurveFilter,
    RenyiFilter,
    RenyiOdometer,
)
from ....composition.filters.budget import at_most
from ....errors import InvalidValue
from ....exact import Number, certified
from ....notions.divergences import ConcentratedGuarantee
from ....notions.translations import AnyGuarantee
from ....outputs.json_values import Json, real
from ....theorems import Guarantee
from ..arguments import Arguments
from ..closed_forms import closed_form
from ..family import Function
from .bounds_functions import parts_of

RELATION = adjacency.replace_one()
"""Any that is symmetric: the costs of the rounds below depend on nothing else of it."""


def decisions(budget: Filter, rounds: list[AnyGuarantee]) -> Json:
    """Whether each round is admitted; what is refused costs nothing."""
    found: list[Json] = []
    for each in rounds:
        admitted = budget.admits(each)
        if admitted:
            budget.spend(each)
        found.append(admitted)
    return found


def _approximate(given: Arguments) -> list[AnyGuarantee]:
    """Rounds that are (epsilon, delta)-DP."""
    return [Guarantee(epsilon, delta, adjacency=RELATION) for epsilon, delta in parts_of(given, "rounds")]


def _diverging(given: Arguments) -> list[AnyGuarantee]:
    """Rounds that are pure, or Gaussian noise of so many standard deviations for sensitivity 1."""
    return [_round(each) for each in given.objects("rounds")]


def _round(given: Arguments) -> AnyGuarantee:
    if set(given.given) == {"epsilon"}:
        return Guarantee(given.finite(), 0, adjacency=RELATION)
    if set(given.given) != {"sigma"}:
        raise InvalidValue("a round has either epsilon or sigma")
    return ConcentratedGuarantee(Number(Fraction(1, 2) / given.positive("sigma") ** 2), adjacency=RELATION)


def _basic(given: Arguments) -> BasicFilter:
    return BasicFilter(given.finite(), given.number("delta"))


def _spent(given: Arguments) -> Json:
    budget = _basic(given)
    decisions(budget, _approximate(given))
    epsilon, delta = budget.spent
    return {"epsilon": real(epsilon), "delta": real(delta)}


def _advanced(given: Arguments) -> AdvancedFilter:
    return AdvancedFilter(given.finite(), given.open_delta("slack"), given.number("delta"))


def _order(given: Arguments) -> Number:
    order = given.number("order")
    if not order > 1:
        raise InvalidValue(f"order = {order} is not above 1")
    return order


def _curve(given: Arguments) -> RenyiCurveFilter:
    orders = [Arguments({"orders": each}).number("orders") for each in given.items("orders")]
    return RenyiCurveFilter(given.finite(), given.open_delta(), orders)


def _finite_number(given: Arguments, name: str) -> Number:
    value = given.number(name)
    if value < 0:
        raise InvalidValue(f"{name} = {value} is negative")
    return value


def _told(odometer: Odometer, given: Arguments) -> Json:
    delta = given.open_delta()
    for each in _diverging(given):
        odometer.spend(each)
    text = budget_text(odometer, delta) if isinstance(odometer, ConcentratedOdometer) else ""
    return closed_form(odometer.spent(delta), text)


def budget_text(odometer: ConcentratedOdometer, delta: Number) -> str:
    """What is told of a sum above 0, as a closed form."""
    j = next(j for j in count() if at_most(odometer.sum, Number(2**j) * certified(odometer.start)))
    budget = f"({2**j}*({odometer.start}))"
    return f"{budget} + 2*sqrt({budget}*ln({(j + 1) * (j + 2)}/({delta})))"


def filtered(
    budget: Callable[[Arguments], Filter], rounds: Callable[[Arguments], list[AnyGuarantee]]
) -> Callable[[Arguments], Json]:
    """The decisions of a filter."""
    return lambda given: decisions(budget(given), rounds(given))


_DECISIONS = (
    "For the rounds in their order, true where the round is admitted, and false where not. A round is "
    "admitted if the condition holds of the rounds that were admitted before and itself; what is not "
    "admitted counts no more."
)
_APPROXIMATE = (
    "`rounds` is a list of one or more, each with 0 <= epsilon_i <= inf and 0 <= delta_i <= 1, and a "
    "condition with an infinite sum does not hold."
)
_COST = (
    "D_a of a round with `epsilon` is ln((x^a + x^(1-a))/(1 + x))/(a - 1), x = e^epsilon, and 0 where "
    "epsilon = 0; that of a round with `sigma`, Gaussian noise, is a/(2 sigma^2)."
)
_RHO = (
    "rho_i of a round with `epsilon` is epsilon (e^epsilon - 1)/(e^epsilon + 1), and that of a round with "
    "`sigma`, Gaussian noise, is 1/(2 sigma^2)."
)
_ROUNDS = "`rounds` is a list of one or more, each with either 0 <= epsilon < inf or a rational sigma > 0."

FUNCTIONS = {
    "basic_filter": Function(
        f"{_DECISIONS} The condition: the sum of epsilon_i is at most `epsilon`, and that of delta_i at "
        f"most `delta`. {_APPROXIMATE} 0 <= epsilon < inf, 0 <= delta <= 1.",
        "decisions",
        filtered(_basic, _approximate),
    ),
    "basic_filter_spent": Function(
        "(the sum of epsilon_i, the sum of delta_i) over the rounds that are admitted. A round is admitted "
        "if, of the rounds that were admitted before and itself, the sum of epsilon_i is at most `epsilon`, "
        f"and that of delta_i at most `delta`; what is not admitted counts no more. {_APPROXIMATE} 0 <= "
        "epsilon < inf, 0 <= delta <= 1.",
        "guarantee",
        _spent,
    ),
    "advanced_filter": Function(
        f"{_DECISIONS} The condition: R + 2 sqrt(R ln(1/slack)) is at most `epsilon`, R the sum of epsilon_i "
        "(e^epsilon_i - 1)/(e^epsilon_i + 1), and the sum of delta_i is at most `delta`. "
        f"{_APPROXIMATE} 0 <= epsilon < inf, 0 < slack < 1, 0 <= delta <= 1.",
        "decisions",
        filtered(_advanced, _approximate),
    ),
    "renyi_filter": Function(
        f"{_DECISIONS} The condition: the sum of D_a is at most r, a = `order`. {_COST} {_ROUNDS} 1 < order "
        "< inf is rational, 0 <= r < inf.",
        "decisions",
        filtered(lambda given: RenyiFilter(_order(given), _finite_number(given, "r")), _diverging),
    ),
    "concentrated_filter": Function(
        f"{_DECISIONS} The condition: the sum of rho_i is at most rho. {_RHO} {_ROUNDS} 0 <= rho < inf.",
        "decisions",
        filtered(lambda given: ConcentratedFilter(_finite_number(given, "rho")), _diverging),
    ),
    "renyi_curve_filter": Function(
        f"{_DECISIONS} The condition: the sum over the `orders` a of 1/(n d_a) is at least 1/delta, where n "
        "is their number and d_a = e^((a - 1)(S_a - epsilon)) (1 - 1/a)^a/(a - 1), S_a the sum of D_a. "
        f"{_COST} {_ROUNDS} orders is a list of one or more different rational numbers a, 1 < a < inf; 0 <= "
        "epsilon < inf, 0 < delta < 1.",
        "decisions",
        filtered(_curve, _diverging),
    ),
    "renyi_odometer": Function(
        "The sum of D_a over the rounds + ln(1/delta)/(a - 1), a = `order`: a bound on the privacy loss "
        f"that holds after all rounds at once, up to probability delta. {_COST} {_ROUNDS} 1 < order < inf "
        "is rational, 0 < delta < 1.",
        "epsilon",
        lambda given: _told(RenyiOdometer(_order(given)), given),
    ),
    "concentrated_odometer": Function(
        "B + 2 sqrt(B ln((j + 1)(j + 2)/delta)), B = 2^j start, for the smallest whole j >= 0 with R <= B, "
        "and 0 where R = 0; R is the sum of rho_i over the rounds: a bound on the privacy loss that holds "
        f"after all rounds at once, up to probability delta. {_RHO} {_ROUNDS} start > 0, 0 < delta < 1.",
        "epsilon",
        lambda given: _told(ConcentratedOdometer(given.number("start")), given),
    ),
}
