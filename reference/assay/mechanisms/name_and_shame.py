"""Name-and-shame: publish every row with a small probability, in the clear."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import product

from ..adjacency import Adjacency, hamming
from ..arguments import integer, probability
from ..budgets.sizes import check_power
from ..dp import Dist, Mechanism
from ..errors import InvalidValue
from ..exact import ExactLike, Number, integer_text
from ._arguments import not_empty


def name_and_shame(
    n: int,
    delta: ExactLike,
    *,
    rows: Iterable[Hashable] = (0, 1),
    domain: Iterable[tuple[Hashable, ...]] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[tuple[Hashable, ...], tuple[Hashable, ...]]:
    """Each of n rows independently: published with probability delta, otherwise replaced by None.

    P(y | x) = prod_i (delta if y_i = x_i, 1 - delta if y_i = None, 0 otherwise).

    When one row is replaced, delta(epsilon) = delta at *every* epsilon >= 0, so that it is (0, delta)-DP; the
    exact epsilon is infinite for every delta > 0. With delta >= 1/n it publishes someone's row with
    probability 1 - (1 - delta)^n > 1 - 1/e.
    Source: folklore; the remark that "when delta >= 1/n there are algorithms that are intuitively not
    private, yet satisfy (0, delta)-differential privacy" (Steinke and Ullman, "Between pure and approximate
    differential privacy").
    """
    size, p = integer(n, "n", 1), probability(delta, "delta")
    kinds = not_empty(rows, "rows")
    if None in kinds:
        raise InvalidValue(
            "rows contains None, which stands for a row that is not published; use another value"
        )
    if domain is None:
        because = f"n = {integer_text(size)} with {len(kinds)} kinds of rows"
        check_power(len(kinds), size, "data sets", because, "use a smaller n, or give a domain")
    return Mechanism(
        lambda x: _publish(x, size, p),
        product(kinds, repeat=size) if domain is None else domain,
        hamming(1) if adjacency is None else adjacency,
        name="name_and_shame",
    )


def _publish(x: object, n: int, p: Number) -> Dist[tuple[Hashable, ...]]:
    if not isinstance(x, tuple) or len(x) != n:
        raise InvalidValue(f"input = {x!r} ({type(x).__name__}) is not an input; give a tuple of {n} rows")
    return Dist.product(*(Dist({row: p, None: 1 - p}) for row in x))
