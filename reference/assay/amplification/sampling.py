"""Sampling as a joint distribution: which positions of a data set are drawn, all at once.

A sample is a tuple of positions, in the order in which the records are handed on; a position that is drawn
twice appears twice.  The distribution of the whole sample is kept, not only the rate at which one position is
drawn: whether a sample is drawn afresh for every release, used in two of them, or published makes all the
difference.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, permutations, product
from math import factorial, perm, prod
from typing import TypeAlias, TypeVar

from ..arguments import integer, listed, probability
from ..budgets.sizes import check_choices, check_power, check_size
from ..dp import Dist
from ..errors import InvalidType, InvalidValue
from ..exact import ExactLike, Number, integer_text, number

R = TypeVar("R", bound=Hashable)

Sample: TypeAlias = tuple[int, ...]
"""Positions, with repetitions where a position is drawn more than once."""


class Sampling:
    """The joint distribution of a random sample of the positions 0, ..., n - 1.

    `distribution` is an exact `Dist` over samples, given as a Dist or as a table {sample: probability}.
    Raises InvalidValue for a sample that names a position outside 0, ..., n - 1.
    """

    __slots__ = ("distribution", "n")

    def __init__(self, n: int, distribution: Dist[Sample] | Mapping[Sample, ExactLike]) -> None:
        self.n: int = integer(n, "n", 0)
        self.distribution: Dist[Sample] = (
            distribution if isinstance(distribution, Dist) else Dist(distribution)
        )
        for sample in self.distribution.support:
            _check_sample(sample, self.n)

    def select(self, records: Sequence[R]) -> Dist[tuple[R, ...]]:
        """The distribution of the sampled records, in their order; `records` has length n."""
        if len(records) != self.n:
            raise InvalidValue(
                f"records has length {len(records)}, but the sampling is over n = {self.n} positions"
            )
        return self.distribution.map(lambda sample: tuple(records[i] for i in sample))

    def inclusion(self, i: int) -> Number:
        """P[position i is drawn at least once]."""
        return self.distribution.prob(lambda sample: self._position(i) in sample)

    def multiplicity(self, i: int) -> Dist[int]:
        """The distribution of how often position i is drawn."""
        return self.distribution.map(lambda sample: sample.count(self._position(i)))

    def _position(self, i: int) -> int:
        if integer(i, "position", 0) >= self.n:
            raise InvalidValue(f"position = {integer_text(i)} is outside 0, ..., {integer_text(self.n - 1)}")
        return i

    def __eq__(self, other: object) -> bool:
        return (
            (self.n, self.distribution) == (other.n, other.distribution)
            if isinstance(other, Sampling)
            else NotImplemented
        )

    def __hash__(self) -> int:
        return hash((self.n, self.distribution))

    def __repr__(self) -> str:
        return f"Sampling({integer_text(self.n)}, {self.distribution!r})"


Scheme: TypeAlias = Callable[[int], Sampling]
"""A sampling for every size n of the data set."""


def _check_sample(sample: object, n: int) -> None:
    if not isinstance(sample, tuple) or any(isinstance(i, bool) or not isinstance(i, int) for i in sample):
        raise InvalidType(f"sample = {sample!r} is not a tuple of positions; give positions such as (0, 2)")
    if any(i < 0 or i >= n for i in sample):
        raise InvalidValue(f"sample = {sample!r} names a position outside 0, ..., {integer_text(n - 1)}")


def poisson_sampling(rate: ExactLike) -> Scheme:
    """Every position is drawn independently with probability q = rate: P[S] = q^|S| (1 - q)^(n - |S|).

    Raises InvalidValue for a rate outside [0, 1].
    """
    q = probability(rate, "rate")

    def scheme(n: int) -> Sampling:
        check_power(2, n, "samples", f"n = {integer_text(n)}", "sample fewer records")
        weight = [q**size * (1 - q) ** (n - size) for size in range(n + 1)]
        return Sampling(n, {s: weight[size] for size in range(n + 1) for s in combinations(range(n), size)})

    return scheme


def sampling_without_replacement(m: int, *, ordered: bool = False) -> Scheme:
    """A uniform subset of m positions, in increasing order: P[S] = 1/C(n, m) for |S| = m.

    With ordered=True in random order: P[(i_1, ..., i_m)] = (n - m)!/n!, which matters to a mechanism that
    depends on the order of its records.
    Raises InvalidValue for m < 0 and, when it meets a data set with n < m records, there.
    """
    size = integer(m, "m", 0)

    def scheme(n: int) -> Sampling:
        if size > n:
            raise InvalidValue(f"m = {size} is more than the n = {n} records; without replacement m <= n")
        because = f"a sample of {integer_text(size)} of {integer_text(n)} records"
        check_choices(n, size, "samples", because, "sample fewer records")
        if ordered:
            check_size(perm(n, size), "samples", because, "sample fewer records")
        drawn = permutations(range(n), size) if ordered else combinations(range(n), size)
        return Sampling(n, Dist.uniform(drawn))

    return scheme


def sampling_with_replacement(m: int, *, ordered: bool = False) -> Scheme:
    """m independent uniform draws, as a multiset in increasing order: P[S] = m!/(k_1! ... k_n!) / n^m.

    Here k_i is how often position i is drawn.  With ordered=True in the order drawn: P[(i_1, ..., i_m)] =
    1/n^m.
    Raises InvalidValue for m < 0 and, when it meets an empty data set with m > 0, there.
    """
    size = integer(m, "m", 0)

    def scheme(n: int) -> Sampling:
        if n == 0 < size:
            raise InvalidValue(
                f"m = {size} draws from an empty data set are impossible; leave it out of the domain"
            )
        because = f"m = {integer_text(size)} draws of {integer_text(n)} records"
        if ordered:
            check_power(n, size, "samples", because, "draw fewer")
            return Sampling(n, Dist.uniform(product(range(n), repeat=size)))
        check_choices(n + size - 1, size, "samples", because, "draw fewer")
        return Sampling(
            n, Dist({s: _draws(s) / number(n) ** size for s in combinations_with_replacement(range(n), size)})
        )

    return scheme


def _draws(sample: Sample) -> Number:
    """In how many orders a multiset of positions can be drawn."""
    return number(factorial(len(sample)) // prod(factorial(sample.count(i)) for i in set(sample)))


def independent_sampling(rates: Sequence[ExactLike]) -> Sampling:
    """Position i is drawn independently with its own probability rates[i]."""
    q = [probability(rate, f"rates[{i}]") for i, rate in enumerate(listed(rates, "rates", "['1/2', '1/3']"))]
    check_power(2, len(q), "samples", f"rates of {len(q)} records", "give fewer rates")
    distribution = {}
    for drawn in product((False, True), repeat=len(q)):
        sample = tuple(i for i, d in enumerate(drawn) if d)
        distribution[sample] = prod((q[i] if d else 1 - q[i] for i, d in enumerate(drawn)), start=number(1))
    return Sampling(len(q), distribution)
