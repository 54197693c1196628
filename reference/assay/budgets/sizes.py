"""Sizes are bounded before anything is listed."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import islice
from math import comb, prod
from typing import TypeVar

from ..errors import BudgetExceeded
from ..exact import integer_text

T = TypeVar("T")

MOST_LISTED = 1 << 18
"""Lists with more entries are not begun: each entry is an object with an exact number, and is looked at."""


def check_size(size: int, what: str, because: str, way_out: str, most: int = MOST_LISTED) -> int:
    """The size of a list that is about to be made; BudgetExceeded, before it is begun, for more than `most`.

    The message reads "{because} makes {size} {what}, more than the ... that are listed; {way_out}".
    """
    if size > most:
        raise BudgetExceeded(
            f"{because} makes {integer_text(size)} {what}, more than the {most:,} that are listed; {way_out}"
        )
    return size


def check_power(base: int, exponent: int, what: str, because: str, way_out: str) -> None:
    """`check_size` of base^exponent, which is not worked out where it is too large."""
    if base > 1 and exponent > MOST_LISTED.bit_length():
        raise BudgetExceeded(
            f"{because} makes {integer_text(base)}^{integer_text(exponent)} {what}, more than the "
            f"{MOST_LISTED:,} that are listed; {way_out}"
        )
    check_size(base**exponent if base > 1 else base, what, because, way_out)


def check_choices(n: int, k: int, what: str, because: str, way_out: str) -> None:
    """`check_size` of the binomial coefficient C(n, k), which is not worked out where it is too large."""
    least = min(k, n - k)
    if least > MOST_LISTED.bit_length():  # C(n, k) >= 2^least
        raise BudgetExceeded(
            f"{because} makes C({integer_text(n)}, {integer_text(k)}) {what}, more than the {MOST_LISTED:,} "
            f"that are listed; {way_out}"
        )
    check_size(comb(max(n, 0), max(least, 0)), what, because, way_out)


def check_product(sizes: Collection[int], what: str, because: str, way_out: str) -> None:
    """`check_size` of a product of sizes, each a count of what a factor may be."""
    many = [size for size in sizes if size > 1]
    if 0 not in sizes and len(many) > MOST_LISTED.bit_length():
        check_power(2, len(many), what, because, way_out)
    check_size(prod(sizes), what, because, way_out)


def bounded_list(values: Iterable[T], what: str, name: str, way_out: str) -> list[T]:
    """The values of an iterable, of which no more are taken than may be listed; BudgetExceeded beyond."""
    if isinstance(values, range) and values:
        span = abs(values[-1] - values[0]) // abs(values.step) + 1
        check_size(span, what, name, way_out)
    found = list(islice(values, MOST_LISTED + 1))
    if len(found) > MOST_LISTED:
        try:
            size = len(values) if isinstance(values, Collection) else len(found)
        except OverflowError:
            size = len(found)
        check_size(size, what, name, way_out)
    return found
