"""What changed between two runs of one implementation, test by test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from .files import Test
from .results import Result
from .run import Answered
from .statuses import BROKEN, FAILING, NOT_IMPLEMENTED

KINDS: Mapping[str, str] = {
    "newly unsound": "on the wrong side of the truth, and not so before",
    "newly failing": "fails, and did not before",
    "repaired": "passes, and failed before",
    "looser": "sound, and further from the truth than before",
    "closer": "sound, and nearer to the truth than before",
    "newly implemented": "answered, and not implemented or not asked before",
    "no longer implemented": "not implemented, and answered before",
    "failing in another way": "fails, and failed in another way before",
}
"""What a change may be called, the serious ones first, and what that says."""


@dataclass(frozen=True)
class Change:
    """A test that is answered otherwise than before; `before` is None where it was not asked."""

    kind: str
    test: Test
    before: Answered | None
    after: Answered


def changes(before: Result, after: Result) -> Iterator[Change]:
    """Every change from one run to a later one, over the tests that the later one was asked."""
    for name, now in after.answers.items():
        then = before.answers.get(name)
        kind = kind_of(then, now)
        if kind is not None:
            yield Change(kind, now.test, then, now)


def kind_of(before: Answered | None, after: Answered) -> str | None:
    """What became of a test; None where nothing that counts did."""
    was, is_now = NOT_IMPLEMENTED if before is None else before.judgement.status, after.judgement.status
    if is_now == was == NOT_IMPLEMENTED:
        return None
    if is_now == NOT_IMPLEMENTED:
        return "no longer implemented"
    if is_now == "unsound":
        return None if was == "unsound" else "newly unsound"
    if was == NOT_IMPLEMENTED:
        return "newly implemented"
    fails, failed = _fails(is_now), _fails(was)
    if fails != failed:
        return "newly failing" if fails else "repaired"
    if fails:
        return None if is_now == was else "failing in another way"
    return _moved(before, after)


def _moved(before: Answered | None, after: Answered) -> str | None:
    """How the distance from the truth changed, of two answers that pass."""
    then, now = (
        Fraction(0) if each is None or each.judgement.slack is None else each.judgement.slack
        for each in (before, after)
    )
    return None if then == now else "looser" if now > then else "closer"


def _fails(status: str) -> bool:
    return status in FAILING or status in BROKEN
