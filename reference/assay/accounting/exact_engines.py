"""Engines without a line or a grid: exact distributions of total losses, and the closed form of one round."""

from __future__ import annotations

from typing import Any

from ..composition.answer import Answer
from ..composition.finite_pair import FinitePair
from ..errors import AssayError, BudgetExceeded, MixedFields
from ..exact.bracket import short_text
from .question import Question

MOST_BITS = 2**18
"""The precision at which the closed form is given up."""
EXACT_BYTES = 2**20
"""Products of so many bytes are computed exactly in a few milliseconds."""


class Exact:
    """The distribution of the total loss of finite pairs, exactly."""

    name: str = "exact"
    least_cost: float = 0.0

    def cost(self, question: Question) -> float | None:
        """From the size of the product; None where it is large and another engine may be asked."""
        if question.budget.engine == self.name:
            return 0.0
        if not all(isinstance(pair, FinitePair) for pair, _ in question.rounds):
            return None
        try:
            needed = question.loss().estimated_bytes()
        except (AssayError, ArithmeticError):
            return None
        return None if needed > EXACT_BYTES else needed * 1e-8

    def answer(self, question: Question) -> Answer[Any] | None:
        """The exact value, whatever the width; None where its numbers share no field."""
        try:
            if question.epsilon is not None:
                return Answer.exactly(question.loss().delta(question.epsilon), self.name)
            return Answer.exactly(question.loss().epsilon(question.allowed), self.name)
        except MixedFields:
            if question.budget.engine == self.name:
                raise
            return None


class ClosedForm:
    """One round: its tails, with as many bits as the width takes."""

    name: str = "closed form"
    least_cost: float = 0.0

    def cost(self, question: Question) -> float | None:
        """Nothing beside all others."""
        return 1e-4 if question.count == 1 else None

    def answer(self, question: Question) -> Answer[Any]:
        """The closed form at doubled precisions."""
        from .single_loss import LARGEST_OF_ONE, SingleTotal

        pair, bits, best = question.rounds[0][0], 128, question.nothing_known()
        if question.delta:
            bits += question.delta.denominator.bit_length() - question.delta.numerator.bit_length()
        while bits <= MOST_BITS:
            found = SingleTotal(pair, bits).answer(question)
            best = best.intersection(found)
            if question.answered_by(best):
                return Answer.of(best, self.name)
            if found.upper is None and 2 * best.lower > LARGEST_OF_ONE:
                raise BudgetExceeded(
                    f"epsilon is above 2^{int(best.lower).bit_length() - 1}, where the search for it ends; "
                    "ask for a larger delta, or for delta at an epsilon",
                    {"bracket": best},
                )
            bits *= 2
        reason = "the answer may be exactly 0, or delta may jump there"
        raise BudgetExceeded(
            f"{bits // 2} bits do not give a relative width of {short_text(question.wanted)}; the best "
            f"bracket so far is {best}; {reason}",
            {"bracket": best},
        )


class NextToLargest:
    """Epsilons at deltas so small that they are next to the largest loss, which is an atom."""

    name: str = "largest loss"
    least_cost: float = 0.0

    def cost(self, question: Question) -> float | None:
        """Nothing beside all others."""
        return None if question.next_to_largest is None else 1e-5

    def answer(self, question: Question) -> Answer[Any] | None:
        """Between the largest loss and what its atom alone allows."""
        found = question.next_to_largest
        return None if found is None else Answer.of(found, self.name)
