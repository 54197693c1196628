"""Findings as one JSON object; `spec/audit.schema.json` describes it."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from ... import __version__
from ...dp import PosteriorOdds, Profile, TradeOff
from ...dp.measures import MEASURES
from ...exact import Certified, Log, Number
from ...outputs.json_values import DIGITS, exact_json
from ...outputs.text import spelled
from .findings import Claim, Findings, Found, Unknown, obstacles
from .questions import Question, shown_arguments


def to_json(findings: Findings, **more: object) -> str:
    """The findings as one JSON object, with a line break at the end; `more` stands beside them.

    Every exact value is an object {"exact": ..., "decimal": ...}: the exact spelling, which Assay reads
    again, and the value correctly rounded to 15 significant digits (null for infinity and for a function of
    the symbol eps).  A certified value is {"exact": null, "lower": ..., "upper": ...}, with decimals below
    and above it.
    """
    return json.dumps(document(findings) | more, indent=2, allow_nan=False) + "\n"


def document(findings: Findings) -> dict[str, object]:
    """The findings as JSON values."""
    mechanism, verdict = findings.mechanism, findings.verdict
    return {
        "assay": __version__,
        "mechanism": {
            "name": mechanism.name,
            "adjacency": repr(mechanism.adjacency),
            "inputs": len(mechanism.domain),
            "pairs": len(mechanism.pairs),
            "outputs": None if isinstance(findings.outputs, Unknown) else findings.outputs,
        },
        "claim": None if findings.claim is None else _claim(findings.claim),
        "verdict": None if verdict is None else verdict.to_json(),
        "measures": _measures(findings),
        **(
            {"more": [_asked(findings, asked, found) for asked, found in findings.more.items()]}
            if findings.more
            else {}
        ),
        "obstacles": [{"reason": reason, "known": _known(facts)} for reason, facts in obstacles(findings)],
        "engines": {
            question: {"engine": note.engine, "declined": dict(note.declined)}
            for question, note in mechanism.notes.items()
        },
        "exit_status": findings.exit_status,
    }


def _claim(claim: Claim) -> dict[str, object]:
    return {"epsilon": exact_json(claim.epsilon), "delta": exact_json(claim.delta)}


def _known(facts: Mapping[str, object]) -> dict[str, object]:
    """What is known, number by number."""
    return {
        name: exact_json(value) if isinstance(value, Log | Number) else str(value)
        for name, value in facts.items()
    }


def _measures(findings: Findings) -> dict[str, object]:
    """The measures of every report by name; null for those that need an epsilon where none is claimed."""
    answers: dict[str, object] = {measure.name: None for measure in MEASURES if measure.reported}
    for asked, found in findings.measures.items():
        given = {f"at_{name}": exact_json(value) for name, value in shown_arguments(asked).items()}
        answers[asked.measure.name] = given | _found(findings, found)
    return answers


def _asked(findings: Findings, asked: Question, found: Found) -> dict[str, object]:
    """A measure that was asked for, with its arguments as they were given."""
    arguments = {name: str(value) for name, value in asked.named.items()}
    return {"measure": asked.measure.name, "arguments": arguments, "answer": _found(findings, found)}


def _found(findings: Findings, found: Found) -> dict[str, object]:
    """A worst case with the pair and the event that attain it, and the event's two probabilities."""
    if isinstance(found, Unknown):
        return {"unknown": found.reason, "known": _known(found.known)}
    if isinstance(found.value, Profile):
        return {"breakpoints": _points(("epsilon", "delta"), found.value.breakpoints)}
    if isinstance(found.value, TradeOff):
        return {"vertices": _points(("alpha", "beta"), found.value.vertices)}
    whole = _value(found.value) | _where(findings, found.pair, found.event)
    if not found.pieces:
        return whole
    return whole | {"pieces": [_found(findings, piece) for piece in found.pieces]}


def _value(value: Any) -> dict[str, object]:
    """A number, or the two ends of a range of odds; an upper end of null has no bound."""
    if isinstance(value, PosteriorOdds):
        upper = None if value.upper is None else exact_json(value.upper)
        return {"lower": exact_json(value.lower), "upper": upper}
    if isinstance(value, Certified):
        return {
            "value": {"exact": None, "lower": str(value.lower(DIGITS)), "upper": str(value.upper(DIGITS))}
        }
    return {"value": exact_json(value)}


def _points(names: tuple[str, str], points: Iterable[tuple[Any, Any]]) -> list[dict[str, object]]:
    """The points of a curve."""
    return [dict(zip(names, map(exact_json, point), strict=True)) for point in points]


def _where(
    findings: Findings, pair: tuple[Hashable, Hashable] | None, event: tuple[Hashable, ...] | None
) -> dict[str, object]:
    """The pair, the event, and P(S) and Q(S)."""
    if pair is None or event is None:
        return {"pair": None, "event": None, "p": None, "q": None}
    p, q = (findings.mechanism.distribution(x).prob(event) for x in pair)
    return {
        "pair": [spelled(x) for x in pair],
        "event": [spelled(outcome) for outcome in event],
        "p": exact_json(p),
        "q": exact_json(q),
    }
