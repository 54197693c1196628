"""`assay prove`: run proofs, prove one claim, or re-check certificates with the rules alone."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from ...grammar import HELP
from ..arguments import positive_seconds
from ..command import Command
from ..errors import UsageError
from ..limits import limited
from ..options import shared
from ..prove_certificates import ask_checkers, check_files, export_files
from ..prove_scripts import run_scripts, write

if TYPE_CHECKING:
    pass

CHECKERS = ("kernel", "sympy", "coq", "all")

DESCRIPTION = """\
Run proof scripts: each inequality is proved and its certificate re-checked, the reduction is tested on
generated mechanisms with the shipped functions, the bound is attained exactly by the stored mechanism, and
every dropped hypothesis has its counterexample. One line a lemma: verdict (theorem, where the whole statement
is one in Coq by coq/theorems.json beside the script), time, size of the certificates.

Without FILE: every script of ./proofs, or else those that come with Assay. With --claim: prove or refute one
inequality, such as
  assay prove --claim "for q in [0, 1]: 1 + q*(e - 1) <= exp(2*q)"
With --check: re-validate certificates by the rules alone; nothing is searched. --with sympy asks the second
checker instead, which shares no code with the rules (pip install 'assay[sympy]'), --with coq compiles the
certificate by Coq, and --with all asks each of them. What a checker cannot settle is no pass (status 3).
With --coq DIR: write certificates (./proofs/certificates unless given) as Coq files for coqc 8.16.
With --coq --check FILE: the same as --check FILE --with coq.

"""
DESCRIPTION += HELP


def configure(parser: ArgumentParser) -> None:
    """The options of `assay prove`."""
    add = parser.add_argument
    add(
        "files",
        metavar="FILE",
        nargs="*",
        help="proof scripts or folders of them",
    )
    add("--claim", metavar="TEXT", help="prove or refute this inequality instead")
    shared(parser, "--check", "re-validate certificates (repeatable)", action="append")
    add("--with", dest="checker", choices=CHECKERS, help="who re-validates: " + ", ".join(CHECKERS))
    shared(parser, "--coq", "the certificates FILE..., into a folder", nargs="?", const="")
    shared(parser, "--timeout", "10 for --claim unless given")
    add("--write", metavar="PATH", help="write the certificates: a folder, or with --claim one file")
    shared(parser, "--json")


def run(options: Namespace) -> tuple[int, str]:
    """Check certificates, prove a claim, or run scripts."""
    if options.coq == "" and options.check is not None:
        options.coq, options.checker = None, options.checker or "coq"
    if options.coq == "":
        raise UsageError("--coq: give a folder for the Coq files, or --check FILE to compile a certificate")
    if options.checker is not None and options.check is None:
        raise UsageError("--with: it says who re-validates a certificate; give --check FILE")
    scripts_given = bool(options.files) and options.coq is None
    given = [scripts_given, options.claim is not None, options.check is not None, options.coq is not None]
    if sum(given) > 1:
        raise UsageError("give scripts, --claim, --check or --coq, not several of them")
    if options.coq is not None:
        return export_files(options)
    if options.check is not None:
        return check_files(options) if options.checker is None else ask_checkers(options)
    if options.claim is not None:
        return prove_claim(options)
    with limited(None if options.timeout is None else positive_seconds(options.timeout), None):
        return run_scripts(options)


def prove_claim(options: Namespace) -> tuple[int, str]:
    """Prove or refute one claim."""
    from ...prove import Theorem, prove
    from ...prove.formulas import missing, of_claim
    from ...verdict import Proved

    verdict = prove(options.claim, seconds=positive_seconds(options.timeout or "10"))
    if options.write is not None and isinstance(verdict, Proved) and isinstance(verdict.certificate, Theorem):
        write(Path(options.write), verdict.certificate.to_json())
    if not options.json:
        return verdict.exit_status, f"{verdict}\n"
    shown = verdict.to_json() | {"latex": of_claim(options.claim), "missing": missing()}
    return verdict.exit_status, json.dumps(shown, indent=2)


COMMAND = Command("prove inequalities, run the proofs, re-check certificates", DESCRIPTION, configure, run)
