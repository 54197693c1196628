"""A graph split by the first decisions of a run that no cycle undoes, so that shifts may depend on them.

A run goes through the strongly connected components of the graph in turn.  Of its first n bridges, from one
component into another, every sequence gives a graph of its own; together they have all runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from .graphs import END, Graph, Group, Node


def unfold(graph: Graph, depth: int) -> Iterator[Graph]:
    """One graph for every sequence of the first `depth` bridges; the graph itself for depth 0."""
    component, after = components(graph), graph.after()
    bridges: dict[int, list[Group]] = {}
    inner: dict[int, list[Group]] = {}
    for group in graph.groups:
        same = component[group.source] == component.get(group.target)
        (inner if same else bridges).setdefault(component[group.source], []).append(group)
    for way in _ways(graph.start, depth, bridges, component):
        yield _along(graph, way, inner, component, after)


def _ways(
    node: Node, depth: int, bridges: Mapping[int, list[Group]], component: Mapping[Node, int]
) -> Iterator[tuple[Group, ...]]:
    """The sequences of bridges from a node on."""
    if node == END or not depth:
        yield ()
        return
    for bridge in bridges.get(component[node], ()):
        for rest in _ways(bridge.target, depth - 1, bridges, component):
            yield (bridge, *rest)


def _along(
    graph: Graph,
    way: tuple[Group, ...],
    inner: Mapping[int, list[Group]],
    component: Mapping[Node, int],
    after: Mapping[Node, list[Group]],
) -> Graph:
    """The component of the start, the first bridge, the next component, ..., and behind them all there is."""
    if not way:
        return graph
    found: list[Group] = []
    node = graph.start
    for i, bridge in enumerate(way):
        reached = _reached(node, inner.get(component[node], []))
        to = len(way) if i + 1 == len(way) else i + 1
        for group in inner.get(component[node], ()):
            if group.source in reached:
                found.append(_copy(group, i, i))
        if bridge.source in reached:
            found.append(_copy(bridge, i, to))
        node = bridge.target
    last, waiting = {node}, [node]
    while waiting and node != END:
        for group in after.get(waiting.pop(), ()):
            found.append(_copy(group, len(way), len(way)))
            if group.target not in last and group.target != END:
                last.add(group.target)
                waiting.append(group.target)
    return Graph((0, *graph.start), tuple(found))


def _reached(node: Node, groups: list[Group]) -> set[Node]:
    """What groups lead to from a node; in a component all of it."""
    return {node, *(group.target for group in groups)}


def _copy(group: Group, at: int, to: int) -> Group:
    target = END if group.target == END else (to, *group.target)
    return replace(group, source=(at, *group.source), target=target)


def components(graph: Graph) -> dict[Node, int]:
    """The strongly connected component of each node (Tarjan's algorithm, without recursion)."""
    after = graph.after()
    order: dict[Node, int] = {}
    low: dict[Node, int] = {}
    stack, found = list[Node](), dict[Node, int]()
    number = 0
    for root in after:
        if root in order:
            continue
        order[root] = low[root] = len(order)
        stack.append(root)
        calls = [(root, iter(after.get(root, ())))]
        while calls:
            node, rest = calls[-1]
            group = next(rest, None)
            if group is None:
                calls.pop()
                if calls:
                    low[calls[-1][0]] = min(low[calls[-1][0]], low[node])
                if low[node] == order[node]:
                    number += 1
                    while True:
                        top = stack.pop()
                        found[top] = number
                        if top == node:
                            break
                continue
            to = group.target
            if to == END:
                continue
            if to not in order:
                order[to] = low[to] = len(order)
                stack.append(to)
                calls.append((to, iter(after.get(to, ()))))
            elif to not in found:
                low[node] = min(low[node], order[to])
    return found


def unroll(graph: Graph, length: int) -> Graph:
    """The runs over streams of at most so many answers, a copy of the graph for each number read so far."""
    groups: list[Group] = []
    for group in graph.groups:
        reads = sum(leaf.read for leaf in group.leaves[:1])
        for at in range(length + 1 - reads):
            groups.append(_copy(group, at, at + reads))
    return Graph((0, *graph.start), tuple(groups))
