"""What a round costs: from the laws of a mechanism, or the most that a guarantee allows by its adjacency."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

from ...dp import Mechanism
from ...dp.outputs import shown
from ...errors import InvalidType, InvalidValue
from ...exact import INFINITY, Certified, Log, Number, number
from .._real import RealValue, total
from ..conversions import renyi_from_pure
from ..guarantee import CertifiedGuarantee, Guarantee, check_adaptive
from ..notions import NOTIONS, AnyGuarantee, ConcentratedGuarantee, RenyiGuarantee
from ..scope import Scope
from ..zcdp import ZcdpForm, zcdp_from_pure

Round: TypeAlias = "Mechanism[Any, Any] | AnyGuarantee"
"""What is spent: a mechanism, whose cost is computed from its laws, or a guarantee that you know of one."""

KEPT = 4096
"""Costs of pure guarantees that are kept, as many rounds often have few different ones."""

Cost: TypeAlias = tuple[RealValue, ...]
"""What a round takes from each part of a budget."""


def scope_of(given: object) -> Scope:
    """What the round is about.

    Raises InvalidType for what is no round, InvalidValue for a guarantee that does not say its adjacency, or
    that does not hold for inputs that are chosen by what was seen.
    """
    if isinstance(given, Mechanism):
        return Scope.of(given)
    if not isinstance(given, NOTIONS):
        mechanism_of(given)
        raise InvalidType(f"mechanism is {shown(given)}")
    check_adaptive([given])
    if given.scope is None:
        raise InvalidValue(
            f"{given} does not say its adjacency, and a budget is about one; give adjacency=..., such as "
            "adjacency.replace_one(), or spend the Mechanism itself"
        )
    return given.scope


def mechanism_of(given: object) -> Mechanism[Any, Any]:
    """The mechanism; InvalidType for anything else."""
    if not isinstance(given, Mechanism):
        raise InvalidType(
            f"mechanism is {shown(given)}; give a Mechanism, or where a bound is enough a Guarantee(epsilon, "
            "delta, adjacency=...)"
        )
    return given


def basic_cost(given: Round) -> tuple[RealValue, Number]:
    """(epsilon, delta); (INFINITY, 0) where the notion has none, and (epsilon(0), 0) of a mechanism."""
    if isinstance(given, Guarantee | CertifiedGuarantee):
        return given.epsilon, given.delta
    if isinstance(given, RenyiGuarantee | ConcentratedGuarantee):
        return INFINITY, number(0)
    return mechanism_of(given).epsilon(), number(0)


def renyi_cost(given: Round, alpha: Number) -> RealValue:
    """D_alpha from the laws; of a guarantee the largest that it allows, INFINITY for none."""
    if isinstance(given, RenyiGuarantee):
        return given.at(alpha)
    if isinstance(given, ConcentratedGuarantee):
        return _times(given.rho, alpha)
    if isinstance(given, CertifiedGuarantee):
        return given.epsilon if not given.delta else INFINITY
    if isinstance(given, Guarantee):
        return pure_renyi(given.epsilon, alpha, scope_of(given).symmetric) if _is_pure(given) else INFINITY
    return mechanism_of(given).renyi(alpha)


def concentrated_cost(given: Round, form: ZcdpForm = "tight") -> RealValue:
    """rho from the laws; of a guarantee the largest that it allows, INFINITY for none."""
    if isinstance(given, ConcentratedGuarantee):
        return given.rho
    if isinstance(given, RenyiGuarantee):
        return INFINITY
    if isinstance(given, CertifiedGuarantee):
        return given.epsilon if not given.delta else INFINITY
    if isinstance(given, Guarantee):
        return pure_zcdp(given.epsilon, form, scope_of(given).symmetric) if _is_pure(given) else INFINITY
    return mechanism_of(given).zcdp()


def is_infinite(x: RealValue) -> bool:
    """Whether it is INFINITY."""
    return isinstance(x, Log) and x.is_infinite


def check_costs(costs: Cost) -> None:
    """Refuse a cost that would give something back, and one that is a function of the symbol epsilon.

    Enclosures are made by this package, of what is at least 0.
    """
    for x in costs:
        if isinstance(x, Certified) or is_infinite(x):
            continue
        if x.is_symbolic:
            raise InvalidValue(f"a round of cost {x} depends on the symbol epsilon; a budget needs numbers")
        if x < 0:
            raise InvalidValue(f"a round of cost {x} would give something back; a cost is at least 0")


@lru_cache(KEPT)
def pure_renyi(epsilon: Log, alpha: Number, symmetric: bool) -> RealValue:
    """`renyi_from_pure`, kept."""
    return renyi_from_pure(epsilon, alpha, symmetric=symmetric)


@lru_cache(KEPT)
def pure_zcdp(epsilon: Log, form: ZcdpForm, symmetric: bool) -> RealValue:
    """`zcdp_from_pure`, kept."""
    return zcdp_from_pure(epsilon, symmetric=symmetric, form=form)


def _is_pure(guarantee: Guarantee) -> bool:
    return not guarantee.delta and not guarantee.epsilon.is_infinite


def _times(x: RealValue, factor: Number) -> RealValue:
    return total([]) if isinstance(x, Number) and not x else x * factor
