"""Transcripts of sparse vector algorithms: noisy queries compared with a noisy threshold, one by one.

All the variants share one skeleton, and differ in the noises, in what is released, and in when they stop:

    draw the noisy threshold t = T + rho
    for each query value q:   release one of the possible answers, which depends on t and fresh noise only
                              stop once the answers given have cost the budget

For a transcript a = (a_1, ..., a_k) that gives   P(a) = sum over t of P(T + rho = t) prod_i P(a_i | t, q_i),
a sum over all integers that `geometric_sums` evaluates exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from ..dp import Dist
from ..exact import Number, number
from .geometric_sums import Piecewise, sum_of_product
from .integer_noise import IntegerNoise

A = TypeVar("A", bound=Hashable)


class Answer(NamedTuple, Generic[A]):
    """A possible answer to a query: what is released, the factors of its probability given t, its cost."""

    released: A
    factors: tuple[Piecewise, ...]
    cost: int


@dataclass(frozen=True)
class SparseVector(Generic[A]):
    """One variant: the distribution of the noisy threshold, the answers to a query, when to stop, when to
    redraw t.

    It stops after the answer with which the total cost exceeds `allowance` (None: it never stops early).
    With `redraw`, the noisy threshold is drawn afresh after every answer that has a cost.
    """

    threshold: Piecewise
    answers: Callable[[int], Sequence[Answer[A]]]
    allowance: int | None
    redraw: bool = False
    _options: dict[int, Sequence[Answer[A]]] = field(default_factory=dict, compare=False, repr=False)
    _sums: dict[tuple[int, ...], tuple[tuple[Piecewise, ...], Number]] = field(
        default_factory=dict, compare=False, repr=False
    )

    def distribution(self, queries: Sequence[int]) -> Dist[tuple[A, ...]]:
        """The exact distribution of the transcript for the given values of the queries."""
        for q in queries:
            if q not in self._options:
                self._options[q] = self.answers(q)
        options = [self._options[q] for q in queries]
        return Dist(dict(self._extend(options, (), number(1), (), 0)))

    def _extend(
        self,
        options: Sequence[Sequence[Answer[A]]],
        released: tuple[A, ...],
        closed: Number,
        factors: tuple[Piecewise, ...],
        spent: int,
    ) -> Iterator[tuple[tuple[A, ...], Number]]:
        """All transcripts that begin with `released`.

        `closed` is the probability of what was answered under earlier thresholds, `factors` belong to the
        present one.
        """
        if len(released) == len(options) or (self.allowance is not None and spent > self.allowance):
            yield released, closed * self._probability(factors)
            return
        for answer in options[len(released)]:
            now, before = factors + answer.factors, closed
            if self.redraw and answer.cost:
                now, before = (), closed * self._probability(now)
            yield from self._extend(options, (*released, answer.released), before, now, spent + answer.cost)

    def _probability(self, factors: tuple[Piecewise, ...]) -> Number:
        """The sum over t of P(T + rho = t) times the factors, which is the same in any order of them.

        It is kept together with the factors, so that the identities it is found by stay theirs.
        """
        if not factors:
            return number(1)
        key = tuple(sorted(map(id, factors)))
        if key not in self._sums:
            self._sums[key] = factors, sum_of_product((self.threshold, *factors))
        return self._sums[key][1]


def noisy_threshold(rho: IntegerNoise, threshold: int) -> Piecewise:
    """t -> P(T + rho = t)."""
    return Piecewise(lambda t: rho.mass(t - threshold), rho.ratio, threshold + rho.low, threshold + rho.high)


def at_least(nu: IntegerNoise, q: int) -> Piecewise:
    """t -> P(q + nu >= t)."""
    return Piecewise(lambda t: nu.tail(t - q), nu.ratio, q + nu.low, q + nu.high)


def below(nu: IntegerNoise, q: int) -> Piecewise:
    """t -> P(q + nu < t)."""
    return Piecewise(lambda t: 1 - nu.tail(t - q), nu.ratio, q + nu.low, q + nu.high)


def exactly(nu: IntegerNoise, q: int) -> Piecewise:
    """t -> P(q + nu = t)."""
    return Piecewise(lambda t: nu.mass(t - q), nu.ratio, q + nu.low, q + nu.high)
