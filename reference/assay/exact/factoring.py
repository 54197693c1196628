"""Integers and rationals as products of prime powers and as perfect powers, within a budget; and quotients of
polynomials as perfect powers, by square-free factorisation.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count, islice
from math import gcd, prod

from ..errors import BudgetExceeded
from ._flint import fmpq, fmpz, fmpz_poly
from .field import Quotient

LARGEST_SMOOTH_BITS = 50_000
"""Larger integers are not searched for small prime factors."""

LARGEST_FACTORED_BITS = 180
"""A composite number beyond this size, without small prime factors, is not factored."""

LARGEST_PROVED_BITS = 1024
"""A number beyond this size is not proved to be prime."""

SMALL_FACTOR_BITS = 20
"""Every prime factor of at most so many bits is found before anything else is tried."""

LARGEST_TESTED_BITS = 10_000
"""Larger integers are not tested for being a perfect power by trying all exponents."""

SMALLEST_BITS = 10
"""The same for perfect powers: without a prime factor of so many bits, every root is larger than 2^10."""


MODULI = 4
"""Modulo so many primes a long integer is tested before a root of it is taken."""
Factors = list[tuple[fmpz_poly, int]]


def prime_exponents(value: fmpq) -> dict[int, int]:
    """The a_p with value = prod p^(a_p) > 0; BudgetExceeded where the factorisation is out of reach."""
    exponents: dict[int, int] = {}
    for part, direction in ((value.p, 1), (value.q, -1)):
        for prime, multiplicity in _prime_powers(part):
            exponents[int(prime)] = exponents.get(int(prime), 0) + direction * multiplicity
    return exponents


def _prime_powers(value: fmpz) -> Iterator[tuple[fmpz, int]]:
    """The prime factors with their multiplicities; every one is proved to be prime."""
    if value.bit_length() > LARGEST_SMOOTH_BITS:
        raise _out_of_reach(value)
    for part, multiplicity in value.factor_smooth(SMALL_FACTOR_BITS):
        factor = fmpz(part)
        if factor.bit_length() <= LARGEST_FACTORED_BITS:
            for prime, power in factor.factor():
                yield fmpz(prime), int(multiplicity) * int(power)
        elif factor.bit_length() <= LARGEST_PROVED_BITS and factor.is_prime():
            yield factor, int(multiplicity)
        else:
            raise _out_of_reach(factor)


def _out_of_reach(value: fmpz) -> BudgetExceeded:
    return BudgetExceeded(
        f"a root of an integer of {value.bit_length()} bits needs its factorisation, which is out of reach; "
        "use rationals with smaller numerators and denominators"
    )


def rational_root(value: fmpq, degree: int) -> fmpq | None:
    """The positive rational r with r^degree = value > 0, or None where there is none."""
    num, den = _integer_root(value.p, degree), _integer_root(value.q, degree)
    return None if num is None or den is None else fmpq(num, den)


def _integer_root(value: fmpz, degree: int) -> fmpz | None:
    if value == 1:
        return value
    if degree >= value.bit_length():
        return None
    root = value.root(degree)
    return root if root**degree == value else None


def primitive_root(value: fmpq) -> tuple[fmpq, int]:
    """(r, g) with value = r^g and g as large as possible, for a positive value other than 1."""
    exponent = 1
    while _may_be_power(value.p) and _may_be_power(value.q):
        for prime in _possible_exponents(max(value.p, value.q)):
            root = rational_root(value, prime) if _may_be_root(value, prime) else None
            if root is not None:
                value, exponent = root, exponent * prime
                break
        else:
            break
    return value, exponent


def _may_be_power(value: fmpz) -> bool:
    """Whether a part is 1 or a perfect power; for a large one, where that takes long, simply True."""
    return bool(value == 1 or value.bit_length() > LARGEST_TESTED_BITS or value.is_perfect_power())


def _may_be_root(value: fmpq, degree: int) -> bool:
    """Whether value may be a power of prime degree: of a small one always, of a long one by its residues."""
    long = [part for part in (value.p, value.q) if part.bit_length() > LARGEST_TESTED_BITS]
    return all(_is_residue(part, degree) for part in long)


def _is_residue(value: fmpz, degree: int) -> bool:
    """Whether value^((q - 1)/degree) is 0 or 1 modulo primes q = 1 (mod degree), as it is for every power."""
    return all(pow(int(value % q), (q - 1) // degree, q) < 2 for q in _moduli(degree))


@cache
def _moduli(degree: int) -> tuple[int, ...]:
    """The first few primes that are 1 modulo the degree."""
    return tuple(islice((q for q in count(degree + 1, degree) if fmpz(q).is_prime()), MODULI))


def _possible_exponents(value: fmpz) -> Iterator[int]:
    """Primes among which are all those k for which value > 1 is a k-th power."""
    prime = _least_small_prime(value)
    if prime is not None:
        return (int(p) for p, _ in fmpz(_without(value, prime)[0]).factor())
    largest = int(value.bit_length()) // SMALLEST_BITS
    return (k for k in range(2, largest + 1) if fmpz(k).is_prime())


@cache
def _small_primes() -> tuple[tuple[fmpz, ...], fmpz]:
    """The primes of at most SMALLEST_BITS bits, and their product."""
    primes = tuple(fmpz(n) for n in range(2, 1 << SMALLEST_BITS) if fmpz(n).is_prime())
    return primes, prod(primes, start=fmpz(1))


def _least_small_prime(value: fmpz) -> fmpz | None:
    """The least prime factor of at most SMALLEST_BITS bits; one common divisor finds whether there is any."""
    primes, product = _small_primes()
    common = product.gcd(value)
    return next((prime for prime in primes if common % prime == 0), None)


def _without(value: fmpz, factor: fmpz) -> tuple[int, fmpz]:
    """(k, value / factor^k) with k as large as possible; the squares of the factor first."""
    if value % factor != 0:
        return 0, value
    half, rest = _without(value // factor, factor * factor)
    odd = rest % factor == 0
    return 1 + 2 * half + odd, rest // factor if odd else rest


def without_monomial(value: Quotient) -> tuple[int, Quotient]:
    """(k, w) with value = theta^k w and theta dividing neither part of w."""
    low = [next(i for i, c in enumerate(poly.coeffs()) if c != 0) for poly in value]
    return low[0] - low[1], (value[0].right_shift(low[0]), value[1].right_shift(low[1]))


def is_constant(value: Quotient) -> bool:
    """Whether the quotient is a rational."""
    return bool(value[0].degree() <= 0 and value[1].degree() <= 0)


def root_of_quotient(value: Quotient, degree: int) -> Quotient | None:
    """A quotient r with r^degree = value; None where there is none.

    The parts are c prod f^m with square-free f, pairwise coprime: every m must be a multiple of the degree,
    and the quotient of the contents c a perfect power.
    """
    return _root(*_factored(value), degree)


def primitive_root_of_quotient(value: Quotient) -> tuple[Quotient, int]:
    """(r, g) with value = r^g and g as large as possible, for a value that is not constant."""
    content, above, below = _factored(value)
    common = gcd(*(m for _, m in above + below))
    for g in range(common, 1, -1):
        root = _root(content, above, below, g) if common % g == 0 else None
        if root is not None:
            return root, g
    return value, 1


def _factored(value: Quotient) -> tuple[fmpq, Factors, Factors]:
    """The quotient of the contents, and the square-free factors above and below."""
    (a, above), (b, below) = (poly.factor_squarefree() for poly in value)
    return fmpq(a, b), above, below


def _root(content: fmpq, above: Factors, below: Factors, degree: int) -> Quotient | None:
    if any(m % degree for _, m in above + below) or (content < 0 and degree % 2 == 0):
        return None
    scale = rational_root(abs(content), degree)
    if scale is None:
        return None
    sign = 1 if content > 0 else -1
    return _product(above, degree) * (sign * scale.p), _product(below, degree) * scale.q


def _product(factors: Factors, degree: int) -> fmpz_poly:
    """prod f^(m/degree)."""
    out = fmpz_poly([1])
    for factor, multiplicity in factors:
        out *= factor ** (int(multiplicity) // degree)
    return out
