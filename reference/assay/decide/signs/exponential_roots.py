"""Real roots of F(t) = P(t, e^(-t)) on t > 0, for a polynomial P over the integers: enclosures that prove.

Three facts make the search end for an irreducible P (other than t and y):

* a root t > 0 is simple, and two such P share no root: a common zero of P and dP/dt - y dP/dy, or of P and
Q, has t
  algebraic (a resultant vanishes there), and then e^(-t) is transcendental, by Lindemann's theorem;
* F(t) != 0 at every rational t > 0, by the same theorem, unless P is a linear polynomial in t alone;
* near 0 the first nonzero Taylor coefficient decides, and for t >= T the term with the slowest decay.

So halving ends with cells on which an enclosure of F or of F' excludes 0.  The cells are the certificate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import comb, factorial

from ...exact._flint import arb, fmpz_poly, precision, rational
from ...exact.order import ball_sign, refine_sign
from ...exact.real import Real
from ..probabilities.values import Poly, terms

EXTRA_ORDER = 9
"""How many Taylor terms beyond the order of the zero at t = 0 are used."""


DENSE_DEGREE = 2_000
"""Polynomials in e^(-t) of a larger degree are kept and evaluated term by term."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The interval low <= t <= high (None: infinity), with the sign of F on it, or 0 for one root inside."""

    low: Fraction
    high: Fraction | None
    sign: int


class ValueAt(Real):
    """The real number F(t) at a rational t."""

    __slots__ = ("function", "t")

    def __init__(self, function: ExponentialPolynomial, t: Fraction) -> None:
        self.function: ExponentialPolynomial = function
        self.t: Fraction = t

    def enclosure(self, bits: int) -> arb:
        """A ball that contains F(t)."""
        with precision(bits):
            return self.function.coefficients(arb(rational(self.t)), 0, 0)[0]


Term = tuple[int, Fraction | int, int]
"""(i, j, c) for c t^i e^(-jt)."""


class ExponentialPolynomial:
    """F(t) = sum c t^i e^(-jt) with integers c != 0 and i >= 0, and rationals j >= 0, of which one is 0."""

    at_zero: list[Fraction]
    vanishing: int

    def __init__(self, found: list[Term]) -> None:
        self.terms = found
        self._by_rate: dict[Fraction | int, list[tuple[int, int]]] | None = None
        self.height: int = max(abs(c) for _, _, c in found).bit_length()
        self.vanishing, self.at_zero = self._taylor_at_zero()
        self.order: int = self.vanishing + EXTRA_ORDER
        self._rows = [
            (i, _row([(j, c) for n, j, c in found if n == i], self.order))
            for i in sorted({i for i, _, _ in found})
        ]

    @classmethod
    def of(cls, poly: Poly) -> ExponentialPolynomial:
        """P(t, e^(-t))."""
        return cls(list(terms(poly)))

    def _taylor_at_zero(self) -> tuple[int, list[Fraction]]:
        """(m, coefficients of t^0, ..., t^(m + EXTRA_ORDER - 1)) with m the order of the zero at t = 0."""
        found: list[Fraction] = []
        first: int | None = None
        while first is None or len(found) < first + EXTRA_ORDER:
            found.append(self.coefficient_at_zero(len(found)))
            if first is None and found[-1]:
                first = len(found) - 1
        return first, found

    def coefficient_at_zero(self, n: int) -> Fraction:
        """[t^n] F = sum c (-j)^(n-i)/(n-i)! over the terms with i <= n."""
        scale = factorial(n)
        total = sum(
            (c * (-j) ** (n - i) * (scale // factorial(n - i)) for i, j, c in self.terms if i <= n),
            Fraction(0),
        )
        return total / scale

    def coefficients(self, t: arb, first: int, last: int) -> list[arb]:
        """Enclosures of F^(n)(s)/n! for first <= n <= last, for every s in the ball."""
        found = [arb(0)] * (last - first + 1)
        for i, row in self._rows:
            series = row(t, last)
            powers = [comb(i, a) * t ** (i - a) for a in range(i + 1)]
            for n in range(first, last + 1):
                for a in range(min(i, n) + 1):
                    found[n - first] += powers[a] * series[n - a]
        return found

    def vanishes_at(self, t: Fraction) -> bool:
        """Whether F(t) = 0 at a rational t > 0.

        The e^(-jt) are independent over the rationals (Lindemann-Weierstrass), so for each j the sum of the
        c t^i has to be 0.
        """
        if self._by_rate is None:
            self._by_rate = {}
            for i, j, c in self.terms:
                self._by_rate.setdefault(j, []).append((i, c))
        return all(sum(c * t**i for i, c in found) == 0 for found in self._by_rate.values())

    def sign_at(self, t: Fraction) -> int:
        """The sign of F(t) at a rational t > 0 where F is known not to vanish."""
        return refine_sign(ValueAt(self, t), None, "")


Row = Callable[[arb, int], list[arb]]
"""(t, last) -> the coefficients of h^0, ..., h^last in sum_j c_j e^(-j(t+h))."""


def _row(found: list[tuple[Fraction | int, int]], order: int) -> Row:
    """The evaluation of sum_j c_j e^(-jt): by polynomials in e^(-t) for integers j, else term by term."""
    if any(Fraction(j).denominator > 1 or j > DENSE_DEGREE for j, _ in found):
        return lambda t, last: _sparse(found, t, last)
    poly = _dense({int(j): c for j, c in found})
    moments = [_moment(poly, k) for k in range(order + 1)]

    def evaluate(t: arb, last: int) -> list[arb]:
        y = (-t).exp()
        return [moments[k](y) / factorial(k) for k in range(last + 1)]

    return evaluate


def _sparse(found: list[tuple[Fraction | int, int]], t: arb, last: int) -> list[arb]:
    """The same for rational j."""
    series = [arb(0)] * (last + 1)
    for j, c in found:
        minus_j = -arb(rational(Fraction(j)))
        term = c * (minus_j * t).exp()
        for k in range(last + 1):
            series[k] += term
            term = term * minus_j / (k + 1)
    return series


def _dense(row: dict[int, int]) -> fmpz_poly:
    return fmpz_poly([row.get(j, 0) for j in range(max(row) + 1)])


def _moment(row: fmpz_poly, k: int) -> fmpz_poly:
    """sum_j c_j (-j)^k y^j, which is k! times the coefficient of h^k in G(y e^(-h))."""
    return fmpz_poly([c * (-j) ** k for j, c in enumerate(row.coeffs())])


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
    shifted = _dense(slow)(fmpz_poly([low, 1])).coeffs()
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


def scan(f: ExponentialPolynomial, most_cells: int | None = None) -> list[Cell] | None:
    """Cells that cover (0, infinity), each with one sign or one root; None past `most_cells`.

    Ends for irreducible P; without a budget it must not be called with any other. Cells do not end at roots.
    """
    found = []
    for spent, cell in enumerate(cells(f)):
        if most_cells is not None and spent > most_cells:
            return None
        if cell is not None:
            found.append(cell)
    return sorted(found, key=lambda cell: cell.low)


def one_sign(f: ExponentialPolynomial, most_cells: int) -> list[Cell] | None:
    """The cells where all have one sign and that shows within `most_cells`; else None, and early."""
    found: list[Cell] = []
    for spent, cell in enumerate(cells(f)):
        if spent > most_cells:
            return None
        if cell is not None:
            found.append(cell)
            if cell.sign == 0 or cell.sign != found[0].sign:
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
