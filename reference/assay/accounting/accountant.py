"""`Accountant`: the verbs of the common accountants, with answers that are theorems."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from ..adjacency.datasets import AddRemoveOne, ReplaceOne
from ..arguments import positive_integer
from ..composition.answer import Answer
from ..composition.arguments import check_count
from ..composition.finite_pair import NOTHING
from ..composition.pair import DominatingPair
from ..composition.round import ADD, EITHER, REMOVE, Round
from ..dp import Mechanism
from ..errors import InvalidType, InvalidValue
from ..exact import EpsilonLike, ExactLike, Log, Number
from ..exact.bracket import Bracket
from . import curves
from .mechanism_text import ADJACENCIES, read_round
from .notions_of_rounds import gaussian_privacy, zero_concentrated
from .question import DEFAULT_BYTES, check_engine, in_time, wanted_width
from .rounds import Rounds
from .truncation import ADD_REMOVE, REPLACE


class Accountant:
    """The privacy of everything composed so far, for adaptively chosen mechanisms.

        delta(epsilon) = the larger of the deltas when a record is removed and when one is added.

    `compose` takes a text such as "gaussian sigma=1 q=0.01", a mechanism, the pair of a record that is
    removed (it is reversed for one that is added), or a `Round`. `delta` and `epsilon` give brackets;
    `get_delta` and `get_epsilon` floats that are not below the truth.
    """

    def __init__(
        self,
        adjacency: str = ADD_REMOVE,
        width: ExactLike = "1/1000",
        max_bytes: int = DEFAULT_BYTES,
        engine: str = "auto",
    ) -> None:
        if adjacency not in ADJACENCIES:
            raise InvalidValue(f"adjacency = {adjacency!r} is not one of {', '.join(ADJACENCIES)}")
        check_engine(engine)
        wanted_width(width)
        self.adjacency = adjacency
        self.width: ExactLike = width
        self.max_bytes: int = positive_integer(max_bytes, "max_bytes")
        self.engine: str = engine
        self.given: list[tuple[Round, int]] = []

    def compose(self, mechanism: str | DominatingPair | Round | Mechanism[Any, Any], count: int = 1) -> Self:
        """Add `count` uses of a mechanism; returns the accountant.

        Raises InvalidType or InvalidValue for a count that is not an int >= 0, InvalidValue for a mechanism
        of the other adjacency, and where a record is replaced for a pair that may not dominate in both
        orders, and what `read_round` raises.
        """
        check_count(count)
        if isinstance(mechanism, str):
            with in_time():
                found, times = read_round(mechanism, self.adjacency)
            self.given.append((found, times * count))
            return self
        given: object = mechanism
        if not isinstance(given, DominatingPair | Round | Mechanism):
            raise InvalidType(
                f"mechanism = {mechanism!r} is a {type(mechanism).__name__}; give text such as "
                "'gaussian sigma=1', a pair, a Mechanism or a Round"
            )
        if isinstance(mechanism, Mechanism):
            self._check_relation(mechanism)
        if self.adjacency == REPLACE and isinstance(mechanism, DominatingPair):
            mechanism = Round.in_either_order(mechanism)
        self.given.append((Round.of(mechanism), count))
        return self

    def _check_relation(self, mechanism: Mechanism[Any, Any]) -> None:
        """Refuse a mechanism whose neighbours are those of the other adjacency."""
        other = AddRemoveOne if self.adjacency == REPLACE else ReplaceOne
        if isinstance(mechanism.adjacency, other):
            raise InvalidValue(
                f"{mechanism.name} is stated under {mechanism.adjacency}, but the accountant under "
                f"{self.adjacency}; give Accountant the adjacency of its mechanisms"
            )

    @property
    def rounds(self) -> Rounds:
        """Everything composed so far."""
        replaced = self.adjacency == REPLACE
        both = replaced and any(set(each.pairs) == {REMOVE, ADD} for each, _ in self.given)
        given = [(_in_both(each) if both else each, count) for each, count in self.given]
        return Rounds(given or [(NOTHING, 0)], max_bytes=self.max_bytes, engine=self.engine)

    def delta(self, epsilon: EpsilonLike, width: ExactLike | None = None) -> Answer[Number]:
        """A bracket of delta(epsilon), with the exact value where it is known."""
        return self.rounds.delta(epsilon, self.width if width is None else width)

    def epsilon(self, delta: ExactLike, width: ExactLike | None = None) -> Answer[Log]:
        """A bracket of the smallest epsilon with delta(epsilon) <= delta, and perhaps its exact value."""
        return self.rounds.epsilon(delta, self.width if width is None else width)

    def deltas(self, epsilons: Iterable[EpsilonLike], width: ExactLike | None = None) -> list[Answer[Number]]:
        """`delta` at each epsilon."""
        return curves.deltas(self.rounds, epsilons, self.width if width is None else width)

    def epsilons(self, deltas: Iterable[ExactLike], width: ExactLike | None = None) -> list[Answer[Log]]:
        """`epsilon` at each delta."""
        return curves.epsilons(self.rounds, deltas, self.width if width is None else width)

    def tradeoff(self, rates: Iterable[ExactLike], width: ExactLike | None = None) -> list[Bracket]:
        """The least false-negative rate of a membership test at each false-positive rate."""
        return curves.tradeoff(self.rounds, rates, self.width if width is None else width)

    def advantage(self, prior: ExactLike = "1/2", width: ExactLike | None = None) -> Bracket:
        """What the output adds to the best guess whether the record is there, at the prior that it is."""
        return curves.membership_advantage(self.rounds, prior, self.width if width is None else width)

    def bayes_risk(self, prior: ExactLike = "1/2", width: ExactLike | None = None) -> Bracket:
        """The probability that the best guess whether the record is there is wrong, at that prior."""
        return curves.bayes_risk(self.rounds, prior, self.width if width is None else width)

    def rho(self) -> Bracket:
        """The smallest rho of zero-concentrated differential privacy."""
        return zero_concentrated(self.rounds)

    def mu(self) -> Bracket:
        """The smallest mu of Gaussian differential privacy."""
        return gaussian_privacy(self.rounds)

    def get_delta(self, epsilon: EpsilonLike) -> float:
        """The upper end of `delta`, rounded up."""
        return self.delta(epsilon).floats()[1]

    def get_epsilon(self, delta: ExactLike) -> float:
        """The upper end of `epsilon`, rounded up; infinity where there is none."""
        return self.epsilon(delta).floats()[1]


def _in_both(each: Round) -> Round:
    """A pair that dominates in either order, in both directions, beside pairs that do not."""
    return Round.directed(*2 * (each.dominating(EITHER).pair,)) if set(each.pairs) == {EITHER} else each
