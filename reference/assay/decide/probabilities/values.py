"""`Value`: the probabilities of symbolic mechanisms, as functions of epsilon > 0.

With t = epsilon/k and y = e^(-t), for a whole number k >= 1 that the mechanism fixes, a value is

    N(t, y) / D(y),    N in Z[t, y],   D in Z[y] with D > 0 on 0 < y < 1,

in lowest terms.  Discrete noise gives values without t; continuous noise gives D = a constant times a power
of y. By Lindemann's theorem t and e^(-t) satisfy no polynomial relation for all t, so that equal functions of
epsilon have equal N and D: equality is settled by the representation.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import gcd
from typing import cast

from ...errors import InvalidValue
from ...exact import Number, exp, number
from ...exact._flint import Ordering, arb, fmpz_mpoly, fmpz_mpoly_ctx, fmpz_poly, precision
from ...exact.fields import Quotient, Symbolic

CONTEXT = fmpz_mpoly_ctx.get(("t", "y"), Ordering.lex)
T, Y = CONTEXT.gens()
NIL = CONTEXT.constant(0)
UNIT = CONTEXT.constant(1)

Poly = fmpz_mpoly


def terms(poly: Poly) -> Iterator[tuple[int, int, int]]:
    """The terms c t^i y^j of a polynomial as (i, j, c)."""
    for (i, j), c in poly.to_dict().items():
        yield int(i), int(j), int(c)


def univariate(poly: Poly) -> fmpz_poly:
    """A polynomial without t as a polynomial in y alone."""
    coefficients = [0] * (int(poly.degrees()[1]) + 1 if poly else 0)
    for _, j, c in terms(poly):
        coefficients[j] = c
    return fmpz_poly(coefficients)


def bivariate(poly: fmpz_poly) -> Poly:
    """A polynomial in y alone as a polynomial in t and y."""
    return CONTEXT.from_dict({(0, j): c for j, c in enumerate(poly.coeffs()) if c != 0})


Terms = tuple[tuple[int, int, int], ...]
"""The terms (i, j, c) of a polynomial, in the order that flint keeps them in."""


def key(poly: Poly) -> Terms:
    """A hashable that is equal exactly for equal polynomials."""
    return tuple(terms(poly))


def of_key(found: Terms) -> Poly:
    """The polynomial with these terms."""
    return CONTEXT.from_dict({(i, j): c for i, j, c in found})


class Value:
    """N(t, y)/D(y) in lowest terms, see the module; immutable and hashable."""

    __slots__ = ("_hash", "den", "num")

    num: Poly
    den: Poly
    _hash: int | None

    def __init__(self, num: Poly, den: Poly = UNIT) -> None:
        common = num.gcd(den)
        if not common.is_one():
            num, den = num // common, den // common
        # without t, the last coefficient is that of the lowest power of y
        self.num, self.den = (num, den) if den.coeffs()[-1] > 0 else (-num, -den)
        self._hash = None

    @classmethod
    def of(cls, q: int | Fraction) -> Value:
        """A rational constant."""
        return cls(CONTEXT.constant(q.numerator), CONTEXT.constant(q.denominator))

    @classmethod
    def power(cls, j: int) -> Value:
        """y^j = e^(-j t), for an integer j of either sign."""
        return cls(Y**j) if j >= 0 else cls(UNIT, Y**-j)

    @classmethod
    def from_number(cls, value: Number, k: int) -> Value:
        """A function of epsilon in Q(e^(epsilon/d)), in y = e^(-epsilon/k) for a multiple k of d."""
        if value.is_rational:
            return cls.of(value.as_fraction())
        if not isinstance(value.field, Symbolic):
            raise InvalidValue(
                f"{value} lies in {value.field}; next to a symbolic eps use rationals and functions of "
                "exp(eps)"
            )
        num, den = (p.inflate(k // value.field.degree) for p in cast(Quotient, value.value))
        top, bottom = bivariate(_reversed(num)), bivariate(_reversed(den))
        return cls(top, bottom) * cls.power(den.degree() - num.degree())

    def __add__(self, other: Value) -> Value:
        if self.den == other.den:
            return Value(self.num + other.num, self.den)
        common = self.den.gcd(other.den)
        left, right = self.den // common, other.den // common
        return Value(self.num * right + other.num * left, self.den * right)

    def __neg__(self) -> Value:
        return _raw(-self.num, self.den)

    def __sub__(self, other: Value) -> Value:
        return self + (-other)

    def __mul__(self, other: Value) -> Value:
        return Value(self.num * other.num, self.den * other.den)

    def __truediv__(self, other: Value) -> Value:
        """self/other, for another that has no t above."""
        if other.num.degrees()[0] > 0:
            raise InvalidValue(
                f"division by {other}, which is not a function of e^(-t) alone, leaves the class"
            )
        return Value(self.num * other.den, self.den * other.num)

    def __bool__(self) -> bool:
        return not self.num.is_zero()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return self.num == other.num and self.den == other.den

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((key(self.num), key(self.den)))
        return self._hash

    def __str__(self) -> str:
        return str(self.num) if self.den.is_one() else f"({self.num})/({self.den})"

    __repr__ = __str__

    def inflate(self, factor: int) -> Value:
        """The same function with k * factor in place of k: t -> factor t, y -> y^factor."""
        if factor == 1:
            return self
        num = CONTEXT.from_dict({(i, j * factor): c * factor**i for i, j, c in terms(self.num)})
        return _raw(num, self.den.inflate([1, factor]))

    def at(self, t: Fraction) -> Number:
        """The exact number at a rational t > 0."""
        return _evaluate(self.num, t) / _evaluate(self.den, t)

    def enclosure(self, t: arb, bits: int) -> arb:
        """A ball that contains the value at every t in the ball."""
        with precision(bits):
            y = (-t).exp()
            return ball(self.num, t, y) / ball(self.den, t, y)


def _raw(num: Poly, den: Poly) -> Value:
    """A Value from parts already in lowest terms."""
    made = object.__new__(Value)
    made.num, made.den, made._hash = num, den, None
    return made


def _reversed(poly: fmpz_poly) -> fmpz_poly:
    """y^n p(1/y) for n = deg p."""
    return fmpz_poly(list(reversed(poly.coeffs())))


def lowest(poly: Poly) -> int:
    """The coefficient of t^i y^j with the least j and then the largest i: the sign for large t."""
    return max(((-j, i, c) for i, j, c in terms(poly)), default=(0, 0, 0))[2]


def _evaluate(poly: Poly, t: Fraction) -> Number:
    total = number(0)
    y = exp(-t)
    for i, j, c in terms(poly):
        total = total + y**j * (c * t**i)
    return total


def ball(poly: Poly, t: arb, y: arb) -> arb:
    """An enclosure of the polynomial over balls for t and y."""
    total = arb(0)
    for i, j, c in terms(poly):
        total += arb(c) * t**i * y**j
    return total


def cancelled(a: Poly, b: Poly) -> tuple[Poly, Poly]:
    """(a/g, b/g) for the greatest common divisor g."""
    if a == b:
        return UNIT, UNIT
    common = a.gcd(b)
    return (a, b) if common.is_one() else (a // common, b // common)


def normal(poly: Poly) -> Poly:
    """The polynomial divided by a positive integer and a monomial: the same sign for all t > 0."""
    if poly.is_zero():
        return poly
    content = gcd(*(int(c) for c in poly.coeffs()))
    low_t = min(i for i, _ in poly.monoms())
    low_y = min(j for _, j in poly.monoms())
    return poly // (CONTEXT.constant(content) * T**low_t * Y**low_y)


ZERO = Value(NIL)
ONE = Value(UNIT)
