"""Two leaves of a group: what their decisions say of the values that the runs store by them."""

from __future__ import annotations

from fractions import Fraction

from .automaton import Decision, Leaf
from .expressions import ANSWER, DRAW, Affine, is_stored
from .graphs import Group
from .vertices import Unmergeable


def bounding(first: Leaf, second: Leaf, a: Affine, b: Affine, sign: Fraction) -> Affine:
    """A sum f with  sign (b' - a) <= -(f' - f)  on all values for which the runs take these two leaves.

    b' - a = (b' - b) + (b - a), where b - a may hold values.  If sign (b - a) + g = 0 for a g >= 0 that the
    first run decided, then sign (b' - a) <= sign (b' - b); if for a g that the second run decided, g' >= 0
    gives  sign (b' - a) <= sign (b' - b) + (g' - g).  Raises Unmergeable where no such g is found.
    """
    rest = b.minus(a).times(sign)
    if not rest.terms and not rest.offset:
        return b.times(-sign)
    for decisions, moves in ((first.decisions, False), (second.decisions, True)):
        for g in map(Decision.holds, decisions):
            if g is None:
                continue
            total = rest.plus(g)
            if not total.terms and total.offset == 0:
                return b.times(-sign).minus(g) if moves else b.times(-sign)
    raise Unmergeable


def stores_whole(group: Group) -> bool:
    """Whether stored values differ by integers between the runs, where answers and integer noise do."""
    first = group.leaves[0]
    return all(noise.discrete for noise in first.draws) and all(
        is_whole(value) and _differs_whole(value.minus(other))
        for leaf in group.leaves
        for (_, value), (_, other) in zip(leaf.stores, first.stores, strict=True)
    )


def _differs_whole(between: Affine) -> bool:
    """Whether what lies between the values of two leaves is an integer."""
    known = all(is_stored(s) or s.startswith((DRAW, ANSWER)) for s, _ in between.terms)
    return known and between.offset.denominator == 1


def is_whole(value: Affine) -> bool:
    """Whether integers make integers, up to a constant, which both runs have."""
    return all(c.denominator == 1 for _, c in value.terms)
