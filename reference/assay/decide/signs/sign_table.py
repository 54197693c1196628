"""The sign of P(t, e^(-t)) on all of t > 0: its roots, isolated, exactly ordered, and the signs between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key, lru_cache

from ...errors import BudgetExceeded
from ...exact._flint import arb, bounds, precision, rational
from ...exact.roots import bisect, descartes_bound, unit_roots
from ..probabilities.values import Poly, Terms, key, normal, of_key, univariate
from .exponential_polynomials import DENSE_DEGREE, ExponentialPolynomial
from .exponential_roots import Cell, scan


class Root:
    """The root number `index` of an irreducible polynomial, counted in the direction of growing t.

    Two roots are equal iff polynomial and index are: different irreducible polynomials share no root t > 0.
    """

    __slots__ = ("_bits", "index", "isolating", "poly")

    poly: Poly
    index: int
    isolating: tuple[Fraction, Fraction]
    """Rational ends around the root: of y = e^(-t) where the polynomial has no t, else of t."""

    def __init__(self, poly: Poly, index: int, isolating: tuple[Fraction, Fraction]) -> None:
        self.poly, self.index, self.isolating = poly, index, isolating
        self._bits = 64

    @property
    def in_y(self) -> bool:
        """Whether e^(-t) is algebraic at the root (and `isolating` encloses it)."""
        return int(self.poly.degrees()[0]) == 0

    def refine(self) -> None:
        """Halve the isolating interval."""
        self._bits += 1
        low, high = self.isolating
        if low == high:
            return
        if self.in_y:
            self.isolating = bisect(univariate(self.poly), self.isolating)
            return
        function, middle = ExponentialPolynomial.of(self.poly), (low + high) / 2
        same = function.sign_at(middle) == function.sign_at(high)
        self.isolating = (low, middle) if same else (middle, high)

    def ends(self) -> tuple[Fraction, Fraction]:
        """Rationals with low <= t <= high at the root; every `refine` brings them closer."""
        if not self.in_y:
            return self.isolating
        while self.isolating[0] == 0 or self.isolating[1] == 1 != self.isolating[0]:
            self.refine()
        with precision(self._bits):
            lower, upper = (bounds(-arb(rational(y)).log()) for y in reversed(self.isolating))
        if lower is None or upper is None or lower[0] <= 0:
            self.refine()
            return self.ends()
        return lower[0], upper[1]

    def narrow(self, width: Fraction) -> tuple[Fraction, Fraction]:
        """Rational ends around the root at most `width` apart."""
        low, high = self.ends()
        while high - low > width:
            self.refine()
            low, high = self.ends()
        return low, high

    def enclosure(self, bits: int) -> arb:
        """A ball around the root, of radius at most 2^-bits."""
        low, high = self.narrow(Fraction(1, 2**bits))
        with precision(2 * bits):
            return arb(rational(low)).union(arb(rational(high)))

    def compare(self, other: Root) -> int:
        """The sign of the difference of two roots."""
        if self == other:
            return 0
        while True:
            (low, high), (other_low, other_high) = self.ends(), other.ends()
            if high < other_low:
                return -1
            if other_high < low:
                return 1
            self.refine()
            other.refine()

    def __lt__(self, other: Root) -> bool:
        return self.compare(other) < 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Root):
            return NotImplemented
        return self.index == other.index and self.poly == other.poly

    def __hash__(self) -> int:
        return hash((key(self.poly), self.index))

    def __reduce__(self) -> tuple[object, ...]:
        return restored, (key(self.poly), self.index, self.isolating)

    def __repr__(self) -> str:
        return f"Root({self.poly}, {self.index}, {'y' if self.in_y else 't'} in {self.isolating})"


def restored(terms: Terms, index: int, isolating: tuple[Fraction, Fraction]) -> Root:
    """The root that was pickled."""
    return Root(of_key(terms), index, isolating)


def irreducible_roots(poly: Poly) -> tuple[tuple[Root, ...], int]:
    """The roots t > 0 of an irreducible polynomial in increasing order, and its sign for all larger t."""
    return _isolated(key(poly))


@lru_cache(maxsize=1 << 16)
def _isolated(terms: Terms) -> tuple[tuple[Root, ...], int]:
    poly = of_key(terms)
    degree_t, degree_y = poly.degrees()
    if degree_t == 0:
        p = univariate(poly)
        intervals = list(reversed(unit_roots(p)))
        last = 1 if p.coeffs()[0] > 0 else -1
    elif degree_t == 1 and degree_y == 0:
        t = Fraction(-int(poly[(0, 0)]), int(poly[(1, 0)]))
        intervals, last = [(t, t)] if t > 0 else [], 1 if poly[(1, 0)] > 0 else -1
    else:
        intervals, last = _by_enclosures(poly)
    return tuple(Root(poly, n, interval) for n, interval in enumerate(intervals)), last


def _by_enclosures(poly: Poly) -> tuple[list[tuple[Fraction, Fraction]], int]:
    cells: list[Cell] = scan(ExponentialPolynomial.of(poly)) or []
    intervals = [(c.low, c.high) for c in cells if c.sign == 0 and c.high is not None]
    return intervals, cells[-1].sign


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


def on_common_intervals(tables: Sequence[SignTable]) -> tuple[list[Root], list[list[int]]]:
    """The roots of all tables in order, and on each of the intervals between them the sign of each table."""
    roots = sorted({r for t in tables for r in t.roots}, key=cmp_to_key(Root.compare))
    position = {root: n for n, root in enumerate(roots)}
    signs = [
        [t.signs[sum(position[root] < n for root in t.roots)] for t in tables] for n in range(len(roots) + 1)
    ]
    return roots, signs


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
    cells = scan(ExponentialPolynomial.of(poly), QUICK_CELLS, one_sign=True)
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
