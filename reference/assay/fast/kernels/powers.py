"""Products of independent parts by their likelihood ratios: few terms, where the outputs are many.

A divergence depends on the ratios P(o)/Q(o) alone, and the ratios of independent parts multiply.  So terms of
one ratio are added up as the product is formed, like those of one degree in a product of polynomials; a long
power of one part is computed as one, by the polynomials of `assay.composition`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from ...exact import Number, number

Totals: TypeAlias = "dict[Number | None, tuple[Number, Number]]"
"""The probabilities under P and under Q of the outcomes with each ratio P(o)/Q(o); None where Q(o) = 0."""

LONG = 24
"""From so many equal parts on their power is computed as that of a polynomial."""

MOST_SLOTS = 1 << 20
"""Polynomials with more coefficients than these are not begun."""

ZERO, ONE = number(0), number(1)


def by_ratio(joint: Mapping[tuple[Number, Number], int]) -> Totals:
    """The outcomes of each likelihood ratio together, from how many have which two probabilities."""
    return _gathered((n * p, n * q) for (p, q), n in joint.items())


def product_of(parts: Sequence[Totals], counts: Sequence[int]) -> Totals:
    """The product of independent parts, each as often as it occurs."""
    total: Totals = {ONE: (ONE, ONE)}
    for part, count in zip(parts, counts, strict=True):
        if count:
            total = times(total, power(part, count))
    return total


def times(a: Totals, b: Totals) -> Totals:
    """The product of two independent parts."""
    if len(a) == 1 and ONE in a:
        return b
    found: Totals = {}
    for ratio, (p, q) in a.items():
        for factor, (r, s) in b.items():
            above, below = p * r, q * s
            if above or below:
                both = None if ratio is None or factor is None else ratio * factor
                _add(found, both if below else None, above, below)
    return found


def power(part: Totals, count: int) -> Totals:
    """The product of `count` >= 1 parts that are alike."""
    known = _as_polynomial(part, count) if count >= LONG else None
    if known is not None:
        return known
    total: Totals = {ONE: (ONE, ONE)}
    while count:
        if count % 2:
            total = times(total, part)
        count //= 2
        part = times(part, part) if count else part
    return total


def _as_polynomial(part: Totals, count: int) -> Totals | None:
    """The power by polynomials; None where it would be too long, or has a function of EPS."""
    from ...composition.finite_pair import FinitePair
    from ...composition.ordered import Ordered

    one = FinitePair.from_masses(part.values())
    if not one.atoms or any(p.is_symbolic or q.is_symbolic for p, q in part.values()):
        return None
    ordered = Ordered([(one, count)], most_bytes=MOST_SLOTS * MOST_SLOTS)
    if ordered.size > MOST_SLOTS:
        return None
    p, q = ordered.distributions
    finite = _gathered((p.probability([place]), q.probability([place])) for place in p.slots)
    infinite = (ONE - (ONE - one.infinite) ** count, ONE - (ONE - one.only_q) ** count)
    for masses in ((infinite[0], ZERO), (ZERO, infinite[1])):
        if any(masses):
            _add(finite, None if masses[0] else ZERO, *masses)
    return finite


def _gathered(masses: Iterable[tuple[Number, Number]]) -> Totals:
    found: Totals = {}
    for p, q in masses:
        if p or q:
            _add(found, p / q if q else None, p, q)
    return found


def _add(found: Totals, ratio: Number | None, p: Number, q: Number) -> None:
    known = found.get(ratio)
    found[ratio] = (p, q) if known is None else (known[0] + p, known[1] + q)
