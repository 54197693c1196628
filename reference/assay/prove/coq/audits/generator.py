"""The numbers of a claim as polynomials in one real theta: 1, e^(u/d) or b^(1/m)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from math import ceil, gcd, lcm
from typing import TypeAlias, cast

from assay.exact import Log, Number
from assay.exact._flint import fmpq, fmpq_poly, fmpz_poly, fraction
from assay.exact.fields import (
    COMPOSITUM,
    RATIONALS,
    Exponential,
    Field,
    Quotient,
    Radical,
    Symbolic,
    common_field,
    embed,
)
from assay.exact.number import from_element
from assay.exact.powers import nth_root
from assay.prove.coq.terms import Unsupported

Polynomial: TypeAlias = tuple[int, ...]
"""Whole coefficients, the constant one first."""

ONE: Polynomial = (1,)


@dataclass(frozen=True)
class Generator:
    """theta: e^(step) where step > 0, the root of that degree of the base where degree > 0, and else 1."""

    step: Fraction = Fraction(0)
    degree: int = 0
    base: int = 0

    def __str__(self) -> str:
        """Theta in Coq."""
        if self.degree:
            return f"root {self.degree} {self.base}"
        return f"exp ({self.step.numerator} / {self.step.denominator})" if self.step else "1"


@dataclass(frozen=True)
class Parts:
    """An epsilon j step + ln(value)/part with j and part whole and a rational value > 0."""

    rational: Fraction
    value: Fraction
    part: int


@dataclass(frozen=True)
class Polynomials:
    """The table, delta = dn/dd, and e^epsilon = en/ed, as polynomials in theta.

    Each row has a denominator d, and its factor c with c d the common one. Where `power` is a step, epsilon
    alone takes a power of e, en/ed is that of `bounded`, and theta is 1.
    """

    theta: Generator
    denominators: tuple[Polynomial, ...]
    cofactors: tuple[Polynomial, ...]
    common: Polynomial
    table: tuple[tuple[Polynomial, ...], ...]
    dn: Polynomial
    dd: Polynomial
    en: Polynomial
    ed: Polynomial
    power: Generator | None = None


def parts(epsilon: Log) -> Parts:
    """An epsilon as r + ln(v)/q.

    Raises:
        Unsupported: it is infinite, a function of the symbol, or the logarithm of an irrational number.
    """
    if epsilon.is_infinite:
        raise Unsupported("epsilon is infinite, and the theorem is about a real one; give a finite --epsilon")
    if epsilon.is_symbolic:
        raise Unsupported(f"epsilon = {epsilon} is a function of the symbol eps; give a value, such as ln(3)")
    if not epsilon.argument.is_rational:
        raise Unsupported(f"epsilon = {epsilon} has the logarithm of an irrational number")
    c = epsilon.coefficient
    return Parts(epsilon.rational, epsilon.argument.as_fraction() ** c.numerator, c.denominator)


def polynomials(table: Sequence[Sequence[Number]], epsilon: Parts, delta: Number) -> Polynomials:
    """Everything in powers of the one theta that generates the smallest field which holds it.

    Raises:
        Unsupported: there is no such theta that this export knows.
    """
    field = _field([delta, *(p for row in table for p in row)], epsilon)
    if isinstance(field, Radical):
        return _in_root(field, table, epsilon, delta)
    if field is RATIONALS and epsilon.rational > 0:
        rest = _in_power_of_e(field, table, Parts(Fraction(0), epsilon.value, epsilon.part), delta)
        return replace(rest, power=Generator(step=epsilon.rational / ceil(epsilon.rational)))
    return _in_power_of_e(field, table, epsilon, delta)


def _field(numbers: Sequence[Number], epsilon: Parts) -> Field:
    """The smallest field of all of the numbers, and of e^epsilon where that takes a root."""
    factor = nth_root(from_element((RATIONALS, fmpq(*epsilon.value.as_integer_ratio()))), epsilon.part)
    field: Field = RATIONALS
    for other in {n.field: None for n in [*numbers, factor]}:
        shared = common_field(field, other)
        if shared is None or shared is COMPOSITUM or isinstance(shared, Symbolic):
            raise Unsupported(
                f"the numbers lie in {shared or other}; supported are rational numbers, "
                "those in one power of e, and those in one root"
            )
        field = shared
    if isinstance(field, Radical) and epsilon.rational:
        raise Unsupported(
            f"epsilon has the rational part {epsilon.rational}, and the other numbers lie in {field}"
        )
    return field


def _in_root(field: Radical, table: Sequence[Sequence[Number]], epsilon: Parts, delta: Number) -> Polynomials:
    """Polynomials in b^(1/m)."""

    def poly(x: Number) -> fmpq_poly:
        return cast(fmpq_poly, embed(x.field, x.value, field))

    def over(p: fmpq_poly, denominator: int) -> Polynomial:
        return tuple(int(c * denominator) for c in (fraction(x) for x in p.coeffs()))

    rows = [[poly(p) for p in row] for row in table]
    below = [lcm(*(int(p.denom()) for p in row)) for row in rows]
    common = lcm(*below)
    value = fmpq(*epsilon.value.as_integer_ratio())
    factor, bound = poly(nth_root(from_element((RATIONALS, value)), epsilon.part)), poly(delta)
    return Polynomials(
        Generator(degree=field.radicand.degree, base=int(field.radicand.base)),
        tuple((d,) for d in below),
        tuple((common // d,) for d in below),
        (common,),
        tuple(tuple(over(p, d) for p in row) for row, d in zip(rows, below, strict=True)),
        over(bound, int(bound.denom())),
        (int(bound.denom()),),
        over(factor, int(factor.denom())),
        (int(factor.denom()),),
    )


def _in_power_of_e(
    field: Field, table: Sequence[Sequence[Number]], epsilon: Parts, delta: Number
) -> Polynomials:
    """Polynomials in e^(u/d), with u/d <= 1 the largest number that all exponents are multiples of."""
    degree = field.degree if isinstance(field, Exponential) else 1
    ring = Exponential.of(lcm(degree, epsilon.rational.denominator))

    def quotient(x: Number) -> Quotient:
        return cast(Quotient, embed(x.field, x.value, ring))

    rows = [[quotient(p) for p in row] for row in table]
    own = [_positive(reduce(_lcm, (den for _, den in row), fmpz_poly([1])), ring) for row in rows]
    common = _positive(reduce(_lcm, own, fmpz_poly([1])), ring)
    factors = [common // den for den in own]
    shown = [[num * (d // den) for num, den in row] for row, d in zip(rows, own, strict=True)]
    bound, below = quotient(delta)
    if _positive(below, ring) != below:
        bound, below = -bound, -below
    j = int(epsilon.rational * ring.degree)
    polys = [common, bound, below, *own, *factors, *(p for row in shown for p in row)]
    unit = gcd(j, *(i for p in polys for i, c in enumerate(p.coeffs()) if c != 0))
    most = max(ceil(Fraction(unit, ring.degree)), 1)

    def spread(p: fmpz_poly) -> Polynomial:
        terms = [int(c) for c in p.coeffs()][:: unit or 1]
        return tuple(x for c in terms for x in (c, *[0] * (most - 1)))[: (len(terms) - 1) * most + 1]

    power = (0,) * (abs(j) // (unit or 1) * most)
    up: Polynomial = (*power, epsilon.value.numerator)
    down: Polynomial = (epsilon.value.denominator,)
    if j < 0:
        up, down = (epsilon.value.numerator,), (*power, epsilon.value.denominator)
    return Polynomials(
        Generator(step=Fraction(unit, ring.degree * most)),
        tuple(map(spread, own)),
        tuple(map(spread, factors)),
        spread(common),
        tuple(tuple(spread(p) for p in row) for row in shown),
        spread(bound),
        spread(below),
        up,
        down,
    )


def _lcm(a: fmpz_poly, b: fmpz_poly) -> fmpz_poly:
    """The least common multiple of two polynomials."""
    return a if a == b else a * (b // a.gcd(b))


def _positive(p: fmpz_poly, ring: Exponential) -> fmpz_poly:
    """The polynomial or its negative, whichever is positive at theta."""
    return p if from_element(ring.smallest(p, fmpz_poly([1]))) > 0 else -p
