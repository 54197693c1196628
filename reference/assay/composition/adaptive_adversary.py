"""Composition round by round: what an adversary reaches who chooses the pair of inputs, and fixed inputs.

    D_0(t) = max(1 - t, 0),    D_(i+1)(t) = max over (P, Q) of sum over o of P(o) D_i(t Q(o)/P(o)).

Each D_i is the profile of a pair, so that the sum is the profile of (P, Q) observed together with that pair,
and the maximum is an envelope: one product a pair and one hull a round, in place of a tree of transcripts.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, TypeVar

from ..dp import Mechanism, Profile
from ..engines.pairs import joint_distribution
from ..exact import EpsilonLike, Number, eps
from ..theorems.composition import same_inputs
from .answer import Answer
from .arguments import counted
from .finite_pair import NOTHING, FinitePair, check_finite
from .privacy_loss import PrivacyLoss
from .round import Inputs, Release, Round, check_mechanism
from .upper_envelope import upper_envelope

X = TypeVar("X", bound=Hashable)


def game_profile(rounds: Iterable[tuple[Release, int]], direction: str | None = None) -> Profile:
    """The profile of the best adversary, who chooses a pair of this direction for each round by the outputs
    so far; without a direction of the free one, who may take another direction in every round.

    The rounds are played in their order.  Where a round lists bounds in place of pairs (`Round.is_exact` is
    False) this is a bound too, at most the composition of the dominating pairs.
    Source: backward induction; the game of Dwork, Rothblum and Vadhan, FOCS 2010.
    """
    return _played(_read(rounds), direction)


def game_delta(rounds: Iterable[tuple[Release, int]], epsilon: EpsilonLike, free: bool = False) -> Number:
    """delta(epsilon) of the best directed adversary: the larger of the directions, each kept in all rounds.

    free: of the best adversary who may take another direction in every round.
    """
    given = _read(rounds)
    if free:
        return _played(given, None).exact(epsilon)
    return max(_played(given, direction).exact(epsilon) for direction in given[0][0].pairs)


def _read(rounds: object) -> list[tuple[Round, int]]:
    given = counted(rounds, "rounds", "such as [(mechanism, 10)]")
    return [(Round.of(release), count) for release, count in given]  # type: ignore[arg-type]


def _played(rounds: Sequence[tuple[Round, int]], direction: str | None) -> Profile:
    """Backward induction from the last round."""
    rest = NOTHING
    for each, count in reversed(rounds):
        played = each.free() if direction is None else each
        name = next(iter(played.pairs)) if direction is None else direction
        played.dominating(name)
        pairs = {inputs: check_finite(pair) for inputs, pair in played.pairs[name].items()}
        for _ in range(count):
            rest = upper_envelope({inputs: pair.then(rest) for inputs, pair in pairs.items()}).finite
    return rest.profile()


def fixed_delta(uses: Iterable[tuple[Mechanism[X, Any], int]], epsilon: EpsilonLike) -> Answer[Number]:
    """delta(epsilon) of mechanisms that are all run on the same data: max over adjacent pairs (x, x').

    The answer names the pair, which attains it.  Raises InvalidValue for no mechanisms, different inputs, or
    a negative count.
    """
    given = [
        (check_mechanism(each), count) for each, count in counted(uses, "uses", "such as [(mechanism, 10)]")
    ]
    level, mechanisms = eps(epsilon), [mechanism for mechanism, _ in given]
    values = {
        pair: PrivacyLoss([(_pair(m, pair), k) for m, k in given]).delta(level)
        for pair in _classes(mechanisms)
    }
    inputs = max(values, key=values.__getitem__)
    attained: Inputs = inputs
    named = tuple(upper_envelope({attained: _pair(mechanism, inputs)}) for mechanism in mechanisms)
    return Answer.exactly(values[inputs], "exact").at("the same inputs in all rounds", named, True)


def _pair(mechanism: Mechanism[X, Any], inputs: tuple[X, X]) -> FinitePair:
    return FinitePair.of(*(mechanism.distribution(x) for x in inputs))


def _classes(mechanisms: list[Mechanism[X, Any]]) -> list[tuple[X, X]]:
    """The first pair of every class that the mechanisms together do not tell apart."""
    first = same_inputs(mechanisms)
    if len(mechanisms) == 1:
        return list(first.worst_case.representatives())
    seen: dict[object, tuple[X, X]] = {}
    for x, y in first.pairs:
        distributions = tuple(joint_distribution(m.distribution(x), m.distribution(y)) for m in mechanisms)
        seen.setdefault(distributions, (x, y))
    return list(seen.values())
