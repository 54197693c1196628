"""The finitely many cases that cover all outcomes of an adjacent pair, also where outcomes hold noisy values.

For an outcome without noisy values there is one case: the pair (p, p') of its probabilities on the two
inputs.

A noisy value is *free* if no comparison depends on its draw.  **Lemma.**  If the value v is free in all
paths of both inputs, with one distribution of rate r, then p/p' as a function of v takes its supremum at one
of the offsets n of the paths. *Proof.*  p(v) = sum_a A_a f(v - n_a) with A_a >= 0, and p' alike.  For
two-sided noise and v between two neighbouring offsets, p = A w + B/w with w = y^(rv), so p/p' = (A w^2 +
B)/(A' w^2 + B') is monotone in w; outside of all offsets it is constant, and so it is everywhere between
neighbours for one-sided noise, where the distribution is right-continuous. With several free values the
others are held fixed.

Where a plain integer n stands in the place of a free integer value on some paths (an *atom*), the lemma holds
on the values that are no atom, and p/p' is constant below all offsets and atoms and above all of them: the
integers from one below the least to one above the largest are examined.

Of the values that are not free, all but one must have distributions of a form for which a second lemma says
where they are examined.  The last one may have any distribution: it is examined at every integer between the
breakpoints of both distributions, and for continuous noise on the `Strip` between two neighbouring integers;
the two sides beyond the breakpoints are a `Tail` each.

With all other places held fixed, p and p' are sums over paths  sum_a A_a f_a(v)  with A_a >= 0 and piecewise
distributions f_a.  Let b_1 < ... < b_m be the breakpoints of all of them.

**Lemma.**  If on an interval between neighbouring breakpoints every f_a is a combination of w and 1/w for one
w = y^(rv), then p/p' takes its supremum over the interval at one of its ends.
*Proof.*  p/p' = (A w^2 + B)/(A' w^2 + B') is monotone in w^2, and w is monotone in v.

An interval that holds one integer needs no condition.  Beyond all breakpoints every f_a must be a multiple of
one and the same w, so that p/p' is constant there.  So the integers b - 1 and b are examined (discrete), or
the limits at b from both sides (continuous).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from math import prod

from ..probabilities.coordinate_distributions import Marginal
from ..probabilities.output_distributions import OutputDistribution
from ..probabilities.piecewise import Piecewise
from ..probabilities.values import ONE, ZERO, Value
from .cases import AnyCase, Case, OpenOutcome, Strip, breaks_of, tails, terms_from

MOST_COMBINED = 50_000
"""So many combinations of the values of several places are examined."""


def cases(
    outcome: Hashable, p: OutputDistribution, q: OutputDistribution, unit: int = 1
) -> Iterator[AnyCase]:
    """The cases of one outcome, or the reason why there are none; continuous values in units of 1/unit."""
    if p.is_number and q.is_number:
        yield Case(outcome, (), p.value(), q.value())
        return
    products = [*p.products, *q.products]
    width = len(products[0].marginals)
    slots = [[each.marginals[j] for each in products] for j in range(width)]
    units = [1 if slot[0].function.family.discrete else unit for slot in slots]
    examined = [free_points(slot) if is_free(slot) else end_points(slot) for slot in slots]
    bound = [j for j in range(width) if not is_free(slots[j])]
    if len(bound) > 1:
        bound = [j for j in bound if examined[j] is None]
    if len(bound) > 1:
        yield OpenOutcome(
            outcome, "it holds several noisy values that were compared; bin all but one of them"
        )
        return
    if not bound and _is_one_product(p, q, slots):
        examined = [[Point(marginal.offset)] for marginal in p.products[0].marginals]
    points = [
        [Point(0)] if each is None or [j] == bound else thinned(each, slots[j])
        for j, each in enumerate(examined)
    ]
    if prod(map(len, points)) > MOST_COMBINED:
        yield OpenOutcome(outcome, f"its noisy values have more than {MOST_COMBINED} combinations")
    elif bound:
        nothing = Piecewise.nothing(slots[bound[0]][0].function.family)
        yield from _one_bound(outcome, p, q, bound[0], points, units, nothing)
    else:
        for chosen in product(*points):
            yield Case(outcome, _values(chosen, units), _at(p, chosen), _at(q, chosen))


def is_free(slot: list[Marginal]) -> bool:
    """Whether all that stands in a slot is one free distribution, moved by offsets, and atoms."""
    kinds = {each.free for each in slot if not each.atom}
    return not kinds or (len(kinds) == 1 and None not in kinds)


def _is_one_product(p: OutputDistribution, q: OutputDistribution, slots: list[list[Marginal]]) -> bool:
    """Whether the ratio is a product over free places: its supremum is at the offsets of p."""
    single = len(p.products) == 1 and len(q.products) <= 1
    return single and all(is_free(slot) and not any(m.atom for m in slot) for slot in slots)


def _at(distribution: OutputDistribution, points: Sequence[Point]) -> Value:
    """The probability at points of all places."""
    total = ZERO
    for each in distribution.products:
        weight = each.weight
        for marginal, point in zip(each.marginals, points, strict=True):
            weight = weight * point.of(marginal)
        total = total + weight
    return total


def _values(points: Sequence[Point], units: Sequence[int]) -> tuple[int | Fraction, ...]:
    return tuple(
        point.v if unit == 1 else Fraction(point.v, unit) for point, unit in zip(points, units, strict=True)
    )


def _one_bound(
    outcome: Hashable,
    p: OutputDistribution,
    q: OutputDistribution,
    slot: int,
    examined: list[list[Point]],
    units: list[int],
    nothing: Piecewise,
) -> Iterator[AnyCase]:
    """The cases of a value that comparisons depend on: window and tails."""
    unit = units[slot]
    for points in product(*examined):
        left, right = (_in_slot(distribution, slot, points, nothing) for distribution in (p, q))
        breaks, discrete = breaks_of(left, right), nothing.family.discrete
        for v in range(breaks[0], breaks[-1] + (0 if discrete else 1)):
            at = _values((*points[:slot], Point(v), *points[slot + 1 :]), units)
            yield Case(outcome, at, left.at(v), right.at(v))
            if not discrete:
                yield Case(outcome, at, left.below(v), right.below(v))
                if v < breaks[-1]:
                    yield Strip(outcome, v, terms_from(left, v, v), terms_from(right, v, v), unit)
        yield from tails(outcome, left, right, unit)


def _in_slot(
    distribution: OutputDistribution, slot: int, points: Sequence[Point], nothing: Piecewise
) -> Piecewise:
    """The distribution as a function of the value in one slot, at fixed points of the others."""
    total = nothing
    for each in distribution.products:
        weight = each.weight
        for j, marginal in enumerate(each.marginals):
            weight = weight * (ONE if j == slot else points[j].of(marginal))
        total = total + each.marginals[slot].moved().scale(weight)
    return total


@dataclass(frozen=True, slots=True)
class Point:
    """A value of a place; for continuous noise the limit from below, or the value itself."""

    v: int
    below: bool = False

    def of(self, marginal: Marginal) -> Value:
        """The distribution there."""
        return marginal.below(self.v) if self.below else marginal.at(self.v)


def free_points(slot: list[Marginal]) -> list[Point]:
    """The values of a slot of one free distribution, moved by offsets, and atoms."""
    offsets = sorted({each.offset for each in slot})
    mixed = len({each.atom for each in slot}) > 1
    return [Point(v) for v in (range(offsets[0] - 1, offsets[-1] + 2) if mixed else offsets)]


def end_points(slot: list[Marginal]) -> list[Point] | None:
    """The values by the lemma; None where a distribution has another form."""
    distributions = {(id(each.function), each.offset): each.moved() for each in slot}.values()
    discrete = slot[0].function.family.discrete
    breaks = sorted({b for f in distributions for b in f.breaks})
    if not breaks:
        return None
    for low, high in pairwise((None, *breaks, None)):
        inside = breaks[0] - 1 if low is None else low
        exponents = {exponent for f in distributions for exponent in f.piece_at(inside)}
        if not _is_monotone(exponents, low, high, discrete):
            return None
    if discrete:
        return [Point(v) for v in sorted({v for b in breaks for v in (b - 1, b)})]
    return [Point(b, below) for b in breaks for below in (True, False)]


def _is_monotone(exponents: set[tuple[int, int]], low: int | None, high: int | None, discrete: bool) -> bool:
    """Whether p/p' is monotone on an interval, or constant on an infinite one."""
    if low is None or high is None:
        return len(exponents) <= 1 and all(i == 0 for _, i in exponents)
    if discrete and high == low + 1:
        return True
    return len({abs(a) for a, _ in exponents}) <= 1 and all(i == 0 for _, i in exponents)


def thinned(points: list[Point], slot: list[Marginal]) -> list[Point]:
    """One point is enough where all paths have one and the same distribution, which cancels."""
    first = slot[0]
    if any(each.function is not first.function or each.offset != first.offset for each in slot):
        return points
    return [next((point for point in points if point.of(first)), points[0])]
