"""Exact truth for claims: what a finite mechanism's epsilon, delta, Renyi divergence or rho is, and where.

A truth is a function of the parameters of a grid point. It returns the exact or certified number, or a
`Truth` with the evidence for it, and raises InvalidValue where there is nothing to claim, so that a privacy
map should refuse.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from ...budgets.progress import is_spent
from ...dp import Mechanism
from ...dp.privacy_loss import log_ratio
from ...dp.renyi import as_order, enclosed_renyi
from ...enclosures.enclosed import largest
from ...errors import BudgetExceeded, InvalidType, InvalidValue, MixedFields
from ...exact import INFINITY, Certified, EpsilonLike, ExactLike, Log, Number, certified, eps
from ...exact.bracket import Bracket
from .values import Real

T = TypeVar("T")


@runtime_checkable
class Brackets(Protocol):
    """What knows brackets of epsilon and delta, such as `Accountant` and `Rounds`."""

    def epsilon(self, delta: ExactLike, /) -> Bracket:
        """A bracket of the smallest epsilon."""

    def delta(self, epsilon: EpsilonLike, /) -> Bracket:
        """A bracket of the smallest delta."""


Source: TypeAlias = Mechanism[Any, Any] | Brackets | Callable[..., Mechanism[Any, Any] | Brackets]
"""A mechanism or an accountant, or a function from the other parameters of a grid point to one."""

LARGEST_POWER = 10_000
"""For an epsilon m/n with a larger m or n, such as most floats, e^epsilon is enclosed and not written out."""

LARGEST_ORDER = 1024
"""The moment of a larger whole order is enclosed, not written out."""


@dataclass(frozen=True)
class Evidence:
    """Two adjacent inputs at which the true value is attained, and an event S with its probabilities."""

    mechanism: str
    inputs: tuple[Hashable, Hashable]
    event: tuple[Hashable, ...] = ()
    p: Number | None = None
    q: Number | None = None

    def __str__(self) -> str:
        where = f"{self.mechanism}: x = {self.inputs[0]!r}, x' = {self.inputs[1]!r}"
        if self.p is None or self.q is None:
            return where
        event = ", ".join(map(repr, self.event))
        return f"{where}, S = {{{event}}}: P[M(x) in S] = {self.p}, P[M(x') in S] = {self.q}"


@dataclass(frozen=True)
class Truth:
    """The true value or a bracket of it, with evidence for it where there is some."""

    value: Real | Bracket
    evidence: Evidence | None = None


def epsilon_truth(source: Source) -> Callable[..., Truth]:
    """delta (0 if it is no parameter), ... -> the smallest epsilon there; a bracket of an accountant's."""

    def truth(delta: Any = 0, **others: Any) -> Truth:
        mechanism = at_point(source, others)
        if not isinstance(mechanism, Mechanism):
            return Truth(mechanism.epsilon(delta))
        found = mechanism.worst_case.epsilon(delta)
        return Truth(found.value, evidence(mechanism, found.pair, tuple(found.event or ())))

    return truth


def delta_truth(source: Source) -> Callable[..., Truth]:
    """epsilon, ... -> the smallest delta at this epsilon.

    Exact for a moderate rational or logarithm, certified for others, as most floats are; a bracket of an
    accountant's.
    """

    def truth(epsilon: Any, **others: Any) -> Truth:
        made, bound = at_point(source, others), eps(epsilon)
        if not isinstance(made, Mechanism):
            return Truth(made.delta(bound))
        if not bound.is_infinite and max(bound.rational.as_integer_ratio()) > LARGEST_POWER:
            return certified_delta(made, bound)
        try:
            found = made.worst_case.delta(bound)
        except (BudgetExceeded, MixedFields):
            if is_spent():
                raise
            return certified_delta(made, bound)  # e^epsilon shares no field of a moderate size
        return Truth(found.value, evidence(made, found.pair, tuple(found.event or ())))

    return truth


def certified_delta(mechanism: Mechanism[Any, Any], epsilon: Log) -> Truth:
    """max over pairs of P(S) - e^epsilon Q(S) for S = {o : ln(P(o)/Q(o)) > epsilon}, certified."""
    values: dict[tuple[Any, Any], Number | Certified] = {}
    events: dict[tuple[Any, Any], tuple[Any, ...]] = {}
    for x, y in mechanism.pairs:
        p, q = mechanism.distribution(x), mechanism.distribution(y)
        event = tuple(o for o in p.support if log_ratio(p[o], q[o]) > epsilon)
        gain, cost = p.prob(event), q.prob(event)
        values[x, y] = certified(gain) - certified(epsilon).exp() * certified(cost) if cost else gain
        events[x, y] = event
    value, pair = largest(values)
    return Truth(value, evidence(mechanism, pair, events[pair]))


def renyi_truth(source: Source) -> Callable[..., Truth]:
    """alpha, ... -> the Renyi divergence of this order, the worst over adjacent pairs."""

    def truth(alpha: Any, **others: Any) -> Truth:
        mechanism = built(source, others)
        order = as_order(alpha)
        if order is not None and order > LARGEST_ORDER and mechanism.worst_case.renyi(2).value != INFINITY:
            return certified_renyi(mechanism, order)
        found = mechanism.worst_case.renyi(alpha)
        return Truth(found.value, evidence(mechanism, found.pair))

    return truth


def certified_renyi(mechanism: Mechanism[Any, Any], order: Number) -> Truth:
    """max over pairs of the Renyi divergence of a finite order, certified, where all of them are finite."""
    distributions = {
        (x, y): (mechanism.distribution(x), mechanism.distribution(y)) for x, y in mechanism.pairs
    }
    value, pair = largest({pair: enclosed_renyi(p, q, order) for pair, (p, q) in distributions.items()})
    return Truth(value, evidence(mechanism, pair))


def zcdp_truth(source: Source) -> Callable[..., Truth]:
    """The smallest rho for which the mechanism is rho-zero-concentrated differentially private."""

    def truth(**others: Any) -> Truth:
        mechanism = built(source, others)
        found = mechanism.worst_case.zcdp()
        return Truth(found.value, evidence(mechanism, found.pair))

    return truth


def built(source: Source, others: dict[str, Any]) -> Mechanism[Any, Any]:
    """The mechanism of a grid point; InvalidType for an accountant, of which only brackets are known."""
    made = at_point(source, others)
    if not isinstance(made, Mechanism):
        raise InvalidType(
            f"the source is a {type(made).__name__}, which brackets epsilon and delta; give a Mechanism"
        )
    return made


def at_point(source: Source, others: dict[str, Any]) -> Mechanism[Any, Any] | Brackets:
    """The mechanism or accountant of a grid point."""
    if not isinstance(source, Mechanism | Brackets):
        return source(**others)
    if others:
        raise InvalidValue(
            f"the mechanism does not depend on {', '.join(others)}; give a function that makes it of them"
        )
    return source


def evidence(
    mechanism: Mechanism[Any, Any], pair: tuple[Any, Any] | None, event: tuple[Any, ...] = ()
) -> Evidence | None:
    """The pair and the event with their probabilities."""
    if pair is None:
        return None
    if not event:
        return Evidence(mechanism.name, pair)
    p, q = (mechanism.distribution(x).prob(event) for x in pair)
    return Evidence(mechanism.name, pair, event, p, q)
