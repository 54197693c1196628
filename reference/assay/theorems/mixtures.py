"""Mixtures: one of several mechanisms is chosen at random, independently of the data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias, TypeVar

from ..dp import Dist, Mechanism
from ..errors import InvalidValue
from ..exact import EpsilonLike, ExactLike, Number, number
from ._check import finite_epsilon, listed_pairs
from .composition import same_inputs
from .conversions import profile_from_dp
from .guarantee import Guarantee, concluded, read_guarantees, symmetric_of

X = TypeVar("X")
Y = TypeVar("Y")
WeightedGuarantees: TypeAlias = Iterable[tuple[ExactLike, Guarantee | tuple[EpsilonLike, ExactLike]]]


def mixture(weighted: Iterable[tuple[ExactLike, Mechanism[X, Y]]]) -> Mechanism[X, Y]:
    """The mechanism that runs M_i with probability w_i and does not say which.

        P[y] = sum over i of w_i P[M_i(x) = y].

    Raises InvalidValue where the weights are not probabilities that sum to 1, or the mechanisms have other
    inputs.
    """
    weights, mechanisms = _read(weighted)
    first = same_inputs(mechanisms)
    return Mechanism(
        lambda x: Dist.mixture([(w, m.distribution(x)) for w, m in zip(weights, mechanisms, strict=True)]),
        first.domain,
        first.adjacency,
        name=f"mixture of {len(mechanisms)}",
    )


def revealed_mixture(
    weighted: Iterable[tuple[ExactLike, Mechanism[X, Any]]],
) -> Mechanism[X, tuple[int, Any]]:
    """The mechanism that runs M_i with probability w_i and says which.

        P[(i, y)] = w_i P[M_i(x) = y].

    Raises as `mixture`.
    """
    weights, mechanisms = _read(weighted)
    first = same_inputs(mechanisms)
    choice = Dist(dict(enumerate(weights)))
    return Mechanism(
        lambda x: choice.bind(lambda i: mechanisms[i].distribution(x).map(lambda y: (i, y))),
        first.domain,
        first.adjacency,
        name=f"revealed mixture of {len(mechanisms)}",
    )


def _read(
    weighted: Iterable[tuple[ExactLike, Mechanism[X, Y]]],
) -> tuple[list[Number], list[Mechanism[X, Y]]]:
    pairs = listed_pairs(weighted, "weighted", "[('1/2', first), ('1/2', second)]")
    return [number(w, "weight") for w, _ in pairs], [m for _, m in pairs]


def mixture_bound(weighted: WeightedGuarantees) -> Guarantee:
    """A mixture of (eps_i, delta_i)-DP mechanisms with weights w_i is (max of eps_i, sum of w_i delta_i)-DP.

    Here the maximum is over the components of positive weight.
    Hypotheses: the choice does not depend on the data; weights w_i >= 0 that sum to 1.  Adjacency: any, one
    for all.
    Tight: `revealed_mixture` of canonical mechanisms with one epsilon; name-and-shame is the mixture of the
    identity (0, 1) with weight delta and a constant (0, 0).
    Source: joint convexity of the hockey-stick divergence, Balle, Barthe and Gaboardi 2018.
    """
    weights, parts = _read_guarantees(weighted)
    used = [g for w, g in zip(weights, parts, strict=True) if w]
    leak = sum((w * g.delta for w, g in zip(weights, parts, strict=True)), number(0))
    return concluded(max(g.epsilon for g in used), leak, parts)


def mixture_delta(weighted: WeightedGuarantees, at: EpsilonLike, *, symmetric: bool | None = None) -> Number:
    """The delta at epsilon = `at` of a mixture of (eps_i, delta_i)-DP mechanisms with weights w_i.

    It is the sum of w_i delta'_i with delta'_i the best delta at `at` that (eps_i, delta_i)-DP gives
    (`profile_from_dp`).  At `at` = max eps_i it is the delta of `mixture_bound`.
    Hypotheses and errors as for `mixture_bound`, every eps_i finite.
    symmetric: whether bare numbers hold in both directions; guarantees that say their adjacency need none.
    Tight: `revealed_mixture` of canonical (one-way) mechanisms, at every epsilon.
    Source: joint convexity of the hockey-stick divergence, Balle, Barthe and Gaboardi 2018.
    """
    weights, parts = _read_guarantees(weighted)
    both, level = symmetric_of(parts, symmetric, "mixture_delta"), finite_epsilon(at, "at")
    profiles = [profile_from_dp(g.epsilon, g.delta, symmetric=both) for g in parts]
    return sum((w * found.exact(level) for w, found in zip(weights, profiles, strict=True)), number(0))


def _read_guarantees(weighted: WeightedGuarantees) -> tuple[list[Number], list[Guarantee]]:
    pairs = listed_pairs(weighted, "weighted", "[('1/2', (1, 0)), ('1/2', (2, 0))]")
    parts = read_guarantees(g for _, g in pairs)
    weights = [number(w, "weight") for w, _ in pairs]
    if any(w < 0 for w in weights) or sum(weights, number(0)) != 1:
        raise InvalidValue(f"the weights {', '.join(map(str, weights))} are not probabilities that sum to 1")
    return weights, parts
