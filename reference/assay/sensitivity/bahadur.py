"""How far an empirical quantile is from its linear approximation, exactly, for h uniform on intervals.

With N pairs, p = 1 - delta, h_p the p-quantile of h, f its density there, D the share of values at most h_p
and d the m-th smallest value, m = the least integer >= p N, the representation of Bahadur and Kiefer says

    d - h_p = (p - D)/f + R,    E R^2 of order N^(-3/2),

while the source has D - H in place of H - D, which leaves a remainder of order N^(-1).  Both second moments
are rational: d = q(V), where V is Beta(m, N - m + 1) and the quantile function q is linear on each interval,
and given V the others are independent and uniform below and above it.
Source: Kiefer, "On Bahadur's representation of sample quantiles", 1967; Hall, Rinaldo and Wasserman,
section 6.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb, factorial

from ..arguments import open_probability, positive_integer, rational
from ..budgets.sizes import check_size
from ..errors import InvalidValue
from ..exact import ExactLike, integer_text

MOST_PAIRS = 1 << 12
Interval = tuple[ExactLike, ExactLike, ExactLike]
"""The ends of an interval and its probability; an atom where the ends are equal."""
UNIFORM: Sequence[Interval] = ((0, 1, 1),)


@dataclass(frozen=True)
class QuantileRemainder:
    """E R^2 of both representations: `linear` with (H - D)/H', `as_printed` with (D - H)/H'; and H'."""

    pairs: int
    level: Fraction
    linear: Fraction
    as_printed: Fraction
    density: Fraction = Fraction(1)


@dataclass(frozen=True)
class _Piece:
    """The quantile function from one probability to the next: start + slope v."""

    low: Fraction
    high: Fraction
    start: Fraction
    slope: Fraction


def quantile_remainder(
    pairs: int, level: ExactLike, intervals: Sequence[Interval] = UNIFORM
) -> QuantileRemainder:
    """The exact second moments of the remainders for N = pairs values of h at p = level.

    intervals: (low, high, probability), from left to right, h uniform on each; an atom where low = high.

    Raises InvalidType, InvalidValue unless pairs >= 1 and level is a rational in (0, 1), for intervals that
    overlap or whose probabilities are not positive with the sum 1, and where h has no density at the level:
    inside an atom, or at an end of an interval; BudgetExceeded for more than 2^12 pairs.
    """
    count, p = positive_integer(pairs, "pairs"), rational(open_probability(level, "level"), "level")
    check_size(count, "pairs", f"pairs = {integer_text(count)}", "use fewer", MOST_PAIRS)
    pieces = _pieces(intervals)
    here = next((piece for piece in pieces if piece.low < p < piece.high), None)
    if here is None or not here.slope:
        raise InvalidValue(
            f"level = {p}: h has no density at this quantile, so there is no such representation; take a "
            "level inside an interval, or quantile_distribution, which is exact for every finite h"
        )
    m, middle = ceil(p * count), here.start + here.slope * p
    split = [part for piece in pieces for part in _parts(piece, p)]
    whole = count * comb(count - 1, m - 1)  # 1/B(m, N - m + 1)
    square = share = Fraction(0)
    for part in split:
        a, b = part.start - middle, part.slope  # d - h_p = a + b v
        inside = _integrals(part)
        square += sum(c * inside(m + k, count - m + 1) for k, c in enumerate((a * a, 2 * a * b, b * b)))
        share += _with_share(part, (a, b), count, m, p, inside)
    quantile, both = whole * square, whole * share
    spread = here.slope**2 * p * (1 - p) / count
    cross = 2 * here.slope * both
    printed = quantile - cross + spread
    return QuantileRemainder(count, p, quantile + cross + spread, printed, 1 / here.slope)


def _pieces(intervals: Sequence[Interval]) -> list[_Piece]:
    """The quantile function of h, interval by interval."""
    found, at, last = [], Fraction(0), None
    for low, high, mass in intervals:
        a, b, weight = (rational(x, name) for x, name in ((low, "low"), (high, "high"), (mass, "mass")))
        if weight <= 0 or b < a or (last is not None and a < last):
            raise InvalidValue(
                f"intervals: ({a}, {b}, {weight}) has no positive probability, or begins before the last "
                "one ends; write (low, high, probability) from left to right"
            )
        slope = (b - a) / weight
        found.append(_Piece(at, at + weight, a - slope * at, slope))
        at, last = at + weight, b
    if at != 1:
        raise InvalidValue(f"intervals: the probabilities add up to {at}, not to 1")
    return found


def _parts(piece: _Piece, p: Fraction) -> list[_Piece]:
    """A piece below p and above it."""
    if not piece.low < p < piece.high:
        return [piece]
    ends = ((piece.low, p), (p, piece.high))
    return [_Piece(low, high, piece.start, piece.slope) for low, high in ends]


def _with_share(
    part: _Piece,
    line: tuple[Fraction, Fraction],
    count: int,
    m: int,
    p: Fraction,
    inside: Callable[[int, int], Fraction],
) -> Fraction:
    """The integral of (a + b v)(E[D | v] - p) over the density of V on a part, but for its constant.

    Below p the m smallest values are at most p, and each of the N - m others is with probability
    (p - v)/(1 - v); above p each of the m - 1 smallest is, with probability p/v.
    """
    total = Fraction(0)
    for k, c in enumerate(line):
        moment = inside(m + k, count - m + 1)
        if part.high <= p:
            known = m * moment
            if count > m:
                known += (count - m) * (p * inside(m + k, count - m) - inside(m + k + 1, count - m))
        else:
            known = (m - 1) * p * inside(m + k - 1, count - m + 1) if m > 1 else Fraction(0)
        total += c * (known / count - p * moment)
    return total


def _integrals(part: _Piece) -> Callable[[int, int], Fraction]:
    """(a, b) -> the integral of v^(a - 1) (1 - v)^(b - 1) over a part, by tails of binomial distributions."""

    def inside(a: int, b: int) -> Fraction:
        beta = Fraction(factorial(a - 1) * factorial(b - 1), factorial(a + b - 1))
        return beta * (_at_least(a, a + b - 1, part.high) - _at_least(a, a + b - 1, part.low))

    return inside


def _at_least(least: int, count: int, x: Fraction) -> Fraction:
    """P(Bin(count, x) >= least)."""
    if x in (0, 1):
        return Fraction(int(x))
    up, down, whole = x.numerator, x.denominator - x.numerator, x.denominator**count
    return Fraction(sum(comb(count, k) * up**k * down ** (count - k) for k in range(least, count + 1)), whole)
