"""Numbers that promise to be the truth itself: the float next to it, and if not, how far is it off?"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, isinf, nextafter
from typing import Any

from ...exact import number
from ...testing.claims.values import Claimed, Real, compare, exact_value, text
from .row import Finding, Verdict
from .size import is_rounding, relative


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
