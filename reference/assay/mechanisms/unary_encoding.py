"""Unary encoding: a category as a vector of bits, one of them set, every bit of it randomised.

    P(y | x) = prod_i P(y_i | i = x),   P(1 | true) = p,   P(1 | false) = q,

for x in 0..k-1 and y in {0, 1}^k. The exact epsilon is |ln(p (1 - q) / (q (1 - p)))|: two categories differ
in two bits. Neighbours: all pairs.
Source: Wang, Blocki, Li and Jha, "Locally differentially private protocols for frequency estimation", USENIX
Security 2017.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from ..adjacency import Adjacency, all_pairs
from ..arguments import integer, probability
from ..budgets.sizes import check_power
from ..dp import Dist, Mechanism
from ..exact import EpsilonLike, ExactLike, Number, eps, integer_text, number
from ._arguments import category, decay

Bits: TypeAlias = tuple[int, ...]


def unary_encoding(
    k: int,
    *,
    p: ExactLike,
    q: ExactLike,
    domain: Iterable[int] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[int, Bits]:
    """Bit i of y is 1 with probability p where i = x and q elsewhere.

    Raises InvalidValue for k < 2 or what is no probability.
    """
    return _bits("unary_encoding", k, probability(p, "p"), probability(q, "q"), domain, adjacency)


def symmetric_unary_encoding(
    k: int,
    epsilon: EpsilonLike,
    *,
    domain: Iterable[int] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[int, Bits]:
    """SUE: p = e^(epsilon/2) / (1 + e^(epsilon/2)) and q = 1 - p.  The exact epsilon is epsilon."""
    half = decay(eps(epsilon, "epsilon") / 2)
    return _bits("symmetric_unary_encoding", k, 1 / (1 + half), half / (1 + half), domain, adjacency)


def optimised_unary_encoding(
    k: int,
    epsilon: EpsilonLike,
    *,
    domain: Iterable[int] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[int, Bits]:
    """OUE: p = 1/2 and q = 1 / (1 + e^epsilon).  The exact epsilon is epsilon."""
    a = decay(epsilon)
    return _bits("optimised_unary_encoding", k, number("1/2"), a / (1 + a), domain, adjacency)


def _bits(
    name: str, k: int, p: Number, q: Number, domain: Iterable[int] | None, adjacency: Adjacency | None
) -> Mechanism[int, Bits]:
    size = integer(k, "k", 2)
    check_power(2, size, "outputs", f"k = {integer_text(size)} (int)", "use a smaller k")
    set_, clear = Dist({1: p, 0: 1 - p}), Dist({1: q, 0: 1 - q})

    def distribution(x: int) -> Dist[Bits]:
        place = category(x, size)
        return Dist.product(*(set_ if i == place else clear for i in range(size)))

    return Mechanism(
        distribution,
        range(size) if domain is None else domain,
        all_pairs() if adjacency is None else adjacency,
        name=name,
    )
