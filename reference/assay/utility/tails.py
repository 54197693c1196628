"""Tail bounds for sums of independent variables: Chernoff and Hoeffding, with explicit constants."""

from __future__ import annotations

from ..arguments import integer
from ..errors import InvalidValue
from ..exact import Certified, ExactLike, Number, certified, exp, number
from ..theorems.guarantee import capped


def _rational(value: ExactLike, name: str, least: int = 0) -> Number:
    """A rational number >= least."""
    x = number(value, name)
    if not x.is_rational:
        raise InvalidValue(f"{name} = {x} is irrational; give a rational {name} such as '1/2'")
    if x < least:
        raise InvalidValue(f"{name} = {x} is below {least}; give {name} >= {least}")
    return x


def chernoff_upper(mean: ExactLike, d: ExactLike) -> Number:
    """P[X >= (1 + d) mean] <= e^(-mean d^2/(2 + d)), at most e^(-mean d^2/3) for d <= 1.

    X is a sum of independent variables in [0, 1] with this mean; d >= 0.
    Raises InvalidValue for a negative or irrational mean or d.
    Source: Chernoff's method; Mitzenmacher and Upfal, "Probability and Computing", Theorem 4.4 has 3.
    """
    mu, gap = _rational(mean, "mean"), _rational(d, "d")
    return exp(-(mu * gap**2 / (2 + gap)).as_fraction())


def chernoff_lower(mean: ExactLike, d: ExactLike) -> Number:
    """P[X <= (1 - d) mean] <= e^(-mean d^2/2), for 0 <= d <= 1 and X as for `chernoff_upper`.

    Raises InvalidValue for a negative or irrational mean, or a d outside [0, 1].
    Source: Mitzenmacher and Upfal, Theorem 4.5.
    """
    mu, gap = _rational(mean, "mean"), _rational(d, "d")
    if gap > 1:
        raise InvalidValue(f"d = {gap} is above 1; (1 - d) mean is negative there, and X never is")
    return exp(-(mu * gap**2 / 2).as_fraction())


def chernoff_sharp(mean: ExactLike, d: ExactLike) -> Certified:
    """P[X >= (1 + d) mean] <= (e^d/(1 + d)^(1 + d))^mean, certified; X and d as for `chernoff_upper`."""
    mu, gap = _rational(mean, "mean"), _rational(d, "d")
    growth = certified(1 + gap)
    return (certified(mu) * (certified(gap) - growth * growth.log())).exp()


def hoeffding_tail(n: int, t: ExactLike) -> Number:
    """P[S - E S >= n t] <= e^(-2 n t^2) for a sum S of n independent variables of range 1.

    Hypotheses: t >= 0 rational; each variable lies in an interval of length 1; independence.  The same bound
    holds for the lower tail.
    Raises InvalidValue for a negative or irrational t, or n < 1.
    Source: Hoeffding, "Probability Inequalities for Sums of Bounded Random Variables", 1963, Theorem 2.
    """
    size, gap = integer(n, "n", 1), _rational(t, "t")
    return exp(-(2 * size * gap**2).as_fraction())


def quantile_failure(m: int, gap: ExactLike) -> Number:
    """P[the empirical (1-d)-quantile of m samples is below the true (1-d')-quantile] <= e^(-2 m gap^2).

    Here gap = d' - d >= 0, and the empirical quantile is the smallest value whose empirical distribution
    function is at least 1 - d. Only one point of the distribution function is looked at, so Hoeffding's
    inequality does what the inequality of Dvoretzky, Kiefer and Wolfowitz would do with a factor 2 more.
    Raises as `hoeffding_tail`.
    """
    return hoeffding_tail(integer(m, "m", 1), _rational(gap, "gap"))


def distribution_function_failure(m: int, gap: ExactLike, values: int) -> Number:
    """P[sup |F_m - F| >= gap] <= 2 (k - 1) e^(-2 m gap^2) for m draws from a distribution on k = values
    values.

    A weaker form of the inequality of Dvoretzky, Kiefer and Wolfowitz, which has 2 (Massart's constant) in
    place of 2 (k - 1); a bound above 1 is reported as 1.
    Raises InvalidValue for a negative or irrational gap, m < 1 or values < 1.
    Source: Hoeffding's inequality at each value, and the union bound.
    """
    size, tail = integer(values, "values", 1), hoeffding_tail(integer(m, "m", 1), _rational(gap, "gap"))
    return capped(2 * (size - 1) * tail)
