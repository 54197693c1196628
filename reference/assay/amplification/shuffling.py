"""Shuffling: n people randomise their records locally, and only the multiset of the reports is seen."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import product
from typing import TypeVar

from ..adjacency import Adjacency, explicit
from ..arguments import integer
from ..budgets.sizes import check_power
from ..dp import Dist, Mechanism
from ..errors import InvalidValue
from ..exact import Number, integer_text, number
from ..theorems._check import check_mechanism

X = TypeVar("X", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)


def shuffle(
    randomiser: Mechanism[X, Y], n: int, *, domain: Iterable[tuple[X, ...]] | None = None
) -> Mechanism[tuple[X, ...], tuple[Y, ...]]:
    """The mechanism (x_1, ..., x_n) -> multiset of the reports R(x_1), ..., R(x_n), which are independent.

    A multiset is a tuple in the order of `randomiser.outputs`.  Inputs are the n-tuples of records of the
    randomiser (or those of `domain`, which may list far fewer: the distribution depends on the multiset of
    records only). Two inputs are adjacent when they differ in one place, by two adjacent records of the
    randomiser.
    Raises InvalidValue for n < 1, an input of another length, or a domain without adjacent inputs.
    """
    check_mechanism(randomiser, "randomiser")
    size = integer(n, "n", 1)
    if domain is None:
        because = f"n = {integer_text(size)} with {len(randomiser.domain)} records"
        check_power(len(randomiser.domain), size, "inputs", because, "use a smaller n, or give a domain")
    inputs = tuple(product(randomiser.domain, repeat=size)) if domain is None else tuple(domain)
    for x in inputs:
        if len(x) != size:
            raise InvalidValue(f"the input {x!r} has {len(x)} records, not n = {integer_text(size)}")
    place = {y: i for i, y in enumerate(randomiser.outputs)}

    def run(x: tuple[X, ...]) -> Dist[tuple[Y, ...]]:
        return _histogram(randomiser, x, place).map(
            lambda counts: tuple(y for y, i in place.items() for _ in range(counts[i]))
        )

    return Mechanism(run, inputs, _one_record(randomiser, inputs), name=f"shuffled {randomiser.name}")


def _histogram(randomiser: Mechanism[X, Y], x: tuple[X, ...], place: dict[Y, int]) -> Dist[tuple[int, ...]]:
    """The distribution of the counts of the reports, one person at a time."""
    distribution: dict[tuple[int, ...], Number] = {(0,) * len(place): number(1)}
    for record in x:
        after: dict[tuple[int, ...], Number] = {}
        for counts, mass in distribution.items():
            for y, p in randomiser.distribution(record).items():
                i = place[y]
                more = (*counts[:i], counts[i] + 1, *counts[i + 1 :])
                after[more] = after.get(more, number(0)) + mass * p
        distribution = after
    return Dist(distribution)


def _one_record(randomiser: Mechanism[X, Y], inputs: tuple[tuple[X, ...], ...]) -> Adjacency:
    """The pairs of inputs that differ in one place, by adjacent records."""
    steps: dict[X, list[X]] = {}
    for record, other in randomiser.pairs:
        steps.setdefault(record, []).append(other)
    known = set(inputs)
    pairs = [
        (x, y)
        for x in inputs
        for i, record in enumerate(x)
        for other in steps.get(record, [])
        if (y := (*x[:i], other, *x[i + 1 :])) in known
    ]
    if not pairs:
        raise InvalidValue(
            "no two inputs of the domain differ in one record, so that anything would be private; add some"
        )
    return explicit(pairs, symmetric=False)
