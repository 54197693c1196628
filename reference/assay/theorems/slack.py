"""Comparing a bound with the exact value: tight, loose by x, violated by x, or undecided with a reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from ..dp import Mechanism
from ..errors import MixedFields, UndecidedError
from ..exact import INFINITY, Certified, EpsilonLike, ExactLike, Log, Number, certified, eps, number
from ._check import check_mechanism
from ._real import RealValue
from .guarantee import CertifiedGuarantee, Guarantee, read_guarantees
from .scope import Scope

Status: TypeAlias = Literal["tight", "loose", "violated", "undecided"]
"""A bound is judged, not a claim: the first two verify it, "violated" refutes it."""

DIGITS = 30
"""Significant digits to which e^epsilon is rounded up where a certified epsilon has to be exact."""


@dataclass(frozen=True)
class Slack:
    """An upper bound beside the exact value.

    status: "tight" (equal), "loose" (bound > exact), "violated" (bound < exact) or "undecided".
    reason: why it is undecided.
    """

    status: Status
    bound: RealValue
    exact: RealValue
    reason: str = ""

    @property
    def by(self) -> RealValue:
        """The distance |bound - exact|, exact where the types allow it; infinite where one of them is."""
        if self.status == "tight":
            return eps(0) if isinstance(self.bound, Log) else number(0)
        if _is_infinite(self.bound) or _is_infinite(self.exact):
            return INFINITY
        gap = _difference(self.bound, self.exact)
        return -gap if self.status == "violated" else gap

    @property
    def holds(self) -> bool:
        """Whether bound >= exact is established; False when it is violated and when it is undecided."""
        return self.status in ("tight", "loose")

    def __str__(self) -> str:
        if self.status == "tight":
            return f"tight at {self.exact}"
        if self.status == "undecided":
            return f"undecided: {self.reason}"
        return f"{self.status} by {self.by}: bound {self.bound}, exact {self.exact}"


@dataclass(frozen=True)
class Comparison:
    """A guarantee beside a mechanism: the slack of its epsilon at its delta, and of its delta at its epsilon.

    "tight" means that neither parameter could be lowered alone.
    """

    epsilon: Slack
    delta: Slack

    @property
    def status(self) -> Status:
        """violated or undecided if a parameter is, tight if both are, loose otherwise."""
        both = (self.epsilon.status, self.delta.status)
        worst: tuple[Status, ...] = ("violated", "undecided", "loose")
        return next((s for s in worst if s in both), "tight")

    @property
    def holds(self) -> bool:
        """Whether the mechanism is known to satisfy the guarantee."""
        return self.status in ("tight", "loose")

    def __str__(self) -> str:
        return f"{self.status} (epsilon {self.epsilon}; delta {self.delta})"


def slack(bound: RealValue | int, exact: RealValue | int) -> Slack:
    """Compare an upper bound with the exact value; both are Numbers, Logs (perhaps infinite), or certified.

    Where one of them is certified and enclosures do not separate the two, the answer is "undecided", since
    enclosures show equality only where they shrink to a point.
    """
    b, e = _real(bound), _real(exact)
    try:
        sign = _compare(b, e)
    except UndecidedError as undecided:
        return Slack("undecided", b, e, undecided.reason)
    return Slack("loose" if sign > 0 else "violated" if sign < 0 else "tight", b, e)


def compare(
    mechanism: Mechanism[Any, Any], guarantee: Guarantee | CertifiedGuarantee | tuple[EpsilonLike, ExactLike]
) -> Comparison:
    """Compare a guarantee with the exact privacy of a mechanism, over all its adjacent pairs.

    The epsilon of the guarantee beside the smallest epsilon of the mechanism at that delta, and the delta
    beside the smallest delta at that epsilon (if certified: where e^epsilon is rounded up to 30 digits).
    Raises InvalidValue for a guarantee about another adjacency or domain than that of the mechanism.
    """
    check_mechanism(mechanism)
    claim = guarantee if isinstance(guarantee, CertifiedGuarantee) else read_guarantees([guarantee])[0]
    if claim.scope is not None:
        claim.scope.meet(Scope.of(mechanism, claim.scope.unit))
    stated = claim if isinstance(claim, Guarantee) else claim.rounded_up(DIGITS)
    return Comparison(
        slack(claim.epsilon, mechanism.epsilon(claim.delta)),
        slack(claim.delta, mechanism.delta(stated.epsilon)),
    )


def _real(value: RealValue | int) -> RealValue:
    return value if isinstance(value, Number | Log | Certified) else number(value, "bound or exact value")


def _is_infinite(x: RealValue) -> bool:
    return isinstance(x, Log) and x.is_infinite


def _compare(a: RealValue, b: RealValue) -> int:
    """The sign of a - b."""
    if isinstance(a, Number) and isinstance(b, Number):
        return (a > b) - (a < b)
    if isinstance(a, Log) and isinstance(b, Log):
        return a.compare(b)
    if _is_infinite(a):
        return 1 if a == INFINITY else -1
    return -_compare(b, a) if _is_infinite(b) else certified(a).compare(certified(b))


def _difference(a: RealValue, b: RealValue) -> RealValue:
    """a - b, exact where one type and one field hold it."""
    try:
        if isinstance(a, Number) and isinstance(b, Number):
            return a - b
        if isinstance(a, Log) and isinstance(b, Log):
            return a - b
    except MixedFields:
        pass
    return certified(a) - certified(b)
