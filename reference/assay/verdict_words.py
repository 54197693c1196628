"""The one vocabulary of verdicts; it imports nothing, so that a second checker can speak it too."""

from __future__ import annotations

from enum import Enum
from typing import Literal, Self, TypeAlias, get_args

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
