"""Searches for the bounds on sums, samples and estimates: draws that depend, ranges that are wider."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product

from assay.amplification import sampling_with_replacement, sampling_without_replacement
from assay.dp import Dist, total_variation
from assay.exact import Number, exp, ln
from assay.testing.generated_mechanisms import dist, fraction, inner_fraction
from assay.theorems import total_variation_from_dp, witnesses
from assay.utility.tails import (
    chernoff_lower,
    chernoff_upper,
    distribution_function_failure,
    hoeffding_tail,
    quantile_failure,
)

from .trial import Searches, Trial

Law = Dist[Fraction]


def total(chances: list[Fraction]) -> Law:
    """The distribution of the number of successes in independent trials."""
    law: Law = Dist.point(Fraction(0))
    for p in chances:
        law = Dist.product(law, Dist.bernoulli(p).map(Fraction)).map(lambda s: s[0] + s[1])
    return law


def trials(rng: random.Random) -> list[Fraction]:
    return [fraction(rng) for _ in range(rng.randint(1, 6))]


def copied(rng: random.Random) -> tuple[Law, Fraction, int]:
    """One trial, counted n times: its distribution, its mean, and n."""
    p, n = inner_fraction(rng), rng.randint(4, 12)
    return Dist.bernoulli(p).map(lambda hit: Fraction(n * int(hit))), n * p, n


def upper(law: Law, mean: Fraction, d: Fraction) -> bool:
    return law.prob(lambda s: s >= (1 + d) * mean) <= chernoff_upper(mean, d)


def lower(law: Law, mean: Fraction, d: Fraction) -> bool:
    return law.prob(lambda s: s <= (1 - d) * mean) <= chernoff_lower(mean, d)


def chernoff(holds: Callable[[Law, Fraction, Fraction], bool]) -> Trial:
    """Independent trials, beside one trial that is counted several times."""

    def trial(rng: random.Random) -> tuple[bool, bool]:
        chances, d = trials(rng), fraction(rng)
        law, mean, _ = copied(rng)
        return holds(total(chances), sum(chances, Fraction(0)), d), holds(law, mean, d)

    return trial


def large_steps(rng: random.Random) -> tuple[bool, bool]:
    """Trials that count 1, beside trials that count 10."""
    chances, d = trials(rng), fraction(rng) * 8
    law, mean = total(chances), sum(chances, Fraction(0))
    return upper(law, mean, d), upper(law.map(lambda s: 10 * s), 10 * mean, d)


def rare_losses(rng: random.Random) -> tuple[bool, bool]:
    """Trials in [0, 1], beside ten variables that are 1 or, rarely, far below 0."""
    chances, rare = trials(rng), Fraction(1, rng.randint(30, 200))
    law = total([rare] * 10).map(lambda low: 10 - 10 * low)
    mean = 10 - 100 * rare
    return lower(total(chances), sum(chances, Fraction(0)), Fraction(1)), lower(law, mean, Fraction(1))


def large_d(rng: random.Random) -> tuple[bool, bool]:
    """e^(-m d^2/3) for d <= 1, beside larger d."""
    chances = [Fraction(1, rng.randint(2, 60))]
    law, mean, held = total(chances), chances[0], []
    for d in (fraction(rng), 1 / chances[0] - 1):
        held.append(law.prob(lambda s, d=d: s >= (1 + d) * mean) <= exp(-mean * d * d / 3))  # type: ignore[misc]
    return held[0], d <= 1 or held[1]


def within(law: Law, mean: Fraction, n: int, t: Fraction) -> bool:
    return law.prob(lambda s: s - mean >= n * t) <= hoeffding_tail(n, t)


def hoeffding(other: Callable[[random.Random], tuple[Law, Fraction, int]]) -> Trial:
    """Independent trials in [0, 1], beside another sum."""

    def trial(rng: random.Random) -> tuple[bool, bool]:
        chances, t = trials(rng), fraction(rng)
        return within(total(chances), sum(chances, Fraction(0)), len(chances), t), within(*other(rng), t)

    return trial


def doubled(rng: random.Random) -> tuple[Law, Fraction, int]:
    """Fair trials that count 2."""
    n = rng.randint(1, 6)
    return total([Fraction(1, 2)] * n).map(lambda s: 2 * s), Fraction(n), n


def negative_t(rng: random.Random) -> tuple[bool, bool]:
    chances, t = trials(rng), inner_fraction(rng)
    law, mean, n = total(chances), sum(chances, Fraction(0)), len(chances)
    below = law.prob(lambda s: s - mean >= -n * t) <= exp(-2 * n * t * t)
    return within(law, mean, n, t), below


def quantile(values: tuple[int, ...], at: Fraction) -> int:
    return min(v for v in values if sum(w <= v for w in values) >= at * len(values))


def values(rng: random.Random) -> Dist[int]:
    return Dist.from_weights({v: rng.randint(1, 4) for v in range(rng.randint(2, 3))})


def undershoot(samples: Dist[tuple[int, ...]], law: Dist[int], low: Fraction, high: Fraction) -> Number:
    true = min(v for v in law.support if law.prob(range(v + 1)) >= 1 - high)
    return samples.prob(lambda s: quantile(s, 1 - low) < true)


def copied_sample(rng: random.Random) -> tuple[bool, bool]:
    law, (low, high) = values(rng), sorted((inner_fraction(rng), inner_fraction(rng)))
    held = []
    for m, samples in ((3, Dist.product(law, law, law)), (60, law.map(lambda v: (v,) * 60))):
        held.append(undershoot(samples, law, low, high) <= quantile_failure(m, high - low))
    return held[0], held[1]


def levels_exchanged(rng: random.Random) -> tuple[bool, bool]:
    law, (low, high) = values(rng), sorted((inner_fraction(rng), inner_fraction(rng)))
    samples, bound = Dist.product(law, law, law), quantile_failure(3, high - low)
    return undershoot(samples, law, low, high) <= bound, undershoot(samples, law, high, low) <= bound


def gap_of(law: Dist[int], sample: tuple[int, ...]) -> Number:
    steps = [
        (law.prob(range(v + 1)), Fraction(sum(w <= v for w in sample), len(sample))) for v in law.support
    ]
    return max((abs(true - seen) for true, seen in steps), key=lambda x: x)


def distribution_functions(extra: bool) -> Trial:
    """Independent draws, beside sixty copies of one; with `extra` the gap is 1/N larger, N = 3."""

    def trial(rng: random.Random) -> tuple[bool, bool]:
        law, gap, held = values(rng), inner_fraction(rng), []
        far = gap + (Fraction(1, 3) if extra else 0)
        for m, samples in ((3, Dist.product(law, law, law)), (60, law.map(lambda v: (v,) * 60))):
            chance = samples.prob(lambda s: gap_of(law, s) >= far)
            held.append(chance <= distribution_function_failure(m, gap, 3))
        return held[0], held[1]

    return trial


def without_replacement(rng: random.Random) -> tuple[bool, bool]:
    n = rng.randint(2, 5)
    k = rng.randint(1, n)
    formula = 1 - (1 - Fraction(1, n)) ** k
    drawn = [how(k)(n).multiplicity(0) for how in (sampling_with_replacement, sampling_without_replacement)]
    return 1 - drawn[0][0] == formula, 1 - drawn[1][0] == formula


def responses(rng: random.Random, d: int, ratio: int) -> dict[tuple[int, ...], Dist[tuple[Fraction, ...]]]:
    """Each of d bits by randomised response, answered by generated values in [0, 1]."""
    bits = [witnesses.canonical_distribution(b, ln(ratio)) for b in (False, True)]
    said = [dict(zip("01", sorted((fraction(rng), fraction(rng))), strict=True)) for _ in range(d)]
    return {
        s: Dist.product(*(bits[b].map(t.__getitem__) for b, t in zip(s, said, strict=True)))
        for s in product((0, 1), repeat=d)
    }


def error(law: Dist[tuple[Fraction, ...]], corner: tuple[int, ...]) -> Number:
    return law.expectation(lambda t: sum(abs(x - s) for x, s in zip(t, corner, strict=True)))


def cube(d: int) -> Trial:
    """The bound for eps = ln 3 on a cube, beside randomised response with e^(2 eps) = 9."""

    def trial(rng: random.Random) -> tuple[bool, bool]:
        bound, held = d * (1 - total_variation_from_dp(ln(3), symmetric=True)) / 2, []
        for ratio in (3, 9):
            laws = responses(rng, d, ratio)
            held.append(max(error(law, s) for s, law in laws.items()) >= bound)
        return held[0], held[1]

    return trial


def two_corners(rng: random.Random) -> tuple[bool, bool]:
    """The bound for eps = ln 3 on a square, beside any distributions at 00 and 11 alone."""
    bound, laws = 1 - total_variation_from_dp(ln(3), symmetric=True), responses(rng, 2, 3)
    corners = [(0, 0), (1, 1)]
    said = [tuple(map(Fraction, s)) for s in corners]
    other = {s: dist(rng, said) for s in corners}
    held = [max(error(law, s) for s, law in found.items()) >= bound for found in (laws, other)]
    return held[0], held[1]


def two_points(rng: random.Random) -> tuple[bool, bool]:
    """Le Cam's bound with the distance of the two distributions, beside the bound for eps = ln 3."""
    grid = [Fraction(j, 4) for j in range(5)]
    p, q = dist(rng, grid[:2]), dist(rng, grid[3:])
    worst = max(p.expectation(lambda t: t), q.expectation(lambda t: 1 - t))
    far = total_variation(p, q)
    return worst >= (1 - far) / 2, worst >= (1 - total_variation_from_dp(ln(3), symmetric=True)) / 2


CHERNOFF, HOEFFDING = "Chernoff bounds", "Hoeffding's inequality"
FUNCTIONS = "empirical distribution functions"
ASSOUAD, LE_CAM = "Assouad's bound", "Le Cam's two-point bound"
SEARCHES: Searches = {
    (CHERNOFF, "independent: upper tail"): (chernoff(upper), 20),
    (CHERNOFF, "independent: lower tail"): (chernoff(lower), 20),
    (CHERNOFF, "in [0, 1]: at most 1"): (large_steps, 30),
    (CHERNOFF, "in [0, 1]: at least 0"): (rare_losses, 10),
    (CHERNOFF, "d <= 1"): (large_d, 20),
    (HOEFFDING, "independent"): (hoeffding(copied), 20),
    (HOEFFDING, "an interval of length 1"): (hoeffding(doubled), 30),
    (HOEFFDING, "t >= 0"): (negative_t, 20),
    ("empirical quantiles", "independent"): (copied_sample, 20),
    ("empirical quantiles", "d < d'"): (levels_exchanged, 20),
    (f"{FUNCTIONS}, weaker form", "m independent draws"): (distribution_functions(extra=False), 10),
    (f"{FUNCTIONS} of every distribution, weaker form", "independent draws"): (
        distribution_functions(extra=True),
        20,
    ),
    ("a row of a bootstrap sample", "with replacement"): (without_replacement, 10),
    (LE_CAM, "eps-DP"): (two_points, 20),
    (LE_CAM, "k individuals differ"): (cube(1), 60),
    (ASSOUAD, "every one of the 2^d choices is possible"): (two_corners, 60),
    (ASSOUAD, "k individuals differ for each value"): (cube(2), 150),
}
