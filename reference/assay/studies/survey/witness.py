"""Witnesses: data from which a script that knows nothing of Assay rechecks an UNSOUND row."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from ...engines.partial import Partial
from ...errors import AssayError
from ...exact import Log
from ...testing.blackbox import DistributionFinding, EpsilonFinding
from ...testing.blackbox.concentrated import ConcentratedFinding
from ...testing.claims import Judgement
from ...testing.claims.judgement import Bound
from ...testing.claims.values import Claimed, Real
from .case import Definition, Samples, snippet_of

DIGITS = 40


def claim_witness(row: Judgement, bound: Bound, definition: Definition | None) -> Mapping[str, object]:
    """The claimed number exactly, the mechanism as data, and where the truth lies.

    Without a definition the pair and event of the truth are shown, but nothing says what they are of.
    """
    return {
        "kind": "claim",
        "bound": bound,
        "claimed": exact_text(row.claimed),
        "true": enclosed(row.true),
        "evidence": None if row.evidence is None else str(row.evidence),
        "definition": None if definition is None else dict(definition),
    }


def event_witness(
    claimed: Claimed,
    delta: object,
    pair: tuple[Any, Any],
    event: tuple[Any, ...],
    p: Real,
    q: Real,
) -> Mapping[str, object]:
    """An event with its exact probabilities (bounds of them, where mass is open): p > e^claimed q + delta."""
    return {
        "kind": "event",
        "quantity": "epsilon",
        "claimed": exact_text(claimed),
        "delta": str(delta),
        "inputs": [repr(x) for x in pair],
        "event": [repr(outcome) for outcome in event],
        "p": str(p),
        "q": str(q),
    }


def exact_text(value: Claimed | None) -> str:
    """The exact number as text; "inf" and "-inf"."""
    if value is None:
        return "none"
    if isinstance(value, Log) and value.is_infinite:
        return "inf" if value > 0 else "-inf"
    rational = value.rational_value()
    return str(value) if rational is None else str(rational)


def enclosed(value: Real | None) -> list[str]:
    """Decimals below and above, or the infinite value twice."""
    if value is None:
        return []
    if isinstance(value, Log) and value.is_infinite:
        return ["inf" if value > 0 else "-inf"] * 2
    try:
        return [str(value.lower(DIGITS)), str(value.upper(DIGITS))]
    except AssayError:
        return _roughly(value)


def _roughly(value: Real) -> list[str]:
    """The ends of the best enclosure."""
    from ...exact._flint import bounds

    ends = bounds(value.enclosure(256))
    return [] if ends is None else [str(end) for end in ends]


def distribution_witness(case: Samples, x: Hashable, found: DistributionFinding) -> Mapping[str, object]:
    """The promised distribution on an input, what was seen, and the text that draws again."""
    distribution = case.distribution(x) if case.distribution is not None else None
    masses = (
        {}
        if distribution is None
        else dict(distribution.lower.items() if isinstance(distribution, Partial) else distribution.items())
    )
    return {
        "kind": "samples",
        "claim": "distribution",
        "distribution": {repr(outcome): str(mass) for outcome, mass in masses.items()},
        "open": str(distribution.open_mass) if isinstance(distribution, Partial) else "0",
        "impossible": repr(found.impossible) if found.certain else None,
        "samples": found.samples,
        "snippets": [_drawing(case, x)],
    }


def epsilon_witness(case: Samples, pair: tuple[Any, Any], found: EpsilonFinding) -> Mapping[str, object]:
    """The event with its counts, the bounds that follow, and the texts that draw again."""
    return {
        "kind": "samples",
        "claim": "epsilon",
        "claimed": exact_text(found.claimed),
        "delta": str(found.delta),
        **_counted(case, pair, found),
    }


def concentrated_witness(
    case: Samples, pair: tuple[Any, Any], found: ConcentratedFinding
) -> Mapping[str, object]:
    """The event with its counts, the order of the divergence, and the texts that draw again."""
    return {
        "kind": "samples",
        "claim": "zcdp",
        "claimed": str(found.claimed),
        "alpha": str(found.order),
        **_counted(case, pair, found),
    }


def _counted(
    case: Samples, pair: tuple[Any, Any], found: EpsilonFinding | ConcentratedFinding
) -> Mapping[str, object]:
    """How often the event came on each input, the bounds of its probabilities, and how to draw again."""
    return {
        "inputs": [repr(x) for x in pair],
        "event": [repr(outcome) for outcome in found.event],
        "hits": list(found.hits),
        "samples": found.samples,
        "p": str(found.p),
        "q": str(found.q),
        "snippets": [_drawing(case, x) for x in pair],
    }


def _drawing(case: Samples, x: Hashable) -> str:
    """The text that draws as many outputs on an input as the case does."""
    return snippet_of(case, {**case.parameters, "input": x, "count": case.samples})
