"""The k best of n candidates: one after the other, all at once by noisy scores, or as one joint choice.

Input: a vector u of n scores. Default domain: {0, 1}^n; default adjacency: every score may differ by at most
1, so that every sensitivity below is 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import permutations
from math import comb, factorial
from typing import TypeAlias

from ..adjacency import Adjacency
from ..arguments import integer
from ..budgets.sizes import check_size
from ..dp import Dist, Mechanism
from ..exact import EpsilonLike, Number, eps, integer_text, number
from ._arguments import adjacent_where, decay, on_vectors, vectors
from .integer_noise import Support, two_sided

Scores: TypeAlias = tuple[int, ...]
Chosen: TypeAlias = tuple[int, ...]


def top_k(
    epsilon: EpsilonLike,
    *,
    n: int = 3,
    k: int = 2,
    domain: Iterable[Scores] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Scores, Chosen]:
    """k runs of the exponential mechanism, each without what was chosen before: the cost of one is epsilon/k.

        P(i_1, ..., i_k | u) = prod_j w(i_j) / (sum of w(l) over all l not in {i_1, ..., i_(j-1)}),
        w(i) = e^(epsilon u_i / (2 k))

    It is the distribution of the k largest u_i + G_i with one Gumbel noise G_i each (one shot).  Claim:
    epsilon-DP.
    Source: Durfee and Rogers, "Practical differentially private top-k selection with pay-what-you-get
    composition", NeurIPS 2019.
    """
    chosen = _chosen(k, n)
    rate = eps(epsilon, "epsilon") / (2 * chosen)

    def distribution(u: Scores) -> Dist[Chosen]:
        weights = [decay(rate, max(u) - score) for score in u]
        return _peeled(weights, chosen) if not rate.is_infinite else _best_first(u, chosen)

    return on_vectors("top_k", distribution, n, domain, adjacency, letters=(0, 1))


def _peeled(weights: Sequence[Number], k: int) -> Dist[Chosen]:
    """P(i_1, ..., i_k) of draws in proportion to the weights, without replacement."""
    chances: dict[Chosen, Number] = {(): number(1)}
    for _ in range(k):
        chances = {
            (*picked, i): p
            * weights[i]
            / sum((w for j, w in enumerate(weights) if j not in picked), number(0))
            for picked, p in chances.items()
            for i in range(len(weights))
            if i not in picked
        }
    return Dist(chances)


def _best_first(u: Scores, k: int) -> Dist[Chosen]:
    """Uniform over the sequences of k candidates with the best scores, in their order."""
    best = sorted(u, reverse=True)[:k]
    return Dist.uniform([s for s in permutations(range(len(u)), k) if [u[i] for i in s] == best])


def joint_top_k(
    epsilon: EpsilonLike,
    *,
    n: int = 3,
    k: int = 2,
    domain: Iterable[Scores] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Scores, Chosen]:
    """P(i_1, ..., i_k | u) proportional to e^(-epsilon v / 2), v = max_j (u_(j) - u_(i_j)), u_(j) the j-th
    largest.

    One exponential mechanism over all sequences of k candidates; v has sensitivity 1 where all scores move
    the same way, as when a row is added or removed. Default adjacency: every score may grow by at most 1, or
    every score fall. Claim: epsilon-DP.
    Source: Gillenwater, Joseph, Munoz Medina and Ribero, "A joint exponential mechanism for differentially
    private top-k", ICML 2022.
    """
    chosen, rate = _chosen(k, n), eps(epsilon, "epsilon") / 2
    inputs = vectors((0, 1), n) if domain is None else tuple(domain)
    relation = adjacent_where(inputs, _grows) if adjacency is None else adjacency

    def distribution(u: Scores) -> Dist[Chosen]:
        best = sorted(u, reverse=True)
        costs = {s: max(best[j] - u[i] for j, i in enumerate(s)) for s in permutations(range(len(u)), chosen)}
        return Dist.from_weights({s: decay(rate, cost) for s, cost in costs.items()})

    return on_vectors("joint_top_k", distribution, n, inputs, relation)


def _grows(u: Scores, v: Scores) -> bool:
    """Whether every score of v is that of u or 1 more."""
    return len(u) == len(v) and all(0 <= b - a <= 1 for a, b in zip(u, v, strict=True))


def noisy_top_k(
    epsilon: EpsilonLike,
    *,
    support: Support,
    n: int = 3,
    k: int = 2,
    domain: Iterable[Scores] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Scores, Chosen]:
    """The indices of the k largest u_i + Z_i in one shot, Z_i two-sided geometric noise of rate epsilon/(2k).

    P(Z = z) is proportional to e^(-epsilon |z| / (2k)), brought to a finite support; the lower index wins a
    tie. Claim: epsilon-DP for noise on all integers; a truncated support costs more.
    Source: Qiao, Su and Zhang, "Oneshot differentially private top-k selection", ICML 2021.
    """
    chosen = _chosen(k, n)
    noise = two_sided(epsilon, support)(Fraction(1, 2 * chosen))
    table = Dist({z: noise.mass(z) for z in range(support.low, support.high + 1)})

    def distribution(u: Scores) -> Dist[Chosen]:
        check_size(len(table) ** len(u), "noise vectors", f"n = {len(u)}", "use a smaller n or support")
        noisy = Dist.product(*(_moved(table, score) for score in u))
        return noisy.map(lambda values: _largest(values, chosen))

    return on_vectors("noisy_top_k", distribution, n, domain, adjacency, letters=(0, 1))


def _moved(table: Dist[int], by: int) -> Dist[int]:
    return table.map(lambda z: z + by)


def _largest(values: Sequence[int], k: int) -> Chosen:
    """The indices of the k largest values, the lower one first in a tie."""
    return tuple(sorted(range(len(values)), key=lambda i: (-values[i], i))[:k])


def _chosen(k: object, n: object) -> int:
    """k, where the sequences of k among n are few enough."""
    size = integer(n, "n", 1)
    chosen = integer(k, "k", 1, size)
    because = f"n = {integer_text(size)} (int), k = {integer_text(chosen)} (int)"
    check_size(comb(size, chosen) * factorial(chosen), "outputs", because, "use a smaller n or k")
    return chosen
