"""Filters and odometers in a file."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from ...errors import BudgetExceeded, InvalidType
from ...exact import INFINITY, ExactLike, number
from ...outputs.text import with_type
from ...theorems._real import RealValue
from .costs import Cost, Round
from .file import Saved
from .filter import Filter, text
from .lines import cost_text, sums_after
from .odometers import Odometer
from .tally import Price


class SavedFilter(Saved[Filter]):
    """A filter whose spending is kept in a file, see `Saved`."""

    def __init__(self, path: str | Path, budget: Filter, *, witness: str | None = None) -> None:
        given: object = budget
        if not isinstance(given, Filter):
            raise InvalidType(f"budget is {with_type(given)}; give a filter by sums, such as BasicFilter(1)")
        super().__init__(path, budget, witness=witness)

    @property
    def spent(self) -> Cost:
        """What was spent of every part, rounded up."""
        with self._open() as file:
            return tuple(number(high) for high in self._sums(file) or ())

    def admits(self, mechanism: Round) -> bool:
        """Whether the round is shown to fit into what is left now; another process may be quicker."""
        cost = self._cost(mechanism)
        with self._open() as file:
            return self._fitting(self._sums(file), cost) is not None

    def _price(self, mechanism: Round) -> Price:
        return self.budget.price(mechanism)

    def _fitting(self, sums: list[Fraction] | None, cost: list[Fraction] | None) -> list[Fraction] | None:
        """What is spent after a round, or None where that does not fit."""
        if cost is None or sums is None:
            return None
        after = sums_after(sums, cost)
        return after if after is not None and self.budget.is_held(tuple(map(number, after))) else None

    def _looked_at(
        self, sums: list[Fraction] | None, cost: list[Fraction] | None, key: str
    ) -> list[Fraction] | None:
        after = self._fitting(sums, cost)
        if after is None:
            spent = tuple(number(high) for high in sums or ())
            raise BudgetExceeded(
                f"round {key!r} of cost {cost_text(cost)} is not shown to fit after {text(spent)} spent of "
                f"{self.budget}; nothing was spent: choose a round of smaller cost, or stop",
                {"spent": spent},
            )
        return after


class SavedOdometer(Saved[Odometer]):
    """An odometer whose rounds are kept in a file, see `Saved`."""

    def __init__(self, path: str | Path, budget: Odometer, *, witness: str | None = None) -> None:
        given: object = budget
        if not isinstance(given, Odometer):
            raise InvalidType(f"budget is {with_type(given)}; give an odometer, such as PureOdometer(...)")
        super().__init__(path, budget, witness=witness)

    def spent(self, delta: ExactLike = 0) -> RealValue:
        """The bound on the loss of all rounds in the file, as `Odometer.spent`."""
        with self._open() as file:
            last = self._look(file)
        sums, rounds = self._sums_of(last), 0 if last is None else last.n
        return self.budget.bound(INFINITY if sums is None else number(sums[0]), rounds, delta)

    def _price(self, mechanism: Round) -> Price:
        return Price.of((self.budget.cost(mechanism),))

    def _looked_at(
        self, sums: list[Fraction] | None, cost: list[Fraction] | None, key: str
    ) -> list[Fraction] | None:
        return None if sums is None else sums_after(sums, cost)
