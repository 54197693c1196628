"""`assay audit` of Gaussian noise in programs, and of noise on all the integers: verdicts from enclosures."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from .binding import call_text
from .command import Answer
from .errors import UsageError
from .exit_status import ExitStatus
from .limits import limited
from .target import load, user_code

if TYPE_CHECKING:
    from ..decide import CertifiedMechanism
    from ..dp import Verdict
    from ..exact import Number
    from ..integers import CertifiedNoise
    from .commands.audit import Request
    from .report import Claim

OWN = ("measure", "plot", "rng", "raises", "engine", "coq", "check")


def audit_certified(request: Request, options: Namespace) -> Answer:
    """The verdict on the claim.  Raises UsageError without one, or with an option for exact numbers."""
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
    return answer(mechanism.name, claim, verdict, shown, _size(mechanism), options)


def audit_noise(noise: CertifiedNoise, request: Request, options: Namespace) -> Answer:
    """The verdict on the claim about noise on all the integers, or without one what holds of it.

    Raises UsageError for an option of mechanisms with a table.
    """
    other = {*OWN, "domain", "adjacency", "at"} - {"plot"}
    if own := [f"--{name}" for name in sorted(other) if vars(options).get(name)]:
        raise UsageError(
            f"{noise!r} is on all the integers, with certified probabilities; leave out {', '.join(own)}"
        )
    claim, size = request.claim, f"{noise!r}: every input, probabilities by certified enclosures"
    with limited(request.timeout, request.max_states):
        if claim is not None:
            verdict = noise.audit(claim.epsilon, claim.delta)
            shown = None if claim.epsilon.is_infinite else str(noise.delta(claim.epsilon).upper(15))
            status, text = answer(repr(noise), claim, verdict, shown, size, options)
        else:
            status, text = ExitStatus.HOLDS, _measures(noise, request.at_delta, size, options)
    path = request.plot
    return (status, text) if path is None else (status, text, lambda: _draw(noise, path, claim))


def _draw(noise: CertifiedNoise, path: Path, claim: Claim | None) -> None:
    from ..plots.noise import save_noise

    save_noise(noise, path, None if claim is None else (claim.epsilon, claim.delta))


LEVELS = ("0", "1/2", "1", "2", "4")
"""Where delta is shown without a claim."""


def _measures(noise: CertifiedNoise, at_delta: Number, size: str, options: Namespace) -> str:
    """The smallest epsilon, and delta at some levels, both rounded up."""
    from ..exact import Log
    from ..outputs.tables import table

    at = {0: noise.epsilon(), at_delta: noise.epsilon(at_delta)} if at_delta else {0: noise.epsilon()}
    least = {
        str(delta): str(found if isinstance(found, Log) else found.upper(15)) for delta, found in at.items()
    }
    profile = {level: str(noise.delta(level).upper(15)) for level in LEVELS}
    if options.json:
        return (
            json.dumps(
                {"mechanism": repr(noise), "epsilon_at_most": least, "delta_at_most": profile}, indent=2
            )
            + "\n"
        )
    rows = [(f"smallest epsilon at delta = {delta}", "at most", found) for delta, found in least.items()]
    rows += [(f"smallest delta at epsilon = {level}", "at most", found) for level, found in profile.items()]
    return "\n".join([size, *table(rows)]) + "\n"


def answer(
    name: str, claim: Claim, verdict: Verdict, shown: str | None, size: str, options: Namespace
) -> tuple[int, str]:
    """The verdict on a claim, with delta at its epsilon, as JSON or as text."""
    from ..outputs.json_values import exact_json
    from ..outputs.tables import table
    from .report.text import grounds, headline

    if options.json:
        found = {
            "mechanism": name,
            "claim": {"epsilon": exact_json(claim.epsilon), "delta": exact_json(claim.delta)},
            **verdict.to_json(),
            "delta_at_most": shown,
            "exit_status": verdict.exit_status,
        }
        return verdict.exit_status, json.dumps(found, indent=2) + "\n"
    lines = [headline(verdict, claim, name), *table(grounds(verdict)), "", size]
    if shown is not None:
        lines.append(f"  smallest delta at epsilon = {claim.epsilon}  at most {shown}")
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


def _size(mechanism: CertifiedMechanism) -> str:
    """The inputs, outputs and pairs."""
    from ..decide.boxes import box_of

    outputs = {o for x in mechanism.domain for o in mechanism.row(x)}
    box = box_of(mechanism.domain)
    inputs = f"the {len(mechanism.domain)} inputs" + (f" {box}" if box else "")
    return (
        f"{mechanism.name}: {inputs}, {len(outputs)} outputs, {len(mechanism.pairs)} ordered adjacent pairs; "
        "probabilities by certified integration"
    )
