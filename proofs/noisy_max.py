"""Report noisy max, permute-and-flip, above threshold: noise whose tail moves by a factor."""

from __future__ import annotations

import random
from fractions import Fraction

from assay.dp import Dist, adjacency, epsilon
from assay.exact import Log, ln
from assay.mechanisms import above_threshold, permute_and_flip_law, report_noisy_max
from assay.mechanisms.sparse_vector import svt5
from assay.prove import Theorem, infer
from assay.prove.generate import fraction, level
from assay.prove.lemma import Lemma, proved, require

EXPONENTIAL_NOISE = ({0: 2, 1: 0}, {0: 1, 1: 1})
"""Scores at which permute-and-flip with sensitivity 1 spends all of its epsilon."""


def both_ways(p: Dist[int], q: Dist[int]) -> Log:
    """The larger of the two losses."""
    return max(epsilon(p, q), epsilon(q, p))


def case(rng: random.Random) -> None:
    """Noisy max with either noise on generated neighbours; permute-and-flip on generated scores."""
    rate, step = level(rng), 1 + fraction(rng)
    q = tuple(rng.randint(-2, 2) for _ in range(2))
    moved = (q[0] + rng.choice((-1, 1)), *(x + rng.choice((-1, 0, 1)) for x in q[1:]))
    for shape in ("one-sided", "two-sided"):
        mechanism = report_noisy_max(rate, shape=shape, domain=[q, moved])
        require(mechanism.epsilon() <= rate, f"{shape} noisy max of {q} and {moved} at {rate}")
    u = {o: Fraction(rng.randint(-2, 2)) for o in range(rng.randint(1, 4))}
    v = {o: x + rng.choice((-1, 0, 1)) * step for o, x in u.items()}
    laws = [permute_and_flip_law(x, rate, sensitivity=step) for x in (u, v)]
    require(both_ways(laws[0], laws[1]) <= rate, f"permute-and-flip of {u} and {v} at {rate}")


def tight() -> bool:
    """One-sided noise on {0, 1}^2, and permute-and-flip at the scores (2, 0) and (1, 1), eps = ln 4."""
    p, q = (permute_and_flip_law(u, ln(4)) for u in EXPONENTIAL_NOISE)
    return report_noisy_max(ln(4), shape="one-sided").epsilon() == ln(4) == both_ways(p, q)


def scores_move_further() -> bool:
    """Neighbours whose values differ by 2 in place of 1."""
    mechanism = report_noisy_max(
        ln(4), shape="one-sided", domain=[(2, 0), (0, 2)], adjacency=adjacency.all_pairs()
    )
    p, q = (permute_and_flip_law(u, ln(4)) for u in ({0: 4, 1: 0}, {0: 2, 1: 2}))
    return mechanism.epsilon() > ln(4) and both_ways(p, q) > ln(4)


def rate_without_half() -> bool:
    """The rate eps in place of eps/2, as if the scores were monotone, on scores that are not."""
    p, q = (permute_and_flip_law(u, ln(4), monotonic=True) for u in EXPONENTIAL_NOISE)
    return both_ways(p, q) > ln(4)


def tail() -> Theorem:
    """The tail e^(-r max(z, 0)) of one-sided noise, two units further out."""
    bound = proved("for real z: max(z + 2, 0) <= max(z, 0) + 2")
    head = "for real z, r >= 0"
    scaled = infer(
        "combine",
        f"{head}: -r*max(z + 2, 0) >= -2*r - r*max(z, 0)",
        {"terms": [{"weight": "1", "factors": ["r", "max(z, 0) + 2 - max(z + 2, 0)"]}]},
        [bound],
    )
    claim = f"{head}: exp(-r*max(z + 2, 0)) >= exp(-2*r - r*max(z, 0))"
    return infer("apply", claim, {"function": "exp"}, [scaled])


def two_sided() -> Theorem:
    """Two-sided noise: a density e^(-r |z|) moves by a factor of at most e^(r d) over a distance d."""
    bound = proved("for real z, d >= 0: max(z + d, -(z + d)) <= max(z, -z) + d")
    head = "for real z, d >= 0, r >= 0"
    scaled = infer(
        "combine",
        f"{head}: -r*max(z + d, -(z + d)) >= -r*d - r*max(z, -z)",
        {"terms": [{"weight": "1", "factors": ["r", "max(z, -z) + d - max(z + d, -(z + d))"]}]},
        [bound],
    )
    claim = f"{head}: exp(-r*max(z + d, -(z + d))) >= exp(-r*d - r*max(z, -z))"
    return infer("apply", claim, {"function": "exp"}, [scaled])


LEMMA = Lemma(
    title="report noisy max and permute-and-flip",
    statement="the index of the largest of values with sensitivity 1 plus noise of rate eps/2, two-sided or "
    "one-sided, is eps-DP; so is permute-and-flip, which is noisy max with exponential noise",
    reduction="Fix the noise of all values but the i-th. Index i wins iff its noise is at least (or "
    "above, as the "
    "rule for ties says) some c, and neighbours move c by at most 2: the others up by 1, the i-th down by 1. "
    "The tail at c + 2 is at least e^(-2r) times the tail at c, with r = eps/2. For two-sided noise the same "
    "holds as each density moves by a factor of at most e^(2r) over the distance 2.",
    inequalities=(
        "for real q, real p, real u, real v, real y, real z where u <= p + 1 and v >= q - 1 and q "
        "+ z >= p + y: "
        "v + (z + 2) >= u + y",
        tail,
        two_sided,
        "for eps >= 0: exp(-2*(eps/2)) >= exp(-eps)",
    ),
    case=case,
    tightness="one-sided noise on two bits, and permute-and-flip at the scores (2, 0) and (1, 1), eps = ln 4",
    tight=tight,
    dropped={
        "each value moves by at most the sensitivity": scores_move_further,
        "the rate is eps/2 unless the scores move the same way": rate_without_half,
    },
)


def threshold_case(rng: random.Random) -> None:
    """The exact epsilon on generated neighbours is at most the claim, for one query and for two."""
    rate = level(rng)
    n = rng.choice((1, 2))
    q = tuple(rng.randint(-2, 2) for _ in range(n))
    moved = (q[0] + rng.choice((-1, 1)), *(x + rng.choice((-1, 0, 1)) for x in q[1:]))
    mechanism = above_threshold(rate, n=n, domain=[q, moved])
    require(mechanism.epsilon() <= rate, f"above threshold of {q} and {moved} at {rate}")


def threshold_tight() -> bool:
    """Not tight for the index alone: at eps = ln 16 and two queries the exact epsilon is ln(62/17)."""
    return above_threshold(ln(16)).epsilon() == ln(Fraction(62, 17))


def query_without_noise() -> bool:
    """Noise on the threshold alone (algorithm 5 of Lyu, Su and Li): no epsilon is enough."""
    return svt5(ln(16)).epsilon() > ln(10**9)


def queries_move_further() -> bool:
    """Queries of sensitivity 8, judged with noise for sensitivity 1."""
    mechanism = above_threshold(ln(16), n=2, domain=[(-8, 8), (0, 0)], adjacency=adjacency.all_pairs())
    return mechanism.epsilon() > ln(16)


def stays_false() -> Theorem:
    """A query below the threshold stays below a threshold that is 1 higher."""
    return infer(
        "combine",
        "for real q, real u, real n, real t where u <= q + 1 and q + n < t: u + n < t + 1",
        {"terms": [{"factors": ["q + 1 - u"]}, {"factors": ["t - (q + n)"]}]},
    )


THRESHOLD = Lemma(
    title="above threshold",
    statement="the position of the first query of sensitivity 1 whose noisy value reaches a noisy "
    "threshold is "
    "eps-DP, with rate eps/2 for the threshold and eps/4 for the queries, whatever the number of queries",
    reduction="Fix the noise of all queries before the k-th. Raise the threshold's noise by 1 and that "
    "of query k "
    "by 2: then every FALSE stays FALSE and the TRUE stays TRUE on the neighbour. The shift costs "
    "e^(eps/2) for the threshold and e^(2 eps/4) for the query.",
    inequalities=(
        stays_false,
        "for real q, real u, real n, real t where u >= q - 1 and q + n >= t: u + (n + 2) >= t + 1",
        two_sided,
        "for eps >= 0: exp(-(eps/2))*exp(-2*(eps/4)) = exp(-eps)",
    ),
    case=threshold_case,
    tightness="not tight for the index alone: ln(62/17) at eps = ln 16 and two queries",
    tight=threshold_tight,
    dropped={"the queries are noisy": query_without_noise, "the sensitivity is 1": queries_move_further},
)
