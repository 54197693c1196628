"""Adjacency of integer vectors: a norm of the difference is at most k. An int is a vector of length 1."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import ClassVar, TypeVar

from ..arguments import positive_integer
from ..errors import InvalidType, InvalidValue
from ..outputs.text import with_type
from .relation import Adjacency

T = TypeVar("T")


def vector(x: object) -> tuple[int, ...]:
    """x as a vector of integers."""
    entries = x if isinstance(x, tuple) else (x,)
    if all(isinstance(entry, int) and not isinstance(entry, bool) for entry in entries):
        return entries
    raise InvalidType(f"input {with_type(x)} is not an integer vector; use an int or a tuple of ints")


@dataclass(frozen=True, repr=False)
class WithinDistance(Adjacency):
    """x ~ x' when x != x' and the norm of x - x' is at most k."""

    k: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "k", positive_integer(self.k, "k"))

    @abstractmethod
    def _norm(self, difference: tuple[int, ...]) -> int:
        """The norm of the difference of two vectors."""

    def form(self, x: object) -> Hashable:
        """The vector: an int is a vector of length 1."""
        return vector(x)

    def check_inputs(self, elements: Iterable[object]) -> None:
        """As for every relation; InvalidValue also for vectors of different lengths."""
        elements = tuple(elements)
        super().check_inputs(elements)
        for x in elements[1:]:
            _check_one_length(elements[0], x)

    def _step(self, x: object, y: object) -> bool:
        return 1 <= self._norm(tuple(s - t for s, t in zip(vector(x), vector(y), strict=True))) <= self.k

    def surely_relates(self, elements: tuple[T, ...]) -> bool:
        """Vectors of one length always have a distance."""
        return self._relates_to_first(elements)

    def _directed_pairs(self, elements: tuple[T, ...]) -> Iterator[tuple[T, T]]:
        dimension = len(vector(elements[0]))
        long = dimension > len(elements).bit_length()  # (2k + 1)^d > 2^d, which need not be computed
        if long or (2 * self.k + 1) ** dimension > len(elements):
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


def _check_one_length(x: object, y: object) -> None:
    a, b = len(vector(x)), len(vector(y))
    if a != b:
        raise InvalidValue(
            f"inputs {with_type(x)} and {with_type(y)} have lengths {a} and {b}; "
            "a distance needs vectors of one length"
        )


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
