"""`SignTable`: the sign of P(t, e^(-t)) on all of t > 0, by its roots and the signs between them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cmp_to_key, lru_cache

from ...errors import BudgetExceeded
from ...exact.roots import descartes_bound
from ..probabilities.values import Poly, Terms, key, normal, of_key, univariate
from .exponential_polynomials import DENSE_DEGREE, ExponentialPolynomial
from .exponential_roots import one_sign
from .roots import Root, irreducible_roots

QUICK_CELLS = 200
"""How many cells are tried on a polynomial as it is, before it is factored."""


@dataclass(frozen=True, slots=True)
class SignTable:
    """Roots 0 < t_1 < ... < t_n, and n + 1 signs: on (0, t_1), (t_1, t_2), ..., (t_n, infinity)."""

    roots: tuple[Root, ...]
    signs: tuple[int, ...]

    @property
    def constant(self) -> int | None:
        """The sign at every t > 0 where it is one (0 only for the zero function), else None."""
        return self.signs[0] if not self.roots else None


def sign_table(poly: Poly) -> SignTable:
    """The signs of P(t, e^(-t)) for t > 0."""
    return _table(key(normal(poly)))


@lru_cache(maxsize=1 << 17)
def _table(terms: Terms) -> SignTable:
    poly = of_key(terms)
    if poly.is_zero():
        return SignTable((), (0,))
    quick = _without_roots(poly)
    if quick is not None:
        return SignTable((), (quick,))
    return _by_factors(poly)


def _without_roots(poly: Poly) -> int | None:
    """The sign of a polynomial without roots t > 0, where that shows at once."""
    if int(poly.degrees()[0]) == 0 and int(poly.degrees()[1]) <= DENSE_DEGREE:
        p = univariate(poly)
        if descartes_bound(p):
            return None
        return 1 if p.coeffs()[0] > 0 else -1
    cells = one_sign(ExponentialPolynomial.of(poly), QUICK_CELLS)
    return None if cells is None else cells[0].sign


def _by_factors(poly: Poly) -> SignTable:
    """The table of a product from those of its irreducible factors, which share no roots.

    Raises BudgetExceeded for a degree that is too large to factor.
    """
    if int(poly.degrees()[1]) > DENSE_DEGREE:
        raise BudgetExceeded(
            f"an inequality has degree {poly.degrees()[1]} in exp(-eps/k), too large to factor; claim a "
            "multiple of eps with a smaller denominator"
        )
    content, factors = poly.factor()
    sign = 1 if content > 0 else -1
    found: list[tuple[Root, int]] = []
    for factor, multiplicity in factors:
        roots, last = irreducible_roots(factor)
        sign *= last ** int(multiplicity)
        found += [(root, int(multiplicity)) for root in roots]
    found.sort(key=cmp_to_key(_compare))
    signs = [sign]
    for _, multiplicity in reversed(found):
        signs.append(signs[-1] * (-1) ** multiplicity)
    return SignTable(tuple(root for root, _ in found), tuple(reversed(signs)))


def _compare(a: tuple[Root, int], b: tuple[Root, int]) -> int:
    return a[0].compare(b[0])
