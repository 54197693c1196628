"""What shifts cost, and whether values fulfil all rows: exact, and all that a certificate rests on.

Where a whole number c is a symbol, potentials are linear in counters and budgets: a node is worth
w(X, b, u) = w_1 + w_u u + sum w_X X + sum w_b b,  the end nothing.  A group with
comparisons, invariants and updates as in `counting` is paid for if

    w_source(X, b, u) - w_target(X', b', u) - sum_j (rate_j + share_j u) |shift_j|  >=  0

wherever what is known there holds.  Along a run the costs therefore sum to at most w_start, which depends on
u alone: at most the larger of its values at u = 0 and at u = 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from .counting import KNOWN, ONE, UNIT, implied, updates
from .expressions import Affine
from .graphs import END, Graph, Group, Node
from .obligations import Obligations, Row, Unknown
from .vertices import Vertex

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


NOTHING = ""
"""Stands for 1 beside the symbols of a sum."""

GOAL: Unknown = ("multiple",)


def _worth(values: Mapping[Unknown, Fraction], node: Node, symbols: tuple[str, ...]) -> Affine:
    """What a node is worth."""
    if node == END:
        return Affine(())
    constant = values.get(("worth", node, NOTHING), Fraction(0))
    return Affine.of({s: values.get(("worth", node, s), Fraction(0)) for s in symbols}, constant)


def _symbols(graph: Graph) -> dict[Node, tuple[str, ...]]:
    """1/c, and the counters and budgets of each node."""
    found: dict[Node, tuple[str, ...]] = {graph.start: (UNIT,)}
    for group in graph.groups:
        found[group.target] = (UNIT, *updates(group.leaves[0]))
    return found


def are_paid(all_of: Obligations, values: Mapping[Unknown, Fraction]) -> bool:
    """Whether every group is paid for, at every vertex."""
    graph = all_of.graph
    symbols = _symbols(graph)
    for i, vertex in all_of.steps():
        group = graph.groups[i]
        left = _worth(values, group.source, symbols[group.source])
        after = _worth(values, group.target, symbols[group.target])
        left = left.minus(after.with_values(updates(group.leaves[0])))
        for j, noise in enumerate(group.leaves[0].draws):
            spent = values.get(("cost", i, j, vertex), Fraction(0))
            left = left.minus(Affine.of({UNIT: noise.share}, noise.rate).times(spent))
        if not implied(group.known or KNOWN, left):
            return False
    return True


def most(all_of: Obligations, values: Mapping[Unknown, Fraction]) -> Fraction:
    """The largest worth of the start, over 0 <= u <= 1."""
    start = _worth(values, all_of.graph.start, (UNIT,))
    return start.offset + max(Fraction(0), start.coefficient(UNIT))


def payments(all_of: Obligations) -> Iterator[Row]:
    """The same as rows of a linear program, whose unknowns are the multipliers as well."""
    start = all_of.graph.start
    symbols = _symbols(all_of.graph)
    for last in ((), (UNIT,)):
        terms: dict[Unknown, Fraction] = {("worth", start, s): Fraction(-1) for s in (NOTHING, *last)}
        yield terms | {GOAL: Fraction(1)}, Fraction(0)
    for i, vertex in all_of.steps():
        for line in _equations(all_of.graph.groups[i], i, vertex, symbols):
            yield line, Fraction(0)
            yield {u: -c for u, c in line.items()}, Fraction(0)


def _equations(
    group: Group, number: int, vertex: Vertex, symbols: Mapping[Node, tuple[str, ...]]
) -> Iterator[dict[Unknown, Fraction]]:
    """For each symbol: what is left of the worth is the combination of what is known."""
    known = (*(group.known or KNOWN), ONE)
    moved = updates(group.leaves[0])
    for symbol in (NOTHING, *symbols[group.source]):
        line: dict[Unknown, Fraction] = {("worth", group.source, symbol): Fraction(1)}
        if group.target != END:
            for s in (NOTHING, *symbols[group.target]):
                value = ONE if s == NOTHING else moved.get(s, Affine.symbol(s))
                _add(line, ("worth", group.target, s), -_part(value, symbol))
        for j, noise in enumerate(group.leaves[0].draws):
            price = Affine.of({UNIT: noise.share}, noise.rate)
            _add(line, ("cost", number, j, vertex), -_part(price, symbol))
        for n, each in enumerate(known):
            _add(line, ("multiplier", number, vertex, n), -_part(each, symbol))
        yield line


def _part(value: Affine, symbol: str) -> Fraction:
    return value.offset if symbol == NOTHING else value.coefficient(symbol)


def _add(line: dict[Unknown, Fraction], unknown: Unknown, factor: Fraction) -> None:
    if factor:
        line[unknown] = line.get(unknown, Fraction(0)) + factor
