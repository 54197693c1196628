"""Signs on cells of t > 0, confirmed with Python integers alone: Taylor polynomials with enclosed remainders.

Polynomials are terms, as certificates write them; enclosures are pairs of integers in units of 2^-P.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb, factorial
from typing import cast

from ...errors import InvalidValue

Terms = Sequence[Sequence[int]]
"""[i, j, c] for c t^i e^(-jt)."""

Evidence = Mapping[str, object]


def well_formed(terms: Terms, width: int) -> Terms:
    """The terms, if each is a list of whole exponents >= 0 and a whole coefficient, none of them twice.

    Raises InvalidValue for others, whose sum is not what their exponents say.
    """
    exponents = [tuple(term[:-1]) for term in terms]
    require(
        all(len(term) == width and all(type(part) is int for part in term) for term in terms)
        and all(e >= 0 for each in exponents for e in each)
        and len(set(exponents)) == len(exponents),
        f"{list(terms)} are no terms of a polynomial",
    )
    return terms


def times(a: dict[tuple[int, int], int], b: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    """The product of two polynomials, by exponents."""
    product: dict[tuple[int, int], int] = {}
    for (i, j), c in a.items():
        for (k, m), d in b.items():
            product[(i + k, j + m)] = product.get((i + k, j + m), 0) + c * d
    return {exponent: c for exponent, c in product.items() if c}


def require(condition: bool, what: str) -> None:
    """Raise InvalidValue unless it holds."""
    if not condition:
        raise InvalidValue(f"the certificate is not confirmed: {what}")


Ball = tuple[int, int]
"""lo, hi with lo <= 2^P x <= hi."""


class Enclosure:
    """Interval arithmetic on integers in units of 2^-P, rounded outward."""

    def __init__(self, precision: int) -> None:
        self.precision = precision
        self.unit: int = 1 << precision

    def rational(self, q: Fraction) -> Ball:
        """A rational."""
        scaled = q * self.unit
        return scaled.__floor__(), scaled.__ceil__()

    def times(self, x: Ball, y: Ball) -> Ball:
        """The product."""
        products = [a * b for a in x for b in y]
        return min(products) >> self.precision, -((-max(products)) >> self.precision)

    def power(self, x: Ball, n: int) -> Ball:
        """The n-th power."""
        result = (self.unit, self.unit)
        for _ in range(n):
            result = self.times(result, x)
        return result

    def exp_minus(self, t: Fraction) -> Ball:
        """e^(-t) for t >= 0: halve until t <= 1/2, an alternating series, then square."""
        halvings = 0
        while t > Fraction(1, 2):
            t, halvings = t / 2, halvings + 1
        x = self.rational(t)
        low = high = self.unit
        term: Ball = (self.unit, self.unit)
        for n in range(1, self.precision):
            term = self.times(term, x)
            term = (term[0] // n, -(-term[1] // n))
            low, high = (low - term[1], high - term[0]) if n % 2 else (low + term[0], high + term[1])
            if term[1] <= 1:
                break
        found = (low - term[1], high + term[1])
        for _ in range(halvings):
            found = self.times(found, found)
        return max(found[0], 0), found[1]


def cell_signs(terms: Terms, cells: Sequence[Sequence[object]]) -> set[int]:
    """Every cell of t > 0: the first by the Taylor series at 0, the last by decay, the rest by enclosures."""
    ends = _well_formed(cells)
    require(ends[0][0] == 0 and ends[-1][1] is None, "the cells do not cover t > 0")
    require(all(a[1] == b[0] for a, b in pairwise(ends)), "the cells leave a gap")
    require(ends[0][2] != 0 and ends[-1][2] != 0, "the first and the last cell have a sign")
    for low, high, sign in ends:
        if high is None:
            require(_beyond(terms, low, sign), f"sign {sign} for t >= {low}")
        elif low == 0:
            require(_near_zero(terms, high, sign), f"sign {sign} for 0 < t <= {high}")
        else:
            require(_inside(terms, low, high, sign), f"sign {sign} for {low} <= t <= {high}")
    between = [
        (_sign_at(terms, low), _sign_at(terms, cast("Fraction", high)))
        for low, high, s in ends[1:-1]
        if s == 0
    ]
    return {s for _, _, s in ends if s} | {s for pair in between for s in pair}


def _well_formed(cells: Sequence[Sequence[object]]) -> list[tuple[Fraction, Fraction | None, int]]:
    """The cells, each from one end to a later one (None: infinity), with -1, 0 or 1 for its sign."""
    found: list[tuple[Fraction, Fraction | None, int]] = []
    for low, high, sign in cells:
        start, end = Fraction(str(low)), None if high is None else Fraction(str(high))
        require(end is None or start < end, f"{low} to {high} is no cell")
        require(type(sign) is int and sign in (-1, 0, 1), f"{sign!r} is no sign")
        found.append((start, end, cast("int", sign)))
    return found


def _coefficient(terms: Terms, box: Enclosure, t: Ball, powers: dict[int, Ball], n: int) -> Ball:
    """An enclosure of F^(n)(t)/n!, given those of y^j = e^(-jt)."""
    low = high = 0
    for i, j, c in terms:
        for a in range(min(i, n) + 1):
            weight = Fraction(c * comb(i, a) * (-j) ** (n - a), factorial(n - a))
            if weight:
                value = box.times(box.times(box.power(t, i - a), powers[j]), box.rational(weight))
                low, high = low + value[0], high + value[1]
    return low, high


def _near_zero(terms: Terms, high: Fraction, sign: int) -> bool:
    """F = t^m (a_m + a_(m+1) t + ... + R t^(n-m)), exact but for an enclosure of R on [0, high]."""
    exact: list[Fraction] = []
    while not any(exact) or len(exact) < _first(exact) + 9:
        n = len(exact)
        exact.append(
            sum((Fraction(c * (-j) ** (n - i), factorial(n - i)) for i, j, c in terms if i <= n), Fraction(0))
        )
    m, n = _first(exact), len(exact)
    box = Enclosure(_precision(terms))
    t: Ball = (0, box.rational(high)[1])
    powers = {j: (box.exp_minus(j * high)[0], box.unit) for _, j, _ in terms}
    total = _coefficient(terms, box, t, powers, n)
    for a in reversed(exact[m:]):
        product, constant = box.times(total, t), box.rational(a)
        total = (product[0] + constant[0], product[1] + constant[1])
    return total[0] > 0 if sign > 0 else sign < 0 and total[1] < 0


def _first(exact: list[Fraction]) -> int:
    return next(k for k, a in enumerate(exact) if a)


def _precision(terms: Terms) -> int:
    return 256 + max(abs(c) for _, _, c in terms).bit_length() + 8 * max(j for _, j, _ in terms)


def _beyond(terms: Terms, low: Fraction, sign: int) -> bool:
    """|G(t)| for the part G free of y grows from `low` on, and every t^i e^(-jt) with j >= 1 falls."""
    slow = {i: c for i, j, c in terms if j == 0}
    if not slow or any(j and low * j < i for i, j, _ in terms):
        return False
    shifted = [
        sum((c * comb(i, k) * low ** (i - k) for i, c in slow.items() if i >= k), Fraction(0))
        for k in range(max(slow) + 1)
    ]
    if any(a * sign < 0 for a in shifted) or shifted[0] == 0:
        return False
    box = Enclosure(_precision(terms) + 2 * int(low) * max(j for _, j, _ in terms))
    y = box.exp_minus(low)
    fast = sum(box.times(box.rational(abs(c) * low**i), box.power(y, j))[1] for i, j, c in terms if j)
    return box.rational(abs(shifted[0]))[0] > fast


def _inside(terms: Terms, low: Fraction, high: Fraction, sign: int) -> bool:
    """A Taylor polynomial with an enclosed remainder excludes 0, or that of F' does and the ends tell."""
    order = 20
    box = Enclosure(_precision(terms))
    middle, radius = (low + high) / 2, box.rational((high - low) / 2)[1]
    t = box.rational(middle)
    at_middle = {j: box.exp_minus(j * middle) for _, j, _ in terms}
    over = {j: (box.exp_minus(j * high)[0], box.exp_minus(j * low)[1]) for _, j, _ in terms}
    series = [_coefficient(terms, box, t, at_middle, n) for n in range(order)]
    series.append(_coefficient(terms, box, (box.rational(low)[0], box.rational(high)[1]), over, order))
    if sign and _excludes_zero(series, box, radius) == sign:
        return True
    slopes = [(n * c[0], n * c[1]) for n, c in enumerate(series)][1:]
    if not _excludes_zero(slopes, box, radius):
        return False
    start, end = _sign_at(terms, low), _sign_at(terms, high)
    return start * end == -1 if sign == 0 else start == end == sign


def _excludes_zero(series: list[Ball], box: Enclosure, radius: int) -> int:
    """The sign of sum c_n h^n for all |h| <= radius, or 0 where the enclosure does not tell."""
    total: Ball = (0, 0)
    for c in reversed(series):
        product = box.times(total, (-radius, radius))
        total = (product[0] + c[0], product[1] + c[1])
    return 1 if total[0] > 0 else -1 if total[1] < 0 else 0


def _sign_at(terms: Terms, t: Fraction) -> int:
    """The sign of F at a rational t > 0, with growing precision; 0 where 2^16 bits do not tell."""
    precision = _precision(terms)
    while precision <= 1 << 16:
        box = Enclosure(precision)
        powers = {j: box.exp_minus(j * t) for _, j, _ in terms}
        low, high = _coefficient(terms, box, box.rational(t), powers, 0)
        if low > 0 or high < 0:
            return 1 if low > 0 else -1
        precision *= 2
    return 0
