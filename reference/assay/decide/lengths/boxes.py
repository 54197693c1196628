"""Which stored values share one box: where a value is only copied, its difference is what it was.

A box holds the difference v' - v of a stored value v between the two runs: low <= v' - v <= high.  At a node
whose groups all copy a value from places with one and the same box, it has that box; elsewhere a box of its
own.  Sharing only asks for more, so that nothing depends on it but the number of unknowns.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .expressions import Affine
from .graphs import END, Graph, Node

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
