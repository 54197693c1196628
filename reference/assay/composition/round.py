"""One round: what is released once, as the pairs (P, Q) that dominate it, direction by direction.

A person's part in the data is the same in every round: whoever is removed is removed in all of them.  So the
pairs of a round are told apart by direction, each direction is composed for itself, and the larger value is
taken at the end, not pair by pair before.  For groups the pairs are those of chains of at most m steps
through the domain.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from ..adjacency import Adjacency
from ..adjacency.datasets import AddRemoveOne
from ..dp import Mechanism
from ..engines.pairs import joint_distribution
from ..errors import InvalidType, InvalidValue
from ..theorems import group
from .finite_pair import FinitePair
from .pair import DominatingPair, check_pair
from .upper_envelope import UpperEnvelope, either_order, upper_envelope

Inputs: TypeAlias = tuple[Hashable, Hashable]
"""An ordered pair (x, x') of adjacent inputs."""

Pairs: TypeAlias = Mapping[Inputs, DominatingPair]
"""The pairs of one direction: one of each class that no divergence tells apart."""

P = TypeVar("P", bound=DominatingPair)

REMOVE, ADD, MIXED, EITHER, GIVEN = "remove", "add", "mixed", "either order", "given order"
"""x' lacks a record of x; x' has one more; some leave and some join; no direction; the order of the pairs."""

FREE = "any direction"
"""Every pair of every direction, for an adversary who may take another direction in every round."""

WITH, WITHOUT = "with", "without"
"""The names of data sets of which nothing is known but that one has the record."""


@dataclass(frozen=True)
class Round:
    """The dominating pairs of one release, by direction.

    `bounds` holds the listed pairs (x, x') that are a bound for many data sets, and not the distributions of
    the mechanism on x and x' themselves.  `text` says what is released.
    """

    text: str
    pairs: Mapping[str, Pairs]
    bounds: frozenset[Inputs] = frozenset()
    _envelopes: dict[str, UpperEnvelope[Inputs]] = field(default_factory=dict, repr=False, compare=False)

    @staticmethod
    def of(release: Release) -> Round:
        """A mechanism under its own adjacency, removing and adding apart where it has both; or the pair of a
        record that is removed, reversed for one that is added.

        Raises InvalidType for anything else.
        """
        if isinstance(release, Round):
            return release
        if isinstance(release, DominatingPair):
            return both_ways(release.name, {(WITH, WITHOUT): release})
        mechanism = check_mechanism(release)
        if is_both_ways(mechanism.adjacency):
            return both_ways(mechanism.name, removing(mechanism))
        pairs = tuple(mechanism.worst_case.representatives())
        return Round(mechanism.name, {one_direction(mechanism.adjacency): distinct_pairs(mechanism, pairs)})

    @staticmethod
    def given(pair: DominatingPair, direction: str = GIVEN) -> Round:
        """A pair by itself, in this one direction.  Raises InvalidType for what is no pair."""
        check_pair(pair, "pair")
        return Round(pair.name, {direction: {(WITH, WITHOUT): pair}})

    @staticmethod
    def directed(remove: DominatingPair, add: DominatingPair) -> Round:
        """The pair when a record is removed, and the one when it is added; InvalidType for what is none."""
        check_pair(remove, "remove")
        check_pair(add, "add")
        return Round(remove.name, {REMOVE: {(WITH, WITHOUT): remove}, ADD: {(WITHOUT, WITH): add}})

    @staticmethod
    def in_either_order(pair: DominatingPair) -> Round:
        """A pair of a relation without directions: what dominates both of its orders.

        Raises InvalidType for what is no pair, InvalidValue for one that is neither symmetric nor finite.
        """
        check_pair(pair, "pair")
        names = frozenset[Inputs]() if pair.is_symmetric else frozenset({(WITH, WITHOUT)})
        return Round(pair.name, {EITHER: {(WITH, WITHOUT): either_order(pair)}}, names)

    def dominating(self, direction: str) -> UpperEnvelope[Inputs]:
        """The pair that dominates all pairs of a direction.  Raises InvalidValue for an unknown direction."""
        if direction not in self.pairs:
            raise InvalidValue(
                f"direction = {direction!r} is none of {self.text}; choose from {', '.join(self.pairs)}"
            )
        if direction not in self._envelopes:
            self._envelopes[direction] = upper_envelope(self.pairs[direction])
        return self._envelopes[direction]

    def is_attained(self, direction: str) -> bool:
        """Whether the distributions on one pair of inputs attain the dominating pair at every epsilon."""
        found = self.dominating(direction)
        known = found.attained_by is not None and found.attained_by not in self.bounds
        return known and not found.pair.is_bound

    def is_exact(self) -> bool:
        """Whether an adversary can choose every listed pair."""
        pairs = (pair for listed in self.pairs.values() for pair in listed.values())
        return not self.bounds and not any(pair.is_bound for pair in pairs)

    def as_bound(self) -> Round:
        """The same pairs, which dominate the release, and which no pair of inputs is known to attain."""
        return Round(
            self.text, self.pairs, frozenset(each for pairs in self.pairs.values() for each in pairs)
        )

    def only(self, direction: str) -> Round:
        """The pairs of one direction."""
        self.dominating(direction)
        return Round(self.text, {direction: self.pairs[direction]}, self.bounds)

    def free(self) -> Round:
        """The pairs of all directions as one, from which each round may take any."""
        if len(self.pairs) == 1:
            return self
        pairs = (found for listed in self.pairs.values() for found in listed.items())
        return Round(f"{self.text}, any pair in each round", {FREE: distinct(pairs)}, self.bounds)

    def __str__(self) -> str:
        return self.text


Release: TypeAlias = Round | DominatingPair | Mechanism[Any, Any]
"""What may be composed."""


def both_ways(text: str, removing: Pairs, bounds: frozenset[Inputs] = frozenset()) -> Round:
    """The round whose pairs when a record is added are those of its removal, reversed."""
    adding = {(y, x): pair if pair.is_symmetric else pair.reversed() for (x, y), pair in removing.items()}
    return Round(text, {REMOVE: removing, ADD: adding}, bounds | {(y, x) for x, y in bounds})


def is_both_ways(adjacency: Adjacency) -> bool:
    """Whether the relation is adding and removing a record."""
    return isinstance(adjacency, AddRemoveOne) and adjacency.symmetric


def one_direction(adjacency: Adjacency) -> str:
    """The direction of a relation that has one."""
    if isinstance(adjacency, AddRemoveOne):
        return REMOVE
    return EITHER if adjacency.symmetric else GIVEN


def removing(mechanism: Mechanism[Any, Any]) -> dict[Inputs, FinitePair]:
    """The pairs (x, x without a record)."""
    adjacency = mechanism.adjacency
    if not isinstance(adjacency, AddRemoveOne):
        raise InvalidValue(
            f"{adjacency!r} does not say what a data set without a record is; use adjacency.add_remove_one()"
        )
    return distinct_pairs(mechanism, AddRemoveOne(adjacency.kind, symmetric=False).pairs(mechanism.domain))


def distinct_pairs(
    mechanism: Mechanism[Any, Any], pairs: tuple[tuple[Any, Any], ...]
) -> dict[Inputs, FinitePair]:
    """The first pair of each class with the same multiset {(P(o), Q(o))}."""
    seen: dict[object, Inputs] = {}
    for x, y in pairs:
        seen.setdefault(joint_distribution(mechanism.distribution(x), mechanism.distribution(y)), (x, y))
    return distinct(
        ((x, y), FinitePair.of(mechanism.distribution(x), mechanism.distribution(y)))
        for x, y in seen.values()
    )


def distinct(pairs: Iterable[tuple[Inputs, P]]) -> dict[Inputs, P]:
    """The pairs without repetition, each under its first name."""
    first: dict[object, tuple[Inputs, P]] = {}
    for name, each in pairs:
        key = (frozenset(each.atoms), each.infinite) if isinstance(each, FinitePair) else each
        first.setdefault(key, (name, each))
    return dict(first.values())


def check_mechanism(value: object) -> Mechanism[Any, Any]:
    """Refuse anything that is not a Mechanism."""
    if not isinstance(value, Mechanism):
        raise InvalidType(
            f"mechanism = {value!r} is a {type(value).__name__}; give a Mechanism, or a pair that dominates "
            "it, such as FinitePair.of(p, q)"
        )
    return value


def grouped(mechanism: Mechanism[Any, Any], m: int) -> Round:
    """The mechanism for groups of at most m: every pair of inputs that m adjacent steps connect.

    Under add_remove_one with the directions "remove" (all of the group leave), "add" (all join) and "mixed"
    (some leave, some join; here the order of x and x' may change from round to round, a bound from above).
    To sample first, give the sampled mechanism itself, `amplification.subsample`.
    Raises InvalidType or InvalidValue for an m that is no int >= 1.
    """
    check_mechanism(mechanism)
    many = group(mechanism, m)
    if not is_both_ways(mechanism.adjacency):
        direction = one_direction(mechanism.adjacency)
        return Round(many.name, {direction: next(iter(Round.of(many).pairs.values()))})
    leaving = _removal(mechanism.adjacency).power(m, symmetric=False).pairs(mechanism.domain)
    joining = tuple((y, x) for x, y in leaving)
    one_way = {*leaving, *joining}
    mixed = tuple(pair for pair in many.pairs if pair not in one_way)
    found = {REMOVE: distinct_pairs(many, leaving), ADD: distinct_pairs(many, joining)}
    return Round(many.name, found | ({MIXED: distinct_pairs(many, mixed)} if mixed else {}))


def _removal(adjacency: Adjacency) -> Adjacency:
    """Removing one record, without its reverse."""
    return AddRemoveOne(adjacency.kind, symmetric=False) if isinstance(adjacency, AddRemoveOne) else adjacency
