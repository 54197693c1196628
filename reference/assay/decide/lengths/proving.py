"""The least multiple of EPS that an alignment proves, by graphs that are split more and more finely."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import islice

from .automaton import Automaton
from .certificate import AlignmentCertificate, Proof, Values, is_discrete
from .graphs import Graph, graph_of
from .neighbours import Case, Neighbours
from .obligations import Unmergeable
from .search import align
from .unfolding import unfold

MOST_GRAPHS = 300
"""More graphs than these are not looked through."""

DEPTHS = (0, 2, 3, 4, 5, 6, 7, 8)

Found = tuple[Fraction, Proof]


def prove(
    automaton: Automaton,
    neighbours: Neighbours,
    *,
    enough: Fraction = Fraction(0),
    go_on: Callable[[], bool] = lambda: True,
) -> AlignmentCertificate | None:
    """The certificate with the least multiple that is found; `enough` is a multiple that cannot be beaten.

    Raises SolverMissing without scipy.
    """
    discrete = is_discrete(automaton)
    best = [_proof(automaton, case, discrete, enough, go_on) for case in neighbours.cases]
    found = [each for each in best if each is not None]
    if len(found) < len(best):
        return None
    multiple = max(cost for cost, _ in found)
    return AlignmentCertificate(automaton, neighbours, multiple, tuple(proof for _, proof in found))


def _proof(
    automaton: Automaton, case: Case, discrete: bool, enough: Fraction, go_on: Callable[[], bool]
) -> Found | None:
    """The cheapest proof of a case, the coarsest first."""
    best: Found | None = None
    tried = set[int]()
    for depth in DEPTHS:
        for merged in (True, False):
            if (best is not None and best[0] <= enough) or (tried and not go_on()):
                return best
            graph = graph_of(automaton, case, merged=merged)
            graphs = list(islice(unfold(graph, depth), MOST_GRAPHS + 1))
            sizes = hash((merged, len(graphs), sum(len(g.groups) for g in graphs)))
            if len(graphs) > MOST_GRAPHS or sizes in tried:
                continue
            tried.add(sizes)
            found = _aligned(graphs, discrete, None if best is None else best[0])
            if found is not None:
                best = found[0], Proof(merged, depth, found[1])
    return best


def _aligned(graphs: list[Graph], discrete: bool, bound: Fraction | None) -> tuple[Fraction, tuple[Values, ...]] | None:
    """An alignment of every graph, each cheaper than the bound; None where one has none."""
    dearest, values = Fraction(0), list[Values]()
    for graph in graphs:
        try:
            found = align(graph, discrete=discrete)
        except Unmergeable:
            return None
        if found is None or (bound is not None and found.cost >= bound):
            return None
        dearest = max(dearest, found.cost)
        kept = ((u, v) for u, v in found.values.items() if u[0] in ("low", "high", "shift") and v)
        values.append(tuple(kept))
    return dearest, tuple(values)
