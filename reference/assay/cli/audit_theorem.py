"""The verdict of an audit as a theorem: `assay audit FILE --epsilon E --coq OUT.v`, compiled with --check."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import AssayError, InvalidValue
from .errors import UsageError, one_line
from .report.findings import Findings

if TYPE_CHECKING:
    from collections.abc import Hashable

    from ..dp import Mechanism, Verdict
    from ..prove.coq.audits import AuditClaim, Violation


@dataclass(frozen=True)
class Wish:
    """Where the theorem goes, and whether Coq is asked about it."""

    path: Path
    check: bool


@dataclass(frozen=True)
class Written:
    """The file, its theorem, whether Coq accepted it (None: not asked); or why there is none."""

    file: str
    theorem: str | None
    compiled: bool | None
    reason: str = ""

    def __str__(self) -> str:
        if self.theorem is None:
            return f"no theorem in {self.file}: {self.reason}"
        if self.compiled is None:
            return f"theorem {self.theorem} in {self.file}; coqc {self.file} checks it"
        if self.compiled:
            return f"theorem {self.theorem} in {self.file}: Coq accepts it, on the axioms of the reals alone"
        return f"theorem {self.theorem} in {self.file} is not confirmed: {self.reason}"

    @property
    def stands(self) -> bool:
        """Whether what was asked for is there."""
        return self.theorem is not None and self.compiled is not False

    def to_json(self) -> dict[str, object]:
        """The theorem as JSON values."""
        return {"file": self.file, "name": self.theorem, "compiled": self.compiled, "reason": self.reason}


def wish(coq: str | None, check: str | None, epsilon: object) -> Wish | None:
    """What the options ask for.  Raises UsageError where they do not go together."""
    if coq and check and coq != check:
        raise UsageError(f"--check {check}: --coq says {coq}; give the file once")
    coq = coq or check
    if not coq:
        if check is not None:
            raise UsageError("--check: it compiles a theorem; add --coq OUT.v")
        return None
    if epsilon is None:
        raise UsageError("--coq: a theorem is about a claim; add --epsilon")
    path = Path(coq)
    if path.suffix != ".v" or not path.stem.isidentifier():
        raise UsageError(f"--coq {coq}: Coq compiles files whose name is a word and .v, such as audit.v")
    return Wish(path, check is not None)


def write(findings: Findings, wanted: Wish) -> Written:
    """Write the theorem, and ask Coq if that is wanted; a reason where there is none.

    Raises InvalidValue where the file cannot be written.
    """
    from ..prove.coq.audits import check_file, theorem_file, theorems

    name = str(wanted.path)
    try:
        claim = claim_of(findings)
        text = theorem_file(claim, wanted.path.stem)
    except AssayError as error:
        return Written(name, None, None, one_line(error))
    refuted = claim.violation is not None
    try:
        wanted.path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InvalidValue(f"--coq {wanted.path}: {error}") from None
    theorem = theorems(refuted=refuted)[-1]
    if not wanted.check:
        return Written(name, theorem, None)
    try:
        check_file(wanted.path, refuted=refuted)
    except AssayError as error:
        return Written(name, theorem, False, one_line(error))
    return Written(name, theorem, True)


def claim_of(findings: Findings) -> AuditClaim:
    """The claim, the table, and the event of a refutation.

    Raises Unsupported where there is no verdict on one claim about a finite table.
    """
    from ..outputs.text import spelled
    from ..prove.coq.audits import AuditClaim
    from ..prove.coq.terms import Unsupported

    mechanism, claim, verdict = findings.mechanism, findings.claim, findings.verdict
    if claim is None or verdict is None or verdict.word not in ("verified", "refuted", "proved"):
        raise Unsupported("the claim is neither verified nor refuted")
    if claim.epsilon.is_symbolic:
        raise Unsupported("epsilon is a symbol; give it a value, such as ln(3)")
    outputs, number = mechanism.outputs, {x: n for n, x in enumerate(mechanism.domain)}
    return AuditClaim(
        mechanism.name,
        [spelled(x) for x in mechanism.domain],
        [spelled(o) for o in outputs],
        mechanism.matrix(),
        [(number[x], number[y]) for x, y in mechanism.pairs],
        claim.epsilon,
        claim.delta,
        _violation(mechanism, verdict, number),
    )


def _violation(
    mechanism: Mechanism[Hashable, Hashable], verdict: Verdict, number: dict[Hashable, int]
) -> Violation | None:
    """The witness of a refutation by numbers; None where the claim holds."""
    from ..dp import Refuted
    from ..prove.coq.audits import Violation

    if not isinstance(verdict, Refuted):
        return None
    column = {o: n for n, o in enumerate(mechanism.outputs)}
    x, y = verdict.witness.inputs
    return Violation(number[x], number[y], tuple(column[o] for o in verdict.witness.event))
