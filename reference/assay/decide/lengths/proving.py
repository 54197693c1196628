"""The least multiple of EPS that an alignment proves, by graphs split ever more finely; its dearest run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import ceil

from .automaton import Automaton
from .certificate import AlignmentCertificate, Proof, Values, is_discrete
from .graphs import END, Graph, Group, Node, graph_of
from .neighbours import Case, Neighbours
from .search import CHOSEN, Alignment, align
from .unfolding import components, unfold, unroll
from .vertices import Unmergeable, Vertex

MOST_GRAPHS = 300
"""More graphs than these are not looked through."""

DEPTHS = (0, 2, 3, 4, 5, 6, 7, 8)


DEEP_ENOUGH = 4
"""Where nothing was found down to this depth, none is looked for below."""


@dataclass(frozen=True)
class Found:
    """A proof of a case, what it costs, and the differences of the run that costs most."""

    cost: Fraction
    proof: Proof
    dearest: tuple[Fraction, ...] | None


@dataclass(frozen=True)
class Upper:
    """A certificate, and for each case the differences of the answers where the constant may be attained."""

    certificate: AlignmentCertificate
    dearest: tuple[tuple[Fraction, ...], ...]


def prove(
    automaton: Automaton,
    neighbours: Neighbours,
    *,
    enough: Fraction = Fraction(0),
    go_on: Callable[[], bool] = lambda: True,
) -> Upper | None:
    """The certificate with the least multiple that is found; `enough` is a multiple that cannot be beaten.

    Raises SolverMissing without scipy.
    """
    discrete = is_discrete(automaton)
    best = [_proof(automaton, case, discrete, enough, go_on) for case in neighbours.cases]
    found = [each for each in best if each is not None]
    if len(found) < len(best):
        return None
    multiple = max(each.cost for each in found)
    certificate = AlignmentCertificate(automaton, neighbours, multiple, tuple(each.proof for each in found))
    dearest = sorted((each for each in found if each.dearest), key=lambda each: -each.cost)
    return Upper(certificate, tuple(each.dearest for each in dearest if each.dearest))


def _proof(
    automaton: Automaton, case: Case, discrete: bool, enough: Fraction, go_on: Callable[[], bool]
) -> Found | None:
    """The cheapest proof of a case, the coarsest first."""
    best: Found | None = None
    tried = set[int]()
    for depth in DEPTHS:
        if best is None and depth > DEEP_ENOUGH:
            return None
        for merged in (True, False):
            if (best is not None and best.cost <= enough) or (tried and not go_on()):
                return best
            graph = graph_of(automaton, case, merged=merged)
            graphs = list(islice(unfold(graph, depth), MOST_GRAPHS + 1))
            sizes = hash((merged, len(graphs), sum(len(g.groups) for g in graphs)))
            if len(graphs) > MOST_GRAPHS or sizes in tried:
                continue
            tried.add(sizes)
            found = _aligned(graphs, discrete, depth, merged, None if best is None else best.cost)
            best = found or best
    return best


def _aligned(
    graphs: list[Graph], discrete: bool, depth: int, merged: bool, bound: Fraction | None
) -> Found | None:
    """An alignment of every graph, each cheaper than the bound; None where one has none."""
    values = list[Values]()
    dearest: tuple[Graph, Alignment] | None = None
    for graph in graphs:
        try:
            found = align(graph, discrete=discrete)
        except Unmergeable:
            return None
        if found is None or (bound is not None and found.cost >= bound):
            return None
        if dearest is None or found.cost > dearest[1].cost:
            dearest = graph, found
        kept = ((u, v) for u, v in found.values.items() if u[0] in CHOSEN and v)
        values.append(tuple(kept))
    if dearest is None:
        return None
    run = dearest_differences(dearest[0], dearest[1].flow)
    return Found(dearest[1].cost, Proof(merged, depth, tuple(values)), run)


def dearest_runs(
    automaton: Automaton, neighbours: Neighbours, length: int
) -> tuple[tuple[Fraction, ...], ...]:
    """The differences of the answers in the dearest runs of at most that length.

    Where no constant is enough for every length there is one for this length, and what it is paid for tells
    which streams need it.
    """
    found: list[tuple[Fraction, tuple[Fraction, ...]]] = []
    for case in neighbours.cases:
        graph = graph_of(automaton, case, merged=True)
        for way in (graph, *islice(unfold(graph, BRIDGES), MOST_WAYS)):
            unrolled = unroll(way, length)
            try:
                alignment = align(unrolled, discrete=is_discrete(automaton))
            except Unmergeable:
                continue
            run = None if alignment is None else dearest_differences(unrolled, alignment.flow)
            if alignment is not None and run is not None:
                found.append((alignment.cost, run))
    return tuple(run for _, run in [*found[:1], *sorted(found[1:], key=lambda each: -each[0])[:MOST_RUNS]])


BRIDGES, MOST_WAYS, MOST_RUNS = 3, 20, 3
"""How finely the runs of a length are told apart, and how many are looked at."""


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
