"""The parameters of a mechanism as text: their values by name, and those that every word has."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil

from ..arguments import rational_probability
from ..errors import AssayError, InvalidValue
from ..exact import number
from ..exact.real import brief

LONGEST_NUMBER = 1000
"""Digits above and below a parameter's fraction bar: they are squared, and written into names."""


def check_length(key: str, value: str) -> None:
    """Raises InvalidValue for a number with more digits; what is no number is refused where it is read."""
    for part in value.split(":"):
        try:
            given = number(part).as_fraction()
        except AssayError:
            continue
        if max(abs(given.numerator), given.denominator) >= 10**LONGEST_NUMBER:
            raise InvalidValue(
                f"{key} = {brief(part, 60)} has more than {LONGEST_NUMBER} digits above or below the "
                "fraction bar; give a shorter number"
            )


def sampling_of(text: str, values: Mapping[str, str]) -> tuple[Fraction, int]:
    """The rate and the count, given as such or by rows, batch and epochs."""
    if not {"rows", "batch", "epochs"} & set(values):
        return rational_probability(values.get("q", "1"), "q"), count_of(values)
    both = [key for key in ("q", "k" if "epochs" in values else "q") if key in values]
    if both or not {"rows", "batch"} <= set(values):
        raise InvalidValue(
            f"mechanism {brief(repr(text))}: give rows and batch, and epochs or k, or else q and k"
        )
    rows, batch = whole(values["rows"], "rows"), whole(values["batch"], "batch")
    if batch > rows:
        raise InvalidValue(f"batch = {batch} is larger than rows = {rows}; give a batch of at most all rows")
    if "epochs" not in values:
        return Fraction(batch, rows), count_of(values)
    epochs = whole(values["epochs"], "epochs", least=0)
    return Fraction(batch, rows), ceil(Fraction(epochs * rows, batch))


def count_of(values: Mapping[str, str]) -> int:
    """k, which may be 0."""
    return whole(values.get("k", "1"), "k", least=0)


def group_of(values: Mapping[str, str]) -> int:
    """How many records are protected together.  Raises InvalidValue for more than LARGEST_GROUP."""
    group = whole(values.get("group", "1"), "group")
    if group > LARGEST_GROUP:
        raise InvalidValue(f"group = {group} is larger than {LARGEST_GROUP}; give a smaller group")
    return group


LARGEST_GROUP = 1000


def values_of(text: str, words: list[str], known: tuple[str, ...]) -> dict[str, str]:
    """The values by name.  Raises InvalidValue for one that is not known, empty or given twice."""
    values: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not value or key not in known:
            raise InvalidValue(
                f"mechanism {brief(repr(text))}: {brief(repr(word))} is none of "
                f"{', '.join(f'{k}=...' for k in known)}"
            )
        if key in values:
            raise InvalidValue(f"mechanism {brief(repr(text))}: {key} is given twice; give it once")
        values[key] = value
    return values


def whole(text: str, name: str, least: int = 1) -> int:
    """The whole number >= least, such as 100, 1e8 or 10^8.  Raises InvalidValue for anything else."""
    try:
        value = number(text).as_fraction()
    except AssayError:
        value = Fraction(1, 2)
    if value.denominator > 1 or value < least:
        raise InvalidValue(
            f"{name} = {brief(repr(text))} is not a whole number >= {least}; write for example "
            f"{name}={max(least, 1)}"
        )
    return value.numerator
