"""Theorems about parameters: composition, group privacy, conversions between notions."""

from __future__ import annotations

from typing import Literal, cast

from .... import theorems
from ....errors import InvalidType, InvalidValue
from ....exact import Number
from ....outputs.json_values import Json, real
from ....theorems import CertifiedGuarantee, Guarantee
from ....theorems.renyi import RdpConversion
from ..arguments import Arguments
from ..function import Function


def guarantee(found: Guarantee | CertifiedGuarantee) -> Json:
    """(epsilon, delta) as JSON."""
    return {"epsilon": real(found.epsilon), "delta": real(found.delta)}


def _basic(given: Arguments) -> Json:
    parts = []
    for part in given.items("guarantees"):
        if not isinstance(part, dict):
            raise InvalidType(f"guarantees holds {part!r}; it has to hold objects with epsilon and delta")
        each = Arguments(part)
        parts.append((each.epsilon(), each.number("delta")))
    if not parts:
        raise InvalidValue("guarantees is empty; give at least one")
    return guarantee(theorems.basic_composition(parts))


def _optimal(given: Arguments) -> theorems.Guarantee:
    profile = theorems.optimal_composition(
        given.epsilon(), given.number("delta"), given.integer("k"), symmetric=True
    )
    total = given.number("total_delta")
    return Guarantee(profile.epsilon(total), total)


def _advanced(given: Arguments) -> Json:
    form = cast(Literal["textbook", "tanh"], given.text("form"))
    epsilon, delta = given.epsilon(), given.number("delta")
    found = theorems.advanced_composition(
        epsilon, delta, given.integer("k"), given.number("slack"), form=form, symmetric=True
    )
    return guarantee(found)


def _group(given: Arguments) -> Json:
    return guarantee(theorems.group_privacy(given.epsilon(), given.number("delta"), given.integer("k")))


def _rdp_to_dp(given: Arguments) -> Json:
    conversion = cast(RdpConversion, given.text("conversion"))
    found = theorems.rdp_to_dp(
        given.number("order"), given.number("r"), given.number("delta"), conversion=conversion
    )
    return real(found.epsilon)


def _rdp_to_delta(given: Arguments) -> Json:
    delta = theorems.rdp_to_delta(given.number("order"), given.number("r"), given.epsilon())
    return real(Number(1) if delta > 1 else delta)


FUNCTIONS = {
    "basic_composition": Function(
        "(sum of epsilon_i, min(sum of delta_i, 1)) for mechanisms that are (epsilon_i, delta_i)-DP.",
        "guarantee",
        _basic,
    ),
    "optimal_composition_delta": Function(
        "The smallest total delta at epsilon = `at` of k adaptively chosen (epsilon, delta)-DP mechanisms "
        "for a symmetric adjacency: "
        "1 - (1 - delta)^k (1 - D), D = sum over l of C(k, l) max(x^(k-l) - e^at x^l, 0)/(1 + "
        "x)^k, x = e^epsilon.",
        "delta",
        lambda given: real(
            theorems.optimal_composition_delta(
                given.epsilon(),
                given.number("delta"),
                given.integer("k"),
                given.epsilon("at"),
                symmetric=True,
            )
        ),
    ),
    "optimal_composition_epsilon": Function(
        "The smallest total epsilon at `total_delta` of k adaptively chosen (epsilon, delta)-DP "
        "mechanisms for a symmetric adjacency; inf if "
        "there is none.",
        "epsilon",
        lambda given: real(_optimal(given).epsilon),
    ),
    "advanced_composition": Function(
        "For a symmetric adjacency (epsilon_g, k delta + slack) with "
        "epsilon_g = epsilon sqrt(2 k ln(1/slack)) + k epsilon d, where d is "
        "e^epsilon - 1 for the form textbook, and (e^epsilon - 1)/(e^epsilon + 1) for the form tanh.",
        "guarantee",
        _advanced,
    ),
    "group_privacy": Function(
        "(k epsilon, min(delta (e^(k epsilon) - 1)/(e^epsilon - 1), 1)); at epsilon = 0 it is (0, "
        "min(k delta, 1)).",
        "guarantee",
        _group,
    ),
    "total_variation_from_dp": Function(
        "The largest total variation that symmetric (epsilon, delta)-DP allows: (e^epsilon - 1 + 2 "
        "delta)/(e^epsilon + 1).",
        "delta",
        lambda given: real(
            theorems.total_variation_from_dp(given.epsilon(), given.number("delta"), symmetric=True)
        ),
    ),
    "delta_from_dp": Function(
        "The largest delta at epsilon = `at` that symmetric (epsilon, delta)-DP allows: delta + (1 - delta) "
        "(e^epsilon - e^at)/(e^epsilon + 1) up to epsilon, and delta beyond.",
        "delta",
        lambda given: real(
            theorems.profile_from_dp(given.epsilon(), given.number("delta"), symmetric=True)(
                given.epsilon("at")
            )
        ),
    ),
    "probabilistic_from_dp": Function(
        "min(delta/(1 - e^(epsilon - at)), 1) for at > epsilon: a bound on P[privacy loss >= at] under "
        "(epsilon, delta)-DP.",
        "delta",
        lambda given: real(
            theorems.probabilistic_from_dp(given.epsilon(), given.number("delta"), given.epsilon("at"))
        ),
    ),
    "renyi_from_pure": Function(
        "ln((x^a + x^(1-a))/(1 + x))/(a - 1), x = e^epsilon, a = `order` > 1: the largest D_a "
        "that symmetric epsilon-DP allows.",
        "divergence",
        lambda given: real(theorems.renyi_from_pure(given.epsilon(), given.number("order"), symmetric=True)),
    ),
    "kl_from_pure": Function(
        "epsilon (e^epsilon - 1)/(e^epsilon + 1): the largest Kullback-Leibler divergence that "
        "symmetric epsilon-DP allows; it "
        "is also the smallest rho for which every such mechanism is rho-zCDP.",
        "divergence",
        lambda given: real(theorems.kl_from_pure(given.epsilon(), symmetric=True)),
    ),
    "rdp_to_dp": Function(
        "The epsilon at delta of (a, r)-RDP, a = `order` > 1, 0 < delta < 1, and 0 where it is "
        "negative; conversion "
        "mironov: r + ln(1/delta)/(a - 1); improved: r + ln(1 - 1/a) - ln(delta a)/(a - 1).",
        "epsilon",
        _rdp_to_dp,
    ),
    "rdp_to_delta": Function(
        "min(e^((a - 1)(r - epsilon)) (1 - 1/a)^a / (a - 1), 1): the delta at epsilon of (a, "
        "r)-RDP, a = `order` > 1.",
        "delta",
        _rdp_to_delta,
    ),
    "zcdp_to_dp": Function(
        "rho + 2 sqrt(rho ln(1/delta)): an epsilon at delta of rho-zCDP, 0 < delta < 1.",
        "epsilon",
        lambda given: real(theorems.zcdp_to_dp(given.number("rho"), given.number("delta")).epsilon),
    ),
}
