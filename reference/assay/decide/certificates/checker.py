"""Re-checking certificates with Python integers alone: nothing of the search is trusted, and no library.

`check(certificate)` goes through every inequality F <= 0 of a certificate (see `certificates` for the
format), confirms the evidence, and confirms that F has no positive sign.  Enclosures are pairs of integers
in units of 2^-P.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb, factorial
from typing import cast

from ...errors import InvalidValue

Terms = Sequence[Sequence[int]]
Evidence = Mapping[str, object]


def check(certificate: Mapping[str, object]) -> int:
    """The number of statements confirmed.  Raises InvalidValue for the first that is not."""
    try:
        return _check(certificate)
    except (KeyError, IndexError, TypeError, ValueError, ZeroDivisionError) as error:
        if isinstance(error, InvalidValue):
            raise
        raise InvalidValue(f"the certificate is not confirmed: it is malformed ({error!r})") from None


def _check(certificate: Mapping[str, object]) -> int:
    entries = cast("list[Mapping[str, object]]", certificate["inequalities"])
    for entry in entries:
        terms = _well_formed(cast("Terms", entry["terms"]), 3)
        if terms and 1 in signs(terms, cast("Evidence", entry["evidence"])):
            raise InvalidValue(f"the inequality {list(terms)} <= 0 is not confirmed: a positive sign occurs")
    squares = cast("list[Terms]", certificate["on_square"])
    for terms in squares:
        _require(_nonpositive_on_square(_well_formed(terms, 5)), f"{list(terms)} <= 0 on the square")
    return len(entries) + len(squares)


def _well_formed(terms: Terms, width: int) -> Terms:
    """The terms, if each is a list of whole exponents >= 0 and a whole coefficient, none of them twice."""
    exponents = [tuple(term[:-1]) for term in terms]
    _require(
        all(len(term) == width and all(type(part) is int for part in term) for term in terms)
        and all(e >= 0 for each in exponents for e in each)
        and len(set(exponents)) == len(exponents),
        f"{list(terms)} are no terms of a polynomial",
    )
    return terms


def _nonpositive_on_square(terms: Terms) -> bool:
    """sum c theta^i psi^j u^m w^n <= 0 for 0 < theta, psi <= 1, u = -ln theta, w = -ln psi.

    With theta = 1/(1+a), psi = 1/(1+b) and  4a(1+a)/d <= ln(1+a) <= a(2+a)^2/d  for d = 2(1+a)(2+a), each
    bound where it makes the sum larger, no coefficient of the polynomial in a and b is positive.
    """
    top = [max((term[v] for term in terms), default=0) for v in range(4)]
    parts: dict[tuple[int, int], Square] = {}
    for i, j, m, n, c in terms:
        moved = _outer(_power([1, 1], top[0] - i), _power([1, 1], top[1] - j), c)
        parts[(m, n)] = _plus(parts.get((m, n), {}), moved)
    total: Square = {}
    for (m, n), part in parts.items():
        for keep, bound in ((1, [0, 4, 4, 1]), (-1, [0, 4, 4])):
            u, w = (_bounded(bound, power, most) for power, most in ((m, top[2]), (n, top[3])))
            kept = {e: c for e, c in part.items() if c * keep > 0}
            total = _plus(total, _times(kept, _outer(u, w, 1)))
    return all(c <= 0 for c in total.values())


Square = dict[tuple[int, int], int]
"""A polynomial in a and b."""


def _bounded(bound: list[int], power: int, most: int) -> list[int]:
    """bound^power d^(most - power) for d = 4 + 6a + 2a^2; the bounds are a(2+a)^2 and 4a(1+a)."""
    found = [1]
    for factor in [bound] * power + [[4, 6, 2]] * (most - power):
        found = _product(found, factor)
    return found


def _power(p: list[int], n: int) -> list[int]:
    found = [1]
    for _ in range(n):
        found = _product(found, p)
    return found


def _product(p: list[int], q: list[int]) -> list[int]:
    found = [0] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            found[i + j] += a * b
    return found


def _outer(p: list[int], q: list[int], c: int) -> Square:
    return {(i, j): a * b * c for i, a in enumerate(p) for j, b in enumerate(q)}


def _plus(p: Square, q: Square) -> Square:
    found = dict(p)
    for exponent, c in q.items():
        found[exponent] = found.get(exponent, 0) + c
    return found


def signs(terms: Terms, evidence: Evidence) -> set[int]:
    """The signs that F may take on open intervals of t > 0, as the evidence shows.

    Raises InvalidValue where the evidence shows nothing.
    """
    kind = evidence["kind"]
    if kind == "factors":
        return _factor_signs(terms, evidence)
    if kind == "linear":
        return _linear_signs(terms)
    cells = cast("list[list[object]]", evidence["cells"])
    return (_unit_signs if kind == "unit" else _cell_signs)(terms, cells)


def _require(condition: bool, what: str) -> None:
    if not condition:
        raise InvalidValue(f"the certificate is not confirmed: {what}")


def _factor_signs(terms: Terms, evidence: Evidence) -> set[int]:
    """Even multiplicities do not matter; of the odd ones at most one factor may change its sign."""
    content = cast("int", evidence["content"])
    product = {(0, 0): content}
    found = {1 if content > 0 else -1}
    for factor in cast("list[Mapping[str, object]]", evidence["factors"]):
        own, power = cast("Terms", factor["terms"]), cast("int", factor["multiplicity"])
        for _ in range(power):
            product = _times(product, {(i, j): c for i, j, c in own})
        seen = signs(own, cast("Evidence", factor["evidence"]))
        if power % 2:
            found = {a * b for a in found for b in seen}
    _require(product == {(i, j): c for i, j, c in terms}, f"the factors do not multiply to {list(terms)}")
    return found


def _times(a: dict[tuple[int, int], int], b: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    product: dict[tuple[int, int], int] = {}
    for (i, j), c in a.items():
        for (k, m), d in b.items():
            product[(i + k, j + m)] = product.get((i + k, j + m), 0) + c * d
    return {exponent: c for exponent, c in product.items() if c}


def _linear_signs(terms: Terms) -> set[int]:
    """a + b t takes the signs of a and b on t > 0; a + b y those of a and a + b on 0 < y < 1."""
    a = sum(c for i, j, c in terms if i + j == 0)
    b = sum(c for i, j, c in terms if i + j == 1)
    _require(
        all(i + j <= 1 for i, j, _ in terms) and len({i for i, j, _ in terms if i + j}) == 1, "not linear"
    )
    ends = (a, b) if any(i for i, _, _ in terms) else (a, a + b)
    return {(e > 0) - (e < 0) for e in ends} - {0}


def _unit_signs(terms: Terms, cells: Sequence[Sequence[object]]) -> set[int]:
    """Descartes' rule on every cell of 0 < y < 1."""
    _require(all(i == 0 for i, _, _ in terms), "t occurs")
    p = [0] * (max(j for _, j, _ in terms) + 1)
    for _, j, c in terms:
        p[j] = c
    ends = [(Fraction(str(low)), Fraction(str(high)), n) for low, high, n in cells]
    _require(ends[0][0] == 0 and ends[-1][1] == 1, "the cells do not cover 0 < y < 1")
    _require(all(a[1] == b[0] and _value(p, a[1]) for a, b in pairwise(ends)), "the cells leave a gap")
    found: set[int] = set()
    for low, high, n in ends:
        moved = _moved(p, low, high)
        kept = [c > 0 for c in moved if c]
        _require(
            sum(a != b for a, b in pairwise(kept)) == n and n in (0, 1), f"not {n} roots in ({low}, {high})"
        )
        found |= {1 if kept[0] else -1, 1 if kept[-1] else -1}
    return found


def _value(p: list[int], y: Fraction) -> Fraction:
    return sum((c * y**j for j, c in enumerate(p)), Fraction(0))


def _moved(p: list[int], low: Fraction, high: Fraction) -> list[int]:
    """The coefficients of (1+u)^n p((low + high u)/(1+u)), up to a factor: low < y < high becomes u > 0."""
    n, scale = len(p) - 1, low.denominator * high.denominator
    a, b = int(low * scale), int(high * scale)
    total = [0] * (n + 1)
    for j, c in enumerate(p):
        top = [comb(j, m) * a ** (j - m) * b**m for m in range(j + 1)]
        rest = [comb(n - j, m) for m in range(n - j + 1)]
        for m, x in enumerate(top):
            for k, y in enumerate(rest):
                total[m + k] += c * scale ** (n - j) * x * y
    return total


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


def _cell_signs(terms: Terms, cells: Sequence[Sequence[object]]) -> set[int]:
    """Every cell of t > 0: the first by the Taylor series at 0, the last by decay, the rest by enclosures."""
    ends = [
        (Fraction(str(low)), None if high is None else Fraction(str(high)), cast("int", sign))
        for low, high, sign in cells
    ]
    _require(ends[0][0] == 0 and ends[-1][1] is None, "the cells do not cover t > 0")
    _require(all(a[1] == b[0] for a, b in pairwise(ends)), "the cells leave a gap")
    for low, high, sign in ends:
        if high is None:
            _require(_beyond(terms, low, sign), f"sign {sign} for t >= {low}")
        elif low == 0:
            _require(_near_zero(terms, high, sign), f"sign {sign} for 0 < t <= {high}")
        else:
            _require(_inside(terms, low, high, sign), f"sign {sign} for {low} <= t <= {high}")
    between = [
        (_sign_at(terms, low), _sign_at(terms, cast("Fraction", high)))
        for low, high, s in ends[1:-1]
        if s == 0
    ]
    return {s for _, _, s in ends if s} | {s for pair in between for s in pair}


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
