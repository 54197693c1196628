"""Judging an answer: exactly, without any tolerance, and told in which direction it is off.

exact: the truth.  rounded: the float nearest to it, where no direction is the safe one.  sound: on the safe
side of the truth, loose by the stated amount.  enclosed: an interval that holds it.  refused: what had to be
refused was.  All else fails: unsound (beyond the truth on the other side), wrong, vacuous (always true),
undecided (closer to the truth than it is known), accepted (an invalid prompt was answered), refuses (a valid
one was not), malformed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from ...errors import AssayError
from ...exact import INFINITY, Log, Number, certified
from .files import as_real
from .function import SAFE, TRIVIAL
from .values import Json

PASSES = ("exact", "rounded", "sound", "enclosed", "refused")
FAILS = ("undecided", "vacuous", "malformed", "refuses", "accepted", "wrong", "unsound")
"""From the least to the most serious."""
RUN_FAILS = ("unanswered", "garbage", "flooded", "hung", "crashed")

LONGEST = 4000
PLAIN = re.compile(r"-?[0-9]+(/[0-9]+|(\.[0-9]+)?([eE][+-]?[0-9]{1,4})?)")
HEX = re.compile(r"-?0[xX][0-9a-fA-F]+(\.[0-9a-fA-F]*)?[pP][+-]?[0-9]{1,4}")
EXPRESSION = re.compile(r"(?:[0-9]{1,30}|ln|sqrt|[-+*/(). ])+|(?:[0-9]{1,4}|exp|ln|sqrt|[-+*/(). ])+")


@dataclass(frozen=True)
class Judgement:
    """What an answer is, and in words why."""

    status: str
    detail: str = ""

    @property
    def passes(self) -> bool:
        """Whether the answer is right."""
        return self.status in PASSES


class Malformed(ValueError):
    """An answer that cannot be read."""


def judge(expected: Mapping[str, Json], answer: Mapping[str, object]) -> Judgement:
    """The judgement on {"value": ...} or {"error": ...}."""
    if ("value" in answer) == ("error" in answer):
        return Judgement("malformed", 'an answer has either "value" or "error"')
    refusal = expected["kind"] == "refusal"
    if "error" in answer:
        return Judgement("refused") if refusal else Judgement("refuses", f"refused: {shown(answer['error'])}")
    if refusal:
        return Judgement("accepted", f"answered {shown(answer['value'])} where the arguments are invalid")
    try:
        found = list(_parts(str(expected["kind"]), expected["value"], answer["value"]))
    except (Malformed, AssayError, RecursionError) as error:
        return Judgement("malformed", str(error))
    return max(found, key=lambda each: (*PASSES, *FAILS).index(each.status))


def _parts(kind: str, truth: Json, answer: object) -> Iterator[Judgement]:
    """The judgement on every number of the answer."""
    if kind == "float":
        yield _float(str(truth), answer)
    elif kind == "guarantee" and isinstance(truth, dict):
        if not isinstance(answer, dict) or set(answer) != {"epsilon", "delta"}:
            raise Malformed(f'{shown(answer)} is not {{"epsilon": ..., "delta": ...}}')
        for name in ("epsilon", "delta"):
            yield _real(name, truth[name], answer[name])
    elif kind == "distribution" and isinstance(truth, list):
        yield from _distribution(truth, answer)
    elif kind in ("profile", "trade-off") and isinstance(truth, list):
        yield from _points(truth, answer)
    else:
        yield _real(kind, truth, answer)


def _float(truth: str, answer: object) -> Judgement:
    text = _text(answer)
    try:
        value = float.fromhex(text) if HEX.fullmatch(text) or "inf" in text else None
    except (OverflowError, ValueError):
        value = None
    if value is None:
        raise Malformed(f"{shown(text)} is not a hexadecimal float such as 0x1.8p+0")
    same = value.hex() == truth or (value.hex() in ("0x0.0p+0", "-0x0.0p+0") and truth == "0x0.0p+0")
    return Judgement("exact") if same else Judgement("wrong", f"{text} in place of {truth}")


def _pairs(answer: object) -> list[Sequence[object]]:
    if not isinstance(answer, list) or any(not isinstance(each, list) or len(each) != 2 for each in answer):
        raise Malformed(f"{shown(answer)} is not a list of pairs")
    return answer


def _distribution(truth: list[Json], answer: object) -> Iterator[Judgement]:
    given: dict[str, object] = {}
    for name, p in _pairs(answer):
        key = json.dumps(name)
        if key in given:
            raise Malformed(f"the outcome {shown(name)} is listed twice")
        given[key] = p
    for outcome, p in _pairs(truth):
        key = json.dumps(outcome)
        if key in given:
            yield _real("probability", _as_json(p), given.pop(key))
        else:
            yield Judgement("wrong", f"the outcome {key} is missing")
    for key, p in given.items():
        zero = _real("probability", "0", p)
        yield zero if zero.status == "exact" else Judgement("wrong", f"the outcome {key} cannot occur")


def _points(truth: list[Json], answer: object) -> Iterator[Judgement]:
    wanted, given = _pairs(truth), _pairs(answer)
    if len(given) != len(wanted):
        yield Judgement("wrong", f"{len(given)} points in place of {len(wanted)}")
    for right, left in zip(wanted, given, strict=False):
        for t, a in zip(right, left, strict=True):
            yield _real("point", _as_json(t), a)


def _as_json(value: object) -> Json:
    """A part of an expected value: a string or an object."""
    return value if isinstance(value, str | dict) else str(value)


@dataclass(frozen=True)
class Truth:
    """A real number, exact or between two rationals."""

    exact: Number | Log | None
    lower: Fraction
    upper: Fraction

    def __str__(self) -> str:
        return "a certified number" if self.exact is None else str(self.exact)

    @property
    def decimal(self) -> str:
        """A few digits."""
        return f"{approximate(self.lower)}..."

    @property
    def is_infinite(self) -> bool:
        """Whether it is infinity."""
        return isinstance(self.exact, Log) and self.exact.is_infinite


def read_truth(value: Json) -> Truth:
    """The number of a vector."""
    if isinstance(value, dict):
        exact = value["exact"]
        known = as_real(exact) if isinstance(exact, str) else None
        return Truth(known, Fraction(str(value["lower"])), Fraction(str(value["upper"])))
    if value == "inf":
        return Truth(INFINITY, Fraction(0), Fraction(0))
    rational = Fraction(str(value))
    return Truth(Number(rational), rational, rational)


def _real(kind: str, value: Json, answer: object) -> Judgement:
    """The judgement on one real number, which may be answered by an interval."""
    truth = read_truth(value)
    if isinstance(answer, dict):
        if answer.get("exact") is None:
            return _interval(kind, truth, {end: part for end, part in answer.items() if end != "exact"})
        answer = answer["exact"]
    text = _text(answer)
    given = read_answer(text, value)
    order = compare(given, truth)
    if order == 0:
        return Judgement("exact")
    if order is None:
        return Judgement("undecided", f"{text} cannot be told from {_words(truth)}")
    if SAFE[kind] == "equal":
        if _is_nearest(given, truth):
            return Judgement("rounded")
        return Judgement("wrong", f"{text} in place of {_words(truth)}")
    if (order > 0) != (SAFE[kind] == "up"):
        return Judgement(
            "unsound", f"{text} is {'below' if order < 0 else 'above'} {_words(truth)}{off(given, truth)}"
        )
    if kind in TRIVIAL and _is_trivial(kind, given):
        return Judgement("vacuous", f"{text} holds of everything; the truth is {_words(truth)}")
    return Judgement("sound", f"loose{off(given, truth)}")


def _interval(kind: str, truth: Truth, answer: Mapping[str, object]) -> Judgement:
    if set(answer) != {"lower", "upper"}:
        raise Malformed(f'{shown(dict(answer))} is neither a string nor {{"lower": ..., "upper": ...}}')
    low, high = (read_answer(_text(answer[end]), None) for end in ("lower", "upper"))
    below = -1 if _touches(low, truth, truth.lower) else compare(low, truth)
    above = 1 if _touches(high, truth, truth.upper) else compare(high, truth)
    if below == above == 0:
        return Judgement("exact")
    if below is None or above is None:
        return Judgement("undecided", f"an end cannot be told from {_words(truth)}")
    if below > 0 or above < 0:
        beyond = (SAFE[kind] == "up" and above < 0) or (SAFE[kind] == "down" and below > 0)
        return Judgement("unsound" if beyond else "wrong", f"the interval does not hold {_words(truth)}")
    end, order = (low, below) if SAFE[kind] == "down" else (high, above)
    ends = (low, high) if SAFE[kind] == "equal" else (end,)
    if any(isinstance(each, Log) and each.is_infinite for each in ends) and not truth.is_infinite:
        return Judgement("vacuous", "an infinite interval")
    if kind == "probability" and low <= Number(0) and high >= Number(1):
        return Judgement("vacuous", "the interval holds every probability")
    if kind in TRIVIAL and order and _is_trivial(kind, end):
        return Judgement("vacuous", f"the interval says no more than {TRIVIAL[kind]}")
    return Judgement("enclosed")


def _touches(end: Number | Log, truth: Truth, bound: Fraction) -> bool:
    """Whether the end of an interval is the known bound of a truth that no text holds."""
    return truth.exact is None and end.rational_value() == bound


def _is_trivial(kind: str, given: Number | Log) -> bool:
    """Whether a bound holds of everything."""
    if TRIVIAL[kind] == "inf":
        return isinstance(given, Log) and given.is_infinite
    limit = Number(int(TRIVIAL[kind]))
    if isinstance(given, Log):
        return given.is_infinite
    return given >= limit if SAFE[kind] == "up" else given <= limit


def _text(answer: object) -> str:
    if isinstance(answer, int | float) and not isinstance(answer, bool):
        raise Malformed(f"{answer} is a number; numbers are answered as strings")
    if not isinstance(answer, str):
        raise Malformed(f"{shown(answer)} is not a string")
    return answer.strip()


def read_answer(text: str, truth: Json) -> Number | Log:
    """A rational, a decimal, a hexadecimal float, inf, the exact text of the truth, or an expression."""
    if isinstance(truth, dict) and text.replace(" ", "") == str(truth["exact"]).replace(" ", ""):
        return as_real(str(truth["exact"]))
    if len(text) > LONGEST:
        raise Malformed(f"a number of {len(text)} characters; at most {LONGEST} are read")
    if text in ("inf", "Infinity", "Inf", "+Inf", "infinity"):
        return INFINITY
    if PLAIN.fullmatch(text) and not re.fullmatch(r".*/0+", text):
        return Number(Fraction(text))
    if HEX.fullmatch(text):
        try:
            return Number(Fraction(float.fromhex(text)))
        except OverflowError:
            raise Malformed(f"{text} is beyond the largest float") from None
    if len(text) <= 500 and EXPRESSION.fullmatch(text):
        return as_real(text)
    raise Malformed(f"{shown(text)} is not a number; write 1/3, 0.25, 0x1.8p-2, ln(3), or inf")


def compare(given: Number | Log, truth: Truth) -> int | None:
    """The sign of given - truth; None where it is not known."""
    if isinstance(given, Log) and given.is_infinite:
        return 0 if truth.is_infinite else given.infinite
    if truth.is_infinite:
        return -1
    rational = given.rational_value()
    if rational is not None:
        if rational < truth.lower or rational > truth.upper:
            return -1 if rational < truth.lower else 1
        if truth.lower == truth.upper and rational == truth.lower:
            return 0
    if truth.exact is None:
        return _between(given, truth)
    try:
        if isinstance(given, Log) and isinstance(truth.exact, Log):
            return (given > truth.exact) - (given < truth.exact)
        if isinstance(given, Number) and isinstance(truth.exact, Number):
            return (given > truth.exact) - (given < truth.exact)
        return certified(given).compare(certified(truth.exact))
    except AssayError:
        return None


def _between(given: Number | Log, truth: Truth) -> int | None:
    """By decimals, for a truth that is known by an enclosure."""
    if Fraction(given.upper(40)) < truth.lower:
        return -1
    return 1 if Fraction(given.lower(40)) > truth.upper else None


def _is_nearest(given: Number | Log, truth: Truth) -> bool:
    """Whether it is the float nearest to the truth, by its exact value or as 17 or its fewest digits."""
    rational = given.rational_value()
    low, high = float(truth.lower), float(truth.upper)
    if rational is None or truth.is_infinite or low != high:
        return False
    return rational in (Fraction(low), Fraction(repr(low)), Fraction(f"{low:.17g}"))


def off(given: Number | Log, truth: Truth) -> str:
    """By how much, in a few digits."""
    rational = given.rational_value()
    if truth.is_infinite or (isinstance(given, Log) and given.is_infinite):
        return ""
    value = Fraction(given.lower(40)) if rational is None else rational
    return f" by {approximate(abs(value - truth.lower))}"


def approximate(value: Fraction) -> str:
    """Three significant digits, of any size."""
    return f"{Decimal(value.numerator) / Decimal(value.denominator):.3g}"


def _words(truth: Truth) -> str:
    """The truth with a few digits."""
    text = str(truth)
    text = text if len(text) <= 60 else f"{text[:50]}..."
    return text if truth.is_infinite else f"{text} ({truth.decimal})"


def shown(value: object) -> str:
    """A value of a foreign program, cut where it is long."""
    text = json.dumps(value, default=repr)
    return text if len(text) <= 80 else f"{text[:70]}... ({len(text)} characters)"
