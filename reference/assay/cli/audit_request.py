"""The options of `assay audit`, read and checked before any file is opened."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from . import arguments
from .binding import Given, read_arguments
from .user_modules import Address, parse_address

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from ..adjacency import Adjacency
    from ..exact import Number
    from .audit_theorem import Wish
    from .report import Claim
    from .report.questions import Question


@dataclass(frozen=True)
class Request:
    """The options, read and checked before any file is opened."""

    address: Address
    claim: Claim | None
    at_delta: Number
    adjacency: Adjacency | None
    domain: Sequence[Hashable] | None
    max_states: int | None
    timeout: Fraction | None
    plot: Path | None
    rng: str | None = None
    engine: str | None = None
    raises: Sequence[str] = ()
    asked: Sequence[Question] = ()
    theorem: Wish | None = None
    given: Given = field(default_factory=dict)
    has_constant_noise: bool = False
    at: Fraction | None = None


def read(options: Namespace) -> Request:
    """Read the options.  Raises an AssayError that names the bad value."""
    from ..arguments import positive_rational, probability
    from ..engines.answers import check_engine
    from ..exact import eps
    from ..plots.files import check_plot
    from .audit_theorem import wish
    from .report import Claim
    from .report.questions import question

    delta = probability("0" if options.delta is None else options.delta, "--delta")
    claim = None if options.epsilon is None else Claim(eps(options.epsilon, "--epsilon"), delta)
    given = vars(options)
    return Request(
        parse_address(options.target),
        claim,
        delta,
        None if given["adjacency"] is None else arguments.adjacency(given["adjacency"]),
        None if given["domain"] is None else arguments.domain(given["domain"]),
        None if given["max_states"] is None else arguments.positive_int(given["max_states"], "--max-states"),
        None if given["timeout"] is None else arguments.positive_seconds(given["timeout"]),
        None if given["plot"] is None else check_plot(given["plot"]),
        given["rng"],
        check_engine(given["engine"]),
        given["raises"] or (),
        tuple(map(question, given["measure"] or ())),
        wish(given["coq"], given["check"], options.epsilon),
        read_arguments(given["arg"], floats=given["rng"] is not None),
        given["at"] is not None or given.get("constant_noise", False),
        None if given["at"] is None else positive_rational(given["at"], "--at"),
    )
