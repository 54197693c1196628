"""`assay audit` of a program with Gaussian noise: a verdict from certified enclosures."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import TYPE_CHECKING

from .binding import call_text
from .command import Answer
from .errors import UsageError
from .limits import limited
from .target import load, user_code

if TYPE_CHECKING:
    from ..decide import CertifiedMechanism
    from .commands.audit import Request
    from .report import Claim

OWN = ("measure", "plot", "rng", "raises", "engine", "coq", "check")


def audit_certified(request: Request, options: Namespace) -> Answer:
    """The verdict on the claim.  Raises UsageError without one, or with an option for exact numbers."""
    from ..outputs.json_values import exact_json
    from ..outputs.tables import table
    from .report.text import grounds, headline

    if own := [f"--{name}" for name in OWN if vars(options).get(name)]:
        raise UsageError(
            f"its probabilities are certified enclosures, no exact numbers; leave out {', '.join(own)}"
        )
    claim = request.claim
    if claim is None:
        raise UsageError("its noise is Gaussian; give the claim, such as --epsilon 1/2 --delta 1/100")
    with user_code(request.address), limited(request.timeout, request.max_states):
        mechanism = built(request)
        verdict = mechanism.audit(claim.epsilon, claim.delta)
        shown = None if claim.epsilon.is_infinite else str(mechanism.delta(claim.epsilon).upper(15))
    if options.json:
        found = {
            "mechanism": mechanism.name,
            "claim": {"epsilon": exact_json(claim.epsilon), "delta": exact_json(claim.delta)},
            **verdict.to_json(),
            "delta_at_most": shown,
            "exit_status": verdict.exit_status,
        }
        return verdict.exit_status, json.dumps(found, indent=2) + "\n"
    lines = [
        headline(verdict, claim, mechanism.name),
        *table(grounds(verdict)),
        "",
        *_facts(mechanism, claim, shown),
    ]
    return verdict.exit_status, "\n".join(lines) + "\n"


def built(request: Request) -> CertifiedMechanism:
    """The program on the domain and the adjacency that are given, or those of its mechanism."""
    from ..decide import CertifiedMechanism
    from ..dp import Mechanism
    from ..programs import Program

    target = load(request.address, request.given)
    domain, adjacency = request.domain, request.adjacency
    if isinstance(target, Mechanism):
        source, name = target.source, target.name
        domain, adjacency = target.domain if domain is None else domain, adjacency or target.adjacency
    else:
        source, name = target, call_text(target.__name__, request.given)
    if not isinstance(source, Program) or domain is None or adjacency is None:
        raise UsageError(f"{name} has Gaussian noise; give the program, with --domain and --adjacency")
    return CertifiedMechanism(source, domain, adjacency, request.at, name=name)


def _facts(mechanism: CertifiedMechanism, claim: Claim, shown: str | None) -> list[str]:
    """The size, and the delta at the claimed epsilon."""
    from ..decide.boxes import box_of

    outputs = {o for x in mechanism.domain for o in mechanism.row(x)}
    box = box_of(mechanism.domain)
    inputs = f"the {len(mechanism.domain)} inputs" + (f" {box}" if box else "")
    lines = [
        f"{mechanism.name}: {inputs}, {len(outputs)} outputs, {len(mechanism.pairs)} ordered adjacent pairs; "
        "probabilities by certified integration"
    ]
    return (
        lines
        if shown is None
        else [*lines, f"  smallest delta at epsilon = {claim.epsilon}  at most {shown}"]
    )
