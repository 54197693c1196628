"""From one privacy notion to another: total variation, Kullback-Leibler and Renyi divergence, tails."""

from __future__ import annotations

from ..dp import Profile
from ..errors import InvalidValue
from ..exact import Certified, EpsilonLike, ExactLike, Log, Number, certified, eps, exp, ln, number
from ._check import finite_epsilon, integer, order, probability
from ._real import RealValue, product
from .guarantee import Guarantee, capped


def profile_from_dp(epsilon: EpsilonLike, delta: ExactLike = 0) -> Profile:
    """The smallest profile that no (epsilon, delta)-DP mechanism exceeds, for a symmetric adjacency.

        delta'(epsilon') = delta + (1 - delta) (e^epsilon - e^epsilon')/(e^epsilon + 1)   up to epsilon,
        delta'(epsilon') = delta                                                          beyond.

    It is the profile of `witnesses.canonical_mechanism(epsilon, delta)`, hence tight at every epsilon'.
    Raises InvalidValue for an infinite epsilon: then nothing below 1 follows at any finite epsilon'.
    Source: Kairouz, Oh and Viswanath 2015, the region R(epsilon, delta) of error probabilities.
    """
    level, leak = finite_epsilon(epsilon), probability(delta, "delta")
    x = exp(level)
    low = (1 - leak) / (1 + x)
    return Profile([(number(0), leak), (low, leak + x * low), (1 - leak, number(1))])


def total_variation_from_dp(epsilon: EpsilonLike, delta: ExactLike = 0) -> Number:
    """TV(M(x), M(x')) <= (e^epsilon - 1 + 2 delta)/(e^epsilon + 1) for every (epsilon, delta)-DP M.

    For delta = 0 this is tanh(epsilon/2).  Adjacency: symmetric (each of the two directions is used).
    Tight: randomised response; `witnesses.canonical_mechanism` for delta > 0.
    Source: `profile_from_dp` at epsilon' = 0; Kairouz, Oh and Viswanath 2015.
    """
    level, leak = eps(epsilon), probability(delta, "delta")
    if level.is_infinite:
        return number(1)
    x = exp(level)
    return (x - 1 + 2 * leak) / (x + 1)


def kl_from_pure(epsilon: EpsilonLike) -> RealValue:
    """D_KL(M(x) || M(x')) <= epsilon tanh(epsilon/2) for every epsilon-DP M; a Number, a Log, or certified.

    Hypotheses: delta = 0, epsilon finite.  Adjacency: symmetric.  Tight: randomised response.
    The rougher forms epsilon^2/2 and epsilon (e^epsilon - 1) in use lie above it.
    Source: Bun and Steinke 2016, Proposition 3.3; Kairouz, Oh and Viswanath 2015.
    """
    level = finite_epsilon(epsilon)
    x = exp(level)
    return product(level, (x - 1) / (x + 1))


def renyi_from_pure(epsilon: EpsilonLike, alpha: ExactLike) -> Log | Certified:
    """The largest Renyi divergence of order alpha > 1 that epsilon-DP allows.

        D_alpha(M(x) || M(x')) <= ln((x^alpha + x^(1 - alpha))/(1 + x))/(alpha - 1),    x = e^epsilon,

    a Log for an integer alpha, certified otherwise.

    Hypotheses: delta = 0, epsilon finite.  Adjacency: symmetric.  Tight: randomised response.
    Source: Mironov, "Renyi Differential Privacy", CSF 2017, Proposition 5 (the value of randomised response).
    """
    level, a = finite_epsilon(epsilon), order(alpha)
    if (whole := integer(a)) is not None:
        x = exp(level)
        return ln((x**whole + x ** (1 - whole)) / (1 + x)) / (a - 1)
    e = certified(level)
    moment = ((e * a).exp() + (e * (1 - a)).exp()) / (1 + e.exp())
    return certified(moment.log() / (a - 1), f"D_{a} of randomised response at {level}")


def dp_from_probabilistic(epsilon: EpsilonLike, delta: ExactLike) -> Guarantee:
    """If P[privacy loss > epsilon] <= delta for every adjacent pair, then M is (epsilon, delta)-DP.

    Hypotheses: the loss ln(P(o)/Q(o)) is taken under o ~ P.  Adjacency: any, one direction at a time.
    The bound is attained iff the loss is infinite wherever it exceeds epsilon (name-and-shame).
    The converse is false: see `probabilistic_from_dp`.
    Source: Dwork and Roth 2014, section 3.5; Meiser, "Approximate and Probabilistic Differential Privacy
    Definitions", 2018.
    """
    return Guarantee(epsilon, delta)


def probabilistic_from_dp(epsilon: EpsilonLike, delta: ExactLike, at: EpsilonLike) -> Number:
    """The largest P[privacy loss >= at] that (epsilon, delta)-DP allows, for at > epsilon.

        P[privacy loss >= at] <= delta / (1 - e^(epsilon - at)).

    Hence also P[privacy loss > at].  Hypotheses: at > epsilon; at `at` = epsilon nothing follows, since an
    (epsilon, delta)-DP mechanism may exceed epsilon slightly with probability 1.
    Adjacency: any, one direction at a time.  A value above 1 is reported as 1.
    Tight: a pair whose loss equals `at` on an event of exactly this probability.
    Raises InvalidValue unless at > epsilon (both finite; at may be infinite).
    Source: Markov's inequality for 1 - e^(epsilon - loss); Kasiviswanathan and Smith, "On the Semantics of
    Differential Privacy", 2014, has a rougher form.
    """
    level, leak, threshold = finite_epsilon(epsilon), probability(delta, "delta"), eps(at, "at")
    if threshold <= level:
        raise InvalidValue(f"at = {threshold} is not above epsilon = {level}; this bound needs at > epsilon")
    if threshold.is_infinite:
        return leak
    return capped(leak / (1 - exp(level - threshold)))
