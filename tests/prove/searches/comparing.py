"""Searches for the mechanisms that compare noisy values: report noisy max and above threshold."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product

from assay import adjacency
from assay.dp import Dist, Mechanism, epsilon
from assay.exact import Log, Number, ln, number
from assay.mechanisms import above_threshold, clamped, report_noisy_max, report_noisy_max_value
from assay.mechanisms.geometric_sums import sum_of_product
from assay.mechanisms.integer_noise import one_sided
from assay.mechanisms.noise import two_sided_geometric_tail
from assay.mechanisms.sparse_vector import svt_chen, svt_lee_clifton, svt_stoddard
from assay.mechanisms.transcripts import below, exactly
from assay.testing.generated_mechanisms import level

from .trial import Searches, Trial

Values = tuple[int, ...]
Spent = Callable[[Log, list[Values], random.Random], Log]
"""The exact epsilon of a mechanism for a level, on two neighbours."""
PAIR = adjacency.all_pairs()
ANY, UP, FAR, UP_FAR = (-1, 0, 1), (0, 1), (-3, 0, 3), (0, 3)


def moved(rng: random.Random, steps: Values, n: int = 2) -> list[Values]:
    """Generated values and neighbours, at least one of which differs by the last of the steps."""
    q = tuple(rng.randint(-2, 2) for _ in range(n))
    return [q, (q[0] + steps[-1], *(x + rng.choice(steps) for x in q[1:]))]


def noisy_max(rate: Log, pair: list[Values], rng: random.Random) -> Log:
    """Of rate epsilon/2, on all integers."""
    if rng.randrange(2):
        return report_noisy_max(rate, shape="one-sided", domain=pair, adjacency=PAIR).epsilon()
    return report_noisy_max(rate, shape="two-sided", domain=pair, adjacency=PAIR).epsilon()


def full_rate(rate: Log, pair: list[Values], rng: random.Random) -> Log:
    """Of rate epsilon."""
    return noisy_max(2 * rate, pair, rng)


def double_rate(rate: Log, pair: list[Values], rng: random.Random) -> Log:
    """Of rate 2 epsilon."""
    return noisy_max(4 * rate, pair, rng)


def common_noise(rate: Log, pair: list[Values], rng: random.Random) -> Log:
    """The same noise on every value."""
    m = Mechanism(lambda q: Dist.point(max(range(len(q)), key=lambda i: q[i])), pair, PAIR)
    return m.epsilon()


def finite(scale: int) -> Spent:
    """Noise clamped to [-1, 1], of rate scale * epsilon/2."""

    def spent(rate: Log, pair: list[Values], rng: random.Random) -> Log:
        return report_noisy_max(scale * rate, support=clamped(-1, 1), domain=pair, adjacency=PAIR).epsilon()

    return spent


def value(scale: int) -> Spent:
    """The largest noisy value itself, clamped to [-1, 1], noise of rate scale * epsilon/2."""

    def spent(rate: Log, pair: list[Values], rng: random.Random) -> Log:
        return report_noisy_max_value(scale * rate, n=len(pair[0]), domain=pair, adjacency=PAIR).epsilon()

    return spent


def any_rule(scale: int) -> Spent:
    """The worst of all rules for ties, each set of tied indices on its own; one-sided noise of rate scale *
    epsilon/2, at ln 16 more than the level."""

    def spent(rate: Log, pair: list[Values], rng: random.Random) -> Log:
        indices, noise = range(len(pair[0])), one_sided(scale * (rate + ln(16)), None)(Fraction(1, 2))
        sets = [tied for k in indices for tied in combinations(indices, k + 1)]

        def chance(q: Values, tied: Values) -> Number:
            return sum_of_product(
                [exactly(noise, x) if j in tied else below(noise, x) for j, x in enumerate(q)]
            )

        def under(rule: dict[Values, int]) -> Log:
            first, second = (law.map(rule.__getitem__) for law in laws)
            return max(epsilon(first, second), epsilon(second, first)) - ln(16)

        laws = [Dist({s: chance(q, s) for s in sets}) for q in pair]
        return max(under(dict(zip(sets, named, strict=True))) for named in product(*sets))

    return spent


def threshold(rate: Log, pair: list[Values], rng: random.Random) -> Log:
    """Above threshold as it should be."""
    return above_threshold(rate, n=len(pair[0]), domain=pair, adjacency=PAIR).epsilon()


def threshold_without_noise(rate: Log, pair: list[Values], rng: random.Random) -> Log:
    """Queries around 5 and above, noise of rate ln 2 on them alone; the level is ln 16."""

    def law(q: Values) -> Dist[int]:
        left, chances = number(1), {}
        for i, x in enumerate(q):
            reaches = two_sided_geometric_tail(number("1/2"), -x - 5)
            chances[i], left = left * reaches, left * (1 - reaches)
        return Dist({**chances, len(q): left})

    p, q = map(law, pair)
    return max(epsilon(p, q), epsilon(q, p)) - ln(16) + rate


def finite_threshold(rate: Log, pair: list[Values], rng: random.Random) -> Log:
    """Noise clamped to [-1, 1]."""
    return above_threshold(
        rate, n=len(pair[0]), support=clamped(-1, 1), domain=pair, adjacency=PAIR
    ).epsilon()


def algorithm(make: Callable[..., Mechanism[Values, tuple[bool, ...]]]) -> Spent:
    """One of the variants that Lyu, Su and Li list."""

    def spent(rate: Log, pair: list[Values], rng: random.Random) -> Log:
        return make(rate, n=len(pair[0]), domain=pair, adjacency=PAIR).epsilon()

    return spent


def beside(own: tuple[Spent, Values], other: tuple[Spent, Values], n: int = 2) -> Trial:
    """A mechanism and its neighbours as the lemma has them, beside a variant with n values."""

    def trial(rng: random.Random) -> tuple[bool, bool]:
        rate = level(rng)
        held = [
            spent(rate, moved(rng, steps, size), rng) <= rate
            for (spent, steps), size in ((own, 2), (other, n))
        ]
        return held[0], held[1]

    return trial


MAX, SAME = "report noisy max", "report noisy max of values that move the same way"
ABOVE = "above threshold"
GENERAL, MONOTONE, RUN = (noisy_max, ANY), (full_rate, UP), (threshold, ANY)
SEARCHES: Searches = {
    (MAX, "each of sensitivity 1"): (beside(GENERAL, (noisy_max, FAR)), 8),
    (MAX, "independent noise"): (beside(GENERAL, (common_noise, ANY)), 8),
    (MAX, "of rate eps/2"): (beside(GENERAL, (full_rate, ANY)), 10),
    (MAX, "the index"): (beside(GENERAL, (value(1), UP), 4), 10),
    (MAX, "on all integers"): (beside(GENERAL, (finite(1), ANY)), 8),
    (MAX, "by which no index is likelier in a tie with more"): (beside(GENERAL, (any_rule(1), ANY), 3), 12),
    (SAME, "all move the same way"): (beside(MONOTONE, (full_rate, ANY)), 10),
    (SAME, "by at most 1"): (beside(MONOTONE, (full_rate, UP_FAR)), 8),
    (SAME, "independent noise"): (beside(MONOTONE, (common_noise, UP)), 20),
    (SAME, "of rate eps"): (beside(MONOTONE, (double_rate, UP)), 8),
    (SAME, "the index"): (beside(MONOTONE, (value(2), UP)), 8),
    (SAME, "on all integers"): (beside(MONOTONE, (finite(2), UP)), 8),
    (SAME, "by which no index is likelier in a tie with more"): (beside(MONOTONE, (any_rule(2), UP), 3), 12),
    (ABOVE, "of sensitivity 1"): (beside(RUN, (threshold, (-9, 9))), 4),
    (ABOVE, "noisy value"): (beside(RUN, (algorithm(svt_stoddard), ANY)), 4),
    (ABOVE, "a noisy threshold"): (beside(RUN, (threshold_without_noise, UP), 6), 8),
    (ABOVE, "where the run ends"): (beside(RUN, (algorithm(svt_chen), ANY), 4), 3),
    (ABOVE, "on all integers"): (beside(RUN, (finite_threshold, ANY)), 4),
    (ABOVE, "of rate eps/2 for the threshold and eps/4 for each query"): (
        beside(RUN, (algorithm(svt_lee_clifton), ANY)),
        8,
    ),
}
