"""From one notion of privacy to another, where a theorem leads there: the same statement in other words.

    from           approximate           Renyi               zCDP             profile
    pure           every delta           `renyi_from_pure`   `zcdp_from_pure` `profile_of`
    approximate    every larger delta    -                   -                `profile_of`
    Renyi          `rdp_to_dp`           smaller orders      -                -
    zCDP           `zcdp_to_dp`          rho alpha           itself           -
    profile, f,    exactly, from         exactly             exactly          itself
    PLD            their sides

A conclusion is about the same relation, domain and unit, against the same adversaries.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, TypeAlias, TypeGuard

from ..arguments import listed, probability
from ..errors import InvalidType, InvalidValue, UndecidedError
from ..exact import INFINITY, ExactLike, Log, Number
from ..outputs.text import with_type
from ..theorems._check import order
from ..theorems._real import RealValue, total
from ..theorems.conversions import renyi_from_pure
from ..theorems.guarantee import CertifiedGuarantee, Guarantee
from ..theorems.renyi import rdp_to_dp
from ..theorems.scope import check_symmetric
from ..theorems.statement import Statement, following
from ..theorems.zcdp import ZcdpForm, zcdp_from_pure, zcdp_to_dp
from .curves import DominatedStatement, PldGuarantee, ProfileGuarantee, TradeoffGuarantee, profile_of
from .divergences import ConcentratedGuarantee, RenyiGuarantee

AnyGuarantee: TypeAlias = (
    Guarantee | CertifiedGuarantee | RenyiGuarantee | ConcentratedGuarantee | DominatedStatement
)
"""What may be known of a mechanism."""

NOTIONS: tuple[type[Statement], ...] = (
    Guarantee,
    CertifiedGuarantee,
    RenyiGuarantee,
    ConcentratedGuarantee,
    ProfileGuarantee,
    TradeoffGuarantee,
    PldGuarantee,
)

KEPT = 4096
"""Costs of pure guarantees that are kept, as many rounds often have few different ones."""


def to_approximate(
    guarantee: AnyGuarantee, delta: ExactLike = 0, *, symmetric: bool | None = None
) -> Guarantee | CertifiedGuarantee:
    """The least epsilon at this delta that follows.

    symmetric: for a guarantee that does not say its adjacency, whether it holds in both directions.
    Raises InvalidValue where no epsilon follows, as from (1, 1/10)-DP at delta = 1/100, or from Renyi
    divergences at delta = 0.
    """
    given, allowed = _checked(guarantee), probability(delta, "delta")
    if isinstance(given, RenyiGuarantee | ConcentratedGuarantee):
        return following(_from_divergences(given, allowed), given)
    if isinstance(given, CertifiedGuarantee):
        given = given if given.delta == allowed else given.rounded_up()
    if isinstance(given, CertifiedGuarantee) or (isinstance(given, Guarantee) and given.delta == allowed):
        return given
    if isinstance(given, Guarantee) and given.epsilon.is_infinite and not given.delta > allowed:
        return following(Guarantee(INFINITY, allowed), given)
    sides = given if isinstance(given, DominatedStatement) else to_profile(given, symmetric=symmetric)
    epsilon = sides.tightest.epsilon(allowed)
    if epsilon.is_infinite and sides.delta(epsilon) > allowed:
        raise _nothing(given, f"(epsilon, {allowed})-DP")
    return following(Guarantee(epsilon, allowed), given)


def to_renyi(
    guarantee: AnyGuarantee, orders: Iterable[ExactLike], *, symmetric: bool | None = None
) -> RenyiGuarantee:
    """The least divergences at these orders that follow; InvalidValue where none does, as from delta > 0."""
    given, asked = _checked(guarantee), [order(a) for a in listed(orders, "orders", "[2, 4, 8]")]
    both = _both(given, symmetric)
    found: dict[int | str | Number, RealValue] = {a: renyi_bound(given, a, both) for a in asked}
    for alpha, r in found.items():
        if is_infinite(r):
            raise _nothing(given, f"Renyi DP of order {alpha}")
    return following(RenyiGuarantee(found), given)


def to_concentrated(guarantee: AnyGuarantee, *, symmetric: bool | None = None) -> ConcentratedGuarantee:
    """The least rho that follows; InvalidValue where none does, as from delta > 0 or Renyi DP."""
    given = _checked(guarantee)
    rho = concentrated_bound(given, _both(given, symmetric))
    if is_infinite(rho):
        raise _nothing(given, "zCDP")
    return following(ConcentratedGuarantee(rho), given)


def to_profile(guarantee: AnyGuarantee, *, symmetric: bool | None = None) -> DominatedStatement:
    """The whole profile that follows: that of the sides, or of (epsilon, delta), rounded up if certified."""
    given = _checked(guarantee)
    if isinstance(given, DominatedStatement):
        return given
    if isinstance(given, CertifiedGuarantee):
        given = given.rounded_up()
    if not isinstance(given, Guarantee) or given.epsilon.is_infinite:
        raise _nothing(given, "a profile")
    return profile_of(given, symmetric=symmetric)


def renyi_bound(given: Statement, alpha: Number, symmetric: bool) -> RealValue:
    """The largest D_alpha that a statement allows, INFINITY for none."""
    if isinstance(given, RenyiGuarantee):
        return given.at(alpha)
    if isinstance(given, ConcentratedGuarantee):
        return _times(given.rho, alpha)
    if isinstance(given, DominatedStatement):
        return given.tightest.renyi(alpha)
    if isinstance(given, CertifiedGuarantee):
        return INFINITY if given.delta else given.epsilon
    return pure_renyi(given.epsilon, alpha, symmetric) if is_pure(given) else INFINITY


def concentrated_bound(given: Statement, symmetric: bool, form: ZcdpForm = "tight") -> RealValue:
    """The largest rho that a statement allows, INFINITY for none."""
    if isinstance(given, ConcentratedGuarantee):
        return given.rho
    if isinstance(given, RenyiGuarantee):
        return INFINITY
    if isinstance(given, DominatedStatement):
        return given.tightest.zcdp()
    if isinstance(given, CertifiedGuarantee):
        return INFINITY if given.delta else given.epsilon
    return pure_zcdp(given.epsilon, form, symmetric) if is_pure(given) else INFINITY


@lru_cache(KEPT)
def pure_renyi(epsilon: Log, alpha: Number, symmetric: bool) -> RealValue:
    """`renyi_from_pure`, kept."""
    return renyi_from_pure(epsilon, alpha, symmetric=symmetric)


@lru_cache(KEPT)
def pure_zcdp(epsilon: Log, form: ZcdpForm, symmetric: bool) -> RealValue:
    """`zcdp_from_pure`, kept."""
    return zcdp_from_pure(epsilon, symmetric=symmetric, form=form)


def is_infinite(x: RealValue) -> bool:
    """Whether it is INFINITY."""
    return isinstance(x, Log) and x.is_infinite


def is_pure(given: object) -> TypeGuard[Guarantee]:
    """Whether it is (epsilon, 0)-DP with a finite epsilon that is an exact number."""
    return isinstance(given, Guarantee) and not given.delta and not given.epsilon.is_infinite


def _times(x: RealValue, factor: Number) -> RealValue:
    return total([]) if isinstance(x, Number) and not x else x * factor


def _from_divergences(
    given: RenyiGuarantee | ConcentratedGuarantee, delta: Number
) -> Guarantee | CertifiedGuarantee:
    """The best listed order, or the conversion of zCDP; nothing at delta = 0."""
    if not delta:
        raise _nothing(given, "(epsilon, 0)-DP")
    if delta == 1:
        return Guarantee(0, 1)
    if isinstance(given, ConcentratedGuarantee):
        return zcdp_to_dp(given.rho, delta)
    if not given.divergences:
        raise InvalidValue(f"{given} has every order; choose some by to_renyi(guarantee, orders) first")
    best, *others = (rdp_to_dp(alpha, r, delta) for alpha, r in given.divergences)
    for other in others:
        try:
            best = other if other.epsilon < best.epsilon else best
        except UndecidedError:
            continue  # nearly the same
    return best


def _both(given: Statement, symmetric: bool | None) -> bool:
    """Whether it holds in both directions, where that makes a difference."""
    if not is_pure(given):
        return False
    return given.scope.symmetric if given.scope is not None else check_symmetric(symmetric, "a translation")


def _checked(given: AnyGuarantee) -> Any:
    if type(given) not in NOTIONS:
        raise InvalidType(f"guarantee is {with_type(given)}; give a guarantee, such as Guarantee(1, '1/100')")
    return given


def _nothing(given: Statement, wanted: str) -> InvalidValue:
    return InvalidValue(
        f"{given} says nothing about {wanted}: mechanisms that have the first have no bound in the second"
    )
