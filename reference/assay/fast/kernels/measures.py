"""The worst cases of one mechanism: a survey in fixed point finds the classes that may attain one, and those
few are evaluated exactly.

With f = floor(2^60 p) in place of p every term of a sum is off by less than 1, so that a class whose sum is
more than twice the number of outcomes below the largest cannot attain the maximum.  What is left is measured
by the functions of the reference on the merged pair: one outcome for each (P(o), Q(o)).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Generic, TypeAlias, TypeVar, cast

from ...dp import Attained, Dist, Mechanism, hockey_stick, total_variation
from ...dp.hockey_stick import hockey_stick_event, is_long
from ...dp.membership import changed_guess, membership_advantage
from ...dp.privacy_loss import log_ratio
from ...engines.answers import Declined
from ...engines.independent import HasFactors
from ...exact import INFINITY, Log, Number, number
from .classes import Classes, Ranks
from .epsilon import epsilon_at, pure_epsilon
from .independent import Independent
from .list_classes import classes_of
from .matrix import (
    TOP,
    Matrix,
    factor_in,
    fixed_point,
    limits_in,
    matrix_of,
    plain_factor,
    shares_field,
)

X = TypeVar("X")
T = TypeVar("T")
V = TypeVar("V", Number, Log)

Merged: TypeAlias = "tuple[Dist[Ranks], Dist[Ranks]]"
"""A pair of distributions with one outcome for each (rank of P(o), rank of Q(o))."""

ZERO, ONE = number(0), number(1)


class Kernel(Generic[X, T]):
    """Every measure of one mechanism with ordered probabilities, over all its adjacent pairs."""

    def __init__(self, mechanism: Mechanism[X, T]) -> None:
        self.mechanism = mechanism
        source: object = mechanism.source
        by_parts = Independent(mechanism, source) if isinstance(source, HasFactors) else None
        self.independent: Independent | None = by_parts
        self._merged: dict[int, Merged] = {}

    @cached_property
    def matrix(self) -> Matrix[X, T]:
        """The rows as ranks."""
        return self.independent.matrix if self.independent else matrix_of(self.mechanism)

    @cached_property
    def classes(self) -> Classes:
        """The classes of adjacent pairs."""
        return self.independent.classes if self.independent else classes_of(self.mechanism, self.matrix)

    @cached_property
    def obstacle(self) -> Declined | None:
        """Why values are not computed here, if they are not."""
        if not self.matrix.ordered:
            return Declined("the probabilities are functions of eps, whose order may depend on it")
        if self.matrix.field is None:
            return Declined("no one field holds all probabilities")
        return None

    def representatives(self) -> tuple[tuple[X, X], ...]:
        """The first pair of every class, in order."""
        merged = None if self.independent else classes_of(self.mechanism, self.matrix, merged=True)
        classes = merged or self.classes
        domain = self.matrix.domain
        firsts = (classes.first(c) for c in range(len(classes)))
        return tuple((domain[i], domain[j]) for i, j in firsts)

    def pair(self, c: int) -> tuple[X, X]:
        """The first pair of a class."""
        i, j = self.classes.first(c)
        return self.matrix.domain[i], self.matrix.domain[j]

    def distributions(self, c: int) -> tuple[Dist[T], Dist[T]]:
        """The output distributions of the first pair of a class."""
        return self.distributions_of(*self.pair(c))

    def distributions_of(self, x: X, y: X) -> tuple[Dist[T], Dist[T]]:
        """The output distributions of a pair; on levels of the loss where independent parts have many."""
        if self.independent and self.independent.is_large(x, y):
            return cast("tuple[Dist[T], Dist[T]]", self.independent.levels(x, y))
        return self.mechanism.distribution(x), self.mechanism.distribution(y)

    def event(
        self, c: int, choose: Callable[[Dist[T], Dist[T]], tuple[T, ...]]
    ) -> tuple[T, ...] | Callable[[], tuple[T, ...]]:
        """An event of the first pair of a class; of independent parts it is found when asked for."""
        return (
            (lambda: choose(*self.distributions(c))) if self.independent else choose(*self.distributions(c))
        )

    def merged(self, c: int) -> Merged:
        """The merged pair of a class."""
        if c not in self._merged:
            distribution, pool = self.classes.distribution(c), self.matrix.pool
            p = {ranks: n * pool[ranks[0]] for ranks, n in distribution.items()}
            q = {ranks: n * pool[ranks[1]] for ranks, n in distribution.items()}
            self._merged[c] = Dist._trusted(p), Dist._trusted(q)
        return self._merged[c]

    @property
    def slack(self) -> int:
        """How far the number of a class that attains the maximum may lie below the largest number."""
        return 2 * len(self.matrix.outputs)

    def largest(self, among: Sequence[int], measure: Callable[[Merged], V]) -> tuple[V, int]:
        """The largest exact value among classes, and the first class that attains it."""
        first, *others = among
        best, at = measure(self.merged(first)), first
        for c in others:
            value = measure(self.merged(c))
            if value > best:
                best, at = value, c
        return best, at

    def shares_field(self, x: Number) -> bool:
        """Whether the number can be added to the probabilities."""
        return shares_field(self.matrix, x)

    def alike(self, among: Sequence[int], above: Sequence[int], below: Sequence[int]) -> list[int]:
        """The first of all classes that have the same outcomes with above[P(o)] >= below[Q(o)] - 1.

        No other outcome can contribute to a sum of max(P(o) - t Q(o), 0).
        """
        found: dict[frozenset[tuple[Ranks, int]], int] = {}
        for c in among:
            items = self.classes.distribution(c).items()
            key = frozenset(item for item in items if above[item[0][0]] >= below[item[0][1]] - 1)
            found.setdefault(key, c)
        return list(found.values())

    def gains(self, factor: Number | None, *, reverse: bool) -> bool:
        """Whether P(o) > t Q(o) for some outcome of some pair; with `reverse`, Q(o) > t P(o)."""
        limits = self.limits(factor)
        return any(q < limits[p] for p, q in self.classes.lowest(reverse=reverse).items())

    # delta

    def excess(self, factor: Number | None) -> list[int]:
        """Classes that may attain max of P(S) - t Q(S), in order, one of several alike; t infinite for
        None.
        """
        fixed, below = self.matrix.fixed, self.below(factor)
        survey = self.classes.excesses(fixed, below)
        if survey.largest <= self.slack and not self.gains(factor, reverse=False):
            return [0]  # all classes tie at 0, and may be too many to list
        return self.alike(survey.highest(self.slack), fixed, below)

    def within_losses(self, epsilon: Log) -> Log:
        """Infinity in place of a large epsilon beyond every finite loss: the same outcomes exceed both."""
        if not is_long(epsilon):
            return epsilon
        least = next(p for p in self.matrix.pool if p)
        return INFINITY if epsilon >= log_ratio(self.matrix.pool[-1], least) else epsilon

    def below(self, factor: Number | None) -> list[int]:
        """t q in fixed point for every q of the pool; beyond 1, where no term is positive, it may be cut."""
        if factor is None:
            return [0, *[TOP] * (len(self.matrix.pool) - 1)]
        return [min(fixed_point(factor * q), TOP) for q in self.matrix.pool]

    def delta(self, epsilon: Log) -> Attained[Number, X, T] | Declined:
        """max over pairs and events of P(S) - e^epsilon Q(S)."""
        epsilon = self.within_losses(epsilon)
        factor = None if epsilon.is_infinite else factor_in(self.matrix, epsilon)
        if factor is None and not epsilon.is_infinite:
            return Declined("e^epsilon shares no field with the probabilities")
        value, c = self.largest(self.excess(factor), lambda pair: hockey_stick(*pair, epsilon))
        return Attained(value, self.pair(c), self.event(c, lambda p, q: hockey_stick_event(p, q, epsilon)))

    def total_variation(self) -> Attained[Number, X, T]:
        """max over pairs of TV(P, Q), which is max of P(S) - Q(S)."""
        value, c = self.largest(self.excess(ONE), lambda pair: total_variation(*pair))
        return Attained(value, self.pair(c), self.event(c, lambda p, q: hockey_stick_event(p, q, 0)))

    def membership_advantage(self, prior: Number) -> Attained[Number, X, T] | Declined:
        """The largest advantage of a guess.

        With c > 0 and t = (1 - c)/c,  sum over o of max(c P(o), (1 - c) Q(o)) = 1 - c + c H_t(P || Q), so
        that the classes that attain one maximum attain the other.
        """
        if not prior:
            return Declined("nothing is to be learnt where x is impossible")
        if not self.shares_field(prior):
            return Declined("the prior shares no field with the probabilities")
        among = self.excess((1 - prior) / prior)
        value, c = self.largest(among, lambda pair: membership_advantage(*pair, prior))
        return Attained(value, self.pair(c), self.event(c, lambda p, q: changed_guess(p, q, value, prior)))

    def probabilistic_delta(self, epsilon: Log) -> Attained[Number, X, T] | Declined:
        """max over pairs of P({o : P(o) > e^epsilon Q(o)})."""
        epsilon = self.within_losses(epsilon)
        factor = None if epsilon.is_infinite else plain_factor(epsilon)
        if factor is None and not epsilon.is_infinite:
            return Declined("e^epsilon is no number that can be written down")
        value, c = self.likeliest(factor, reverse=False)
        return Attained(value, self.pair(c), self.event(c, lambda p, q: hockey_stick_event(p, q, epsilon)))

    def likeliest(self, t: Number | None, *, reverse: bool) -> tuple[Number, int]:
        """max of P({o : P(o) > t Q(o)}) and the first class that attains it; with `reverse` of (Q, P).

        Classes with the same probabilities P(o) in that event are measured once.
        """
        limits = self.limits(t)
        survey = self.classes.masses(self.matrix.fixed, limits, reverse=reverse)
        found: dict[frozenset[tuple[int, int]], int] = {}
        for c in survey.highest(self.slack):
            inside: Counter[int] = Counter()
            for (p, q), n in self.classes.distribution(c).items():
                p, q = (q, p) if reverse else (p, q)
                if q < limits[p]:
                    inside[p] += n
            found.setdefault(frozenset(inside.items()), c)
        masses = {key: sum((n * self.matrix.pool[p] for p, n in key), ZERO) for key in found}
        best = max(found, key=lambda key: masses[key])
        return masses[best], found[best]

    def limits(self, t: Number | None, *, closed: bool = False) -> list[int]:
        """For every rank of P(o) the number of ranks of Q(o) with P(o) > t Q(o); >= with `closed`."""
        return limits_in(self.matrix, t, closed=closed)

    def epsilon(self, delta: Number) -> Attained[Log, X, T] | Declined:
        """The smallest epsilon with delta(epsilon) <= delta."""
        return epsilon_at(self, delta) if delta else pure_epsilon(self)
