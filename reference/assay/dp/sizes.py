"""Sizes are bounded before anything is listed."""

from __future__ import annotations

from math import prod

from ..errors import BudgetExceeded
from ..exact import integer_text

MOST_LISTED = 1 << 20
"""Lists with more entries are not begun: each entry is an object with an exact number, and is looked at."""


def check_size(size: int, what: str, because: str, way_out: str, most: int = MOST_LISTED) -> int:
    """The size of a list that is about to be made; BudgetExceeded, before it is begun, for more than `most`.

    The message reads "{because} makes {size} {what}, more than ...; {way_out}".
    """
    if size > most:
        raise BudgetExceeded(
            f"{because} makes {integer_text(size)} {what}, more than the {most:,} that are listed; {way_out}"
        )
    return size


def bounded_power(base: int, exponent: int, most: int = MOST_LISTED) -> int:
    """base^exponent where it is at most `most`, else some larger number that is quickly computed."""
    if base < 2 or exponent <= most.bit_length():
        return int(base**exponent) if base else int(not exponent)
    return int(base ** (most.bit_length() + 1))


def bounded_product(factors: tuple[int, ...], most: int = MOST_LISTED) -> int:
    """The product of numbers >= 0 where it is at most `most`, else some larger number."""
    return 0 if 0 in factors else min(prod(factors[: most.bit_length() + 1]), prod(factors))
