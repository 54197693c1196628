"""What the judgement of a claim is: of one grid point, and of all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ...exact.bracket import Bracket
from ...verdict_words import FinerWord
from .truths import Evidence
from .values import Claimed, Real, text

Bound = Literal["upper", "lower"]


class Class(FinerWord):
    """What a claim is; a refusal claims nothing that could be wrong."""

    TIGHT = "sound and tight", "verified"
    LOOSE = "sound, loose", "verified"
    UNSOUND = "UNSOUND", "refuted"
    REFUSES = "refuses, and should", "verified"
    REFUSES_WRONGLY = "refuses, and should not", "verified"
    ANSWERS_WRONGLY = "answers, and should refuse", "refuted"
    UNDECIDED = "undecided", "undecided"


@dataclass(frozen=True)
class Judgement:
    """One grid point: what was claimed, what is true, and what that makes of the claim.

    `gap` is |claimed - true|; `ratio` claimed/true, rounded, where both are positive and finite.
    `answer` is what the map returned or raised, as text; `reason` explains a refusal or an undecided point.
    """

    point: Mapping[str, Any]
    verdict: Class
    answer: str
    call: str
    claimed: Claimed | None = None
    true: Real | None = None
    gap: Real | None = None
    ratio: str | None = None
    evidence: Evidence | None = None
    reason: str | None = None
    bracket: Bracket | None = None
    """The bracket that is known of the truth, where it is not one number."""

    def __str__(self) -> str:
        parts = [f"{self.verdict.value}: {self.call} = {self.answer}"]
        if self.bracket is not None:
            parts.append(f"true in {self.bracket}")
        elif self.claimed is not None and self.true is not None:
            off = self.gap if self.verdict is not Class.TIGHT else None
            parts.append(f"true {text(self.true)}" + (f", by {text(off, 6)}" if off else ""))
        elif self.true is not None:
            parts.append(f"true {text(self.true)}")
        if self.ratio is not None and self.verdict in (Class.LOOSE, Class.UNSOUND):
            parts.append(f"claimed/true = {self.ratio}")
        if self.verdict is Class.UNSOUND and self.evidence is not None:
            parts.append(str(self.evidence))
        if self.reason is not None:
            parts.append(self.reason)
        return "; ".join(parts)

    def to_json(self) -> dict[str, object]:
        """The judgement as JSON values, exact numbers as strings."""
        return {
            "point": {name: repr(value) for name, value in self.point.items()},
            "verdict": self.verdict.value,
            "answer": self.answer,
            "call": self.call,
            "claimed": None if self.claimed is None else str(self.claimed),
            "true": None if self.true is None else str(self.true),
            "gap": None if self.gap is None else str(self.gap),
            "ratio": self.ratio,
            "evidence": None if self.evidence is None else str(self.evidence),
            "reason": self.reason,
        }


@dataclass(frozen=True)
class Report:
    """All grid points of one privacy map."""

    name: str
    rows: tuple[Judgement, ...]

    @property
    def sound(self) -> bool:
        """Whether no claim is unsound, and none undecided."""
        return all(row.verdict.holds for row in self.rows)

    @property
    def tight(self) -> bool:
        """Whether every answer is sound and tight, and every refusal right."""
        return all(row.verdict in (Class.TIGHT, Class.REFUSES) for row in self.rows)

    def of(self, *verdicts: Class) -> tuple[Judgement, ...]:
        """The rows with one of these verdicts."""
        return tuple(row for row in self.rows if row.verdict in verdicts)

    def counts(self) -> dict[Class, int]:
        """How many points have each verdict."""
        found = Counter(row.verdict for row in self.rows)
        return {verdict: found[verdict] for verdict in Class if found[verdict]}

    def __str__(self) -> str:
        head = ", ".join(f"{count} {verdict.value}" for verdict, count in self.counts().items())
        return "\n".join(
            [
                f"{self.name}, {len(self.rows)} {'point' if len(self.rows) == 1 else 'points'}: {head}",
                *(f"  {row}" for row in self.rows),
            ]
        )
