"""Report noisy max, with noise of rate eps/2, and of rate eps where all values move the same way."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

from assay import adjacency
from assay.adjacency import Adjacency
from assay.dp import Dist, Mechanism
from assay.exact import EpsilonLike, Log, eps, ln, number
from assay.mechanisms import clamped, report_noisy_max, report_noisy_max_value
from assay.mechanisms.geometric_sums import sum_of_product
from assay.mechanisms.integer_noise import one_sided
from assay.mechanisms.noisy_max import Shape, Ties
from assay.mechanisms.transcripts import below, exactly
from assay.prove.lemma import Lemma, require
from assay.prove.tactics.known import one_sided_tail, two_sided_density
from assay.testing.generated_mechanisms import level

Values = tuple[int, ...]
SHAPES: tuple[Shape, ...] = ("one-sided", "two-sided")
TIES: tuple[Ties, ...] = ("first", "last", "uniform")
PAIR: Adjacency = adjacency.all_pairs()


def of_rate(
    rate: EpsilonLike, pair: list[Values], shape: Shape, ties: Ties = "first"
) -> Mechanism[Values, int]:
    """Noisy max with noise of this rate, on two neighbours; the shipped mechanism has rate epsilon/2."""
    twice = 2 * eps(rate)
    return report_noisy_max(twice, shape=shape, ties=ties, domain=pair, adjacency=PAIR)


def spent(rate: EpsilonLike, pair: list[Values]) -> list[Log]:
    """The exact epsilon with either shape of noise."""
    return [of_rate(rate, pair, shape).epsilon() for shape in SHAPES]


def case(rng: random.Random) -> None:
    """Noisy max with either noise and any rule for ties on generated neighbours."""
    rate, ties = level(rng), rng.choice(TIES)
    q = tuple(rng.randint(-2, 2) for _ in range(2))
    moved = (q[0] + rng.choice((-1, 1)), *(x + rng.choice((-1, 0, 1)) for x in q[1:]))
    for shape in SHAPES:
        exact = of_rate(rate / 2, [q, moved], shape, ties).epsilon()
        require(exact <= rate, f"{shape} noisy max of {q} and {moved} at {rate}, ties: {ties}")


def tight() -> bool:
    """One-sided noise on {0, 1}^2."""
    return report_noisy_max(ln(4), shape="one-sided").epsilon() == ln(4)


def scores_move_further() -> bool:
    """The values (2, 0) and (0, 2): 2 ln 4 with one-sided noise in place of ln 4."""
    return min(spent(ln(4) / 2, [(2, 0), (0, 2)])) > ln(4)


def one_noise_for_all() -> bool:
    """The same noise on every value: the larger of (1, 0) and (0, 1) wins for certain."""
    noise = Dist({0: "1/2", 1: "1/4", 2: "1/4"})

    def law(q: Values) -> Dist[int]:
        return noise.map(lambda z: max(range(2), key=lambda i: q[i] + z))

    return Mechanism(law, [(1, 0), (0, 1)], PAIR).epsilon().is_infinite


def whole_rate() -> bool:
    """Noise of rate eps on values that move either way: (1, 0) and (0, 1)."""
    return min(spent(ln(4), [(1, 0), (0, 1)])) > ln(4)


def value_released() -> bool:
    """The largest noisy value, clamped to [-1, 1], in place of its index; three values that rise by 1."""
    pair = [(0, 0, 0), (1, 1, 1)]
    mechanism = report_noisy_max_value(ln(4), n=3, domain=pair, adjacency=PAIR)
    return mechanism.epsilon() > ln(4)


def finite_noise() -> bool:
    """Noise clamped to [-1, 1]: at (3, 0) the second value never wins."""
    pair = [(3, 0), (2, 1)]
    mechanism = report_noisy_max(ln(4), support=clamped(-1, 1), domain=pair, adjacency=PAIR)
    return mechanism.epsilon() > ln(4)


def two_against_three(rate: EpsilonLike, pair: list[Values]) -> Log:
    """Three values, one-sided noise; a tie of 0 and 1 alone names 1, any other tie the first."""
    noise = one_sided(rate, None)(Fraction(1))

    def law(q: Values) -> Dist[int]:
        named = dict.fromkeys(range(3), number(0))
        for tied in (s for size in (1, 2, 3) for s in combinations(range(3), size)):
            factors = [exactly(noise, x) if j in tied else below(noise, x) for j, x in enumerate(q)]
            named[1 if tied == (0, 1) else tied[0]] += sum_of_product(factors)
        return Dist(named)

    return Mechanism(law, pair, PAIR).epsilon()


def likelier_in_a_larger_tie() -> bool:
    """A rule that names 1 where 0 and 1 are tied, 0 where all are: the values (0, 1, 1) and (-1, 2, 1)."""
    return two_against_three(ln(4) / 2, [(0, 1, 1), (-1, 2, 1)]) > ln(4)


LEMMA = Lemma(
    title="report noisy max",
    statement="the index of the largest of values, each of sensitivity 1, plus independent noise of rate "
    "eps/2 on all integers, two-sided or one-sided, is eps-DP under any rule for ties by which no index is "
    "likelier in a tie with more",
    reduction="Fix the noise of all values but the i-th. Index i is among the largest iff its noise is at "
    "least some c, and neighbours move c by at most 2: the others up by 1, the i-th down by 1. So where i is "
    "among the largest with the noise z, it is so at the neighbour with the noise z + 2, and whoever is tied "
    "with it there was tied with it before: it is named at least as likely, by the rule. The tail at c + 2 "
    "is at least e^(-2r) times the tail at c, with r = eps/2. For two-sided noise the same holds as each "
    "density moves by a factor of at most e^(2r) over the distance 2.",
    inequalities=(
        "for real q, real p, real u, real v, real y, real z where u <= p + 1 and v >= q - 1 and q "
        "+ z >= p + y: "
        "v + (z + 2) >= u + y",
        one_sided_tail,
        two_sided_density,
        "for eps >= 0: exp(-2*(eps/2)) >= exp(-eps)",
    ),
    case=case,
    tightness="one-sided noise on two bits, eps = ln 4",
    tight=tight,
    dropped={
        "each of sensitivity 1": scores_move_further,
        "independent noise": one_noise_for_all,
        "of rate eps/2": whole_rate,
        "the index": value_released,
        "on all integers": finite_noise,
        "by which no index is likelier in a tie with more": likelier_in_a_larger_tie,
    },
)


def same_way_case(rng: random.Random) -> None:
    """Generated values that rise by 0 or 1, the first by 1, with either noise and any rule for ties."""
    rate, ties = level(rng), rng.choice(TIES)
    q = tuple(rng.randint(-2, 2) for _ in range(rng.choice((2, 2, 3))))
    moved = (q[0] + 1, *(x + rng.choice((0, 1)) for x in q[1:]))
    for shape in SHAPES:
        exact = of_rate(rate, [q, moved], shape, ties).epsilon()
        require(exact <= rate, f"{shape} noisy max of {q} and {moved} at rate {rate}, ties: {ties}")


def same_way_tight() -> bool:
    """One-sided noise of rate ln 3; one of two bits is set."""
    return of_rate(ln(3), [(0, 0), (0, 1)], "one-sided").epsilon() == ln(3)


def twice_the_rate() -> bool:
    """Noise of rate ln 9 on the values (0, 0) and (0, 1)."""
    return min(spent(ln(9), [(0, 0), (0, 1)])) > ln(3)


def rises_by_two() -> bool:
    """The values (0, 0) and (0, 2), noise of rate ln 3."""
    return min(spent(ln(3), [(0, 0), (0, 2)])) > ln(3)


def both_ways() -> bool:
    """The values (1, 0) and (0, 1), noise of rate ln 3."""
    return min(spent(ln(3), [(1, 0), (0, 1)])) > ln(3)


def value_of_rising_values() -> bool:
    """The largest noisy value, clamped to [-1, 1], of two values that rise by 1, noise of rate ln 3."""
    mechanism = report_noisy_max_value(ln(9), domain=[(0, 0), (1, 1)], adjacency=PAIR)
    return mechanism.epsilon() > ln(3)


def finite_noise_of_rate_eps() -> bool:
    """Noise of rate ln 3 clamped to [-1, 1]: at (2, 0) the second value never wins, at (2, 1) it may."""
    mechanism = report_noisy_max(ln(9), support=clamped(-1, 1), domain=[(2, 0), (2, 1)], adjacency=PAIR)
    return mechanism.epsilon() > ln(3)


def likelier_in_a_larger_tie_that_rises() -> bool:
    """The same rule, noise of rate ln 4, one of three equal values rises by 1."""
    return two_against_three(ln(4), [(0, 0, 0), (0, 1, 0)]) > ln(4)


MONOTONE = Lemma(
    title="report noisy max of values that move the same way",
    statement="where the values of neighbours all move the same way, by at most 1, the index of the "
    "largest of them plus independent noise of rate eps on all integers, two-sided or one-sided, is eps-DP "
    "under any rule for ties by which no index is likelier in a tie with more: half the noise of the general "
    "case is enough",
    reduction="As in the general case index i is among the largest iff its noise is at least some c. Let "
    "every value rise by between 0 and 1. c rises by at most 1, as the others rise by at most 1 and the i-th "
    "does not fall; and it falls by at most 1, as the i-th rises by at most 1 and the others do not fall. "
    "One factor e^(-r), r = eps, covers a distance of 1.",
    inequalities=(
        "for real q, real p, real u, real v, real y, real z where u <= p + 1 and v >= q and q + z >= p + y: "
        "v + (z + 1) >= u + y",
        "for real q, real p, real u, real v, real y, real z where u <= p and v >= q - 1 and q + z >= p + y: "
        "v + (z + 1) >= u + y",
        one_sided_tail,
        two_sided_density,
    ),
    case=same_way_case,
    tightness="one-sided noise of rate ln 3, and one of two bits that is set",
    tight=same_way_tight,
    dropped={
        "all move the same way": both_ways,
        "by at most 1": rises_by_two,
        "of rate eps": twice_the_rate,
        "independent noise": one_noise_for_all,
        "the index": value_of_rising_values,
        "on all integers": finite_noise_of_rate_eps,
        "by which no index is likelier in a tie with more": likelier_in_a_larger_tie_that_rises,
    },
)
