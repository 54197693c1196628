"""`assay prove`: run proofs, prove one claim, or re-check certificates with the rules alone."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import AssayError, BudgetExceeded, InvalidValue
from ...grammar import HELP
from ..arguments import positive_seconds
from ..command import Command
from ..errors import UsageError, one_line
from ..exit_status import ExitStatus
from ..limits import limited, until_spent
from ..options import shared

if TYPE_CHECKING:
    from ...prove.findings import Report
    from ...prove.lemma import Outcome

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


def check_files(options: Namespace) -> tuple[int, str]:
    """Re-validate every certificate of some files; the kernel alone is loaded, but for LaTeX."""
    lines: list[dict[str, object]] = []
    for name in options.check:
        lines.extend({"file": name, **verdict} for verdict in check_file(Path(name)))
    status = ExitStatus.HOLDS if all(line["valid"] for line in lines) else ExitStatus.REFUTED
    if options.json:
        from ...prove.formulas import missing, of_claim

        shown = [{**line, "latex": of_claim(str(line["claim"])) if line["valid"] else None} for line in lines]
        return status, json.dumps({"certificates": shown, "missing": missing()}, indent=2)
    text = [
        f"{'valid  ' if line['valid'] else 'INVALID'}  {line['file']}: {line['claim'] or line['reason']}"
        for line in lines
    ]
    return status, "\n".join(text) + "\n"


def check_file(path: Path) -> list[dict[str, object]]:
    """The verdict on each certificate of one file."""
    from ...prove import Rejected, check
    from ...prove.stored import certificates_of

    verdicts: list[dict[str, object]] = []
    for certificate in certificates_of(path):
        try:
            verdicts.append({"valid": True, "claim": str(check(certificate)), "reason": ""})
        except Rejected as error:
            verdicts.append({"valid": False, "claim": "", "reason": str(error)})
    return verdicts


def ask_checkers(options: Namespace) -> tuple[int, str]:
    """What each checker says of every certificate of some files; who is not sure keeps it from passing."""
    from ...prove.checkers import reports
    from ...prove.stored import certificates_of

    found: list[tuple[str, Report]] = []
    for name in options.check:
        for certificate in certificates_of(Path(name)):
            found += [(name, report) for report in reports(certificate, options.checker)]
    statuses = {report.exit_status for _, report in found}
    status = next((s for s in (ExitStatus.REFUTED, ExitStatus.UNDECIDED) if s in statuses), ExitStatus.HOLDS)
    if options.json:
        return status, json.dumps({"reports": [{"file": n, **r.to_json()} for n, r in found]}, indent=2)
    summary = Counter(f"{r.finding.value} by {r.checker}" for _, r in found)
    lines = [f"{name}: {report}" for name, report in found]
    lines.append(", ".join(f"{n} {what}" for what, n in summary.items()))
    return status, "\n".join(lines) + "\n"


def export_files(options: Namespace) -> tuple[int, str]:
    """Write certificates as Coq files; what could not be exported is named, and is no success."""
    from ...prove.coq.lemma_files import write_lemmas, write_prelude

    folder = Path(options.coq)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_prelude(folder)
        lines = [x for path in certificate_files(options.files) for x in write_lemmas(folder, path)]
    except OSError as error:
        raise InvalidValue(f"--coq {folder}: {error}") from None
    refused = [x for x in lines if x.reason]
    status = ExitStatus.UNDECIDED if refused else ExitStatus.HOLDS
    if options.json:
        return status, json.dumps({"folder": str(folder), "lemmas": [asdict(x) for x in lines]}, indent=2)
    text = [f"{'refused ' if x.reason else 'exported'}  {x.file} {x.lemma}: {x.claim}" for x in lines]
    text += [f"refused   {x.file} {x.lemma}: {x.reason}" for x in refused]
    files = len({x.file for x in lines})
    text.append(f"{len(lines) - len(refused)} lemmas in {files} files of {folder}, {len(refused)} refused")
    return status, "\n".join(text) + "\n"


def certificate_files(names: list[str]) -> list[Path]:
    """The JSON files meant by the arguments."""
    from ...prove.location import proofs_folder

    found: list[Path] = []
    for path in [Path(n) for n in names] or [proofs_folder() / "certificates"]:
        inside = sorted(path.glob("*.json")) if path.is_dir() else [path]
        if not inside or not inside[0].exists():
            raise UsageError(f"{path}: no certificates there; give FILE.json or a folder that holds some")
        found.extend(inside)
    return found


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


def write(path: Path, data: object) -> None:
    """Write JSON; a half-written file is never left behind."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise InvalidValue(f"--write {path}: {error}") from None


def scripts(names: list[str]) -> list[Path]:
    """The script files meant by the arguments."""
    from ...prove.location import proofs_folder

    found: list[Path] = []
    for path in [Path(n) for n in names] or [proofs_folder()]:
        inside = sorted(path.glob("*.py")) if path.is_dir() else [path]
        if not inside or not inside[0].exists():
            raise UsageError(f"{path}: no proof scripts there; give FILE.py or a folder that holds some")
        found.extend(inside)
    return found


def run_scripts(options: Namespace) -> tuple[int, str]:
    """Run every lemma of every script, as far as there is time."""
    from ...prove.formulas import missing

    outcomes: list[Outcome] = []
    marks: dict[str, list[str]] = {}
    spent = until_spent(outcomes_of(options, marks), outcomes)
    if spent is not None:
        sys.stderr.write(f"assay: undecided: {one_line(spent)}; {len(outcomes)} lemmas were run\n")
    failed = [o for o in outcomes if o.failure]
    status = ExitStatus.UNDECIDED if failed or spent else ExitStatus.HOLDS
    if options.json:
        return status, json.dumps(
            {
                "lemmas": [with_formulas(o) | {"theorems": marks.get(o.title, [])} for o in outcomes],
                "missing": missing(),
            },
            indent=2,
        )
    return status, "\n".join([*(line(o, marks.get(o.title)) for o in outcomes), summary(outcomes)]) + "\n"


def outcomes_of(options: Namespace, marks: dict[str, list[str]]) -> Iterator[Outcome]:
    """The lemmas of the scripts one by one; their theorems are added to `marks`."""
    from ...budgets.progress import checkpoint, is_spent
    from ...prove.lemma import file_name, load
    from ...prove.lemma import run as run_lemma

    done = 0
    for path in scripts(options.files):
        marks |= theorems_beside(path)
        try:
            lemmas = load(path)
        except (OSError, SyntaxError, ImportError, NameError, AttributeError, TypeError, ValueError) as error:
            if isinstance(error, AssayError):
                raise
            raise InvalidValue(f"{path}: {type(error).__name__}: {error}") from None
        for lemma in lemmas:
            checkpoint("lemmas run", done)
            outcome = run_lemma(lemma)
            if outcome.failure and is_spent():
                raise BudgetExceeded(f"the time budget is spent in {outcome.title!r}; give more time")
            if options.write is not None:
                folder = Path(options.write)
                folder.mkdir(parents=True, exist_ok=True)
                write(folder / file_name(outcome.title), outcome.to_json())
            yield outcome
            done += 1


def with_formulas(o: Outcome) -> dict[str, object]:
    """A lemma as JSON values, with the claims of its certificates in LaTeX."""
    from ...prove.formulas import of_claim

    return o.to_json() | {"latex": [of_claim(str(certificate["claim"])) for certificate in o.certificates]}


def theorems_beside(path: Path) -> dict[str, list[str]]:
    """By the title of a lemma its theorems, from coq/theorems.json beside a script; none without it."""
    try:
        data = json.loads((path.parent / "coq" / "theorems.json").read_text(encoding="utf-8"))
        return {title: sorted(entry["theorems"]) for title, entry in data["lemmas"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def line(o: Outcome, theorems: list[str] | None = None) -> str:
    """One lemma: verdict, time, certificate size, whether it is a theorem, statement; a failure below it."""
    verdict = "FAILED" if o.failure else "theorem" if theorems else "proved"
    start = (
        f"{verdict:7}  {o.milliseconds / 1000:6.2f} s  {len(o.certificates):2} certificates {o.size:6} B  "
    )
    text = f"{start}{o.title}: {o.statement}"
    return f"{text}\n        {o.failure}" if o.failure else text


def summary(outcomes: list[Outcome]) -> str:
    """The last line."""
    failed = sum(bool(o.failure) for o in outcomes)
    total = sum(o.milliseconds for o in outcomes) / 1000
    return f"{len(outcomes) - failed} lemmas proved, {failed} failed, {total:.1f} s"


COMMAND = Command("prove inequalities, run the proofs, re-check certificates", DESCRIPTION, configure, run)
