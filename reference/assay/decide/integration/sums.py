"""The probability of an output as a formal sum: exact numbers times products of probabilities of trees."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ...exact import Number, number
from ...exact._flint import arb
from .cones import Cone, merged
from .integrals import Integrals
from .trees import Node, Trees, is_one_half, signed_trees

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
    for cone in merged(cones):
        for trees, n in signed_trees(cone.distributions, cone.constraints).items():
            halves = sum(map(is_one_half, trees))
            left = tuple(tree for tree in trees if not is_one_half(tree))
            total[left] = total.get(left, ZERO) + cone.weight * n * HALF**halves
    return Sum(tuple(sorted(((trees, c) for trees, c in total.items() if c), key=lambda term: repr(term[0]))))
