"""`ExponentialPolynomial`: F(t) = P(t, e^(-t)), with enclosures of it and of its derivatives."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb, factorial

from ...exact._flint import arb, fmpz_poly, precision, rational
from ...exact.order import refine_sign
from ...exact.real import Real
from ..probabilities.values import Poly, terms

EXTRA_ORDER = 9
"""How many Taylor terms beyond the order of the zero at t = 0 are used."""


DENSE_DEGREE = 2_000
"""Polynomials in e^(-t) of a larger degree are kept and evaluated term by term."""


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
    poly = dense({int(j): c for j, c in found})
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


def dense(row: dict[int, int]) -> fmpz_poly:
    """The polynomial with these coefficients by degree."""
    return fmpz_poly([row.get(j, 0) for j in range(max(row) + 1)])


def _moment(row: fmpz_poly, k: int) -> fmpz_poly:
    """sum_j c_j (-j)^k y^j, which is k! times the coefficient of h^k in G(y e^(-h))."""
    return fmpz_poly([c * (-j) ** k for j, c in enumerate(row.coeffs())])
