"""Adjacency of integer vectors: a norm of the difference is at most k. An int is a vector of length 1."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import ClassVar, TypeVar

from ..errors import InvalidType, InvalidValue
from .outputs import shown
from .relation import Adjacency
from .weights import positive_integer

T = TypeVar("T")


def vector(x: object) -> tuple[int, ...]:
    """x as a vector of integers."""
    entries = x if isinstance(x, tuple) else (x,)
    if all(isinstance(entry, int) and not isinstance(entry, bool) for entry in entries):
        return entries
    raise InvalidType(f"input {shown(x)} is not an integer vector; use an int or a tuple of ints")


@dataclass(frozen=True, repr=False)
class WithinDistance(Adjacency):
    """x ~ x' when x != x' and the norm of x - x' is at most k."""

    k: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "k", positive_integer(self.k, "k"))

    @abstractmethod
    def _norm(self, difference: tuple[int, ...]) -> int:
        """The norm of the difference of two vectors."""

    def _check(self, x: object) -> None:
        vector(x)

    def _step(self, x: object, y: object) -> bool:
        a, b = vector(x), vector(y)
        if len(a) != len(b):
            raise InvalidValue(
                f"inputs {shown(x)} and {shown(y)} have lengths {len(a)} and {len(b)}; "
                "a distance needs vectors of one length"
            )
        return 1 <= self._norm(tuple(s - t for s, t in zip(a, b, strict=True))) <= self.k

    def surely_relates(self, elements: tuple[T, ...]) -> bool:
        """Vectors of one length always have a distance."""
        return len({len(vector(x)) for x in elements}) == 1 and self._relates_to_first(elements)

    def _directed_pairs(self, elements: tuple[T, ...]) -> Iterator[tuple[T, T]]:
        lengths = {len(vector(x)) for x in elements}
        dimension = max(lengths)
        if len(lengths) > 1 or (2 * self.k + 1) ** dimension > len(elements):
            yield from super()._directed_pairs(elements)
            return
        ball = [
            v for v in product(range(-self.k, self.k + 1), repeat=dimension) if 1 <= self._norm(v) <= self.k
        ]
        known = {vector(x): x for x in elements}
        for v, x in known.items():
            for step in ball:
                w = tuple(s + t for s, t in zip(v, step, strict=True))
                if w in known:
                    yield x, known[w]


@dataclass(frozen=True, repr=False)
class L1(WithinDistance):
    """sum over i of |x_i - x'_i| <= k."""

    word: ClassVar[str] = "l1"

    def _norm(self, difference: tuple[int, ...]) -> int:
        return sum(abs(d) for d in difference)


@dataclass(frozen=True, repr=False)
class LInfinity(WithinDistance):
    """max over i of |x_i - x'_i| <= k."""

    word: ClassVar[str] = "linf"

    def _norm(self, difference: tuple[int, ...]) -> int:
        return max((abs(d) for d in difference), default=0)
