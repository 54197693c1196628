"""Reading the rate of false alarms and the number of samples."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite

from ...arguments import positive_integer
from ...errors import InvalidValue
from ...exact import ExactLike, number


def alarm_rate(value: ExactLike | float, name: str = "false_alarm") -> Fraction:
    """A rational in (0, 1); of a float the decimal that it is written as, so that 1e-9 is 10^-9.

    Raises InvalidValue outside (0, 1) and for an irrational number.
    """
    if isinstance(value, float):
        rate = Fraction(repr(value)) if isfinite(value) else Fraction(0)
    else:
        rate = number(value, name).as_fraction()
    if not 0 < rate < 1:
        raise InvalidValue(f"{name} = {value} ({type(value).__name__}) is not in (0, 1); write '1e-9'")
    return rate


def sample_count(value: int, name: str = "samples") -> int:
    """A whole number of samples, at least 1."""
    return positive_integer(value, name)
