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
    from collections.abc import Hashable, Sequence
    from typing import Any

    from ..adjacency import Adjacency
    from ..decide import CertifiedMechanism
    from ..exact.bracket import Bracket
    from ..programs import Program
    from .commands.audit import Request
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
    from ..outputs.json_values import exact_json
    from ..outputs.tables import table
    from .report.text import grounds, headline

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


def _facts(mechanism: CertifiedMechanism, claim: Claim, shown: str | None) -> list[str]:
    """The size, and the delta at the claimed epsilon."""
    size = [_size(mechanism)]
    return (
        size if shown is None else [*size, f"  smallest delta at epsilon = {claim.epsilon}  at most {shown}"]
    )


def _size(mechanism: CertifiedMechanism) -> str:
    """How many inputs, outputs and pairs there are."""
    from ..decide.boxes import box_of

    outputs = {o for x in mechanism.domain for o in mechanism.row(x)}
    box = box_of(mechanism.domain)
    inputs = f"the {len(mechanism.domain)} inputs" + (f" {box}" if box else "")
    return (
        f"{mechanism.name}: {inputs}, {len(outputs)} outputs, {len(mechanism.pairs)} ordered adjacent pairs; "
        "probabilities by certified integration"
    )
