"""Re-checking certificates with Python integers alone: nothing of the search is trusted, and no library.

`check(certificate)` goes through every inequality F <= 0 of a certificate (see `certificate` for the format),
confirms the evidence, and confirms that F has no positive sign: here for factors, linear polynomials,
those in y = e^(-t) alone, and the square 0 < theta, psi <= 1; `checked_cells` has the cells of t > 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import cast

from ...errors import InvalidValue
from .checked_cells import Evidence, Terms, cell_signs, require, times, well_formed


def check(certificate: Mapping[str, object]) -> int:
    """The number of statements confirmed.  Raises InvalidValue for the first that is not."""
    try:
        return _check(certificate)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as error:
        if isinstance(error, InvalidValue):
            raise
        raise InvalidValue(f"the certificate is not confirmed: it is malformed ({error!r})") from None


def _check(certificate: Mapping[str, object]) -> int:
    entries = cast("list[Mapping[str, object]]", certificate["inequalities"])
    for entry in entries:
        terms = well_formed(cast("Terms", entry["terms"]), 3)
        if terms and 1 in signs(terms, cast("Evidence", entry["evidence"])):
            raise InvalidValue(f"the inequality {list(terms)} <= 0 is not confirmed: a positive sign occurs")
    squares = cast("list[Terms]", certificate["on_square"])
    for terms in squares:
        require(nonpositive_on_square(well_formed(terms, 5)), f"{list(terms)} <= 0 on the square")
    return len(entries) + len(squares)


def signs(terms: Terms, evidence: Evidence) -> set[int]:
    """The signs that F != 0 may take on open intervals of t > 0, as the evidence shows.

    Raises InvalidValue where the evidence shows nothing.
    """
    well_formed(terms, 3)
    require(any(c for *_, c in terms), f"{list(terms)} is 0 everywhere")
    found = _shown(terms, evidence)
    require(found != set(), f"no sign is shown of {list(terms)}")
    return found


def _shown(terms: Terms, evidence: Evidence) -> set[int]:
    """The signs that one kind of evidence shows."""
    kind = evidence["kind"]
    if kind == "factors":
        return _factor_signs(terms, evidence)
    if kind == "linear":
        return _linear_signs(terms)
    require(kind in ("unit", "cells"), f"{kind!r} is no evidence")
    cells = cast("list[list[object]]", evidence["cells"])
    return (_unit_signs if kind == "unit" else cell_signs)(terms, cells)


def _factor_signs(terms: Terms, evidence: Evidence) -> set[int]:
    """Even multiplicities do not matter; of the odd ones at most one factor may change its sign."""
    content = cast("int", evidence["content"])
    require(type(content) is int and content != 0, f"{content!r} is no content")
    product = {(0, 0): content}
    found = {1 if content > 0 else -1}
    for factor in cast("list[Mapping[str, object]]", evidence["factors"]):
        own, power = cast("Terms", factor["terms"]), cast("int", factor["multiplicity"])
        require(type(power) is int and power > 0, f"{power!r} is no multiplicity")
        for _ in range(power):
            product = times(product, {(i, j): c for i, j, c in own})
        seen = signs(own, cast("Evidence", factor["evidence"]))
        if power % 2:
            found = {a * b for a in found for b in seen}
    require(product == {(i, j): c for i, j, c in terms}, f"the factors do not multiply to {list(terms)}")
    return found


def _linear_signs(terms: Terms) -> set[int]:
    """a + b t takes the signs of a and b on t > 0; a + b y those of a and a + b on 0 < y < 1."""
    a = sum(c for i, j, c in terms if i + j == 0)
    b = sum(c for i, j, c in terms if i + j == 1)
    require(
        all(i + j <= 1 for i, j, _ in terms) and len({i for i, j, _ in terms if i + j}) == 1, "not linear"
    )
    ends = (a, b) if any(i for i, _, _ in terms) else (a, a + b)
    return {(e > 0) - (e < 0) for e in ends} - {0}


def _unit_signs(terms: Terms, cells: Sequence[Sequence[object]]) -> set[int]:
    """Descartes' rule on every cell of 0 < y < 1."""
    require(all(i == 0 for i, _, _ in terms), "t occurs")
    p = [0] * (max(j for _, j, _ in terms) + 1)
    for _, j, c in terms:
        p[j] = c
    ends = [(Fraction(str(low)), Fraction(str(high)), n) for low, high, n in cells]
    require(ends[0][0] == 0 and ends[-1][1] == 1, "the cells do not cover 0 < y < 1")
    require(all(a[1] == b[0] and _value(p, a[1]) for a, b in pairwise(ends)), "the cells leave a gap")
    found: set[int] = set()
    for low, high, n in ends:
        moved = _moved(p, low, high)
        kept = [c > 0 for c in moved if c]
        require(
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


def nonpositive_on_square(terms: Terms) -> bool:
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
            total = _plus(total, times(kept, _outer(u, w, 1)))
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
