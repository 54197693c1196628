"""Verdicts on a mechanism: verified on a finite domain, or refuted by a witness."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from ..verdict import BaseVerdict, Proved, Undecided
from ..verdict_words import Word
from .witness import Witness


@dataclass(frozen=True)
class Scope:
    """What was searched exhaustively: a mechanism on so many inputs, ordered adjacent pairs, and outputs."""

    mechanism: str
    inputs: int
    pairs: int
    outputs: int

    def __str__(self) -> str:
        return (
            f"{_count(self.inputs, 'input')}, {_count(self.pairs, 'ordered adjacent pair')}, "
            f"{_count(self.outputs, 'output')} of {self.mechanism}"
        )

    def to_json(self) -> dict[str, object]:
        """The scope as JSON values."""
        return {
            "mechanism": self.mechanism,
            "inputs": self.inputs,
            "pairs": self.pairs,
            "outputs": self.outputs,
        }


@dataclass(frozen=True, repr=False)
class Verified(BaseVerdict):
    """The claim holds on every case of a named finite scope.

    `tight` says whether it holds with equality, so that no smaller parameter would do; `attained` then shows
    where. It is None where only bounds on the probabilities are known.
    """

    scope: Scope
    tight: bool | None
    attained: Witness | None = None

    word: ClassVar[Word] = "verified"

    def __str__(self) -> str:
        how = {True: ", tight", False: ", not tight", None: ""}[self.tight]
        return f"verified{how}: {self.scope}"

    def to_json(self) -> dict[str, object]:
        """The verdict as JSON values."""
        attained = None if self.attained is None else self.attained.to_json()
        return super().to_json() | {"tight": self.tight, "scope": self.scope.to_json(), "attained": attained}


@dataclass(frozen=True, repr=False)
class Refuted(BaseVerdict):
    """The claim is false, as the witness shows."""

    witness: Witness

    word: ClassVar[Word] = "refuted"

    def __str__(self) -> str:
        return f"refuted: {self.witness}"

    def to_json(self) -> dict[str, object]:
        """The verdict as JSON values, with the witness."""
        return super().to_json() | {"witness": self.witness.to_json()}


Verdict: TypeAlias = Proved | Verified | Refuted | Undecided
"""The verdict on a claim about a mechanism; there is no fifth, so a `match` over the four is complete."""


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
