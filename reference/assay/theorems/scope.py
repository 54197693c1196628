"""What a guarantee is about: the adjacency relation, the inputs it was shown for, and whose privacy it is.

A bound on numbers knows none of this, and that is how false guarantees are made: (ln 2, 0)-DP under a
relation that holds in one direction allows a total variation of 1/2, under a symmetric one of 1/3.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, fields
from typing import Any

from ..adjacency import Adjacency, Explicit
from ..adjacency.datasets import AddRemoveOne
from ..adjacency.inputs import check_distinct, check_domain, same_input
from ..adjacency.relation import check_is_adjacency
from ..dp import Mechanism
from ..errors import InvalidType, InvalidValue
from ..outputs.text import brief, with_type

SYMMETRIC = "a symmetric adjacency"
ONE_RELATION = "one adjacency for all"
CHOSEN = "chosen by the answers so far"
"""Hypotheses by name, in the words of the lemmas that need them (spec/lemmas.md)."""


@dataclass(frozen=True)
class Scope:
    """A relation, symmetric or one-way, with the inputs and the unit of privacy that it is about.

    adjacency: with symmetric=False the relation is one-way, and a guarantee bounds P = M(x) by Q = M(x') for
    its pairs (x, x') only: add_remove_one(symmetric=False) is removal, .reversed() of it addition.
    domain: the inputs that the guarantee was shown for; None is every input that the relation covers.
    unit: whose privacy it is where the relation does not say, such as "user" or "device"; a word of your own.
    Raises InvalidType or InvalidValue for anything else, and for a one-way relation whose direction is that
    of the order of the domain where no domain is given.
    """

    adjacency: Adjacency
    domain: tuple[Hashable, ...] | None = None
    unit: str | None = None

    def __post_init__(self) -> None:
        check_is_adjacency(self.adjacency)
        unit: object = self.unit
        if unit is not None and not (isinstance(unit, str) and unit):
            raise InvalidType(f"unit is {with_type(unit)}; give a word such as 'user', or nothing")
        if self.domain is None and not (self.adjacency.symmetric or _has_a_direction(self.adjacency)):
            raise InvalidValue(
                f"{self.adjacency!r} is one-way, in the order of the domain, but no domain is given; give it"
            )

    @staticmethod
    def of(mechanism: Mechanism[Any, Any], unit: str | None = None) -> Scope:
        """What the measures of a mechanism are about: its adjacency on its domain."""
        return Scope(mechanism.adjacency, mechanism.domain, unit)

    @property
    def symmetric(self) -> bool:
        """Whether (x', x) is a pair for every pair (x, x'): said by the relation, or seen on its pairs."""
        if self.adjacency.symmetric:
            return True
        pairs = set(self._pairs())
        return bool(pairs) and all((y, x) in pairs for x, y in pairs)

    def meet(self, other: Scope) -> Scope:
        """The same scope, with the domain of whichever has one.

        Raises InvalidValue, by the name of the hypothesis, where the two are not about the same, and
        InvalidType where they name inputs that are equal and can be told apart, such as 1 and True.
        """
        if self.unit != other.unit:
            raise self._differs(other, f"the unit {brief(other.unit)}, not {brief(self.unit)}")
        _refuse_lookalikes(self.domain, other.domain)
        same = same_relation(self.adjacency, other.adjacency)
        if self.domain == other.domain and same:
            return self
        if self.domain is None or other.domain is None:
            if not same:
                raise self._differs(other, f"{other.adjacency!r}, not {self.adjacency!r}")
            return other if self.domain is None else self
        if set(self.domain) != set(other.domain):
            raise self._differs(other, "another domain")
        if set(self._pairs()) != set(other._pairs()):
            raise self._differs(other, f"{other.adjacency!r}, not {self.adjacency!r}")
        return self

    def _pairs(self) -> tuple[tuple[Any, Any], ...]:
        """The ordered pairs, as far as they are known."""
        if self.domain is not None:
            return self.adjacency.pairs(self.domain)
        inner = getattr(self.adjacency, "forward", self.adjacency)  # reversing changes no symmetry
        return inner.listed if isinstance(inner, Explicit) else ()

    def _differs(self, other: Scope, how: str) -> InvalidValue:
        return InvalidValue(
            f"the hypothesis {ONE_RELATION!r} fails: this one is about {how}, and a promise of both together "
            f"would be about neither ({other} beside {self}); keep them apart, one budget for each"
        )

    def __str__(self) -> str:
        inputs = "" if self.domain is None else f" on {len(self.domain)} inputs"
        return f"{self.adjacency!r}{inputs}{'' if self.unit is None else f' of a {self.unit}'}"


def same_relation(a: Adjacency, b: Adjacency) -> bool:
    """Whether two relations are of one class, with the same arguments all the way down.

    A class may call anything equal, and a text may be cut short.
    """
    if type(a) is not type(b) or a != b:
        return False
    parts = [(getattr(a, f.name), getattr(b, f.name)) for f in fields(a)]
    return all(same_relation(x, y) if isinstance(x, Adjacency) else same_input(x, y) for x, y in parts)


def read_scope(
    adjacency: Adjacency | None, domain: Iterable[Hashable] | None, unit: str | None
) -> Scope | None:
    """The scope with this adjacency; None where nothing is said."""
    if adjacency is None:
        if domain is not None or unit is not None:
            raise InvalidValue("a domain or a unit says nothing without an adjacency; give adjacency=... too")
        return None
    check_is_adjacency(adjacency)
    inputs = None if domain is None else check_domain(domain)
    if inputs is not None:
        adjacency.pairs(inputs)  # refuses a domain that the relation does not fit
    return Scope(adjacency, inputs, unit)


def check_symmetric(symmetric: object, theorem: str) -> bool:
    """Whether the numbers given to a theorem hold in both directions; InvalidValue where that is not said."""
    if symmetric is None:
        raise InvalidValue(
            f"{theorem} depends on the hypothesis {SYMMETRIC!r}, and numbers alone do not say theirs; give "
            "symmetric=True, or symmetric=False for what holds in one direction"
        )
    if not isinstance(symmetric, bool):
        raise InvalidType(f"symmetric is {with_type(symmetric)}; give True or False")
    return symmetric


def _refuse_lookalikes(a: tuple[Hashable, ...] | None, b: tuple[Hashable, ...] | None) -> None:
    """Refuse inputs of one domain that are equal to others of the second, and can be told apart."""
    if a is not None and b is not None and a is not b:
        check_distinct((*a, *b), "input")


def _has_a_direction(adjacency: Adjacency) -> bool:
    """Whether a one-way relation says which of x and x' comes first, whatever the order of the domain."""
    inner = getattr(adjacency, "forward", adjacency)
    return isinstance(inner, AddRemoveOne | Explicit)
