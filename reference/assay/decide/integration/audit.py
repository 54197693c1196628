"""The verdict on (epsilon, delta) from enclosures, refined where open; the smallest epsilon at a delta."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from itertools import count, takewhile
from typing import TYPE_CHECKING

from ...budgets.progress import spend
from ...dp.verdict import Refuted, Scope, Verdict, Verified
from ...dp.witness import Outcome, Witness
from ...errors import BudgetExceeded, UndecidedError
from ...exact import INFINITY, EpsilonLike, Log, Number, eps, number
from ...exact._flint import arb, bounds
from ...exact.bracket import Bracket
from ...verdict import Undecided
from .integrals import ZERO, Integrals
from .profile import LAST_BITS, Case, Group, Profile

if TYPE_CHECKING:
    from .mechanism import CertifiedMechanism

FIRST_BITS = 40


def audit(mechanism: CertifiedMechanism, epsilon: Log, delta: Number) -> Verdict:
    """See `CertifiedMechanism.audit`."""
    try:
        return _judged(Profile(mechanism, epsilon), delta)
    except BudgetExceeded as stop:
        return Undecided(str(stop), stop.known)


def _judged(profile: Profile, delta: Number) -> Verdict:
    mechanism = profile.mechanism
    waiting, bits, strict = profile.groups, FIRST_BITS, True
    attained = [g for g in waiting if not g.certified and (g.exact == delta if delta else g.equal)]
    while waiting:
        still: list[Group] = []
        found: list[tuple[Fraction, Witness]] = []
        integrals = profile.integrals(waiting, bits)
        for group, low, high in profile.sums(waiting, bits):
            room = delta - group.exact
            if number(low) > room:
                shown = _witness(profile, group.pair, delta, integrals)
                still += [] if shown else [group]
                found += [(low, shown)] if shown else []
            elif number(high) > room and delta < 1:  # the sum is at most 1
                still.append(group)
            else:
                strict = strict and (number(high) < room if delta else not group.equal)
        if found:
            return Refuted(max(found, key=lambda each: each[0])[1])
        if still and bits >= LAST_BITS:
            return _tie(profile, still[0], delta)
        waiting, bits = still, bits * 2
    outputs = {o for x in mechanism.domain for o in mechanism.row(x)}
    scope = Scope(mechanism.name, len(mechanism.domain), len(mechanism.pairs), len(outputs))
    return Verified(scope, True if attained else False if strict else None)


def _tie(profile: Profile, group: Group, delta: Number) -> Undecided:
    ((_, low, high),) = profile.sums([group], LAST_BITS)
    least, most = group.exact + number(low), group.exact + number(high)
    return Undecided(
        f"on the pair {group.pair} enclosures of {LAST_BITS} bits do not tell delta({profile.epsilon}) from "
        f"{delta}; they may be equal: claim a little more",
        {"delta there at least": least.lower(15), "at most": most.upper(15)},
    )


def _witness(
    profile: Profile, pair: tuple[Hashable, Hashable], delta: Number, integrals: Integrals
) -> Witness | None:
    """The event of the outputs with P(o) > e^epsilon Q(o), with decimals below each P and above each Q."""
    event: list[tuple[Hashable, Case]] = []
    for o in profile.mechanism.row(pair[0]):
        case = profile.case(pair, o)
        excess = profile.exactly(case)
        if excess > 0 if excess is not None else profile.ends(case, integrals)[0] > 0:
            event.append(((o, LIKELIER) if case[2] else o, case))
    for digits in takewhile(lambda n: n < integrals.bits, (12 << k for k in count())):
        outcomes = tuple(Outcome(o, *_rounded(profile, case, integrals, digits)) for o, case in event)
        shown = Witness(profile.mechanism.name, pair, outcomes, profile.epsilon, delta, bounds=True)
        if shown.relation == ">":
            return shown
    return None


LIKELIER = "values with p > e^epsilon p'"
"""The event of the noisy values of an output."""


def _rounded(profile: Profile, case: Case, integrals: Integrals, digits: int) -> tuple[Number, Number]:
    """An exact number, or a decimal, below P; and above Q."""
    balls = profile.sides(case, integrals)
    low, high = ((ZERO, number(1)) if ball is None else _decimals(ball, digits) for ball in balls)
    p, q, apart = case
    exact = [None if apart or each is None else each.constant for each in (p, q)]
    above = low[0] if exact[0] is None else exact[0]
    below = ZERO if q is None else high[1] if exact[1] is None else exact[1]
    return above, below


def _decimals(ball: arb, digits: int) -> tuple[Number, Number]:
    """Decimals below and above every number of a ball of probabilities."""
    # no Fraction holds a number or a radius that is far too small: then a wider ball serves
    found = bounds(ball) or bounds(ball.union(ball + arb(2) ** (-4 * digits)))
    if found is None:
        return ZERO, number(1)
    scale = 10**digits
    low, high = int(found[0] * scale // 1), int(-(-found[1] * scale // 1))
    return number(Fraction(low, scale)), number(Fraction(high, scale))


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
