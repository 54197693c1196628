"""The adjacency relations of the field, one constructor each; every one is symmetric unless said otherwise.

    from assay import adjacency
    adjacency.hamming(1).pairs([(0, 0), (0, 1), (1, 1)])

Sources: Dwork & Roth 2014, Section 2.3 (add/remove, Hamming); Kifer & Machanavajjhala, "No Free Lunch in Data
Privacy" (2011), Section 2 (replace-one, called bounded, and add/remove-one, called unbounded).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, TypeVar

from ..budgets.sizes import check_size
from ..errors import InvalidType, InvalidValue
from ..outputs.text import brief, with_type
from .datasets import AddRemoveOne, Hamming, Kind, ReplaceOne
from .inputs import check_distinct, check_input
from .relation import MANY, Adjacency
from .vectors import L1, LInfinity

__all__ = [
    "Adjacency",
    "Kind",
    "add_remove_one",
    "all_pairs",
    "explicit",
    "hamming",
    "l1",
    "linf",
    "replace_one",
]

T = TypeVar("T")

MOST_PAIRS = 1 << 24
"""More pairs than these are not listed; the fast engine compares the inputs without a list."""


def all_pairs(*, symmetric: bool = True) -> Adjacency:
    """x ~ x' for all x != x': local differential privacy, or a bound on everything that can be told apart."""
    return AllPairs(symmetric=symmetric)


def replace_one(kind: Kind = "sequence", *, symmetric: bool = True) -> Adjacency:
    """x ~ x' when replacing one record of x by another gives x' (in its place, for kind="sequence")."""
    return ReplaceOne(kind, symmetric=symmetric)


def add_remove_one(kind: Kind = "multiset", *, symmetric: bool = True) -> Adjacency:
    """x ~ x' when one is the other with one record removed (at any place, for kind="sequence").

    With symmetric=False only removal counts: (x, x') with x' one record short of x.
    """
    return AddRemoveOne(kind, symmetric=symmetric)


def hamming(k: int = 1, *, symmetric: bool = True) -> Adjacency:
    """x ~ x' when 1 <= #{i : x_i != x'_i} <= k; sequences of different length are not adjacent."""
    return Hamming(k, symmetric=symmetric)


def l1(k: int = 1, *, symmetric: bool = True) -> Adjacency:
    """x ~ x' when 1 <= sum over i of |x_i - x'_i| <= k, for ints or tuples of ints of one length."""
    return L1(k, symmetric=symmetric)


def linf(k: int = 1, *, symmetric: bool = True) -> Adjacency:
    """x ~ x' when 1 <= max over i of |x_i - x'_i| <= k, for ints or tuples of ints of one length."""
    return LInfinity(k, symmetric=symmetric)


def explicit(pairs: Iterable[tuple[object, object]], *, symmetric: bool = True) -> Adjacency:
    """x ~ x' for the given pairs (x, x'); with symmetric=False in the given order only.

    Raises:
        InvalidType: not an iterable of pairs of hashable inputs; inputs that are equal but can be told apart.
        InvalidValue: no pairs, or a pair of an input with itself; and from `pairs(domain)`, a pair that names
            an input outside the domain.
    """
    if not isinstance(pairs, Iterable):
        raise InvalidType(f"pairs is {with_type(pairs)}; give a list of pairs, such as [(0, 1)]")
    return Explicit(tuple(_pair(pair) for pair in pairs), symmetric=symmetric)


@dataclass(frozen=True, repr=False)
class AllPairs(Adjacency):
    """Every two inputs."""

    word: ClassVar[str] = "all_pairs"

    def _step(self, x: object, y: object) -> bool:
        return x != y

    def _directed_pairs(self, elements: tuple[T, ...]) -> Iterator[tuple[T, T]]:
        n = len(elements)
        check_size(n * (n - 1), "ordered pairs", f"a domain of {n:,} inputs", "give fewer inputs", MOST_PAIRS)
        return combinations(elements, 2)

    def surely_relates(self, elements: tuple[T, ...]) -> bool:
        """Any two inputs are a pair."""
        return len(elements) >= MANY


@dataclass(frozen=True, repr=False)
class Explicit(Adjacency):
    """The listed pairs and no others."""

    word: ClassVar[str] = "explicit"
    directed: ClassVar[bool] = True
    listed: tuple[tuple[object, object], ...]

    def __post_init__(self) -> None:
        if not self.listed:
            raise InvalidValue("pairs is empty, so every mechanism would be private; list at least one pair")
        check_distinct((x for pair in self.listed for x in pair), "input of a pair")

    def check_inputs(self, elements: Iterable[object]) -> None:
        """As for every relation; InvalidType also for an input that only equals one of the listed pairs."""
        elements = tuple(elements)
        super().check_inputs(elements)
        named = {x for pair in self.listed for x in pair}
        check_distinct((*named, *(x for x in elements if x in named)), "input of a pair")

    def _step(self, x: object, y: object) -> bool:
        return (x, y) in self.listed

    def _directed_pairs(self, elements: tuple[T, ...]) -> Iterator[tuple[T, T]]:
        known: dict[object, T] = {x: x for x in elements}
        for pair in self.listed:
            for x in pair:
                if x not in known:
                    raise InvalidValue(
                        f"the pair {brief(pair)} names {with_type(x)}, which is not in the domain"
                    )
            yield known[pair[0]], known[pair[1]]

    def _own_arguments(self) -> str:
        return brief(list(self.listed))


def _pair(pair: object) -> tuple[object, object]:
    """A pair of two different inputs."""
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        raise InvalidType(f"pairs holds {with_type(pair)}; each pair is a tuple (x, x')")
    x, y = pair
    check_input(x)
    check_input(y)
    if x == y:
        raise InvalidValue(f"the pair {brief(pair)} relates an input to itself; list two different inputs")
    return x, y
