"""Outcomes with noisy values for a claim with delta > 0: finitely many regions of values cover them.

The worst event at one epsilon is { o : p(o) > F p'(o) } with F = e^epsilon.  A region of values may be taken
as one outcome, with the masses of p and p' on it, where

* p/p' is constant on it: beyond all offsets of a free value, and in a tail with one term of each
  distribution; or
* p - F p' has one sign on it for every epsilon, by the criterion of `tails`.

Merging such values changes neither side of  sum over the event of (p - F p') <= delta.  Integers between the
regions are taken one by one, and continuous values in strips between integers, or between fractions of them.

A region of which none of this is known is taken as one outcome nevertheless, and said to be open: an event
made of such regions is one event of many, so that a violation found with it stands, and nothing is proved.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise, product
from math import prod

from ..inequalities.tails import Fact, nonpositive_from, nonpositive_on
from ..probabilities.coordinate_distributions import Marginal
from ..probabilities.noise import Terms
from ..probabilities.output_distributions import OutputDistribution, Product
from ..probabilities.piecewise import Piecewise
from ..probabilities.values import ONE, ZERO, Value
from .cases import Case, Range, Strip, Tail, TailOrStrip, breaks_of, inflated, mass, tails, terms_from
from .output_cases import is_free

MOST_COMBINED = 20_000
"""So many combinations of regions of several values are looked at."""


def regions(
    outcome: Hashable,
    p: OutputDistribution,
    q: OutputDistribution,
    factor: Value,
    scale: int,
    unit: int,
    known: Known,
) -> Iterator[Case]:
    """The cases that cover all noisy values of an outcome, for F = factor in a unit finer by `scale`.

    unit: continuous values are in units of 1/unit.  What is shown, and what stays open, is added to `known`.
    """
    products = [*p.products, *q.products]
    width = len(products[0].marginals)
    slots = [[each.marginals[j] for each in products] for j in range(width)]
    examined = [j for j in range(width) if not _covered(slots[j])]
    units = [1 if slot[0].function.family.discrete else unit for slot in slots]
    coarse = [[Range(None, None)] if j in examined else list(_coarse(slots[j])) for j in range(width)]
    if len(examined) > 1:
        known.leave_open("it holds several noisy values that no finite number of regions covers")
        coarse = [list(_grid(slots[j])) if j in examined else coarse[j] for j in range(width)]
        examined = []
    if prod(map(len, coarse)) > MOST_COMBINED:
        known.open.append(f"its noisy values have more than {MOST_COMBINED} combinations")
        return
    if not examined:
        for ranges in product(*coarse):
            left, right = (
                sum((_weight(each, ranges, None) for each in distribution.products), ZERO)
                for distribution in (p, q)
            )
            yield Case(outcome, (), left, right, _in_units(ranges, units))
        return
    slot, sign = examined[0], Sign(factor, scale, known)
    nothing = Piecewise.nothing(slots[slot][0].function.family)
    for ranges in product(*coarse):
        f, g = (
            sum(
                (each.marginals[slot].moved().scale(_weight(each, ranges, slot)) for each in products),
                nothing,
            )
            for products in (p.products, q.products)
        )
        for found, above, below in _one_by_one(outcome, f, g, sign):
            found_in = (*ranges[:slot], found, *ranges[slot + 1 :])
            yield Case(outcome, (), above, below, _in_units(found_in, units))


def _in_units(ranges: tuple[Range, ...], units: list[int]) -> tuple[Range, ...]:
    return tuple(Range(r.low, r.high, unit) for r, unit in zip(ranges, units, strict=True))


def _covered(marginals: list[Marginal]) -> bool:
    """Whether regions beyond the offsets and the integers between them cover a value."""
    if not is_free(marginals):
        return False
    return marginals[0].function.family.discrete or len({each.offset for each in marginals}) == 1


def _coarse(marginals: list[Marginal]) -> Iterator[Range]:
    """Below all offsets of a free value, between them one by one, and above: p/p' is constant on each.

    Where plain integers stand in its place, too, the least and the largest are taken by themselves.
    """
    offsets = {each.offset for each in marginals}
    edge = 1 if any(each.atom for each in marginals) else 0
    low, high = min(offsets) - edge, max(offsets) + edge
    if low == high:
        yield Range(None, None)
        return
    yield Range(None, low)
    for v in range(low + 1, high):
        yield Range(v, v)
    yield Range(high, None)


def _grid(marginals: list[Marginal]) -> Iterator[Range]:
    """Strips between neighbouring breakpoints and whole numbers between them, and what lies beyond."""
    functions = [each.moved() for each in marginals]
    breaks = sorted({b for f in functions for b in f.breaks}) or [0]
    step = 1 if functions[0].family.discrete else 0
    yield Range(None, breaks[0] - step)
    for v in range(breaks[0], breaks[-1] + step):
        yield Range(v, v if step else v + 1)
    yield Range(breaks[-1] + step, None)


def _weight(path: Product, ranges: tuple[Range, ...], examined: int | None) -> Value:
    """The probability of a path with all values in the ranges, but for the one that is examined."""
    weight = path.weight
    for j, marginal in enumerate(path.marginals):
        if j != examined:
            weight = weight * mass(marginal.moved(), ranges[j])
    return weight


Merged = tuple[Range, Value, Value]


def _one_by_one(outcome: Hashable, f: Piecewise, g: Piecewise, sign: Sign) -> Iterator[Merged]:
    """The regions of the one value that is examined: integers, strips and tails."""
    breaks = breaks_of(f, g)
    if f.family.discrete:
        for v in range(breaks[0], breaks[-1]):
            yield _merged(f, g, v, v)
    else:
        for start, end in pairwise(breaks):
            yield from _strips(outcome, (start, end), f, g, sign)
    for tail in tails(outcome, f, g):
        yield from _tail(tail, f, g, sign)


def _merged(f: Piecewise, g: Piecewise, low: int | None, high: int | None) -> Merged:
    """The values from low to high as one region."""
    found = Range(low, high)
    return found, mass(f, found), mass(g, found)


def _tail(tail: Tail, f: Piecewise, g: Piecewise, sign: Sign) -> Iterator[Merged]:
    """A tail as one region, after a few values that are taken one by one."""
    first = 0 if _one_rate(tail) else sign.from_start(tail)
    for s in range(first):
        yield _merged(f, g, int(tail.value(s)), int(tail.value(s)))
    end = int(tail.value(first))
    yield _merged(f, g, end, None) if tail.upper else _merged(f, g, None, end)


def _one_rate(tail: Tail) -> bool:
    """Whether both distributions are a multiple of one and the same e^(-as)."""
    found = {*tail.p, *tail.q}
    return len(found) <= 1 and all(i == 0 for _, i in found)


def _strips(
    outcome: Hashable, ends: tuple[int, int], f: Piecewise, g: Piecewise, sign: Sign
) -> Iterator[Merged]:
    """A strip as one region where p - F p' has one sign on it for every epsilon, else its halves.

    So it is cut where the sign changes, if that is at a whole number for every epsilon; a strip of length 1
    is one region in any case, and may stay open.
    """
    start, end = ends
    strip = Strip(
        outcome, start, terms_from(f, start, start), terms_from(g, start, start), length=end - start
    )
    if end - start == 1 or sign.shown_on(strip) is not None:
        sign.on(strip)
        yield _merged(f, g, start, end)
        return
    middle = (start + end) // 2
    yield from _strips(outcome, (start, middle), f, g, sign)
    yield from _strips(outcome, (middle, end), f, g, sign)


@dataclass
class Known:
    """What is found on the way: sums that are shown to be <= 0, and why regions stayed open.

    finer: whether fractions of integers might do.
    """

    shown: list[Fact] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    finer: bool = False

    def leave_open(self, reason: str) -> None:
        """Say that a region is no outcome of one sign, which fractions of integers may change."""
        self.open.append(reason)
        self.finer = True


@dataclass(frozen=True)
class Sign:
    """Shows that p - F p' has one sign for every epsilon, for F = factor in a unit finer by `scale`."""

    factor: Value
    scale: int
    known: Known

    def from_start(self, tail: Tail) -> int:
        """The first s from which it has one; 0 where it is not shown to have one."""
        fine = inflated(tail, self.scale)
        found = nonpositive_from(fine, self.factor) or nonpositive_from(self._reversed(fine), ONE)
        if found is None:
            side = "above" if tail.upper else "below"
            self.known.open.append(
                f"whether values {side} {tail.value(0)} belong to the worst event may change"
            )
            return 0
        self.known.shown.append(found[1])
        return found[0]

    def shown_on(self, strip: Strip) -> Fact | None:
        """The sum that shows that it has one; None where none does."""
        fine = inflated(strip, self.scale)
        found = nonpositive_on(fine, self.factor)
        return nonpositive_on(self._reversed(fine), ONE) if found is None else found

    def on(self, strip: Strip) -> None:
        """Whether it has one is shown, or left open."""
        found = self.shown_on(strip)
        if found is None:
            self.known.leave_open(
                f"values between {strip.start} and {strip.start + strip.length} may change sides"
            )
        else:
            self.known.shown.append(found)

    def _reversed(self, case: TailOrStrip) -> TailOrStrip:
        """F p' in place of p and p in place of p'."""
        scaled: Terms = {exponent: c * self.factor for exponent, c in case.q.items()}
        return replace(case, p=scaled, q=case.p)
