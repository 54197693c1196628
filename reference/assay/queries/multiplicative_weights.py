"""Multiplicative weights with the exponential mechanism: queries asked where a synthetic histogram is
worst.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TypeAlias

from ..adjacency import Adjacency, l1
from ..arguments import integer, rational
from ..budgets.sizes import check_power
from ..dp import Dist, Mechanism
from ..errors import InvalidValue
from ..exact import EpsilonLike, ExactLike, eps, integer_text
from ..exact.real import brief as number_text
from ..mechanisms import noise
from ..mechanisms._arguments import integer_matrix, vector_of_length, vectors
from ..mechanisms.exponential import gibbs_distribution

Counts: TypeAlias = tuple[int, ...]
Transcript: TypeAlias = tuple[tuple[int, int], ...]

THRESHOLDS = ((1, 0), (1, 1))


def multiplicative_weights_clamped(
    epsilon: EpsilonLike,
    *,
    rounds: int = 2,
    queries: Iterable[Sequence[int]] = THRESHOLDS,
    factor: ExactLike = 2,
    largest: int = 2,
    domain: Iterable[Counts] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Counts, Transcript]:
    """((i_1, y_1), ..., (i_T, y_T)): in each of T = rounds a query where the synthetic histogram w errs, and
    its answer.

        P(i | x, w) proportional to e^(epsilon |q_i x - q_i w| / (4 T))
        y = clamp(q_i x + Z, 0, (sum of q_i) largest),   P(Z = z) proportional to e^(-epsilon |z| / (2 T))

    for queries q_i in {0, 1}^d. w begins with 1 in each cell; then its cells in q_i are multiplied by the
    factor where y > q_i w, and divided by it where y < q_i w: the update by a step in the direction of the
    error, with rational weights, where the source's e^(error/2n) is none. w is a function of the transcript.
    Default domain: {0, ..., largest}^d; neighbours: one row is added or removed. Claim: epsilon-DP.
    Raises InvalidValue for a query that is not a vector of d entries 0 or 1, or a factor <= 1.
    Source: Hardt, Ligett and McSherry, "A simple and practical algorithm for differentially private data
    release", NeurIPS 2012 (MWEM); Hardt and Rothblum, FOCS 2010.
    """
    steps, table, top = integer(rounds, "rounds", 1), _queries(queries), integer(largest, "largest", 1)
    each, up = eps(epsilon, "epsilon") / (2 * steps), rational(factor, "factor")
    because, answers = f"rounds = {integer_text(steps)} (int)", sum(sum(q) * top + 1 for q in table)
    check_power(answers, steps, "outputs", because, "use fewer rounds")
    if up <= 1:
        raise InvalidValue(
            f"factor = {number_text(up)} (Fraction) changes no weight upwards; give a rational factor > 1"
        )

    def answer(i: int, x: Counts) -> Dist[tuple[int, int]]:
        high = sum(table[i]) * top
        noisy = noise.two_sided_geometric_clamped(each, 0, high, centre=_dot(table[i], x))
        return noisy.map(lambda y: (i, y))

    def step(done: Transcript, x: Counts) -> Dist[Transcript]:
        w = synthetic(done, table, up)
        errors = {i: abs(_dot(q, x) - _estimate(q, w)) for i, q in enumerate(table)}
        chosen = gibbs_distribution(errors, each)
        return chosen.bind(lambda i: answer(i, x)).map(lambda asked: (*done, asked))

    def distribution(x: Counts) -> Dist[Transcript]:
        counts, so_far = vector_of_length(x, len(table[0])), Dist[Transcript]({(): 1})
        for _ in range(steps):
            so_far = so_far.bind(lambda done: step(done, counts))
        return so_far

    return Mechanism(
        distribution,
        vectors(range(top + 1), len(table[0])) if domain is None else domain,
        l1(1) if adjacency is None else adjacency,
        name="multiplicative_weights_clamped",
    )


def synthetic(transcript: Transcript, queries: Sequence[Counts], factor: Fraction) -> tuple[Fraction, ...]:
    """The weights after the answers of a transcript, which anyone can compute from it."""
    w = (Fraction(1),) * len(queries[0])
    for i, y in transcript:
        estimate = _estimate(queries[i], w)
        change = factor if y > estimate else 1 / factor if y < estimate else Fraction(1)
        w = tuple(v * change if a else v for a, v in zip(queries[i], w, strict=True))
    return w


def _dot(query: Counts, x: Counts) -> int:
    return sum(a * v for a, v in zip(query, x, strict=True))


def _estimate(query: Counts, w: Sequence[Fraction]) -> Fraction:
    return sum((a * v for a, v in zip(query, w, strict=True)), Fraction(0))


def _queries(queries: Iterable[Sequence[int]]) -> tuple[Counts, ...]:
    table = integer_matrix(queries, "queries")
    for i, q in enumerate(table):
        if not {0, 1} >= set(q):
            raise InvalidValue(f"queries[{i}] = {q} (tuple) is no query; give entries 0 or 1")
    return table
