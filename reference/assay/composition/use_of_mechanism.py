"""One use of a mechanism in a composition: its pairs by direction, and the pair that dominates each of them.

A person's part in the data is the same in every round: whoever is removed is removed in all of them.  So the
pairs of a round are told apart by direction, each direction is composed for itself, and the larger value is
taken at the end, not pair by pair before.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ..adjacency import Adjacency
from ..adjacency.datasets import AddRemoveOne
from ..dp import Dist, Mechanism
from ..engines.pairs import joint_law
from ..errors import InvalidType, InvalidValue
from .dominating import DominatingPair, dominating
from .rounds import Round

Inputs: TypeAlias = tuple[Hashable, Hashable]
"""An ordered pair (x, x') of adjacent inputs."""

Classes: TypeAlias = Mapping[Inputs, Round]
"""The pairs of one direction: one of each class that no divergence tells apart."""

REMOVE, ADD, MIXED, EITHER, GIVEN = "remove", "add", "mixed", "either order", "given order"
"""x' lacks a record of x; x' has one more; some leave and some join; no direction; the order of the pairs."""

FREE = "any direction"
"""Every pair of every direction, for an adversary who may take another direction in every round."""


@dataclass(frozen=True)
class Use:
    """The pairs of a mechanism by direction.

    `bounds` holds the listed pairs (x, x') whose round is a bound for many data sets, and not the laws of the
    mechanism on x and x' themselves.  `text` says what is used.
    """

    text: str
    classes: Mapping[str, Classes]
    bounds: frozenset[Inputs] = frozenset()
    _dominating: dict[str, DominatingPair[Inputs]] = field(default_factory=dict, repr=False, compare=False)

    def dominating(self, direction: str) -> DominatingPair[Inputs]:
        """The pair that dominates all pairs of a direction.  Raises InvalidValue for an unknown direction."""
        if direction not in self.classes:
            raise InvalidValue(
                f"direction = {direction!r} is none of {self.text}; choose from {', '.join(self.classes)}"
            )
        if direction not in self._dominating:
            self._dominating[direction] = dominating(self.classes[direction])
        return self._dominating[direction]

    def is_attained(self, direction: str) -> bool:
        """Whether the laws on one pair of inputs attain the dominating pair at every epsilon."""
        pair = self.dominating(direction).pair
        return pair is not None and pair not in self.bounds

    def is_exact(self) -> bool:
        """Whether an adversary can choose every listed pair."""
        return not self.bounds

    def free(self) -> Use:
        """The pairs of all directions as one, from which each round may take any."""
        if len(self.classes) == 1:
            return self
        pairs = (found for listed in self.classes.values() for found in listed.items())
        return Use(f"{self.text}, any pair in each round", {FREE: distinct(pairs)}, self.bounds)

    def __str__(self) -> str:
        return self.text


def plain(mechanism: Mechanism[Any, Any]) -> Use:
    """The mechanism as it is, under its own adjacency: removing and adding apart where it has both.

    Raises InvalidType for anything but a Mechanism.
    """
    check_mechanism(mechanism)
    if is_both_ways(mechanism.adjacency):
        return both_ways(mechanism.name, removing(mechanism))
    pairs = tuple(mechanism.worst_case.representatives())
    return Use(mechanism.name, {one_direction(mechanism.adjacency): classes_of(mechanism, pairs)})


def of_pair(p: Dist[Any], q: Dist[Any], text: str = "a pair") -> Use:
    """The pair of laws with a record (P) and without it (Q), which you know to dominate a mechanism."""
    return both_ways(text, {("with", "without"): Round.of(p, q)})


def both_ways(text: str, removing: Classes, bounds: frozenset[Inputs] = frozenset()) -> Use:
    """The use whose pairs when a record is added are those of its removal, reversed."""
    adding = {(y, x): pair.reversed() for (x, y), pair in removing.items()}
    return Use(text, {REMOVE: removing, ADD: adding}, bounds | {(y, x) for x, y in bounds})


def is_both_ways(adjacency: Adjacency) -> bool:
    """Whether the relation is adding and removing a record."""
    return isinstance(adjacency, AddRemoveOne) and adjacency.symmetric


def one_direction(adjacency: Adjacency) -> str:
    """The direction of a relation that has one."""
    if isinstance(adjacency, AddRemoveOne):
        return REMOVE
    return EITHER if adjacency.symmetric else GIVEN


def removing(mechanism: Mechanism[Any, Any]) -> Classes:
    """The pairs (x, x without a record)."""
    adjacency = mechanism.adjacency
    if not isinstance(adjacency, AddRemoveOne):
        raise InvalidValue(
            f"{adjacency!r} does not say what a data set without a record is; use adjacency.add_remove_one()"
        )
    return classes_of(mechanism, AddRemoveOne(adjacency.kind, symmetric=False).pairs(mechanism.domain))


def classes_of(mechanism: Mechanism[Any, Any], pairs: tuple[tuple[Any, Any], ...]) -> Classes:
    """The first pair of each class with the same multiset {(P(o), Q(o))}."""
    seen: dict[object, Inputs] = {}
    for x, y in pairs:
        seen.setdefault(joint_law(mechanism.distribution(x), mechanism.distribution(y)), (x, y))
    return distinct(
        ((x, y), Round.of(mechanism.distribution(x), mechanism.distribution(y))) for x, y in seen.values()
    )


def distinct(rounds: Iterable[tuple[Inputs, Round]]) -> Classes:
    """The rounds without repetition, each under its first name."""
    first: dict[object, tuple[Inputs, Round]] = {}
    for name, each in rounds:
        first.setdefault((frozenset(each.atoms), each.infinite), (name, each))
    return dict(first.values())


def check_mechanism(value: object) -> Mechanism[Any, Any]:
    """Refuse anything that is not a Mechanism."""
    if not isinstance(value, Mechanism):
        raise InvalidType(
            f"mechanism = {value!r} is a {type(value).__name__}; give a Mechanism, or the pair of its laws "
            "to of_pair(p, q)"
        )
    return value
