"""Empirical quantiles and distribution functions, by Hoeffding's inequality at single points."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb

from assay.dp import Dist
from assay.exact import Number, exp
from assay.prove.lemma import Lemma, require
from assay.prove.tactics.known import hoeffding_step
from assay.testing.generated_mechanisms import inner_fraction
from assay.utility.tails import distribution_function_failure, hoeffding_tail, quantile_failure


def quantile(values: tuple[int, ...], level: Fraction) -> int:
    """The smallest value at which the empirical distribution function is at least `level`."""
    return min(v for v in values if sum(w <= v for w in values) >= level * len(values))


def undershoot(law: Dist[int], m: int, low: Fraction, high: Fraction) -> tuple[Number, Number]:
    """P[the empirical (1-low)-quantile is below the true (1-high)-one] and P[a draw exceeds it]."""
    true = min(v for v in law.support if law.prob(range(v + 1)) >= 1 - high)
    samples = Dist.product(*[law] * m)
    failed = samples.prob(lambda s: quantile(s, 1 - low) < true)
    draws = Dist.product(samples, law)
    exceeded = draws.prob(lambda d: d[1] > quantile(d[0], 1 - low))
    return failed, exceeded


def values(rng: random.Random) -> Dist[int]:
    """A distribution on a few values, all possible."""
    weights = [rng.randint(1, 4) for _ in range(rng.randint(1, 3))]
    return Dist({v: Fraction(w, sum(weights)) for v, w in enumerate(weights)})


def quantile_case(rng: random.Random) -> None:
    """All samples from a generated distribution on a few values."""
    law, m = values(rng), rng.randint(1, 4)
    low, high = sorted((inner_fraction(rng), inner_fraction(rng)))
    failed, exceeded = undershoot(law, m, low, high)
    bound = quantile_failure(m, high - low)
    require(bound == hoeffding_tail(m, high - low), f"the bound, m = {m}, {low} below {high}")
    require(failed <= bound, f"m = {m}, {low} below {high}")
    require(exceeded <= high + bound, f"exceeding, m = {m}, {low} below {high}")


def three_is_too_much() -> bool:
    """e^(-3 m gap^2) fails: 40 fair coins, d = 1/4, d' = 49/100, where 30 zeros make the quantile 0."""
    zeros = sum(comb(40, k) for k in range(30, 41)) * Fraction(1, 2**40)
    return zeros > exp(Fraction(-3 * 40 * 24**2, 100**2))


def levels_exchanged() -> bool:
    """d above d': the empirical median-like quantile is below the true one most of the time."""
    law = Dist({0: "1/4", 1: "3/4"})
    failed, _ = undershoot(law, 3, Fraction(4, 5), Fraction(1, 5))
    return failed > quantile_failure(3, "3/5")


def one_draw_copied() -> bool:
    """Twenty copies of one fair coin in place of twenty draws, d = 1/20, d' = 9/20."""
    law = Dist({0: "1/2", 1: "1/2"})
    failed = law.prob(lambda v: quantile((v,) * 20, Fraction(19, 20)) < 1)
    return failed > quantile_failure(20, "2/5")


def largest_of_the_draws() -> bool:
    """The largest of the four draws, uniform on 20 values, for a fresh one: above q if no other equals it."""
    exceeded = sum(4 * Fraction(1, 20) * Fraction(v, 20) ** 3 for v in range(20))
    distinct = quantile((1, 2, 3, 4), Fraction(3, 4)) == 3
    return distinct and exceeded > Fraction(3, 4) + quantile_failure(4, "1/2")


QUANTILE = Lemma(
    title="empirical quantiles",
    statement="for d < d' the empirical (1-d)-quantile q of m independent draws is below the true "
    "(1-d')-quantile with probability at most e^(-2 m (d'-d)^2); so a fresh draw exceeds q with "
    "probability at most d' + e^(-2 m (d'-d)^2)",
    reduction="Let h be the true (1-d')-quantile. If q < h then the part of the draws that are below h is "
    "at least 1 - d, while its mean is below 1 - d': Hoeffding's inequality at one point, with t = d' - d. "
    "(The inequality of Dvoretzky, Kiefer and Wolfowitz, which bounds all points at once, is not needed, "
    "and would cost a factor 2. With m = n/2 pairs the exponent is -n (d'-d)^2.) If q >= h a fresh draw "
    "exceeds q with probability at most d'.",
    inequalities=(
        hoeffding_step,
        "for a in [0, 1], b in [0, 1], d in [0, 1] where a <= d: (1 - b)*a + b <= d + b",
    ),
    case=quantile_case,
    tightness="not attained; the 2 cannot become 3: 40 fair coins, d = 1/4, d' = 49/100",
    tight=three_is_too_much,
    dropped={
        "d < d'": levels_exchanged,
        "independent": one_draw_copied,
        "a fresh draw": largest_of_the_draws,
    },
)


def largest_gap(law: Dist[int], sample: tuple[int, ...]) -> Number:
    """The largest distance between the empirical and the true distribution function."""
    m = len(sample)
    below = [(law.prob(range(v + 1)), Fraction(sum(w <= v for w in sample), m)) for v in law.support]
    return max(abs(true - seen) for true, seen in below)


def function_case(rng: random.Random) -> None:
    """All samples from a generated distribution: the chance of a gap, the proved bound, and Massart's."""
    law, m, gap = values(rng), rng.randint(1, 4), inner_fraction(rng)
    far = Dist.product(*[law] * m).prob(lambda s: largest_gap(law, s) >= gap)
    k = len(law.support)
    require(far <= distribution_function_failure(m, gap, k), f"{m} draws, {k} values, gap {gap}")
    require(far <= 2 * hoeffding_tail(m, gap), f"Massart's constant, {m} draws, {k} values, gap {gap}")


def one_side() -> bool:
    """Two values: without the factor 2, one draw of a fair coin violates it at gap 1/2."""
    law = Dist.uniform([0, 1])
    far = law.prob(lambda v: largest_gap(law, (v,)) >= Fraction(1, 2))
    return far == 1 > hoeffding_tail(1, "1/2")


def copied_draws() -> bool:
    """Twenty copies of one draw, two values, gap 1/2."""
    law = Dist.uniform([0, 1])
    far = law.prob(lambda v: largest_gap(law, (v,) * 20) >= Fraction(1, 2))
    return far > distribution_function_failure(20, "1/2", 2)


def more_values() -> bool:
    """Two values, and the bound for k = 1, which is 0."""
    law = Dist.uniform([0, 1])
    far = law.prob(lambda v: largest_gap(law, (v,)) >= Fraction(1, 2))
    return far > distribution_function_failure(1, "1/2", 1)


FUNCTION = Lemma(
    title="empirical distribution functions, weaker form",
    statement="for a distribution on k values and m independent draws the empirical distribution function "
    "is gap or more away from the true one, anywhere, with probability at most 2 (k-1) e^(-2 m "
    "gap^2)",
    reduction="Hoeffding's inequality at each value but the last, in both directions, and the union bound. "
    "(The inequality of Dvoretzky, Kiefer and Wolfowitz with Massart's constant has 2 in place of 2 (k-1), "
    "for every distribution. It is not proved here: the case tests it exactly for up to 4 draws and 3 "
    "values. With m = n/2 pairs it reads 2 e^(-n gap^2).)",
    inequalities=(
        hoeffding_step,
        "for integer k >= 0, b >= 0, s >= 0 where s <= k*b: s + b <= (k + 1)*b",
    ),
    case=function_case,
    tightness="not attained; the 2 is needed: one draw of a fair coin, gap 1/2",
    tight=one_side,
    dropped={"a distribution on k values": more_values, "m independent draws": copied_draws},
)


def every_distribution_case(rng: random.Random) -> None:
    """All samples from a generated distribution on more values than N: the chance of a gap of 1/N more."""
    weights = [rng.randint(1, 3) for _ in range(rng.randint(3, 5))]
    law = Dist({v: Fraction(w, sum(weights)) for v, w in enumerate(weights)})
    m, size, gap = rng.randint(1, 3), rng.randint(2, 3), inner_fraction(rng)
    far = Dist.product(*[law] * m).prob(lambda s: largest_gap(law, s) >= gap + Fraction(1, size))
    require(far <= distribution_function_failure(m, gap, size), f"{m} draws, N = {size}, gap {gap}")


def many_copied_draws() -> bool:
    """Two hundred copies of one draw of a fair coin, N = 3, gap 1/6."""
    law = Dist.uniform([0, 1])
    far = law.prob(lambda v: largest_gap(law, (v,) * 200) >= Fraction(1, 6) + Fraction(1, 3))
    return far > distribution_function_failure(200, "1/6", 3)


def no_gap_of_one() -> bool:
    """N = 1 and gap = 0: the bound 0 says that no gap is 1, and for three values 2/3 is the largest."""
    law = Dist.uniform([0, 1, 2])
    gaps = [largest_gap(law, (v,)) for v in law.support]
    return distribution_function_failure(1, 0, 1) == 0 and max(gaps) == Fraction(2, 3)


def nothing_between() -> bool:
    """N = 1, where the bound is 0: without the 1/N one draw of a fair coin violates it."""
    law = Dist.uniform([0, 1])
    far = law.prob(lambda v: largest_gap(law, (v,)) >= Fraction(1, 2))
    return far > distribution_function_failure(1, "1/2", 1)


EVERY_DISTRIBUTION = Lemma(
    title="empirical distribution functions of every distribution, weaker form",
    statement="for any distribution and whole N >= 1 the empirical distribution function of m independent "
    "draws is gap + 1/N or more away from the true one, anywhere, with probability at most 2 "
    "(N-1) e^(-2 m gap^2)",
    reduction="Let x_i be the smallest value with F(x_i) >= i/N, i = 1, ..., N-1, so that F is at most i/N "
    "just below it. Between two of them both functions grow, so F_m - F is at most what it is just below "
    "the next one, and F - F_m at most what it is at the last one, plus 1/N. Hoeffding's inequality for "
    "these 2 (N-1) one-sided gaps and the union bound. (With Massart's constant 2 e^(-2 m gap^2) holds "
    "without the 1/N; see the weaker form for k values. With m = n/2 pairs the exponent is -n gap^2.)",
    inequalities=(
        hoeffding_step,
        "for real a, real b, real c, real d, real u where a <= b and c >= d and b - d <= u: a - c <= u",
        "for real f, real g, real h, real u where f <= h and g >= h - u: f - g <= u",
        "for integer k >= 0, b >= 0, s >= 0 where s <= k*b: s + b <= (k + 1)*b",
    ),
    case=every_distribution_case,
    tightness="N = 1, gap = 0: no gap is 1; the largest for one draw from three values is 2/3",
    tight=no_gap_of_one,
    dropped={"independent draws": many_copied_draws, "gap in place of gap + 1/N": nothing_between},
)
