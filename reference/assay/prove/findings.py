"""What a checker says of a certificate, step by step: confirmed, wrong, or not settled."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from assay.verdict_words import FinerWord


class Finding(FinerWord):
    """The three answers; only the first one counts as a pass."""

    CONFIRMED = "confirmed", "verified"
    WRONG = "wrong", "refuted"
    UNSETTLED = "not settled", "undecided"


@dataclass(frozen=True)
class Step:
    """The answer on one step of a certificate."""

    number: int
    rule: str
    claim: str
    finding: Finding
    reason: str = ""

    def __str__(self) -> str:
        why = f": {self.reason}" if self.reason else ""
        where = f"step {self.number} ({self.rule}) " if self.rule else ""
        return f"{where}{self.finding.value}{why}"


@dataclass(frozen=True)
class Report:
    """The answers on all steps: wrong if one is, confirmed if all are, else not settled."""

    claim: str
    steps: tuple[Step, ...]
    checker: str

    @property
    def finding(self) -> Finding:
        """The answer on the certificate as a whole."""
        found = {s.finding for s in self.steps}
        if Finding.WRONG in found or not found:
            return Finding.WRONG
        return Finding.CONFIRMED if found == {Finding.CONFIRMED} else Finding.UNSETTLED

    @property
    def holds(self) -> bool:
        """Whether every step is confirmed."""
        return self.finding is Finding.CONFIRMED

    @property
    def exit_status(self) -> int:
        """0 confirmed, 1 wrong, 3 not settled."""
        return self.finding.exit_status

    @property
    def counts(self) -> dict[str, int]:
        """How many steps got each answer."""
        seen = Counter(s.finding for s in self.steps)
        return {f.value: seen[f] for f in Finding}

    @property
    def reason(self) -> str:
        """The first steps that are not confirmed, with why."""
        rest = [str(s) for s in self.steps if s.finding is not Finding.CONFIRMED]
        wrong = [str(s) for s in self.steps if s.finding is Finding.WRONG]
        return "; ".join((wrong or rest)[:3])

    def __str__(self) -> str:
        counts = ", ".join(f"{n} {word}" for word, n in self.counts.items() if n)
        why = f"; {self.reason}" if self.reason else ""
        return f"{self.finding.value} by {self.checker} ({counts}): {self.claim}{why}"

    def to_json(self) -> dict[str, object]:
        """The report as JSON values."""
        return {
            "checker": self.checker,
            "claim": self.claim,
            "finding": self.finding.value,
            "counts": self.counts,
            "reason": self.reason,
        }
