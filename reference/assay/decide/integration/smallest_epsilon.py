"""The smallest epsilon at a delta of a certified mechanism, between two epsilons that are decided."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ...budgets.progress import spend
from ...dp.verdict import Refuted, Verified
from ...errors import UndecidedError
from ...exact import INFINITY, EpsilonLike, Number, eps
from ...exact.bracket import Bracket
from .audit import audit

if TYPE_CHECKING:
    from .mechanism import CertifiedMechanism

LARGEST = Fraction(2) ** 20
"""Larger epsilons are not tried."""


def smallest_epsilon(mechanism: CertifiedMechanism, delta: Number, digits: int) -> Bracket:
    """See `CertifiedMechanism.epsilon`."""
    if _is_enough(mechanism, INFINITY, delta) is False or (not delta and _holds_values_apart(mechanism)):
        return Bracket.infinity()
    if _is_enough(mechanism, 0, delta):
        return Bracket.exactly(Fraction(0))
    low, high = Fraction(0), Fraction(1)
    while not (enough := _is_enough(mechanism, high, delta)):
        if enough is None or high >= LARGEST:
            return Bracket(low, None)
        low, high = high, 2 * high
    while high - low > high / 10**digits:
        spend()
        for middle in (low + (high - low) * Fraction(n, 8) for n in (4, 3, 5)):
            enough = _is_enough(mechanism, middle, delta)
            if enough is not None:
                low, high = (low, middle) if enough else (middle, high)
                break
        else:
            break
    return Bracket(low, high)


def _is_enough(mechanism: CertifiedMechanism, epsilon: EpsilonLike, delta: Number) -> bool | None:
    """Whether delta(epsilon) <= delta; None where undecided, UndecidedError where epsilon is infinite."""
    verdict = audit(mechanism, eps(epsilon), delta)
    if isinstance(verdict, (Verified, Refuted)):
        return verdict.holds
    if eps(epsilon).is_infinite:
        raise UndecidedError(f"whether any epsilon is enough for {mechanism.name} is not decided: {verdict}")
    return None


def _holds_values_apart(mechanism: CertifiedMechanism) -> bool:
    """Whether noisy values lie apart on some pair: the ratio of their probabilities has no bound."""
    return any(
        mechanism.distance(x, y, o)
        for x, y in mechanism.pairs
        for o in mechanism.row(x)
        if o in mechanism.row(y)
    )
