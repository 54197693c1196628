"""Sparse vector with c answers: one noisy threshold, noise for c queries, and a stop after c TRUEs."""

from __future__ import annotations

import random

from assay import adjacency
from assay.exact import ln, number
from assay.mechanisms import clamped, svt_lyu_su_li
from assay.mechanisms.noise import two_sided_geometric_tail
from assay.mechanisms.sparse_vector import svt_chen, svt_lee_clifton, svt_stoddard
from assay.prove.lemma import Lemma, require
from assay.prove.tactics.known import stays_below, two_sided_density
from assay.testing.generated_mechanisms import level

PAIR = adjacency.all_pairs()


def case(rng: random.Random) -> None:
    """Generated neighbours, two or three queries and two TRUEs: the exact epsilon is at most the claim."""
    rate, n = level(rng), rng.choice((2, 2, 3))
    q = tuple(rng.randint(-1, 1) for _ in range(n))
    moved = (q[0] + rng.choice((-1, 1)), *(x + rng.choice((-1, 0, 1)) for x in q[1:]))
    exact = svt_lyu_su_li(rate, n=n, c=2, domain=[q, moved], adjacency=PAIR).epsilon()
    require(exact <= rate, f"sparse vector of {q} and {moved} at {rate}")


def not_attained() -> bool:
    """At eps = ln 16 and three queries the exact epsilon is between ln(14/5) and ln(3)."""
    exact = svt_lyu_su_li(ln(16), n=3, c=2, domain=[(4, -4, -4), (3, -3, -3)], adjacency=PAIR).epsilon()
    return ln("14/5") < exact < ln(3)


def queries_move_further() -> bool:
    """Queries of sensitivity 8, with noise for sensitivity 1."""
    return svt_lyu_su_li(ln(16), n=2, c=2, domain=[(-8, 8), (0, 0)], adjacency=PAIR).epsilon() > ln(16)


def queries_without_noise() -> bool:
    """Noise on the threshold alone (algorithm 5 of Lyu, Su and Li): no epsilon is enough."""
    return svt_stoddard(ln(16)).epsilon() > ln(10**9)


def threshold_without_noise() -> bool:
    """Nine queries at eps = ln 256, c = 2: that none reaches the threshold is 2^9 times as likely."""
    a = number("1/2")
    missed = [two_sided_geometric_tail(a, k) ** 9 for k in (6, 7)]
    return missed[0] > 256 * missed[1]


def noise_for_one_answer() -> bool:
    """Rates eps/4 and 3 eps/4, which do not depend on c (algorithm 4 of Lyu, Su and Li), c = 2."""
    pair = [(0, 0, 1), (1, 1, 0)]
    return svt_lee_clifton(ln(16), n=3, c=2, domain=pair, adjacency=PAIR).epsilon() > ln(16)


def never_stops() -> bool:
    """Every query is answered (algorithm 6 of Lyu, Su and Li)."""
    return svt_chen(ln(16), n=4, domain=[(1, 1, 0, 0), (0, 0, 1, 1)], adjacency=PAIR).epsilon() > ln(16)


def finite_noise() -> bool:
    """Noise clamped to [-1, 1]: a query 3 below the threshold never reaches it, one 2 below it may."""
    mechanism = svt_lyu_su_li(ln(16), n=1, support=clamped(-1, 1), domain=[(-3,), (-2,)], adjacency=PAIR)
    return mechanism.epsilon() > ln(16)


LEMMA = Lemma(
    title="sparse vector with c answers",
    statement="comparing noisy values of queries of sensitivity 1 with a noisy threshold that is drawn once, "
    "with a stop after the c-th TRUE, is eps-DP, with two-sided noise on all integers of rate eps/2 for the "
    "threshold and eps/(4 c) for each query, whatever the number of queries",
    reduction="Fix the noise of the queries that are answered FALSE. Raise the threshold's noise by 1 and "
    "that of every query that is answered TRUE by 2: on the neighbour every FALSE stays FALSE and every "
    "TRUE stays TRUE. The shift costs e^(eps/2) for the threshold and e^(2 eps/(4c)) for each of at most c "
    "queries, by induction over them.",
    inequalities=(
        stays_below,
        "for real q, real u, real n, real t where u >= q - 1 and q + n >= t: u + (n + 2) >= t + 1",
        two_sided_density,
        "for A >= 1, integer k >= 0, m >= 0, M >= 0, x >= 0, y >= 0 where m <= A^k*M and x <= A*y: "
        "m*x <= A^(k + 1)*(M*y)",
        "for integer k >= 0, integer c >= 1, A >= 1 where k <= c: A^k <= A^c",
        "for eps >= 0, integer c >= 1: exp(eps/2)*exp(2*(eps/(4*c)))^c = exp(eps)",
    ),
    case=case,
    tightness="not attained: between ln(14/5) and ln(3) at eps = ln 16, three queries and c = 2",
    tight=not_attained,
    dropped={
        "of sensitivity 1": queries_move_further,
        "noisy values": queries_without_noise,
        "a noisy threshold": threshold_without_noise,
        "with a stop after the c-th TRUE": never_stops,
        "on all integers": finite_noise,
        "of rate eps/2 for the threshold and eps/(4 c) for each query": noise_for_one_answer,
    },
)
