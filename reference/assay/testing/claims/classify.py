"""Sound and tight, loose or unsound: a claim beside the truth, a number or a bracket."""

from __future__ import annotations

from fractions import Fraction
from math import inf, isinf, nextafter
from typing import Any

from ...errors import AssayError, UndecidedError
from ...exact import INFINITY, Log, certified, number
from ...exact.bracket import Bracket
from .judgement import Bound, Class
from .values import Claimed, Real, compare, difference, exact_value


def classified_by_ends(returned: Any, claimed: Claimed, true: Bracket, bound: Bound) -> Class:
    """Sound beyond the far end of a bracket, unsound beyond the near one; UndecidedError in between.

    For an upper bound the far end is the upper one.  A float answer is tight if the next float on the other
    side is beyond the near end, and so unsound.
    """
    side = 1 if bound == "upper" else -1
    near, far = (true.lower, true.upper) if side > 0 else (true.upper, true.lower)
    if _beyond(claimed, near, -side, strictly=True):
        return Class.UNSOUND
    if not _beyond(claimed, far, side, strictly=False):
        raise UndecidedError(f"the answer lies inside the bracket {true} of the truth")
    if isinstance(returned, float) and not isinf(returned):
        nearer = exact_value(nextafter(float(returned), -side * inf))
        return Class.TIGHT if _beyond(nearer, near, -side, strictly=True) else Class.LOOSE
    return Class.LOOSE


def _beyond(claimed: Claimed, end: Fraction | None, side: int, *, strictly: bool) -> bool:
    """Whether the claim is above (side 1) or below (side -1) an end, which is infinity for None."""
    order = compare(claimed, INFINITY if end is None else number(end)) * side
    return order > 0 or (order == 0 and not strictly)


def gap_enclosed(claimed: Claimed, true: Real | None) -> Real | None:
    """|claimed - true|, enclosed; None where one of the two may be infinite."""
    if true is None or (isinstance(claimed, Log) and claimed.is_infinite):
        return None
    return abs(certified(claimed) - certified(true))


def classified(returned: Any, claimed: Claimed, true: Real, bound: Bound) -> Class:
    """Tight, loose or unsound.  Raises UndecidedError where enclosures do not tell."""
    order, side = compare(claimed, true), 1 if bound == "upper" else -1
    if order == 0:
        return Class.TIGHT
    if order != side:
        return Class.UNSOUND
    if isinstance(returned, float) and not isinf(returned):
        nearer = exact_value(nextafter(float(returned), -side * inf))
        try:
            return Class.LOOSE if compare(nearer, true) in (0, side) else Class.TIGHT
        except UndecidedError:  # sound, and the next float may be sound too
            return Class.LOOSE
    return Class.LOOSE


def gap_between(claimed: Claimed, true: Real) -> Real:
    """|claimed - true|."""
    if isinstance(true, Log) and true.is_infinite:
        return true if true != claimed else number(0)
    try:
        below = compare(claimed, true) < 0
    except UndecidedError:
        return certified(abs(certified(claimed) - certified(true)))
    return difference(true, claimed) if below else difference(claimed, true)


def ratio_of(claimed: Claimed, true: Real) -> str | None:
    """claimed/true to 6 digits."""
    if any(isinstance(each, Log) and each.is_infinite for each in (claimed, true)):
        return None
    try:
        if compare(true, number(0)) <= 0:
            return None
        return str((certified(claimed) / certified(true)).decimal(6))
    except AssayError:
        return None
