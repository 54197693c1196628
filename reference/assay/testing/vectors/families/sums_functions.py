"""The sensitivity of sums of values between two bounds, over the reals and in integers of fixed width."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from ....errors import InvalidValue
from ....exact import Number
from ....outputs.json_values import Json, real
from ..arguments import Arguments, whole
from ..family import Function

WIDTHS = (8, 16, 32, 64)
MOST_RECORDS = 1000
NEIGHBOURS = ("add-remove-one", "replace-one")


@dataclass(frozen=True)
class Type:
    """Whole numbers of so many bits, which wrap around or saturate."""

    bits: int
    signed: bool
    saturating: bool

    @property
    def least(self) -> int:
        """The least one."""
        return -(1 << (self.bits - 1)) if self.signed else 0

    @property
    def most(self) -> int:
        """The largest one."""
        return self.least + (1 << self.bits) - 1

    def fit(self, x: int) -> int:
        """A whole number, as it is kept."""
        if self.saturating:
            return max(self.least, min(x, self.most))
        return (x - self.least) % (1 << self.bits) + self.least

    def total(self, values: list[int]) -> int:
        """The sum, kept after each addition."""
        return list(accumulate(values, lambda s, x: self.fit(s + x), initial=0))[-1]


def sensitivity(kept: Type, low: int, high: int, records: int, neighbours: str) -> int:
    """The largest |S(x) - S(y)| over neighbouring lists of values between low and high."""
    if neighbours == "add-remove-one":
        largest = max(abs(low), abs(high))  # of one record and none
        return largest if kept.saturating else max(largest, _most_across(kept, low, high, records))
    if kept.saturating:
        return _saturated(kept, low, high, records)
    first, last = kept.fit(records * low), records * (high - low)
    # all totals between the least and the largest occur: two that follow each other lie on both sides
    crosses = first + last > kept.most and low < high
    return (1 << kept.bits) - 1 if crosses else high - low


def _saturated(kept: Type, low: int, high: int, records: int) -> int:
    """Of one record replaced: the others are 0 where they may be, and else as near to 0 as they may be."""
    if low <= 0 <= high:
        return high - low
    others = (records - 1) * (low if low > 0 else high)
    return kept.fit(others + high) - kept.fit(others + low)


def _most_across(kept: Type, low: int, high: int, records: int) -> int:
    """2^bits - |v| for the smallest v that takes a total of fewer records over an end; 0 where none does."""
    found = []
    for m in range(records):
        found += _over(m * low, m * high, low, high, kept.least, kept.bits)
        found += _over(-m * high, -m * low, -high, -low, 1 - kept.least, kept.bits)
    return max(((1 << kept.bits) - v for v in found), default=0)


def _over(first: int, last: int, low: int, high: int, start: int, bits: int) -> list[int]:
    """The smallest v > 0 in low..high with t < e <= t + v for a t in first..last and an e = start + i 2^bits.

    Where an e - 1 is among the t, every v > 0 will do; else the largest t is the nearest to an e.
    """
    after_first = first + 1 + (start - first - 1) % (1 << bits)
    smallest = max(low, 1 if after_first - 1 <= last else after_first - last)
    return [smallest] if smallest <= high else []


def _type(given: Arguments) -> Type:
    bits, signed, arithmetic = given.integer("bits"), given.text("signed"), given.text("arithmetic")
    if bits not in WIDTHS or signed not in ("yes", "no") or arithmetic not in ("wrap", "saturate"):
        raise InvalidValue(f"there is no type of {bits} bits, signed {signed}, {arithmetic}")
    return Type(bits, signed == "yes", arithmetic == "saturate")


def big(text: str, name: str) -> int:
    """A whole number of up to 20 digits, which 64 bits may need."""
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
    if len(digits) > 18 and len(digits) <= 20 and digits.isascii() and digits.isdigit():
        return sign * int(digits)
    return whole(text, name)


def _kept(kept: Type, name: str, text: str) -> int:
    value = big(text, name)
    if not kept.least <= value <= kept.most:
        raise InvalidValue(f"{name} = {value} does not fit into {kept.bits} bits")
    return value


def _total(given: Arguments) -> Json:
    kept = _type(given)
    texts = [Arguments({"values": each}).text("values") for each in given.items("values")]
    return str(kept.total([_kept(kept, "values", text) for text in texts]))


def _of_integers(given: Arguments) -> Json:
    kept, neighbours = _type(given), given.choice("neighbours", *NEIGHBOURS)
    records = given.integer("records", 1, MOST_RECORDS)
    low, high = (_kept(kept, name, given.text(name)) for name in ("low", "high"))
    if low > high:
        raise InvalidValue(f"low = {low} is above high = {high}")
    return str(sensitivity(kept, low, high, records, neighbours))


def _of_reals(given: Arguments) -> Json:
    low, high = (given.number(name).as_fraction() for name in ("low", "high"))
    neighbours = given.choice("neighbours", *NEIGHBOURS)
    if low > high:
        raise InvalidValue(f"low = {low} is above high = {high}")
    return real(Number(high - low if neighbours == "replace-one" else max(abs(low), abs(high))))


_KEPT = (
    "signed yes: whole numbers from -2^(bits - 1) to 2^(bits - 1) - 1; signed no: from 0 to 2^bits - 1. The "
    "sum begins at 0 and adds the values one after the other; after each addition the arithmetic wrap "
    "replaces what it has by the number of this range that differs from it by a multiple of 2^bits, and "
    "the arithmetic saturate by the number of this range that is nearest to it"
)
_NEXT = (
    "neighbours add-remove-one: one list is the other without one of its values; replace-one: lists of the "
    "same length that differ in one place"
)
_TYPES = "bits is 8, 16, 32 or 64, signed is yes or no, the arithmetic is wrap or saturate"

FUNCTIONS = {
    "clamped_sum_sensitivity": Function(
        "The largest |sum of x - sum of y| over neighbouring lists x and y of real values between low and "
        f"high, in real arithmetic; {_NEXT}. low <= high are rational, and neighbours is one of these two.",
        "smallest",
        _of_reals,
    ),
    "integer_sum": Function(
        f"The sum of the list `values` in integer arithmetic; {_KEPT}. {_TYPES}; all values are in the "
        "range, and the list may be empty.",
        "whole",
        _total,
    ),
    "integer_sum_sensitivity": Function(
        "The largest |S(x) - S(y)| over neighbouring lists x and y of whole values between low and high, "
        f"where S is the sum in integer arithmetic and the difference is taken exactly; {_KEPT}. {_NEXT}; "
        "with add-remove-one the longer list has from 1 to `records` values, with replace-one both have "
        f"exactly `records`. {_TYPES}; low <= high are in the range, 1 <= records <= {MOST_RECORDS} is "
        "whole, and neighbours is one of these two.",
        "smallest",
        _of_integers,
    ),
}
