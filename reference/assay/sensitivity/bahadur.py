"""How far an empirical quantile is from its linear approximation, exactly, where h is uniform on [0, 1].

With N pairs, p = 1 - delta, D(p) the share of values at most p and d the m-th smallest, m = the least integer
>= p N, the representation of Bahadur and Kiefer says

    d - p = (H(p) - D(p))/H'(p) + R,    E R^2 of order N^(-3/2),

while the source has D - H in place of H - D, which leaves a remainder of order N^(-1).  Both second moments
are rational: d is Beta(m, N - m + 1), and given j values below p it is an order statistic of j uniform
values below p, or of N - j above.
Source: Kiefer, "On Bahadur's representation of sample quantiles", 1967; Hall, Rinaldo and Wasserman,
section 6.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb

from ..arguments import open_probability, positive_integer, rational
from ..budgets.sizes import check_size
from ..exact import ExactLike, integer_text

MOST_PAIRS = 1 << 12


@dataclass(frozen=True)
class QuantileRemainder:
    """E R^2 of both representations: `linear` with (H - D)/H', `as_printed` with (D - H)/H'."""

    pairs: int
    level: Fraction
    linear: Fraction
    as_printed: Fraction


def quantile_remainder(pairs: int, level: ExactLike) -> QuantileRemainder:
    """The exact second moments of the remainders for N = pairs uniform values at p = level.

    Raises InvalidType, InvalidValue unless pairs >= 1 and level is a rational in (0, 1), BudgetExceeded for
    more than 2^12 pairs.
    """
    count, p = positive_integer(pairs, "pairs"), rational(open_probability(level, "level"), "level")
    check_size(count, "pairs", f"pairs = {integer_text(count)}", "use fewer", MOST_PAIRS)
    m = ceil(p * count)
    mean = Fraction(m, count + 1)
    square = Fraction(m * (m + 1), (count + 1) * (count + 2))
    quantile, share = square - 2 * p * mean + p * p, p * (1 - p) / count
    both = _covariance(count, m, p)
    return QuantileRemainder(count, p, quantile + 2 * both + share, quantile - 2 * both + share)


def _covariance(count: int, m: int, p: Fraction) -> Fraction:
    """E (d - p)(D - p)."""
    total = Fraction(0)
    for j in range(count + 1):
        inside = Fraction(m, j + 1)
        given = p * inside if m <= j else p + (1 - p) * Fraction(m - j, count - j + 1)
        mass = comb(count, j) * p.numerator**j * (p.denominator - p.numerator) ** (count - j)
        total += mass * (Fraction(j, count) - p) * (given - p)
    return total / Fraction(p.denominator**count)
