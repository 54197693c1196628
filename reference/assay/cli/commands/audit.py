"""`assay audit`: the exact privacy of one mechanism, and the verdict on a claim about it."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import BudgetExceeded, SymbolicNoise
from .. import arguments
from ..binding import Given, bound, call_text, read_arguments
from ..command import Answer, Command
from ..errors import UsageError, one_line
from ..exit_status import ExitStatus
from ..fresh import check_in_fresh_process
from ..limits import limited
from ..next_step import next_step
from ..options import shared
from ..target import Address, NoiseWithoutTable, load, load_sampler, parse_address, user_code

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from ...adjacency import Adjacency
    from ...dp import Mechanism
    from ...exact import Number
    from ..audit_theorem import Wish, Written
    from ..report import Claim, Findings
    from ..report.questions import Question
    from ..target import Target

DESCRIPTION = """\
Compute the exact output distributions of a mechanism, and from them its exact privacy.

With --epsilon (and --delta, which is 0 unless given) it judges the claim that the mechanism is
(epsilon, delta)-differentially private. Without, it reports the smallest epsilon, the worst pair of
inputs, the event that shows it, the total variation and the privacy profile.

Numbers are exact: 0.1 is 1/10; "ln 3", "ln(3)/2", "1/2" and "3/4 - exp(1/2)/4" are understood.
"""


def configure(parser: ArgumentParser) -> None:
    """The options of `assay audit`."""
    add = parser.add_argument
    add("target", metavar="FILE.py[:NAME]", help="the file (or dotted module) that defines the mechanism")
    shared(parser, "--arg", action="append")
    add("--at", metavar="X", help="read a program with Laplace or other noise at EPS = X, such as 1")
    shared(parser, "--epsilon", "the claim; eps stands for every epsilon")
    shared(parser, "--delta", "the claim, 0 unless given; alone: report the epsilon it needs")
    shared(parser, "--adjacency", "in place of the mechanism's own")
    shared(parser, "--domain", "in place of the mechanism's own")
    shared(
        parser,
        "--rng",
        "the target is an ordinary function, all of whose draws are followed; 'any' for the sources that are "
        "found (random, secrets, os.urandom, numpy.random)",
    )
    shared(parser, "--raises", action="append")
    add("--engine", metavar="NAME", help="who computes: reference alone, or only fast, or decide, before it")
    shared(
        parser,
        "--measure",
        "report it too, with its arguments as in renyi=2 or membership_advantage=1/10; repeatable",
        action="append",
    )
    shared(
        parser, "--coq", "the verdict on the claim as a theorem, in a file OUT.v that coqc checks by itself"
    )
    shared(parser, "--check", "compile the theorem, of --coq or written here", nargs="?", const="")
    shared(parser, "--json")
    shared(parser, "--plot", "the profile and the trade-off function")
    shared(parser, "--max-states")
    shared(parser, "--timeout")


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
    from ...arguments import positive_rational, probability
    from ...engines.answers import check_engine
    from ...exact import eps
    from ..audit_theorem import wish
    from ..report import Claim
    from ..report.questions import question

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
        None if given["plot"] is None else checked_plot(given["plot"]),
        given["rng"],
        check_engine(given["engine"]),
        given["raises"] or (),
        tuple(map(question, given["measure"] or ())),
        wish(given["coq"], given["check"], options.epsilon),
        read_arguments(given["arg"], floats=given["rng"] is not None),
        given["at"] is not None or given.get("constant_noise", False),
        None if given["at"] is None else positive_rational(given["at"], "--at"),
    )


def checked_plot(text: str) -> Path:
    """The file for the plot, if it can be written."""
    from ...plots.files import check_plot

    path = Path(text)
    check_plot(path)
    return path


def run(options: Namespace) -> Answer:
    """Audit the target, in text or JSON; the answer is that of `assay decide` for noise with rates in EPS."""
    from ...decide.one_epsilon import NoisyOutput
    from ...programs.noise.outside import GaussianNoise
    from ..certified import audit_certified, audit_noise
    from ..handover import to_decide
    from ..noisy_outputs import audit_noisy

    request = read(options)
    try:
        return audited(request, options)
    except NoiseWithoutTable as found:
        return audit_noise(found.noise, request, options)
    except GaussianNoise:
        return audit_certified(request, options)
    except NoisyOutput:
        return audit_noisy(request, options)
    except SymbolicNoise as noise:
        if not noise.constant:
            return to_decide(options)
    options.constant_noise = True  # for the fresh process as well
    try:
        return audited(read(options), options)
    except GaussianNoise:
        return audit_certified(request, options)
    except NoisyOutput:
        return audit_noisy(request, options)


def audited(request: Request, options: Namespace) -> Answer:
    """The answer for a mechanism at one epsilon, or of a finite one with EPS."""
    from ..audit_theorem import write

    with user_code(request.address):
        mechanism = built(request)
        findings = investigate(mechanism, request)
        if request.address.is_file and findings.exit_status == ExitStatus.HOLDS:
            check_in_fresh_process(mechanism, options)
        wanted = request.theorem
        written = None if wanted is None else write(findings, wanted, request.timeout, request.max_states)
        stands = written is None or written.stands
        status = findings.exit_status if stands else ExitStatus.UNDECIDED
        answer = render(findings, options, written)
    if not options.json:
        answer += next_step(findings, options)
    path = request.plot
    if path is None:
        return status, answer
    return status, answer, lambda: draw(findings, path)


def built(request: Request) -> Mechanism[Hashable, Hashable]:
    """The mechanism that is asked for; call it inside `user_code`."""
    if request.rng is None:
        mechanism = declaring(as_mechanism(load(request.address, request.given), request), request)
    else:
        mechanism = as_sampler(bound(load_sampler(request.address), request.given), request)
    return mechanism if request.engine is None else mechanism.with_engine(request.engine)


def as_mechanism(target: Target, request: Request) -> Mechanism[Hashable, Hashable]:
    """The mechanism with the domain and the adjacency of the command line, where given."""
    from ...dp import Mechanism
    from ...programs import Program

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
    from ...decide import at_epsilon

    return at_epsilon(program, domain, adjacency, request.at, name=name)


def declaring(mechanism: Mechanism[Hashable, Hashable], request: Request) -> Mechanism[Hashable, Hashable]:
    """The mechanism whose program may end in the exceptions of --raises."""
    if not request.raises:
        return mechanism
    from ...dp import Mechanism
    from ...programs import Program
    from ...programs.ends import declared_by_name

    program = mechanism.source
    if not isinstance(program, Program):
        raise UsageError(f"--raises is for programs, and {mechanism.name} is none; leave it out")
    source = program.within(raises=declared_by_name(request.raises))
    return Mechanism(source, mechanism.domain, mechanism.adjacency, name=mechanism.name)


def as_sampler(sampler: Callable[..., object], request: Request) -> Mechanism[Hashable, Hashable]:
    """The function as a mechanism: on each input its distribution over every value of its random sources."""
    from ...programs.ends import declared_by_name
    from ...programs.sources import mechanism

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


def investigate(mechanism: Mechanism[Hashable, Hashable], request: Request) -> Findings:
    """The findings, as far as the budget lasts."""
    from ..report import Findings

    findings = Findings(mechanism, request.claim, request.at_delta, request.asked)
    try:
        with limited(request.timeout, request.max_states) as clock:
            findings.fill(clock)
    except BudgetExceeded as stop:
        findings.stop(stop)
    return findings


def render(findings: Findings, options: Namespace, written: Written | None = None) -> str:
    """The findings in the format that was asked for, and the theorem where one was."""
    from ..report import to_json, to_text

    if options.json:
        return to_json(findings, **({} if written is None else {"theorem": written.to_json()}))
    return to_text(findings) + ("" if written is None else f"\n{written}\n")


def draw(findings: Findings, path: Path) -> None:
    """Draw the plot; what keeps it from being drawn is no reason to withhold the answer."""
    from ..report.plots import save_plot

    try:
        save_plot(findings, path)
    except Exception as error:  # whatever matplotlib or a font raises
        sys.stderr.write(f"assay: warning: no plot: {one_line(error)}\n")


COMMAND = Command(
    "the exact privacy of a mechanism, or the verdict on a claim about it", DESCRIPTION, configure, run
)
