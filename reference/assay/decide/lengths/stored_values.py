"""Stored values of two runs: what decisions say of them where leaves differ, and which share one box.

A box holds the difference v' - v of a stored value v between the two runs: low <= v' - v <= high.  At a node
whose groups all copy a value from places with one and the same box, it has that box; elsewhere a box of its
own.  Sharing only asks for more, so that nothing depends on it but the number of unknowns.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from .automaton import Decision, Leaf
from .expressions import ANSWER, DRAW, Affine, is_stored
from .graphs import END, Graph, Group, Node
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


Box = tuple[Node, str]
"""The node and the stored value that a box belongs to."""


@dataclass(frozen=True)
class Boxes:
    """The box of every stored value at every node."""

    shared: Mapping[Box, Box]

    def of(self, node: Node, variable: str) -> Box:
        """The box of a stored value at a node."""
        return self.shared.get((node, variable), (node, variable))


def boxes_of(graph: Graph) -> Boxes:
    """The coarsest sharing, found from the assumption that all is shared."""
    sources: dict[Box, dict[Box | None, None]] = {}
    for group in graph.groups:
        if group.target == END:
            continue
        for variable, first in group.leaves[0].stores:
            written = {dict(leaf.stores)[variable] for leaf in group.leaves}
            copied = _copied(first) if len(written) == 1 else None
            from_there = None if copied is None else (group.source, copied)
            sources.setdefault((group.target, variable), {})[from_there] = None
    shared: dict[Box, Box] = {box: box for box, before in sources.items() if None in before}
    users: dict[Box, list[Box]] = {}
    for box, before in sources.items():
        for other in before:
            if other is not None:
                users.setdefault(other, []).append(box)
    waiting = list(shared)
    while waiting:
        for box in users.get(waiting.pop(), ()):
            if shared.get(box) == box:
                continue
            found = {shared[other] for other in sources[box] if other is not None and other in shared}
            new = next(iter(found)) if len(found) == 1 else box
            if shared.get(box) != new:
                shared[box] = new
                waiting.append(box)
    return Boxes(shared)


def _copied(value: Affine) -> str | None:
    """The stored value that this is, unchanged."""
    if value.offset or len(value.terms) != 1:
        return None
    ((symbol, factor),) = value.terms
    return symbol if factor == 1 and value.stored else None
