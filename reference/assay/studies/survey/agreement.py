"""How far a number is from the truth: is it the float next to it, off by rounding, and else by how much?"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from math import inf, isinf, nextafter
from typing import Any

from ...errors import AssayError, UndecidedError
from ...exact import Log, certified, number
from ...testing.claims.values import Claimed, Real, compare, exact_value, text
from .row import Finding, Verdict

ROUNDING = 2**40
"""A claim that misses the truth by less than 1/ROUNDING of it is off by rounding only."""

SMALLEST = 2**1074
"""1/SMALLEST is the smallest positive float: what is nearer to the truth than that is off by underflow."""


def is_rounding(claimed: Real, true: Real) -> bool:
    """Whether |claimed - true| < max(|true| / ROUNDING, 1 / SMALLEST), decided exactly."""
    if _infinite(claimed) or _infinite(true):
        return False
    try:
        gap = abs(certified(claimed) - certified(true))
        if compare(gap * SMALLEST, number(1)) < 0:
            return True
        return compare(gap * ROUNDING, abs(certified(true))) < 0
    except UndecidedError:
        return False


def relative(claimed: Real, true: Real) -> str:
    """|claimed - true| / |true| to 3 digits; "infinite" where there is no such number."""
    if _infinite(claimed) or _infinite(true):
        return "infinite"
    gap = abs(certified(claimed) - certified(true))
    try:
        if compare(true, number(0)) == 0:
            return "infinite"
        return str((gap / abs(certified(true))).decimal(3))
    except AssayError:
        return _about(gap, true)


def _about(gap: Real, true: Real) -> str:
    """A lower bound of a ratio to the truth that is not known to 3 digits, else an upper one of the gap."""
    with suppress(AssayError):
        least = (gap / abs(certified(true))).lower(3)
        if least > 0:
            return f"at least {least}"
    try:
        return f"at most {gap.upper(3)} absolute"
    except AssayError:
        return ""


def _infinite(value: Real) -> bool:
    return isinstance(value, Log) and value.is_infinite


def is_next_to(returned: Any, true: Real) -> bool:
    """Whether the answer is the truth, or one of the two floats around it."""
    claimed = exact_value(returned)
    if compare(claimed, true) == 0:
        return True
    value = getattr(returned, "item", lambda: returned)()
    if not isinstance(value, float) or isinf(value):
        return False
    below, above = (exact_value(nextafter(value, end)) for end in (-inf, inf))
    return compare(below, true) < 0 < compare(above, true)


def value_finding(returned: Any, true: Real, answer: str) -> Finding:
    """The finding on one number that promises to be the truth."""
    if is_next_to(returned, true):
        return Finding(verdict=Verdict.TIGHT, claimed=answer, exact=text(true))
    claimed = exact_value(returned)
    rounding = is_rounding(claimed, true)
    return Finding(
        verdict=Verdict.DIFFERS,
        claimed=answer,
        exact=text(true, 25 if rounding else 12),
        by=relative(claimed, true),
        rounding=rounding,
        detail="too large" if compare(claimed, true) > 0 else "too small",
    )


def entries_finding(computed: Mapping[Any, Any], distribution: Mapping[Any, Real]) -> Finding:
    """The finding on a table of probabilities: the entry that is furthest off, and how many are off."""
    outcomes = [*distribution, *(outcome for outcome in computed if outcome not in distribution)]
    worst: tuple[Any, Claimed, Real] | None = None
    wrong, rounding = 0, True
    for outcome in outcomes:
        returned, true = computed.get(outcome, 0), distribution.get(outcome, number(0))
        if is_next_to(returned, true):
            continue
        claimed = exact_value(returned)
        wrong += 1
        small = is_rounding(claimed, true)
        if worst is None or (rounding and not small):
            worst = (outcome, claimed, true)
        rounding = rounding and small
    if worst is None:
        return Finding(
            verdict=Verdict.DISTRIBUTION, claimed=f"{len(computed)} probabilities", exact="the same"
        )
    outcome, claimed, true = worst
    return Finding(
        verdict=Verdict.DISTRIBUTION_DIFFERS,
        claimed=f"P({outcome!r}) = {text(claimed)}",
        exact=text(true),
        by=relative(claimed, true),
        rounding=rounding,
        detail=f"{wrong} of {len(outcomes)} probabilities differ",
    )
