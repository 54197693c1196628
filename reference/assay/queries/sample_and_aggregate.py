"""Sample and aggregate: a function of every block of rows, and a noisy sum of what it returns."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from ..adjacency import Adjacency, hamming
from ..arguments import check_function, integer
from ..dp import Dist, Mechanism
from ..errors import InvalidValue
from ..exact import EpsilonLike, eps, integer_text
from ..mechanisms import noise
from ..mechanisms._arguments import integer_vector, vectors

Rows: TypeAlias = tuple[int, ...]


def majority(block: Rows) -> int:
    """1 where more than half of the rows are 1, else 0."""
    return int(2 * sum(block) > len(block))


def sample_and_aggregate_clamped(
    blocks: int,
    epsilon: EpsilonLike,
    *,
    size: int = 2,
    function: Callable[[Rows], int] = majority,
    domain: Iterable[Rows] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Rows, int]:
    """clamp(f(b_1) + ... + f(b_m) + Z, 0, m) for f with values 0 and 1, P(Z = z) = (1 - a)/(1 + a) a^|z|,
    a = e^(-epsilon).

    b_1, ..., b_m are m = `blocks` consecutive blocks of `size` rows. Whatever f is, one row changes the sum
    by at most 1. Default domain: all bit vectors of m size rows; neighbours: one row is replaced. The exact
    epsilon is epsilon, unless f is constant.
    Raises InvalidValue where f returns anything else.
    Source: Nissim, Raskhodnikova and Smith, STOC 2007, section 4, with a count as the aggregate.
    """
    count, length, rate = integer(blocks, "blocks", 1), integer(size, "size", 1), eps(epsilon, "epsilon")
    check_function(function, "function", "lambda block: int(sum(block) > 1)")

    def answer(block: Rows) -> int:
        value = integer(function(block), f"function({block})")
        if value not in (0, 1):
            raise InvalidValue(f"function({block}) = {integer_text(value)} (int) is no vote; return 0 or 1")
        return value

    def distribution(x: Rows) -> Dist[int]:
        rows = integer_vector(x)
        if len(rows) != count * length:
            raise InvalidValue(
                f"input = {x} (tuple) has {len(rows)} rows; give "
                f"{integer_text(count)} blocks of {integer_text(length)}"
            )
        votes = sum(answer(rows[i : i + length]) for i in range(0, len(rows), length))
        return noise.two_sided_geometric_clamped(rate, 0, count, centre=votes)

    return Mechanism(
        distribution,
        vectors((0, 1), count * length) if domain is None else domain,
        hamming(1) if adjacency is None else adjacency,
        name="sample_and_aggregate_clamped",
    )
