"""For which epsilon > 0 a function of epsilon is positive, zero or negative: exact intervals."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, cast

from ..errors import InvalidType
from ._flint import arb, fmpz_poly, precision
from .elementary import ln
from .fields import Quotient, Symbolic
from .logs import INFINITY, Log
from .number import Number, nearest
from .real import Real, brief
from .roots import Interval, are_disjoint, leading_sign, positive_roots, shift_to_one
from .text import polynomial_text


@dataclass(frozen=True, slots=True)
class AlgebraicEpsilon(Real):
    """d ln(theta), for a root theta > 1 of an irreducible integer polynomial of at least three terms.

    `polynomial` holds the coefficients from the constant one up, `index` counts its roots above 1 from below
    (from 0 on), and `degree` is d.  The value is transcendental (Lindemann), so that every rounding of it is
    settled.
    """

    polynomial: tuple[int, ...]
    index: int
    degree: int

    max_bits: int | None = None

    __round__ = nearest

    def root(self, bits: int) -> Interval:
        """Rationals around theta, about 2^-bits apart."""
        low, high = positive_roots(shift_to_one(fmpz_poly(list(self.polynomial))), bits)[self.index]
        return low + 1, high + 1

    def enclosure(self, bits: int) -> arb:
        """A ball that contains the value, computed with `bits` bits."""
        low, high = self.root(bits)
        with precision(bits):
            return arb(self.degree) * arb(low).union(arb(high)).log()

    def __str__(self) -> str:
        equation = polynomial_text(self.polynomial, "t")
        factor = f"{self.degree}*" if self.degree > 1 else ""
        return f"{self.lower(12)}... ({factor}ln(t) with {equation} = 0)"


CriticalEpsilon: TypeAlias = Log | AlgebraicEpsilon


@dataclass(frozen=True, slots=True)
class SignInterval:
    """All epsilon with lower < epsilon < upper, or the one with epsilon = lower = upper, and the sign there.

    The sign is -1, 0 or +1, and None at a pole.
    """

    lower: CriticalEpsilon
    upper: CriticalEpsilon
    sign: int | None

    def __str__(self) -> str:
        what = "undefined" if self.sign is None else ("negative", "zero", "positive")[self.sign + 1]
        if self.lower is self.upper:
            return f"{what} at eps = {self.lower}"
        return f"{what} for {self.lower} < eps < {self.upper}"


def sign_intervals(x: Number) -> tuple[SignInterval, ...]:
    """The sign of a function of eps at every eps > 0: intervals and points that cover (0, infinity).

    Exact: the ends are logarithms, or d ln(theta) for isolated algebraic numbers theta.
    """
    if not isinstance(x, Number):
        raise InvalidType(f"{brief(x)} is a {type(x).__name__}; the signs of a Number are asked for")
    if not isinstance(x.field, Symbolic):
        return (SignInterval(Log(0), INFINITY, x.compare(0)),)
    num, den = cast(Quotient, x.value)
    found: list[SignInterval] = []
    left: CriticalEpsilon = Log(0)
    sign = leading_sign(num)
    points = _critical_points(num, den, x.field.degree)
    sign *= (-1) ** sum(abs(multiplicity) for _, multiplicity in points)
    for point, multiplicity in points:
        found += [
            SignInterval(left, point, sign),
            SignInterval(point, point, 0 if multiplicity > 0 else None),
        ]
        left, sign = point, sign * (-1) ** abs(multiplicity)
    return (*found, SignInterval(left, INFINITY, sign))


def _critical_points(num: fmpz_poly, den: fmpz_poly, degree: int) -> list[tuple[CriticalEpsilon, int]]:
    """The zeros with their multiplicities and the poles with the negatives of theirs, in increasing order."""
    factors = [(f, int(m)) for f, m in num.factor()[1]] + [(f, -int(m)) for f, m in den.factor()[1]]
    bits = 64
    while True:
        found = [
            (interval, _point(factor, index, degree), m)
            for factor, m in factors
            for index, interval in enumerate(positive_roots(shift_to_one(factor), bits))
        ]
        if are_disjoint([interval for interval, _, _ in found]):
            return [(point, m) for _, point, m in sorted(found, key=lambda entry: entry[0][0])]
        bits *= 2


def _point(factor: fmpz_poly, index: int, degree: int) -> CriticalEpsilon:
    """d ln(theta): an exact logarithm for theta^m = q, an isolated root otherwise."""
    coefficients = tuple(int(c) for c in factor.coeffs())
    if not any(coefficients[1:-1]):
        return Fraction(degree, factor.degree()) * ln(Fraction(-coefficients[0], coefficients[-1]))
    return AlgebraicEpsilon(coefficients, index, degree)
