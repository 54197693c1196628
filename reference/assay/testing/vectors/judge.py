"""Judging an answer: exactly, without any tolerance, and told in which direction it is off.

exact: the truth.  rounded: the float nearest to it, where no direction is the safe one.  sound: on the safe
side of the truth, loose by the stated amount.  enclosed: an interval that holds it.  refused: what had to be
refused was.  All else fails: unsound (beyond the truth on the other side), wrong, vacuous (always true),
undecided (closer to the truth than it is known), accepted (an invalid prompt was answered), refuses (a valid
one was not), malformed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ...errors import AssayError
from ...exact import Log, Number
from ...outputs.json_values import Json
from .function import SAFE, TRIVIAL
from .reals import HEX, Malformed, Truth, compare, off, read_answer, read_truth, shortened, text_of

PASSES = ("exact", "rounded", "sound", "enclosed", "refused")
FAILS = ("undecided", "vacuous", "malformed", "refuses", "accepted", "wrong", "unsound")
"""From the least to the most serious."""
# in a conformance test all but a pass is a failure: these words verify or refute, and leave nothing open
RUN_FAILS = ("unanswered", "garbage", "flooded", "hung", "crashed")


@dataclass(frozen=True)
class Judgement:
    """What an answer is, and in words why."""

    status: str
    detail: str = ""

    @property
    def passes(self) -> bool:
        """Whether the answer is right."""
        return self.status in PASSES


def judge(expected: Mapping[str, Json], answer: Mapping[str, object]) -> Judgement:
    """The judgement on {"value": ...} or {"error": ...}."""
    if ("value" in answer) == ("error" in answer):
        return Judgement("malformed", 'an answer has either "value" or "error"')
    refusal = expected["kind"] == "refusal"
    if "error" in answer:
        if refusal:
            return Judgement("refused")
        return Judgement("refuses", f"refused: {shortened(answer['error'])}")
    if refusal:
        return Judgement("accepted", f"answered {shortened(answer['value'])} where the arguments are invalid")
    try:
        found = list(_parts(str(expected["kind"]), expected["value"], answer["value"]))
    except (AssayError, TypeError, ValueError, ArithmeticError, RecursionError) as error:
        return Judgement("malformed", str(error))
    return max(found, key=lambda each: (*PASSES, *FAILS).index(each.status))


def _parts(kind: str, truth: Json, answer: object) -> Iterator[Judgement]:
    """The judgement on every number of the answer."""
    if kind == "float":
        yield _float(str(truth), answer)
    elif kind == "guarantee" and isinstance(truth, dict):
        if not isinstance(answer, dict) or set(answer) != {"epsilon", "delta"}:
            raise Malformed(f'{shortened(answer)} is not {{"epsilon": ..., "delta": ...}}')
        for name in ("epsilon", "delta"):
            yield _real(name, truth[name], answer[name])
    elif kind == "distribution" and isinstance(truth, list):
        yield from _distribution(truth, answer)
    elif kind in ("profile", "trade-off") and isinstance(truth, list):
        yield from _points(truth, answer)
    else:
        yield _real(kind, truth, answer)


def _float(truth: str, answer: object) -> Judgement:
    text = text_of(answer)
    try:
        value = float.fromhex(text) if HEX.fullmatch(text) or "inf" in text else None
    except (OverflowError, ValueError):
        value = None
    if value is None:
        raise Malformed(f"{shortened(text)} is not a hexadecimal float such as 0x1.8p+0")
    same = value.hex() == truth or (value.hex() in ("0x0.0p+0", "-0x0.0p+0") and truth == "0x0.0p+0")
    return Judgement("exact") if same else Judgement("wrong", f"{text} in place of {truth}")


def _pairs(answer: object) -> list[Sequence[object]]:
    if not isinstance(answer, list) or any(not isinstance(each, list) or len(each) != 2 for each in answer):
        raise Malformed(f"{shortened(answer)} is not a list of pairs")
    return answer


def _distribution(truth: list[Json], answer: object) -> Iterator[Judgement]:
    given: dict[str, object] = {}
    for name, p in _pairs(answer):
        key = json.dumps(name)
        if key in given:
            raise Malformed(f"the outcome {shortened(name)} is listed twice")
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


def _real(kind: str, value: Json, answer: object) -> Judgement:
    """The judgement on one real number, which may be answered by an interval."""
    truth = read_truth(value)
    if isinstance(answer, dict):
        if answer.get("exact") is None:
            return _interval(kind, truth, {end: part for end, part in answer.items() if end != "exact"})
        answer = answer["exact"]
    text = text_of(answer)
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
        raise Malformed(f'{shortened(dict(answer))} is neither a string nor {{"lower": ..., "upper": ...}}')
    low, high = (read_answer(text_of(answer[end]), None) for end in ("lower", "upper"))
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


def _is_nearest(given: Number | Log, truth: Truth) -> bool:
    """Whether it is the float nearest to the truth, by its exact value or as 17 or its fewest digits."""
    rational = given.rational_value()
    low, high = float(truth.lower), float(truth.upper)
    if rational is None or truth.is_infinite or low != high:
        return False
    return rational in (Fraction(low), Fraction(repr(low)), Fraction(f"{low:.17g}"))


def _words(truth: Truth) -> str:
    """The truth with a few digits."""
    text = str(truth)
    text = text if len(text) <= 60 else f"{text[:50]}..."
    return text if truth.is_infinite else f"{text} ({truth.decimal})"
