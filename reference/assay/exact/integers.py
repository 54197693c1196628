"""Integers as text, of any length: Python itself refuses to spell those of more than 4,300 digits."""

from __future__ import annotations

from ._flint import fmpz

LONGEST = 60
"""Integers of more digits are shown by their first and last ones."""

ENDS = 12
"""So many digits at either end are shown."""

HUGE_BITS = 1 << 22
"""The digits of an integer with more bits are not worked out."""


def integer_text(n: int) -> str:
    """An integer for a message: in full, or 123456789012...890123456789 (4,301 digits)."""
    if abs(n).bit_length() > HUGE_BITS:
        return f"an integer of {abs(n).bit_length():,} bits"
    digits = integer_digits(abs(n))
    sign = "-" if n < 0 else ""
    if len(digits) <= LONGEST:
        return sign + digits
    return f"{sign}{digits[:ENDS]}...{digits[-ENDS:]} ({len(digits):,} digits)"


def integer_digits(n: int) -> str:
    """All digits of an integer; of one of millions of digits only how long it is."""
    return str(fmpz(n)) if n.bit_length() <= HUGE_BITS else f"<an integer of {n.bit_length():,} bits>"
