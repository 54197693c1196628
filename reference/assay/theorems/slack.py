"""Comparing a bound with the exact value: tight, loose by x, violated by x, or undecided with a reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from ..dp import Mechanism
from ..errors import MixedFields, UndecidedError
from ..exact import INFINITY, Certified, Log, Number, certified, eps, number
from ._real import RealValue
from .guarantee import CertifiedGuarantee, Guarantee

Status: TypeAlias = Literal["tight", "loose", "violated", "undecided"]

DIGITS = 30
"""Significant digits to which a certified epsilon is rounded up where an exact one is needed."""


@dataclass(frozen=True)
class Slack:
    """An upper bound beside the exact value.

    status: "tight" (equal), "loose" (bound > exact), "violated" (bound < exact) or "undecided". by: the
    distance |bound - exact| >= 0, exact where the types allow it; infinite where one of them is; None where
    undecided.  reason: why it is undecided.
    """

    status: Status
    bound: RealValue
    exact: RealValue
    by: RealValue | None = None
    reason: str = ""

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

    A certified value that the enclosures do not separate from the other one gives "undecided", never "tight".
    """
    b, e = _real(bound), _real(exact)
    if (isinstance(b, Log) and b.is_infinite) or (isinstance(e, Log) and e.is_infinite):
        return _infinite(b, e)
    try:
        gap = _difference(b, e)
        if gap > 0:
            return Slack("loose", b, e, gap)
        if gap < 0:
            return Slack("violated", b, e, -gap)
    except UndecidedError as undecided:
        return Slack("undecided", b, e, reason=undecided.reason)
    return Slack("tight", b, e, gap)


def compare(mechanism: Mechanism[Any, Any], guarantee: Guarantee | CertifiedGuarantee) -> Comparison:
    """Compare a guarantee with the exact privacy of a mechanism, over all its adjacent pairs.

    The epsilon of the guarantee beside the smallest epsilon of the mechanism at that delta, and the delta
    beside the smallest delta at that epsilon (for a certified epsilon: at the epsilon rounded up to 30
    digits).
    """
    stated = guarantee if isinstance(guarantee, Guarantee) else guarantee.rounded_up(DIGITS)
    return Comparison(
        slack(guarantee.epsilon, mechanism.epsilon(guarantee.delta)),
        slack(guarantee.delta, mechanism.delta(stated.epsilon)),
    )


def _real(value: RealValue | int) -> RealValue:
    return value if isinstance(value, Number | Log | Certified) else number(value)


def _infinite(bound: RealValue, exact: RealValue) -> Slack:
    """At least one of the two is infinite."""
    if isinstance(bound, Log) and isinstance(exact, Log) and bound == exact:
        return Slack("tight", bound, exact, eps(0))
    above = (isinstance(bound, Log) and bound == INFINITY) or (isinstance(exact, Log) and exact == -INFINITY)
    return Slack("loose" if above else "violated", bound, exact, INFINITY)


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
