"""Positive radicals b^(1/m) of rationals, and the cyclic groups that they generate modulo Q.

Modulo rational factors, a radical is its vector of prime exponents modulo 1: 12^(1/4) = 2^(1/2) 3^(1/4) is
(1/2, 1/4) at (2, 3).  The multiples of one vector form a cyclic group; the powers of the radical span one field.
The canonical generator of the group is the unit multiple whose vector is the smallest in lexicographic order, so
that 2^(1/3) and 4^(1/3) name the same field.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm

from ..errors import BudgetExceeded
from ._flint import fmpq, fmpz

Exponents = tuple[tuple[int, int], ...]
"""((prime, weight), ...) in increasing order of primes, weights >= 1."""

LARGEST_FACTORED_BITS = 220
"""Integers beyond this size are split only by their small prime factors and as perfect powers."""

LARGEST_DEGREE = 4096
"""Radicals b^(1/m) with a larger m (after simplification) are refused: polynomials would be that long."""


@dataclass(frozen=True, slots=True)
class Radicand:
    """theta = (prod p^w)^(1/degree), with 0 < w < degree, as the canonical generator of its group."""

    weights: Exponents
    degree: int

    @property
    def base(self) -> fmpz:
        """b = prod p^w, so that theta = b^(1/degree)."""
        product = fmpz(1)
        for prime, weight in self.weights:
            product *= fmpz(prime) ** weight
        return product

    def vector(self) -> dict[int, Fraction]:
        """The exponent of each prime in theta, all in (0, 1)."""
        return {prime: Fraction(weight, self.degree) for prime, weight in self.weights}

    def power(self, exponent: int) -> Monomial:
        """theta^exponent in the smallest field that holds it."""
        return canonical({p: w * exponent for p, w in self.vector().items()})

    def within(self, larger: Radicand) -> Monomial:
        """theta = factor * t^j, for t the generator of a field that holds it."""
        mine, step = self.vector(), larger.vector()
        for j in range(1, larger.degree):
            if _modulo_one(_scaled(step, j)) == mine:
                return Monomial(
                    larger, j, _integral_part({p: mine.get(p, Fraction(0)) - j * w for p, w in step.items()})
                )
        raise ValueError(f"{self} does not lie in the field of {larger}")

    def __str__(self) -> str:
        return f"sqrt({self.base})" if self.degree == 2 else f"{self.base}^(1/{self.degree})"


@dataclass(frozen=True, slots=True)
class Monomial:
    """factor * theta^exponent, with theta the generator named by `radicand`."""

    radicand: Radicand
    exponent: int
    factor: fmpq


def _modulo_one(vector: dict[int, Fraction]) -> dict[int, Fraction]:
    """The fractional parts, without the zeros."""
    return {p: w % 1 for p, w in sorted(vector.items()) if w % 1}


def _scaled(vector: dict[int, Fraction], factor: int) -> dict[int, Fraction]:
    return {p: w * factor for p, w in vector.items()}


def _integral_part(vector: dict[int, Fraction]) -> fmpq:
    """prod p^w for integers w."""
    product = fmpq(1)
    for prime, weight in vector.items():
        product *= fmpq(prime) ** int(weight)
    return product


def _order(vector: dict[int, Fraction]) -> int:
    """The least n > 0 with n * vector = 0 modulo 1."""
    return lcm(*(w.denominator for w in vector.values()))


def canonical(vector: dict[int, Fraction]) -> Monomial:
    """prod p^vector[p] as factor * theta^exponent with theta canonical; the product must be irrational."""
    residue = _modulo_one(vector)
    degree = _order(residue)
    if degree > LARGEST_DEGREE:
        raise BudgetExceeded(
            f"a radical of degree {degree} is beyond the supported {LARGEST_DEGREE}; use an epsilon with a smaller denominator"
        )
    radicand, exponent = _generator(tuple(residue.items()), degree)
    step = radicand.vector()
    factor = _integral_part({p: w - exponent * step.get(p, Fraction(0)) for p, w in vector.items()})
    return Monomial(radicand, exponent, factor)


@lru_cache(maxsize=4096)
def _generator(residue: tuple[tuple[int, Fraction], ...], degree: int) -> tuple[Radicand, int]:
    """The canonical generator t of the group of a vector v, and the exponent j with v = j t modulo 1."""
    units = (u for u in range(1, degree) if gcd(u, degree) == 1)
    best, unit = min((tuple(int(w * u % 1 * degree) for _, w in residue), u) for u in units)
    weights = tuple((p, w) for (p, _), w in zip(residue, best, strict=True))
    return Radicand(weights, degree), pow(unit, -1, degree)


@lru_cache(maxsize=4096)
def common_radicand(a: Radicand, b: Radicand) -> Radicand | None:
    """The generator of the group spanned by both, or None where that group is not cyclic."""
    order = lcm(a.degree, b.degree)
    va, vb = a.vector(), b.vector()
    for k in range(order):
        sum_vector = {p: va.get(p, Fraction(0)) + k * vb.get(p, Fraction(0)) for p in {*va, *vb}}
        candidate = _modulo_one(sum_vector)
        # in a cyclic group of order n spanned by a and b, some a + k b has order n
        if _order(candidate) == order and _spans(candidate, va, order) and _spans(candidate, vb, order):
            return canonical(candidate).radicand
    return None


def _spans(generator: dict[int, Fraction], vector: dict[int, Fraction], order: int) -> bool:
    """Whether the vector is a multiple of the generator modulo 1."""
    return any(_modulo_one(_scaled(generator, j)) == vector for j in range(1, order))


def prime_exponents(value: fmpq) -> dict[int, int]:
    """The factorisation of a positive rational; raises BudgetExceeded where it is out of reach."""
    exponents: dict[int, int] = {}
    for part, direction in ((value.p, 1), (value.q, -1)):
        for prime, multiplicity in _factor(part):
            exponents[int(prime)] = exponents.get(int(prime), 0) + direction * multiplicity
    return exponents


def _factor(value: fmpz) -> list[tuple[fmpz, int]]:
    """The prime factors with their multiplicities."""
    if value.bit_length() <= LARGEST_FACTORED_BITS:
        return [(fmpz(p), int(e)) for p, e in value.factor()]
    factors = [(fmpz(p), int(e)) for p, e in value.factor_smooth(40)]
    if any(p.bit_length() > LARGEST_FACTORED_BITS and not p.is_probable_prime() for p, _ in factors):
        raise BudgetExceeded(
            f"a root of an integer of {value.bit_length()} bits needs its factorisation, which is out of reach"
        )
    return factors


def root_of(value: fmpq, degree: int) -> fmpq | Monomial:
    """value^(1/degree) for value > 0: a rational where it is one, otherwise a monomial in a canonical radical."""
    exact = rational_root(value, degree)
    if exact is not None:
        return exact
    exponents = prime_exponents(value)
    return canonical({p: Fraction(e, degree) for p, e in exponents.items()})


def rational_root(value: fmpq, degree: int) -> fmpq | None:
    """The positive rational r with r^degree = value > 0, or None where there is none."""
    roots = []
    for part in (value.p, value.q):
        root = _integer_root(part, degree)
        if root is None:
            return None
        roots.append(root)
    return fmpq(roots[0], roots[1])


def _integer_root(value: fmpz, degree: int) -> fmpz | None:
    if value == 1:
        return value
    if degree > value.bit_length():
        return None
    root = value.root(degree)
    return root if root**degree == value else None
