"""Amplification by sampling with replacement: one record may be drawn several times, so group privacy enters.

A record is drawn k times in m draws from n records with probability w_k = C(m, k) (1/n)^k (1 - 1/n)^(m-k).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from ..arguments import integer, listed, probability
from ..errors import InvalidValue
from ..exact import EpsilonLike, ExactLike, Log, Number, number
from ..theorems._check import bounded_count, finite_epsilon
from ..theorems.conversions import profile_from_dp
from ..theorems.group import group_privacy
from ..theorems.guarantee import Guarantee
from .bounds import amplified_epsilon

MOST_DRAWS = 4096
"""The distribution of more draws, each with a probability of as many digits, is not listed."""

MOST_GROUPS = 512
"""The bounds for groups of more rows, each with a power of e^epsilon, are not listed."""


def multiplicities(m: int, n: int) -> tuple[Number, ...]:
    """(w_0, ..., w_m): the distribution of how often one of n records is drawn in m draws with replacement.

    Raises InvalidValue unless m >= 0 and n >= 1.
    """
    size, rate = bounded_count(m, "m", 0, MOST_DRAWS), 1 / number(integer(n, "n", 1))
    return tuple(comb(size, k) * rate**k * (1 - rate) ** (size - k) for k in range(size + 1))


def with_replacement_amplification_of_profile(
    epsilon: EpsilonLike, group_deltas: Sequence[ExactLike], n: int
) -> Guarantee:
    """The guarantee (epsilon', delta') of a mechanism that is run on m draws with replacement from n records.

        epsilon' = ln(1 + (1 - (1 - 1/n)^m) (e^epsilon - 1)),    delta' = sum_{k=1}^m w_k delta_k,

    where group_deltas = (delta_1, ..., delta_m) and M, on multisets of size m, is (epsilon, delta_k)-DP under
    replacing k records (the delta_k of its group privacy profile, at one and the same epsilon).

    Hypotheses: the draws are uniform, independent, secret and fresh for this release; M does not depend on
    the order of the records, or sees them in the order drawn (ordered=True in `sampling_with_replacement`).
    Adjacency: replace-one before, replace-k for delta_k.
    Raises InvalidValue for an empty list, a delta outside [0, 1] or n < 1.
    Source: Balle, Barthe and Gaboardi 2018, Theorem 10.
    """
    given = listed(group_deltas, "group_deltas", "['1/10', '1/5']")
    deltas = [probability(d, f"group_deltas[{k}]") for k, d in enumerate(given)]
    if not deltas:
        raise InvalidValue(
            "group_deltas is empty; give delta_1, ..., delta_m, one for every possible multiplicity"
        )
    weights = multiplicities(len(deltas), n)
    leak = sum((w * d for w, d in zip(weights[1:], deltas, strict=True)), number(0))
    return Guarantee(amplified_epsilon(epsilon, 1 - weights[0]), leak)


def with_replacement_amplification(
    epsilon: EpsilonLike, delta: ExactLike, m: int, n: int, *, at: EpsilonLike | None = None
) -> Guarantee:
    """`with_replacement_amplification_of_profile` for an M of which only (epsilon, delta)-DP is known.

    The delta_k at epsilon = `at` is what follows from group privacy, (k epsilon, delta (e^(k epsilon) -
    1)/(e^epsilon - 1)), by `profile_from_dp`; the default at = m epsilon makes them the group deltas
    themselves.

    Hypotheses: those above, and M (epsilon, delta)-DP under replacing one of m records; epsilon finite.
    Adjacency: replace-one, before and after, which is symmetric.  For delta = 0
    `pure_with_replacement_amplification` is better.
    Raises InvalidValue unless m >= 1, n >= 1.
    Source: Balle, Barthe and Gaboardi 2018, Theorem 10 and section 4.
    """
    level, size = finite_epsilon(epsilon), bounded_count(m, "m", 1, MOST_GROUPS)
    target = size * level if at is None else finite_epsilon(at, "at")
    groups = [group_privacy(level, delta, k) for k in range(1, size + 1)]
    return with_replacement_amplification_of_profile(
        target, [profile_from_dp(g.epsilon, g.delta, symmetric=True).exact(target) for g in groups], n
    )


def pure_with_replacement_amplification(epsilon: EpsilonLike, m: int, n: int) -> Log:
    """The epsilon' of an epsilon-DP mechanism that is run on m draws with replacement from n records.

        epsilon' = m ln(1 + (e^epsilon - 1)/n).

    Why: exchange the data set for its neighbour one draw at a time.  With the other draws fixed, that draw
    is another record with probability 1/n, so one step costs what amplification at the rate 1/n says.

    Hypotheses: as for `with_replacement_amplification`, delta = 0, and M epsilon-DP also on samples that
    hold both versions of the changed record.  Adjacency: replace-one, before and after.
    Tight for every epsilon, m and n: `witnesses.multiplicity`.
    Raises InvalidValue unless m >= 1, n >= 1 and epsilon is finite.
    Source: the argument above; Balle, Barthe and Gaboardi 2018 give ln(1 + (1 - w_0)(e^(m epsilon) - 1)).
    """
    level, size = finite_epsilon(epsilon), integer(m, "m", 1)
    return size * amplified_epsilon(level, 1 / number(integer(n, "n", 1)))
