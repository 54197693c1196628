"""Sparse vector that releases a number with TRUE: algorithm 3, NumSVT, GapSVT, BadGapSVT, AdaptiveSVT.

Input, noises, domain and adjacency are those of `sparse_vector`. Output: a tuple with one entry a query, None
for FALSE and an integer for TRUE, up to and including the c-th TRUE.

    P(a | q) = sum over t of P(T + rho = t) prod_i P(a_i | t, q_i),   P(None | t, q_i) = P(q_i + nu_i < t)

Numbers are released on a finite range: `release` is the pair (low, high) into which a released value is
clamped, or the gap that stands for all larger ones. That is post-processing, so that the claims of the
published algorithms apply to it. release = None releases every number as it is; it needs a finite `support`,
and as the outputs that are possible then differ between adjacent inputs, even a correct algorithm comes out
with infinite epsilon.

Sources: Lyu, Su and Li, VLDB 2017, figure 1 (algorithm 3, SVT3 elsewhere); Wang, Ding, Wang, Kifer and Zhang,
"Proving differential privacy with shadow execution", PLDI 2019 (NumSVT, GapSVT); Wang, Ding, Kifer and Zhang,
"CheckDP", CCS 2020 (BadGapSVT); Ding, Wang, Zhang and Kifer, "Free gap information from the differentially
private sparse vector and noisy max mechanisms", VLDB 2019 (AdaptiveSVT).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TypeAlias

from ..adjacency import Adjacency
from ..arguments import integer
from ..dp import Mechanism
from ..exact import EpsilonLike
from ._arguments import on_vectors
from .integer_noise import IntegerNoise, Support, two_sided
from .released import Released, fresh_values, gaps, largest_gap, noisy_values, release_range
from .sparse_vector import Queries
from .transcripts import Answer, SparseVector, below, noisy_threshold

Values: TypeAlias = Mechanism[Queries, tuple[int | None, ...]]
Branch: TypeAlias = tuple[str, int]


def svt_roth(
    epsilon: EpsilonLike,
    *,
    n: int = 2,
    c: int = 1,
    threshold: int = 0,
    release: tuple[int, int] | None = (-1, 1),
    support: Support | None = None,
    domain: Iterable[Queries] | None = None,
    adjacency: Adjacency | None = None,
) -> Values:
    """Algorithm 3: rho has rate epsilon/2; nu_i has rate epsilon/(2c); releases q_i + nu_i itself for TRUE.

    Claimed epsilon-DP by its author (Roth, lecture notes 2011); it is private for no epsilon that holds for
    all n.
    """
    rates = Fraction(1, 2), Fraction(1, 2 * integer(c, "c", 1))
    return _noisy_answers("svt_roth", epsilon, rates, n, c, threshold, release, support, domain, adjacency)


def bad_gap_svt(
    epsilon: EpsilonLike,
    *,
    n: int = 2,
    c: int = 1,
    threshold: int = 0,
    release: tuple[int, int] | None = (-1, 1),
    support: Support | None = None,
    domain: Iterable[Queries] | None = None,
    adjacency: Adjacency | None = None,
) -> Values:
    """BadGapSVT: the noises of algorithm 1 (rates epsilon/2 and epsilon/(4c)); releases q_i + nu_i for TRUE.

    Where `gap_svt` releases the gap to the noisy threshold; claimed epsilon-DP by mistake.
    """
    rates = Fraction(1, 2), Fraction(1, 4 * integer(c, "c", 1))
    return _noisy_answers("bad_gap_svt", epsilon, rates, n, c, threshold, release, support, domain, adjacency)


def num_svt(
    epsilon: EpsilonLike,
    *,
    n: int = 2,
    c: int = 1,
    threshold: int = 0,
    release: tuple[int, int] | None = (-1, 1),
    support: Support | None = None,
    domain: Iterable[Queries] | None = None,
    adjacency: Adjacency | None = None,
) -> Values:
    """NumSVT: rho has rate epsilon/3; nu_i has rate epsilon/(6c); releases q_i + fresh noise for TRUE.

    The fresh noise has rate epsilon/(3c). Claim: epsilon-DP.
    """
    limit, family, outputs = integer(c, "c", 1), two_sided(epsilon, support), release_range(release, support)
    nu, fresh = family(Fraction(1, 6 * limit)), family(Fraction(1, 3 * limit))
    run = SparseVector(
        noisy_threshold(family(Fraction(1, 3)), integer(threshold, "threshold")),
        lambda q: _false_or(nu, q, fresh_values(nu, fresh, q, outputs)),
        limit - 1,
    )
    return on_vectors("num_svt", run.distribution, n, domain, adjacency)


def gap_svt(
    epsilon: EpsilonLike,
    *,
    n: int = 2,
    c: int = 1,
    threshold: int = 0,
    release: int | None = 2,
    support: Support | None = None,
    domain: Iterable[Queries] | None = None,
    adjacency: Adjacency | None = None,
) -> Values:
    """GapSVT: algorithm 1 that releases the gap q_i + nu_i - (T + rho) >= 0 for TRUE.

    rho has rate epsilon/2, nu_i has rate epsilon/(4c). Claim: epsilon-DP.
    """
    limit, family, cap = integer(c, "c", 1), two_sided(epsilon, support), largest_gap(release, support)
    rho, nu = family(Fraction(1, 2)), family(Fraction(1, 4 * limit))
    run = SparseVector(
        noisy_threshold(rho, integer(threshold, "threshold")),
        lambda q: _false_or(nu, q, _gaps(nu, q, 0, cap, rho, threshold)),
        limit - 1,
    )
    return on_vectors("gap_svt", run.distribution, n, domain, adjacency)


def adaptive_svt(
    epsilon: EpsilonLike,
    *,
    n: int = 2,
    c: int = 1,
    threshold: int = 0,
    margin: int = 2,
    release: int | None = 2,
    support: Support | None = None,
    domain: Iterable[Queries] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Queries, tuple[Branch | None, ...]]:
    """AdaptiveSVT: pays epsilon/(4c) for a clear TRUE, and epsilon/(2c) for any other.

    rho has rate epsilon/2. For each query, with noise of rate epsilon/(8c): if the gap q_i + nu_i - (T + rho)
    is at least the margin, release ("top", gap); else, with fresh noise of rate epsilon/(4c): if that gap is
    >= 0 release ("middle", gap), else None. Stops as soon as less than epsilon/(2c) of the epsilon/2 for
    queries is left. Gaps from `release` on (for "top", from margin + release on) are not told apart. Claim:
    epsilon-DP.
    """
    limit, family, cap = integer(c, "c", 1), two_sided(epsilon, support), largest_gap(release, support)
    edge, rho = integer(margin, "margin", 0), family(Fraction(1, 2))
    first, second = family(Fraction(1, 8 * limit)), family(Fraction(1, 4 * limit))

    def answers(q: int) -> Iterator[Answer[Branch | None]]:
        unclear = below(first, q - edge)
        yield Answer(None, (unclear, below(second, q)), 0)
        for gap, factors in _gaps(first, q, edge, None if cap is None else edge + cap, rho, threshold):
            yield Answer(("top", gap), factors, 1)
        for gap, factors in _gaps(second, q, 0, cap, rho, threshold):
            yield Answer(("middle", gap), (unclear, *factors), 2)

    start = noisy_threshold(rho, integer(threshold, "threshold"))
    # in units of epsilon/(4c): 2c are there to be spent on queries, and at least 2 must be left to go on
    run = SparseVector(start, lambda q: tuple(answers(q)), 2 * limit - 2)
    return on_vectors("adaptive_svt", run.distribution, n, domain, adjacency)


def _noisy_answers(
    name: str,
    epsilon: EpsilonLike,
    rates: tuple[Fraction, Fraction],
    n: int,
    c: int,
    threshold: int,
    release: tuple[int, int] | None,
    support: Support | None,
    domain: Iterable[Queries] | None,
    adjacency: Adjacency | None,
) -> Values:
    """The noisy answer itself, compared and then released."""
    family, outputs = two_sided(epsilon, support), release_range(release, support)
    rho, nu = family(rates[0]), family(rates[1])
    run = SparseVector(
        noisy_threshold(rho, integer(threshold, "threshold")),
        lambda q: _false_or(nu, q, noisy_values(nu, q, outputs)),
        c - 1,
    )
    return on_vectors(name, run.distribution, n, domain, adjacency)


def _false_or(nu: IntegerNoise, q: int, values: Iterable[Released]) -> list[Answer[int | None]]:
    """FALSE where q + nu < t, or else TRUE with one of the values."""
    answers: list[Answer[int | None]] = [Answer(None, (below(nu, q),), 0)]
    answers += [Answer(value, factors, 1) for value, factors in values]
    return answers


def _gaps(
    nu: IntegerNoise, q: int, least: int, cap: int | None, rho: IntegerNoise, threshold: int
) -> Iterator[Released]:
    """The gaps from `least` to the cap, or to the largest that the supports of both noises allow."""
    if cap is not None:
        return gaps(nu, q, least, cap, open_end=True)
    return gaps(nu, q, least, q + nu.high - (threshold + rho.low), open_end=False)
