"""`assay audit`: the exact privacy of one mechanism, and the verdict on a claim about it."""

from __future__ import annotations

import shlex
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import AssayError, BudgetExceeded, SymbolicNoise
from ..audit_request import Request, built, next_step, read
from ..command import Answer, Command, ExitStatus
from ..errors import UsageError, one_line
from ..fresh import check_in_fresh_process
from ..limits import limited
from ..options import shared
from ..target import NoiseWithoutTable
from ..user_modules import user_code

if TYPE_CHECKING:
    from collections.abc import Hashable

    from ...dp import Mechanism
    from ..audit_theorem import Written
    from ..report import Findings

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


def run(options: Namespace) -> Answer:
    """Audit the target, in text or JSON; the answer is that of `assay decide` for noise with rates in EPS."""
    from ...programs.noise.outside import GaussianNoise, NoisyOutput
    from ..certified import audit_certified, audit_noise, audit_noisy

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


SHARED = ("epsilon", "delta", "adjacency", "domain", "max_states", "timeout", "coq", "check")
OWN = ("at", "measure", "plot", "rng", "raises", "engine")
"""The options that `assay decide` has too, and those that `assay audit` alone has."""


def to_decide(options: Namespace) -> Answer:
    """The answer of `assay decide` to what `assay audit` was asked: the noise has rates in EPS.

    Raises UsageError where no claim is made, or an option is given that only `assay audit` has.
    """
    from . import decide

    given = vars(options)
    flags = {f"--{name.replace('_', '-')}": given[name] for name in SHARED if given[name] is not None}
    words = [given["target"], *(str(word) for pair in flags.items() for word in pair)]
    words += [word for text in given["arg"] or () for word in ("--arg", text)]
    words += ["--json"] if given["json"] else []
    claimed = words if given["epsilon"] is not None else [*words, "--epsilon", "eps"]
    command = shlex.join(["assay", "decide", *claimed])
    if own := [f"--{name}" for name in OWN if given.get(name) is not None]:
        raise UsageError(f"its noise has rates in EPS; without {', '.join(own)} there is: {command}")
    if claimed != words:
        raise UsageError(f"its noise has rates in EPS; give the claim, as in: {command}")
    sys.stderr.write(f"assay: its noise has rates in EPS, so this is the answer of: {command}\n")
    parser = ArgumentParser()
    decide.configure(parser)
    return decide.run(parser.parse_args(words))


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
    return status, answer, lambda: save_or_warn(findings, path)


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


def save_or_warn(findings: Findings, path: Path) -> None:
    """Draw the plot; what keeps it from being drawn is no reason to withhold the answer."""
    try:
        save_plot(findings, path)
    except Exception as error:  # whatever matplotlib or a font raises
        sys.stderr.write(f"assay: warning: no plot: {one_line(error)}\n")


def save_plot(findings: Findings, path: Path) -> None:
    """Draw the profile and the trade-off function into a file, which is complete or not there at all.

    Raises AssayError where the profile is unknown, UndecidedError where it is a function of the symbol eps.
    """
    from ...plots.curves import draw
    from ...plots.files import figure_in
    from ..report import Unknown

    if isinstance(findings.profile, Unknown):
        raise AssayError(f"there is nothing to plot: {findings.profile.reason}")
    claim = None if findings.claim is None else (findings.claim.epsilon, findings.claim.delta)
    with figure_in(path, (9, 4)) as figure:
        draw(figure, {findings.mechanism.name: findings.profile.value}, claim)


COMMAND = Command(
    "the exact privacy of a mechanism, or the verdict on a claim about it", DESCRIPTION, configure, run
)
