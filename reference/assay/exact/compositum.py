"""The compositum of all numeric fields: quotients of sums of terms  c e^q prod p^w  (see `sums`).

It holds every number that rationals, radicals b^(1/m) and powers e^q make by + - * /, such as
sqrt(2) + sqrt(3) or 3/4 - sqrt(3) e^(1/2).  With K the field of the radicals that occur and theta = e^(1/d),
which no polynomial over K annihilates (Lindemann and Weierstrass), an element is a quotient of polynomials
over K in theta.  Its canonical form has coprime parts, and below the lowest power of theta is 1, with
coefficient 1: two elements are equal iff these are.  An element of a smaller field is given back to it, but
for functions of e^(1/d) with a d too large for polynomials in e^(1/d), such as e to the power of a float.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import TypeAlias, cast

from ..errors import BudgetExceeded
from . import sums
from ._flint import arb, fmpq, fmpq_poly, fmpz, fmpz_poly
from .field import RATIONALS, Element, Field, Quotient, SumQuotient, Value
from .radical import Radical
from .radicals import Monomial, Radicand, canonical, common_radicand, inside
from .sums import ONE, ZERO, Radicals, Sum
from .transcendental import LARGEST_POLYNOMIAL, Exponential, Transcendental

Polynomial: TypeAlias = dict[int, Sum]
"""A polynomial in theta, its coefficients algebraic sums."""

LARGEST_DEGREE = 32
"""Common factors of polynomials in theta of a larger degree are not looked for."""


@dataclass(frozen=True, slots=True)
class Compositum(Field):
    """The field of all quotients of sums of terms c e^q prod p^w."""

    def add(self, a: Value, b: Value) -> Element:
        """a/b + c/d = (ad + cb)/(bd)."""
        (an, ad), (bn, bd) = cast(SumQuotient, a), cast(SumQuotient, b)
        if ad == bd:
            return self.smallest(sums.add(an, bn), ad)
        above = sums.add(sums.multiply(an, bd), sums.multiply(bn, ad))
        return self.smallest(above, sums.multiply(ad, bd))

    def multiply(self, a: Value, b: Value) -> Element:
        """a/b * c/d = (ac)/(bd)."""
        (an, ad), (bn, bd) = cast(SumQuotient, a), cast(SumQuotient, b)
        return self.smallest(sums.multiply(an, bn), sums.multiply(ad, bd))

    def negate(self, a: Value) -> Value:
        """-(a/b) = (-a)/b."""
        num, den = cast(SumQuotient, a)
        return sums.negated(num), den

    def invert(self, a: Value) -> Element:
        """1/(a/b) = b/a."""
        num, den = cast(SumQuotient, a)
        return self.smallest(den, num)

    def constant(self, q: fmpq) -> Value:
        """The rational over 1."""
        return sums.constant(q), ONE

    def key(self, a: Value) -> tuple[object, ...]:
        """The terms above and below."""
        num, den = cast(SumQuotient, a)
        return ("Compositum", frozenset(num.items()), frozenset(den.items()))

    def ball(self, a: Value) -> arb:
        """The quotient of the two sums."""
        num, den = cast(SumQuotient, a)
        return sums.ball(num) if den == ONE else sums.ball(num) / sums.ball(den)

    def embed(self, field: Field, a: Value) -> Value:
        """An element of another numeric field."""
        if isinstance(field, Transcendental):
            num, den = cast(Quotient, a)
            return _canonical(_of_exponentials(num, field.degree), _of_exponentials(den, field.degree))
        return _of_radicals(cast(Radical, field).radicand, cast(fmpq_poly, a)), ONE

    def smallest(self, num: Sum, den: Sum) -> Element:
        """The quotient in canonical form, in the smallest field that holds it."""
        num, den = _canonical(num, den)
        names = [*num, *den]
        if not any(v for _, v in names):
            degree = lcm(*(q.denominator for q, _ in names))
            if degree <= LARGEST_POLYNOMIAL:
                return _without_radicals(num, den, degree)
        if not any(q for q, _ in names):
            theta = _common_generator({v for _, v in num if v})
            if theta is not None:
                return Radical(theta), _in_powers(num, theta)
        return self, (num, den)

    def __str__(self) -> str:
        return "the compositum of all Q(exp(1/d)) and Q(b^(1/m))"


COMPOSITUM = Compositum()


def is_algebraic(value: SumQuotient) -> bool:
    """Whether no power of e occurs; below there is then nothing but 1."""
    return sums.is_algebraic(value[0]) and value[1] == ONE


def _canonical(num: Sum, den: Sum) -> SumQuotient:
    """The same quotient with coprime parts, the lowest power of e below being 1."""
    if not num:
        return {}, ONE
    if den == ONE:
        return num, den
    low = min(q for q, _ in den)
    num, den = sums.shifted(num, -low), sums.shifted(den, -low)
    if not sums.is_algebraic(den):
        num, den = _coprime(num, den)
    scale = sums.powers_of_e(den)[ZERO]
    if scale == ONE:
        return num, den
    inverse = sums.reciprocal(scale)
    return sums.multiply(num, inverse), sums.multiply(den, inverse)


def _coprime(num: Sum, den: Sum) -> SumQuotient:
    """The quotient without the common factors of its parts, as polynomials in theta."""
    low = min(q for q, _ in num)
    above, below = sums.shifted(num, -low), den
    step = _step(q for q, _ in (*above, *below))
    p, q = (_polynomial(part, step) for part in (above, below))
    common = _gcd(p, q)
    if max(common) == 0:
        return num, den
    p, q = _divided(p, common)[0], _divided(q, common)[0]
    return sums.shifted(_sum(p, step), low), _sum(q, step)


def _step(exponents: Iterable[Fraction]) -> Fraction:
    """The largest rational of which all are whole multiples: theta is e to its power."""
    found = list(exponents)
    return Fraction(gcd(*(q.numerator for q in found)), lcm(*(q.denominator for q in found)))


def _polynomial(a: Sum, step: Fraction) -> Polynomial:
    powers = {int(q / step): c for q, c in sums.powers_of_e(a).items()}
    if max(powers) > LARGEST_DEGREE:
        raise BudgetExceeded(
            f"a polynomial of degree {max(powers)} in exp({step}) is beyond the supported {LARGEST_DEGREE}; "
            "use epsilons with smaller denominators, or parameters of one field"
        )
    return powers


def _sum(a: Polynomial, step: Fraction) -> Sum:
    return {(i * step, v): c for i, part in a.items() for (_, v), c in part.items()}


def _gcd(a: Polynomial, b: Polynomial) -> Polynomial:
    """A greatest common divisor, by Euclid."""
    while b:
        a, b = b, _divided(a, _monic(b))[1]
    return _monic(a)


def _monic(a: Polynomial) -> Polynomial:
    inverse = sums.reciprocal(a[max(a)])
    return {i: sums.multiply(c, inverse) for i, c in a.items()}


def _divided(a: Polynomial, b: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Quotient and remainder, for a monic b."""
    quotient: Polynomial = {}
    rest, top = dict(a), max(b)
    while rest and max(rest) >= top:
        shift = max(rest) - top
        quotient[shift] = factor = rest[shift + top]
        for i, c in b.items():
            left = sums.add(rest.get(i + shift, {}), sums.negated(sums.multiply(factor, c)))
            if left:
                rest[i + shift] = left
            else:
                rest.pop(i + shift, None)
    return quotient, rest


def _of_exponentials(poly: fmpz_poly, degree: int) -> Sum:
    """p(e^(1/degree))."""
    return {(Fraction(i, degree), ()): fmpq(c) for i, c in enumerate(poly.coeffs()) if c != 0}


def _of_radicals(theta: Radicand, poly: fmpq_poly) -> Sum:
    """p(theta)."""
    terms = []
    for i, c in enumerate(poly.coeffs()):
        if c != 0:
            radicals, factor = sums.reduced((p, i * w) for p, w in theta.vector().items())
            terms.append(((ZERO, radicals), c * factor))
    return sums.collected(terms)


def _without_radicals(num: Sum, den: Sum, degree: int) -> Element:
    """An element of Q(e^(1/degree)), by integer polynomials."""
    low = min((q for q, _ in num), default=ZERO)
    if not num or (len(num) == 1 and den == ONE and not low):
        return RATIONALS, sum(num.values(), fmpq(0))
    field = Exponential.of(degree)
    shift = max(ZERO, -low)
    above, below = (_integers(sums.shifted(part, shift), field) for part in (num, den))
    (a, scale_a), (b, scale_b) = above, below
    return field.smallest(a * scale_b, b * scale_a)


def _integers(a: Sum, field: Exponential) -> tuple[fmpz_poly, fmpz]:
    """(p, n) with a = p(theta)/n."""
    positions = {int(q * field.degree): c for (q, _), c in a.items()}
    field.check(max(positions))
    poly = fmpq_poly([positions.get(i, fmpq(0)) for i in range(max(positions) + 1)])
    return poly.numer(), poly.denom()


def _common_generator(radicals: set[Radicals]) -> Radicand | None:
    """The radical that generates the field of all of them; None where no single one does."""
    shared: Radicand | None = None
    for v in radicals:
        own = cast(Monomial, canonical(dict(v))).radicand
        shared = own if shared is None else common_radicand(shared, own)
        if shared is None:
            return None
    return shared


def _in_powers(num: Sum, theta: Radicand) -> fmpq_poly:
    """An algebraic sum as a polynomial in theta, which generates the field of its radicals."""
    coefficients = [fmpq(0)] * theta.degree
    for (_, v), c in num.items():
        if not v:
            coefficients[0] += c
            continue
        own = cast(Monomial, canonical(dict(v)))
        image = inside(own.radicand, theta)
        wraps, exponent = divmod(own.exponent * image.exponent, theta.degree)
        coefficients[exponent] += c * own.factor * image.factor**own.exponent * fmpq(theta.base) ** wraps
    return fmpq_poly(coefficients)


__all__ = ["COMPOSITUM", "Compositum", "is_algebraic"]
