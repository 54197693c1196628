"""Permute-and-flip: visit the outputs in random order and accept each with a coin that its score weighs."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from ..adjacency import Adjacency, linf
from ..arguments import positive_rational
from ..dp import Dist, Mechanism
from ..exact import EpsilonLike, ExactLike, Number, eps, number
from ._arguments import decay, score_table, score_vector, vectors

Out = TypeVar("Out", bound=Hashable)


def permute_and_flip_distribution(
    scores: Mapping[Out, ExactLike],
    epsilon: EpsilonLike,
    *,
    sensitivity: ExactLike = 1,
    monotonic: bool = False,
) -> Dist[Out]:
    """Visit the outputs in random order; return o with probability p(o) = e^(epsilon (u(o) - max u) / (2 D)).

    As if every output came at an independent uniform time s in [0, 1], that gives

        P(o) = p(o) * integral over s in [0, 1] of  prod_{o' != o} (1 - s p(o')) ds,

    the integral of a polynomial in s.  The best output has p = 1, so that something is always returned.  With
    `monotonic` the 2 is left out; at epsilon = infinity the distribution is uniform on the best outputs.
    Source: McKenna and Sheldon, "Permute-and-flip: a new mechanism for differentially private selection",
    NeurIPS 2020.
    """
    table, step = score_table(scores), positive_rational(sensitivity, "sensitivity")
    best, scale = max(table.values()), step * (1 if monotonic else 2)
    p = {o: decay(epsilon, (best - u) / scale) for o, u in table.items()}
    return Dist({o: p[o] * _chance_to_be_reached([p[q] for q in table if q is not o]) for o in table})


def _chance_to_be_reached(others: Sequence[Number]) -> Number:
    """The integral over s in [0, 1] of prod_i (1 - s p_i)."""
    coefficients = [number(1)]
    for p in others:
        shifted = [number(0), *(-p * c for c in coefficients)]
        coefficients = [a + b for a, b in zip([*coefficients, number(0)], shifted, strict=True)]
    return sum((c / (k + 1) for k, c in enumerate(coefficients)), number(0))


def permute_and_flip(
    epsilon: EpsilonLike,
    *,
    n: int = 2,
    sensitivity: ExactLike = 1,
    monotonic: bool = False,
    domain: Iterable[tuple[ExactLike, ...]] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[tuple[ExactLike, ...], int]:
    """Select an index by permute-and-flip: P(i | u) is `permute_and_flip_distribution` of a vector of
    rational scores.

    Default domain: {0, 1}^n; default adjacency: every score may differ by at most 1. Claims: epsilon-DP where
    D is at least the largest change of a score between neighbours; and on every input, an expected score that
    is at least that of the exponential mechanism.
    Source: McKenna and Sheldon, NeurIPS 2020.
    """
    rate, step = eps(epsilon, "epsilon"), positive_rational(sensitivity, "sensitivity")
    return Mechanism(
        lambda u: permute_and_flip_distribution(
            dict(enumerate(score_vector(u))), rate, sensitivity=step, monotonic=monotonic
        ),
        vectors((0, 1), n) if domain is None else domain,
        linf(1) if adjacency is None else adjacency,
        name="permute_and_flip",
    )
