"""What shifts cost, and whether values fulfil all rows: exact, and all that a certificate rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from .graphs import END, Node
from .obligations import Obligations, Row, Unknown
from .payments import are_paid, most

NONE = Fraction(0)


def priced(all_of: Obligations, values: Mapping[Unknown, Fraction]) -> dict[Unknown, Fraction] | None:
    """The values, the costs of their shifts, and the least potentials that pay; None where a cycle costs."""
    if all_of.counted:
        return _of_symbolic_count(all_of, values)
    graph, found = all_of.graph, dict(values)
    steps: dict[tuple[Node, Node], Fraction] = {}
    for i, vertex in all_of.steps():
        costs = all_of.cost(i, vertex, values)
        found |= costs
        ends = graph.groups[i].source, graph.groups[i].target
        steps[ends] = max(steps.get(ends, NONE), sum(costs.values(), NONE))
    before: dict[Node, list[tuple[Node, Fraction]]] = {}
    for (source, target), cost in steps.items():
        before.setdefault(target, []).append((source, cost))
    potentials = _longest(before, [END, *(group.source for group in graph.groups)])
    if potentials is None:
        return None
    return found | {("potential", node): value for node, value in potentials.items() if node != END}


def _of_symbolic_count(
    all_of: Obligations, values: Mapping[Unknown, Fraction]
) -> dict[Unknown, Fraction] | None:
    """Values and costs, if what nodes are worth pays for them whatever c is; the largest of the start."""
    found = dict(values)
    for i, vertex in all_of.steps():
        found |= all_of.cost(i, vertex, values)
    return (
        found | {("potential", all_of.graph.start): most(all_of, found)} if are_paid(all_of, found) else None
    )


def _longest(
    before: Mapping[Node, list[tuple[Node, Fraction]]], nodes: list[Node]
) -> dict[Node, Fraction] | None:
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
    return all(
        sum((c * values.get(u, NONE) for u, c in terms.items()), NONE) >= bound for terms, bound in rows
    )
