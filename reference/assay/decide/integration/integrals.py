"""Probabilities of trees by integration over cells, with certified errors, and sums of their products.

The integral over the cells is enclosed cell by cell.  What lies below the first or above the last cell is
at most the mass of the node's own density there, since messages of children are between 0 and 1: it enters
as a ball from 0 to that mass.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from ...budgets.progress import spend
from ...exact import Number, number
from ...exact._flint import arb, arb_poly, precision
from ..released_comparisons import united
from .cells import Cell, Line
from .cones import Cone, union
from .models import density, exactly, integral, shortened, tail
from .trees import Node, Trees, is_one_half, nodes_of, signed_trees

GUARD_BITS = 24


class Integrals:
    """Probabilities of trees at one precision; densities and messages that trees share are computed once."""

    def __init__(self, trees: Iterable[Node], bits: int) -> None:
        self.bits = bits
        self._working = bits + GUARD_BITS
        every = [node for tree in trees for node in nodes_of(tree)]
        self._known: dict[Node, arb] = {}
        self._densities: dict[tuple[object, Fraction], list[arb_poly]] = {}
        self._messages: dict[tuple[bool, Node], list[arb_poly]] = {}
        kinks = {node.centre for node in every if not node.distribution.variance}
        ends = {x for node in every for x in (node.low, node.high) if x is not None}
        centred = [(node.distribution, node.centre) for node in every]
        self._line = Line(centred, kinks | ends, bits + 8)

    def probability(self, tree: Node) -> arb:
        """An enclosure of the probability of a tree."""
        if tree not in self._known:
            with precision(self._working):
                self._known[tree] = arb("1/2") if is_one_half(tree) else self._integrated(tree)
        return self._known[tree]

    def product(self, trees: Trees) -> arb:
        """That of independent trees."""
        found = arb(1)
        for tree in trees:
            found = found * self.probability(tree)
        return found

    def _integrated(self, tree: Node) -> arb:
        total = self._outside(tree, below=True) + self._outside(tree, below=False)
        for cell, model in zip(self._line.cells, self._product(tree), strict=True):
            total += exactly(cell.radius) * integral(model)
        return total

    def _product(self, node: Node) -> list[arb_poly]:
        """The density within its bounds times the messages of the children, on every cell."""
        spend()
        models = self._density(node)
        for below, child in node.children:
            models = [a * b for a, b in zip(models, self._message(child, below), strict=True)]
        return [
            model if _inside(cell, node) else arb_poly([])
            for cell, model in zip(self._line.cells, models, strict=True)
        ]

    def _density(self, node: Node) -> list[arb_poly]:
        key = (node.distribution, node.centre)
        if key not in self._densities:
            far = self._line.reach[node.distribution]
            self._densities[key] = [
                density(node.distribution, node.centre, cell, self.bits + 8, far) for cell in self._line.cells
            ]
        return self._densities[key]

    def _message(self, node: Node, below: bool) -> list[arb_poly]:
        """w -> P(the subtree holds, and its root is at most w, or at least w), on every cell."""
        key = (below, node)
        if key not in self._messages:
            models = self._product(node)
            if not below:
                models = [_mirrored(model) for model in reversed(models)]
            cells = self._line.cells if below else list(reversed(self._line.cells))
            found = self._cumulative(cells, models, self._outside(node, below=below))
            self._messages[key] = found if below else [_mirrored(model) for model in reversed(found)]
        return self._messages[key]

    def _cumulative(self, cells: list[Cell], models: list[arb_poly], reached: arb) -> list[arb_poly]:
        """The integral up to each point of each cell, from what lies before the first."""
        most = 2 * max((model.degree() for model in self._densities_of_most_terms()), default=0) + 8
        found = []
        for cell, model in zip(cells, models, strict=True):
            radius = exactly(cell.radius)
            primitive = shortened(model, most).integral() * radius
            rising = primitive + (reached - primitive(arb(-1)))
            found.append(rising)
            reached = rising(arb(1))
        return found

    def _densities_of_most_terms(self) -> list[arb_poly]:
        return [max(models, key=lambda model: model.degree()) for models in self._densities.values()]

    def _outside(self, node: Node, *, below: bool) -> arb:
        """What lies below the first cell, or above the last one."""
        distribution, centre = node.distribution, node.centre
        if below and not distribution.two_sided and self._line.cells[0].low <= centre:
            return arb(0)
        distance = centre - self._line.cells[0].low if below else self._line.cells[-1].high - centre
        return arb(0).union(tail(distribution, distance))


def _inside(cell: Cell, node: Node) -> bool:
    """Whether a cell lies within the bounds of a node; no cell has one of them inside."""
    return (node.low is None or node.low <= cell.low) and (node.high is None or cell.high <= node.high)


def _mirrored(model: arb_poly) -> arb_poly:
    """The enclosure of s -> f(-s)."""
    return arb_poly([-c if k % 2 else c for k, c in enumerate(model.coeffs())])


ZERO, HALF = number(0), number("1/2")


@dataclass(frozen=True, eq=False)
class Sum:
    """c_1 * P(trees_1) + ...; the empty product is 1.  Sums that read alike are equal."""

    terms: tuple[tuple[Trees, Number], ...]
    _hash: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        """Its hash is asked for once for each pair of inputs and each output, and is that of long tuples."""
        object.__setattr__(self, "_hash", hash(tuple(trees for trees, _ in self.terms)))

    @property
    def constant(self) -> Number | None:
        """The number that it is, where no tree is left."""
        if not self.terms:
            return ZERO
        ((trees, c), *others) = self.terms
        return c if not trees and not others else None

    def trees(self) -> Iterable[Node]:
        """All trees."""
        return (tree for trees, _ in self.terms for tree in trees)

    def enclosure(self, integrals: Integrals) -> arb:
        """A ball that holds the sum; call it inside `precision`."""
        found = arb(0)
        for trees, c in self.terms:
            found += c.enclosure(integrals.bits) * integrals.product(trees)
        return found

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Sum) and self._hash == other._hash and self.terms == other.terms

    def __hash__(self) -> int:
        return self._hash


def sum_of(cones: Iterable[Cone]) -> Sum:
    """The probability of disjoint cones.

    Raises InvalidType where draws are compared in a ring, see `trees`.
    """
    total: dict[Trees, Number] = {}
    for cone in united(cones, union):
        for trees, n in signed_trees(cone.distributions, cone.constraints).items():
            halves = sum(map(is_one_half, trees))
            left = tuple(tree for tree in trees if not is_one_half(tree))
            total[left] = total.get(left, ZERO) + cone.weight * n * HALF**halves
    return Sum(tuple(sorted(((trees, c) for trees, c in total.items() if c), key=lambda term: repr(term[0]))))
