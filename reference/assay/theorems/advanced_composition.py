"""Advanced composition: the square-root law, in the two forms found in textbooks."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ..arguments import integer, open_probability, probability
from ..errors import InvalidValue
from ..exact import Certified, EpsilonLike, ExactLike, Log, Number, certified, exp, integer_text, ln, number
from ..exact.real import brief
from ._check import finite_epsilon
from ._real import RealValue, total
from .guarantee import CertifiedGuarantee, capped
from .scope import check_symmetric

AdvancedForm: TypeAlias = Literal["textbook", "tanh"]


def advanced_composition(
    epsilon: EpsilonLike,
    delta: ExactLike,
    k: int,
    slack: ExactLike,
    *,
    symmetric: bool | None = None,
    form: AdvancedForm = "textbook",
) -> CertifiedGuarantee:
    """The square-root law: k (epsilon, delta)-DP mechanisms together are (epsilon_g, k delta + slack)-DP.

        epsilon_g = epsilon sqrt(2 k ln(1/slack)) + k epsilon (e^epsilon - 1)                     "textbook"
        epsilon_g = epsilon sqrt(2 k ln(1/slack)) + k epsilon (e^epsilon - 1) / (e^epsilon + 1)   "tanh"
        epsilon_g = max(k epsilon + ln(1 - slack), 0)                                      symmetric=False

    certified, since the square root leaves the exact numbers.

    Hypotheses: epsilon finite, 0 < slack < 1, fresh randomness in each round; a symmetric adjacency for the
    first two lines.  In one direction the loss may be epsilon for sure, so that there is no square root to
    gain: the third line is what `optimal_composition` leaves at k delta + slack, attained for delta = 0.
    The first two are never tight for epsilon > 0; the second is never worse than the first, since
    k epsilon tanh(epsilon/2) is the largest mean of the loss of k rounds.
    Raises InvalidValue where `symmetric` is not given, a hypothesis fails or the form is unknown.
    Source: Dwork and Roth 2014, Theorem 3.20; Dwork, Rothblum and Vadhan 2010; Kairouz, Oh, Viswanath 2015.
    """
    both = check_symmetric(symmetric, "advanced_composition")
    rounds, step = integer(k, "k", 1), finite_epsilon(epsilon)
    failure, leak = open_probability(slack, "slack"), probability(delta, "delta")
    drift = _drift(step, form)
    repeated = f"{integer_text(rounds)} x epsilon = {brief(step)}"
    described = f"advanced composition ({form}) of {repeated} at slack {brief(failure)}"
    if both:
        spread = (2 * rounds * certified(ln(1 / failure))).sqrt()
        epsilon_g = certified(certified(step) * spread + rounds * drift, described)
    else:
        epsilon_g = certified(_one_way(step, rounds, failure), f"{described}, in one direction")
    return CertifiedGuarantee(epsilon_g, capped(rounds * leak + failure))


def _one_way(epsilon: Log, k: int, slack: Number) -> RealValue:
    """max(k epsilon + ln(1 - slack), 0)."""
    level = total([k * epsilon, ln(1 - slack)])
    return level if level > 0 else number(0)


def _drift(epsilon: Log, form: AdvancedForm) -> Certified:
    """The bound on the mean loss of one round."""
    x: Number = exp(epsilon)
    if form == "textbook":
        return certified(epsilon) * certified(x - 1)
    if form == "tanh":
        return certified(epsilon) * certified((x - 1) / (x + 1))
    raise InvalidValue(f"form = {form!r} is unknown; give 'textbook' or 'tanh'")
