"""Whole numbers as text."""

from __future__ import annotations

from ..errors import InvalidValue
from ..exact.real import brief

LONGEST = 4000
"""Digits of a whole number."""


def whole(text: str, name: str) -> int:
    """The whole number >= 1.  Raises InvalidValue for anything else."""
    # int() itself refuses more than 4300 digits, and reads those of other scripts
    if not (text.isascii() and text.isdecimal()) or len(text) > LONGEST or int(text) < 1:
        raise InvalidValue(
            f"{name} = {brief(repr(text))} is not a whole number >= 1; write for example {name}=1"
        )
    return int(text)
