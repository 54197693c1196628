"""The numbers of a claim as polynomials in one real theta: 1, e^(u/d) or b^(1/m)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, gcd
from typing import cast

from assay.exact import Log, Number, root
from assay.exact._flint import fmpq_poly, fmpz_poly, fraction
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
from assay.prove.coq.audits.claim import AuditClaim, Draw
from assay.prove.coq.audits.polynomials import Polynomial, Polynomials, Written, over_denominators
from assay.prove.coq.terms import Unsupported


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
    """An epsilon = rational + ln(value)/part, or rational + ln(irrational), with value > 0 and part whole."""

    rational: Fraction
    value: Fraction
    part: int
    irrational: Number | None = None


def parts(epsilon: Log) -> Parts:
    """An epsilon as r + ln(v)/q.

    Raises:
        Unsupported: it is infinite, a function of the symbol, or has a part of the logarithm of an irrational
            number.
    """
    if epsilon.is_infinite:
        raise Unsupported("epsilon is infinite, and the theorem is about a real one; give a finite --epsilon")
    if epsilon.is_symbolic:
        raise Unsupported(f"epsilon = {epsilon} is a function of the symbol eps; give a value, such as ln(3)")
    c = epsilon.coefficient
    if epsilon.argument.is_rational:
        return Parts(epsilon.rational, epsilon.argument.as_fraction() ** c.numerator, c.denominator)
    if c.denominator != 1:
        raise Unsupported(f"epsilon = {epsilon} is a part of the logarithm of an irrational number")
    return Parts(epsilon.rational, Fraction(1), 1, epsilon.argument**c.numerator)


@dataclass(frozen=True)
class Ring:
    """How numbers become quotients of polynomials in theta, and which of p and -p is positive there."""

    quotient: Callable[[Number], Quotient]
    positive: Callable[[fmpz_poly], fmpz_poly]
    factor: Quotient | None
    """e^epsilon, where it is such a quotient."""


def polynomials(claim: AuditClaim, epsilon: Parts) -> tuple[Generator, Polynomials]:
    """Everything in powers of the one theta that generates the smallest field which holds it.

    Raises:
        Unsupported: there is no such theta that this export knows.
    """
    nodes = () if claim.program is None else claim.program.nodes
    draws = [node.probabilities for node in nodes if isinstance(node, Draw)]
    numbers = [claim.delta, *(p for row in (*claim.table, *draws) for p in row)]
    if epsilon.irrational is not None:
        numbers.append(epsilon.irrational)
    field = _field(numbers)
    ring, theta = _ring(field, epsilon)
    found = over_denominators(
        [[ring.quotient(p) for p in row] for row in claim.table],
        ring.quotient(claim.delta),
        ring.factor,
        ring.positive,
        claim.program,
        ring.quotient,
    )
    return _narrowed(found, theta)


def _field(numbers: Sequence[Number]) -> Field:
    """The smallest field of all of the numbers."""
    field: Field = RATIONALS
    for other in {n.field: None for n in numbers}:
        shared = common_field(field, other)
        if shared is None or shared is COMPOSITUM or isinstance(shared, Symbolic):
            raise Unsupported(
                f"the numbers lie in {shared or other}; supported are rational numbers, "
                "those in one power of e, and those in one root"
            )
        field = shared
    return field


def _ring(field: Field, epsilon: Parts) -> tuple[Ring, Generator]:
    """The ring of the field, with e^epsilon in it if it has an element of that value."""
    factor = root(epsilon.value, epsilon.part)
    shared = common_field(field, factor.field)
    if isinstance(shared, Radical):
        wider = shared if not epsilon.rational else field
        if isinstance(wider, Radical):
            return _roots(wider, epsilon, factor)
    elif isinstance(field, Radical):
        return _roots(field, epsilon, None)
    return _powers(field, epsilon, factor if factor.is_rational else None)


def _roots(field: Radical, epsilon: Parts, factor: Number | None) -> tuple[Ring, Generator]:
    """Polynomials in b^(1/m)."""

    def quotient(x: Number) -> Quotient:
        p = cast(fmpq_poly, embed(x.field, x.value, field))
        below = int(p.denom())
        return fmpz_poly([int(c * below) for c in map(fraction, p.coeffs())]), fmpz_poly([below])

    power = None
    if not epsilon.rational and epsilon.irrational is not None:
        power = quotient(epsilon.irrational)
    elif not epsilon.rational and factor is not None:
        power = quotient(factor)
    ring = Ring(quotient, lambda p: p if p.coeffs()[0] > 0 else -p, power)
    return ring, Generator(degree=field.radicand.degree, base=int(field.radicand.base))


def _powers(field: Field, epsilon: Parts, factor: Number | None) -> tuple[Ring, Generator]:
    """Polynomials in e^(1/d), with e^epsilon among them unless that alone takes a power of e."""
    degree = field.degree if isinstance(field, Exponential) else 1
    in_field = not epsilon.rational or (field is not RATIONALS and degree % epsilon.rational.denominator == 0)
    is_exact = factor is not None and in_field
    ring = Exponential.of(degree)

    def quotient(x: Number) -> Quotient:
        return cast(Quotient, embed(x.field, x.value, ring))

    def positive(p: fmpz_poly) -> fmpz_poly:
        return p if from_element(ring.smallest(p, fmpz_poly([1]))) > 0 else -p

    power = None
    if is_exact:
        up, down = quotient(cast(Number, factor) if epsilon.irrational is None else epsilon.irrational)
        if positive(down) != down:
            up, down = -up, -down
        j = int(epsilon.rational * ring.degree)
        shifted = fmpz_poly([0] * abs(j) + [1])
        power = (up * shifted, down) if j >= 0 else (up, down * shifted)
    return Ring(quotient, positive, power), Generator(step=Fraction(1, ring.degree))


def _narrowed(found: Written, theta: Generator) -> tuple[Generator, Polynomials]:
    """In e^(u/d) with u/d <= 1 the largest number that all exponents are multiples of."""
    if theta.degree:
        return theta, found.map(lambda p: tuple(int(c) for c in p.coeffs()))
    unit = gcd(*(i for p in found.all() for i, c in enumerate(p.coeffs()) if c != 0))
    most = max(ceil(unit * theta.step), 1)

    def spread(p: fmpz_poly) -> Polynomial:
        terms = [int(c) for c in p.coeffs()][:: unit or 1]
        return tuple(x for c in terms for x in (c, *[0] * (most - 1)))[: max((len(terms) - 1) * most + 1, 0)]

    return Generator(step=unit * theta.step / most), found.map(spread)
