"""Where one logarithm, a function of EPS, exceeds another on an interval of epsilon."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from ...errors import UndecidedError
from ...exact import Log, Number, certified
from ...exact._flint import bounds
from ...exact.fields import Symbolic
from ...exact.log_form import PowerOfE, function_and_bound
from ...exact.number import from_element
from ...exact.order import FIRST_BITS, LAST_BITS
from ...exact.real import brief
from ..probabilities.values import Value
from .endpoints import endpoint
from .sign_table import Root, SignTable, sign_table

End: TypeAlias = tuple[Root, int]
"""epsilon = k t for a root t."""


@dataclass(frozen=True)
class Span:
    """The epsilons from one end to another; None is 0 below, and infinity above."""

    low: End | None
    high: End | None

    def meet(self, other: Span) -> Span | None:
        """What both have in common; None where that is empty or one epsilon."""
        low = self.low if other.low is None or (self.low and compare(self.low, other.low) >= 0) else other.low
        high = (
            self.high
            if other.high is None or (self.high and compare(self.high, other.high) <= 0)
            else other.high
        )
        return Span(low, high) if low is None or high is None or compare(low, high) < 0 else None


def compare(a: End, b: End) -> int:
    """The sign of the difference of two ends; exact in one unit, and for ends that are logarithms."""
    (left, k), (right, m) = a, b
    if k == m:
        return left.compare(right)
    first, second = endpoint(left, k), endpoint(right, m)
    if isinstance(first, Log) and isinstance(second, Log):
        return first.compare(second)
    return certified(first).compare(second)


def signs_on(a: Log, b: Log, span: Span) -> frozenset[int]:
    """The signs that a - b takes on the span, its ends included."""
    if a.is_infinite or b.is_infinite:
        return frozenset(((a.infinite > b.infinite) - (a.infinite < b.infinite),))
    element, bound = function_and_bound(a, b)
    f = from_element(element)
    if not bound:
        return _signs(f - 1, span)
    if not bound.rational and bound.argument.is_rational:
        p, q = bound.coefficient.numerator, bound.coefficient.denominator
        return _signs(f**q - bound.argument**p, span)
    bits = FIRST_BITS
    while bits <= LAST_BITS:
        low, high = _ends(PowerOfE(bound), bits)
        above_low, above_high = _signs(f - low, span), _signs(f - high, span)
        if -1 not in above_high:
            return frozenset((1,))
        if 1 not in above_low:
            return frozenset((-1,))
        if -1 in above_low and 1 in above_high:
            return frozenset((-1, 0, 1))
        bits *= 2
    raise UndecidedError(f"({brief(a)}) - ({brief(b)}) is not separated from 0 with {LAST_BITS} bits")


def spans_above(a: Log, b: Log, span: Span) -> Iterator[tuple[Span, frozenset[End]]]:
    """Parts of the span where a > b, with the ends of the span at which a > b too.

    With a constant that no rational is, they are parts of what is above.
    """
    if a.is_infinite or b.is_infinite:
        if a.infinite > b.infinite:
            yield span, _ends_of(span)
        return
    element, bound = function_and_bound(a, b)
    f = from_element(element)
    if not bound or (not bound.rational and bound.argument.is_rational):
        p, q = bound.coefficient.numerator, bound.coefficient.denominator
        gap = f**q - bound.argument**p
    else:
        gap = f - _ends(PowerOfE(bound), FIRST_BITS)[1]
    table, k = _table(gap, span)
    for sign, cell in _cells(table, k):
        common = cell.meet(span) if sign > 0 else None
        if common is not None:
            yield common, _ends_of(span) & _ends_of(common) - _ends_of(cell)


def _ends_of(span: Span) -> frozenset[End]:
    return frozenset(end for end in (span.low, span.high) if end is not None)


def _signs(f: Number, span: Span) -> frozenset[int]:
    """The signs of a function of EPS on the span, its ends included."""
    table, k = _table(f, span)
    found = {sign for sign, cell in _cells(table, k) if cell.meet(span) is not None}
    for root in table.roots:
        after = span.low is None or compare((root, k), span.low) >= 0
        if after and (span.high is None or compare((root, k), span.high) <= 0):
            found.add(0)
    return frozenset(found)


def _table(f: Number, span: Span) -> tuple[SignTable, int]:
    """The signs of a function of EPS without poles, and the unit k of its roots t = EPS/k, as in the span."""
    degree = f.field.degree if isinstance(f.field, Symbolic) else 1
    k = lcm(degree, *(end[1] for end in (span.low, span.high) if end is not None))
    value = Value.from_number(f, k)
    return sign_table(value.num), k


def _cells(table: SignTable, k: int) -> Iterator[tuple[int, Span]]:
    """The open intervals between the roots, with the sign there."""
    ends: list[End | None] = [None, *((root, k) for root in table.roots), None]
    for n, sign in enumerate(table.signs):
        yield sign, Span(ends[n], ends[n + 1])


def _ends(x: PowerOfE, bits: int) -> tuple[Fraction, Fraction]:
    """Rationals below and above x."""
    found = bounds(x.enclosure(bits))
    if found is None:
        raise UndecidedError(f"{x} is too large to be enclosed")
    return found
