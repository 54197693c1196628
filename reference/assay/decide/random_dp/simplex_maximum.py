"""The maximum of a homogeneous polynomial over the probability simplex, certified by Bernstein coefficients.

    f(p) = sum_m b(m) (d! / (m_1! ... m_k!)) p^m,     p_1 + ... + p_k = 1,   |m| = d

lies between the smallest and the largest b(m), and takes the value b(d e_j) at the j-th vertex.  On a smaller
simplex, with vertices v_1, ..., v_k, the coefficients are those of the blossom of f (de Casteljau), and the
bounds close quadratically as the simplex shrinks.  For k = 2 the maximum is at an end or at a root of the
derivative, an algebraic number that can be isolated.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, count, pairwise
from math import comb, lcm
from typing import TypeAlias

from ...budgets.progress import checkpoint
from ...errors import InvalidValue
from ...exact import Certified, Number, number
from ...exact import maximum as largest
from ...exact._flint import arb, fmpz_poly, precision, rational
from ...exact.roots import positive_roots

Exponents: TypeAlias = tuple[int, ...]
Coefficients: TypeAlias = Mapping[Exponents, Fraction]
Point: TypeAlias = tuple[Fraction, ...]
Simplex: TypeAlias = tuple[Point, ...]

FIRST_BITS = 64


@dataclass(frozen=True)
class Bracket:
    """lower <= max f <= upper, with f(at) = lower; `exact` is the maximum itself, where known (k = 2)."""

    lower: Number
    upper: Number
    at: Point
    exact: Certified | None = None

    def __str__(self) -> str:
        point = ", ".join(map(str, self.at))
        return f"[{self.lower.lower(12)}, {self.upper.upper(12)}], at least at p = ({point})"


def maximum(coefficients: Coefficients, k: int, degree: int, width: Number) -> Bracket:
    """Bounds on the maximum at most `width` apart, by bisecting the simplex with the largest upper bound.

    coefficients: b(m) >= 0 by m, with those that are 0 left out.
    Raises InvalidValue for width <= 0 and a negative b(m), BudgetExceeded where a budget runs out.
    """
    if any(value < 0 for value in coefficients.values()):
        raise InvalidValue("a Bernstein coefficient is negative; only probabilities are maximised here")
    if not width > 0:
        raise InvalidValue(f"width = {width} is not positive; give the distance allowed between the bounds")
    limit, tick = Fraction(width.lower(20)), count()
    whole: Simplex = tuple(tuple(Fraction(int(i == j)) for i in range(k)) for j in range(k))
    best, at = max((coefficients.get(_vertex(j, k, degree), Fraction(0)), whole[j]) for j in range(k))
    queue = [(-_top(coefficients), next(tick), whole, coefficients)]
    symmetric = _is_symmetric(coefficients, k)
    while queue and -queue[0][0] - best > limit:
        checkpoint("simplices", next(tick))
        _, _, simplex, b = heapq.heappop(queue)
        for half, inside in _halves(simplex, b):
            if symmetric and _has_a_mirror_image(half):
                continue
            for j in range(k):
                value = inside.get(_vertex(j, k, degree), Fraction(0))
                if value > best:
                    best, at = value, half[j]
            heapq.heappush(queue, (-_top(inside), next(tick), half, inside))
    exact = _on_an_interval(coefficients, degree) if k == 2 else None
    return Bracket(number(best), number(max(-queue[0][0] if queue else best, best)), at, exact)


def _is_symmetric(b: Coefficients, k: int) -> bool:
    """Whether f does not change when two variables are exchanged."""
    return all(
        b.get((*m[:j], m[j + 1], m[j], *m[j + 2 :])) == value for m, value in b.items() for j in range(k - 1)
    )


def _has_a_mirror_image(simplex: Simplex) -> bool:
    """Whether p_i <= p_(i+1) everywhere in it, for some i.

    A symmetric f has its maximum where p_1 >= ... >= p_k, a set that is the closure of its interior; so the
    simplices that meet the interior suffice.
    """
    return any(all(v[i] <= v[i + 1] for v in simplex) for i in range(len(simplex[0]) - 1))


def _vertex(j: int, k: int, degree: int) -> Exponents:
    return tuple(degree if i == j else 0 for i in range(k))


def _top(b: Coefficients) -> Fraction:
    return max(b.values(), default=Fraction(0))


def _halves(simplex: Simplex, b: Coefficients) -> Iterator[tuple[Simplex, Coefficients]]:
    """The halves that arise from halving the longest edge, with their Bernstein coefficients."""
    i, j = max(
        combinations(range(len(simplex)), 2),
        key=lambda e: sum((x - y) ** 2 for x, y in zip(simplex[e[0]], simplex[e[1]], strict=True)),
    )
    middle = tuple((x + y) / 2 for x, y in zip(simplex[i], simplex[j], strict=True))
    for gone, part in zip((j, i), _split(b, i, j), strict=True):
        yield tuple(middle if v == gone else simplex[v] for v in range(len(simplex))), part


def _split(b: Coefficients, i: int, j: int) -> tuple[Coefficients, Coefficients]:
    """De Casteljau at the middle of the edge from vertex i to j, line by line: what is left of j, of i."""
    lines: dict[Exponents, list[Fraction]] = {}
    for m, value in b.items():
        total = m[i] + m[j]
        key = tuple(total if v == i else 0 if v == j else e for v, e in enumerate(m))
        lines.setdefault(key, [Fraction(0)] * (total + 1))[m[j]] = value
    near_i: dict[Exponents, Fraction] = {}
    near_j: dict[Exponents, Fraction] = {}
    for key, line in lines.items():
        total, row = key[i], line
        for r in range(total + 1):
            near_i[_moved(key, i, j, r)] = row[0]
            near_j[_moved(key, i, j, total - r)] = row[-1]
            row = [(x + y) / 2 for x, y in pairwise(row)]
    return {m: v for m, v in near_i.items() if v}, {m: v for m, v in near_j.items() if v}


def _moved(m: Exponents, i: int, j: int, r: int) -> Exponents:
    """m with r units moved from entry i to entry j."""
    return tuple(e - r if v == i else e + r if v == j else e for v, e in enumerate(m))


def _on_an_interval(b: Coefficients, degree: int) -> Certified:
    """The maximum for k = 2: at an end, or at p = u/(1 + u) where the derivative vanishes.

    u > 0 is a root of sum_i (b(i + 1, d - i - 1) - b(i, d - i)) C(d - 1, i) u^i.
    """
    values = [b.get((i, degree - i), Fraction(0)) for i in range(degree + 1)]
    slopes = [(values[i + 1] - values[i]) * comb(degree - 1, i) for i in range(degree)]
    scale = lcm(*(v.denominator for v in slopes))
    derivative = fmpz_poly([int(v * scale) for v in slopes])
    factors = [f for f, _ in derivative.factor_squarefree()[1]] if derivative.degree() > 0 else []
    critical = [
        _at_root(values, f, index) for f in factors for index in range(len(positive_roots(f, FIRST_BITS)))
    ]
    return largest([number(values[0]), number(values[-1]), *critical])


def _at_root(values: list[Fraction], factor: fmpz_poly, index: int) -> Certified:
    """sum_i b_i C(d, i) p^i (1 - p)^(d - i) at p = u/(1 + u), u a positive root of the factor."""
    degree = len(values) - 1

    def ball(bits: int) -> arb:
        low, high = positive_roots(factor, bits)[index]
        with precision(bits):
            u = arb(low).union(arb(high))
            total = sum((arb(rational(v * comb(degree, i))) * u**i for i, v in enumerate(values)), arb(0))
            return total / (1 + u) ** degree

    return Certified(ball, "the value where the derivative vanishes")
