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

Of the values that are not free, all but one must have distributions of the form in `examined`, which says
where they are examined.  The last one may have any distribution: it is examined at every integer between the
breakpoints of both distributions, and for continuous noise on the `Strip` between two neighbouring integers;
the two sides beyond the breakpoints are a `Tail` each.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from ..probabilities.coordinate_distributions import Marginal
from ..probabilities.noise import reflected
from ..probabilities.output_distributions import OutputDistribution
from ..probabilities.piecewise import Piecewise
from ..probabilities.values import ONE, ZERO, Value
from .cases import AnyCase, Case, OpenOutcome, Strip, Tail, terms_from
from .examined import Point, end_points, free_points, thinned

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
    examined = [_examined(slot) for slot in slots]
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
        yield from _one_bound(outcome, p, q, bound[0], points, units)
    else:
        for chosen in product(*points):
            yield Case(outcome, _values(chosen, units), _at(p, chosen), _at(q, chosen))


def is_free(slot: list[Marginal]) -> bool:
    """Whether all that stands in a slot is one free distribution, moved by offsets, and atoms."""
    kinds = {each.free for each in slot if not each.atom}
    return not kinds or (len(kinds) == 1 and None not in kinds)


def _examined(slot: list[Marginal]) -> list[Point] | None:
    return free_points(slot) if is_free(slot) else end_points(slot)


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
) -> Iterator[AnyCase]:
    """The cases of a value that comparisons depend on: window and tails."""
    unit = units[slot]
    for points in product(*examined):
        left, right = (distribution_in_slot(distribution, slot, points) for distribution in (p, q))
        both = left or right
        if both is None:
            continue
        breaks = sorted({b for f in (left, right) if f is not None for b in f.breaks}) or [0]
        step = 1 if both.family.discrete else 0
        for v in range(breaks[0], breaks[-1] + 1 - step):
            at = _values((*points[:slot], Point(v), *points[slot + 1 :]), units)
            yield Case(outcome, at, _value(left, v), _value(right, v))
            if not both.family.discrete:
                yield Case(outcome, at, _value_below(left, v), _value_below(right, v))
                if v < breaks[-1]:
                    yield Strip(outcome, v, terms_from(left, v, v), terms_from(right, v, v), unit)
        high, low = breaks[-1], breaks[0] - step
        above = [terms_from(f, high, high) for f in (left, right)]
        yield Tail(outcome, both.family, high, True, above[0], above[1], unit)
        below = [reflected(terms_from(f, low, breaks[0] - 1)) for f in (left, right)]
        yield Tail(outcome, both.family, low, False, below[0], below[1], unit)


def distribution_in_slot(
    distribution: OutputDistribution, slot: int, points: Sequence[Point]
) -> Piecewise | None:
    """The distribution as a function of the value in one slot, at fixed points of the others."""
    total: Piecewise | None = None
    for each in distribution.products:
        weight = each.weight
        for j, marginal in enumerate(each.marginals):
            weight = weight * (ONE if j == slot else points[j].of(marginal))
        part = each.marginals[slot].moved().scale(weight)
        total = part if total is None else total + part
    return total


def _value(f: Piecewise | None, v: int) -> Value:
    return ZERO if f is None else f.at(v)


def _value_below(f: Piecewise | None, v: int) -> Value:
    """The limit of a continuous distribution from below."""
    return ZERO if f is None else f.family.at(f.piece_at(v - 1), v)
