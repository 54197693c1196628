"""Above threshold: one noisy threshold, noisy queries, and a stop at the first that reaches it."""

from __future__ import annotations

import random
from fractions import Fraction

from assay import adjacency
from assay.exact import ln, number
from assay.mechanisms import above_threshold, clamped
from assay.mechanisms.noise import two_sided_geometric_tail
from assay.mechanisms.sparse_vector import svt_chen, svt_lee_clifton, svt_stoddard
from assay.prove.lemma import Lemma, require
from assay.prove.tactics.known import stays_below, two_sided_density
from assay.testing.generated_mechanisms import level

PAIR = adjacency.all_pairs()


def case(rng: random.Random) -> None:
    """The exact epsilon on generated neighbours is at most the claim, for one query and for two."""
    rate, n = level(rng), rng.choice((1, 2))
    q = tuple(rng.randint(-2, 2) for _ in range(n))
    moved = (q[0] + rng.choice((-1, 1)), *(x + rng.choice((-1, 0, 1)) for x in q[1:]))
    mechanism = above_threshold(rate, n=n, domain=[q, moved])
    require(mechanism.epsilon() <= rate, f"above threshold of {q} and {moved} at {rate}")


def not_attained() -> bool:
    """At eps = ln 16 and two queries the exact epsilon is ln(62/17)."""
    return above_threshold(ln(16)).epsilon() == ln(Fraction(62, 17))


def query_without_noise() -> bool:
    """Noise on the threshold alone (algorithm 5 of Lyu, Su and Li): no epsilon is enough."""
    return svt_stoddard(ln(16)).epsilon() > ln(10**9)


def threshold_without_noise() -> bool:
    """Five queries, 6 above the threshold or 5: that none reaches it is 2^5 times as likely, not 16 times."""
    a = number("1/2")
    missed = [two_sided_geometric_tail(a, k) ** 5 for k in (6, 7)]
    return missed[0] > 16 * missed[1]


def queries_move_further() -> bool:
    """Queries of sensitivity 8, judged with noise for sensitivity 1."""
    return above_threshold(ln(16), n=2, domain=[(-8, 8), (0, 0)], adjacency=PAIR).epsilon() > ln(16)


def other_rates() -> bool:
    """Rates eps/4 and 3 eps/4 (algorithm 4 of Lyu, Su and Li with c = 1), two queries that move apart."""
    return svt_lee_clifton(ln(16), n=2, domain=[(0, 1), (1, 0)], adjacency=PAIR).epsilon() > ln(16)


def never_stops() -> bool:
    """Every query is answered (algorithm 6 of Lyu, Su and Li), one of two bits in each direction."""
    return svt_chen(ln(16), n=4, domain=[(1, 1, 0, 0), (0, 0, 1, 1)], adjacency=PAIR).epsilon() > ln(16)


def finite_noise() -> bool:
    """Noise clamped to [-1, 1]: a query 3 below the threshold never reaches it, one 2 below it may."""
    mechanism = above_threshold(ln(16), n=1, support=clamped(-1, 1), domain=[(-3,), (-2,)], adjacency=PAIR)
    return mechanism.epsilon() > ln(16)


LEMMA = Lemma(
    title="above threshold",
    statement="the position of the first query of sensitivity 1 whose noisy value reaches a noisy "
    "threshold, where the run ends, is eps-DP, with two-sided noise on all integers of rate eps/2 for the "
    "threshold and eps/4 for each query, whatever the number of queries",
    reduction="Fix the noise of all queries before the k-th. Raise the threshold's noise by 1 and that of "
    "query k by 2: then every FALSE stays FALSE and the TRUE stays TRUE on the neighbour. The shift costs "
    "e^(eps/2) for the threshold and e^(2 eps/4) for the query. Where no query reaches it, the threshold "
    "alone is raised.",
    inequalities=(
        stays_below,
        "for real q, real u, real n, real t where u >= q - 1 and q + n >= t: u + (n + 2) >= t + 1",
        two_sided_density,
        "for eps >= 0: exp(-(eps/2))*exp(-2*(eps/4)) = exp(-eps)",
    ),
    case=case,
    tightness="not tight for the index alone: ln(62/17) at eps = ln 16 and two queries",
    tight=not_attained,
    dropped={
        "of sensitivity 1": queries_move_further,
        "noisy value": query_without_noise,
        "a noisy threshold": threshold_without_noise,
        "where the run ends": never_stops,
        "on all integers": finite_noise,
        "of rate eps/2 for the threshold and eps/4 for each query": other_rates,
    },
)
