"""What a round costs: from the distributions of a mechanism, or the most that a guarantee allows by its
adjacency.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from ...dp import Mechanism
from ...errors import InvalidType, InvalidValue
from ...exact import INFINITY, Certified, Log, Number, number
from ...notions.curves import DominatedStatement
from ...notions.translations import NOTIONS, AnyGuarantee, concentrated_bound, is_infinite, renyi_bound
from ...outputs.text import with_type
from ...theorems._real import RealValue, is_negative
from ...theorems.guarantee import CertifiedGuarantee, Guarantee
from ...theorems.random_dp import RandomGuarantee
from ...theorems.scope import Scope
from ...theorems.statement import Statement, check_adaptive
from ...theorems.zcdp import ZcdpForm

Round: TypeAlias = Mechanism[Any, Any] | AnyGuarantee
"""What is spent: a mechanism, whose cost is computed from its distributions, or a guarantee that you know of
one.
"""

Cost: TypeAlias = tuple[RealValue, ...]
"""What a round takes from each part of a budget."""


KNOWN: WeakKeyDictionary[Mechanism[Any, Any], dict[Hashable, RealValue]] = WeakKeyDictionary()
"""What was measured of mechanisms, whose domain, adjacency and distributions do not change."""


def scope_of(given: object) -> Scope:
    """What the round is about.

    Raises InvalidType for what is no round, InvalidValue for a guarantee that does not say its adjacency, or
    that does not hold for inputs that are chosen by what was seen.
    """
    statement = statement_of(given)
    if statement is None:
        return Scope.of(mechanism_of(given))
    check_adaptive([statement])
    if statement.scope is None:
        raise InvalidValue(
            f"{given} does not say its adjacency, and a budget is about one; give adjacency=..., such as "
            "adjacency.replace_one(), or spend the Mechanism itself"
        )
    return statement.scope


def statement_of(given: object) -> Statement | None:
    """The guarantee; None where it is something else.  InvalidType for a kind of guarantee of one's own."""
    if isinstance(given, RandomGuarantee):
        raise InvalidValue(
            f"{given} fails for unlucky data, and the promise of a budget is for all data; spend what holds "
            "for every adjacent pair, or compose by random_dp_composition"
        )
    if not isinstance(given, Statement):
        return None
    if type(given) not in NOTIONS:
        raise InvalidType(
            f"mechanism is a {type(given).__name__}, a kind of guarantee of your own, whose words may mean "
            "something else; give a Guarantee, or another one of assay.theorems"
        )
    return given


def mechanism_of(given: object) -> Mechanism[Any, Any]:
    """The mechanism; InvalidType for anything else, also for a class of one's own."""
    if not isinstance(given, Mechanism):
        raise InvalidType(
            f"mechanism is {with_type(given)}; give a Mechanism, or where a bound is enough a "
            f"Guarantee(epsilon, "
            "delta, adjacency=...); for events, pairs and brackets of the accountant see "
            "assay.accounting.event_guarantee"
        )
    if type(given) is not Mechanism:
        raise InvalidType(
            f"mechanism is a {type(given).__name__}, whose measures may be of its own; give "
            "Mechanism(mechanism.distribution, mechanism.domain, mechanism.adjacency)"
        )
    for name in vars(given):
        if callable(getattr(Mechanism, name, None)):
            raise InvalidType(f"mechanism is {given}, with a {name} of its own; give a new Mechanism")
    return given


def measured(given: object, name: Hashable, measure: Callable[[Mechanism[Any, Any]], RealValue]) -> RealValue:
    """A measure of a mechanism, kept as long as that is: many rounds often have few different ones."""
    mechanism = mechanism_of(given)
    known = KNOWN.setdefault(mechanism, {})
    if name not in known:
        known[name] = measure(mechanism)
    return known[name]


def basic_cost(given: Round) -> tuple[RealValue, Number]:
    """(epsilon, delta); (INFINITY, 0) where there is none, and (epsilon(0), 0) of exact distributions."""
    if isinstance(given, Guarantee | CertifiedGuarantee):
        return given.epsilon, given.delta
    if isinstance(given, DominatedStatement):
        return given.tightest.epsilon(), number(0)
    if isinstance(given, Statement):
        return INFINITY, number(0)
    return measured(given, "epsilon", lambda m: m.epsilon()), number(0)


def renyi_cost(given: Round, alpha: Number) -> RealValue:
    """D_alpha from the distributions; of a guarantee the largest that it allows, INFINITY for none."""
    if isinstance(given, Statement):
        return renyi_bound(given, alpha, scope_of(given).symmetric)
    return measured(given, ("renyi", alpha), lambda m: m.renyi(alpha))


def concentrated_cost(given: Round, form: ZcdpForm = "tight") -> RealValue:
    """rho from the distributions; of a guarantee the largest that it allows, INFINITY for none."""
    if isinstance(given, Statement):
        return concentrated_bound(given, scope_of(given).symmetric, form)
    return measured(given, "zcdp", lambda m: m.zcdp())


def check_costs(costs: Cost) -> None:
    """Refuse a cost that would give something back, and one that is a function of the symbol epsilon."""
    for given in costs:
        x: object = given
        if not isinstance(x, Number | Log | Certified):
            raise InvalidType(f"a round of cost {with_type(x)} is no exact or certified number")
        if is_infinite(x):
            continue
        if isinstance(x, Number | Log) and x.is_symbolic:
            raise InvalidValue(f"a round of cost {x} depends on the symbol epsilon; a budget needs numbers")
        if is_negative(x):
            raise InvalidValue(f"a round of cost {x} would give something back; a cost is at least 0")
