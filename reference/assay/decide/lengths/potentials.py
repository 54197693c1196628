"""What shifts cost, and whether values fulfil all rows: exact, and all that a certificate rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from .graphs import END, Graph, Node
from .obligations import Row, Unknown, vertices

NONE = Fraction(0)


def priced(
    graph: Graph, values: Mapping[Unknown, Fraction], *, discrete: bool
) -> dict[Unknown, Fraction] | None:
    """The values, the costs of their shifts, and the least potentials that pay; None where a cycle costs."""
    found = dict(values)
    before: dict[Node, list[tuple[Node, Fraction]]] = {}
    for i, group in enumerate(graph.groups):
        most = NONE
        for vertex in vertices(group.differences, discrete=discrete):
            total = NONE
            for j, noise in enumerate(group.leaves[0].draws):
                paid = noise.rate * abs(values.get(("shift", i, j, vertex), NONE))
                found["cost", i, j, vertex] = paid
                total += paid
            most = max(most, total)
        before.setdefault(group.target, []).append((group.source, most))
    potentials = _longest(before, [END, *(group.source for group in graph.groups)])
    if potentials is None:
        return None
    return found | {("potential", node): value for node, value in potentials.items() if node != END}


def _longest(before: Mapping[Node, list[tuple[Node, Fraction]]], nodes: list[Node]) -> dict[Node, Fraction] | None:
    """The cost of the dearest way from each node; None where there is none, because of a cycle."""
    found = dict.fromkeys(nodes, NONE)
    raised, waiting = dict.fromkeys(nodes, 0), list(found)
    while waiting:
        target = waiting.pop()
        for source, cost in before.get(target, ()):
            if found[target] + cost > found[source]:
                found[source] = found[target] + cost
                raised[source] += 1
                if raised[source] > 4 * len(found) + 4:
                    return None
                waiting.append(source)
    return found


def fulfilled(rows: Iterable[Row], values: Mapping[Unknown, Fraction]) -> bool:
    """Whether every row holds."""
    return all(sum((c * values.get(u, NONE) for u, c in terms.items()), NONE) >= bound for terms, bound in rows)
