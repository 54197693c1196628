"""Certificates of single steps, which the kernel may refuse, for the second checker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assay.prove import Theorem
from assay.prove.claims import statement


def certificate(
    rule: str, claim: str, arguments: Mapping[str, object], premises: Sequence[Theorem] = ()
) -> dict[str, object]:
    """The certificate of a step, after those of its premises."""
    steps: list[dict[str, object]] = []
    places = []
    for p in premises:
        for step in p.to_json()["steps"]:  # type: ignore[attr-defined]
            steps.append({**step, "from": [k + len(steps) - _place(step, p) for k in step["from"]]})
        places.append(len(steps) - 1)
    said = str(statement(claim))
    steps.append({"claim": said, "rule": rule, "with": dict(arguments), "from": places})
    return {"format": "assay-certificate/1", "claim": said, "steps": steps}


def _place(step: object, p: Theorem) -> int:
    """Where the step stands in the certificate of its theorem."""
    return p.to_json()["steps"].index(step)  # type: ignore[attr-defined, no-any-return]
