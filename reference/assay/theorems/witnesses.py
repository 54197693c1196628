"""Mechanisms that attain the bounds of this package exactly."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypeVar

from ..adjacency import Adjacency, all_pairs, explicit
from ..arguments import probability
from ..dp import Dist, Mechanism
from ..errors import InvalidValue
from ..exact import EpsilonLike, ExactLike, exp
from ..exact.real import brief
from ._check import bounded_count, finite_epsilon
from ._records import records_of

X = TypeVar("X", bound=Hashable)
Answer = str
"""One of "surely 0", "0", "1", "surely 1"."""


def canonical_distribution(bit: bool, epsilon: EpsilonLike, delta: ExactLike = 0) -> Dist[Answer]:
    """The distribution of `canonical_mechanism` on the input `bit`."""
    leak, x = probability(delta, "delta"), exp(finite_epsilon(epsilon))
    own, other = ("1", "0") if bit else ("0", "1")
    return Dist({f"surely {own}": leak, own: (1 - leak) * x / (1 + x), other: (1 - leak) / (1 + x)})


def canonical_mechanism(epsilon: EpsilonLike, delta: ExactLike = 0) -> Mechanism[bool, Answer]:
    """The worst (epsilon, delta)-DP mechanism on one bit, with four outputs.

        P["surely b" | b] = delta,
        P["b" | b] = (1 - delta) e^epsilon/(1 + e^epsilon),    P["not b" | b] = (1 - delta)/(1 + e^epsilon).

    Every (epsilon, delta)-DP mechanism on one bit is a post-processing of it.
    Source: Kairouz, Oh and Viswanath 2015, section 3 (equations 12 and 13).
    """
    distributions = {bit: canonical_distribution(bit, epsilon, delta) for bit in (False, True)}
    return Mechanism(distributions, (False, True), all_pairs(), name="canonical mechanism")


def one_way_mechanism(epsilon: EpsilonLike, delta: ExactLike = 0) -> Mechanism[bool, str]:
    """The worst mechanism on one bit that is (epsilon, delta)-DP for the pair (False, True), in this order
    only.

        P["surely False" | False] = delta,         P["loss" | False] = 1 - delta,
        P["surely True" | True] = 1 - P["loss" | True],    P["loss" | True] = (1 - delta) e^(-epsilon).

    Its loss is epsilon for sure, or infinite: every pair with P(S) <= e^epsilon Q(S) + delta is a
    post-processing of it.
    """
    leak, x = probability(delta, "delta"), exp(finite_epsilon(epsilon))
    seen = (1 - leak) / x
    distributions = {
        False: Dist({"surely False": leak, "loss": 1 - leak}),
        True: Dist({"loss": seen, "surely True": 1 - seen}),
    }
    return Mechanism(
        distributions, (False, True), explicit([(False, True)], symmetric=False), name="one-way mechanism"
    )


def presence(
    target: Hashable, epsilon: EpsilonLike, delta: ExactLike, domain: Iterable[X], adjacency: Adjacency
) -> Mechanism[X, Answer]:
    """The canonical mechanism applied to the question whether the record `target` is in the data set.

    (epsilon, delta)-DP under any adjacency; attains `poisson_amplification` and
    `without_replacement_amplification` when it is subsampled.
    """
    distributions = {bit: canonical_distribution(bit, epsilon, delta) for bit in (False, True)}
    return Mechanism(
        lambda x: distributions[target in records_of(x, adjacency)],
        domain,
        adjacency,
        name="presence",
    )


def multiplicity(
    target: Hashable, epsilon: EpsilonLike, smallest: ExactLike, domain: Iterable[X], adjacency: Adjacency
) -> Mechanism[X, bool]:
    """P[True] = p e^(k epsilon) where the record `target` occurs k times, p = smallest.

    epsilon-DP as long as 1 - p e^(k epsilon) >= e^(-epsilon) (1 - p e^((k-1) epsilon)) for all k that occur,
    so for p small enough; attains `pure_with_replacement_amplification` when it is subsampled.
    Raises InvalidValue where a probability exceeds 1.
    """
    base, x = probability(smallest, "smallest"), exp(finite_epsilon(epsilon))
    return Mechanism(
        lambda data: Dist.bernoulli(base * x ** records_of(data, adjacency).count(target)),
        domain,
        adjacency,
        name="multiplicity",
    )


MOST_STEPS = 1 << 8
"""Chains of more steps, each with a power of e^epsilon, are not made."""


def group_chain(epsilon: EpsilonLike, delta: ExactLike, k: int) -> Mechanism[int, bool]:
    """A chain of inputs 0 ~ 1 ~ ... ~ k with P[True | i + 1] = e^epsilon P[True | i] + delta.

    The largest such chain that is (epsilon, delta)-DP: P[True | k - 1] = (1 - delta)/(e^epsilon + 1).
    Between 0 and k neither parameter of `group_privacy(epsilon, delta, k)` can be lowered.
    Raises InvalidValue where delta is so large that the chain would have to start below 0.
    """
    leak, x, size = (
        probability(delta, "delta"),
        exp(finite_epsilon(epsilon)),
        bounded_count(k, "k", 1, MOST_STEPS),
    )
    before_last = (1 - leak) / (x + 1)
    start = (before_last - leak * sum((x**i for i in range(size - 1)), 0 * x)) / x ** (size - 1)
    if start < 0:
        raise InvalidValue(
            f"delta = {brief(leak)} is too large for a chain of k = {brief(size)} steps; the condition is "
            "delta (e^((k-1) epsilon) - 1)/(e^epsilon - 1) <= (1 - delta)/(e^epsilon + 1)"
        )
    chances = [start]
    for _ in range(size):
        chances.append(x * chances[-1] + leak)
    rows = {i: Dist.bernoulli(p) for i, p in enumerate(chances)}
    return Mechanism(rows, range(size + 1), explicit([(i, i + 1) for i in range(size)]), name="group chain")
