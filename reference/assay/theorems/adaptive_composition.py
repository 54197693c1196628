"""Composition against an adversary who chooses the adjacent pair of every round by the outputs so far.

Two answers: what the adversary reaches exactly, as the value of a game, and the bound by a dominating pair.
Source: Dwork, Rothblum and Vadhan, "Boosting and Differential Privacy", FOCS 2010 (the game); Zhu, Dong and
Wang, "Optimal Accounting of Differential Privacy via Characteristic Function", AISTATS 2022 (dominating
pairs).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from ..arguments import listed
from ..dp import Dist, Mechanism, profile
from ..dp.hockey_stick import LARGE
from ..dp.privacy_loss import log_ratio
from ..dp.profile import envelope
from ..errors import InvalidType, InvalidValue
from ..exact import EpsilonLike, Log, Number, eps, number
from ._check import check_mechanism

Pair: TypeAlias = tuple[Dist[Any], Dist[Any]]
"""The distributions (P, Q) of a round in the two worlds that are to be told apart."""

ZERO = number(0)


def pairs_of(mechanism: Mechanism[Any, Any]) -> tuple[Pair, ...]:
    """(M(x), M(x')) for every ordered adjacent pair (x, x')."""
    check_mechanism(mechanism)
    return tuple((mechanism.distribution(x), mechanism.distribution(y)) for x, y in mechanism.pairs)


def dominating_pair(pairs: Iterable[Pair]) -> tuple[Dist[int], Dist[int]]:
    """The least (P, Q) with H_t(P || Q) >= H_t(P_i || Q_i) for all given pairs and all t >= 0.

        H_t(P || Q) = sum over o of max(P(o) - t Q(o), 0).

    The maximum of the profiles is convex in t, and so the profile of one pair again: that of the segments of
    the upper boundary of all tests (Q_i(S), P_i(S)).  It may be the profile of none of the given pairs.
    Hypotheses: none; below t = 1 (negative epsilon) the inequality is needed for composition.
    Source: Zhu, Dong and Wang 2022, section 3; Dong, Roth and Su 2022, section 2 (the dual statement).
    """
    given = listed(pairs, "pairs", "pairs_of(mechanism)")
    if not given:
        raise InvalidValue("pairs is empty, and nothing dominates nothing; give at least one (P, Q)")
    q, p = envelope(profile(p, q) for p, q in given).tradeoff().pair()
    return p, q


def adaptive_delta(rounds: Sequence[Iterable[Pair]], epsilon: EpsilonLike) -> Number:
    """The largest delta(epsilon) of k rounds, the pair of each chosen by the outcomes before.

        D_i(p, q) = max over the pairs (P, Q) of round i of  sum over o of D_(i+1)(p P(o), q Q(o)),
        D_(k+1)(p, q) = max(p - e^epsilon q, 0),      delta(epsilon) = D_1(1, 1).

    p and q are the probabilities of the outcomes so far in the two worlds.  For mechanisms whose pairs are
    those of `pairs_of` this is the composition theorem's own game; every deterministic adversary is looked
    at, and a randomised one is a mixture.  The cost is (number of pairs times outcomes)^k.
    Source: Dwork, Rothblum and Vadhan 2010, section III; the recursion is the definition, by backward
    induction.
    """
    level, each = eps(epsilon), [tuple(pairs) for pairs in listed(rounds, "rounds", "[pairs_of(mechanism)]")]
    for pairs in each:
        if not pairs:
            raise InvalidValue("a round has no pairs to choose from; give at least one (P, Q) a round")
        for pair in pairs:
            _check_pair(pair)
    return _value(each, _leaf(level), number(1), number(1))


def _value(
    rounds: list[tuple[Pair, ...]], leaf: Callable[[Number, Number], Number], p: Number, q: Number
) -> Number:
    """D_i(p, q) for the rounds that are left."""
    if not rounds:
        return leaf(p, q)
    return max(
        sum((_value(rounds[1:], leaf, p * above[o], q * below[o]) for o in above), ZERO)
        for above, below in ((_on_both(a, b), _on_both(b, a)) for a, b in rounds[0])
    )


def _on_both(distribution: Dist[Any], other: Dist[Any]) -> dict[Any, Number]:
    """The distribution as a table on the outcomes of both."""
    return {o: distribution[o] for o in (*distribution.support, *other.support)}


def _leaf(epsilon: Log) -> Callable[[Number, Number], Number]:
    """max(p - e^epsilon q, 0), and at epsilon = infinity p where q = 0."""
    if epsilon.is_infinite:
        return lambda p, q: ZERO if q else p
    if (
        not epsilon.is_symbolic and epsilon > LARGE
    ):  # e^epsilon is long; where it is not needed it is not made
        return lambda p, q: p - epsilon.exp() * q if log_ratio(p, q) > epsilon else ZERO
    factor = epsilon.exp()
    return lambda p, q: max(p - factor * q, ZERO)


def _check_pair(pair: object) -> None:
    if not isinstance(pair, tuple) or len(pair) != 2 or not all(isinstance(d, Dist) for d in pair):
        raise InvalidType(f"{pair!r} is not a pair of distributions; give (P, Q), see pairs_of(mechanism)")
