"""The probability of a cone as a sum of probabilities of trees, each of which is an iterated integral.

A tree is a connected set of draws whose constraints on two of them form no ring.  With w_i = z_i + mu_i for
fitting mu_i every constraint on two of them becomes w_i <= w_j, so that a node is a draw with its centre mu,
bounds of its own, and children that are at most, or at least, its own value.  The probability is

    P(v) = integral over low <= w <= high of f_v(w - mu_v) * product over children c of m_c(w) dw

at the root, where m_c(w) is the same integral over the child's values up to w, or from w on.

Constraints that form a ring are taken apart by  P(A and c) = P(A) - P(A and not c);  a constraint that
follows from others is left out.  In that way a draw that lies between two others, as in a minimum and a
maximum of which neither is exceeded, hangs on one of them at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from ...budgets.progress import spend
from ...errors import InvalidType
from ...programs.noise.orders import ORIGIN, Distribution
from .cones import Bounds, closed, reduced


class Node(NamedTuple):
    """A draw around `centre` with bounds (None: no bound), and its children, each with its side.

    A child of side True is at most the value of its parent, one of side False at least that.
    """

    distribution: Distribution
    centre: Fraction
    low: Fraction | None
    high: Fraction | None
    children: tuple[tuple[bool, Node], ...]


Trees = tuple[Node, ...]
"""Independent trees, in one order; their probabilities are multiplied."""


def signed_trees(distributions: tuple[Distribution, ...], bounds: Bounds) -> dict[Trees, int]:
    """The probability of a cone as a sum of products: how often each product is added, or subtracted.

    Raises InvalidType where a ring cannot be taken apart.
    """
    found: dict[Trees, int] = {}
    for sign, cone in _without_rings(bounds, frozenset()):
        trees = tuple(sorted((_canonical(part, distributions, cone) for part in _parts(cone)), key=repr))
        found[trees] = found.get(trees, 0) + sign
    return {trees: n for trees, n in found.items() if n}


def _without_rings(bounds: Bounds, negated: frozenset[tuple[int, int]]) -> Iterator[tuple[int, Bounds]]:
    """Cones without rings, each with its sign."""
    spend()
    if closed(bounds) is None:
        return
    kept = reduced(bounds)
    ring = _ring(kept)
    if not ring:
        yield 1, kept
        return
    chosen = next((pair for pair in ring if pair not in negated), None)
    if chosen is None:
        raise InvalidType("draws are compared in rings that are not taken apart; compare each with one other")
    i, j = chosen
    rest = {pair: n for pair, n in kept.items() if pair != chosen}
    yield from _without_rings(rest, negated)
    back = (j, i)
    opposite = rest | {back: min(-kept[chosen], rest.get(back, -kept[chosen]))}
    for sign, cone in _without_rings(opposite, negated | {back}):
        yield -sign, cone


def _ring(bounds: Bounds) -> list[tuple[int, int]]:
    """The constraints on two draws that lie on rings: what is left when draws with one neighbour are cut off.

    Those of draws with the fewest constraints come first.
    """
    pairs = [pair for pair in bounds if ORIGIN not in pair]
    while True:
        degree = Counter(i for pair in pairs for i in pair)
        left = [pair for pair in pairs if min(degree[pair[0]], degree[pair[1]]) > 1]
        if len(left) == len(pairs):
            return sorted(left, key=lambda pair: (min(degree[pair[0]], degree[pair[1]]), pair))
        pairs = left


def _parts(bounds: Bounds) -> list[list[int]]:
    """The draws that the constraints link, for each of the linked sets; draws without constraints are left
    out.
    """
    parts: list[list[int]] = []
    for pair in bounds:
        touched = [i for i in pair if i != ORIGIN]
        old = [part for part in parts if any(i in part for i in touched)]
        parts = [part for part in parts if part not in old]
        parts.append(sorted({*touched, *(i for part in old for i in part)}))
    return parts


def _canonical(part: list[int], distributions: tuple[Distribution, ...], bounds: Bounds) -> Node:
    """The least of the rooted trees of least height, also turned around where all distributions are even.

    Trees that differ by the names of their draws, by where 0 lies, or by the sign of all draws are the same.
    """
    rooted = [_rooted(i, None, Fraction(0), distributions, bounds) for i in part]
    least = min(map(_height, rooted))
    candidates = [tree for tree in rooted if _height(tree) == least]
    if all(distributions[i].two_sided for i in part):
        candidates += [_mirrored(tree) for tree in candidates]
    return min(candidates, key=repr)


def _rooted(
    i: int, parent: int | None, centre: Fraction, distributions: tuple[Distribution, ...], bounds: Bounds
) -> Node:
    children = []
    for (a, b), n in bounds.items():
        if i not in (a, b) or ORIGIN in (a, b) or parent in (a, b):
            continue
        child, below = (b, False) if a == i else (a, True)
        moved = centre + n if a == i else centre - n
        children.append((below, _rooted(child, i, moved, distributions, bounds)))
    upper, lower = bounds.get((i, ORIGIN)), bounds.get((ORIGIN, i))
    return Node(
        distributions[i],
        centre,
        None if lower is None else centre - lower,
        None if upper is None else centre + upper,
        tuple(sorted(children, key=repr)),
    )


def _mirrored(node: Node) -> Node:
    children = tuple(sorted(((not below, _mirrored(child)) for below, child in node.children), key=repr))
    low = None if node.high is None else -node.high
    high = None if node.low is None else -node.low
    return Node(node.distribution, -node.centre, low, high, children)


def _height(node: Node) -> int:
    return 1 + max((_height(child) for _, child in node.children), default=0)


def nodes_of(node: Node) -> Iterator[Node]:
    """The tree's nodes."""
    yield node
    for _, child in node.children:
        yield from nodes_of(child)


def is_one_half(tree: Node) -> bool:
    """Whether the probability is 1/2 by symmetry: w <= mu, or w_1 <= w_2 around one centre, even noise."""
    if not all(node.distribution.two_sided for node in nodes_of(tree)):
        return False
    bounds = (tree.low, tree.high)
    if not tree.children:
        return bounds in ((None, tree.centre), (tree.centre, None))
    (_, child), *others = tree.children
    free = bounds == (child.low, child.high) == (None, None)
    return free and not others and not child.children and child.centre == tree.centre
