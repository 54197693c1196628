"""What `assay decide` prints of a verdict for every epsilon: lines, or JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..decide import FailsFor, SymbolicMechanism
    from ..decide.smallest import SmallestMultiple
    from ..dp import Verdict


Confirmations = tuple[dict[str, object], list[str]]
"""The same as JSON values and as lines."""


def as_text(
    mechanism: SymbolicMechanism,
    claim: object,
    verdict: Verdict,
    smallest: SmallestMultiple | str,
    confirmed: Confirmations,
) -> str:
    """The answer in lines."""
    from ..decide import FailsFor
    from ..decide.boxes import box_of
    from ..decide.decision import ratios
    from ..dp import Undecided

    box = box_of(mechanism.domain)
    inputs = f"the {len(mechanism.domain)} inputs {box}" if box else f"{len(mechanism.domain)} inputs"
    lines = [
        f"{mechanism.name}: {inputs}, {len(mechanism.pairs)} ordered adjacent pairs, "
        f"{len(ratios(mechanism).found)} distinct ratios",
        f"claim: {claim}",
    ]
    if isinstance(verdict, FailsFor):
        lines += _refuted(mechanism, verdict)
    elif isinstance(verdict, Undecided):
        lines.append(f"undecided: {verdict.reason}")
        lines += [f"  {name}: {value}" for name, value in verdict.known.items()]
    else:
        lines += [str(verdict), *confirmed[1]]
    return "\n".join([*lines, *_smallest(mechanism, smallest)]) + "\n"


def _refuted(mechanism: SymbolicMechanism, verdict: FailsFor) -> list[str]:
    """For which epsilons it fails, with the witness."""
    from ..decide.certificates.witness_events import is_density
    from ..outputs.text import spelled

    w = verdict.witness
    x, y = w.inputs
    event = ", ".join(map(spelled, w.event))
    p, q = (
        (f"density of {m} at S" for m in ("M(x)", "M(x')"))
        if is_density(mechanism, verdict)
        else (f"P[{m} in S]" for m in ("M(x)", "M(x')"))
    )
    how = "exactly" if verdict.complete else "at least"
    return [
        f"refuted: fails {how} for {verdict.failing}",
        f"witness at eps = {verdict.at}: x = {spelled(x)}, x' = {spelled(y)}, S = {{{event}}}",
        f"  {p} = {w.p.decimal(12)}, {q} = {w.q.decimal(12)}",
        f"  e^epsilon ({q}) + delta = {(w.epsilon.exp() * w.q + w.delta).decimal(12)}",
    ]


def _smallest(mechanism: SymbolicMechanism, smallest: SmallestMultiple | str) -> list[str]:
    """The smallest c, or why it is not known, and whether it is larger outside of these inputs."""
    from ..decide.boxes import wider

    if isinstance(smallest, str):
        return [f"smallest c: not decided ({smallest})"]
    if smallest.is_infinite:
        return ["smallest c with c*eps-privacy for all eps > 0: none"]
    outside = wider(mechanism, smallest)
    return [
        f"smallest c with c*eps-privacy for all eps > 0: {smallest}",
        *([] if outside is None else [f"larger outside of these inputs: {outside}"]),
    ]


def as_json(
    mechanism: SymbolicMechanism,
    claim: object,
    verdict: Verdict,
    smallest: SmallestMultiple | str,
    confirmed: Confirmations,
) -> str:
    """The answer as one JSON object."""
    from ..decide import FailsFor
    from ..decide.boxes import box_of, wider
    from ..decide.certificates.witness_events import witness_events

    box = box_of(mechanism.domain)
    outside = None if isinstance(smallest, str) else wider(mechanism, smallest)
    found = {
        "mechanism": mechanism.name,
        "claim": str(claim),
        **verdict.to_json(),
        "recheck": witness_events(mechanism, verdict) if isinstance(verdict, FailsFor) else None,
        **confirmed[0],
        "smallest_c": smallest if isinstance(smallest, str) else smallest.to_json(),
        "inputs": {"count": len(mechanism.domain), "box": None if box is None else str(box)},
        "larger_outside": None
        if outside is None
        else {"box": str(outside.box), "smallest_c": outside.smallest.to_json()},
    }
    return json.dumps(found, indent=1) + "\n"
