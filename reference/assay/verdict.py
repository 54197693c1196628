"""Verdicts: a judgement holds, is refuted, or is undecided, with what shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar, Literal, NoReturn, Self, TypeAlias, get_args

from .outputs.text import SpelledFields

Word: TypeAlias = Literal["proved", "verified", "refuted", "undecided"]
"""The one vocabulary: by a certificate, by looking at every case, by a witness, or not at all."""

WORDS: tuple[Word, ...] = get_args(Word)


def exit_status_of(word: Word) -> int:
    """0 holds, 1 refuted, 3 undecided."""
    return {"refuted": 1, "undecided": 3}.get(word, 0)


class FinerWord(Enum):
    """What one chapter calls a verdict more finely; `means` is the word of the four that it stands for."""

    means: Word

    def __new__(cls, text: str, means: Word | None = None) -> Self:
        """A member with this text; `means` may be left out only to look one up."""
        if means is None:
            raise TypeError(f"{text!r} has to say which of {', '.join(WORDS)} it means")
        member = object.__new__(cls)
        member._value_ = text
        member.means = means
        return member

    @property
    def holds(self) -> bool:
        """Whether what was asked is established."""
        return self.exit_status == 0

    @property
    def exit_status(self) -> int:
        """0 holds, 1 refuted, 3 undecided."""
        return exit_status_of(self.means)


class Verdict(SpelledFields):
    """A judgement: `Proved`, `Verified`, `Refuted` or `Undecided`.

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

    def __bool__(self) -> NoReturn:
        raise TypeError(
            f"a verdict ({self.word}) is three-valued; ask .holds, or compare .exit_status (0, 1 or 3)"
        )

    def to_json(self) -> dict[str, object]:
        """The verdict as JSON values."""
        return {"verdict": self.word, "holds": self.holds}


@dataclass(frozen=True, repr=False)
class Proved(Verdict):
    """The claim is proved; anyone can re-check the certificate."""

    certificate: object

    word = "proved"

    def __str__(self) -> str:
        return f"proved: {self.certificate}"

    def to_json(self) -> dict[str, object]:
        """The verdict as JSON values, the certificate in its own format."""
        to_json = getattr(self.certificate, "to_json", None)
        return super().to_json() | {"certificate": str(self.certificate) if to_json is None else to_json()}


@dataclass(frozen=True, repr=False)
class Undecided(Verdict):
    """Neither: `reason` says why, `known` holds what is known nevertheless.  It never counts as a pass."""

    reason: str
    known: Mapping[str, object] = field(default_factory=dict)

    word = "undecided"

    def __str__(self) -> str:
        known = "; ".join(f"{name}: {value}" for name, value in self.known.items())
        return f"undecided: {self.reason}" + (f" (known: {known})" if known else "")

    def to_json(self) -> dict[str, object]:
        """The verdict as JSON values."""
        return super().to_json() | {
            "reason": self.reason,
            "known": {name: str(value) for name, value in self.known.items()},
        }
