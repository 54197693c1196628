"""What a privacy filter is: a budget, and a decision before every round whether it may run."""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import copy
from threading import RLock
from typing import Any, TypeAlias, TypeVar

from ...errors import BudgetExceeded, InvalidType, InvalidValue, UndecidedError
from ...exact import Certified, ExactLike, number
from ...notions.translations import AnyGuarantee, to_approximate
from ...outputs.text import with_type
from ...theorems._real import RealValue
from ...theorems.statement import Statement
from .budget import Budget
from .costs import Cost, Round
from .tally import Price, lower, rounded_up, upper

F = TypeVar("F", bound="Filter")

ExactCost: TypeAlias = tuple[Any, ...]
"""A cost of which every part is a Number or a Log, rounded up where it was certified."""

RESERVING = RLock()
"""Held before the locks of two budgets, which two threads might otherwise take in opposite orders."""

LONGEST = 40
"""Characters of an exact value that is printed as it is."""


class Filter(Budget, ABC):
    """A privacy filter with a budget of one or more sums: `admits` asks, `spend` takes.

    A round that the budget does not hold, or that cannot be shown to fit, is refused with BudgetExceeded and
    changes nothing; another one may be tried after it.  `spend` looks and takes in one step, under a lock.
    """

    translates = False
    """Whether the promise is in another notion than the costs, so that the rounds may cost more than it."""

    @property
    def spent(self) -> Cost:
        """The sum of every part, exact where one type and one field hold it."""
        with self._alone():
            return self.tally.exact()

    @abstractmethod
    def cost(self, mechanism: Round) -> Cost:
        """What the round takes from each part of the budget.  Raises InvalidType for what is no round."""

    @abstractmethod
    def holds(self, spent: Cost) -> bool:
        """Whether the budget holds this much, and so all that is less.  May raise UndecidedError."""

    @abstractmethod
    def promise(self) -> AnyGuarantee:
        """What holds whatever was chosen, in the notion in which the budget was given."""

    def price(self, mechanism: Round) -> Price:
        """The cost, with bounds of it."""
        return Price.of(self.cost(mechanism))

    def admits(self, mechanism: Round) -> bool:
        """Whether the round is shown to fit into what is left.

        Raises InvalidValue where it is about another relation, domain or unit than the rounds before it.
        """
        self.scope_after(mechanism)
        price = self.price(mechanism)
        with self._alone():
            self.scope_after(mechanism)
            return self.fits(price)

    def spend(self, mechanism: Round) -> None:
        """Take the cost of the round; BudgetExceeded, and no change, where it does not fit.

        Raises InvalidValue, and changes nothing, as `admits`.
        """
        self.scope_after(mechanism)
        price = self.price(mechanism)
        with self._alone():
            scope = self.scope_after(mechanism)
            if not self.fits(price):
                spent = self.tally.exact()
                raise BudgetExceeded(
                    f"a round of cost {text(price.exact())} is not shown to fit after {text(spent)} spent of "
                    f"{self}; nothing was spent: choose a round of smaller cost, or stop",
                    {"spent": spent},
                )
            self._take(scope, price)

    def reserve(self, inner: F, *, delta: ExactLike | None = None) -> F:
        """A budget inside this one, for an analyst or a task: paid for at once, spent at leisure.

        inner: a filter that says nothing else of its scope than this one, and has spent nothing.  This budget
        pays for its promise, in its own notion, or as (epsilon, delta)-DP at this delta.  Rounds of this
        budget and of those inside it may then come in any order, each chosen by all that was seen.
        Where its notion is kept, the rounds themselves cost no more than what was paid.  A promise that was
        translated, such as the (epsilon, delta) of a ConcentratedFilter, needs concurrent composition, which
        a theorem covers for filters of (epsilon, delta)-DP and of Renyi DP of a fixed order.  What was not
        spent in the end comes back by `give_back`.
        Returns inner.  Raises BudgetExceeded, and as `admits`, where the promise does not fit.
        Source: Vadhan and Wang 2021; Lyu 2022; Haney et al., "Concurrent Composition for Interactive
        Differential Privacy with Adaptive Privacy-Loss Parameters", CCS 2023.
        """
        given: object = inner
        if not isinstance(given, Filter):
            raise InvalidType(
                f"inner is {with_type(given)}; give a filter by sums, such as BasicFilter('1/2')"
            )
        if type(given).__module__.rpartition(".")[0] != __package__:
            raise InvalidType(
                f"inner is a {type(given).__name__}, a class of your own, which may admit what it likes; "
                "give a filter of assay.theorems"
            )
        with RESERVING, self._alone(), inner._alone():
            if inner is self or inner.rounds or inner.outer is not None:
                raise InvalidValue(f"{inner} is in use already; reserve a filter that is new")
            scope = self.scope if inner.scope is None else inner.scope
            if scope is None:
                raise InvalidValue(
                    "neither budget says its adjacency; give adjacency=..., such as adjacency.replace_one()"
                )
            inner.check_scope(scope)
            vars(inner)["_scopes"][0] = scope
            paid = inner.promise() if delta is None else to_approximate(inner.promise(), delta)
            translated = delta is not None or inner.translates
            if translated:
                paid = as_interactive(paid)
            self.spend(paid)
            # from now on both are about the same, and looked at by one at a time
            vars(inner).update(_outer=self, _scopes=vars(self)["_scopes"], _lock=vars(self)["_lock"])
            vars(inner).update(_kept=not translated, _paid=None if translated else self.price(paid))
        return inner

    def give_back(self) -> None:
        """Give what was not spent back to the budget that this one is inside of, and end this one.

        The budget outside then pays for what was spent, in place of the promise.  It covers the costs of all
        rounds that ran at all times, which is what its proof asks for, whenever this one ends and whatever
        that was chosen by.  So the notion has to be kept: a promise that was translated is about all rounds
        together, and no theorem says what part of them costs.
        Raises InvalidValue for a budget that is inside of none, is a copy, has ended, or was translated.
        """
        outer, paid = self.outer, self._paid
        if outer is None or paid is None:
            why = "inside of no other" if outer is None else "a copy, or was paid for in another notion"
            raise InvalidValue(
                f"{self} is {why}; a budget that outer.reserve(inner) paid for in its own notion gives back"
            )
        with self._alone(), outer._alone():
            spent = tuple(
                number(rounded_up(x)) if isinstance(x, Certified) else x for x in self.tally.exact()
            )
            price = outer.price(self.of_spent(spent))
            self._hand_over(f"{outer}, which has back what was left")
            if all(now[1] <= then[1] for now, then in zip(price.bounds, paid.bounds, strict=True)):
                outer.tally.add(price)  # first, so that an interrupt leaves too much counted
                outer.tally.take_back(paid)

    @property
    def outer(self) -> Filter | None:
        """The budget that this one is inside of."""
        found: Filter | None = vars(self).get("_outer")
        return found

    @property
    def _paid(self) -> Price | None:
        """What the budget outside paid, where the notion was kept; None for a copy."""
        found: Price | None = vars(self).get("_paid")
        return found

    def _contents(self) -> dict[str, Any]:
        return {**super()._contents(), "_paid": None}

    def of_spent(self, spent: ExactCost) -> AnyGuarantee:
        """What holds of rounds of this cost in all; InvalidValue where the promise is in another notion."""
        raise InvalidValue(f"the rounds of {self} have a cost of {text(spent)} in another notion")

    def check_interactive(self, given: Statement) -> None:
        """Refuse an interactive round that no theorem covers, here or where its cost is spent as it is."""
        super().check_interactive(given)
        if self.outer is not None and vars(self)["_kept"]:
            self.outer.check_interactive(given)

    def fits(self, price: Price) -> bool:
        """Whether what is spent after a round is shown to be held: by its bounds, or else exactly."""
        if price.is_infinite:
            return False
        bounds = self.tally.bounds_after(price)
        if self.is_held(upper(bounds)):
            return True
        try:
            if not self.holds(lower(bounds)):
                return False
        except UndecidedError:
            pass
        return self.is_held(self.tally.after(price).exact())

    def is_held(self, spent: Cost) -> bool:
        """Whether the budget is shown to hold this much."""
        try:
            return self.holds(spent)
        except UndecidedError:
            return False


def as_interactive(guarantee: AnyGuarantee) -> AnyGuarantee:
    """The same guarantee, of a mechanism that is asked between the rounds of others."""
    made = copy(guarantee)
    object.__setattr__(made, "interactive", True)
    return made


def text(values: Cost) -> str:
    """The parts of a cost, in decimals where they are long."""
    return f"({', '.join(map(_short, values))})"


def _short(value: RealValue) -> str:
    known = str(value)
    return known if len(known) <= LONGEST else f"<= {value.upper(12)}"
