"""Certificates as Coq files; compiling them, and reading which axioms are below them."""

from __future__ import annotations

import atexit
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

from assay.errors import AssayError, InvalidValue
from assay.processes.child import ChildFailed, run
from assay.prove.coq import Unsupported, export, prelude
from assay.prove.facts import Rejected
from assay.prove.findings import Finding, Report, Step
from assay.prove.stored import certificates_of
from assay.prove.theorem import check

HEADER = """\
(* {title}
   Compile: coqc -R . Assay AssayPrelude.v && coqc -R . Assay {name}.v *)

From Assay Require Import AssayPrelude.
Open Scope R_scope.
"""


@dataclass(frozen=True)
class Exported:
    """One certificate: the file and the lemma it became, or the reason why it did not."""

    file: str
    lemma: str
    claim: str
    reason: str = ""


def write_prelude(folder: Path) -> None:
    """Write the file that all others require."""
    (folder / "AssayPrelude.v").write_text(prelude(), encoding="utf-8")


def write_lemmas(folder: Path, path: Path) -> list[Exported]:
    """One Coq file: a lemma for each certificate, a comment for each that cannot be exported.

    Raises:
        InvalidValue: the file cannot be read, or a certificate is not valid.
    """
    name = "lemma_" + re.sub(r"\W+", "_", path.stem, flags=re.ASCII).strip("_")
    title = path.stem.replace("*", " ")  # it stands in a comment
    parts, found = [HEADER.format(title=title, name=name)], []
    for number, certificate in enumerate(certificates_of(path), 1):
        try:
            theorem = check(certificate)
        except Rejected as error:
            raise InvalidValue(f"{path}: certificate {number} is not valid: {error}") from None
        reason, label = "", f"claim{number}"
        try:
            parts.append(f"(* {theorem} *)\n{export(theorem, label, standalone=False)}")
        except Unsupported as error:
            reason = str(error)
            parts.append(f"(* {theorem}: not exported. {reason} *)\n")
        found.append(Exported(f"{name}.v", label, str(theorem), reason))
    (folder / f"{name}.v").write_text("\n".join(parts), encoding="utf-8")
    return found


SECONDS = 300
HINT = "coqc is not installed; on Debian: apt-get install coq libcoq-interval libcoq-coquelicot"
AXIOMS = (  # the classical reals, and the machine integers and floats that Interval computes with
    "ClassicalDedekindReals.",
    "FunctionalExtensionality.",
    "Classical_Prop.",
    "Uint63.",
    "PrimInt63.",
    "PrimFloat.",
    "FloatAxioms.",
)
"""What a certificate may rest on in Coq: axioms and primitives of these modules alone."""
START = "From Assay Require Import AssayPrelude.\nOpen Scope R_scope.\n"


class CoqRefused(AssayError):
    """Coq does not accept a file, or takes too long for it."""


def coqc(folder: Path, name: str, seconds: int = SECONDS) -> str:
    """Compile a file of a folder, and give what Coq printed.

    Raises:
        CoqRefused: it does not compile, or not in time. AssayError: Coq is not installed.
    """
    program = shutil.which("coqc")
    if program is None:
        raise AssayError(HINT)
    command = [program, "-q", "-R", ".", "Assay", name]
    try:
        done = run(command, seconds, folder=folder)
    except ChildFailed as failed:
        raise CoqRefused(f"{name} did not compile: {failed}") from None
    if done.status:
        raise CoqRefused(f"{name} does not compile: {done.errors.strip()[-800:]}")
    return done.output


def axioms(
    folder: Path, lemmas: list[tuple[str, str]], printed: Callable[[Path, str], str] = coqc
) -> list[str]:
    """The axioms below the lemmas (file and name), all together; printed: who has Coq read a file.

    Raises:
        CoqRefused: Coq does not know them.
    """
    lines = [f"From Assay Require {file}." for file in dict.fromkeys(f for f, _ in lemmas)]
    pairs = ", ".join(f"@{file}.{name}" for file, name in lemmas)
    lines += [f"Definition everything := ({pairs}).", "Print Assumptions everything."]
    (folder / "assumptions.v").write_text("\n".join(lines), encoding="utf-8")
    text = printed(folder, "assumptions.v")
    return re.findall(r"^(\S+)(?: :.*)?$", text.partition("Axioms:")[2], re.MULTILINE)


def foreign(found: list[str]) -> list[str]:
    """The axioms that are not among those a certificate may rest on."""
    return [a for a in found if not a.startswith(AXIOMS)]


_numbers = count()


@cache
def _workshop() -> Path:
    """A folder with the compiled prelude, which is removed when Python ends."""
    folder = Path(mkdtemp(prefix="assay-coq-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    write_prelude(folder)
    coqc(folder, "AssayPrelude.v")
    return folder


def compiled(certificate: object, seconds: int = SECONDS) -> Report:
    """What Coq says of a certificate: confirmed if it compiles and rests on no other axioms.

    Not settled if it cannot be exported, or Coq is missing or refuses the script; wrong if the kernel refuses
    it, since Coq is given what the kernel has read.
    """
    try:
        theorem = check(certificate)
    except Rejected as error:
        return _report("", Finding.WRONG, str(error))
    claim = str(theorem)
    try:
        text = START + export(theorem, "claim", standalone=False)
        folder = _workshop()
        name = f"certificate{next(_numbers)}"
        (folder / f"{name}.v").write_text(text, encoding="utf-8")
        coqc(folder, f"{name}.v", seconds)
        others = foreign(axioms(folder, [(name, "claim")]))
    except (Unsupported, AssayError, OSError) as error:
        return _report(claim, Finding.UNSETTLED, str(error))
    if others:
        return _report(claim, Finding.UNSETTLED, f"it rests on the axioms {', '.join(others)}")
    return _report(claim, Finding.CONFIRMED, "")


def _report(claim: str, finding: Finding, reason: str) -> Report:
    return Report(claim, (Step(0, "", claim, finding, reason),), "Coq")
