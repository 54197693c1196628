"""Findings as one JSON object; `spec/audit.schema.json` describes it."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping

from ... import __version__
from ...dp import Profile
from ...exact import Log, Number
from ...outputs.json_values import exact_json
from ...outputs.text import spelled
from .findings import Claim, Findings, Unknown, Worst, obstacles


def to_json(findings: Findings) -> str:
    """The findings as one JSON object, with a line break at the end.

    Every exact value is an object {"exact": ..., "decimal": ...}: the exact spelling, which Assay reads
    again, and the value correctly rounded to 15 significant digits (null for infinity and for a function of
    the symbol eps).
    """
    return json.dumps(document(findings), indent=2, allow_nan=False) + "\n"


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
        "measures": {
            "epsilon": {"at_delta": exact_json(findings.at_delta)} | _measure(findings, findings.epsilon),
            "delta": None if findings.delta is None else _measure(findings, findings.delta),
            "total_variation": _measure(findings, findings.total_variation),
            "profile": _profile(findings.profile),
        },
        "obstacles": [{"reason": reason, "known": _known(facts)} for reason, facts in obstacles(findings)],
        "engines": {
            question: {"engine": note.engine, "declined": dict(note.declined)}
            for question, note in mechanism.notes.items()
        },
        "exit_status": findings.exit_status,
    }


def _claim(claim: Claim) -> dict[str, object]:
    return {"epsilon": exact_json(claim.epsilon), "delta": exact_json(claim.delta)}


def _unknown(unknown: Unknown) -> dict[str, object]:
    """Why there is no value, and what is known nevertheless."""
    return {"unknown": unknown.reason, "known": _known(unknown.known)}


def _known(facts: Mapping[str, object]) -> dict[str, object]:
    """What is known, number by number."""
    return {
        name: exact_json(value) if isinstance(value, Log | Number) else str(value)
        for name, value in facts.items()
    }


def _measure(findings: Findings, found: Worst[Number] | Worst[Log] | Unknown) -> dict[str, object]:
    """A worst case with the pair and the event that attain it, and the event's two probabilities."""
    if isinstance(found, Unknown):
        return _unknown(found)
    whole = {"value": exact_json(found.value)} | _where(findings, found.pair, found.event)
    if not found.pieces:
        return whole
    return whole | {"pieces": [_measure(findings, piece) for piece in found.pieces]}


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


def _profile(found: Worst[Profile] | Unknown) -> dict[str, object]:
    """The breakpoints (epsilon, delta(epsilon)) of the profile."""
    if isinstance(found, Unknown):
        return _unknown(found)
    return {
        "breakpoints": [
            {"epsilon": exact_json(epsilon), "delta": exact_json(delta)}
            for epsilon, delta in found.value.breakpoints
        ]
    }
