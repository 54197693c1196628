"""Judging an answer: exactly, without any tolerance, and told in which direction it is off.

Every answer gets one of the names of `statuses`.  What passes is sound; `slack` says how much of a sound
bound is more than the truth, and is what makes it tight or loose.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from math import inf, nextafter

from ...errors import AssayError
from ...outputs.json_values import Json
from .judgement import FAILS, NOT_IMPLEMENTED, PASSES, RANK, RUN_FAILS, Judgement
from .named_formulas import judge_guarantee, judge_value
from .one_number import judge_number
from .reals import HEX, Malformed, shortened, text_of

__all__ = ["FAILS", "PASSES", "RUN_FAILS", "Judgement", "judge"]

KEYS = ("value", "error", "not_implemented")


def judge(
    expected: Mapping[str, Json], answer: Mapping[str, object], prompt: Mapping[str, Json] | None = None
) -> Judgement:
    """The judgement on {"value": ...}, {"error": ...} or {"not_implemented": ...} as an answer to the prompt.

    Without the prompt, whose function may be a formula that is not the best bound, what is below is unsound.
    """
    if sum(key in answer for key in KEYS) != 1:
        return Judgement("malformed", 'an answer has either "value", "error" or "not_implemented"')
    if "not_implemented" in answer:
        return Judgement(NOT_IMPLEMENTED, shortened(answer["not_implemented"]))
    refusal = expected["kind"] == "refusal"
    if "error" in answer:
        if refusal:
            return Judgement("refused")
        return Judgement("refuses", f"refused: {shortened(answer['error'])}")
    if refusal:
        return Judgement("accepted", f"answered {shortened(answer['value'])} where the arguments are invalid")
    try:
        return _judged(expected, answer["value"], prompt or {})
    except (AssayError, TypeError, ValueError, ArithmeticError, RecursionError) as error:
        return Judgement("malformed", str(error))


def _judged(expected: Mapping[str, Json], answer: object, prompt: Mapping[str, Json]) -> Judgement:
    """The worst of the judgements on the parts, and the most slack."""
    kind, truth = str(expected["kind"]), expected["value"]
    found = list(_parts(kind, truth, answer))
    worst = max(found, key=lambda each: RANK[each.status])
    if worst.status in ("unsound", "one-ulp"):
        below_a_formula = judge_guarantee if kind == "guarantee" else judge_value
        return below_a_formula(prompt, answer, worst)
    slacks = [each.slack for each in found if each.slack is not None]
    return Judgement(worst.status, worst.detail, max(slacks, default=None) if worst.passes else None)


def _parts(kind: str, truth: Json, answer: object) -> Iterator[Judgement]:
    """The judgement on every number of the answer."""
    if kind == "float":
        yield _float(str(truth), answer)
    elif kind == "guarantee" and isinstance(truth, dict):
        if not isinstance(answer, dict) or set(answer) != {"epsilon", "delta"}:
            raise Malformed(f'{shortened(answer)} is not {{"epsilon": ..., "delta": ...}}')
        for name in ("epsilon", "delta"):
            yield judge_number(name, truth[name], answer[name])
    elif kind == "distribution" and isinstance(truth, list):
        yield from _distribution(truth, answer)
    elif kind in ("profile", "trade-off") and isinstance(truth, list):
        yield from _points(truth, answer)
    elif kind == "decisions" and isinstance(truth, list):
        yield _decisions(truth, answer)
    else:
        yield judge_number(kind, truth, answer)


def _float(truth: str, answer: object) -> Judgement:
    text = text_of(answer)
    try:
        value = float.fromhex(text) if HEX.fullmatch(text) or "inf" in text else None
    except (OverflowError, ValueError):
        value = None
    if value is None:
        raise Malformed(f"{shortened(text)} is not a hexadecimal float such as 0x1.8p+0")
    wanted = float.fromhex(truth)
    if value == wanted:
        return Judgement("exact")
    beside = wanted in (nextafter(value, -inf), nextafter(value, inf))
    return Judgement(
        "one-ulp" if beside and value and wanted and abs(value) < inf and abs(wanted) < inf else "wrong",
        f"{text} in place of {truth}",
    )


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
            yield judge_number("probability", _as_json(p), given.pop(key))
        else:
            yield Judgement("wrong", f"the outcome {key} is missing")
    for key, p in given.items():
        zero = judge_number("probability", "0", p)
        yield zero if zero.status == "exact" else Judgement("wrong", f"the outcome {key} cannot occur")


def _points(truth: list[Json], answer: object) -> Iterator[Judgement]:
    wanted, given = _pairs(truth), _pairs(answer)
    if len(given) != len(wanted):
        yield Judgement("wrong", f"{len(given)} points in place of {len(wanted)}")
    for right, left in zip(wanted, given, strict=False):
        for t, a in zip(right, left, strict=True):
            yield judge_number("point", _as_json(t), a)


def _decisions(truth: list[Json], answer: object) -> Judgement:
    """By the first decision that is another one.

    What is asked is a rule: a round that it refuses may be admitted rightly by another filter.
    """
    if not isinstance(answer, list) or any(not isinstance(each, bool) for each in answer):
        raise Malformed(f"{shortened(answer)} is not a list of true and false")
    if len(answer) != len(truth):
        raise Malformed(f"{len(answer)} decisions on {len(truth)} rounds")
    for place, (right, given) in enumerate(zip(truth, answer, strict=True), 1):
        if given != right:
            return Judgement("wrong", f"round {place} is {'admitted' if given else 'refused'}")
    return Judgement("exact")


def _as_json(value: object) -> Json:
    """A part of an expected value: a string or an object."""
    return value if isinstance(value, str | dict) else str(value)
