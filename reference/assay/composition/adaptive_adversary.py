"""Composition round by round: what an adversary reaches who chooses the pair of inputs, and fixed inputs.

    D_0(t) = max(1 - t, 0),    D_(i+1)(t) = max over (P, Q) of sum over o of P(o) D_i(t Q(o)/P(o)).

Each D_i is the profile of a pair, so that the sum is the profile of (P, Q) observed together with that pair,
and the maximum is an envelope: one product a pair and one hull a round, in place of a tree of transcripts.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from ..dp import Mechanism, Profile
from ..engines.pairs import joint_law
from ..errors import InvalidType, InvalidValue
from ..exact import EpsilonLike, Number, eps
from ..outputs.text import brief
from ..theorems.composition import same_inputs
from .adaptive import Composed
from .arguments import counted
from .composed import Composition
from .dominating import dominating
from .rounds import ONE, Round
from .use_of_mechanism import check_mechanism

X = TypeVar("X", bound=Hashable)

NOTHING = Round.from_masses([(ONE, ONE)])
"""No round at all: both worlds look the same."""


def game_profile(composed: Composed, direction: str) -> Profile:
    """The profile of the best adversary, who chooses a pair of this direction for each use by the outputs so
    far.

    The uses are played in their order.  Where a use lists bounds in place of pairs (`Composed.is_exact` is
    False) this is a bound too, at most `Composed.composition`.
    Source: backward induction; the game of Dwork, Rothblum and Vadhan, FOCS 2010.
    """
    _check_composed(composed)
    if direction not in composed.directions:
        raise InvalidValue(
            f"direction = {direction!r} is unknown; choose from {', '.join(composed.directions)}"
        )
    rest = NOTHING
    for use, count in reversed(composed.uses):
        for _ in range(count):
            rest = dominating({pair: each.then(rest) for pair, each in use.classes[direction].items()}).round
    return rest.profile()


def game_delta(composed: Composed, epsilon: EpsilonLike) -> Number:
    """delta(epsilon) of the best directed adversary: the larger of the directions, each kept in all rounds.

    Of the best free adversary, who may take another direction in every round: `game_delta(composed.free(),
    epsilon)`.
    """
    _check_composed(composed)
    return max(game_profile(composed, direction).exact(epsilon) for direction in composed.directions)


def _check_composed(value: object) -> None:
    """Refuse anything that is not Composed."""
    if not isinstance(value, Composed):
        raise InvalidType(
            f"composed = {brief(value)} is a {type(value).__name__}; give Composed([(mechanism, count)])"
        )


@dataclass(frozen=True)
class Fixed:
    """The largest delta over adjacent pairs of inputs that stay the same in all rounds, and such a pair."""

    value: Number
    pair: tuple[Any, Any]


def fixed_delta(uses: Iterable[tuple[Mechanism[X, Any], int]], epsilon: EpsilonLike) -> Fixed:
    """delta(epsilon) of mechanisms that are all run on the same data: max over adjacent pairs (x, x').

    Raises InvalidValue for no mechanisms, different inputs, or a negative count.
    """
    given = [
        (check_mechanism(each), count) for each, count in counted(uses, "uses", "such as [(mechanism, 10)]")
    ]
    level, mechanisms = eps(epsilon), [mechanism for mechanism, _ in given]
    values = {
        pair: Composition([(_round(m, pair), k) for m, k in given]).delta(level)
        for pair in _classes(mechanisms)
    }
    highest = max(values.values())
    return Fixed(highest, next(pair for pair, value in values.items() if value == highest))


def _round(mechanism: Mechanism[X, Any], pair: tuple[X, X]) -> Round:
    return Round.of(*(mechanism.distribution(x) for x in pair))


def _classes(mechanisms: list[Mechanism[X, Any]]) -> list[tuple[X, X]]:
    """The first pair of every class that the mechanisms together do not tell apart."""
    first = same_inputs(mechanisms)
    if len(mechanisms) == 1:
        return list(first.worst_case.representatives())
    seen: dict[object, tuple[X, X]] = {}
    for x, y in first.pairs:
        laws = tuple(joint_law(m.distribution(x), m.distribution(y)) for m in mechanisms)
        seen.setdefault(laws, (x, y))
    return list(seen.values())
