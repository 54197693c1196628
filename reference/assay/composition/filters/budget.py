"""What every budget has: one relation, one lock, one owner.

The mechanism of a round, and when to stop, may be chosen by all outputs so far; the promise of a budget holds
for whatever was chosen.  All rounds of a budget are about one adjacency relation, on one domain, for one unit
of privacy: what was spent under two relations together promises nothing under either.
Source: Rogers, Roth, Ullman and Vadhan, "Privacy Odometers and Filters: Pay-as-you-Go Composition", NeurIPS
2016.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Any, NoReturn, Self, TypeVar, Unpack

from ...errors import InvalidType, InvalidValue
from ...exact import sign
from ...theorems._real import RealValue, total
from ...theorems.scope import Scope, read_scope
from ...theorems.statement import AboutScope, Statement, about
from .costs import Round, scope_of, statement_of
from .tally import Price, Tally

S = TypeVar("S", bound=Statement)


class Owned:
    """An object that one process owns, whose terms are set once, and that is not duplicated unawares.

    Threads share it; another process would spend what this one spends too, so that it cannot be pickled, and
    is refused after a fork: `SavedFilter` and `SavedOdometer` are for several processes.
    """

    def __init__(self) -> None:
        vars(self).update(_lock=RLock(), _process=os.getpid())

    def look_ahead(self) -> Self:
        """A copy to try something out on.  What is spent of it is not spent here; it is no second budget."""
        with self._alone():
            made = object.__new__(type(self))
            vars(made).update(self._contents(), _lock=RLock())
        return made

    def _hand_over(self, to: str) -> None:
        """From now on it is spent elsewhere only."""
        with self._alone():
            vars(self)["_elsewhere"] = to

    def _contents(self) -> dict[str, Any]:
        """What a copy has."""
        return dict(vars(self))

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other threads out, and other processes."""
        if os.getpid() != vars(self)["_process"]:
            raise InvalidValue(
                f"{self} belongs to process {vars(self)['_process']}, and this is {os.getpid()}, where a "
                "fork would spend what that one spends again; share a SavedFilter or a SavedOdometer"
            )
        lock = vars(self)["_lock"]
        with lock:
            if lock is vars(self)["_lock"]:
                self._check_here()
                yield
                return
        with self._alone():  # it came inside another budget, and under its lock, while this thread waited
            yield

    def _check_here(self) -> None:
        """Refuse a budget that is spent elsewhere."""
        if vars(self).get("_elsewhere") is not None:
            raise InvalidValue(f"{self} was handed to {vars(self)['_elsewhere']}; spend it from there")

    def __setattr__(self, name: str, value: object) -> None:
        if name in vars(self) or hasattr(type(self), name):
            raise AttributeError(f"{name} of {type(self).__name__} is set once; make a new budget")
        vars(self)[name] = value

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{name} of {type(self).__name__} is set once; make a new budget")

    def __copy__(self) -> NoReturn:
        self._refuse_copy()

    def __deepcopy__(self, memo: object) -> NoReturn:
        self._refuse_copy()

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        self._refuse_copy()

    def _refuse_copy(self) -> NoReturn:
        raise InvalidType(
            f"{self} cannot be copied or pickled: what is left would be spent twice; look ahead with "
            ".look_ahead(), and share it between processes as a SavedFilter or a SavedOdometer"
        )


class Budget(Owned):
    """A running sum of prices, and what it is about: said beforehand, or by the first round.

    adjacency, domain, unit: as for `Guarantee`.  Every round is checked against them, mechanisms and
    guarantees alike: InvalidValue names the hypothesis where one is about something else.
    """

    concurrent = True
    """Whether a theorem covers rounds that are interactive, and asked between one another."""

    def __init__(self, parts: int, **about: Unpack[AboutScope]) -> None:
        super().__init__()
        unknown = about.keys() - {"adjacency", "domain", "unit"}
        if unknown:
            raise TypeError(f"{type(self).__name__}() got unexpected arguments: {', '.join(sorted(unknown))}")
        scope = read_scope(about.get("adjacency"), about.get("domain"), about.get("unit"))
        if scope is not None:
            self.check_scope(scope)
        vars(self).update(_scopes=[scope], _rounds=0, _tally=Tally(parts))

    @property
    def scope(self) -> Scope | None:
        """What the budget is about; None before that is known."""
        found: list[Scope | None] = vars(self)["_scopes"]
        return found[0]

    @property
    def rounds(self) -> int:
        """How many rounds were spent."""
        return int(vars(self)["_rounds"])

    @property
    def tally(self) -> Tally:
        """The sum so far."""
        found: Tally = vars(self)["_tally"]
        return found

    def _contents(self) -> dict[str, Any]:
        return {**vars(self), "_tally": self.tally.copy(), "_scopes": [self.scope]}

    def _take(self, scope: Scope, price: Price) -> None:
        """Count a round: bounds first, so that an interrupt leaves too much counted, never too little."""
        self.tally.add(price)
        vars(self)["_scopes"][0] = scope
        vars(self)["_rounds"] += 1

    def check_scope(self, scope: Scope) -> None:  # most budgets take any relation
        """Refuse a relation for which the theorem behind this budget does not hold."""

    def check_interactive(self, given: Statement) -> None:
        """Refuse an interactive round that no theorem covers here."""
        if not self.concurrent:
            raise InvalidValue(
                f"the hypothesis 'a round ends before the next one is chosen' fails: {given} is interactive, "
                f"and no theorem covers {type(self).__name__} then; spend it from a BasicFilter, an "
                "AdvancedFilter, a RenyiFilter or a ConcentratedFilter"
            )

    def scope_after(self, given: Round) -> Scope:
        """What the budget is about once this round was spent; InvalidValue where it does not belong."""
        scope = scope_of(given)
        statement = statement_of(given)
        if statement is not None and statement.interactive:
            self.check_interactive(statement)
        met = scope if self.scope is None else self.scope.meet(scope)
        self.check_scope(met)
        return met

    def promised(self, guarantee: S) -> S:
        """A guarantee about what this budget is about, interactive as its rounds may be."""
        return about(guarantee, self.scope)


def at_most(a: RealValue, b: RealValue) -> bool:
    """Whether a <= b, for values of any type; UndecidedError where enclosures do not separate them."""
    return sign(total([b, -a])) >= 0
