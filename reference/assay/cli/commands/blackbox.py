"""`assay blackbox`: what the samples of a program say about its distribution or the epsilon it claims."""

from __future__ import annotations

import json
import shlex
from argparse import ArgumentParser, Namespace
from collections.abc import Hashable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from .. import arguments
from ..command import Command, ExitStatus
from ..errors import UsageError
from ..limits import limited
from ..options import shared
from ..target import load, load_sampler
from ..user_modules import parse_address, user_code

if TYPE_CHECKING:
    from ...dp import Mechanism
    from ...testing.blackbox import DistributionFinding, EpsilonFinding
    from ...testing.blackbox.inputs import Sampled

    Finding = DistributionFinding | EpsilonFinding

DESCRIPTION = """\
Judge a sampler that can only be run: a Python function of the input, or a command that prints one output
a line. With --exact FILE.py:NAME, the outputs on every input are tested against the exact distribution
of that mechanism. Without, epsilon is bounded from below on every adjacent pair, and
--epsilon is the claim tested.

The tests may stop at any time; all alarms together are false with a probability of at most --false-alarm. An
output of probability 0 is a certain finding. Samples refute, they never prove: what is not contradicted ends
with status 3.
"""


def configure(parser: ArgumentParser) -> None:
    """The options of `assay blackbox`."""
    add = parser.add_argument
    add("target", metavar="FILE.py:NAME", nargs="?", help="a function of the input that returns one output")
    shared(
        parser,
        "--command",
        "in place of a function; it prints one output a line without end, {input} becomes the input as JSON, "
        "{seed} the seed",
        dest="child",
    )
    add("--read", choices=("json", "text"), default="json", help="what a line is (json unless given)")
    add("--exact", metavar="FILE.py[:NAME]", help="the mechanism whose exact distribution is promised")
    shared(parser, "--epsilon", "the claim, to be refuted")
    shared(parser, "--delta", "the claim, 0 unless given")
    shared(parser, "--domain", "those of --exact unless given")
    shared(parser, "--adjacency", "that of --exact unless given")
    shared(parser, "--rng", "it gets a seeded generator")
    shared(parser, "--seed", "from the operating system unless given, always printed")
    add("--samples", metavar="N", default="100000", help="outputs on an input, at most (100000 unless given)")
    add("--false-alarm", metavar="A", default="1e-9", help="the rate of false alarms (1e-9 unless given)")
    shared(parser, "--timeout")
    shared(parser, "--json")


def run(options: Namespace) -> tuple[int, str]:
    """Draw, test, and say what was found."""
    if (options.target is None) == (options.child is None):
        raise UsageError(
            "give either FILE.py:NAME or --command; write for example --command './sampler {input}'"
        )
    timeout = None if options.timeout is None else arguments.positive_seconds(options.timeout)
    samples = arguments.positive_int(options.samples, "--samples")
    check_claim(options)
    with ExitStack() as stack:
        promised = stack.enter_context(promised_distribution(options.exact))
        domain = inputs(options, promised)
        sampled = stack.enter_context(sampler(options, domain))
        with limited(timeout, None):
            found = until_failed(findings(options, promised, domain, sampled, samples))
    check_returned(sampled, [finding for _, finding in found])
    if promised is not None and options.child is not None:
        check_spelling(promised, domain, [finding for _, finding in found])
    return status(options, found), (as_json if options.json else as_text)(options, sampled, found)


def check_claim(options: Namespace) -> None:
    """Refuse a claim that nothing tests."""
    if options.exact is not None and (options.epsilon is not None or options.delta is not None):
        raise UsageError(
            "--exact tests the distribution, --epsilon and --delta a privacy claim; leave one of them out"
        )
    if options.exact is None and (options.domain is None or options.adjacency is None):
        raise UsageError(
            "without --exact there have to be --domain and --adjacency, such as "
            "--domain 'False, True' --adjacency all-pairs"
        )
    if options.child is not None and options.rng is not None:
        raise UsageError("--rng is for a Python function; put {seed} into the command")


@contextmanager
def promised_distribution(address: str | None) -> Iterator[Mechanism[Hashable, Hashable] | None]:
    """The mechanism of --exact, while its file can import its neighbours."""
    from ...dp import Mechanism

    if address is None:
        yield None
        return
    place = parse_address(address)
    with user_code(place):
        found = load(place)
        if not isinstance(found, Mechanism):
            raise UsageError(f"--exact {address!r} is a program; name a Mechanism, which has a domain")
        yield found


def inputs(options: Namespace, promised: Mechanism[Hashable, Hashable] | None) -> tuple[Hashable, ...]:
    """The inputs: those of --domain, or of the promised mechanism."""
    from ...adjacency.inputs import check_domain

    if options.domain is not None:
        return check_domain(arguments.domain(options.domain))
    return () if promised is None else promised.domain


@contextmanager
def sampler(options: Namespace, domain: Sequence[Hashable]) -> Iterator[Sampled]:
    """The function or the command, closed at the end."""
    from ...testing.blackbox.inputs import Children, Function

    seed = None if options.seed is None else arguments.whole_number(options.seed, "--seed")
    if options.child is not None:
        children = Children(words(options.child), options.read, seed, domain)
        try:
            yield children
        finally:
            children.close()
        return
    place = parse_address(options.target)
    with user_code(place):
        yield Function(load_sampler(place), options.rng, seed, domain)


def words(command: str) -> list[str]:
    """The words of --command."""
    try:
        found = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"--command {command!r}: {error}") from None
    if not found:
        raise UsageError(f"--command {command!r} is empty; write for example --command './sampler {{input}}'")
    return found


def findings(
    options: Namespace,
    promised: Mechanism[Hashable, Hashable] | None,
    domain: Sequence[Hashable],
    sampled: Sampled,
    samples: int,
) -> Iterator[tuple[str, Finding]]:
    """The findings, input by input or pair by pair."""
    from ...testing.blackbox import compare_inputs, epsilon_bounds

    rate = options.false_alarm
    if promised is not None:
        for x, distribution in compare_inputs(sampled, promised, domain, false_alarm=rate, samples=samples):
            yield f"input {x!r}", distribution
        return
    pairs = arguments.adjacency(options.adjacency).pairs(tuple(domain))
    claimed = options.epsilon
    for bound in epsilon_bounds(
        sampled, pairs, false_alarm=rate, delta=options.delta or 0, claimed=claimed, samples=samples
    ):
        yield "", bound


def until_failed(found: Iterator[tuple[str, Finding]]) -> list[tuple[str, Finding]]:
    """The findings; those before a source that fails count if one of them refutes."""
    from ...testing.blackbox.sources import SourceFailed

    listed = []
    try:
        for each in found:
            listed.append(each)
    except SourceFailed:
        if not any(finding.contradicted for _, finding in listed):
            raise
    return listed


def check_returned(sampled: Sampled, found: Sequence[Finding]) -> None:
    """Refuse a function that raises whenever it is called: exceptions are outputs, but here are no others."""
    from ...testing.blackbox.inputs import Function

    contradicted = any(finding.contradicted for finding in found)
    if isinstance(sampled, Function) and not sampled.returned and not contradicted and found:
        raise UsageError(f"the function raises whenever it is called, nothing was tested: {found[0]}")


def check_spelling(
    promised: Mechanism[Hashable, Hashable], domain: Sequence[Hashable], found: Sequence[Finding]
) -> None:
    """Refuse an impossible output that is spelled like a possible one: it was read in the wrong way."""
    listed = {str(o).lower(): o for x in domain for o in promised.distribution(x).support}
    for finding in found:
        output = getattr(finding, "impossible", None)
        outcome = listed.get(str(output).lower(), output)
        if type(outcome) is not type(output):
            raise UsageError(
                f"the command prints {output!r} ({type(output).__name__}) and --exact lists {outcome!r} "
                f"({type(outcome).__name__}); choose --read json or --read text so that they are the same"
            )


def status(options: Namespace, found: Sequence[tuple[str, Finding]]) -> ExitStatus:
    """Refuted, or open; a bound for which nothing was claimed is an answer."""
    if any(finding.contradicted for _, finding in found):
        return ExitStatus.REFUTED
    claimed = options.exact is not None or options.epsilon is not None
    return ExitStatus.UNDECIDED if claimed else ExitStatus.HOLDS


def as_text(options: Namespace, sampled: Sampled, found: Sequence[tuple[str, Finding]]) -> str:
    """One line a finding, and what it amounts to."""
    lines = [f"{options.target or options.child}: " + seed_line(options, sampled)]
    lines += [f"  {place}: {finding}" if place else f"  {finding}" for place, finding in found]
    wrong = sum(finding.contradicted for _, finding in found)
    claim = "the promised distribution" if options.exact is not None else f"epsilon = {options.epsilon}"
    if wrong:
        lines.append(f"REFUTED: {claim}, by {wrong} of {len(found)}")
    elif options.exact is not None or options.epsilon is not None:
        lines.append(f"{claim} is not refuted, which proves nothing")
    return "\n".join(lines) + "\n"


def seed_line(options: Namespace, sampled: Sampled) -> str:
    """Where the randomness comes from."""
    if sampled.seed is None:
        return "random sources of its own, not seeded"
    return f"seed {sampled.seed} (input number i: seed + i)"


def as_json(options: Namespace, sampled: Sampled, found: Sequence[tuple[str, Finding]]) -> str:
    """The findings as one JSON object."""
    rows = [{**({"input": place} if place else {}), **finding.to_json()} for place, finding in found]
    verdict = {0: "no claim", 1: "refuted", 3: "not refuted"}[status(options, found)]
    return json.dumps({"verdict": verdict, "seed": sampled.seed, "findings": rows}, indent=2) + "\n"


COMMAND = Command(
    "what the samples of a program say about the distribution or the epsilon it claims",
    DESCRIPTION,
    configure,
    run,
)
