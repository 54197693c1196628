"""The distribution of a noisy value of an outcome: of a draw, a sum of draws, and a sum that is rounded down.

For densities (or masses) f and g that are piecewise sums of terms, see `noise`,

    P(w) = sum over z of f(z) g(w - z)

is one again: on the z where the pieces of f and g stay the same the sum is a primitive at its two ends, each
of which is a constant or w plus a constant.  Which of them holds changes with w at the sums of breakpoints.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from math import ceil, comb
from typing import TypeAlias

from ...errors import InvalidType
from ...programs.noise.places import Coordinate
from ..probabilities import noise
from .noise import DISCRETE, Family, Terms
from .piecewise import Piecewise, indicator
from .systems import Component, kept_distribution
from .values import T, Value


@dataclass(frozen=True)
class Marginal:
    """v -> P(z + offset = v and the constraints on z hold): the distribution of one noisy value.

    `free` is (discrete, two_sided, rate) where nothing else depends on the draw; None where something does.
    An `atom` is a plain integer, the offset, in a place where other paths return noisy integers: z = 0.
    """

    function: Piecewise
    offset: int
    free: tuple[bool, bool, int] | None
    atom: bool = False

    def at(self, v: int) -> Value:
        """The probability of the value v (its density, for continuous noise, in units of t)."""
        return self.function.at(v - self.offset)

    def below(self, v: int) -> Value:
        """The limit of the density from below."""
        return self.function.below(v - self.offset)

    def moved(self) -> Piecewise:
        """The distribution as a function of v."""
        return self.function.shift(-self.offset)


ALWAYS_ZERO = indicator(DISCRETE, 0, 1)
"""The distribution of the constant 0: mass 1 at z = 0."""

Holders = Mapping[int, Component]
"""The part of a path's system that a draw of the outcome belongs to."""


def marginal(c: Coordinate, holders: Holders, unit: int) -> Marginal:
    """The distribution of a coordinate; continuous values in units of 1/unit."""
    if not c.terms:
        return Marginal(ALWAYS_ZERO, int(c.offset), None, atom=True)
    if c.floored:
        return Marginal(_floored(c, holders, unit), 0, None)
    offset = c.offset if holders[c.terms[0][0]].variables[0].discrete else c.offset * unit
    whole = int(offset)
    if len(c.terms) > 1:
        return Marginal(_sum(c, holders), whole, None)
    ((i, sign),) = c.terms
    function, free = kept_distribution(holders[i]), _free(holders[i])
    if sign > 0 or (free is not None and free[1]):
        return Marginal(function, whole, free)
    return Marginal(function.reflected(), whole, None)


def _sum(c: Coordinate, holders: Holders) -> Piecewise:
    """The distribution of a sum of draws and of negatives of draws."""
    first = holders[c.terms[0][0]]
    if first.difference is not None:
        return kept_distribution(first)
    for i, _ in c.terms:
        if not is_trivial(holders[i]):
            raise InvalidType(
                "an outcome holds a sum of draws, one of which is compared as well; return the sum alone, or "
                "bin it by comparisons"
            )
    parts = [
        kept_distribution(holders[i]) if sign > 0 else kept_distribution(holders[i]).reflected()
        for i, sign in c.terms
    ]
    return reduce(convolution, parts)


def _floored(c: Coordinate, holders: Holders, unit: int) -> Piecewise:
    """The distribution of floor(c z + n): of z between the two values that are the next integers."""
    if len(c.terms) > 1:
        raise InvalidType("an outcome holds a rounded sum of draws; round a single draw, or return the sum")
    ((i, factor),) = c.terms
    function = kept_distribution(holders[i])
    rising = (function if factor > 0 else function.reflected()).cumulative()
    step = 1 if function.family.discrete else 0
    scale = 1 if step else unit
    width = scale / abs(Fraction(factor))
    start = -c.offset * width
    if width.denominator != 1 or not (step or start.denominator == 1):
        raise InvalidType(
            "an outcome holds a noisy integer times a fraction, rounded; round a half, a third, ... of it, "
            "or bin it by comparisons"
        )
    below = _sampled(rising, int(width), ceil(start) - step)
    return below.shift(1) + below.negated()


def _sampled(rising: Piecewise, width: int, start: int) -> Piecewise:
    """v -> F(width v + start) on the integers v."""
    breaks = tuple(-((start - b) // width) for b in rising.breaks)
    pieces = tuple(_at_multiples(rising, piece, width, start) for piece in rising.pieces)
    return _merged(breaks, pieces)


def _at_multiples(rising: Piecewise, piece: Terms, width: int, start: int) -> Terms:
    """The terms of v -> f(width v + start): c (t width v)^i y^(a width v), with z = width v, u = t z."""
    found: Terms = {}
    for (a, i), c in rising.family.shift(piece, start).items():
        unit = Value.of(width**i) if rising.family.discrete else Value(T**i * width**i)
        noise.add_term(found, (a * width, i), c * unit)
    return found


def _merged(breaks: tuple[int, ...], pieces: tuple[Terms, ...]) -> Piecewise:
    """Without the pieces between equal breakpoints."""
    kept = [n for n, b in enumerate(breaks) if n + 1 == len(breaks) or breaks[n + 1] != b]
    return Piecewise(DISCRETE, tuple(breaks[n] for n in kept), (pieces[0], *(pieces[n + 1] for n in kept)))


def is_trivial(part: Component) -> bool:
    """Whether the part is one draw without a constraint."""
    (first, *others) = part.variables
    return not others and first.low is None and first.high is None


def _free(part: Component) -> tuple[bool, bool, int] | None:
    if not is_trivial(part):
        return None
    v = part.variables[0]
    return (v.discrete, v.two_sided, v.rate)


End: TypeAlias = "int | None"
"""A breakpoint; None is an infinite one."""


def convolution(f: Piecewise, g: Piecewise) -> Piecewise:
    """The distribution of the sum; every term of the outer pieces must decay outwards."""
    step = 1 if f.family.discrete else 0
    sums = {b + c for b in f.breaks for c in g.breaks}
    breaks = sorted(sums | {b - step for b in sums})
    between = Fraction(0 if step else 1, 2)
    inside = [breaks[0] - 1 + between, *(b + between for b in breaks)]
    return Piecewise(f.family, tuple(breaks), tuple(_piece(f, g, w) for w in inside))


def _piece(f: Piecewise, g: Piecewise, w: Fraction) -> Terms:
    """The piece that holds at w."""
    found: Terms = {}
    for left, (low, high) in zip(f.pieces, _intervals(f), strict=True):
        for right, (start, end) in zip(g.pieces, _intervals(g), strict=True):
            if left and right:
                found = noise.add(found, _summed(f.family, left, right, (low, high), (start, end), w))
    return found


def _intervals(f: Piecewise) -> list[tuple[End, End]]:
    return list(pairwise((None, *f.breaks, None)))


def _summed(
    family: Family, left: Terms, right: Terms, z: tuple[End, End], rest: tuple[End, End], w: Fraction
) -> Terms:
    """The sum over z in the one interval with w - z in the other; each is low <= . < high.

    Of two ends that are equal at w, the one that moves up with w is the lower end from there on.
    """
    step = 1 if family.discrete else 0
    lows = [(z[0], False), (None if rest[1] is None else step - rest[1], True)]
    highs = [(None if z[1] is None else z[1] - step, False), (None if rest[0] is None else -rest[0], True)]
    low = max(((n + w * moves, moves, n) for n, moves in lows if n is not None), default=None)
    high = min(((n + w * moves, moves, n) for n, moves in highs if n is not None), default=None)
    if low is not None and high is not None and low[0] > high[0]:
        return {}
    found: Terms = {}
    for weight, inner in _products(left, right):
        primitive = family.primitive(inner)
        total: Terms = {}
        if high is not None:
            total = _at_end(family, primitive, high[2], high[1])
        if low is not None:
            below = _at_end(family, primitive, low[2] - step, low[1])
            total = noise.add(total, noise.scale(below, Value.of(-1)))
        found = noise.add(found, noise.multiply(total, weight))
    return found


def _products(left: Terms, right: Terms) -> list[tuple[Terms, Terms]]:
    """f(z) g(w - z) as a sum of products of terms in w and terms in z."""
    found = []
    for (a, i), c in left.items():
        for (b, j), d in right.items():
            for k in range(j + 1):
                factor = Value.of(comb(j, k) * (-1) ** k)
                found.append(({(b, j - k): c * d * factor}, {(a - b, i + k): Value.of(1)}))
    return found


def _at_end(family: Family, primitive: Terms, n: int, moves: bool) -> Terms:
    """A primitive at z = n, or at z = w + n."""
    if moves:
        return family.shift(primitive, n)
    value = family.at(primitive, n)
    return {(0, 0): value} if value else {}
