"""Empirical quantiles of random sensitivities, exactly: their distribution for rows of finitely many values.

With H the distribution function of h(x, x') for independent rows and N = n/2 pairs, d(X) is the m-th smallest
of N independent draws of h, m = the least integer >= (1 - delta) N, so that

    P(d(X) <= t) = P(Binomial(N, H(t)) >= m).

Next to it stand what the source takes from inequalities: P(h > d) <= delta' + e^(-n (delta' - delta)^2) for
every delta' > delta (with Hoeffding's inequality at one point; the source has twice the second term, by DKW).
Source: Hall, Rinaldo and Wasserman, "Random Differential Privacy", section 6.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import comb
from typing import TypeVar, cast

from ..arguments import check_function, integer, nonnegative_rational, probability
from ..budgets.sizes import check_size
from ..dp import Dist
from ..errors import InvalidType, InvalidValue
from ..exact import Certified, ExactLike, Number, certified, integer_text
from ..exact._flint import fmpz_mpoly
from ..outputs.text import with_type
from ..queries.random_sensitivity import distance, quantile_rank, sensitivity_of

R = TypeVar("R")

MOST_ROWS = 1 << 13
"""Exact binomial tails of more rows are not begun."""


def row_probabilities(rows: Dist[R]) -> dict[R, Fraction]:
    """The values of a row with their probabilities; InvalidType, InvalidValue unless they are rational."""
    if not isinstance(rows, Dist):
        raise InvalidType(f"rows is {with_type(rows)}; give the distribution of a row as a Dist")
    irrational = [p for _, p in rows.items() if p.is_symbolic or not p.is_rational]
    if irrational:
        raise InvalidValue(f"rows has the irrational probability {irrational[0]}; give rational ones")
    return {v: p.as_fraction() for v, p in rows.items()}


def table_of_sensitivities(
    rows: Dist[R], h: Callable[[R, R], ExactLike] | None = None
) -> dict[tuple[R, R], Number]:
    """h(x, x') for all values of rows; InvalidValue unless it is >= 0 and symmetric."""
    if h is not None:
        check_function(h, "h", "lambda x, y: abs(x - y)")
    values = rows.support
    measure = cast("Callable[[R, R], ExactLike]", distance) if h is None else h
    table = {(x, y): sensitivity_of(x, y, measure) for x, y in product(values, repeat=2)}
    for (x, y), found in table.items():
        if table[y, x] != found:
            raise InvalidValue(
                f"h({x!r}, {y!r}) = {found} and h({y!r}, {x!r}) = {table[y, x]} differ; give a symmetric h"
            )
    return table


def sensitivity_distribution(rows: Dist[R], h: Callable[[R, R], ExactLike] | None = None) -> Dist[Number]:
    """The distribution of h(x, x') for independent x, x' drawn from `rows`."""
    masses, table = row_probabilities(rows), table_of_sensitivities(rows, h)
    found: dict[Number, Fraction] = {}
    for (x, y), value in table.items():
        found[value] = found.get(value, Fraction(0)) + masses[x] * masses[y]
    return Dist({value: found[value] for value in sorted(found)})


def quantile_distribution(
    rows: Dist[R], n: int, delta: ExactLike, h: Callable[[R, R], ExactLike] | None = None
) -> Dist[Number]:
    """The distribution of d(X) with n/2 pairs.

    Raises InvalidType, InvalidValue unless n >= 2 is even and 0 <= delta < 1, BudgetExceeded for n > 2^13.
    """
    pairs = pair_count(n)
    m, below = quantile_rank(pairs, delta), Fraction(0)
    cumulated, found = Fraction(0), {}
    for value, mass in sensitivity_distribution(rows, h).items():
        cumulated += mass.as_fraction()
        at_most = binomial_tail(pairs, cumulated, m)
        found[value], below = at_most - below, at_most
    return Dist(found)


def exceedance(
    rows: Dist[R], n: int, delta: ExactLike, h: Callable[[R, R], ExactLike] | None = None
) -> Number:
    """P(h(x, x') > d(X)) for x, x' independent of X, as the source has it."""
    law = sensitivity_distribution(rows, h)
    return quantile_distribution(rows, n, delta, h).expectation(lambda d: law.prob(lambda v: v > d))


def exceedance_bound(n: int, delta: ExactLike, at: ExactLike) -> Certified:
    """delta' + e^(-n (delta' - delta)^2), at least `exceedance` for every distribution; at = delta'.

    Raises InvalidValue unless 0 <= delta < delta' <= 1 and n >= 2 is even.
    """
    rows, low, high = 2 * pair_count(n), probability(delta, "delta"), probability(at, "at")
    if not low < high:
        raise InvalidValue(f"at = {high} is not above delta = {low}; give a larger delta'")
    return certified(high) + (-(certified(high - low) ** 2) * rows).exp()


def dkw_bound(n: int, gap: ExactLike) -> Certified:
    """2 e^(-n x^2), at least P(sup |H - D| >= x), the inequality (12) with n/2 pairs; x = gap >= 0."""
    return 2 * (-(certified(nonnegative_rational(gap, "gap")) ** 2) * (2 * pair_count(n))).exp()


def pair_count(n: int) -> int:
    """N = n/2; InvalidValue for an odd n or n < 2."""
    size = integer(n, "n", 2)
    if size % 2:
        raise InvalidValue(f"n = {integer_text(size)} rows cannot be paired; give an even number of rows")
    check_size(size, "rows", f"n = {integer_text(size)}", "use fewer", MOST_ROWS)
    return size // 2


def binomial_tail(trials: int, p: Fraction, least: int) -> Fraction:
    """P(Binomial(trials, p) >= least), by the shorter of the two sums, in integers."""
    if least <= 0:
        return Fraction(1)
    a, b = p.numerator, p.denominator
    upper = trials - least < least
    wanted = range(least, trials + 1) if upper else range(least)
    mass = Fraction(sum(comb(trials, j) * a**j * (b - a) ** (trials - j) for j in wanted), b**trials)
    return mass if upper else 1 - mass


V = TypeVar("V", Fraction, fmpz_mpoly)


def consecutive(cdf: Sequence[V], draws: int, rank: int) -> dict[tuple[int, int], V]:
    """The distribution of the (rank - 1)-th and the rank-th smallest of independent draws, by levels.

    cdf: H(level 0) = 0 for "below all", H(level 1), ..., H(level r), the whole: 1, or a generating function.
    Level 0 stands for a rank of 0, level r + 1 for a rank beyond the number of draws.
    """
    r, whole, ways = len(cdf) - 1, cdf[-1], comb(draws, rank - 1)

    def apart(i: int, j: int) -> V:
        """P(a <= level i, b >= level j), i < j."""
        if i < 0 or j > r + 1:
            return 0 * whole
        return ways * cdf[i] ** (rank - 1) * (whole - cdf[j - 1]) ** (draws - rank + 1)

    found: dict[tuple[int, int], V] = {}
    at_most = 0 * whole
    for i in range(r + 1):
        here = at_least(draws, cdf[i], whole, rank - 1)
        left, at_most = here - at_most, here
        for j in range(i + 1, r + 2):
            mass = apart(i, j) - apart(i - 1, j) - apart(i, j + 1) + apart(i - 1, j + 1)
            left -= mass
            if mass:
                found[i, j] = mass
        if left:
            found[i, i] = left
    return found


def at_least(draws: int, part: V, whole: V, least: int) -> V:
    """The generating function of at least so many draws in the part; P(Binomial >= least) for numbers."""
    if isinstance(part, Fraction):
        return binomial_tail(draws, part, least)
    terms = (
        comb(draws, m) * part**m * (whole - part) ** (draws - m) for m in range(max(least, 0), draws + 1)
    )
    return sum(terms, 0 * whole)
