"""The joint distribution of what noise of scale d(X)/n sees of X and X', exactly.

X' is X with its last row v replaced by w; u is the row that is paired with it.  Of the other N - 1 pairs only
a and b matter, the (m - 1)-th and the m-th smallest of their sensitivities, as

    d(X) = min(max(h(u, v), a), b),   d(X') = min(max(h(u, w), a), b).

a and b are consecutive order statistics: with s < t they are a <= s and b >= t iff exactly m - 1 of the N - 1
values are at most s and none is between.  Estimates that need all rows are followed through the types of the
pairs (N - 1 pairs of k (k + 1)/2 kinds) or, for the U-statistic, of the rows.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, lcm
from typing import Generic, Literal, TypeAlias, TypeVar

from ..budgets.progress import checkpoint
from ..budgets.sizes import check_choices, check_size
from ..dp import Dist
from ..dp.exchangeable import count_distribution, values_of
from ..errors import InvalidValue
from ..exact import ExactLike, Number, integer_text, number
from ..mechanisms.random_sensitivity import quantile_rank
from ..outputs.text import with_type
from .quantiles import binomial_tail, pair_count, row_probabilities, table_of_sensitivities

R = TypeVar("R")

Process: TypeAlias = Literal["pairs", "u"]
Counts: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class Neighbours(Generic[R]):
    """What is seen of X and X': their quantiles, the rows exchanged, and the counts of all the others.

    `common` is how often each value occurs among the n - 1 rows that X and X' share, None where it was not
    followed.
    """

    quantile: Number
    other: Number
    old: R
    new: R
    common: Counts | None


def neighbours(
    rows: Dist[R],
    n: int,
    delta: ExactLike,
    h: Callable[[R, R], ExactLike] | None = None,
    *,
    process: Process = "pairs",
    counts: bool = True,
) -> dict[Neighbours[R], Fraction]:
    """The joint distribution; counts=False leaves the common rows out, which for "pairs" is quick at any n.

    process: the quantile of D(X, t), over n/2 disjoint pairs, or of U(X, t), over all pairs ("u").
    Raises InvalidType, InvalidValue for bad arguments, BudgetExceeded where there are too many types.
    """
    given = _Given(row_probabilities(rows), values_of(rows), n, table_of_sensitivities(rows, h))
    if process == "u":
        return _of_all_pairs(given, rows, delta)
    if process != "pairs":
        raise InvalidValue(f"process = {with_type(process)} is unknown; give 'pairs' or 'u'")
    rank = quantile_rank(pair_count(n), delta)
    return _by_types(given, rank) if counts else _by_order_statistics(given, rank)


@dataclass(frozen=True)
class _Given(Generic[R]):
    masses: Mapping[R, Fraction]
    values: tuple[R, ...]
    n: int
    h: Mapping[tuple[R, R], Number]

    @property
    def levels(self) -> list[Number]:
        """The values of h."""
        return sorted(set(self.h.values()))

    def triples(self) -> Iterator[tuple[R, R, R, Fraction]]:
        """(u, v, w) with its probability."""
        for u, v, w in product(self.values, repeat=3):
            yield u, v, w, self.masses[u] * self.masses[v] * self.masses[w]


def _median(value: Number, low: Number | None, high: Number | None) -> Number:
    raised = value if low is None else max(value, low)
    return raised if high is None else min(raised, high)


def _by_order_statistics(given: _Given[R], rank: int) -> dict[Neighbours[R], Fraction]:
    found: dict[Neighbours[R], Fraction] = {}
    between = consecutive(_distribution_function(given), given.n // 2 - 1, rank)
    levels: list[Number | None] = [None, *given.levels, None]
    for u, v, w, mass in given.triples():
        for (i, j), share in between.items():
            low, high = levels[i], levels[j]
            d, e = (_median(given.h[u, x], low, high) for x in (v, w))
            key = Neighbours(d, e, v, w, None)
            found[key] = found.get(key, Fraction(0)) + mass * share
    return found


def _distribution_function(given: _Given[R]) -> list[Fraction]:
    """H at 0 levels, and at each level."""
    shares = dict.fromkeys(given.levels, Fraction(0))
    for (x, y), value in given.h.items():
        shares[value] += given.masses[x] * given.masses[y]
    total, found = Fraction(0), [Fraction(0)]
    for share in shares.values():
        total += share
        found.append(total)
    return found


def consecutive(cdf: list[Fraction], draws: int, rank: int) -> dict[tuple[int, int], Fraction]:
    """The distribution of the (rank - 1)-th and the rank-th smallest of independent draws, by levels.

    cdf: H(level 0) = 0 for "below all", H(level 1), ..., H(level r) = 1.  Level 0 stands for a rank of 0,
    level r + 1 for a rank beyond the number of draws.
    """
    r = len(cdf) - 1
    ways = comb(draws, rank - 1)

    def apart(i: int, j: int) -> Fraction:
        """P(a <= level i, b >= level j), i < j."""
        if i < 0 or j > r + 1:
            return Fraction(0)
        return ways * cdf[i] ** (rank - 1) * (1 - cdf[j - 1]) ** (draws - rank + 1)

    found: dict[tuple[int, int], Fraction] = {}
    at_most = Fraction(0)
    for i in range(r + 1):
        here = binomial_tail(draws, cdf[i], rank - 1)
        left, at_most = here - at_most, here
        for j in range(i + 1, r + 2):
            mass = apart(i, j) - apart(i - 1, j) - apart(i, j + 1) + apart(i - 1, j + 1)
            left -= mass
            if mass:
                found[i, j] = mass
        if left:
            found[i, i] = left
    return found


def _by_types(given: _Given[R], rank: int) -> dict[Neighbours[R], Fraction]:
    """Through the types of the other pairs: how often each row and each value of h occurs in them."""
    levels, others = given.levels, given.n // 2 - 1
    kinds = list(combinations_with_replacement(range(len(given.values)), 2))
    because = f"n = {integer_text(given.n)} rows of {len(given.values)} values"
    check_choices(others + len(kinds) - 1, len(kinds) - 1, "types", because, "use fewer rows or values")
    unit = lcm(*(p.denominator for p in given.masses.values()))
    steps = []
    for x, y in kinds:
        share = (2 if x != y else 1) * given.masses[given.values[x]] * given.masses[given.values[y]]
        level = bisect_left(levels, given.h[given.values[x], given.values[y]])
        steps.append(((x, y), level, int(share * unit * unit)))
    types: dict[tuple[Counts, Counts], int] = {((0,) * len(given.values), (0,) * len(levels)): 1}
    for done in range(others):
        checkpoint("pairs of rows", done, others)
        longer: dict[tuple[Counts, Counts], int] = {}
        for (counts, heights), ways in types.items():
            for pair, level, weight in steps:
                both = (_plus(counts, *pair), _plus(heights, level))
                longer[both] = longer.get(both, 0) + ways * weight
        types = longer
    return _with_triples(given, types, unit ** (2 * others), rank)


def _with_triples(
    given: _Given[R], types: Mapping[tuple[Counts, Counts], int], unit: int, rank: int
) -> dict[Neighbours[R], Fraction]:
    triples = list(given.triples())
    check_size(len(types) * len(triples), "neighbours", f"n = {given.n}", "use fewer rows or values", 1 << 21)
    position = {v: i for i, v in enumerate(given.values)}
    found: dict[Neighbours[R], Fraction] = {}
    for (counts, heights), ways in types.items():
        low, high = (_ranked(given.levels, heights, at) for at in (rank - 1, rank))
        for u, v, w, mass in triples:
            d, e = (_median(given.h[u, x], low, high) for x in (v, w))
            key = Neighbours(d, e, v, w, _plus(counts, position[u]))
            found[key] = found.get(key, Fraction(0)) + mass * ways
    return {key: mass / unit for key, mass in found.items()}


def _ranked(levels: list[Number], heights: Counts, rank: int) -> Number | None:
    """The rank-th smallest; None for a rank of 0, and beyond the last."""
    seen = 0
    for level, times in zip(levels, heights, strict=True):
        seen += times
        if 0 < rank <= seen:
            return level
    return None


def _of_all_pairs(given: _Given[R], rows: Dist[R], delta: ExactLike) -> dict[Neighbours[R], Fraction]:
    n, values, found = given.n, given.values, dict[Neighbours[R], Fraction]()
    if n < 2:
        raise InvalidValue(f"n = {integer_text(n)} rows have no pair; give at least 2")
    rank, known = quantile_rank(comb(n, 2), delta), dict[Counts, Number]()

    def quantile(counts: Counts) -> Number:
        if counts not in known:
            known[counts] = _u_quantile(given, counts, rank)
        return known[counts]

    for common, mass in count_distribution(rows, n - 1):
        for (i, v), (j, w) in product(enumerate(values), repeat=2):
            d, e = quantile(_plus(common, i)), quantile(_plus(common, j))
            key = Neighbours(d, e, v, w, common)
            found[key] = mass.as_fraction() * given.masses[v] * given.masses[w]
    return found


def _u_quantile(given: _Given[R], counts: Counts, rank: int) -> Number:
    """The rank-th smallest sensitivity among all pairs of rows that occur so often."""
    times = dict.fromkeys(given.levels, 0)
    for (i, x), (j, y) in combinations_with_replacement(list(enumerate(given.values)), 2):
        times[given.h[x, y]] += comb(counts[i], 2) if i == j else counts[i] * counts[j]
    found = _ranked(list(times), tuple(times.values()), rank)
    if found is None:
        raise InvalidValue(f"there is no pair of rank {rank} among the rows {counts}")
    return found


def _plus(counts: Counts, *positions: int) -> Counts:
    longer = list(counts)
    for i in positions:
        longer[i] += 1
    return tuple(longer)


def ratio_exceedance(
    rows: Dist[R],
    n: int,
    delta: ExactLike,
    factor: ExactLike,
    h: Callable[[R, R], ExactLike] | None = None,
    *,
    process: Process = "pairs",
) -> Fraction:
    """P(d(X) > factor d(X')), exactly: the gamma1 of (10) with e^beta = factor.

    Raises InvalidValue for a factor < 1, and as `neighbours`.
    """
    ratio = number(factor, "factor")
    if ratio < 1:
        raise InvalidValue(f"factor = {ratio} is below 1; give e^beta >= 1")
    law = neighbours(rows, n, delta, h, process=process, counts=False)
    return sum((mass for seen, mass in law.items() if seen.quantile > ratio * seen.other), Fraction(0))
