"""`assay decide`: the verdict on a claim for every epsilon at once, or the table of the literature."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from .. import arguments
from ..address import parse_address
from ..command import Command
from ..decidable import load
from ..decide_report import Confirmations, as_json, as_text
from ..decide_table import decide_table
from ..errors import UsageError
from ..exit_status import ExitStatus
from ..limits import limited
from ..options import shared
from ..user_modules import user_code

if TYPE_CHECKING:
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


COMMAND = Command(
    "decide a claim for every epsilon at once, with unbounded noise", DESCRIPTION, configure, run
)
