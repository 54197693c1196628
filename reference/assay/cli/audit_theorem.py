"""The verdict of an audit as a theorem: `assay audit FILE --epsilon E --coq OUT.v`, compiled with --check."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import AssayError, BudgetExceeded, InvalidValue, UnfinishedProgram
from .errors import UsageError, one_line
from .limits import limited
from .report.findings import Findings

if TYPE_CHECKING:
    from collections.abc import Hashable
    from fractions import Fraction

    from ..dp import Mechanism, Verdict
    from ..programs.decision_tree import DecisionTrees
    from ..prove.coq.audits import AuditClaim, ProgramTree, Violation


@dataclass(frozen=True)
class Wish:
    """Where the theorem goes, and whether Coq is asked about it."""

    path: Path
    check: bool


@dataclass(frozen=True)
class Written:
    """The file, its theorem, whether Coq accepted it (None: not asked); or why there is none.

    `about` says what the theorem is about: the program's decision tree, or a table that Assay computed.
    """

    file: str
    theorem: str | None
    compiled: bool | None
    reason: str = ""
    about: str = ""

    def __str__(self) -> str:
        if self.theorem is None:
            left = ", which is left as it was" if Path(self.file).exists() else ""
            return f"no theorem in {self.file}{left}: {self.reason}"
        what = f"theorem {self.theorem} in {self.file}"
        about = f" (about {self.about})" if self.about else ""
        if self.compiled is None:
            return f"{what}{about}; coqc {self.file} checks it"
        if self.compiled:
            return f"{what}{about}: Coq accepts it, on the axioms of the reals alone"
        return f"{what}{about} is not confirmed: {self.reason}"

    @property
    def stands(self) -> bool:
        """Whether what was asked for is there."""
        return self.theorem is not None and self.compiled is not False

    def to_json(self) -> dict[str, object]:
        """The theorem as JSON values."""
        return {
            "file": self.file,
            "name": self.theorem,
            "about": self.about,
            "compiled": self.compiled,
            "reason": self.reason,
        }


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
    if re.fullmatch(r"[A-Za-z]\w*\.v", path.name, re.ASCII) is None:
        raise UsageError(f"--coq {coq}: Coq compiles files whose name is a word and .v, such as audit.v")
    if path.exists() and not is_own(path):
        raise UsageError(f"--coq {coq}: there is a file that assay has not written; give another name")
    return Wish(path, check is not None)


def is_own(path: Path) -> bool:
    """Whether a file is one that was written here, so that it may be written again."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return "Written by Assay for Coq" in file.read(10_000)
    except OSError:
        return False


def write(findings: Findings, wanted: Wish, seconds: Fraction | None, states: int | None) -> Written:
    """Write the theorem, in a budget of its own, and ask Coq if that is wanted; a reason where there is none.

    Raises InvalidValue where the file cannot be written.
    """
    from ..prove.coq.audits import theorem_file

    try:
        with limited(seconds, states):
            claim, about = claim_of(findings)
            text = theorem_file(claim, wanted.path.stem)
    except AssayError as error:
        return Written(str(wanted.path), None, None, one_line(error))
    return stored(text, wanted, about)


def stored(text: str, wanted: Wish, about: str = "") -> Written:
    """Write the text, and ask Coq if that is wanted.  Raises InvalidValue where it cannot be written."""
    from ..prove.coq.audits import check_file, theorems

    try:
        wanted.path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InvalidValue(f"--coq {wanted.path}: {error}") from None
    name, theorem = str(wanted.path), theorems(text)[-1]
    if not wanted.check:
        return Written(name, theorem, None, about=about)
    try:
        check_file(wanted.path)
    except AssayError as error:
        return Written(name, theorem, False, one_line(error), about)
    return Written(name, theorem, True, about=about)


def claim_of(findings: Findings) -> tuple[AuditClaim, str]:
    """The claim, the program or the table, and the event of a refutation; and what the theorem is about.

    Raises Unsupported where there is no verdict on one claim about a finite table.
    """
    from ..outputs.text import spelled
    from ..prove.coq.audits import AuditClaim
    from ..prove.coq.terms import Unsupported

    mechanism, claim, verdict = findings.mechanism, findings.claim, findings.verdict
    if claim is None or verdict is None or verdict.word not in ("verified", "refuted", "proved"):
        raise Unsupported("the claim is neither verified nor refuted")
    if claim.epsilon.is_symbolic:
        raise Unsupported(
            "epsilon is a symbol; assay decide FILE --coq OUT.v is for all eps > 0, --epsilon 'ln 3' for one"
        )
    outputs, number = mechanism.outputs, {x: n for n, x in enumerate(mechanism.domain)}
    program, why = program_of(mechanism)
    claimed = AuditClaim(
        mechanism.name,
        [spelled(x) for x in mechanism.domain],
        [spelled(o) for o in outputs],
        mechanism.matrix(),
        [(number[x], number[y]) for x, y in mechanism.pairs],
        claim.epsilon,
        claim.delta,
        _violation(mechanism, verdict, number),
        program,
        why,
    )
    if program is not None:
        return claimed, "the program's decision tree"
    return claimed, f"the table that Assay computed, since {why}" if why else ""


def program_of(mechanism: Mechanism[Hashable, Hashable]) -> tuple[ProgramTree | None, str]:
    """The decision tree of a program; None for a table, and why there is none of a program.

    Raises AssayError where the paths of the program add up to other distributions than the audit found.
    """
    from ..programs.decision_tree import MOST_PATHS, decision_trees

    try:
        found = decision_trees(mechanism.source, mechanism.domain)
    except (BudgetExceeded, UnfinishedProgram):
        return None, f"the program has no decision tree of at most {MOST_PATHS} paths"
    if found is None:
        return None, ""
    trees, starts = found
    for x, start in zip(mechanism.domain, starts, strict=True):
        if dict(trees.distribution(start)) != dict(mechanism.distribution(x).items()):
            raise AssayError(
                f"the paths of {mechanism.name} on {x!r} add up to another distribution; report this"
            )
    return _numbered(trees, starts, mechanism.outputs), ""


def _numbered(trees: DecisionTrees, starts: tuple[int, ...], outputs: tuple[Hashable, ...]) -> ProgramTree:
    """The trees with outputs by their numbers."""
    from ..programs.decision_tree import End
    from ..prove.coq.audits import Draw, ProgramTree, Return

    column = {o: n for n, o in enumerate(outputs)}
    nodes = (
        Return(column[node.output]) if isinstance(node, End) else Draw(node.probabilities, node.nodes)
        for node in trees.nodes
    )
    return ProgramTree(tuple(nodes), starts)


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
