"""Many rounds: the one door to delta, epsilon, the profile and the total loss of what is composed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from ..arguments import positive_integer
from ..composition.answer import Answer
from ..composition.arguments import counted
from ..composition.pair import DominatingPair
from ..composition.privacy_loss import PrivacyLoss
from ..composition.round import Inputs, Release, Round
from ..composition.upper_envelope import UpperEnvelope, upper_envelope
from ..dp import Profile, TradeOff, tradeoff
from ..errors import InvalidValue
from ..exact import EpsilonLike, ExactLike, Log, Number, eps, number
from ..exact._flint import fraction
from ..exact.real import brief
from ..theorems import Guarantee, group_privacy
from .largest_direction import V, largest
from .one_direction import OneDirection
from .question import DEFAULT_BYTES, DEFAULT_POINTS, ROUGH, Budget, check_engine, in_time, known, wanted_width


class Rounds:
    """Rounds that may be chosen adaptively, each with a count, composed by their dominating pairs.

        L = L_1 + ... + L_k  with independent losses L_i = ln(dP_i/dQ_i) under P_i,
        delta(epsilon) = P(L = inf) + E[(1 - e^(epsilon - L))_+ ; L finite],

    for each direction by itself; the largest counts.  It bounds the adversary who keeps to one direction in
    all rounds, as a person does whose record is in the data or is not; `free` is for one who need not.

    rounds: (release, count) with count >= 0.  A release is a `Round`, a mechanism, or a pair (P, Q), which by
    itself has the one direction in which it is given.  All of them have to have the same directions.
    max_points, max_bytes: the longest grid of a distribution, and the memory; beyond them BudgetExceeded is
    raised before anything is allocated, with the best bracket in `.known`. engine: "auto" asks the cheapest
    first (exact composition, a closed form, inversion, a transform, integers) and goes on to the next where
    one declines; any other of `question.ENGINES` is used alone.
    Source: Dong, Roth and Su 2022, theorem 3.2; Zhu, Dong and Wang 2022, theorem 10.
    """

    def __init__(
        self,
        rounds: Iterable[tuple[Release, int]],
        max_points: int = DEFAULT_POINTS,
        max_bytes: int = DEFAULT_BYTES,
        engine: str = "auto",
    ) -> None:
        check_engine(engine)
        given = counted(rounds, "rounds", "such as [(Gaussian.of(1), 10)]")
        self.rounds: tuple[tuple[Round, int], ...] = tuple(
            (_round(release), count) for release, count in given
        )
        first = self.rounds[0][0]
        for each, _ in self.rounds:
            if set(each.pairs) != set(first.pairs):
                raise InvalidValue(
                    f"{each} has the directions {', '.join(each.pairs)}, but {first} has "
                    f"{', '.join(first.pairs)}; compose mechanisms of one adjacency"
                )
        self.directions: tuple[str, ...] = tuple(first.pairs)
        self.budget: Budget = Budget(
            positive_integer(max_points, "max_points"), positive_integer(max_bytes, "max_bytes"), engine
        )

    @staticmethod
    def of(release: Release, count: int, **options: Any) -> Rounds:
        """`count` rounds of one release."""
        return Rounds([(release, count)], **options)

    def __iter__(self) -> Iterator[tuple[Round, int]]:
        return iter(self.rounds)

    @cached_property
    def by_direction(self) -> Mapping[str, OneDirection]:
        """The product of the dominating pairs of each direction; one object where they are the same."""
        found: dict[str, OneDirection] = {}
        for direction in self.directions:
            pairs = tuple((each.dominating(direction).pair, count) for each, count in self.rounds)
            known = (other for other in found.values() if other.given == pairs)
            found[direction] = next(known, None) or OneDirection(pairs, self.budget)
        return found

    def dominating(self, direction: str) -> tuple[UpperEnvelope[Inputs], ...]:
        """The dominating pair of every round, with who attains it."""
        return tuple(each.dominating(direction) for each, _ in self.rounds)

    def delta(self, epsilon: EpsilonLike, width: ExactLike = "1/1000") -> Answer[Number]:
        """delta(epsilon): the exact value, or a bracket of a relative width of at most `width`.

        A delta below 2^-65536 is given as [0, 2^-65536].  Raises InvalidValue for a negative epsilon or a
        width that is not positive, BudgetExceeded as stated.
        """
        level, wanted = eps(epsilon), wanted_width(width)

        def is_smaller(side: OneDirection, best: Answer[Number]) -> bool:
            if level.is_infinite:
                return False
            at = level.exact_rational()
            if at is not None and self._is_surely_below(side, fraction(at), best.lower):
                return True
            upper = known(lambda: side.delta(level, ROUGH)).upper if wanted < ROUGH else None
            return upper is not None and upper <= best.lower

        with in_time():
            return self._largest(lambda side: side.delta(level, wanted), is_smaller)

    def epsilon(self, delta: ExactLike = 0, width: ExactLike = "1/1000") -> Answer[Log]:
        """The smallest epsilon >= 0 with delta(epsilon) <= delta: exactly, or a bracket of that relative
        width.

        At delta = 0 it is the largest total loss, and infinite where there is none.  Raises InvalidValue
        unless 0 <= delta <= 1, BudgetExceeded as stated.
        """
        allowed, wanted = number(delta, "delta"), wanted_width(width)
        value = allowed.as_fraction() if allowed.is_rational else allowed
        if not 0 <= value <= 1 or not (allowed.is_rational or self.budget.engine == "exact"):
            raise InvalidValue(
                f"delta = {brief(allowed)} is not a rational in [0, 1]; give an exact number such as '1e-6'"
            )

        def is_smaller(side: OneDirection, best: Answer[Log]) -> bool:
            if not best.lower:
                return False
            if side.is_at_most(best.lower) or self._is_surely_below(side, best.lower, allowed.as_fraction()):
                return True
            upper = known(lambda: side.delta(eps(best.lower), ROUGH)).upper if wanted < ROUGH else None
            return upper is not None and upper <= allowed

        with in_time():
            return self._largest(lambda side: side.epsilon(allowed, wanted), is_smaller)

    def estimates(
        self,
        epsilon: EpsilonLike | None = None,
        delta: ExactLike | None = None,
        width: ExactLike = "1/1000",
    ) -> Mapping[str, list[tuple[str, float]]]:
        """By direction, what each engine would cost to answer `delta(epsilon)` or `epsilon(delta)`: (name,
        seconds), the cheapest first.

        Raises InvalidValue unless exactly one of epsilon and delta is given.
        """
        if (epsilon is None) == (delta is None):
            raise InvalidValue(f"epsilon = {epsilon}, delta = {delta}: give one of the two")
        level = None if epsilon is None else eps(epsilon)
        allowed = None if delta is None else number(delta, "delta").as_fraction()
        wanted = wanted_width(width)
        with in_time():
            return {name: side.estimates(level, allowed, wanted) for name, side in self.by_direction.items()}

    def loss(self, direction: str | None = None) -> PrivacyLoss:
        """The exact distribution of the total loss of finite pairs, in a direction (the only one if left
        out).

        Raises InvalidType where a pair is not finite, InvalidValue for an unknown direction.
        """
        name = self.directions[0] if direction is None and len(self.directions) == 1 else direction
        if name is None or name not in self.by_direction:
            raise InvalidValue(
                f"direction = {direction!r} is unknown; choose from {', '.join(self.directions)}"
            )
        return self.by_direction[name].loss

    def pair(self) -> UpperEnvelope[str]:
        """One pair for all rounds together, exactly: the upper envelope of the directions' product pairs."""
        return upper_envelope({name: side.loss.pair() for name, side in self.by_direction.items()})

    def profile(self) -> Profile:
        """delta(epsilon) at every epsilon, exactly.  Raises InvalidType where a pair is not finite."""
        return self.pair().finite.profile()

    def tradeoff(self) -> TradeOff:
        """The trade-off function T(P, Q) of all rounds together, exactly; as `profile`."""
        return tradeoff(*self.pair().finite.distributions())

    def free(self) -> Rounds:
        """The same rounds against the adversary who may choose any adjacent pair in each of them.

        The delta is at least that of the directed adversary, and the same where a relation has no directions.
        """
        return self._of([(each.free(), count) for each, count in self.rounds])

    def only(self, direction: str) -> Rounds:
        """The same rounds in one direction."""
        return self._of([(each.only(direction), count) for each, count in self.rounds])

    def _of(self, rounds: list[tuple[Release, int]]) -> Rounds:
        """Other rounds under the same budget."""
        return Rounds(rounds, self.budget.max_points, self.budget.max_bytes, self.budget.engine)

    def group_bound(self, epsilon: EpsilonLike, m: int) -> Guarantee:
        """A bound for groups of m: (epsilon, sum over i < m of e^(i epsilon/m) delta(epsilon/m)).

        It follows from the guarantee for one, and is no exact value: `grouped(mechanism, m)` is composed
        exactly where the pairs of the mechanism are known.  Raises InvalidValue for m < 1.
        Source: `theorems.group_privacy`.
        """
        size: object = m
        if isinstance(size, bool) or not isinstance(size, int) or size < 1:
            raise InvalidValue(f"m = {m!r} is not the size of a group; give an int >= 1")
        each = eps(epsilon) / size
        return group_privacy(each, self.delta(each).at_most, size)

    @property
    def is_exact(self) -> bool:
        """Whether an adversary can choose every pair that was looked at, so that `game_delta` is no bound."""
        known = all(side.moments is None for side in self.by_direction.values())
        return known and all(each.is_exact() for each, k in self.rounds if k)

    def is_attained(self, direction: str) -> bool:
        """Whether one pair of inputs for each round attains the dominating pairs of a direction."""
        known = self.by_direction[direction].moments is None
        return known and all(each.is_attained(direction) for each, k in self.rounds if k)

    def _is_surely_below(self, side: OneDirection, epsilon: Fraction, delta: Fraction) -> bool:
        """Whether delta(epsilon) of a direction is small for sure, where another one says at which tilt."""
        tilt = next((other.tilt for other in self.by_direction.values() if other.tilt), None)
        return tilt is not None and side.is_surely_below(epsilon, delta, tilt)

    def _largest(
        self,
        ask: Callable[[OneDirection], Answer[V]],
        is_smaller: Callable[[OneDirection, Answer[V]], bool],
    ) -> Answer[V]:
        """The largest answer over the directions, with who attains it."""

        def named(direction: str, found: Answer[V]) -> Answer[V]:
            return found.at(direction, self.dominating(direction), self.is_attained(direction))

        return largest(self.by_direction, ask, is_smaller, named)

    def __str__(self) -> str:
        rounds = ", ".join(f"{k} x {each}" for each, k in self.rounds)
        lines = [f"{rounds}, adaptively chosen"]
        for direction in self.directions:
            lines += [f"  {direction}: {pair}" for pair in self.dominating(direction)]
        return "\n".join(lines)


def _round(release: object) -> Round:
    """A pair by itself in its own direction, anything else by all directions."""
    return Round.given(release) if isinstance(release, DominatingPair) else Round.of(release)  # type: ignore[arg-type]
