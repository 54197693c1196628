"""Noise families and how their distributions are summed or integrated.

In units t = epsilon/k every rate is a whole number r >= 1, and y = e^(-t).  A distribution is a sum of
*terms*

    discrete:    c z^i y^(a z)    at an integer z,
    continuous:  c u^i e^(-a u)   as a density in u = t z, for real z,

with integers a, i >= 0 and a `Value` c.  Both families are closed under products, shifts by an integer, and
indefinite sums (integrals), which is all that a sum over a path of comparisons needs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from functools import lru_cache
from math import comb

from .values import ONE, ZERO, T, Value

Exponent = tuple[int, int]
"""(a, i) of a term."""

Terms = dict[Exponent, Value]
"""A sum of terms: the coefficient c of every (a, i); none is zero."""


def add_term(found: Terms, exponent: Exponent, c: Value) -> None:
    """Add one term in place."""
    total = found[exponent] + c if exponent in found else c
    if total:
        found[exponent] = total
    else:
        found.pop(exponent, None)


def add(left: Terms, right: Terms) -> Terms:
    """The sum of two sums of terms."""
    found = dict(left)
    for exponent, c in right.items():
        add_term(found, exponent, c)
    return found


def scale(found: Terms, factor: Value) -> Terms:
    """A sum of terms times a constant."""
    return {exponent: c * factor for exponent, c in found.items()} if factor else {}


def multiply(left: Terms, right: Terms) -> Terms:
    """The product of two sums of terms."""
    found: Terms = {}
    for (a, i), c in left.items():
        for (b, j), d in right.items():
            add_term(found, (a + b, i + j), c * d)
    return found


def reflected(found: Terms) -> Terms:
    """The terms of z -> f(-z)."""
    return {(-a, i): c * Value.of((-1) ** i) for (a, i), c in found.items()}


class Family(ABC):
    """Discrete or continuous noise: what a term means, and how terms are summed."""

    discrete: bool

    @abstractmethod
    def monomial(self, c: int, n: int, i: int) -> Value:
        """c z^i, or c u^i, at the integer z = n."""

    def at(self, found: Terms, n: int) -> Value:
        """The sum of terms at the integer z = n."""
        total = ZERO
        for (a, i), c in found.items():
            total = total + c * self.monomial(1, n, i) * Value.power(a * n)
        return total

    def shift(self, found: Terms, n: int) -> Terms:
        """The terms of z -> f(z + n): c (z+n)^i y^(a(z+n)), or c (u+nt)^i e^(-au) y^(an)."""
        moved: Terms = {}
        for (a, i), c in found.items():
            c = c * Value.power(a * n)
            for j in range(i + 1):
                if n or i == j:
                    add_term(moved, (a, j), c * self.monomial(comb(i, j), n, i - j))
        return moved

    @abstractmethod
    def primitive(self, found: Terms) -> Terms:
        """A function F with F(z) - F(z-1) = f(z), or F' = f."""

    @abstractmethod
    def two_sided(self, rate: int) -> tuple[Terms, Terms]:
        """The distribution on z < 0 and on z >= 0 of the two-sided noise of that rate."""

    @abstractmethod
    def one_sided(self, rate: int) -> Terms:
        """The distribution on z >= 0 of the one-sided noise of that rate."""


class Discrete(Family):
    """Geometric noise on the integers: P(z) = (1-y^r)/(1+y^r) y^(r|z|), or (1-y^r) y^(rz) on z >= 0."""

    discrete = True

    def monomial(self, c: int, n: int, i: int) -> Value:
        """c n^i."""
        return Value.of(c * n**i)

    def primitive(self, found: Terms) -> Terms:
        """Term by term, see `_sum_coefficients`."""
        summed: Terms = {}
        for (a, i), c in found.items():
            for j, d in enumerate(_sum_coefficients(a, i)):
                if d:
                    add_term(summed, (a, j), c * d)
        return summed

    def two_sided(self, rate: int) -> tuple[Terms, Terms]:
        """(1-q)/(1+q) q^|z| with q = y^rate."""
        q = Value.power(rate)
        c = (ONE - q) / (ONE + q)
        return {(-rate, 0): c}, {(rate, 0): c}

    def one_sided(self, rate: int) -> Terms:
        """(1-q) q^z with q = y^rate."""
        return {(rate, 0): ONE - Value.power(rate)}


@lru_cache(maxsize=4096)
def _sum_coefficients(a: int, i: int) -> tuple[Value, ...]:
    """p_0, p_1, ... with F(z) = sum_j p_j z^j y^(az) and F(z) - F(z-1) = z^i y^(az).

    Comparing coefficients of z^m:  p_m - y^(-a) sum_(j>=m) p_j C(j,m) (-1)^(j-m) = [m = i].
    """
    ratio = Value.power(-a)
    top = i if a else i + 1
    p = [ZERO] * (top + 1)
    for m in range(i, -1, -1):
        rest = Value.of(int(m == i))
        unknown = m if a else m + 1
        for j in range(unknown + 1, top + 1):
            rest = rest + ratio * p[j] * Value.of(comb(j, m) * (-1) ** (j - m))
        pivot = ONE - ratio if a else Value.of(m + 1)
        p[unknown] = rest / pivot
    return tuple(p)


class Continuous(Family):
    """Laplace noise of density (r/2) e^(-r|u|), exponential noise of density r e^(-ru), u >= 0; u = t z."""

    discrete = False

    def monomial(self, c: int, n: int, i: int) -> Value:
        """c (nt)^i, since u = nt."""
        return Value(T**i * (c * n**i))

    def primitive(self, found: Terms) -> Terms:
        """The integral of u^i e^(-au) is -e^(-au) sum_j i!/j! u^j / a^(i-j+1), or u^(i+1)/(i+1) for a = 0."""
        integral: Terms = {}
        for (a, i), c in found.items():
            if a == 0:
                add_term(integral, (0, i + 1), c * Value.of(Fraction(1, i + 1)))
                continue
            coefficient = Fraction(-1, a)
            for j in range(i, -1, -1):
                add_term(integral, (a, j), c * Value.of(coefficient))
                coefficient = coefficient * j / a
        return integral

    def two_sided(self, rate: int) -> tuple[Terms, Terms]:
        """(r/2) e^(-r|u|)."""
        c = Value.of(Fraction(rate, 2))
        return {(-rate, 0): c}, {(rate, 0): c}

    def one_sided(self, rate: int) -> Terms:
        """r e^(-ru)."""
        return {(rate, 0): Value.of(rate)}


DISCRETE = Discrete()
CONTINUOUS = Continuous()
