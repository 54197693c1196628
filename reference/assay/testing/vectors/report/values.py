"""Values of the vectors, and answers, as they stand on a page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction

from ....outputs.json_values import Json
from ..judgement import MEANING, NOT_IMPLEMENTED, Judgement, factor_text
from ..run import Answered
from .html import Child, Markup, element, facts, folded, joined, table

LONGEST = 400
"""A longer number or answer is folded."""


def expected(value: Mapping[str, Json]) -> Markup:
    """What is expected, exactly and in decimals."""
    if value["kind"] == "refusal":
        return element("p", "The arguments are invalid, and have to be refused.")
    return element("div", exactly(value["value"]))


def exactly(value: Json) -> Markup:
    """An expected value."""
    if isinstance(value, dict) and "lower" in value:
        decimals = (f"between {value['lower']} ", f"and {value['upper']}")
        known = value.get("exact")
        first = () if known is None else (_code(str(known)), element("br"))
        return joined((*first, element("span", *decimals, class_="soft")))
    if isinstance(value, dict):
        return facts((name, exactly(part)) for name, part in value.items())
    if isinstance(value, list) and all(isinstance(each, list) and len(each) == 2 for each in value):
        pairs = [each for each in value if isinstance(each, list)]
        return table(("", ""), ((_outcome(left), exactly(right)) for left, right in pairs))
    return _code(value if isinstance(value, str) else json.dumps(value))


def _code(text: str) -> Markup:
    """A number, folded where it is long."""
    if len(text) <= LONGEST:
        return element("code", text)
    return folded(f"exactly, {len(text)} characters", element("pre", text))


def _outcome(value: Json) -> Markup:
    real = isinstance(value, dict) and "lower" in value
    return exactly(value) if real else element("code", json.dumps(value))


def arguments(value: Json) -> Markup:
    """The arguments of a prompt."""
    return element("pre", json.dumps(value, indent=1, ensure_ascii=False))


def answer(each: Answered) -> Markup:
    """What was answered, as it came."""
    if not each.answer:
        return element("span", "none", class_="soft")
    (name, value), *_ = each.answer.items()
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    label: Child = "" if name == "value" else element("span", f"{name} ", class_="soft")
    if len(text) <= LONGEST:
        return joined((label, element("code", text)))
    return folded(f"{name}, {len(text)} characters", element("pre", text))


def status(judgement: Judgement, factor: Fraction) -> Markup:
    """The name of a judgement; what it means is told where the pointer rests."""
    name = judgement.status
    loose = judgement.passes and not judgement.is_tight(factor)
    grade = "middle" if loose or name == NOT_IMPLEMENTED else "good" if judgement.passes else "bad"
    return element("span", f"{name}, loose" if loose else name, class_=f"status {grade}", title=MEANING[name])


def times(judgement: Judgement) -> str:
    """The factor between the bound and the truth."""
    return factor_text(judgement.slack) if judgement.slack else ""
