"""A claim for every whole number c >= 1: from above for all values at once, from below for the first ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from ...dp import Undecided, Verdict
from .certificate import AlignmentCertificate
from .proving import Upper
from .verdicts import Contradicted, ProvedForEveryLength, RefutedAtLength

FIRST_COUNTS = (1, 2)
"""Values of a whole number for which streams are looked at, where it may be any."""

Decide = Callable[[int, Fraction], Verdict]
"""The verdict on a multiple of EPS for one value of the whole number."""


def decided_for_every_count(count: str, upper: Upper | None, claimed: Fraction, decide: Decide) -> Verdict:
    """Above for all values at once, which `upper` is about; below for the first ones."""
    proved = upper is not None and upper.certificate.multiple <= claimed
    goal = upper.certificate.multiple if upper is not None and proved else claimed
    known: list[tuple[int, Verdict]] = []
    for value in FIRST_COUNTS:
        verdict = decide(value, goal)
        known.append((value, verdict))
        if isinstance(verdict, RefutedAtLength):
            return replace(verdict, count=count, at_count=value)
        if isinstance(verdict, Contradicted):
            return verdict
        if proved and isinstance(verdict, ProvedForEveryLength) and verdict.is_tight_at(goal):
            break
    if upper is not None and proved:
        return _proved(count, upper.certificate, known)
    found = {f"{count} = {value}": str(verdict) for value, verdict in known}
    if upper is not None:
        found[f"for every {count}"] = f"{upper.certificate.multiple} is enough"
    return Undecided(
        f"no alignment was found that is {claimed}*eps for every {count}, and no stream that was tried "
        "needs more",
        found,
    )


def _proved(
    count: str, certificate: AlignmentCertificate, known: list[tuple[int, Verdict]]
) -> ProvedForEveryLength:
    """With the value for which streams need most."""
    below = [(value, v) for value, v in known if isinstance(v, ProvedForEveryLength)]
    if not below:
        return ProvedForEveryLength(certificate, (), count)
    value, verdict = max(below, key=lambda each: each[1].needed)
    return ProvedForEveryLength(certificate, verdict.attained, count, value, verdict.ray)
