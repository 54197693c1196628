"""The composition of mechanisms: the adaptive worst case by direction, with the dominating pairs named.

Three values for the same rounds, each at most the next, all exact:

    fixed      the data sets x and x' are the same in all rounds
    game       an adversary chooses an adjacent pair in every round by the outputs so far
    dominated  the composition of the dominating pairs: the bound of the composition theorem

They agree where one adjacent pair attains the dominating pair of each round.  Two adversaries play the game
where a relation has directions, as adding and removing a record are: the *directed* one keeps to one of them
in all rounds, as a person does who is in the data or is not, and the *free* one may take another in every
round.  `Composed` is about the first, `Composed.free()` about the second, which gains at least as much; the
promises of filters and odometers hold against both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from ..arguments import positive_integer
from ..dp import Mechanism
from ..errors import InvalidValue
from ..exact import EpsilonLike, ExactLike, Log, Number, eps
from ..theorems import Guarantee, group_privacy
from .arguments import check_bytes, counted
from .composed import DEFAULT_BYTES, Composition
from .dominating import DominatingPair
from .use_of_mechanism import Inputs, Use, check_mechanism, plain

V = TypeVar("V", Number, Log)


@dataclass(frozen=True)
class Worst(Generic[V]):
    """A value, the direction that attains it, and the dominating pair of each use in that direction.

    `attained`: whether an adversary reaches the value for sure, with one pair of inputs for each use;
    otherwise it is a bound, which may be reached or not (see `game`).
    """

    value: V
    direction: str
    dominating: tuple[DominatingPair[Inputs], ...]
    attained: bool

    def __str__(self) -> str:
        how = "attained" if self.attained else "at most"
        return f"{self.value} ({how}, {self.direction}: {' | '.join(map(str, self.dominating))})"


class Composed:
    """k rounds, their mechanisms and data chosen adaptively: each direction is composed, then the larger
    taken.

        delta(epsilon) = max over directions of delta of the composition of the dominating pairs.

    It bounds the directed adversary, who keeps to one direction in all rounds; `free` is for the other one.

    uses: (mechanism or `Use`, count) with count >= 0; all uses must have the same directions.
    Raises InvalidValue for no uses, for different directions, for a negative count.
    Source: Zhu, Dong and Wang 2022, theorem 10; Dong, Roth and Su 2022, theorem 3.2.
    """

    def __init__(
        self, uses: Iterable[tuple[Use | Mechanism[Any, Any], int]], max_bytes: int = DEFAULT_BYTES
    ) -> None:
        given = counted(uses, "uses", "such as [(mechanism, 10)]")
        self.uses = tuple((u if isinstance(u, Use) else plain(check_mechanism(u)), k) for u, k in given)
        first = self.uses[0][0]
        for use, _ in self.uses:
            if set(use.classes) != set(first.classes):
                raise InvalidValue(
                    f"{use} has the directions {', '.join(use.classes)}, but {first} has "
                    f"{', '.join(first.classes)}; compose mechanisms of one adjacency"
                )
        self.directions = tuple(first.classes)
        self.max_bytes = check_bytes(max_bytes)
        self._compositions: dict[str, Composition] = {}

    @staticmethod
    def of(mechanism: Use | Mechanism[Any, Any], count: int, max_bytes: int = DEFAULT_BYTES) -> Composed:
        """`count` uses of one mechanism."""
        return Composed([(mechanism, count)], max_bytes)

    def dominating(self, direction: str) -> tuple[DominatingPair[Inputs], ...]:
        """The dominating pair of every use."""
        return tuple(use.dominating(direction) for use, _ in self.uses)

    def composition(self, direction: str) -> Composition:
        """The composition of the dominating pairs of one direction."""
        if direction not in self._compositions:
            rounds = [(use.dominating(direction).round, k) for use, k in self.uses]
            self._compositions[direction] = Composition(rounds, self.max_bytes)
        return self._compositions[direction]

    def worst_delta(self, epsilon: EpsilonLike) -> Worst[Number]:
        """delta(epsilon), with the direction and the pairs."""
        level = eps(epsilon)
        return self._worst(lambda composition: composition.delta(level))

    def worst_epsilon(self, delta: ExactLike) -> Worst[Log]:
        """The smallest epsilon with delta(epsilon) <= delta, with the direction and the pairs."""
        return self._worst(lambda composition: composition.epsilon(delta))

    def delta(self, epsilon: EpsilonLike) -> Number:
        """The exact delta(epsilon) of the dominating pairs, the larger of the directions."""
        return self.worst_delta(epsilon).value

    def epsilon(self, delta: ExactLike = 0) -> Log:
        """The smallest epsilon with delta(epsilon) <= delta, the larger of the directions."""
        return self.worst_epsilon(delta).value

    def free(self) -> Composed:
        """The same rounds against the free adversary, who may choose any adjacent pair in each of them.

        Its delta is at least that of the directed adversary, and the same where a relation has no directions.
        `game_delta(composed.free(), epsilon)` is exact, and is `theorems.adaptive_delta` on all pairs.
        """
        return Composed([(use.free(), count) for use, count in self.uses], self.max_bytes)

    def group_bound(self, epsilon: EpsilonLike, m: int) -> Guarantee:
        """A bound for groups of m: (epsilon, sum over i < m of e^(i epsilon/m) delta(epsilon/m)).

        It follows from the guarantee for one, and is no exact value: `grouped(mechanism, m)` is composed
        exactly where the pairs of the mechanism are known.  Raises InvalidValue for m < 1.
        Source: `theorems.group_privacy`.
        """
        size = positive_integer(m, "m")
        each = eps(epsilon) / size
        return group_privacy(each, self.delta(each), size)

    @cached_property
    def is_exact(self) -> bool:
        """Whether an adversary can choose every pair that was looked at, so that `game` is no bound."""
        return all(use.is_exact() for use, k in self.uses if k)

    def is_attained(self, direction: str) -> bool:
        """Whether one pair of inputs for each use attains the dominating pairs of a direction."""
        return all(use.is_attained(direction) for use, k in self.uses if k)

    def _worst(self, ask: Callable[[Composition], V]) -> Worst[V]:
        """The largest answer over the directions; the first that attains it."""
        values = {direction: ask(self.composition(direction)) for direction in self.directions}
        highest = max(values.values())
        direction = next(d for d, value in values.items() if value == highest)
        return Worst(highest, direction, self.dominating(direction), self.is_attained(direction))

    def __str__(self) -> str:
        rounds = ", ".join(f"{k} x {use}" for use, k in self.uses)
        lines = [f"{rounds}, adaptively chosen"]
        for direction in self.directions:
            lines += [f"  {direction}: {pair}" for pair in self.dominating(direction)]
        return "\n".join(lines)
