"""Advanced composition: the square-root law, in the two forms found in textbooks."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ..errors import InvalidValue
from ..exact import Certified, EpsilonLike, ExactLike, Log, Number, certified, exp, ln
from ._check import count, finite_epsilon, open_probability, probability
from .guarantee import CertifiedGuarantee, capped

AdvancedForm: TypeAlias = Literal["textbook", "tanh"]


def advanced_composition(
    epsilon: EpsilonLike, k: int, slack: ExactLike, delta: ExactLike = 0, *, form: AdvancedForm = "textbook"
) -> CertifiedGuarantee:
    """The square-root law: k (epsilon, delta)-DP mechanisms together are (epsilon_g, k delta + slack)-DP.

        epsilon_g = epsilon sqrt(2 k ln(1/slack)) + k epsilon (e^epsilon - 1)                     "textbook"
        epsilon_g = epsilon sqrt(2 k ln(1/slack)) + k epsilon (e^epsilon - 1) / (e^epsilon + 1)   "tanh"

    certified, since the square root leaves the exact numbers.

    Hypotheses: epsilon finite, 0 < slack < 1, fresh randomness in each round.  Adjacency: any.
    Never tight for epsilon > 0 (`optimal_composition` is); the second form is never worse than the first,
    since k epsilon tanh(epsilon/2) is the largest mean of the loss of k rounds.
    Raises InvalidValue where a hypothesis fails or the form is unknown.
    Source: Dwork and Roth 2014, Theorem 3.20; Dwork, Rothblum and Vadhan 2010; Kairouz, Oh, Viswanath 2015.
    """
    rounds, step = count(k, "k", 1), finite_epsilon(epsilon)
    failure, leak = open_probability(slack, "slack"), probability(delta, "delta")
    spread = (2 * rounds * certified(ln(1 / failure))).sqrt()
    described = f"advanced composition ({form}) of {rounds} x epsilon = {step} at slack {failure}"
    epsilon_g = certified(certified(step) * spread + rounds * _drift(step, form), described)
    return CertifiedGuarantee(epsilon_g, capped(rounds * leak + failure))


def _drift(epsilon: Log, form: AdvancedForm) -> Certified:
    """The bound on the mean loss of one round."""
    x: Number = exp(epsilon)
    if form == "textbook":
        return certified(epsilon) * certified(x - 1)
    if form == "tanh":
        return certified(epsilon) * certified((x - 1) / (x + 1))
    raise InvalidValue(f"form = {form!r} is unknown; give 'textbook' or 'tanh'")
