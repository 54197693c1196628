"""The judgement on one real number, answered by a number or by an interval."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ...exact import Number
from ...outputs.json_values import Json
from .family import SAFE, TRIVIAL
from .judgement import Judgement
from .reals import (
    Malformed,
    Truth,
    Value,
    agrees,
    as_fraction,
    compare,
    infinite,
    is_spelled,
    off,
    read_answer,
    read_truth,
    shortened,
    text_of,
)

SIGNIFICAND, LEAST_EXPONENT = 52, -1074
"""Of binary64: a unit in the last place is 2^(e - 52) for what lies in [2^e, 2^(e+1)), at least 2^-1074."""


def judge_number(kind: str, value: Json, answer: object) -> Judgement:
    """The judgement on an answer of this kind to what has this value."""
    truth = read_truth(value)
    if isinstance(answer, dict):
        if answer.get("exact") is None and kind == "whole":
            raise Malformed(f"{shortened(answer)} is not a whole number")
        if answer.get("exact") is None:
            return _interval(kind, truth, {end: part for end, part in answer.items() if end != "exact"})
        answer = answer["exact"]
    text = text_of(answer)
    given = read_answer(text, value)
    order = 0 if is_spelled(text, value) else compare(given, truth)
    if order == 0:
        return Judgement("exact", slack=Fraction(0))
    if kind == "whole":  # no float is near enough
        return Judgement("wrong", f"{text} in place of {words(truth)}")
    if order is None:
        return _not_told_apart(text, agrees(given, truth), truth)
    if _safe(kind) == "equal":
        if is_nearest(given, truth):
            return Judgement("rounded", slack=Fraction(0))
        status = "one-ulp" if within_one_unit(given, truth) else "wrong"
        return Judgement(status, f"{text} in place of {words(truth)}")
    if (order > 0) != (_safe(kind) == "up"):
        status = "one-ulp" if within_one_unit(given, truth) else "unsound"
        side = "below" if order < 0 else "above"
        return Judgement(status, f"{text} is {side} {words(truth)}{off(given, truth)}")
    if is_beyond(kind, given):
        return Judgement("vacuous", f"{text} is beyond {TRIVIAL[kind]}, which no {kind} is")
    if is_trivial(kind, given) and not is_trivial_truth(kind, truth):
        return Judgement("vacuous", f"{text} holds of everything; the truth is {words(truth)}")
    return Judgement("sound", f"loose{off(given, truth)}", slack(kind, given, given, truth))


def _safe(kind: str) -> str:
    return SAFE.get(kind, "equal")


def _not_told_apart(text: str, known: bool, truth: Truth) -> Judgement:
    if known:
        return Judgement("agrees", slack=Fraction(0))
    return Judgement("undecided", f"{text} cannot be told from {words(truth)}")


def _interval(kind: str, truth: Truth, answer: Mapping[str, object]) -> Judgement:
    if set(answer) != {"lower", "upper"}:
        raise Malformed(f'{shortened(dict(answer))} is neither a string nor {{"lower": ..., "upper": ...}}')
    low, high = (read_answer(text_of(answer[end]), None) for end in ("lower", "upper"))
    if not infinite(low) and not infinite(high) and as_fraction(low) > as_fraction(high):
        raise Malformed(f"the interval {shortened(dict(answer))} ends before it begins")
    below, above = compare(low, truth), compare(high, truth)
    if below == above == 0:
        return Judgement("exact", slack=Fraction(0))
    if (below or 0) > 0 or (above or 0) < 0:
        return _beside(kind, truth, low, high, left=(above or 0) < 0)
    ends = [end for end, order in ((low, below), (high, above)) if order is None]
    if any(not agrees(end, truth) for end in ends):
        return Judgement("undecided", f"an end cannot be told from {words(truth)}")
    if len(ends) == 2:
        return Judgement("agrees", slack=Fraction(0))
    what = _vacuity(kind, truth, low, high)
    return Judgement("vacuous", what) if what else Judgement("enclosed", "", slack(kind, low, high, truth))


def _beside(kind: str, truth: Truth, low: Value, high: Value, *, left: bool) -> Judgement:
    """The judgement on an interval that lies on the left of the truth, or on the right."""
    if within_one_unit(high if left else low, truth):
        return Judgement("one-ulp", f"the interval ends one unit in the last place from {words(truth)}")
    beyond = _safe(kind) == ("up" if left else "down")
    return Judgement("unsound" if beyond else "wrong", f"the interval does not hold {words(truth)}")


def _vacuity(kind: str, truth: Truth, low: Value, high: Value) -> str:
    """Why an interval that holds the truth says nothing; empty where it says something."""
    end = low if _safe(kind) == "down" else high
    ends = (low, high) if _safe(kind) == "equal" else (end,)
    if any(infinite(each) for each in ends) and not truth.is_infinite:
        return "an infinite interval"
    if kind == "probability" and low <= Number(0) and high >= Number(1):
        return "the interval holds every probability"
    if is_trivial(kind, end) and not is_trivial_truth(kind, truth):
        return f"the interval says no more than {TRIVIAL[kind]}"
    return ""


def is_trivial(kind: str, given: Value) -> bool:
    """Whether a bound holds of everything."""
    if kind not in TRIVIAL:
        return False
    if infinite(given) or TRIVIAL[kind] == "inf":
        return infinite(given)
    limit = Number(int(TRIVIAL[kind]))
    return bool(given >= limit if _safe(kind) == "up" else given <= limit)


def is_beyond(kind: str, given: Value) -> bool:
    """Whether a bound is worse than the one that always holds, as a delta of 4/3 is: it was not capped."""
    if TRIVIAL.get(kind, "inf") == "inf" or infinite(given):
        return False
    limit = Number(int(TRIVIAL[kind]))
    return bool(given > limit if _safe(kind) == "up" else given < limit)


def is_trivial_truth(kind: str, truth: Truth) -> bool:
    """Whether nothing better than the bound that always holds can be said."""
    if TRIVIAL[kind] == "inf" or truth.is_infinite:
        return truth.is_infinite
    limit = Fraction(TRIVIAL[kind])
    return truth.upper >= limit if _safe(kind) == "up" else truth.lower <= limit


def slack(kind: str, low: Value, high: Value, truth: Truth) -> Fraction:
    """How much of a bound is more than the truth: 0 of the truth, 1/2 at twice it, 1 at infinitely much."""
    if truth.is_infinite:
        return Fraction(0)
    if infinite(high):
        return Fraction(1)
    smaller, larger = {
        "up": (truth.lower, as_fraction(high)),
        "down": (as_fraction(low), truth.upper),
        "equal": (as_fraction(low), as_fraction(high)),
    }[_safe(kind)]
    if larger == smaller:
        return Fraction(0)
    if larger <= 0:  # of negative numbers the one nearer to 0 is the smaller one
        smaller, larger = -larger, -smaller
    return min(Fraction(1), max(Fraction(0), 1 - max(smaller, Fraction(0)) / larger))


def is_nearest(given: Value, truth: Truth) -> bool:
    """Whether it is the float nearest to the truth, by its exact value or as 17 or its fewest digits."""
    rational = given.rational_value()
    if rational is None or truth.is_infinite:
        return False
    low, high = float(truth.lower), float(truth.upper)
    return low == high and rational in spellings(low)


def spellings(value: float) -> tuple[Fraction, ...]:
    """A float, as its exact value or as 17 or its fewest digits."""
    return Fraction(value), Fraction(repr(value)), Fraction(f"{value:.17g}")


def within_one_unit(given: Value, truth: Truth) -> bool:
    """Whether a number, of the same sign, is at most one unit in the last place away from the truth."""
    rational = None if infinite(given) else given.rational_value()
    if rational is None or truth.is_infinite or rational * truth.lower <= 0:
        return False
    unit = unit_in_the_last_place(truth.lower)
    meant = {rational}
    if abs(rational) < 2**1023 and rational in spellings(float(rational)):
        meant.add(Fraction(float(rational)))
    return any(max(abs(x - truth.lower), abs(x - truth.upper)) <= unit for x in meant)


def unit_in_the_last_place(value: Fraction) -> Fraction:
    """2^(e - 52) for 2^e <= |value| < 2^(e+1), and 2^-1074 at least."""
    size = abs(value)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if Fraction(2) ** exponent > size:
        exponent -= 1
    return Fraction(2) ** max(exponent - SIGNIFICAND, LEAST_EXPONENT)


def words(truth: Truth) -> str:
    """The truth with a few digits."""
    text = str(truth)
    text = text if len(text) <= 60 else f"{text[:50]}..."
    return text if truth.is_infinite else f"{text} ({truth.decimal})"
