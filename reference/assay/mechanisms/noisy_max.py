"""Report noisy max: add noise to every query value; release which one is largest, or how large it is.

Input: the values q = (q_1, ..., q_n) of n integer queries, each of sensitivity 1. Each gets noise of rate
epsilon/2: with a = e^(-epsilon/2),

    two-sided   P(Z = z) = (1 - a)/(1 + a) a^|z|            the Laplace noise of the sources on the integers
    one-sided   P(Z = z) = (1 - a) a^z for z = 0, 1, ...    their exponential noise

By default the noise ranges over all integers, and the distribution is still finite and exact, since noisy
values are only compared. With a finite `support` it is brought to that range (`clamped` or `truncated`),
which can cost more.

On the integers two noisy values can be equal, so that the rule for ties is part of the mechanism: "first"
(the lowest index wins, the default), "last", or "uniform" (each of the largest with the same probability).

Default domain: {-1, 0, 1}^n; default adjacency: every coordinate may differ by at most 1.
Sources: Dwork and Roth 2014, section 3.3; the four variants of Ding, Wang, Wang, Zhang and Kifer, "Detecting
violations of differential privacy", CCS 2018, and of DiPC (Barthe and others, LICS 2020): NoisyMax1 and
NoisyMax2 release the index with two-sided and with one-sided noise (`report_noisy_max`), NoisyMax3 and
NoisyMax4 the value by mistake (`report_noisy_max_value`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Literal, TypeAlias

from ..adjacency import Adjacency
from ..budgets.sizes import bounded_list
from ..dp import Dist, Mechanism
from ..errors import InvalidValue
from ..exact import EpsilonLike, Number, number
from ._arguments import integer_range, integer_vector, interval, on_vectors, one_of
from .geometric_sums import Piecewise, sum_of_product
from .integer_noise import IntegerNoise, Support, one_sided, two_sided
from .transcripts import below, exactly

Queries: TypeAlias = tuple[int, ...]
Shape: TypeAlias = Literal["two-sided", "one-sided"]
Ties: TypeAlias = Literal["first", "last", "uniform"]


def report_noisy_max(
    epsilon: EpsilonLike,
    *,
    n: int = 2,
    shape: Shape = "two-sided",
    ties: Ties = "first",
    support: Support | None = None,
    domain: Iterable[Queries] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Queries, int]:
    """The index of the largest q_i + Z_i, where the Z_i have rate epsilon/2.  Claim: epsilon-DP.

    P(i) = sum over v of P(q_i + Z_i = v) prod_{j != i} P(q_j + Z_j < v), with ties added as the rule says.
    """
    noise = _noise(epsilon, shape, support)
    one_of(ties, "ties", ("first", "last", "uniform"))
    return on_vectors("report_noisy_max", lambda q: argmax_distribution(q, noise, ties), n, domain, adjacency)


def report_noisy_max_value(
    epsilon: EpsilonLike,
    *,
    n: int = 2,
    shape: Shape = "two-sided",
    release: tuple[int, int] | None = (-1, 1),
    support: Support | None = None,
    domain: Iterable[Queries] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Queries, int]:
    """The *value* max_i (q_i + Z_i), clamped to release = (low, high), where the Z_i have rate epsilon/2.

    P(max <= v) = prod_i P(q_i + Z_i <= v). Not epsilon-DP for n > 2: all the values may shift, so that the
    cost grows like n epsilon/2. release = None releases the value as it is, which needs a finite support.
    """
    noise = _noise(epsilon, shape, support)
    if release is None and support is None:
        raise InvalidValue(
            "release = None: noise on all integers has infinitely many values; "
            "give a pair such as (-1, 1), or a finite support"
        )
    ends = None if release is None else interval(release, "release")
    return on_vectors(
        "report_noisy_max_value", lambda q: max_distribution(q, noise, ends), n, domain, adjacency
    )


def argmax_distribution(q: Sequence[int], noise: IntegerNoise, ties: Ties = "first") -> Dist[int]:
    """The distribution of the index of the largest q_i + Z_i, for independent noises Z_i with one
    distribution.
    """
    integer_range(min(integer_vector(tuple(q), "q")), max(q), ("min(q)", "max(q)"))
    one_of(ties, "ties", ("first", "last", "uniform"))
    chance = _uniform_winner if ties == "uniform" else _ordered_winner
    return Dist({i: chance(q, noise, i, ties) for i in range(len(q))})


def max_distribution(q: Sequence[int], noise: IntegerNoise, release: range | None = None) -> Dist[int]:
    """The distribution of max_i (q_i + Z_i), clamped to the range if one is given."""
    integer_vector(tuple(q), "q")
    if release is None and (noise.tail(noise.high) or noise.tail(noise.low) != 1):
        raise InvalidValue(
            "release = None: noise on all integers has no largest value; give a range such as range(-1, 2)"
        )
    values = range(max(q) + noise.low, max(q) + noise.high + 1) if release is None else release
    bounded_list(values, "values", "the range of the maximum", "use a smaller release")
    at_most = [_product(1 - noise.tail(v + 1 - x) for x in q) for v in values[:-1]]
    cumulative = [number(0), *at_most, number(1)]
    return Dist({v: cumulative[k + 1] - cumulative[k] for k, v in enumerate(values)})


def _ordered_winner(q: Sequence[int], noise: IntegerNoise, i: int, ties: Ties) -> Number:
    """Index i wins where those that would win a tie are below it, and the others not above it."""

    def loses(j: int) -> Piecewise:
        return below(noise, q[j] if (j < i) == (ties == "first") else q[j] - 1)

    return sum_of_product([exactly(noise, q[i]), *(loses(j) for j in range(len(q)) if j != i)])


def _uniform_winner(q: Sequence[int], noise: IntegerNoise, i: int, ties: Ties) -> Number:
    """Sum over the sets S of others that tie with i: each of them wins with probability 1/(1 + |S|)."""
    others = [j for j in range(len(q)) if j != i]
    total = number(0)
    for tied in _subsets(others):
        factors = [exactly(noise, q[j]) if j in tied else below(noise, q[j]) for j in others]
        total = total + sum_of_product([exactly(noise, q[i]), *factors]) / (1 + len(tied))
    return total


def _subsets(items: Sequence[int]) -> Iterator[tuple[int, ...]]:
    for size in range(len(items) + 1):
        yield from combinations(items, size)


def _product(factors: Iterable[Number]) -> Number:
    total = number(1)
    for factor in factors:
        total = total * factor
    return total


def _noise(epsilon: EpsilonLike, shape: Shape, support: Support | None) -> IntegerNoise:
    family = two_sided if one_of(shape, "shape", ("two-sided", "one-sided")) == "two-sided" else one_sided
    return family(epsilon, support)(Fraction(1, 2))
