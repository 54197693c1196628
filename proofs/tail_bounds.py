"""Tail bounds: Chernoff in both directions, Hoeffding, and the quantile inequality that rests on them."""

from __future__ import annotations

import random
from fractions import Fraction

from assay.dp import Dist
from assay.exact import Number, exp
from assay.prove import Theorem, infer
from assay.prove.generate import fraction, inner_fraction
from assay.prove.lemma import Lemma, require
from assay.prove.tactics.known import hoeffding
from assay.theorems import slack
from assay.theorems.tails import (
    chernoff_lower,
    chernoff_sharp,
    chernoff_upper,
    distribution_function_failure,
    hoeffding_tail,
    quantile_failure,
)


def total(chances: list[Fraction]) -> Dist[int]:
    """The law of the number of successes in independent trials."""
    law = Dist.point(0)
    for p in chances:
        one = Dist.bernoulli(p).map(int)
        law = Dist.product(law, one).map(sum)
    return law


def generated(rng: random.Random) -> tuple[Dist[int], Fraction]:
    """The sum of a few independent trials with different chances, and its mean."""
    chances = [fraction(rng) for _ in range(rng.randint(1, 6))]
    return total(chances), sum(chances, Fraction(0))


def chernoff_case(rng: random.Random) -> None:
    """The exact tails of a generated sum."""
    law, mean = generated(rng)
    d, below = fraction(rng) * rng.randint(1, 4), fraction(rng)
    above = law.prob(lambda s: s >= (1 + d) * mean)
    require(above <= chernoff_upper(mean, d), f"upper tail at mean {mean}, d = {d}")
    if d and mean:
        sharp = chernoff_sharp(mean, d)
        require(slack(sharp, above).holds, f"sharp upper tail at mean {mean}, d = {d}")
        require(slack(chernoff_upper(mean, d), sharp).holds, f"the two forms at mean {mean}, d = {d}")
    if d <= 1:
        require(chernoff_upper(mean, d) <= exp(-mean * d * d / 3), f"the form with 3 at d = {d}")
    under = law.prob(lambda s: s <= (1 - below) * mean)
    require(under <= chernoff_lower(mean, below), f"lower tail at mean {mean}, d = {below}")


def two_is_too_much() -> bool:
    """d^2/2 in the upper tail fails: 60 trials of chance 1/60, d = 3."""
    law = total([Fraction(1, 60)] * 60)
    return law.prob(lambda s: s >= 4) > exp(Fraction(-9, 2))


def dependent() -> bool:
    """Ten copies of one trial."""
    law = Dist.bernoulli("1/2").map(lambda hit: 10 * int(hit))
    return law.prob(lambda s: s >= 10) > chernoff_upper(5, 1)


def larger_range() -> bool:
    """One trial that counts 10."""
    law = Dist.bernoulli("1/10").map(lambda hit: 10 * int(hit))
    return law.prob(lambda s: s >= 8) > chernoff_upper(1, 7)


def dependent_lower() -> bool:
    """Ten copies of one trial, lower tail."""
    law = Dist.bernoulli("1/2").map(lambda hit: 10 * int(hit))
    return law.prob(lambda s: s <= 0) > chernoff_lower(5, 1)


CHERNOFF = Lemma(
    title="Chernoff bounds",
    statement="a sum X of independent variables in [0, 1] with mean m has P[X >= (1+d) m] <= e^(-m "
    "d^2/(2+d)) (<= e^(-m d^2/3) for d <= 1) and P[X <= (1-d) m] <= e^(-m d^2/2)",
    reduction="By the chord of e^(ux) on [0, 1] and 1 + y <= e^y the moment E e^(uX) is at most e^(m(e^u - "
    "1)). Markov at u = ln(1+d) gives e^(-m((1+d) ln(1+d) - d)), at u = ln(1-d) e^(-m((1-d) ln(1-d) + d)); "
    "for d = 1, P[X = 0] <= E prod (1 - X_i) <= e^(-m).",
    inequalities=(
        "for x in [0, 1], u >= 0: exp(u*x) <= 1 - x + x*exp(u)",
        "for p in [0, 1], real y: 1 + p*y <= exp(p*y)",
        "for d >= 0: (1 + d)*log(1 + d) - d >= d^2/(2 + d)",
        "for d in [0, 1]: d^2/(2 + d) >= d^2/3",
        "for d in [0, 1): (1 - d)*log(1 - d) + d >= d^2/2",
        "for p in [0, 1]: 1 - p <= exp(-p)",
    ),
    case=chernoff_case,
    tightness="not attained; e^(-m d^2/2) is no bound for the upper tail: 60 trials of chance 1/60, d = 3",
    tight=two_is_too_much,
    dropped={
        "the variables are independent": dependent,
        "the variables are independent (lower tail)": dependent_lower,
        "the variables are at most 1": larger_range,
    },
)


def hoeffding_case(rng: random.Random) -> None:
    """The exact tail of a generated sum."""
    chances = [fraction(rng) for _ in range(rng.randint(1, 6))]
    law, mean, t = total(chances), sum(chances, Fraction(0)), fraction(rng)
    n = len(chances)
    require(law.prob(lambda s: s - mean >= n * t) <= hoeffding_tail(n, t), f"upper tail, n = {n}, t = {t}")
    require(law.prob(lambda s: mean - s >= n * t) <= hoeffding_tail(n, t), f"lower tail, n = {n}, t = {t}")


def four_is_too_much() -> bool:
    """e^(-3 n t^2) fails: 40 fair coins, t = 1/4."""
    return total([Fraction(1, 2)] * 40).prob(lambda s: s >= 30) > exp(Fraction(-3 * 40, 16))


def dependent_coins() -> bool:
    """Twenty copies of one fair coin."""
    law = Dist.bernoulli("1/2").map(lambda hit: 20 * int(hit))
    return law.prob(lambda s: s >= 20) > hoeffding_tail(20, "1/2")


def interval_of_length_two() -> bool:
    """Variables on {0, 2}."""
    law = total([Fraction(1, 2)] * 4).map(lambda s: 2 * s)
    return law.prob(lambda s: s >= 8) > hoeffding_tail(4, 1)


def moment_and_markov() -> Theorem:
    """e^(-u(p + t)) (1 - p + p e^u) <= e^(-2 t^2) at u = 4t."""
    where = "for p in [0, 1], t >= 0"
    plain = infer(
        "instantiate",
        f"{where}: 1 - p + p*exp(4*t) <= exp(p*(4*t) + (4*t)^2/8)",
        {"terms": {"t": "4*t"}},
        [hoeffding()],
    )
    gap = "exp(p*(4*t) + (4*t)^2/8) - (1 - p + p*exp(4*t))"
    return infer(
        "combine",
        f"{where}: exp(-4*t*(p + t))*(1 - p + p*exp(4*t)) <= exp(-2*t^2)",
        {"terms": [{"weight": "1", "factors": ["exp(-4*t*(p + t))", gap]}]},
        [plain],
    )


HOEFFDING = Lemma(
    title="Hoeffding's inequality",
    statement="a sum S of n independent variables, each in an interval of length 1, has P[S - E S >= n t] "
    "<= e^(-2 n t^2) for t >= 0, and so for the lower tail",
    reduction="Markov for e^(uS) with u = 4t; by Hoeffding's lemma each variable, with mean p above the "
    "lower end, contributes e^(-4t(p + t)) E e^(4tX) <= e^(-2t^2). The lower tail is the upper tail of 1 - "
    "X.",
    inequalities=(moment_and_markov,),
    case=hoeffding_case,
    tightness="not attained; the 2 cannot become 3: 40 fair coins, t = 1/4",
    tight=four_is_too_much,
    dropped={"independence": dependent_coins, "intervals of length 1": interval_of_length_two},
)


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
    """A law on a few values, all possible."""
    weights = [rng.randint(1, 4) for _ in range(rng.randint(1, 3))]
    return Dist({v: Fraction(w, sum(weights)) for v, w in enumerate(weights)})


def quantile_case(rng: random.Random) -> None:
    """All samples from a generated law on a few values."""
    law, m = values(rng), rng.randint(1, 4)
    low, high = sorted((inner_fraction(rng), inner_fraction(rng)))
    failed, exceeded = undershoot(law, m, low, high)
    bound = quantile_failure(m, high - low)
    require(bound == hoeffding_tail(m, high - low), f"the bound, m = {m}, {low} below {high}")
    require(failed <= bound, f"m = {m}, {low} below {high}")
    require(exceeded <= high + bound, f"exceeding, m = {m}, {low} below {high}")


def three_is_too_much() -> bool:
    """e^(-3 m gap^2) fails: 40 fair coins, d = 1/4, d' = 49/100, where 30 zeros make the quantile 0."""
    zeros = total([Fraction(1, 2)] * 40)
    return zeros.prob(lambda s: s >= 30) > exp(Fraction(-3 * 40 * 24**2, 100**2))


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
        moment_and_markov,
        "for a in [0, 1], b in [0, 1], d in [0, 1] where a <= d: (1 - b)*a + b <= d + b",
    ),
    case=quantile_case,
    tightness="not attained; the 2 cannot become 3: 40 fair coins, d = 1/4, d' = 49/100",
    tight=three_is_too_much,
    dropped={"d is below d'": levels_exchanged, "the draws are independent": one_draw_copied},
)


def largest_gap(law: Dist[int], sample: tuple[int, ...]) -> Number:
    """The largest distance between the empirical and the true distribution function."""
    m = len(sample)
    below = [(law.prob(range(v + 1)), Fraction(sum(w <= v for w in sample), m)) for v in law.support]
    return max(abs(true - seen) for true, seen in below)


def function_case(rng: random.Random) -> None:
    """All samples from a generated law: the chance of a gap, the proved bound, and Massart's."""
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


FUNCTION = Lemma(
    title="empirical distribution functions, weaker form",
    statement="for a law on k values and m independent draws the empirical distribution function is gap or "
    "more away from the true one, anywhere, with probability at most 2 (k-1) e^(-2 m gap^2)",
    reduction="Hoeffding's inequality at each value but the last, in both directions, and the union bound. "
    "(The inequality of Dvoretzky, Kiefer and Wolfowitz with Massart's constant has 2 in place of 2 (k-1), "
    "for every law. It is not proved here: the case tests it exactly for up to 4 draws and 3 values. With "
    "m = n/2 pairs it reads 2 e^(-n gap^2).)",
    inequalities=(
        moment_and_markov,
        "for integer k >= 0, b >= 0, s >= 0 where s <= k*b: s + b <= (k + 1)*b",
    ),
    case=function_case,
    tightness="not attained; the 2 is needed: one draw of a fair coin, gap 1/2",
    tight=one_side,
    dropped={"the draws are independent": copied_draws},
)
