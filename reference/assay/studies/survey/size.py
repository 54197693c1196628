"""How far a claim is from the truth, relative to it; and whether that is rounding only."""

from __future__ import annotations

from contextlib import suppress

from ...errors import AssayError, UndecidedError
from ...exact import Log, certified, number
from ...testing.claims.values import Real, compare

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
