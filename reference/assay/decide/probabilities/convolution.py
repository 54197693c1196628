"""The distribution of the sum of two independent draws, in closed form.

For densities (or masses) f and g that are piecewise sums of terms, see `noise`,

    P(w) = sum over z of f(z) g(w - z)

is one again: on the z where the pieces of f and g stay the same the sum is a primitive at its two ends, each
of which is a constant or w plus a constant.  Which of them holds changes with w at the sums of breakpoints.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import TypeAlias

from . import noise
from .noise import Family, Terms
from .piecewise import Piecewise
from .values import Value

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
