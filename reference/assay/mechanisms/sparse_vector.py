"""The sparse vector technique with answers TRUE and FALSE: algorithms 1, 2, 4, 5 and 6 of Lyu, Su and Li.

Input: the values q = (q_1, ..., q_n) of n integer queries, each of sensitivity 1; every one may differ by 1.
Output: a tuple with one TRUE (True) or FALSE (False) a query, up to and including the c-th TRUE.

    draw rho
    for each i:  draw nu_i;  answer TRUE if q_i + nu_i >= T + rho, else FALSE;  stop after c TRUEs

    P(a | q) = sum over t of P(T + rho = t) prod_i P(q_i + nu_i >= t or < t, as a_i is TRUE or FALSE)

Noise of rate r is two-sided geometric, P(z) = (1 - a)/(1 + a) a^|z| with a = e^(-r): the Laplace noise of the
paper on the integers. By default it ranges over all integers, and the distribution is still finite and exact
since the answers only compare. With a finite `support` both noises are brought to that range (`clamped` or
`truncated`). The published proofs shift the noise by 1 or 2, which has no room in a finite range: finite
noise can cost more than epsilon. With clamped(-1, 1), even algorithm 1 exceeds its claim.

Default domain: {-1, 0, 1}^n; default adjacency: every coordinate may differ by at most 1.
Source: Lyu, Su and Li, "Understanding the sparse vector technique for differential privacy", VLDB 2017,
figure 1; each algorithm has the name of its authors there. Others count them as SVT1 to SVT6.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeAlias

from ..adjacency import Adjacency
from ..arguments import integer
from ..dp import Dist, Mechanism
from ..exact import EpsilonLike
from ._arguments import on_vectors
from .integer_noise import FiniteNoise, IntegerNoise, Support, two_sided
from .transcripts import Answer, SparseVector, at_least, below, noisy_threshold

Queries: TypeAlias = tuple[int, ...]
Comparisons: TypeAlias = Mechanism[Queries, tuple[bool, ...]]


def above_threshold(
    epsilon: EpsilonLike,
    *,
    n: int = 2,
    threshold: int = 0,
    support: Support | None = None,
    domain: Iterable[Queries] | None = None,
    adjacency: Adjacency | None = None,
) -> Comparisons:
    """AboveThreshold: FALSE until a noisy query reaches the noisy threshold, then TRUE and stop.

    rho has rate epsilon/2, each nu_i has rate epsilon/4; `svt_lyu_su_li` with c = 1.  Claim: epsilon-DP.
    Source: Dwork and Roth 2014, algorithm 1.
    """
    run = _comparing(epsilon, support, threshold, Fraction(1, 2), Fraction(1, 4), 1)
    return on_vectors("above_threshold", run.distribution, n, domain, adjacency)


def svt_lyu_su_li(
    epsilon: EpsilonLike,
    *,
    n: int = 2,
    c: int = 1,
    threshold: int = 0,
    support: Support | None = None,
    domain: Iterable[Queries] | None = None,
    adjacency: Adjacency | None = None,
) -> Comparisons:
    """Algorithm 1: rho has rate epsilon/2, drawn once; nu_i has rate epsilon/(4c).  Claim: epsilon-DP."""
    run = _comparing(epsilon, support, threshold, Fraction(1, 2), Fraction(1, 4 * _limit(c)), c)
    return on_vectors("svt_lyu_su_li", run.distribution, n, domain, adjacency)


def svt_dwork_roth(
    epsilon: EpsilonLike,
    *,
    n: int = 2,
    c: int = 1,
    threshold: int = 0,
    support: Support | None = None,
    domain: Iterable[Queries] | None = None,
    adjacency: Adjacency | None = None,
) -> Comparisons:
    """Algorithm 2: rho has rate epsilon/(2c), drawn anew after each TRUE; nu_i has rate epsilon/(4c).

    Claim: epsilon-DP.  Source: Dwork and Roth 2014, algorithm 2.
    """
    rho, nu = Fraction(1, 2 * _limit(c)), Fraction(1, 4 * _limit(c))
    run = _comparing(epsilon, support, threshold, rho, nu, c, redraw=True)
    return on_vectors("svt_dwork_roth", run.distribution, n, domain, adjacency)


def svt_lee_clifton(
    epsilon: EpsilonLike,
    *,
    n: int = 2,
    c: int = 1,
    threshold: int = 0,
    support: Support | None = None,
    domain: Iterable[Queries] | None = None,
    adjacency: Adjacency | None = None,
) -> Comparisons:
    """Algorithm 4: rho has rate epsilon/4; nu_i has rate 3 epsilon/4, whatever c is; stops after c TRUEs.

    Claimed epsilon-DP by its authors (Lee and Clifton 2014); Lyu, Su and Li prove (1 + 6c)/4 epsilon-DP
    instead.
    """
    run = _comparing(epsilon, support, threshold, Fraction(1, 4), Fraction(3, 4), _limit(c))
    return on_vectors("svt_lee_clifton", run.distribution, n, domain, adjacency)


def svt_stoddard(
    epsilon: EpsilonLike,
    *,
    n: int = 2,
    threshold: int = 0,
    support: Support | None = None,
    domain: Iterable[Queries] | None = None,
    adjacency: Adjacency | None = None,
) -> Comparisons:
    """Algorithm 5: rho has rate epsilon/2; the queries get no noise; never stops.

    Claimed epsilon-DP by its authors (Stoddard, Chen and Machanavajjhala 2014); it is private for no epsilon.
    """
    run = _comparing(epsilon, support, threshold, Fraction(1, 2), None, None)
    return on_vectors("svt_stoddard", run.distribution, n, domain, adjacency)


def svt_chen(
    epsilon: EpsilonLike,
    *,
    n: int = 2,
    threshold: int = 0,
    support: Support | None = None,
    domain: Iterable[Queries] | None = None,
    adjacency: Adjacency | None = None,
) -> Comparisons:
    """Algorithm 6: rho has rate epsilon/2; nu_i has rate epsilon/2; never stops.

    Claimed epsilon-DP by its authors (Chen, Xiao, Zhang and Xu 2015); the cost grows with the number of
    queries.
    """
    run = _comparing(epsilon, support, threshold, Fraction(1, 2), Fraction(1, 2), None)
    return on_vectors("svt_chen", run.distribution, n, domain, adjacency)


def _limit(c: int) -> int:
    return integer(c, "c", 1)


def _comparing(
    epsilon: EpsilonLike,
    support: Support | None,
    threshold: int,
    rho: Fraction,
    nu: Fraction | None,
    limit: int | None,
    *,
    redraw: bool = False,
) -> SparseVector[bool]:
    """TRUE or FALSE for each query, with noises of rate rho * epsilon and nu * epsilon (None: no noise)."""
    family = two_sided(epsilon, support)
    query_noise = FiniteNoise(Dist.point(0)) if nu is None else family(nu)
    return SparseVector(
        noisy_threshold(family(rho), integer(threshold, "threshold")),
        lambda q: _true_or_false(query_noise, q),
        None if limit is None else limit - 1,
        redraw,
    )


def _true_or_false(nu: IntegerNoise, q: int) -> tuple[Answer[bool], Answer[bool]]:
    return Answer(False, (below(nu, q),), 0), Answer(True, (at_least(nu, q),), 1)
