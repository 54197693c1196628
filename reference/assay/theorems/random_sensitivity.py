"""Random DP by sensitivity analysis: noise in proportion to a scale that depends on the data.

    M(X) = g(X) + (s(X)/alpha) L,   L with the density e^(-|z|)/2.

Source: Hall, Rinaldo and Wasserman, "Random Differential Privacy", section 6; Nissim, Raskhodnikova and
Smith, STOC 2007, for (2 alpha, eta).
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from ..arguments import integer, probability
from ..errors import InvalidValue
from ..exact import EpsilonLike, ExactLike, Log, Number, certified, eps, exp, number
from ..exact.real import brief
from .guarantee import capped
from .random_dp import RandomGuarantee

DIGITS = 15
"""An eta that is no exact number is rounded up to so many digits."""


def smooth_noise_eta(alpha: EpsilonLike, beta: EpsilonLike) -> Number:
    """eta = e^(-alpha/(2 beta)): exact where alpha/beta is rational or beta is, else rounded up.

    Raises InvalidValue unless 0 < alpha < infinity, beta >= 0, and e^beta <= 1 + 2 beta, that is beta <=
    1.25643...: beyond that the statement is false for some alpha.
    """
    level, spread = eps(alpha, "alpha"), eps(beta, "beta")
    if level.is_infinite or not level > 0:
        raise InvalidValue(f"alpha = {brief(level)} is outside the theorem; give 0 < alpha < infinity")
    if spread == 0:
        return number(0)
    if spread > 2 or certified(spread).exp() > 1 + 2 * certified(spread):
        raise InvalidValue(
            f"beta = {brief(spread)} violates the condition e^beta <= 1 + 2 beta; give beta <= 1.256"
        )
    return _exponential(level, spread)


def _exponential(alpha: Log, beta: Log) -> Number:
    """e^(-alpha/(2 beta))."""
    exact = beta.rational_value()
    if exact is not None:
        return (-(alpha / (2 * exact))).exp()
    ratio = certified(alpha) / certified(beta)
    near = Fraction(ratio.decimal(30)).limit_denominator(10**6)
    if near * beta == alpha:
        return exp(-near / 2)
    return number((-ratio / 2).exp().upper(DIGITS))


def random_sensitivity(
    alpha: EpsilonLike, beta: EpsilonLike, gamma1: ExactLike, gamma2: ExactLike
) -> RandomGuarantee:
    """(2 alpha, e^(-alpha/(2 beta)), 2 gamma1 + gamma2)-Random DP of M, in both directions.

    Hypotheses: rows drawn independently from P, X' with one of them replaced by a fresh one, and

        P(s(X) <= e^beta s(X')) >= 1 - gamma1,          (10)
        P(|g(X) - g(X')| <= min(s(X), s(X'))) >= 1 - gamma2,          (11), for the rows that are exchanged
        e^beta <= 1 + 2 beta.

    X and X' are exchangeable, so that (10) holds in both directions with probability 1 - 2 gamma1.  As
    printed it is false: with rows in (11) that are independent of X and X', and with gamma1 + gamma2.
    Adjacency: replacing one record, drawn from P.  A sum above 1 is reported as 1.
    Raises InvalidValue for gamma1, gamma2 outside [0, 1], and as `smooth_noise_eta`.
    Source: Hall, Rinaldo and Wasserman, section 6, (9) to (11), corrected.
    """
    one, two = probability(gamma1, "gamma1"), probability(gamma2, "gamma2")
    return RandomGuarantee(2 * eps(alpha, "alpha"), smooth_noise_eta(alpha, beta), capped(2 * one + two))


def pair_quantile_exceedance(n: int, delta: ExactLike) -> Fraction:
    """(N - m + 1)/N with N = n/2 and m the least integer >= (1 - delta) N; at most delta + 1/N.

    A bound, for every distribution of the rows and every symmetric h, on

        P(h(X_n, X_(n+1)) > min(d(X), d(X'))),

    d being the m-th smallest h of the N pairs: both are at least the (m - 1)-th smallest of the N - 1 pairs
    without the rows exchanged, and of N independent draws of h at most N - m + 1 can exceed m - 1 others.
    So s = d/n satisfies (11) with this gamma2 wherever |g(X) - g(X')| <= h(X_n, X_(n+1))/n.
    Raises InvalidType, InvalidValue unless n >= 2 is even and 0 <= delta < 1.
    Source: here, in place of the DKW inequality in Hall, Rinaldo and Wasserman, section 6.
    """
    rows, share = integer(n, "n", 2), probability(delta, "delta")
    if rows % 2:
        raise InvalidValue(f"n = {rows} rows cannot be paired; give an even number of rows")
    if share == 1:
        raise InvalidValue("delta = 1 leaves no quantile; give delta < 1")
    pairs = rows // 2
    return Fraction(pairs - ceil((1 - share) * pairs) + 1, pairs)
