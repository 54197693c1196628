"""`assay audit` of a program with Laplace or geometric noise at one epsilon that returns noisy values."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from .certified import OWN, answer, parts
from .command import Answer
from .errors import UsageError
from .limits import limited
from .user_modules import user_code

if TYPE_CHECKING:
    from .audit_request import Request


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
