"""Outcomes with noisy values for a claim with delta > 0: finitely many regions of values cover them.

The worst event at one epsilon is { o : p(o) > F p'(o) } with F = e^epsilon.  A region of values may be taken
as one outcome, with the masses of p and p' on it, where

* p/p' is constant on it: beyond all offsets of a free value, and in a tail with one term of each
distribution; or * p - F p' has one sign on it for every epsilon, by the criterion of `tails`.

Merging such values changes neither side of  sum over the event of (p - F p') <= delta.  Integers between the
regions are taken one by one, and continuous values in strips between integers, or between fractions of them.

A region of which none of this is known is taken as one outcome nevertheless, and said to be open: an event
made of such regions is one event of many, so that a violation found with it stands, and nothing is proved.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise, product
from math import lcm, prod

from ...exact import Log
from ..inequalities.finer_units import TailOrStrip, inflated
from ..inequalities.tails import Fact, nonpositive_from, nonpositive_on
from ..probabilities.coordinate_distributions import Marginal
from ..probabilities.noise import Terms, reflected
from ..probabilities.output_distributions import OutputDistribution
from ..probabilities.piecewise import Piecewise
from ..probabilities.values import ONE, ZERO, Value
from .output_cases import Case, Strip, Tail, is_free, terms_from

FINEST = 2000
"""Continuous values are examined in units of 1/FINEST at the finest."""


def finer_unit(epsilon: Log, rates: Iterable[Fraction]) -> int:
    """m: for the claim c EPS and noise of rate r EPS around 0 and 1, p/p' = e^(c EPS) at (1-c/r)/2 = n/m."""
    m = lcm(2, *(2 * (epsilon.symbolic / rate).denominator for rate in rates))
    return m if m <= FINEST else 1


@dataclass(frozen=True)
class Range:
    """The values low <= v <= high; None is an infinite end."""

    low: int | None
    high: int | None
    unit: int = 1
    """The ends are in units of 1/unit."""

    def ends(self) -> tuple[Fraction | None, Fraction | None]:
        """The ends as numbers."""
        low, high = (None if end is None else Fraction(end, self.unit) for end in (self.low, self.high))
        return low, high

    def __contains__(self, n: Fraction | int) -> bool:
        low, high = self.ends()
        return (low is None or low <= n) and (high is None or n <= high)

    def __repr__(self) -> str:
        low, high = self.ends()
        if low == high and low is not None:
            return str(low)
        return ("(-inf" if low is None else f"[{low}") + ", " + ("inf)" if high is None else f"{high}]")


MOST_COMBINED = 20_000
"""So many combinations of regions of several values are looked at."""


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
    for ranges in product(*coarse):
        left, right = (_masses(distribution, ranges, examined) for distribution in (p, q))
        if not examined:
            yield Case(outcome, (), _total(left), _total(right), _in_units(ranges, units))
            continue
        slot = examined[0]
        for found, above, below in _one_by_one(outcome, left, right, Sign(factor, scale, known)):
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


def _masses(
    distribution: OutputDistribution, ranges: tuple[Range, ...], examined: list[int]
) -> Piecewise | Value | None:
    """The distribution on the ranges: a function of the examined value, or a number where there is none."""
    total: Piecewise | Value | None = None
    for each in distribution.products:
        weight, function = each.weight, None
        for j, marginal in enumerate(each.marginals):
            if j in examined:
                function = marginal.moved()
            else:
                weight = weight * mass(marginal.moved(), ranges[j])
        part = weight if function is None else function.scale(weight)
        total = part if total is None else total + part  # type: ignore[operator]  # both of one kind
    return total


def mass(f: Piecewise, r: Range) -> Value:
    """The sum, or the integral, of f over whole ends of a range."""
    step = 1 if f.family.discrete else 0
    rising = f.cumulative()
    upper = rising.limit() if r.high is None else rising.at(r.high)
    return upper if r.low is None else upper - rising.at(r.low - step)


def _total(found: Piecewise | Value | None) -> Value:
    return found if isinstance(found, Value) else ZERO


Merged = tuple[Range, Value, Value]


def _one_by_one(outcome: Hashable, left: object, right: object, sign: Sign) -> Iterator[Merged]:
    """The regions of the one value that is examined."""
    f, g = (each if isinstance(each, Piecewise) else None for each in (left, right))
    both = f or g
    if both is None:
        return
    breaks = sorted({b for each in (f, g) if each is not None for b in each.breaks}) or [0]
    step = 1 if both.family.discrete else 0
    for v in range(breaks[0], breaks[-1]) if step else ():
        at = Range(v, v)
        yield at, _mass(f, at), _mass(g, at)
    for start, end in pairwise(breaks) if not step else ():
        yield from _strips(outcome, (start, end), f, g, sign)
    high, low = breaks[-1], breaks[0] - step
    upper = Tail(outcome, both.family, high, True, terms_from(f, high, high), terms_from(g, high, high))
    down = [reflected(terms_from(each, low, breaks[0] - 1)) for each in (f, g)]
    for tail in (upper, Tail(outcome, both.family, low, False, down[0], down[1])):
        yield from _tail(tail, f, g, sign)


def _mass(f: Piecewise | None, r: Range) -> Value:
    return ZERO if f is None else mass(f, r)


def _tail(tail: Tail, f: Piecewise | None, g: Piecewise | None, sign: Sign) -> Iterator[Merged]:
    """A tail as one region, after a few values that are taken one by one."""
    first = 0 if _one_rate(tail) else sign.from_start(tail)
    for s in range(first):
        at = Range(int(tail.value(s)), int(tail.value(s)))
        yield at, _mass(f, at), _mass(g, at)
    end = int(tail.value(first))
    rest = Range(end, None) if tail.upper else Range(None, end)
    yield rest, _mass(f, rest), _mass(g, rest)


def _one_rate(tail: Tail) -> bool:
    """Whether both distributions are a multiple of one and the same e^(-as)."""
    found = {*tail.p, *tail.q}
    return len(found) <= 1 and all(i == 0 for _, i in found)


def _strips(
    outcome: Hashable, ends: tuple[int, int], f: Piecewise | None, g: Piecewise | None, sign: Sign
) -> Iterator[Merged]:
    """A strip as one region where p - F p' has one sign on it for every epsilon, else its halves.

    So it is cut where the sign changes, if that is at a whole number for every epsilon; a strip of length 1
    is one region in any case, and may stay open.
    """
    start, end = ends
    strip = Strip(
        outcome, start, terms_from(f, start, start), terms_from(g, start, start), length=end - start
    )
    if end - start == 1 or sign.is_one_on(strip):
        sign.on(strip)
        whole = Range(start, end)
        yield whole, _mass(f, whole), _mass(g, whole)
        return
    middle = (start + end) // 2
    yield from _strips(outcome, (start, middle), f, g, sign)
    yield from _strips(outcome, (middle, end), f, g, sign)


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

    def is_one_on(self, strip: Strip) -> bool:
        """Whether it is shown to have one."""
        return self._shown_on(strip) is not None

    def _shown_on(self, strip: Strip) -> Fact | None:
        fine = inflated(strip, self.scale)
        found = nonpositive_on(fine, self.factor)
        return nonpositive_on(self._reversed(fine), ONE) if found is None else found

    def on(self, strip: Strip) -> None:
        """Whether it has one is shown, or left open."""
        found = self._shown_on(strip)
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
