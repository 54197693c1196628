"""From one privacy notion to another: total variation, Kullback-Leibler and Renyi divergence, tails."""

from __future__ import annotations

from ..arguments import probability
from ..dp import Profile
from ..errors import InvalidValue
from ..exact import Certified, EpsilonLike, ExactLike, Log, Number, certified, eps, exp, ln, number
from ._check import as_integer, finite_epsilon, order
from ._real import RealValue, product
from .guarantee import Guarantee, capped
from .scope import check_symmetric


def profile_from_dp(epsilon: EpsilonLike, delta: ExactLike = 0, *, symmetric: bool | None = None) -> Profile:
    """The smallest profile that no (epsilon, delta)-DP mechanism exceeds.

        delta'(epsilon') = delta + (1 - delta) (e^epsilon - e^epsilon')/(e^epsilon + 1)   symmetric=True
        delta'(epsilon') = delta + (1 - delta) (1 - e^(epsilon' - epsilon))               symmetric=False

    up to epsilon, and delta beyond.  Hypotheses: a symmetric adjacency for the first line, none for the
    second.
    Tight: `witnesses.canonical_mechanism(epsilon, delta)` and `witnesses.one_way_mechanism(epsilon, delta)`,
    at every epsilon'.
    Raises InvalidValue where `symmetric` is not given, and for an infinite epsilon: then nothing below 1
    follows at any finite epsilon'.
    Source: Kairouz, Oh and Viswanath 2015, the region R(epsilon, delta) of error probabilities, and half of
    it.
    """
    both = check_symmetric(symmetric, "profile_from_dp")
    level, leak = finite_epsilon(epsilon), probability(delta, "delta")
    x = exp(level)
    if not both:
        return Profile([(number(0), leak), ((1 - leak) / x, number(1))])
    low = (1 - leak) / (1 + x)
    return Profile([(number(0), leak), (low, leak + x * low), (1 - leak, number(1))])


def total_variation_from_dp(
    epsilon: EpsilonLike, delta: ExactLike = 0, *, symmetric: bool | None = None
) -> Number:
    """The largest total variation TV(M(x), M(x')) of an (epsilon, delta)-DP M.

        TV <= (e^epsilon - 1 + 2 delta)/(e^epsilon + 1)       symmetric=True; for delta = 0 tanh(epsilon/2)
        TV <= 1 - (1 - delta) e^(-epsilon)                    symmetric=False

    Hypotheses: a symmetric adjacency for the first line, none for the second.
    Tight: randomised response and `witnesses.canonical_mechanism`; `witnesses.one_way_mechanism`.
    Raises InvalidValue where `symmetric` is not given.
    Source: `profile_from_dp` at epsilon' = 0; Kairouz, Oh and Viswanath 2015.
    """
    both = check_symmetric(symmetric, "total_variation_from_dp")
    level, leak = eps(epsilon), probability(delta, "delta")
    if level.is_infinite:
        return number(1)
    x = exp(level)
    return (x - 1 + 2 * leak) / (x + 1) if both else 1 - (1 - leak) / x


def kl_from_pure(epsilon: EpsilonLike, *, symmetric: bool | None = None) -> RealValue:
    """The largest D_KL(M(x) || M(x')) of an epsilon-DP M; a Number, a Log, or certified.

        D_KL <= epsilon tanh(epsilon/2)      symmetric=True
        D_KL <= epsilon                      symmetric=False

    Hypotheses: delta = 0, epsilon finite; a symmetric adjacency for the first line.
    Tight: randomised response; a point mass P at an outcome with Q = e^(-epsilon) in one direction.
    The rougher forms epsilon^2/2 and epsilon (e^epsilon - 1) in use lie above the first line.
    Raises InvalidValue where `symmetric` is not given.
    Source: Bun and Steinke 2016, Proposition 3.3; Kairouz, Oh and Viswanath 2015.
    """
    both, level = check_symmetric(symmetric, "kl_from_pure"), finite_epsilon(epsilon)
    x = exp(level)
    return product(level, (x - 1) / (x + 1)) if both else level


def renyi_from_pure(
    epsilon: EpsilonLike, alpha: ExactLike, *, symmetric: bool | None = None
) -> Log | Certified:
    """The largest Renyi divergence D_alpha(M(x) || M(x')) of order alpha > 1 that epsilon-DP allows.

        ln((x^alpha + x^(1 - alpha))/(1 + x))/(alpha - 1),    x = e^epsilon       symmetric=True
        epsilon                                                                   symmetric=False

    a Log for an integer alpha, certified otherwise.

    Hypotheses: delta = 0, epsilon finite; a symmetric adjacency for the first line.
    Tight: randomised response; a point mass P at an outcome with Q = e^(-epsilon) in one direction.
    Raises InvalidValue where `symmetric` is not given.
    Source: Mironov, "Renyi Differential Privacy", CSF 2017, Proposition 5 (the value of randomised response);
    D_alpha is at most the largest loss.
    """
    both = check_symmetric(symmetric, "renyi_from_pure")
    level, a = finite_epsilon(epsilon), order(alpha)
    if not both:
        return level
    if (whole := as_integer(a)) is not None:
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
