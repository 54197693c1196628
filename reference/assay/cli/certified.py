"""`assay audit` of what has no table: Gaussian noise, noise on all the integers, outputs of noisy values."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from .binding import call_text
from .command import Answer, ExitStatus
from .errors import UsageError
from .limits import limited
from .target import load
from .user_modules import user_code

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence
    from typing import Any

    from ..adjacency import Adjacency
    from ..decide import CertifiedMechanism
    from ..dp import Verdict
    from ..exact import Number
    from ..exact.bracket import Bracket
    from ..integers import CertifiedNoise
    from ..programs import Program
    from .audit_request import Request
    from .report import Claim

    AnyProgram = Program[..., Any]
    Inputs = Sequence[Hashable]

OWN = {
    "measure": "of all measures delta and epsilon alone are enclosed: give --epsilon for the smallest delta "
    "there, or --delta without --epsilon for the smallest epsilon",
    "plot": "a curve is drawn from exact numbers: give --epsilon for one point of it",
    "coq": "no theory of integrals is among the proofs; a refutation has a witness with decimals",
    "check": "no theory of integrals is among the proofs",
    "rng": "Gaussian noise is drawn by the program itself",
    "raises": "its outputs are what it returns: return a value in place of raising",
    "engine": "there is one way to integrate",
}
"""Options for exact numbers, each with the reason why it is refused."""


def audit_certified(request: Request, options: Namespace) -> Answer:
    """The verdict on the claim.  Raises UsageError without one, or with an option for exact numbers."""
    for option, reason in OWN.items():
        if vars(options).get(option):
            raise UsageError(
                "its probabilities are certified enclosures, no exact numbers; leave out "
                f"--{option}: {reason}"
            )
    claim = request.claim
    if claim is None:
        return _smallest(request, options)
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


def audit_noisy(request: Request, options: Namespace) -> Answer:
    """The verdict on the claim.  Raises UsageError without one, or with an option for finite outputs."""
    from ..decide import audit_at_epsilon

    if own := [f"--{name}" for name in OWN if vars(options).get(name)]:
        raise UsageError(
            f"its outputs hold noisy values, and are infinitely many; leave out {', '.join(own)}, or compare "
            "the values and return what was found"
        )
    claim = request.claim
    if claim is None:
        raise UsageError(
            "its outputs hold noisy values, and are infinitely many; give the claim, such as --epsilon 1"
        )
    with user_code(request.address), limited(request.timeout, request.max_states):
        source, domain, adjacency, name = parts(request, "returns noisy values")
        verdict = audit_at_epsilon(
            source, domain, adjacency, claim.epsilon, claim.delta, at=request.at, name=name
        )
    return answer(
        name, claim, verdict, None, f"{name}: {len(domain)} inputs; outputs hold noisy values", options
    )


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


def _smallest(request: Request, options: Namespace) -> Answer:
    """The smallest epsilon at the delta that is given.  Raises UsageError without one."""
    from ..outputs.json_values import exact_json

    if options.delta is None:
        raise UsageError(
            "its noise is Gaussian; give a claim, such as --epsilon 1/2 --delta 1/100, or --delta 1/100 "
            "alone for the smallest epsilon"
        )
    with user_code(request.address), limited(request.timeout, request.max_states):
        mechanism = built(request)
        found = mechanism.epsilon(request.at_delta)
    if options.json:
        ends = {
            "mechanism": mechanism.name,
            "delta": exact_json(request.at_delta),
            "epsilon": _ends(found),
        }
        return 0, json.dumps(ends | {"exit_status": 0}, indent=2) + "\n"
    lines = [_size(mechanism), f"  smallest epsilon at delta = {request.at_delta}  in {found}"]
    return 0, "\n".join(lines) + "\n"


def _ends(found: Bracket) -> dict[str, str | None]:
    upper = "inf" if found.is_infinite else None if found.upper is None else str(found.upper)
    return {"lower": "inf" if found.is_infinite else str(found.lower), "upper": upper}


def built(request: Request) -> CertifiedMechanism:
    """The program on the domain and the adjacency that are given, or those of its mechanism."""
    from ..decide import CertifiedMechanism

    source, domain, adjacency, name = parts(request, "has Gaussian noise")
    return CertifiedMechanism(source, domain, adjacency, request.at, name=name)


def parts(request: Request, what: str) -> tuple[AnyProgram, Inputs, Adjacency, str]:
    """The program, its domain and adjacency, and its name.  Raises UsageError where one is not there."""
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
        raise UsageError(f"{name} {what}; give the program, with --domain and --adjacency")
    return source, domain, adjacency, name


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
