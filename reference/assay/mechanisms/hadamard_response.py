"""Hadamard response: report a column of a Hadamard matrix, likelier one where the row of the category is
+1.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..adjacency import Adjacency, all_pairs
from ..arguments import integer
from ..budgets.sizes import check_size
from ..dp import Dist, Mechanism
from ..exact import EpsilonLike, integer_text
from ._arguments import category, decay


def hadamard_response(
    k: int,
    epsilon: EpsilonLike,
    *,
    domain: Iterable[int] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[int, int]:
    """P(y | x) = 2/K e^epsilon/(1 + e^epsilon) where H(x + 1, y) = 1, and 2/K 1/(1 + e^epsilon) elsewhere.

    y in 0..K-1 with K the smallest power of 2 above k, and H(i, j) = (-1)^(number of ones of i AND j),
    Sylvester's matrix. Each row but row 0 is +1 on half of the columns, two of them agree on half. The exact
    epsilon is epsilon.
    Source: Acharya, Sun and Zhang, "Hadamard response: estimating distributions privately, efficiently, and
    with little communication", AISTATS 2019.
    """
    size = integer(k, "k", 2)
    columns = 1 << size.bit_length()
    check_size(size * columns, "probabilities", f"k = {integer_text(size)} (int)", "use a smaller k")
    a = decay(epsilon)
    likely, unlikely = 2 / ((1 + a) * columns), 2 * a / ((1 + a) * columns)

    def distribution(x: int) -> Dist[int]:
        row = category(x, size) + 1
        return Dist({y: unlikely if (row & y).bit_count() % 2 else likely for y in range(columns)})

    return Mechanism(
        distribution,
        range(size) if domain is None else domain,
        all_pairs() if adjacency is None else adjacency,
        name="hadamard_response",
    )
