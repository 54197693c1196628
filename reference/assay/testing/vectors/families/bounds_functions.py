"""Theorems about parameters: composition, group privacy, conversions between notions."""

from __future__ import annotations

from math import comb
from typing import Literal, cast

from .... import theorems
from ....exact import Log, Number
from ....outputs.json_values import Json, real
from ....theorems import CertifiedGuarantee, Guarantee
from ....theorems.renyi import RdpConversion
from ..arguments import Arguments
from ..closed_forms import closed_form
from ..family import Function


def guarantee(found: Guarantee | CertifiedGuarantee, epsilon: str = "", delta: str = "") -> Json:
    """(epsilon, delta) as JSON, with closed forms of what no exact number spells."""
    return {"epsilon": closed_form(found.epsilon, epsilon), "delta": closed_form(found.delta, delta)}


def parts_of(given: Arguments, name: str = "guarantees") -> list[tuple[Log, Number]]:
    """The (epsilon, delta) of one or more rounds."""
    return [(each.epsilon(), each.number("delta")) for each in given.objects(name)]


def _optimal(given: Arguments) -> theorems.Guarantee:
    profile = theorems.optimal_composition(
        given.epsilon(), given.number("delta"), given.integer("k"), symmetric=True
    )
    total = given.number("total_delta")
    return Guarantee(profile.epsilon(total), total)


def _optimal_delta(given: Arguments) -> Json:
    epsilon, at, k, delta = given.epsilon(), given.epsilon("at"), given.integer("k"), given.number("delta")
    found = theorems.optimal_composition_delta(epsilon, delta, k, at, symmetric=True)
    x, t = f"exp({given.spelled('epsilon')})", f"exp({given.spelled('at')})"
    gains = (f"{comb(k, i)}*({x}^{k - i} - {t}*{x}^{i})" for i in range(k + 1) if epsilon * (k - 2 * i) > at)
    text = f"1 - (1 - {given.spelled('delta')})^{k}*(1 - ({' + '.join(gains)})/(1 + {x})^{k})"
    return closed_form(found, text)


def _advanced(given: Arguments) -> Json:
    form = cast(Literal["textbook", "tanh"], given.text("form"))
    epsilon, delta = given.epsilon(), given.number("delta")
    found = theorems.advanced_composition(
        epsilon, delta, given.integer("k"), given.number("slack"), form=form, symmetric=True
    )
    k, one, drift = given.spelled("k"), f"({given.spelled('epsilon')})", f"exp({given.spelled('epsilon')})"
    mean = f"({drift} - 1)" if form == "textbook" else f"({drift} - 1)/({drift} + 1)"
    return guarantee(found, f"{one}*sqrt(2*{k}*ln(1/({given.spelled('slack')}))) + {k}*{one}*{mean}")


def _group(given: Arguments) -> Json:
    found = theorems.group_privacy(given.epsilon(), given.number("delta"), given.integer("k"))
    x, k, delta = f"exp({given.spelled('epsilon')})", given.spelled("k"), given.text("delta")
    return guarantee(found, delta=f"({delta})*({x}^{k} - 1)/({x} - 1)")


def _rdp_to_dp(given: Arguments) -> Json:
    conversion = cast(RdpConversion, given.text("conversion"))
    found = theorems.rdp_to_dp(
        given.number("order"), given.number("r"), given.number("delta"), conversion=conversion
    )
    a, r, delta = (f"({given.spelled(name)})" for name in ("order", "r", "delta"))
    improved = f"{r} + ln(1 - 1/{a}) - ln({delta}*{a})/({a} - 1)"
    mironov = f"{r} + ln(1/{delta})/({a} - 1)"
    return closed_form(found.epsilon, improved if conversion == "improved" else mironov)


def _rdp_to_delta(given: Arguments) -> Json:
    delta = theorems.rdp_to_delta(given.number("order"), given.number("r"), given.epsilon())
    a, r, epsilon = (f"({given.spelled(name)})" for name in ("order", "r", "epsilon"))
    text = f"exp(({a} - 1)*({r} - {epsilon}))*(1 - 1/{a})^{a}/({a} - 1)"
    return closed_form(Number(1) if delta > 1 else delta, text)


def _delta_from_dp(given: Arguments) -> Json:
    found = theorems.profile_from_dp(given.epsilon(), given.number("delta"), symmetric=True)
    delta, x, t = (
        f"({given.spelled('delta')})",
        f"exp({given.spelled('epsilon')})",
        f"exp({given.spelled('at')})",
    )
    return closed_form(found(given.epsilon("at")), f"{delta} + (1 - {delta})*({x} - {t})/({x} + 1)")


def _renyi_from_pure(given: Arguments) -> Json:
    found = theorems.renyi_from_pure(given.epsilon(), given.number("order"), symmetric=True)
    a, x = f"({given.spelled('order')})", f"({given.spelled('epsilon')})"
    text = f"ln((exp({a}*{x}) + exp((1 - {a})*{x}))/(1 + exp({x})))/({a} - 1)"
    return closed_form(found, text)


def _zcdp_to_dp(given: Arguments) -> Json:
    found = theorems.zcdp_to_dp(given.number("rho"), given.number("delta")).epsilon
    rho = f"({given.spelled('rho')})"
    return closed_form(found, f"{rho} + 2*sqrt({rho}*ln(1/({given.spelled('delta')})))")


_DP = "0 <= epsilon <= inf, 0 <= delta <= 1."
_FINITE = "0 <= epsilon < inf, 0 <= delta <= 1."

FUNCTIONS = {
    "basic_composition": Function(
        "(sum of epsilon_i, min(sum of delta_i, 1)) for mechanisms that are (epsilon_i, delta_i)-DP. "
        "`guarantees` is "
        "a list of one or more, with 0 <= epsilon_i <= inf and 0 <= delta_i <= 1; a sum with inf is inf.",
        "guarantee",
        lambda given: guarantee(theorems.basic_composition(parts_of(given))),
    ),
    "optimal_composition_delta": Function(
        "The smallest total delta at epsilon = `at` of k adaptively chosen (epsilon, delta)-DP mechanisms "
        "for a symmetric adjacency: 1 - (1 - delta)^k (1 - D), D = sum over l = 0..k of C(k, l) max(x^(k-l) "
        f"- e^at x^l, 0)/(1 + x)^k, x = e^epsilon. {_FINITE} k >= 1 is whole, 0 <= at < inf.",
        "delta",
        _optimal_delta,
    ),
    "unlike_composition_delta": Function(
        "The smallest total delta at epsilon = `at` of adaptively chosen mechanisms that are (epsilon_i, "
        "delta_i)-DP, i = 1..k, for a symmetric adjacency: 1 - (1 - D) times the product of the 1 - "
        "delta_i, D = sum over all sets S of rounds of max(e^(sum of epsilon_i in S) - e^(at + sum of "
        "epsilon_i not in S), 0), divided by the product of the 1 + e^epsilon_i. `guarantees` is a list of "
        "one or more, with 0 <= epsilon_i < inf and 0 <= delta_i <= 1; 0 <= at < inf.",
        "delta",
        lambda given: closed_form(
            theorems.optimal_composition_of(parts_of(given), symmetric=True)(given.epsilon("at"))
        ),
    ),
    "optimal_composition_epsilon": Function(
        "The smallest `at` >= 0 at which 1 - (1 - delta)^k (1 - D) <= `total_delta`, where D = sum over l = "
        "0..k of C(k, l) max(x^(k-l) - e^at x^l, 0)/(1 + x)^k, x = e^epsilon: the smallest total epsilon of "
        "k adaptively chosen (epsilon, delta)-DP mechanisms for a symmetric adjacency; inf if there is "
        f"none. {_FINITE} k >= 1 is whole, 0 <= total_delta <= 1.",
        "epsilon",
        lambda given: real(_optimal(given).epsilon),
    ),
    "advanced_composition": Function(
        "(epsilon_g, min(k delta + slack, 1)) with epsilon_g = epsilon sqrt(2 k ln(1/slack)) + k epsilon d, "
        "where d is e^epsilon - 1 for the form textbook, and (e^epsilon - 1)/(e^epsilon + 1) for the form "
        f"tanh, for k (epsilon, delta)-DP mechanisms and a symmetric adjacency. {_FINITE} k >= 1 is whole, "
        "0 < slack < 1, and the form is one of these two.",
        "guarantee",
        _advanced,
    ),
    "group_privacy": Function(
        "(k epsilon, min(delta (1 + e^epsilon + e^(2 epsilon) + ... + e^((k-1) epsilon)), 1)): what an "
        "(epsilon, delta)-DP mechanism promises a group of k. At epsilon = inf it is (inf, 0) if delta = 0, "
        f"(inf, delta) if k = 1, and (inf, 1) otherwise. {_DP} k >= 1 is whole.",
        "guarantee",
        _group,
    ),
    "total_variation_from_dp": Function(
        "The largest total variation that symmetric (epsilon, delta)-DP allows: (e^epsilon - 1 + 2 "
        f"delta)/(e^epsilon + 1), and 1 at epsilon = inf. {_DP}",
        "delta",
        lambda given: real(
            theorems.total_variation_from_dp(given.epsilon(), given.number("delta"), symmetric=True)
        ),
    ),
    "delta_from_dp": Function(
        "The largest delta at epsilon = `at` that symmetric (epsilon, delta)-DP allows: delta + (1 - delta) "
        f"(e^epsilon - e^at)/(e^epsilon + 1) for at <= epsilon, and delta beyond. {_FINITE} 0 <= at <= inf.",
        "delta",
        _delta_from_dp,
    ),
    "probabilistic_from_dp": Function(
        "min(delta/(1 - e^(epsilon - at)), 1), and delta at at = inf: a bound on P[privacy loss >= at] under "
        "(epsilon, delta)-DP. 0 <= epsilon < at <= inf, 0 <= delta <= 1.",
        "delta",
        lambda given: real(
            theorems.probabilistic_from_dp(given.epsilon(), given.number("delta"), given.epsilon("at"))
        ),
    ),
    "renyi_from_pure": Function(
        "ln((x^a + x^(1-a))/(1 + x))/(a - 1), x = e^epsilon, a = `order`: the largest D_a that symmetric "
        "epsilon-DP allows. 0 <= epsilon < inf, 1 < a < inf.",
        "divergence",
        _renyi_from_pure,
    ),
    "kl_from_pure": Function(
        "epsilon (e^epsilon - 1)/(e^epsilon + 1): the largest Kullback-Leibler divergence that symmetric "
        "epsilon-DP "
        "allows; it is also the smallest rho for which every such mechanism is rho-zCDP. 0 <= epsilon < inf.",
        "divergence",
        lambda given: real(theorems.kl_from_pure(given.epsilon(), symmetric=True)),
    ),
    "rdp_to_dp": Function(
        "The epsilon at delta of (a, r)-RDP, a = `order`, and 0 where it is negative; conversion mironov: r "
        "+ ln(1/delta)/(a - 1); improved: r + ln(1 - 1/a) - ln(delta a)/(a - 1). 1 < a < inf, 0 <= r < inf, "
        "0 < delta < 1, and the conversion is one of these two.",
        "epsilon",
        _rdp_to_dp,
    ),
    "rdp_to_delta": Function(
        "min(e^((a - 1)(r - epsilon)) (1 - 1/a)^a / (a - 1), 1), and 0 at epsilon = inf: the delta at "
        "epsilon of (a, r)-RDP, a = `order`. 1 < a < inf, 0 <= r < inf, 0 <= epsilon <= inf.",
        "delta",
        _rdp_to_delta,
    ),
    "zcdp_to_dp": Function(
        "rho + 2 sqrt(rho ln(1/delta)): an epsilon at delta of rho-zCDP. 0 <= rho < inf, 0 < delta < 1.",
        "epsilon",
        _zcdp_to_dp,
    ),
}
