"""The differences of answers at which obligations are written down: the ends, for integers every one."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, floor, prod

from .graphs import Interval

Vertex = tuple[Fraction, ...]


MOST_VERTICES = 1 << 12
"""Differences with more corners, or integers, are not listed."""


class Unmergeable(Exception):
    """A group has no rows: values of two of its leaves are not compared by their decisions, or it has more
    than MOST_VERTICES vertices.
    """


def vertices(differences: tuple[Interval, ...], *, discrete: bool) -> list[Vertex]:
    """The corners of the differences, for integers every point.  Raises Unmergeable for too many."""
    counts = (floor(high) - ceil(low) + 1 if discrete else 2 for low, high in differences)
    if prod(counts) > MOST_VERTICES:
        raise Unmergeable
    return list(product(*(_ends(low, high, discrete) for low, high in differences)))


@cache
def _ends(low: Fraction, high: Fraction, discrete: bool) -> tuple[Fraction, ...]:
    if discrete:
        return tuple(Fraction(n) for n in range(ceil(low), floor(high) + 1))
    return tuple(dict.fromkeys((low, high)))
