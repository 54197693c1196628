"""Inputs that are likely to attain the constant: the run that the linear program says is the dearest."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil

from .graphs import END, Graph, Group, Node
from .unfolding import components
from .vertices import Vertex

Step = tuple[int, Vertex]

LONGEST = 40


def dearest_differences(graph: Graph, flow: Mapping[Step, Fraction]) -> tuple[Fraction, ...] | None:
    """The differences of the answers along a walk that takes every group as often as the flow says.

    None where it reads nothing, or more than LONGEST steps.  What follows where the flow ends costs nothing.
    """
    left = {step: ceil(amount) for step, amount in flow.items()}
    walk = _walk(graph, graph.start, left)
    place = 0
    while place < len(walk):
        detour = _cycle(graph, graph.groups[walk[place][0]].source, left)
        walk[place:place] = detour
        place += 1
        if len(walk) > LONGEST:
            return None
    differences = tuple(d for i, vertex in walk for d in vertex)
    return differences or None


def _next(
    graph: Graph, node: Node, left: Mapping[Step, int], component: Mapping[Node, int] | None
) -> Step | None:
    """A step from a node that is still to be taken; with components, one that stays inside."""
    for (i, vertex), count in left.items():
        group: Group = graph.groups[i]
        inside = component is None or component.get(group.target) == component.get(node)
        if count > 0 and group.source == node and inside:
            return i, vertex
    return None


def _walk(graph: Graph, node: Node, left: dict[Step, int]) -> list[Step]:
    """From the start to the end, inside a component as long as there is something to take."""
    component = components(graph)
    found: list[Step] = []
    while node != END and len(found) <= LONGEST:
        step = _next(graph, node, left, component) or _next(graph, node, left, None)
        if step is None:
            return found
        left[step] -= 1
        found.append(step)
        node = graph.groups[step[0]].target
    return found


def _cycle(graph: Graph, node: Node, left: dict[Step, int]) -> list[Step]:
    """A way from a node back to it, of what is left; none where there is none."""
    found: list[Step] = []
    trial, at = dict(left), node
    while len(found) <= LONGEST:
        step = _next(graph, at, trial, None)
        if step is None:
            return []
        trial[step] -= 1
        found.append(step)
        at = graph.groups[step[0]].target
        if at == node:
            left.update(trial)
            return found
        if at == END:
            return []
    return []
