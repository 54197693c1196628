"""dp-accounting: privacy loss distributions, Renyi accounting, events, calibration.

https://github.com/google/differential-privacy/tree/main/python/dp_accounting
"""

from __future__ import annotations

from collections.abc import Iterator

from ...survey.case import Case
from . import accountants, calibrations, conversions, distributions, losses, masses
from .names import LEFT_OUT, LIBRARY, public_names

__all__ = ["LEFT_OUT", "LIBRARY", "cases", "public_names"]


def cases() -> Iterator[Case]:
    """Every call that is judged."""
    for part in (distributions, accountants, calibrations, conversions, losses, masses):
        yield from part.cases()
