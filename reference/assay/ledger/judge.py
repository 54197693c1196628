"""`judge`: run the check of one part, and compare what it finds with what the record says."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from importlib import import_module
from typing import Literal, TypeAlias

from ..prove import check as recheck
from ..prove.claims import statement
from .finding import Finding
from .parsing import CHECK
from .record import Part
from .scope import Scope

Status: TypeAlias = Literal["agrees", "differs", "failed", "undecided"]
"""How a verdict compares with the one on record, which is another question than the verdict itself."""


@dataclass(frozen=True)
class Judgement:
    """The outcome for one part.

    status: "agrees" with the record, "differs", "failed" (the check does not run, runs vacuously, or ignores
    a range), or "undecided" where the record says otherwise.
    """

    id: str
    recorded: str
    computed: str
    status: Status
    message: str = ""
    counts: Mapping[str, int] = field(default_factory=dict)
    certificates: tuple[str, ...] = ()
    certificate_bytes: int = 0
    witness: Mapping[str, str] = field(default_factory=dict)
    region: str = ""
    milliseconds: int = 0
    cached: bool = False

    def to_json(self) -> dict[str, object]:
        """The judgement as JSON values."""
        return {**asdict(self), "certificates": list(self.certificates)}


def from_json(data: Mapping[str, object]) -> Judgement:
    """The judgement that `to_json` wrote."""
    known = {f.name for f in fields(Judgement)}
    if set(data) != known:
        raise ValueError("not a judgement")
    listed = data["certificates"]
    values = {**data, "certificates": tuple(listed) if isinstance(listed, list) else ()}
    return Judgement(**values)  # type: ignore[arg-type]


def judge(part: Part, deep: bool = False) -> Judgement:
    """Run the check of a part in its scope, and compare."""
    start = time.monotonic_ns()
    status: Status
    finding: Finding | None = None
    size = 0
    try:
        scope = Scope(part.ranges(deep), part.formulas)
        finding = _run(part.check, scope)
        size = sum(len(str(recheck(c.to_json()).to_json())) for c in finding.certificates)
        problem = _ignored(scope, finding) or _weak(part, finding)
        status, message = ("failed", problem) if problem else _compare(part, finding, deep)
    except Exception as error:  # whatever a check raises, it did not run
        status, message = "failed", f"{type(error).__name__}: {error}"
    spent = (time.monotonic_ns() - start) // 1_000_000
    if finding is None:
        return Judgement(part.id, part.verdict, "", status, message, milliseconds=spent)
    proved = tuple(str(c.statement) for c in finding.certificates)
    return Judgement(
        part.id,
        part.verdict,
        finding.verdict,
        status,
        message,
        finding.counts,
        proved,
        size,
        finding.witness,
        finding.region,
        spent,
    )


def _run(check: str, scope: Scope) -> Finding:
    match = CHECK.fullmatch(check)
    module, name = match.groups() if match else ("", "")
    function: object = getattr(import_module(f"assay.ledger.checks.{module}"), name, None)
    if not callable(function):
        raise AttributeError(f"{check}: there is no such check")
    finding: object = function(scope)
    if not isinstance(finding, Finding):
        raise TypeError(f"{check} returned {finding!r}, not a Finding")
    return finding


def _ignored(scope: Scope, finding: Finding) -> str:
    """The ranges of the record that the check did not use, as a message."""
    whole = finding.verdict in ("proved", "verified")
    unused = [*(scope.unused() if whole else scope.never_read()), *scope.unevaluated()]
    if unused:
        return f"the check ignores what the record states: {'; '.join(unused)}"
    if finding.verdict == "proved":
        for name, wanted in scope.ranges.items():
            found = [c.statement.context.range(name) for c in finding.certificates]
            if not any(r is not None and r.contains(wanted) for r in found):
                return f"no certificate covers the range that the record states: {wanted}"
    return ""


def _weak(part: Part, finding: Finding) -> str:
    """What the kind of the part promises and the finding does not have, as a message."""
    if finding.verdict == "undecided":
        return ""
    if "P" in part.kind and not finding.certificates:
        return "its kind has P, and the check hands out no theorem"
    if "F" in part.kind and not finding.counts:
        return "its kind has F, and the check counts no cases, pairs or events"
    if "W" in part.kind and "inequality" not in finding.witness:
        return "its kind has W, and the check gives no witness"
    return ""


def _compare(part: Part, finding: Finding, deep: bool) -> tuple[Status, str]:
    if finding.verdict != part.verdict:
        says = f"the record says {part.verdict}, the check finds {finding.verdict}"
        message = f"{says}: {finding.reason}" if finding.reason else says
        return ("undecided" if finding.verdict == "undecided" else "differs"), message
    if finding.verdict == "undecided":
        return "agrees", finding.reason
    if finding.region != part.region:
        return "differs", f"the record has the region {part.region!r}, the check finds {finding.region!r}"
    if dict(finding.witness) != dict(part.witness):
        return "differs", _difference(part.witness, finding.witness)
    if part.counts and not deep and dict(part.counts) != dict(finding.counts):
        return "differs", f"the record counts {dict(part.counts)}, the check {dict(finding.counts)}"
    proved = {c.statement for c in finding.certificates}
    for claim in part.proves:
        if statement(claim) not in proved:
            return "differs", f"the record says that this is proved, and no certificate does: {claim}"
    listed = {statement(claim) for claim in part.proves}
    if listed and (more := proved - listed):
        return "differs", f"a certificate proves what the record does not list: {min(map(str, more))}"
    return "agrees", ""


def _difference(recorded: Mapping[str, str], found: Mapping[str, str]) -> str:
    key = next(k for k in (*recorded, *found) if recorded.get(k) != found.get(k))
    return f"witness.{key}: the record has {recorded.get(key)!r}, the check finds {found.get(key)!r}"
