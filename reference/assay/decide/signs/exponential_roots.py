"""Real roots of F(t) = P(t, e^(-t)) on t > 0, for a polynomial P over the integers: enclosures that prove.

Three facts make the search end for an irreducible P (other than t and y):

* a root t > 0 is simple, and two such P share no root: a common zero of P and dP/dt - y dP/dy, or of P and
  Q, has t algebraic (a resultant vanishes there), and then e^(-t) is transcendental, by Lindemann's theorem;
* F(t) != 0 at every rational t > 0, by the same theorem, unless P is a linear polynomial in t alone;
* near 0 the first nonzero Taylor coefficient decides, and for t >= T the term with the slowest decay.

So halving ends with cells on which an enclosure of F or of F' excludes 0.  The cells are the certificate.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import count

from ...exact._flint import arb, fmpz_poly, precision, rational
from ...exact.order import ball_sign
from .exponential_polynomials import ExponentialPolynomial, dense


@dataclass(frozen=True, slots=True)
class Cell:
    """The interval low <= t <= high (None: infinity), with the sign of F on it, or 0 for one root inside."""

    low: Fraction
    high: Fraction | None
    sign: int


def _span(radius: arb) -> arb:
    """The ball [-radius, radius] for a radius > 0."""
    return (-radius).union(radius)


def near_zero(f: ExponentialPolynomial, high: Fraction, bits: int) -> int | None:
    """The sign of F on 0 < t <= high where an enclosure of F(t)/t^m shows it."""
    with precision(bits):
        ball = arb(0).union(arb(rational(high)))
        total = f.coefficients(ball, f.order, f.order)[0]
        for n in range(f.order - 1, f.vanishing - 1, -1):
            total = total * ball + arb(rational(f.at_zero[n]))
        return ball_sign(total)


def beyond(f: ExponentialPolynomial, low: int, bits: int) -> int | None:
    """The sign of F on t >= low, where the terms without e^(-t) dominate all others there.

    The terms with j = 0 are G(t); if all coefficients of G(low + s) have one sign, |G| grows.  Every t^i
    e^(-jt) with j > 0 falls on t >= i/j, so that for low >= i/j the bound at low suffices.
    """
    slow = {i: c for i, j, c in f.terms if j == 0}
    shifted = dense(slow)(fmpz_poly([low, 1])).coeffs()
    signs = {1 if c > 0 else -1 for c in shifted if c != 0}
    if len(signs) != 1 or shifted[0] == 0 or any(j and low * j < i for i, j, _ in f.terms):
        return None
    with precision(bits):
        fast = sum((abs(c) * low**i * arb(-low * rational(j)).exp() for i, j, c in f.terms if j), arb(0))
        dominates = ball_sign(abs(arb(shifted[0])) - fast)
    return signs.pop() if dominates == 1 else None


def inside(f: ExponentialPolynomial, low: Fraction, high: Fraction, bits: int) -> int | None:
    """The sign of F on [low, high], 0 for exactly one root, None where the enclosures do not tell."""
    with precision(bits):
        middle, radius = arb(rational((low + high) / 2)), arb(rational((high - low) / 2))
        series = f.coefficients(middle, 0, f.order - 1)
        series += f.coefficients(middle + _span(radius), f.order, f.order)
        span = _span(radius)
        found = ball_sign(_range(series, span))
        if found:
            return found
        if not ball_sign(_range([k * c for k, c in enumerate(series)][1:], span)):
            return None
    start, end = f.sign_at(low), f.sign_at(high)
    return start if start == end else 0


def _range(series: list[arb], span: arb) -> arb:
    """An enclosure of sum_k c_k h^k over |h| <= radius, tight in the constant term."""
    total = arb(0)
    for c in reversed(series):
        total = total * span + c
    return total


def scan(
    f: ExponentialPolynomial, most_cells: int | None = None, *, one_sign: bool = False
) -> list[Cell] | None:
    """Cells that cover (0, infinity), each with one sign or one root; None past `most_cells`.

    one_sign: also None, and early, where they do not all have one sign.
    Ends for irreducible P; without a budget it must not be called with any other. Cells do not end at roots.
    """
    found: list[Cell] = []
    for spent, cell in enumerate(cells(f)):
        if most_cells is not None and spent > most_cells:
            return None
        if cell is not None:
            found.append(cell)
            if one_sign and (cell.sign == 0 or cell.sign != found[0].sign):
                return None
    return sorted(found, key=lambda cell: cell.low)


def cells(f: ExponentialPolynomial) -> Iterator[Cell | None]:
    """The two outer cells, then those between from the left; None for every interval that is halved."""
    bits = 192 + f.height
    end, last = _tail(f, bits)
    start, first = _start(f, Fraction(end), bits)
    yield Cell(Fraction(end), None, last)
    yield Cell(Fraction(0), start, first)
    pending = [(start, Fraction(end))] if start < end else []
    spent = 0
    while pending:
        low, high = pending.pop()
        spent += 1
        found = inside(f, low, high, bits * (1 + spent // 500))
        if found is None:
            middle = _between(f, low, high)
            pending += [(middle, high), (low, middle)]
            yield None
        else:
            yield Cell(low, high, found)


def _between(f: ExponentialPolynomial, low: Fraction, high: Fraction) -> Fraction:
    """The middle, or another rational in between where F, which may be a product, does not vanish."""
    return next(m for n in count(2) if not f.vanishes_at(m := low + (high - low) / n))


def _tail(f: ExponentialPolynomial, bits: int) -> tuple[int, int]:
    """(T, the sign of F on t >= T) for a whole number T."""
    low = 1
    while True:
        found = beyond(f, low, bits)
        if found is not None:
            return low, found
        low *= 2


def _start(f: ExponentialPolynomial, end: Fraction, bits: int) -> tuple[Fraction, int]:
    """(h, the sign of F on 0 < t <= h) with h <= end."""
    high = end
    while True:
        found = near_zero(f, high, bits)
        if found is not None:
            return high, found
        high, bits = high / 2, bits + f.order
