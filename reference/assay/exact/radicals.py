"""Positive radicals b^(1/m) of rationals, and the cyclic groups that they generate modulo Q.

Modulo rational factors, a radical is its vector of prime exponents modulo 1: 12^(1/4) = 2^(1/2) 3^(1/4) is
(1/2, 1/4) at (2, 3).  The multiples of one vector form a cyclic group; the powers of the radical span one
field. The canonical generator of the group is the unit multiple whose vector is the smallest in lexicographic
order, so that 2^(1/3) and 4^(1/3) name the same field.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import TypeAlias, cast

from ..errors import BudgetExceeded
from ._flint import fmpq, fmpz, integer_text
from .factoring import prime_exponents, rational_root

__all__ = [
    "Monomial",
    "Radicand",
    "canonical",
    "common_radicand",
    "inside",
    "prime_exponents",
    "product",
    "root_of",
]

Vector: TypeAlias = dict[int, Fraction]
"""The nonzero exponents of primes in a radical."""

LARGEST_DEGREE = 1024
"""Radicals b^(1/m) with a larger m (after simplification) are refused: polynomials would be that long."""


@dataclass(frozen=True, slots=True)
class Radicand:
    """theta = (prod p^w)^(1/degree), with 0 < w < degree, as the canonical generator of its group.

    `weights` holds (p, w) in increasing order of the primes.  The degree is the order of theta modulo Q, so
    that no prime divides the degree and every w.
    """

    weights: tuple[tuple[int, int], ...]
    degree: int

    @property
    def base(self) -> fmpz:
        """b = prod p^w, so that theta = b^(1/degree)."""
        product = fmpz(1)
        for prime, weight in self.weights:
            product *= fmpz(prime) ** weight
        return product

    def vector(self) -> Vector:
        """The exponent of each prime in theta, all in (0, 1)."""
        return {prime: Fraction(weight, self.degree) for prime, weight in self.weights}

    def power(self, exponent: int) -> Monomial:
        """theta^exponent in the smallest field that holds it; the degree must not divide the exponent."""
        return cast(Monomial, canonical(_times(self.vector(), exponent)))

    def __str__(self) -> str:
        return f"sqrt({self.base})" if self.degree == 2 else f"{self.base}^(1/{self.degree})"


@dataclass(frozen=True, slots=True)
class Monomial:
    """factor * theta^exponent, with theta the generator named by `radicand`."""

    radicand: Radicand
    exponent: int
    factor: fmpq


def root_of(value: fmpq, degree: int) -> fmpq | Monomial:
    """value^(1/degree) for value > 0: a rational where it is one, else a monomial in a canonical radical."""
    exact = rational_root(value, degree)
    if exact is not None:
        return exact
    return canonical({p: Fraction(e, degree) for p, e in prime_exponents(value).items()})


def canonical(vector: Mapping[int, Fraction]) -> fmpq | Monomial:
    """prod p^vector[p] as factor * theta^exponent with theta canonical, or as a rational where it is one."""
    residue = _modulo_one(vector)
    if not residue:
        return _quotient(vector, {})
    degree = _order(residue)
    _check_degree(degree)
    radicand, exponent = _generator(tuple(residue.items()), degree)
    return Monomial(radicand, exponent, _quotient(vector, _times(radicand.vector(), exponent)))


def product(a: Radicand, i: int, b: Radicand, j: int) -> fmpq | Monomial:
    """The product of the i-th power of one generator and the j-th power of another."""
    return canonical(_plus(_times(a.vector(), i), _times(b.vector(), j)))


@lru_cache(maxsize=4096)
def _generator(residue: tuple[tuple[int, Fraction], ...], degree: int) -> tuple[Radicand, int]:
    """The canonical generator t of the group of a vector v, and the exponent j with v = j t modulo 1."""
    primes, weights = zip(*((p, int(w * degree)) for p, w in residue), strict=True)
    units = (u for u in range(1, degree) if gcd(u, degree) == 1)
    best, unit = min((tuple(w * u % degree for w in weights), u) for u in units)
    return Radicand(tuple(zip(primes, best, strict=True)), degree), pow(unit, -1, degree)


@lru_cache(maxsize=4096)
def common_radicand(a: Radicand, b: Radicand) -> Radicand | None:
    """The generator of the group spanned by both, or None where that group is not cyclic.

    The group has lcm(n_a, n_b) elements, and then is cyclic, iff both meet in gcd(n_a, n_b) elements: iff the
    subgroups of that order are one.
    """
    order, shared = lcm(a.degree, b.degree), gcd(a.degree, b.degree)
    _check_degree(order)
    va, vb = a.vector(), b.vector()
    small, other = _times(va, a.degree // shared), _modulo_one(_times(vb, b.degree // shared))
    if not any(_modulo_one(_times(small, j)) == other for j in range(1, shared + 1)):
        return None
    # in a cyclic group of order n spanned by a and b, some a + k b has order n
    sums = (_modulo_one(_plus(va, _times(vb, k))) for k in range(order))
    generator = canonical(next(v for v in sums if _order(v) == order))
    return cast(Monomial, generator).radicand


@lru_cache(maxsize=4096)
def inside(theta: Radicand, larger: Radicand) -> Monomial:
    """theta = factor * t^j, for t the generator of a field that holds it."""
    mine, step = theta.vector(), larger.vector()
    j = next(j for j in range(1, larger.degree) if _modulo_one(_times(step, j)) == mine)
    return Monomial(larger, j, _quotient(mine, _times(step, j)))


def _check_degree(degree: int) -> None:
    if degree > LARGEST_DEGREE:
        raise BudgetExceeded(
            f"a radical of degree {integer_text(degree)} is beyond the supported {LARGEST_DEGREE}; "
            "use an epsilon with a smaller denominator"
        )


def _modulo_one(vector: Mapping[int, Fraction]) -> Vector:
    """The fractional parts in increasing order of the primes, without the zeros."""
    return {p: w % 1 for p, w in sorted(vector.items()) if w % 1}


def _times(vector: Mapping[int, Fraction], factor: int) -> Vector:
    return {p: w * factor for p, w in vector.items()}


def _plus(a: Mapping[int, Fraction], b: Mapping[int, Fraction]) -> Vector:
    return {p: a.get(p, Fraction(0)) + b.get(p, Fraction(0)) for p in {*a, *b}}


def _order(vector: Mapping[int, Fraction]) -> int:
    """The least n > 0 with n * vector = 0 modulo 1."""
    return lcm(*(w.denominator for w in vector.values()))


def _quotient(a: Mapping[int, Fraction], b: Mapping[int, Fraction]) -> fmpq:
    """prod p^(a - b), where all differences are integers."""
    product = fmpq(1)
    for prime, weight in _plus(a, _times(b, -1)).items():
        product *= fmpq(prime) ** int(weight)
    return product
