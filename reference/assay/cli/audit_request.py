"""What `assay audit` is asked: its options, the mechanism that they name, and what to ask next."""

from __future__ import annotations

import shlex
from argparse import Namespace
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from . import arguments
from .binding import Given, bound, call_text, read_arguments
from .command import ExitStatus
from .errors import UsageError
from .target import load, load_sampler
from .user_modules import Address, parse_address

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from ..adjacency import Adjacency
    from ..dp import Mechanism
    from ..exact import Number
    from .audit_theorem import Wish
    from .report import Claim, Findings
    from .report.questions import Question
    from .target import Target


ORDER = ("epsilon", "delta", "adjacency", "domain", "rng", "engine", "max_states", "timeout")
MORE = 100
"""So many times as much is allowed next."""


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
    from ..engines.computation import check_engine
    from ..exact import eps
    from ..plots.files import check_plot
    from .audit_theorem import wish
    from .report import Claim
    from .report.questions import question

    delta = probability("0" if options.delta is None else options.delta, "--delta")
    claim = None if options.epsilon is None else Claim(eps(options.epsilon, "--epsilon"), delta)
    given = vars(options)
    for_coq = given["coq"] is not None or given["check"] is not None
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
        wish(given["coq"], given["check"], options.epsilon) if for_coq else None,
        read_arguments(given["arg"], floats=given["rng"] is not None),
        given["at"] is not None or given.get("constant_noise", False),
        None if given["at"] is None else positive_rational(given["at"], "--at"),
    )


def built(request: Request) -> Mechanism[Hashable, Hashable]:
    """The mechanism that is asked for; call it inside `user_code`."""
    if request.rng is None:
        mechanism = declaring(as_mechanism(load(request.address, request.given), request), request)
    else:
        mechanism = as_sampler(bound(load_sampler(request.address), request.given), request)
    return mechanism if request.engine is None else mechanism.with_engine(request.engine)


def as_mechanism(target: Target, request: Request) -> Mechanism[Hashable, Hashable]:
    """The mechanism with the domain and the adjacency of the command line, where given."""
    from ..dp import Mechanism
    from ..programs import Program

    domain, adjacency = request.domain, request.adjacency
    if not isinstance(target, Mechanism):
        if domain is None or adjacency is None:
            raise UsageError(
                f"{target.__name__} is a program without a domain; add --domain and --adjacency, such as "
                "--domain 'False, True' --adjacency all-pairs, or define a Mechanism in the file"
            )
        name = call_text(target.__name__, request.given)
        if request.has_constant_noise:
            return at_one_epsilon(target, domain, adjacency, request, name)
        return Mechanism(target, domain, adjacency, name=name)
    if request.has_constant_noise and isinstance(target.source, Program):
        inputs = target.domain if domain is None else domain
        return at_one_epsilon(target.source, inputs, adjacency or target.adjacency, request, target.name)
    if domain is None and adjacency is None:
        return target
    source = target if domain is None else target.source
    return Mechanism(
        source,
        target.domain if domain is None else domain,
        target.adjacency if adjacency is None else adjacency,
        name=target.name,
    )


def at_one_epsilon(
    program: Callable[..., object],
    domain: Iterable[Hashable],
    adjacency: Adjacency,
    request: Request,
    name: str,
) -> Mechanism[Hashable, Hashable]:
    """The mechanism of a program with noise; `assay.decide` is loaded for it alone."""
    from ..decide import at_epsilon

    return at_epsilon(program, domain, adjacency, request.at, name=name)


def declaring(mechanism: Mechanism[Hashable, Hashable], request: Request) -> Mechanism[Hashable, Hashable]:
    """The mechanism whose program may end in the exceptions of --raises."""
    if not request.raises:
        return mechanism
    from ..dp import Mechanism
    from ..programs import Program
    from ..programs.ends import declared_by_name

    program = mechanism.source
    if not isinstance(program, Program):
        raise UsageError(f"--raises is for programs, and {mechanism.name} is none; leave it out")
    source = program.within(raises=declared_by_name(request.raises))
    return Mechanism(source, mechanism.domain, mechanism.adjacency, name=mechanism.name)


def as_sampler(sampler: Callable[..., object], request: Request) -> Mechanism[Hashable, Hashable]:
    """The function as a mechanism: on each input its distribution over every value of its random sources."""
    from ..programs.ends import declared_by_name
    from ..programs.sources import mechanism

    domain, adjacency = request.domain, request.adjacency
    if domain is None or adjacency is None:
        raise UsageError(
            f"{request.address.name} is a function without a domain; add --domain and --adjacency, such as "
            "--domain 'False, True' --adjacency all-pairs"
        )
    rng = None if request.rng == "any" else request.rng
    return mechanism(
        sampler,
        domain,
        adjacency,
        name=call_text(str(request.address.name), request.given),
        rng=rng,
        seconds=request.timeout,
        raises=declared_by_name(request.raises),
    )


def next_step(findings: Findings, options: Namespace) -> str:
    """A last line with the command to give next, with one option changed.

    Empty where the audit is decided, or nothing is known to help.
    """
    from ..verdict import Undecided
    from .report.findings import obstacles

    verdict = findings.verdict
    undecided = isinstance(verdict, Undecided)
    if not undecided and findings.exit_status != ExitStatus.UNDECIDED:
        return ""
    reason = verdict.reason if isinstance(verdict, Undecided) else " ".join(r for r, _ in obstacles(findings))
    delta = _delta(verdict.known) if isinstance(verdict, Undecided) else None
    given = vars(options)
    if delta is not None:
        return f"\nit holds with: {_command(given, 'delta', delta)}\n"
    if "states is spent" in reason:
        return f"\nnext: {_command(given, 'max_states', str(MORE * int(given['max_states'])))}\n"
    if "time budget" in reason and given["timeout"] is not None:
        return f"\nnext: {_command(given, 'timeout', str(MORE * Fraction(given['timeout'])))}\n"
    return ""


def _delta(known: object) -> str | None:
    """A decimal, rounded up, with which the claim holds; None where only a delta of 1 is known to do."""
    from ..exact import Number

    most = known.get("delta at most") if isinstance(known, dict) else None
    if not isinstance(most, Number) or most >= 1:
        return None
    return str(most.upper(6))


def _command(given: dict[str, object], changed: str, value: str) -> str:
    """`assay audit ...` with one option changed."""
    shown = {**{name: given.get(name) for name in ORDER}, changed: value}
    words = ["assay", "audit", str(given["target"])]
    for name, each in shown.items():
        if each is not None:
            words += [f"--{name.replace('_', '-')}", str(each)]
    for name in ("raises", "measure"):
        listed = given.get(name)
        for each in listed if isinstance(listed, list) else []:
            words += [f"--{name}", str(each)]
    return shlex.join(words)
