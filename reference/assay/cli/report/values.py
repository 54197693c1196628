"""How values are written for a reader: exact where that fits on a line, with a rounded decimal beside it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from ...errors import UndecidedError
from ...exact import Log, Number
from ...outputs.text import spelled

DIGITS = 15
LONGEST_EXACT = 48
LONGEST_SYMBOLIC = 200
LONGEST_LABEL = 60
MOST_OUTCOMES = 6


class Bound(Enum):
    """What is known of a value: the value itself, or only a bound, which is then rounded to the safe side."""

    EXACT = ""
    AT_LEAST = "at least "
    AT_MOST = "at most "


def exact(value: Log | Number) -> str:
    """The exact spelling, or the rounded value where that is too long for a line."""
    return cells(value)[0]


def cells(value: Log | Number, bound: Bound = Bound.EXACT) -> tuple[str, str]:
    """The exact spelling, and the rounded decimal unless that says the same or does not exist."""
    text, decimal = str(value), rounded(value, bound)
    if decimal is None and len(text) > LONGEST_SYMBOLIC:
        return f"{bound.value}[{len(text)} characters, in full with --json]", ""
    if len(text) <= LONGEST_EXACT or decimal is None:
        repeats = decimal is None or decimal == text or decimal == "0"
        return bound.value + text, "" if repeats else str(decimal)
    way = {Bound.EXACT: "rounded", Bound.AT_LEAST: "rounded down", Bound.AT_MOST: "rounded up"}[bound]
    return f"{bound.value}{decimal} ({way})", ""


def rounded(value: Log | Number, bound: Bound) -> str | None:
    """The decimal of 15 significant digits, rounded to the safe side of a bound; None if there is none."""
    if isinstance(value, Log) and value.is_infinite:
        return None
    try:
        to_decimal = {Bound.EXACT: value.decimal, Bound.AT_LEAST: value.lower, Bound.AT_MOST: value.upper}
        return str(to_decimal[bound](DIGITS))
    except UndecidedError:  # a function of the symbol eps
        return None


def label(value: object) -> str:
    """An input or an output on one line, shortened when long."""
    text = " ".join(spelled(value).split())
    return text if len(text) <= LONGEST_LABEL else text[: LONGEST_LABEL - 3] + "..."


def event(outcomes: Sequence[object]) -> str:
    """The outcomes of an event as a set, the first few of many."""
    shown = [label(outcome) for outcome in outcomes[:MOST_OUTCOMES]]
    more = len(outcomes) - len(shown)
    if more:
        shown.append(f"... {more} more")
    return "{" + ", ".join(shown) + "}"


def counted(number: int, noun: str) -> str:
    """`1 input`, `2 inputs`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
