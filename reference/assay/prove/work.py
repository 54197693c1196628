"""The work that one step may cost: a count of elementary operations, which is the same on every machine.

A step whose count is used up is refused. Without it `sum(i, 1, 1000, sum(j, 1, 1000, ...))` would be computed
for hours.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from assay.errors import BudgetExceeded

STEP = 2_000_000
MAX_BITS = 12_000


@dataclass
class Meter:
    """What is left, and what was used."""

    left: int
    used: int = 0


_meter: ContextVar[Meter | None] = ContextVar("meter", default=None)


@contextmanager
def limited(units: int = STEP) -> Iterator[Meter]:
    """Within this, at most so many units (and no more than are left outside) may be spent."""
    outer = _meter.get()
    inner = Meter(units if outer is None else min(units, outer.left))
    token = _meter.set(inner)
    try:
        yield inner
    finally:
        _meter.reset(token)
        spend(inner.used)


def spend(units: int) -> None:
    """Count some operations.

    Raises:
        BudgetExceeded: no more may be spent.
    """
    meter = _meter.get()
    if meter is None:
        return
    meter.used += units
    meter.left -= units
    if meter.left < 0:
        raise BudgetExceeded(f"more than {meter.used} elementary operations in one step; take smaller steps")


def size(*numbers: int) -> int:
    """The most bits among some numbers.

    Raises:
        BudgetExceeded: more than MAX_BITS.
    """
    bits = max(n.bit_length() for n in numbers)
    if bits > MAX_BITS:
        raise BudgetExceeded(f"a number of {bits} bits; at most {MAX_BITS}")
    return bits
