"""`assay decide`: the verdict on a claim for every epsilon at once, or the table of the literature."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from .. import arguments
from ..address import Address, parse_address
from ..binding import call_text, read_arguments
from ..command import Command
from ..errors import UsageError
from ..exit_status import ExitStatus
from ..limits import limited
from ..options import shared
from ..target import named, with_arguments
from ..user_modules import load_file, load_module, user_code

if TYPE_CHECKING:
    from ...decide import Stream, SymbolicMechanism
    from ...decide.smallest import SmallestMultiple
    from ...dp import Verdict

DESCRIPTION = """\
Decide a claim for all epsilon > 0, for a mechanism built with the symbol EPS: noise may be unbounded
(geometric, laplace, exponential), and the answer names exactly the epsilons for which the claim fails.

The file defines a SymbolicMechanism (or a Mechanism built with EPS), or a program, which then needs
--domain and --adjacency. The claim is a function of eps, such as eps, 2*eps, eps/2 or ln(3); delta is a
rational or such as exp(-eps). The smallest c for which it is c*eps-private is reported as well.

A Stream, or a program with --neighbours, is decided for streams of every length: whether it is c*eps-private
for all of them, and whether some length needs that c.

With --table every program of the verification literature is decided, beside the published answers.
"""


Confirmations = tuple[dict[str, object], list[str]]
"""The same as JSON values and as lines."""


def configure(parser: ArgumentParser) -> None:
    """The options of `assay decide`."""
    add = parser.add_argument
    add("target", nargs="?", metavar="FILE.py[:NAME]", help="the file (or dotted module) with the mechanism")
    shared(parser, "--arg", action="append")
    shared(parser, "--epsilon", "the claim, a function of eps", default="eps")
    shared(parser, "--delta", "the claim, which may be a function of exp(eps)", default="0")
    shared(parser, "--domain", "those of a program")
    shared(parser, "--adjacency", "for a program")
    add("--neighbours", metavar="TEXT", help='of a program over streams, such as "all differ by 1"')
    add(
        "--no-symmetry", action="store_true", help="look at every adjacent pair, also at those that are alike"
    )
    add("--recheck", action="store_true", help="re-check the certificate with integers alone")
    add(
        "--kernel",
        metavar="S",
        help="prove each inequality by the proof kernel as well, in S seconds at most",
    )
    shared(
        parser,
        "--coq",
        "the verdict as a theorem for all eps > 0, in a file OUT.v that coqc checks by itself",
    )
    shared(parser, "--check", "compile the theorem, of --coq or written here", nargs="?", const="")
    add("--table", action="store_true", help="decide the programs of the literature")
    shared(parser, "--only", "or this in its name; with --table")
    add("--quick", action="store_true", help="with --table: leave the largest sizes out")
    shared(parser, "--json", "with the certificate or the exact witness")
    shared(parser, "--max-states")
    shared(parser, "--timeout")


def run(options: Namespace) -> tuple[int, str]:
    """Decide the target, or the table."""
    given = vars(options)
    states = (
        None if given["max_states"] is None else arguments.positive_int(given["max_states"], "--max-states")
    )
    seconds = None if given["timeout"] is None else arguments.positive_seconds(given["timeout"])
    if options.table == (options.target is not None):
        raise UsageError("give either FILE.py[:NAME] or --table")
    if options.table and (given["coq"] is not None or given["check"] is not None):
        raise UsageError("--coq: a theorem is about one mechanism; give FILE.py[:NAME] in place of --table")
    with limited(seconds, states):
        return decide_table(options) if options.table else decide_target(options)


def decide_table(options: Namespace) -> tuple[int, str]:
    """All rows; the status is 0 once they are decided, whatever the answers are, and 3 if some are not."""
    from ...budgets.progress import track
    from ...studies.literature.every_length import chosen_rows, decided, render_lengths
    from ...studies.literature.one_epsilon import chosen_epsilon_rows, judged, render_one_epsilon
    from ...studies.literature.sampled_table import chosen_samples, measured
    from ...studies.literature.table import chosen, table
    from ...studies.literature.text import render, render_samples

    selection, samples = chosen(options.only, heavy=not options.quick), chosen_samples(options.only)
    streams = chosen_rows(options.only, heavy=not options.quick)
    fixed = chosen_epsilon_rows(options.only, heavy=not options.quick)
    if not (selection or samples or streams or fixed):
        raise UsageError(f"--only {options.only!r} names no program of the table")
    entries = [entry for one in track(selection, "rows") for entry in table([one])]
    sampled = [measured(row) for row in track(samples, "sampled rows")]
    lengths = [entry for row in track(streams, "rows for every length") for entry in decided([row])]
    certified = [judged(row) for row in track(fixed, "rows at one epsilon")]
    verdicts = [*(entry.verdict for entry in entries), *(entry.verdict for entry in certified)]
    status = max((verdict.exit_status for verdict in verdicts), default=0)
    if options.json:
        found = {
            "decided": [e.to_json() for e in entries],
            "one_epsilon": [e.to_json() for e in sampled],
            "every_length": [e.to_json() for e in lengths],
            "one_epsilon_with_delta": [e.to_json() for e in certified],
        }
        answer = json.dumps(found, indent=1) + "\n"
    else:
        width = get_terminal_size().columns
        parts = [render(entries, width), render_samples(sampled, width), render_lengths(lengths)]
        parts.append(render_one_epsilon(certified))
        answer = "\n".join(filter(None, parts))
    return ExitStatus.UNDECIDED if status == ExitStatus.UNDECIDED else ExitStatus.HOLDS, answer


def decide_target(options: Namespace) -> tuple[int, str]:
    """One mechanism and one claim."""
    from ...decide import Stream, Symmetry, decide
    from ...decide.claims import Claim
    from ...decide.smallest import smallest_multiple
    from ...errors import BudgetExceeded, UndecidedError
    from ..audit_theorem import wish
    from ..decide_theorem import write
    from ..streams import decide_stream

    given = vars(options)
    wanted = wish(given["coq"], given["check"], options.epsilon)
    claim = Claim.read(options.epsilon, options.delta)
    address = parse_address(options.target)
    symmetry = Symmetry(not options.no_symmetry, not options.no_symmetry)
    with user_code(address):
        mechanism = load(address, options)
        if isinstance(mechanism, Stream):
            if wanted is not None:
                raise UsageError(
                    "--coq: a theorem is about a finite table, and this is a claim for every length"
                )
            if str(claim.delta) != "0":
                raise UsageError(f"--delta {options.delta}: streams are decided for delta = 0; leave it out")
            return decide_stream(mechanism, options)
        verdict = decide(mechanism, claim.epsilon, claim.delta, symmetry=symmetry)
        smallest: SmallestMultiple | str
        try:
            smallest = smallest_multiple(mechanism, symmetry=symmetry)
        except (BudgetExceeded, UndecidedError) as error:
            smallest = str(error)
    written = None if wanted is None else write(mechanism, claim, verdict, wanted)
    stands = written is None or written.stands
    text = as_json if options.json else as_text
    confirmed, lines = confirmations(verdict, options)
    if written is not None:
        confirmed["theorem"] = written.to_json()
    answer = text(mechanism, claim, verdict, smallest, (confirmed, lines))
    if written is not None and not options.json:
        answer += f"{written}\n"
    return verdict.exit_status if stands else ExitStatus.UNDECIDED, answer


def confirmations(verdict: Verdict, options: Namespace) -> Confirmations:
    """What the checker and the kernel say about the certificate, as far as they are asked."""
    from ...decide.certificates.certificate import SignCertificate
    from ...dp import Proved
    from ..kernel import kernel_line, kernel_report

    certificate = verdict.certificate if isinstance(verdict, Proved) else None
    if not isinstance(certificate, SignCertificate):
        return {}, []
    found: dict[str, object] = {}
    lines: list[str] = []
    if options.recheck:
        found["confirmed"] = certificate.check()
        lines.append(f"checker: confirms {found['confirmed']} statements")
    if options.kernel is not None:
        theorems = kernel_report(certificate, arguments.positive_seconds(options.kernel, "--kernel"))
        found["kernel"] = theorems
        lines.append(kernel_line(theorems, len(certificate.on_square)))
    return found, lines


def load(address: Address, options: Namespace) -> SymbolicMechanism | Stream:
    """The mechanism at the address.  Raises UsageError for a name that is not there, or is none."""
    from ...decide import EVERY_COUNT, Stream, SymbolicMechanism
    from ...decide.decision import as_symbolic
    from ...dp import Mechanism
    from ...programs import Program
    from ..streams import neighbours_of

    module = load_file(address.source) if address.is_file else load_module(address.source)
    kinds = (SymbolicMechanism, Stream, Mechanism, Program)
    found: dict[str, object] = {n: value for n, value in vars(module).items() if isinstance(value, kinds)}
    mechanisms = {name: value for name, value in found.items() if not isinstance(value, Program)}
    candidates = mechanisms or found
    if address.name is None and len(candidates) != 1:
        listed = ", ".join(candidates) or "no SymbolicMechanism, Mechanism or program"
        raise UsageError(f"{address.source} defines {listed}; name one, as in {address.source}:NAME")
    name = address.name if address.name is not None else next(iter(candidates))
    given = read_arguments(options.arg)
    if options.neighbours is not None:
        given = {key: EVERY_COUNT if value == "every" else value for key, value in given.items()}
    if given:
        found[name] = with_arguments(named(module, Address(address.source, name)), given)
    if not isinstance(found.get(name), kinds):
        raise UsageError(
            f"{address.source} defines no mechanism or program {name!r}; it defines {', '.join(found)}"
        )
    value = found[name]
    if isinstance(value, Program) and options.neighbours is not None:
        return Stream(value, neighbours_of(options.neighbours))
    if isinstance(value, Stream):
        return value
    if not isinstance(value, Program):
        return as_symbolic(value)
    if options.domain is None or options.adjacency is None:
        raise UsageError(
            f"{name} is a program without a domain; add --domain and --adjacency, such as "
            "--domain '(0, 0), (0, 1)' --adjacency linf:1, or define a SymbolicMechanism in the file"
        )
    inputs, relation = arguments.domain(options.domain), arguments.adjacency(options.adjacency)
    return SymbolicMechanism(value, inputs, relation, name=call_text(name, given))


def as_text(
    mechanism: SymbolicMechanism,
    claim: object,
    verdict: Verdict,
    smallest: SmallestMultiple | str,
    confirmed: Confirmations,
) -> str:
    """The answer in lines."""
    from ...decide import FailsFor
    from ...decide.boxes import box_of, wider
    from ...decide.certificates.witness_events import is_density
    from ...decide.decision import ratios
    from ...dp import Undecided
    from ...outputs.text import spelled

    box = box_of(mechanism.domain)
    inputs = f"the {len(mechanism.domain)} inputs {box}" if box else f"{len(mechanism.domain)} inputs"
    lines = [
        f"{mechanism.name}: {inputs}, {len(mechanism.pairs)} ordered adjacent pairs, "
        f"{len(ratios(mechanism).found)} distinct ratios",
        f"claim: {claim}",
    ]
    if isinstance(verdict, FailsFor):
        w = verdict.witness
        x, y = w.inputs
        event = ", ".join(map(spelled, w.event))
        p, q = (
            (f"density of {m} at S" for m in ("M(x)", "M(x')"))
            if is_density(mechanism, verdict)
            else (f"P[{m} in S]" for m in ("M(x)", "M(x')"))
        )
        how = "exactly" if verdict.complete else "at least"
        lines += [
            f"refuted: fails {how} for {verdict.failing}",
            f"witness at eps = {verdict.at}: x = {spelled(x)}, x' = {spelled(y)}, S = {{{event}}}",
            f"  {p} = {w.p.decimal(12)}, {q} = {w.q.decimal(12)}",
            f"  e^epsilon ({q}) + delta = {(w.epsilon.exp() * w.q + w.delta).decimal(12)}",
        ]
    elif isinstance(verdict, Undecided):
        lines.append(f"undecided: {verdict.reason}")
        lines += [f"  {name}: {value}" for name, value in verdict.known.items()]
    else:
        lines += [str(verdict), *confirmed[1]]
    if isinstance(smallest, str):
        lines.append(f"smallest c: not decided ({smallest})")
    elif smallest.is_infinite:
        lines.append("smallest c with c*eps-privacy for all eps > 0: none")
    else:
        lines.append(f"smallest c with c*eps-privacy for all eps > 0: {smallest}")
        outside = wider(mechanism, smallest)
        if outside is not None:
            lines.append(f"larger outside of these inputs: {outside}")
    return "\n".join(lines) + "\n"


def as_json(
    mechanism: SymbolicMechanism,
    claim: object,
    verdict: Verdict,
    smallest: SmallestMultiple | str,
    confirmed: Confirmations,
) -> str:
    """The answer as one JSON object."""
    from ...decide import FailsFor
    from ...decide.boxes import box_of, wider
    from ...decide.certificates.witness_events import witness_events

    box = box_of(mechanism.domain)
    outside = None if isinstance(smallest, str) else wider(mechanism, smallest)
    found = {
        "mechanism": mechanism.name,
        "claim": str(claim),
        **verdict.to_json(),
        "recheck": witness_events(mechanism, verdict) if isinstance(verdict, FailsFor) else None,
        **confirmed[0],
        "smallest_c": smallest if isinstance(smallest, str) else smallest.to_json(),
        "inputs": {"count": len(mechanism.domain), "box": None if box is None else str(box)},
        "larger_outside": None
        if outside is None
        else {"box": str(outside.box), "smallest_c": outside.smallest.to_json()},
    }
    return json.dumps(found, indent=1) + "\n"


COMMAND = Command(
    "decide a claim for every epsilon at once, with unbounded noise", DESCRIPTION, configure, run
)
