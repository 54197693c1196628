"""Rounds in one direction: delta and epsilon of the product of their pairs, at once or by an engine."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..composition.answer import Answer
from ..composition.pair import DominatingPair
from ..errors import InvalidType
from ..exact import INFINITY, Log, Number, log_value
from ..exact.bracket import Bracket
from .batches.between import Between
from .batches.enclosed import Enclosed
from .engines import estimates, solve
from .inversion.integral import Kept
from .product_of_pairs import ProductOfPairs
from .question import Budget, Question, known

if TYPE_CHECKING:
    from .bounded_direction import Bounded

NEARLY_ZERO = 1e-6
ROUGH = Fraction(1, 64)
"""The relative width of delta(0), where it is compared with a delta."""


class OneDirection(ProductOfPairs):
    """Pairs with counts, all in one direction, and the budget of answers about them."""

    def __init__(self, rounds: Iterable[tuple[DominatingPair, int]], budget: Budget) -> None:
        super().__init__(rounds, budget)
        self.kept: list[Kept] = []
        self.tilt: float | None = None
        """The saddle point of the last answer, where one was looked for."""

    @cached_property
    def between(self) -> Between | None:
        """The rounds with tables on both sides of the pairs that have no tails; None where all have them."""
        if not self.has_tables:
            return None
        return Between(self.rounds, lambda rounds: OneDirection(rounds, self.budget))

    @property
    def stays_apart(self) -> bool:
        """Whether the ends of an answer are of different theorems, which do not meet."""
        tables = (pair for pair, _ in self.rounds if isinstance(pair, Enclosed))
        return self.moments is not None or any(pair.note for pair in tables)

    def delta(self, epsilon: Log, wanted: Fraction) -> Answer[Number]:
        """delta(epsilon) of that relative width."""
        if self.moments is not None:
            return self.bounded.delta(epsilon, wanted)
        question = self._question(wanted, epsilon=epsilon)
        if self.budget.engine == "exact":
            return solve(question)
        if not self.rounds or self.at_least_all(epsilon):
            return self._all_infinite("no loss is larger")
        if self.between is not None:
            return self.between.delta(epsilon, wanted)
        if self.infinite.lower == 1:
            return self._all_infinite("everything is revealed")
        beyond = self.beyond(epsilon)
        if beyond is not None and question.answered_by(beyond):
            return Answer.of(beyond, "union bound")
        return self._solved(question)

    @cached_property
    def bounded(self) -> Bounded:
        """The same where Renyi divergences are all that is known of some rounds."""
        from .bounded_direction import Bounded

        if self.moments is None:
            raise InvalidType("no round is known by its Renyi divergences alone; ask for delta and epsilon")
        return Bounded(self, self.moments)

    def with_pairs(self, pairs: Iterable[tuple[DominatingPair, int]]) -> OneDirection:
        """The rounds that are pairs, and these beside them."""
        return OneDirection([*self.rounds, *pairs], self.budget)

    def _all_infinite(self, reason: str) -> Answer[Number]:
        """The mass at infinity, exactly where that is known."""
        exact = self.exact_infinite
        return Answer.of(self.infinite, reason) if exact is None else Answer.exactly(exact, reason)

    def epsilon(self, allowed: Number, wanted: Fraction) -> Answer[Log]:
        """The smallest epsilon with delta(epsilon) <= allowed, of that relative width."""
        if self.moments is not None:
            return self.bounded.epsilon(allowed, wanted)
        value = allowed.as_fraction()
        question = self._question(wanted, delta=value)
        if self.budget.engine == "exact":
            return solve(question)
        if not self.rounds or value == 1:
            return Answer.exactly(log_value(0), "no loss")
        excess = self.infinite_against(value)
        if excess == 1:
            return Answer.exactly(INFINITY, "infinite losses alone have more mass than delta")
        if excess == 0:
            return self._largest_answer()
        if self.between is not None:
            return self.between.epsilon(allowed, wanted)
        if self._is_zero_enough(question):
            return Answer.exactly(log_value(0), "delta at 0")
        found: Answer[Log] = self._solved(question)
        return found.within(question.nothing_known())

    def _solved(self, question: Question) -> Answer[Any]:
        """The answer of an engine."""
        found = solve(question)
        self.tilt = question.look.saddle.c if question.has_look else self.tilt
        return found

    def estimates(
        self, epsilon: Log | None, delta: Fraction | None, wanted: Fraction
    ) -> list[tuple[str, float]]:
        """What each engine would cost, in seconds; nothing where no engine has to be asked."""
        if self.moments is not None:
            return self.bounded.above.estimates(epsilon, delta, wanted)
        if not self.rounds or (epsilon is not None and self.at_least_all(epsilon)):
            return []
        if self.between is not None:
            return [("tables", self.between.cost)]
        return estimates(self._question(wanted, epsilon, delta))

    def _is_zero_enough(self, question: Question) -> bool:
        """Whether delta(0) <= delta for certain, where the picture of the losses suggests that."""
        if sum(k for _, k in self.rounds) == 1:
            return False
        if question.delta is not None and self.are_small_at_zero(question.delta):
            return True
        if question.next_to_largest is not None or question.look.saddle.epsilon > NEARLY_ZERO:
            return False
        upper = known(lambda: solve(self._question(ROUGH, epsilon=log_value(0)))).upper
        return upper is not None and question.delta is not None and upper <= question.delta

    def _top(self, delta: Fraction) -> Fraction | None:
        """No epsilon exceeds the largest finite loss, where the mass at infinity is at most delta."""
        lost = self.infinite.upper
        if self.largest is None or self.largest.is_infinite or lost is None or lost > delta:
            return None
        return self._largest_answer().upper

    def _question(
        self, wanted: Fraction, epsilon: Log | None = None, delta: Fraction | None = None
    ) -> Question:
        top = None if delta is None else self._top(delta)
        return Question(
            self.rounds, wanted, epsilon, delta, self.budget, lambda: self.loss, self.infinite, top, self.kept
        )

    def _largest_answer(self) -> Answer[Log]:
        if self.largest is None:
            return Answer.of(Bracket(Fraction(0), None), "the largest loss")
        return Answer.exactly(max(self.largest, log_value(0)), "the largest loss")
