"""A budget for each person: who has spent it is left out of the rounds that follow, and the others go on."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from ...adjacency.datasets import AddRemoveOne
from ...adjacency.inputs import check_input
from ...errors import InvalidType, InvalidValue
from ...notions.translations import AnyGuarantee
from ...outputs.identity import key
from ...outputs.text import with_type
from ...theorems.scope import Scope
from .budget import Owned
from .costs import Round, scope_of, statement_of
from .filter import Filter

NEEDS = "add/remove-one"


class IndividualFilter(Owned):
    """One filter for each person, all with the budget of `budget`, a filter by sums under `add_remove_one()`.

    `spend` says who takes part in a round, and takes its cost from them; the round has to be run on the
    records of exactly these persons.  Whoever cannot pay is left out, of this round only: a cheaper one may
    still be open to them.  All that was run keeps the promise of `budget`, for everyone.

    Why: let S and S' differ in person i.  Costs of the others do not depend on the record of i, so that the
    same others take part in both worlds, after the same answers; a round in which i does not take part is
    then the same in both, and one in which i does has the cost of i.  It is the filter of the pair (S, S').
    Hypotheses: adjacency add/remove-one; what a round costs a person is a function of their own record and of
    the answers so far, never of other records; fresh randomness; who takes part is not published.
    Raises InvalidType, InvalidValue where `budget` is none, is not under add/remove-one, or is not new.
    Source: Feldman and Zrnic, "Individual Privacy Accounting via a Renyi Filter", NeurIPS 2021.
    """

    def __init__(self, budget: Filter) -> None:
        super().__init__()
        given: object = budget
        if not isinstance(given, Filter):
            raise InvalidType(
                f"budget is {with_type(given)}; give a filter by sums, such as BasicFilter(1, ...)"
            )
        if budget.rounds:
            raise InvalidValue(f"{budget} has {budget.rounds} rounds already; give one that is new")
        if (outer := vars(budget).get("_outer")) is not None:
            raise InvalidValue(f"{budget} is inside {outer}; give one of its own")
        _check_relation(budget.scope)
        self.budget: Filter = budget.look_ahead()
        budget._hand_over("an IndividualFilter")
        vars(self).update(_persons={}, _named={}, _rounds=0)

    @property
    def rounds(self) -> int:
        """How many rounds were run."""
        return int(vars(self)["_rounds"])

    @property
    def scope(self) -> Scope | None:
        """What the budget is about."""
        return self.budget.scope

    def of(self, person: Hashable) -> Filter:
        """A look at the budget of one person, on a copy; only `spend` takes something."""
        with self._alone():
            return self._filter(person).look_ahead()

    def admits(self, costs: Mapping[Any, Round]) -> frozenset[Any]:
        """Who can pay for the round."""
        with self._alone():
            return frozenset(
                person for person, cost in self._read(costs) if self._filter(person).admits(cost)
            )

    def spend(self, costs: Mapping[Any, Round]) -> frozenset[Any]:
        """Who takes part in the round: they have paid.  The round may be run on their records, and no others.

        costs: {person: what the round costs them}, a guarantee for data sets that differ by the record of
        this person, or a mechanism on such data sets.  Who is not named takes no part.  A name is a text, a
        number, or another plain value: whoever is spelled otherwise is somebody else.
        Raises as `Filter.spend` where a cost is about something else, InvalidType or InvalidValue for a name
        that does not tell who is meant, or tells it twice, and takes nothing from anyone then.
        """
        with self._alone():
            paying = []
            for person, cost in self._read(costs):
                known = self._filter(person)
                scope, price = known.scope_after(cost), known.price(cost)
                if known.fits(price):
                    paying.append((person, known, scope, price))
            for person, known, scope, price in paying:
                known._take(scope, price)
                self._persons[identity(person)] = person, known
                self._named[person] = identity(person)
            vars(self)["_rounds"] = self.rounds + 1
        return frozenset(person for person, *_ in paying)

    def promise(self) -> AnyGuarantee:
        """What holds for everyone, whatever was chosen."""
        return self.budget.promise()

    @property
    def _persons(self) -> dict[Hashable, tuple[Any, Filter]]:
        """The persons who have spent something, as they were named first, with their budgets."""
        found: dict[Hashable, tuple[Any, Filter]] = vars(self)["_persons"]
        return found

    @property
    def _named(self) -> dict[Any, Hashable]:
        """Who was meant by a name that equals this one."""
        found: dict[Any, Hashable] = vars(self)["_named"]
        return found

    def _contents(self) -> dict[str, Any]:
        persons = {who: (person, known.look_ahead()) for who, (person, known) in self._persons.items()}
        return {**vars(self), "_persons": persons, "_named": dict(self._named)}

    def _filter(self, person: Hashable) -> Filter:
        """The budget of one person; a new one for whom it is the first round."""
        check_input(person)
        who = identity(person)
        if self._named.get(person, who) != who:
            first, _ = self._persons[self._named[person]]
            raise InvalidType(
                f"person {with_type(person)} equals {with_type(first)} and can be told apart; name each in "
                f"one way"
            )
        return self._persons[who][1] if who in self._persons else self.budget.look_ahead()

    def _read(self, costs: Mapping[Any, Round]) -> list[tuple[Any, Round]]:
        """The persons with their costs, each once, all about add/remove-one."""
        found = _checked(costs)
        if len({identity(person) for person, _ in found}) < len(found):
            raise InvalidValue(f"costs = {with_type(costs)} names a person twice; give each person one cost")
        return found

    def __str__(self) -> str:
        return f"IndividualFilter({self.budget})"


def identity(person: Hashable) -> Hashable:
    """Who is meant: the name with its type, all the way down.  InvalidType for what does not tell that.

    A class may call anything equal or different, itself included.
    """
    if type(person) is tuple:
        return tuple, tuple(map(identity, person))
    if type(person) is frozenset:
        return frozenset, frozenset(map(identity, person))
    return key(person, "person")


def _checked(costs: Mapping[Any, Round]) -> list[tuple[Any, Round]]:
    """The persons with their costs, all about add/remove-one."""
    given: object = costs
    if not isinstance(given, Mapping):
        raise InvalidType(
            f"costs is {with_type(given)}; give {{person: cost}}, as one person's cost is not another's"
        )
    found = list(costs.items())
    for _, cost in found:
        _check_relation(scope_of(cost))
        statement = statement_of(cost)
        if statement is not None and statement.interactive:
            raise InvalidValue(
                f"the hypothesis 'a round ends before the next one is chosen' fails: {cost} is interactive, "
                "and who takes part may change in between; give a guarantee for each round of it"
            )
    return found


def _check_relation(scope: Scope | None) -> None:
    """Only a record that is there or not gives a person a budget of their own."""
    relation = None if scope is None else getattr(scope.adjacency, "forward", scope.adjacency)
    if not isinstance(relation, AddRemoveOne):
        raise InvalidValue(
            f"the hypothesis {NEEDS!r} fails: this is about {scope}; give adjacency=add_remove_one() in the "
            "budget and in every cost, for the record of one person"
        )
