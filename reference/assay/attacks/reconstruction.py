"""Reconstruction: queries that count the ones in a set of rows, noisy answers, and what an adversary
makes of them.

A database is a tuple of n bits.  A query is a set of rows, given as a bit mask (bit i is row i); its true
answer is the number of ones in these rows.  An adversary is a function from the answers to a database.
Source: Dinur and Nissim, "Revealing Information while Preserving Privacy", PODS 2003.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TypeAlias, TypeVar

from ..adjacency import hamming
from ..arguments import listed, positive_integer
from ..dp import Dist, Mechanism
from ..errors import InvalidType, InvalidValue
from ..exact import ExactLike, Number, integer_text, number
from ..exact.real import brief

Bits: TypeAlias = tuple[int, ...]
Answers: TypeAlias = tuple[Fraction, ...]
T = TypeVar("T")

LARGEST_ENUMERATION = 16
"""All 2^n databases are listed up to this n."""


def database(rows: Iterable[int], name: str = "rows") -> Bits:
    """The rows as a tuple of bits.

    Raises:
        InvalidValue: there is none, or one is not 0 or 1.
    """
    found = tuple(rows)
    if not found:
        raise InvalidValue(f"{name} is empty; a database has n >= 1 rows")
    for i, bit in enumerate(found):
        if isinstance(bit, bool) or not isinstance(bit, int):
            raise InvalidType(f"{name}[{i}] = {bit!r} is a {type(bit).__name__}; a row is the integer 0 or 1")
        if bit not in (0, 1):
            raise InvalidValue(f"{name}[{i}] = {brief(bit)} is not 0 or 1")
    return found


def size(n: object, most: int | None = None) -> int:
    """A number of rows n >= 1.

    Raises:
        InvalidValue: n < 1, or more than `most`.
    """
    rows = positive_integer(n, "n")
    if most is not None and rows > most:
        raise InvalidValue(
            f"n = {integer_text(rows)} is beyond the {integer_text(most)} rows up to which this enumerates "
            "all databases"
        )
    return rows


def noise_bound(error: ExactLike) -> Fraction:
    """A rational E >= 0.

    Raises:
        InvalidValue: it is negative or irrational.
    """
    found = number(error, "error").rational_value()
    if found is None or found < 0:
        raise InvalidValue(f"error = {brief(error)} violates the condition that E is rational and >= 0")
    return found


def exact_answers(answers: Iterable[ExactLike], expected: int) -> Answers:
    """The answers as rationals.

    Raises:
        InvalidValue: their number is not that of the queries, or one is irrational.
    """
    found = tuple(
        number(a, f"answers[{i}]").rational_value()
        for i, a in enumerate(listed(answers, "answers", "[1, 2]"))
    )
    if len(found) != expected:
        raise InvalidValue(
            f"answers has length {len(found)}; there are {integer_text(expected)} queries, one answer each"
        )
    for i, a in enumerate(found):
        if a is None:
            raise InvalidValue(f"answers[{i}] is irrational; give a rational")
    return tuple(a for a in found if a is not None)


def query_masks(queries: Iterable[int], n: int) -> tuple[int, ...]:
    """The queries as bit masks over n rows.

    Raises:
        InvalidType: they are no list of ints, or n is no int.
        InvalidValue: there is none, n < 1, or one names a row outside 0, ..., n - 1.
    """
    positive_integer(n, "n")
    given: object = queries
    if not isinstance(given, Iterable) or isinstance(given, str | bytes):
        raise InvalidType(f"queries is a {type(given).__name__}; give a list of bit masks such as [0b101]")
    masks = tuple(queries)
    if not masks:
        raise InvalidValue("queries is empty; give at least one set of rows as a bit mask")
    for i, mask in enumerate(masks):
        if isinstance(mask, bool) or not isinstance(mask, int):
            raise InvalidType(
                f"queries[{i}] = {mask!r} is a {type(mask).__name__}; a query is an int, a bit mask"
            )
        if mask < 0 or mask.bit_length() > n:
            largest = str((1 << n) - 1) if n <= LARGEST_ENUMERATION else f"2^{integer_text(n)} - 1"
            raise InvalidValue(f"queries[{i}] = {brief(mask)}; a query is a bit mask from 0 to {largest}")
    return masks


def count_ones(rows: Sequence[int], mask: int) -> int:
    """The true answer: the number of ones in the rows of the mask."""
    return sum(bit for i, bit in enumerate(rows) if mask >> i & 1)


def true_answers(rows: Sequence[int], queries: Iterable[int]) -> tuple[int, ...]:
    """The true answers to all queries; raises as `database` and `query_masks`."""
    bits = database(rows)
    ones = sum(bit << i for i, bit in enumerate(bits))
    return tuple((ones & mask).bit_count() for mask in query_masks(queries, len(bits)))


def distance(x: Sequence[int], y: Sequence[int]) -> int:
    """The Hamming distance #{ i : x_i != y_i }."""
    return sum(a != b for a, b in zip(x, y, strict=True))


def noisy_counts(
    n: int, queries: Iterable[int], counting: Mechanism[int, int] | Dist[int]
) -> Mechanism[Bits, tuple[int, ...]]:
    """The mechanism that answers every query by a mechanism for one count, or with its count plus noise.

    counting: a mechanism for a count in 0..n, such as `geometric_clamped(n, epsilon)`, which is run for
    every query afresh; or the distribution of the noise, an integer.  Neighbours: one row is replaced.

    Raises:
        InvalidValue: n < 1 or more than 16, no query, or a query that names a row outside 0, ..., n - 1.
    """
    rows = size(n, LARGEST_ENUMERATION)
    masks = query_masks(queries, rows)
    distribution = (
        counting.distribution if isinstance(counting, Mechanism) else lambda a: _shifted(counting, a)
    )

    def run(x: Bits) -> Dist[tuple[int, ...]]:
        return Dist.product(*(distribution(a) for a in true_answers(database(x), masks)))

    domain = product((0, 1), repeat=rows)
    return Mechanism(run, domain, hamming(1), name="noisy_counts")


def _shifted(noise: Dist[int], by: int) -> Dist[int]:
    return noise.map(lambda z: z + by)


@dataclass(frozen=True)
class Expected:
    """The exact expected fraction of rows that an adversary gets right.

    average: over uniformly random databases of the domain.  worst, best: over the databases, with one of
    each.
    """

    average: Number
    worst: Number
    best: Number
    hardest: Bits
    easiest: Bits


def expected_fraction(mechanism: Mechanism[Bits, T], adversary: Callable[[T], Sequence[int]]) -> Expected:
    """E[1 - d_H(x, adversary(M(x)))/n], over the randomness of the mechanism, for each x of its domain.

    Raises:
        InvalidValue: the adversary returns something else than a database of n bits.
    """
    guesses: dict[T, Bits] = {}
    found: dict[Bits, Number] = {}
    for x in mechanism.domain:
        total = number(0)
        for outcome, p in mechanism.distribution(x).items():
            if outcome not in guesses:
                guesses[outcome] = database(adversary(outcome), "the adversary's answer")
            if len(guesses[outcome]) != len(x):
                raise InvalidValue(
                    f"the adversary returned {len(guesses[outcome])} rows; the database has {len(x)}"
                )
            total = total + p * (len(x) - distance(x, guesses[outcome]))
        found[x] = total / len(x)
    worst, best = min(found, key=lambda x: found[x]), max(found, key=lambda x: found[x])
    average = sum(found.values(), number(0)) / len(found)
    return Expected(average, found[worst], found[best], worst, best)
