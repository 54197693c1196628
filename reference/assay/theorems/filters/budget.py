"""What a privacy filter is: a budget, and a decision before every round whether the chosen mechanism may run.

The mechanism of a round, and when to stop, may be chosen by all outputs so far; the promise of a filter holds
for whatever was chosen.  Source: Rogers, Roth, Ullman and Vadhan, "Privacy Odometers and Filters:
Pay-as-you-Go Composition", NeurIPS 2016.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, TypeAlias

from ...dp import Mechanism
from ...dp.outputs import shown
from ...errors import BudgetExceeded, InvalidType, UndecidedError
from ...exact import Log, number, sign
from .._real import RealValue, total
from ..guarantee import Guarantee

Round: TypeAlias = "Mechanism[Any, Any] | Guarantee"
"""What is spent: a mechanism, whose cost is computed from its laws, or a guarantee that you know of one."""

Cost: TypeAlias = tuple[RealValue, ...]
"""What a round takes from each part of a budget."""


class Filter(ABC):
    """A privacy filter with a budget of one or more sums: `admits` asks, `spend` takes.

    A round that the budget does not hold, or that cannot be shown to fit, is refused with BudgetExceeded and
    changes nothing; another one may be tried after it.
    """

    def __init__(self, parts: int) -> None:
        self.spent: Cost = (number(0),) * parts
        self.rounds = 0

    @abstractmethod
    def cost(self, mechanism: Round) -> Cost:
        """What the round takes from each part of the budget.  Raises InvalidType for what is no round."""

    @abstractmethod
    def holds(self, spent: Cost) -> bool:
        """Whether the budget holds this much.  May raise UndecidedError."""

    def admits(self, mechanism: Round) -> bool:
        """Whether the round is shown to fit into what is left."""
        return self._after(self.cost(mechanism)) is not None

    def spend(self, mechanism: Round) -> None:
        """Take the cost of the round; BudgetExceeded, and no change, where it does not fit."""
        cost = self.cost(mechanism)
        after = self._after(cost)
        if after is None:
            raise BudgetExceeded(
                f"a round of cost {text(cost)} is not shown to fit after {text(self.spent)} spent of {self}; "
                "nothing was spent: choose a round of smaller cost, or stop",
                {"spent": self.spent},
            )
        self.spent, self.rounds = after, self.rounds + 1

    def _after(self, cost: Cost) -> Cost | None:
        """What is spent after a round, or None where that does not fit."""
        if any(isinstance(c, Log) and c.is_infinite for c in cost):
            return None
        after = tuple(total(pair) for pair in zip(self.spent, cost, strict=True))
        try:
            return after if self.holds(after) else None
        except UndecidedError:
            return None


def at_most(a: RealValue, b: RealValue) -> bool:
    """Whether a <= b, for values of any type; UndecidedError where enclosures do not separate them."""
    return sign(total([b, -a])) >= 0


def guarantee_of(mechanism: Round) -> Guarantee:
    """A guarantee as it is, and (epsilon(0), 0) of a mechanism, from its laws."""
    given: object = mechanism
    if isinstance(given, Guarantee):
        return given
    return Guarantee(mechanism_of(mechanism).epsilon(), 0)


def mechanism_of(given: object) -> Mechanism[Any, Any]:
    """The mechanism; InvalidType for anything else."""
    if not isinstance(given, Mechanism):
        raise InvalidType(
            f"mechanism is {shown(given)}; give a Mechanism, or where a bound is enough a Guarantee(epsilon, "
            "delta)"
        )
    return given


def text(values: Cost) -> str:
    """The parts of a cost."""
    return f"({', '.join(map(str, values))})"
