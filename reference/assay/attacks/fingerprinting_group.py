"""The reduction M_k: a mechanism on n rows, run on copies of fewer rows, and its privacy loss."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from ..adjacency import hamming
from ..arguments import positive_integer
from ..dp import Mechanism
from ..errors import InvalidValue
from ..exact import EpsilonLike, ExactLike
from ..exact.real import brief
from ..theorems import Guarantee, copied_rows, group_privacy
from ..theorems._check import check_mechanism

Y = TypeVar("Y")
Rows = tuple[Hashable, ...]


@dataclass(frozen=True)
class Reduction(Generic[Y]):
    """M_k with its sizes.

    rows is n_k = floor(n/k), fill the number n - k n_k of constant rows, and shift the largest difference
    between the column mean of the n rows and that of the n_k rows, for entries in [-1, 1].
    """

    mechanism: Mechanism[Rows, Y]
    k: int
    rows: int
    fill: int

    @property
    def shift(self) -> Fraction:
        """2 (n - k n_k)/n, attained in a column of -1 that is filled with 1."""
        return fill_shift(self.k * self.rows + self.fill, self.k)

    def guarantee(self, epsilon: EpsilonLike, delta: ExactLike = 0) -> Guarantee:
        """(k epsilon, (e^(k epsilon) - 1)/(e^epsilon - 1) delta), where M is (epsilon, delta)-DP."""
        return group_privacy(epsilon, delta, self.k)


def fill_shift(n: int, k: int) -> Fraction:
    """2 (n - k floor(n/k))/n, which is at most 2(k - 1)/n."""
    rows, size = positive_integer(n, "n"), positive_integer(k, "k")
    return Fraction(2 * (rows % size), rows)


def group_reduction(mechanism: Mechanism[Rows, Y], k: int, *, fill: Hashable) -> Reduction[Y]:
    """M_k(x) = M(k copies of x, then n - k floor(n/k) rows `fill`), for a mechanism on tuples of n rows.

    Its domain is every tuple of floor(n/k) rows whose copies are in the domain of M, its adjacency replaces
    one row. Exact: the distribution of M_k(x) is that of M at the copies.
    Raises InvalidValue where the inputs are not tuples of one length n, k > n, or no copy is in the domain.
    Source: Steinke and Ullman, "Between pure and approximate differential privacy", 2017, section 3.
    """
    size, n = positive_integer(k, "k"), _rows(mechanism)
    if size > n:
        raise InvalidValue(f"k = {brief(size)} violates the condition k <= n = {brief(n)}: no row is left")
    rest = (fill,) * (n % size)
    inputs = frozenset(mechanism.domain)
    short = {x[: n // size]: None for x in mechanism.domain}
    domain = [x for x in short if x * size + rest in inputs]
    if len(domain) < 2:
        raise InvalidValue(
            f"k = {brief(size)}: the copies of {len(domain)} inputs are in the domain; two are needed"
        )
    made = copied_rows(mechanism, domain, hamming(1), size, fill=rest)
    return Reduction(made, size, n // size, len(rest))


def _rows(mechanism: Mechanism[Rows, Y]) -> int:
    check_mechanism(mechanism)
    inputs: tuple[object, ...] = mechanism.domain
    lengths = {len(x) if isinstance(x, tuple) else 0 for x in inputs}
    if len(lengths) > 1 or 0 in lengths:
        raise InvalidValue(
            f"the inputs of {brief(mechanism.name)} are not tuples of rows of one length n >= 1"
        )
    return lengths.pop()
