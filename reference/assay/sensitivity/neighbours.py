"""The joint distribution of what noise of scale d(X)/n sees of X and X', exactly.

X' is X with its last row v replaced by w; u is the row that is paired with it.  Of the other N - 1 pairs only
a and b matter, the (m - 1)-th and the m-th smallest of their sensitivities, as

    d(X) = min(max(h(u, v), a), b),   d(X') = min(max(h(u, w), a), b).

a and b are consecutive order statistics: with s < t they are a <= s and b >= t iff exactly m - 1 of the N - 1
values are at most s and none is between.  Estimates that need all rows are followed through generating
functions of how often each value occurs or, for the U-statistic, through those counts one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, combinations_with_replacement, product
from math import comb, lcm
from typing import Generic, Literal, TypeAlias, TypeVar

from ..budgets.progress import track
from ..budgets.sizes import check_choices, check_size
from ..dp import Dist
from ..dp.exchangeable import count_distribution, values_of
from ..errors import InvalidValue
from ..exact import ExactLike, Number, integer_text, number
from ..exact._flint import Ordering, fmpz_mpoly, fmpz_mpoly_ctx
from ..outputs.text import with_type
from ..queries.random_sensitivity import quantile_rank
from .quantiles import consecutive, pair_count, row_probabilities, table_of_sensitivities

R = TypeVar("R")

MOST_PAIRS = 1 << 21

Process: TypeAlias = Literal["pairs", "u"]
Counts: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class Exchange(Generic[R]):
    """X and X' by their quantiles and the rows that are exchanged, with all that the other rows may be.

    `common`: how often each value occurs among the n - 1 rows that X and X' share, None where it was not
    followed, with weights; the probability is the weight times `unit`.
    """

    quantile: Number
    other: Number
    old: R
    new: R
    common: Mapping[Counts | None, Fraction | int]
    unit: Fraction

    @cached_property
    def mass(self) -> Fraction:
        """The probability of all of it."""
        return sum(self.common.values()) * self.unit


def exchanges(
    rows: Dist[R],
    n: int,
    delta: ExactLike,
    h: Callable[[R, R], ExactLike] | None = None,
    *,
    process: Process = "pairs",
    counts: bool = True,
) -> Iterator[Exchange[R]]:
    """The joint distribution; counts=False leaves the common rows out, which for "pairs" is quick at any n.

    process: the quantile of D(X, t), over n/2 disjoint pairs, or of U(X, t), over all pairs ("u").
    Raises InvalidType, InvalidValue for bad arguments, BudgetExceeded where there are too many types.
    """
    given = _Given(row_probabilities(rows), values_of(rows), n, table_of_sensitivities(rows, h))
    if process == "u":
        yield from _of_all_pairs(given, rows, delta)
        return
    if process != "pairs":
        raise InvalidValue(f"process = {with_type(process)} is unknown; give 'pairs' or 'u'")
    rank = quantile_rank(pair_count(n), delta)
    yield from _by_types(given, rank) if counts else _by_order_statistics(given, rank)


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


def _median(value: Number, low: Number | None, high: Number | None) -> Number:
    raised = value if low is None else max(value, low)
    return raised if high is None else min(raised, high)


def _by_order_statistics(given: _Given[R], rank: int) -> Iterator[Exchange[R]]:
    found: dict[tuple[Number, Number, R, R], Fraction] = {}
    between = consecutive(_distribution_function(given), given.n // 2 - 1, rank)
    levels: list[Number | None] = [None, *given.levels, None]
    for u, v, w in product(given.values, repeat=3):
        for (i, j), share in between.items():
            d, e = (_median(given.h[u, x], levels[i], levels[j]) for x in (v, w))
            mass = given.masses[u] * given.masses[v] * given.masses[w] * share
            found[d, e, v, w] = found.get((d, e, v, w), Fraction(0)) + mass
    return (Exchange(*key, {None: mass}, Fraction(1)) for key, mass in found.items())


def _distribution_function(given: _Given[R]) -> list[Fraction]:
    """H at 0 levels, and at each level."""
    shares = dict.fromkeys(given.levels, Fraction(0))
    for (x, y), value in given.h.items():
        shares[value] += given.masses[x] * given.masses[y]
    return [Fraction(0), *accumulate(shares.values())]


def _by_types(given: _Given[R], rank: int) -> Iterator[Exchange[R]]:
    """Through polynomials in one variable for each value, whose exponents are how often it occurs.

    The other pairs have the generating function (sum over pairs (x, y) of P(x) P(y) x y)^(N - 1), which
    `consecutive` splits by the sensitivities a and b; u is one more factor P(u) u.
    """
    n, k, unit = given.n, len(given.values), lcm(*(p.denominator for p in given.masses.values()))
    because = f"n = {integer_text(n)} rows of {k} values"
    check_choices(n + k - 2, k - 1, "types", because, "use fewer rows or values")
    check_size(comb(n + k - 2, k - 1) * k * k, "neighbours", because, "use fewer rows or values", MOST_PAIRS)
    ring = fmpz_mpoly_ctx.get(("x", k), Ordering.lex)
    variables = [int(given.masses[v] * unit) * x for v, x in zip(given.values, ring.gens(), strict=True)]
    between = consecutive(_generating(given, variables), n // 2 - 1, rank)
    levels: list[Number | None] = [None, *given.levels, None]
    for v, w in track([*product(given.values, repeat=2)], "pairs of rows"):
        found: dict[tuple[Number, Number], fmpz_mpoly] = {}
        for (u, x), ((i, j), share) in product(zip(given.values, variables, strict=True), between.items()):
            d, e = (_median(given.h[u, row], levels[i], levels[j]) for row in (v, w))
            found[d, e] = found.get((d, e), 0) + x * share
        both = given.masses[v] * given.masses[w] / Fraction(unit) ** (n - 1)
        for (d, e), total in found.items():
            common: dict[Counts | None, Fraction | int] = {
                tuple(map(int, counts)): int(ways) for counts, ways in total.to_dict().items()
            }
            yield Exchange(d, e, v, w, common, both)


def _generating(given: _Given[R], variables: Sequence[fmpz_mpoly]) -> list[fmpz_mpoly]:
    """The pairs with a sensitivity of at most each level, and of none below the first."""
    each = dict.fromkeys(given.levels, 0 * variables[0])
    for (x, a), (y, b) in product(zip(given.values, variables, strict=True), repeat=2):
        each[given.h[x, y]] += a * b
    return [0 * variables[0], *accumulate(each.values())]


def _of_all_pairs(given: _Given[R], rows: Dist[R], delta: ExactLike) -> Iterator[Exchange[R]]:
    n, values = given.n, given.values
    if n < 2:
        raise InvalidValue(f"n = {integer_text(n)} rows have no pair; give at least 2")
    rank, known = quantile_rank(comb(n, 2), delta), dict[Counts, Number]()

    def quantile(counts: Counts) -> Number:
        if counts not in known:
            known[counts] = _u_quantile(given, counts, rank)
        return known[counts]

    law = [(common, mass.as_fraction()) for common, mass in count_distribution(rows, n - 1)]
    for (i, v), (j, w) in track([*product(enumerate(values), repeat=2)], "pairs of rows"):
        found: dict[tuple[Number, Number], dict[Counts | None, Fraction | int]] = {}
        for common, mass in law:
            both = quantile(_plus(common, i)), quantile(_plus(common, j))
            found.setdefault(both, {})[common] = mass
        for (d, e), shares in found.items():
            yield Exchange(d, e, v, w, shares, given.masses[v] * given.masses[w])


def _u_quantile(given: _Given[R], counts: Counts, rank: int) -> Number:
    """The rank-th smallest sensitivity among all pairs of rows that occur so often."""
    times, seen = dict.fromkeys(given.levels, 0), 0
    for (i, x), (j, y) in combinations_with_replacement(list(enumerate(given.values)), 2):
        times[given.h[x, y]] += comb(counts[i], 2) if i == j else counts[i] * counts[j]
    for level, many in times.items():
        seen += many
        if seen >= rank:
            return level
    raise InvalidValue(f"there is no pair of rank {rank} among the rows {counts}")


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

    Raises InvalidValue for a factor < 1, and as `exchanges`.
    """
    ratio = number(factor, "factor")
    if ratio < 1:
        raise InvalidValue(f"factor = {ratio} is below 1; give e^beta >= 1")
    law = exchanges(rows, n, delta, h, process=process, counts=False)
    return sum((seen.mass for seen in law if seen.quantile > ratio * seen.other), Fraction(0))
