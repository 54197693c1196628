"""Verdicts: a judgement holds, is refuted, or is undecided, with what shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from .outputs.text import SpelledFields
from .rich_display import Shown
from .verdict_words import Word, exit_status_of


class BaseVerdict(Shown, SpelledFields):
    """What the verdicts share: `Proved`, `Verified`, `Refuted` or `Undecided`.

    It has no truth value of its own, since it has three: ask `.holds` (True only where the claim is
    established) or `.exit_status` (0 holds, 1 refuted, 3 undecided).
    """

    word: ClassVar[Word]

    @property
    def exit_status(self) -> int:
        """0 holds, 1 refuted, 3 undecided."""
        return exit_status_of(self.word)

    @property
    def holds(self) -> bool:
        """Whether the claim is established; False when it is refuted and when it is undecided."""
        return self.exit_status == 0

    def __bool__(self) -> bool:  # not NoReturn, with which a type checker skips what follows `if verdict:`
        raise TypeError(
            f"a verdict ({self.word}) is three-valued; ask .holds, or compare .exit_status (0, 1 or 3)"
        )

    def to_json(self) -> dict[str, object]:
        """The verdict as JSON values."""
        return {"verdict": self.word, "holds": self.holds}


@dataclass(frozen=True, repr=False)
class Proved(BaseVerdict):
    """The claim is proved; anyone can re-check the certificate."""

    certificate: object

    word: ClassVar[Word] = "proved"

    def __str__(self) -> str:
        return f"proved: {self.certificate}"

    def to_json(self) -> dict[str, object]:
        """The verdict as JSON values, the certificate in its own format."""
        to_json = getattr(self.certificate, "to_json", None)
        return super().to_json() | {"certificate": str(self.certificate) if to_json is None else to_json()}


@dataclass(frozen=True, repr=False)
class Undecided(BaseVerdict):
    """Neither: `reason` says why, `known` holds what is known nevertheless.  It never counts as a pass."""

    reason: str
    known: Mapping[str, object] = field(default_factory=dict)

    word: ClassVar[Word] = "undecided"

    def __str__(self) -> str:
        known = "; ".join(f"{name}: {value}" for name, value in self.known.items())
        return f"undecided: {self.reason}" + (f" (known: {known})" if known else "")

    def to_json(self) -> dict[str, object]:
        """The verdict as JSON values."""
        return super().to_json() | {
            "reason": self.reason,
            "known": {name: str(value) for name, value in self.known.items()},
        }
