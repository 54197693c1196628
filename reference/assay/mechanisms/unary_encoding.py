"""A category as a vector of bits, every bit of it randomised: unary encoding, and RAPPOR.

Unary encoding sets one bit,

    P(y | x) = prod_i P(y_i | i = x),   P(1 | true) = p,   P(1 | false) = q,

for x in 0..k-1 and y in {0, 1}^k. The exact epsilon is |ln(p (1 - q) / (q (1 - p)))|: two categories differ
in two bits. Neighbours: all pairs. RAPPOR sets those of a Bloom filter, and randomises every bit once and for
all, or again with every report.
Source: Wang, Blocki, Li and Jha, "Locally differentially private protocols for frequency estimation", USENIX
Security 2017; Erlingsson, Pihur and Korolova, "RAPPOR", CCS 2014.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from ..adjacency import Adjacency, all_pairs
from ..arguments import integer, probability
from ..budgets.sizes import check_power
from ..dp import Dist, Mechanism
from ..errors import InvalidType, InvalidValue
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


Filters: TypeAlias = Mapping[int, Iterable[int]]

DISJOINT_FILTERS: dict[int, tuple[int, ...]] = {0: (0, 1, 2, 3), 1: (4, 5, 6, 7)}
"""Two values whose filters, of 4 hashes each, share no bit: the worst case for any filter size >= 8."""


def rappor(
    *,
    filters: Filters = DISJOINT_FILTERS,
    size: int = 20,
    f: ExactLike = "3/4",
    p: ExactLike = "0.45",
    q: ExactLike = "0.55",
    adjacency: Adjacency | None = None,
) -> Mechanism[int, Bits]:
    """One report of a value v, whose Bloom filter B(v) has `size` bits, of which `filters[v]` are set.

    Permanent: each bit b is replaced by 1 with probability f/2, by 0 with f/2, and kept with 1 - f.
    Instantaneous: then reported as 1 with probability q where it is 1 and p where it is 0. So bits are
    independent, and 1 with probability q* = (1 - f/2) q + (f/2) p where b = 1, and p* = (f/2) q + (1 - f/2) p
    where b = 0.

        P(y | v) = prod_i (r_i if y_i = 1, 1 - r_i otherwise),   r_i = q* where bit i of B(v) is set, else p*.

    Only the bits in which some two filters differ are output. Nothing is lost: the other bits are independent
    of the value and of the rest, so that they cancel from every likelihood ratio; `size` only bounds the
    positions. The exact epsilon for the default filters (h = 4 hashes) is h ln(q* (1 - p*) / (p* (1 - q*))),
    for q >= p.
    Source: Erlingsson, Pihur and Korolova, "RAPPOR", CCS 2014, steps 1 to 3 and section 3.2.
    """
    keep, low, high = 1 - probability(f, "f") / 2, probability(p, "p"), probability(q, "q")
    return _reports(
        "rappor", filters, size, keep * high + (1 - keep) * low, (1 - keep) * high + keep * low, adjacency
    )


def rappor_one_time(
    *,
    filters: Filters = DISJOINT_FILTERS,
    size: int = 20,
    f: ExactLike = "0.95",
    adjacency: Adjacency | None = None,
) -> Mechanism[int, Bits]:
    """The permanent randomised filter itself, without the second step: as `rappor` with p = 0 and q = 1.

    P(y | v) = prod_i (1 - f/2 if y_i is the bit i of B(v), f/2 otherwise).

    The exact epsilon for the default filters (h = 4 hashes) is 2 h ln((1 - f/2) / (f/2)).
    Source: Erlingsson, Pihur and Korolova, "RAPPOR", CCS 2014, section 3.1.
    """
    keep = 1 - probability(f, "f") / 2
    return _reports("rappor_one_time", filters, size, keep, 1 - keep, adjacency)


def _reports(
    name: str,
    filters: Filters,
    size: int,
    one_if_set: Number,
    one_if_clear: Number,
    adjacency: Adjacency | None,
) -> Mechanism[int, Bits]:
    """Independent bits on the positions in which the filters differ."""
    table = _filters(filters, size)
    shared = frozenset.intersection(*table.values())
    positions = sorted(frozenset.union(*table.values()) - shared)

    def distribution(value: int) -> Dist[Bits]:
        ones = (one_if_set if i in table[value] else one_if_clear for i in positions)
        return Dist.product(*(Dist({1: one, 0: 1 - one}) for one in ones))

    return Mechanism(distribution, tuple(table), all_pairs() if adjacency is None else adjacency, name=name)


def _filters(filters: Filters, size: int) -> dict[int, frozenset[int]]:
    """The set bits of every value's filter, checked."""
    if not isinstance(filters, Mapping):
        raise InvalidType(
            f"filters = {filters!r} is a {type(filters).__name__}; give {{value: positions of set bits}}"
        )
    if len(filters) < 2:
        raise InvalidValue(f"filters = {filters!r} has {len(filters)} values; give at least two")
    last = integer(size, "size", 1) - 1
    table = {v: frozenset(integer(i, f"filters[{v!r}]", 0) for i in bits) for v, bits in filters.items()}
    outside = [i for bits in table.values() for i in bits if i > last]
    if outside:
        raise InvalidValue(
            f"filters names bit {outside[0]}; a filter with size = {size} has the bits 0..{last}"
        )
    return table
