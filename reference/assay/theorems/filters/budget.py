"""What a privacy filter is: a budget, and a decision before every round whether the chosen mechanism may run.

The mechanism of a round, and when to stop, may be chosen by all outputs so far; the promise of a filter holds
for whatever was chosen.  All rounds of a budget are about one adjacency relation, on one domain, for one unit
of privacy: what was spent under two relations together promises nothing under either.
Source: Rogers, Roth, Ullman and Vadhan, "Privacy Odometers and Filters: Pay-as-you-Go Composition", NeurIPS
2016.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from threading import RLock
from typing import TypeVar

from ...dp.adjacency import Adjacency
from ...errors import BudgetExceeded, UndecidedError
from ...exact import number, sign
from .._real import RealValue, total
from ..guarantee import Statement, about
from ..scope import Scope, read_scope
from .costs import Cost, Round, check_costs, is_infinite, scope_of
from .tally import Tally

S = TypeVar("S", bound=Statement)

LONGEST = 40
"""Characters of an exact value that is printed as it is."""


class Scoped:
    """What a budget is about: said beforehand, or by its first round, which nothing that was seen has chosen.

    adjacency, domain, unit: as for `Guarantee`.  Every round is checked against them, mechanisms and
    guarantees
    alike: InvalidValue names the hypothesis where one is about something else.
    """

    def __init__(
        self, adjacency: Adjacency | None, domain: Iterable[Hashable] | None, unit: str | None
    ) -> None:
        self.scope: Scope | None = read_scope(adjacency, domain, unit)
        if self.scope is not None:
            self.check_scope(self.scope)
        self.rounds = 0
        self._lock = RLock()

    def check_scope(self, scope: Scope) -> None:  # most budgets take any relation
        """Refuse a relation for which the theorem behind this budget does not hold."""

    def scope_after(self, given: Round) -> Scope:
        """What the budget is about once this round was spent; InvalidValue where it does not belong."""
        scope = scope_of(given)
        met = scope if self.scope is None else self.scope.meet(scope)
        self.check_scope(met)
        return met

    def promised(self, guarantee: S) -> S:
        """A guarantee about what this budget is about."""
        return about(guarantee, self.scope)

    def __getstate__(self) -> dict[str, object]:
        """Everything but the lock, which is of this object."""
        return {k: v for k, v in self.__dict__.items() if k != "_lock"}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state, _lock=RLock())


class Filter(Scoped, ABC):
    """A privacy filter with a budget of one or more sums: `admits` asks, `spend` takes.

    A round that the budget does not hold, or that cannot be shown to fit, is refused with BudgetExceeded and
    changes nothing; another one may be tried after it.  `spend` looks and takes in one step, under a lock.
    """

    def __init__(
        self,
        parts: int,
        *,
        adjacency: Adjacency | None = None,
        domain: Iterable[Hashable] | None = None,
        unit: str | None = None,
    ) -> None:
        super().__init__(adjacency, domain, unit)
        self.tallies = (Tally(),) * parts

    @property
    def spent(self) -> Cost:
        """The sum of every part, exact where one type and one field hold it."""
        return tuple(tally.exact() for tally in self.tallies)

    @abstractmethod
    def cost(self, mechanism: Round) -> Cost:
        """What the round takes from each part of the budget.  Raises InvalidType for what is no round."""

    @abstractmethod
    def holds(self, spent: Cost) -> bool:
        """Whether the budget holds this much, and so all that is less.  May raise UndecidedError."""

    def admits(self, mechanism: Round) -> bool:
        """Whether the round is shown to fit into what is left.

        Raises InvalidValue where it is about another relation, domain or unit than the rounds before it.
        """
        self.scope_after(mechanism)
        return self.fits(self.cost(mechanism))

    def spend(self, mechanism: Round) -> None:
        """Take the cost of the round; BudgetExceeded, and no change, where it does not fit.

        Raises InvalidValue, and changes nothing, as `admits`.
        """
        self.scope_after(mechanism)
        cost = self.cost(mechanism)
        with self._lock:
            scope = self.scope_after(mechanism)
            if not self.fits(cost):
                spent = self.spent
                raise BudgetExceeded(
                    f"a round of cost {text(cost)} is not shown to fit after {text(spent)} spent of {self}; "
                    "nothing was spent: choose a round of smaller cost, or stop",
                    {"spent": spent},
                )
            self.scope, self.tallies, self.rounds = scope, self._after(cost), self.rounds + 1

    def fits(self, cost: Cost) -> bool:
        """Whether what is spent after a round is shown to be held: rounded up, or else exactly."""
        check_costs(cost)
        if any(map(is_infinite, cost)):
            return False
        after = self._after(cost)
        above = tuple(number(tally.high) for tally in after)
        return self.is_held(above) or self.is_held(tuple(tally.exact() for tally in after))

    def is_held(self, spent: Cost) -> bool:
        """Whether the budget is shown to hold this much."""
        try:
            return self.holds(spent)
        except UndecidedError:
            return False

    def _after(self, cost: Cost) -> tuple[Tally, ...]:
        """What is spent after a round."""
        return tuple(tally.plus(part) for tally, part in zip(self.tallies, cost, strict=True))


def at_most(a: RealValue, b: RealValue) -> bool:
    """Whether a <= b, for values of any type; UndecidedError where enclosures do not separate them."""
    return sign(total([b, -a])) >= 0


def text(values: Cost) -> str:
    """The parts of a cost, in decimals where they are long."""
    return f"({', '.join(map(_short, values))})"


def _short(value: RealValue) -> str:
    known = str(value)
    return known if len(known) <= LONGEST else f"<= {value.upper(12)}"
