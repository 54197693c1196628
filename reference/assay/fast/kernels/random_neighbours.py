"""Random DP: which draws of rows fail, sequence by sequence, and their probability, type by type.

A sequence of n + 1 rows is a number in base k; the data sets X and X' are found by arithmetic on it.  Whether
the pair fails is decided once for any two different rows of the matrix, from the ranks.  The probability of a
sequence depends only on how often each value occurs in it (its type), so that few exact products are formed.

    gamma = sum over types m of (failing sequences of type m) * p_1^m_1 ... p_k^m_k
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Generic, TypeAlias, TypeVar, cast

from ...budgets.progress import checkpoint
from ...budgets.sizes import check_power
from ...dp import Attained, Dist, Mechanism
from ...dp.exchangeable import CountsOf
from ...dp.hockey_stick import hockey_stick_event
from ...dp.random_dp import Encoding, coordinates, data_size, neighbour_distributions
from ...engines.answers import Declined
from ...exact import Log, Number, integer_text, number
from ...outputs.alphabet import same_output
from .failing import Failing
from .matrix import matrix_of

R = TypeVar("R")
X = TypeVar("X")
T = TypeVar("T")

Pair: TypeAlias = tuple[int, int]
"""Positions of X and X' in the list of the data sets that are drawn."""

Kind: TypeAlias = tuple[int, int]
"""The type of the first n rows, numbered, and the value of the last."""

STEP = 1 << 16
"""After so many sequences the budget is looked at."""

ZERO, ONE = number(0), number(1)


def random_dp(
    mechanism: Mechanism[X, T],
    alpha: Log,
    rows: Dist[R],
    eta: Number | None,
    coordinate: int | None,
    size: int | None,
    encode: Encoding[R, X] | None,
) -> Attained[Number, X, T] | Declined:
    """The smallest gamma, with the likeliest failing pair, as the reference names it."""
    given: object = rows
    if not isinstance(given, Dist) or any(p.is_symbolic for _, p in given.items()):
        return Declined("the rows are no distribution of plain numbers")
    n = data_size(mechanism, size, encode is not None)
    replaced = coordinates(coordinate, n)
    if isinstance(encode, str | CountsOf):
        neighbours: list[Dist[tuple[X, X]]] = neighbour_distributions(mechanism, rows, n, coordinate, encode)
        return _without_order(mechanism, neighbours[0], alpha, eta)
    sets = DataSets.of(rows.support, n, encode)
    if isinstance(sets, Declined):
        return sets
    failing = _failing(mechanism, sets.inputs, alpha, eta)
    if isinstance(failing, Declined):
        return failing
    masses = tuple(p for _, p in rows.items())
    found = [Found(sets, masses, failing, i) for i in replaced]
    worst = max(found, key=lambda each: each.gamma)
    pair = worst.likeliest()
    if pair is None:
        return Attained(ZERO, None, None)
    return _attained(mechanism, worst.gamma, (sets.inputs[pair[0]], sets.inputs[pair[1]]), alpha)


def _attained(
    mechanism: Mechanism[X, T], gamma: Number, pair: tuple[X, X], alpha: Log
) -> Attained[Number, X, T]:
    p, q = (mechanism.distribution(x) for x in pair)
    event = hockey_stick_event(p, q, alpha) or hockey_stick_event(q, p, alpha)
    return Attained(gamma, pair, event)


def _without_order(
    mechanism: Mechanism[X, T], neighbours: Dist[tuple[X, X]], alpha: Log, eta: Number | None
) -> Attained[Number, X, T] | Declined:
    """For data sets without an order, whose pairs are few and known with their probabilities."""
    inputs = list(dict.fromkeys(x for pair in neighbours.support for x in pair))
    failing = _failing(mechanism, inputs, alpha, eta)
    if isinstance(failing, Declined):
        return failing
    at = {x: i for i, x in enumerate(inputs)}
    failed = {pair: mass for pair, mass in neighbours.items() if failing(at[pair[0]], at[pair[1]])}
    if not failed:
        return Attained(ZERO, None, None)
    pair = max(failed, key=lambda each: failed[each])
    return _attained(mechanism, sum(failed.values(), ZERO), pair, alpha)


def _failing(
    mechanism: Mechanism[X, T], inputs: Sequence[X], alpha: Log, eta: Number | None
) -> Callable[[int, int], bool] | Declined:
    """Whether two inputs fail, by their positions in the list of data sets."""
    position = {x: i for i, x in enumerate(mechanism.domain)}
    if any(x not in position for x in inputs):
        return Declined("a data set that is drawn is not in the domain")
    matrix = matrix_of(mechanism, frozenset(inputs))
    row = [matrix.row_class[position[x]] for x in inputs]
    failing = Failing.of(matrix, alpha, eta)
    if isinstance(failing, Declined):
        return failing
    return lambda x, y: row[x] != row[y] and failing(row[x], row[y])


class DataSets(Generic[X]):
    """All data sets of n rows with k values, as numbers in base k; equal inputs are one."""

    def __init__(self, k: int, n: int, inputs: list[X], at: list[int]) -> None:
        self.k: int = k
        self.n: int = n
        self.inputs = inputs
        self.at: list[int] = at
        known: dict[tuple[int, ...], int] = {}
        self.type_of: list[int] = [
            known.setdefault(tuple(map(digits.count, range(k))), len(known))
            for digits in product(range(k), repeat=n)
        ]
        self.types: list[tuple[int, ...]] = list(known)

    @classmethod
    def of(
        cls, values: tuple[R, ...], n: int, encode: Callable[[tuple[R, ...]], X] | None
    ) -> DataSets[X] | Declined:
        """The data sets in the order in which draws are enumerated."""
        check_power(len(values), n + 1, "sequences of rows", f"size = {integer_text(n)}", "use fewer rows")
        encoding = encode if encode is not None else cast("Callable[[tuple[R, ...]], X]", tuple)
        found = [encoding(draws) for draws in product(values, repeat=n)]
        inputs: dict[X, int] = {}
        try:
            at = [inputs.setdefault(x, len(inputs)) for x in found]
        except TypeError:
            return Declined("a data set is not hashable")
        spelled = list(inputs)
        if not all(same_output(x, spelled[i]) for x, i in zip(found, at, strict=True)):
            return Declined("two data sets are equal but not the same")
        return cls(len(values), n, spelled, at)

    @property
    def differ(self) -> bool:
        """Whether different sequences of rows are different inputs."""
        return len(self.inputs) == len(self.at)

    def neighbours(self, i: int) -> Iterator[tuple[Pair, Kind]]:
        """(X, X') with the row at i replaced by another, and the kind of the sequence, in order."""
        weight = self.k ** (self.n - 1 - i)
        for d, x in enumerate(self.at):
            if d % STEP == 0:
                checkpoint("data sets", d, len(self.at))
            m, base = self.type_of[d], d - d // weight % self.k * weight
            for e in range(self.k):
                y = self.at[base + e * weight]
                if x != y:
                    yield (x, y), (m, e)

    def mass(self, kind: Kind, masses: tuple[Number, ...]) -> Number:
        """The probability of one sequence."""
        counts = list(self.types[kind[0]])
        counts[kind[1]] += 1
        return prod((p**count for p, count in zip(masses, counts, strict=True)), start=ONE)


class Found(Generic[X]):
    """The failing sequences when row i is replaced."""

    def __init__(
        self,
        sets: DataSets[X],
        masses: tuple[Number, ...],
        fails: Callable[[int, int], bool],
        i: int,
    ) -> None:
        counts: Counter[Kind] = Counter()
        self._by_kind: dict[Kind, Pair] = {}
        self._by_pair: dict[Pair, Counter[Kind]] = {}
        for pair, kind in sets.neighbours(i):
            if fails(*pair):
                counts[kind] += 1
                if sets.differ:
                    self._by_kind.setdefault(kind, pair)
                else:
                    self._by_pair.setdefault(pair, Counter())[kind] += 1
        self._mass = {kind: sets.mass(kind, masses) for kind in counts}
        self.gamma: Number = self._sum(counts)

    def _sum(self, counts: Counter[Kind]) -> Number:
        """The probability of so many sequences of each kind."""
        return sum((n * self._mass[kind] for kind, n in counts.items()), ZERO)

    def likeliest(self) -> Pair | None:
        """The failing pair of the largest probability, the first of several; None if none fails.

        Where different sequences are different inputs, a pair has one sequence, and the first of a kind
        stands for it.
        """
        if self._by_kind:
            return self._by_kind[max(self._by_kind, key=lambda kind: self._mass[kind])]
        known: dict[frozenset[tuple[Kind, int]], Number] = {}
        best: Pair | None = None
        highest = ZERO
        for pair, counts in self._by_pair.items():
            key = frozenset(counts.items())
            if key not in known:
                known[key] = self._sum(counts)
            if best is None or known[key] > highest:
                best, highest = pair, known[key]
        return best
