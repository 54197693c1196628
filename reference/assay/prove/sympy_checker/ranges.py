"""When one range of a variable contains another."""

from __future__ import annotations

from fractions import Fraction

from assay.prove.sympy_checker.claims import Domain


def contains(wide: Domain, narrow: Domain) -> bool:
    """Whether every value of one range is a value of another."""
    low = wide.low is None or (narrow.low is not None and _before(wide, narrow))
    high = wide.high is None or (narrow.high is not None and _before(_turned(wide), _turned(narrow)))
    return low and high


def _before(wide: Domain, narrow: Domain) -> bool:
    """Whether one range starts no later than another; both have a start."""
    gap = (narrow.low or Fraction(0)) - (wide.low or Fraction(0))
    return gap > 0 or (gap == 0 and (narrow.low_open or not wide.low_open))


def _turned(d: Domain) -> Domain:
    """The range of -x."""
    low, high = (None if e is None else -e for e in (d.high, d.low))
    return Domain(d.name, d.whole, low, d.high_open, high, d.low_open)
