"""Re-checking certificates with Python integers alone: nothing of the search is trusted, and no library.

`check(certificate)` goes through every inequality F <= 0 of a certificate (see `certificate` for the format),
confirms the evidence, and confirms that F has no positive sign: here for factors, linear polynomials and
those in y = e^(-t) alone; `checked_cells` has the cells of t > 0, and `checked_square` the square.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import cast

from ...errors import InvalidValue
from .checked_cells import cell_signs
from .checked_square import nonpositive_on_square
from .checked_terms import Evidence, Terms, require, times, well_formed


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
