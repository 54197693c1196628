"""Tail bounds: Chernoff in both directions, and Hoeffding."""

from __future__ import annotations

import random
from fractions import Fraction

from assay.dp import Dist
from assay.exact import exp
from assay.prove.lemma import Lemma, require
from assay.prove.tactics.known import hoeffding_step
from assay.testing.generated_mechanisms import fraction
from assay.theorems import slack
from assay.utility.tails import (
    chernoff_lower,
    chernoff_sharp,
    chernoff_upper,
    hoeffding_tail,
)


def total(chances: list[Fraction]) -> Dist[int]:
    """The distribution of the number of successes in independent trials."""
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


def below_zero() -> bool:
    """Ten variables that are 1 with probability 99/100 and -9 otherwise: mean 9, and a sum <= 0."""
    law = total([Fraction(1, 100)] * 10)
    return law.prob(lambda low: 10 - 10 * low <= 0) > chernoff_lower(9, 1)


def rare_trial() -> bool:
    """One trial of chance 1/100, d = 99, and e^(-m d^2/3)."""
    mean, d = Fraction(1, 100), 99
    return total([mean]).prob(lambda s: s >= (1 + d) * mean) > exp(-mean * d * d / 3)


CHERNOFF = Lemma(
    title="Chernoff bounds",
    statement="a sum X of independent variables in [0, 1] with mean m has P[X >= (1+d) m] <= e^(-m "
    "d^2/(2+d)) (<= e^(-m d^2/3) for d <= 1) and P[X <= (1-d) m] <= e^(-m d^2/2)",
    reduction="By the chord of e^(ux) on [0, 1] and 1 + y <= e^y the moment E e^(uX) is at most e^(m(e^u - "
    "1)), variable by variable; for n of one mean p, by induction, E e^(uX) <= e^(n p (e^u - 1)). Markov "
    "at u = ln(1+d) gives e^(-m((1+d) ln(1+d) - d)), at u = ln(1-d) e^(-m((1-d) ln(1-d) + d)); for d = 1, "
    "P[X = 0] <= E prod (1 - X_i) <= e^(-m).",
    inequalities=(
        "for x in [0, 1], u >= 0: exp(u*x) <= 1 - x + x*exp(u)",
        "for p in [0, 1], real y: 1 + p*y <= exp(p*y)",
        "for A >= 0, B >= 0, real m, real M where m <= B and M <= A*m: M <= A*B",
        "for integer n >= 0, m >= 0, real x where m <= exp(x): m^n <= exp(n*x)",
        "for d >= 0, m >= 0, q >= 0 where q*exp(log(1 + d)*((1 + d)*m)) <= exp(m*d): "
        "q <= exp(-m*((1 + d)*log(1 + d) - d))",
        "for d in [0, 1), m >= 0, q >= 0 where q*exp(log(1 - d)*((1 - d)*m)) <= exp(-m*d): "
        "q <= exp(-m*((1 - d)*log(1 - d) + d))",
        "for d >= 0: (1 + d)*log(1 + d) - d >= d^2/(2 + d)",
        "for d in [0, 1]: d^2/(2 + d) >= d^2/3",
        "for d in [0, 1): (1 - d)*log(1 - d) + d >= d^2/2",
        "for p in [0, 1]: 1 - p <= exp(-p)",
    ),
    case=chernoff_case,
    tightness="not attained; e^(-m d^2/2) is no bound for the upper tail: 60 trials of chance 1/60, d = 3",
    tight=two_is_too_much,
    dropped={
        "independent: upper tail": dependent,
        "independent: lower tail": dependent_lower,
        "in [0, 1]: at most 1": larger_range,
        "in [0, 1]: at least 0": below_zero,
        "d <= 1": rare_trial,
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


def negative_t() -> bool:
    """Two fair coins, t = -1/2: the sum is at least 0 for certain."""
    return total([Fraction(1, 2)] * 2).prob(lambda s: s - 1 >= -1) > exp(Fraction(-2 * 2, 4))


HOEFFDING = Lemma(
    title="Hoeffding's inequality",
    statement="a sum S of n independent variables, each in an interval of length 1, has P[S - E S >= n t] "
    "<= e^(-2 n t^2) for t >= 0, and so for the lower tail",
    reduction="Markov for e^(uS) with u = 4t; by Hoeffding's lemma each variable, with mean p above the "
    "lower end, contributes e^(-4t(p + t)) E e^(4tX) <= e^(-2t^2). The lower tail is the upper tail of 1 - "
    "X.",
    inequalities=(
        hoeffding_step,
        "for integer n >= 0, t >= 0, m >= 0 where m <= exp(-2*t^2): m^n <= exp(-2*n*t^2)",
    ),
    case=hoeffding_case,
    tightness="not attained; the 2 cannot become 3: 40 fair coins, t = 1/4",
    tight=four_is_too_much,
    dropped={
        "independent": dependent_coins,
        "an interval of length 1": interval_of_length_two,
        "t >= 0": negative_t,
    },
)
