"""`assay decide`: the verdict on a claim for every epsilon at once, or the table of the literature."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from fractions import Fraction
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from .. import arguments
from ..command import Command, ExitStatus
from ..decidable import load
from ..decide_report import Confirmations, as_json, as_text
from ..errors import UsageError
from ..limits import limited
from ..options import shared
from ..user_modules import parse_address, user_code

if TYPE_CHECKING:
    from ...decide.certificates.certificate import SignCertificate
    from ...decide.probabilities.values import Poly
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
    verdicts = [entry.verdict for part in (entries, lengths, certified) for entry in part]
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
        texts = [render(entries, width), render_samples(sampled, width), render_lengths(lengths)]
        answer = "\n".join(filter(None, [*texts, render_one_epsilon(certified)]))
    return ExitStatus.UNDECIDED if status == ExitStatus.UNDECIDED else ExitStatus.HOLDS, answer


def decide_target(options: Namespace) -> tuple[int, str]:
    """One mechanism and one claim."""
    from ...decide import Stream, Symmetry, decide
    from ...decide.claims import Claim
    from ...decide.smallest import smallest_multiple
    from ...errors import BudgetExceeded, UndecidedError
    from ..audit_theorem import wish
    from ..decidable import decide_stream
    from ..decide_theorem import write

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


def kernel_report(certificate: SignCertificate, seconds: Fraction) -> list[dict[str, object]]:
    """For every inequality its statement, with the kernel's theorem or why there is none in so many seconds.

    The statement is about y in (0, 1), or about t in (0, inf) where powers of t occur next to y = exp(-t).
    """
    from ...budgets.progress import track
    from ...dp import Proved
    from ...prove import Theorem, check, prove

    found: list[dict[str, object]] = []
    for poly in track(list(certificate.polynomials), "theorems"):
        text = statement(poly)
        verdict = prove(text, seconds=seconds)
        if isinstance(verdict, Proved) and isinstance(verdict.certificate, Theorem):
            theorem = verdict.certificate.to_json()
            check(theorem)
            found.append({"statement": text, "theorem": theorem})
        else:
            found.append({"statement": text, "theorem": None, "reason": str(verdict)})
    return found


def statement(poly: Poly) -> str:
    """P <= 0 in the language of the kernel."""
    if int(poly.degrees()[0]) > 0:
        return f"for t in (0, inf): {str(poly).replace('y', 'exp(-t)')} <= 0"
    return f"for y in (0, 1): {poly} <= 0"


def kernel_line(found: list[dict[str, object]], on_square: int) -> str:
    """How many of the inequalities are theorems."""
    theorems = sum(each["theorem"] is not None for each in found)
    rest = f"; {on_square} about tails of noisy values are left to the checker" if on_square else ""
    return f"proof kernel: theorems for {theorems} of {len(found)} inequalities{rest}"


COMMAND = Command(
    "decide a claim for every epsilon at once, with unbounded noise", DESCRIPTION, configure, run
)
