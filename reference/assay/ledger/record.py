"""Records: one claim of a source, its parts, and the verdict recorded for each (spec/ledger-format.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..verdict_words import Word
from .wording import formulas, plain


@dataclass(frozen=True)
class Part:
    """One statement with its own verdict and check.

    statement: words with fields, which `wording` fills; `text` is what they say.
    prose: what a statement without any field is, a definition or the behaviour of a system.
    """

    id: str
    statement: str
    kind: str
    verdict: Word
    check: str
    scope: Mapping[str, object]
    deep: Mapping[str, object] = field(default_factory=dict)
    corrects: str = ""
    region: str = ""
    proves: tuple[str, ...] = ()
    witness: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    added: bool = False
    theorems: tuple[str, ...] = ()
    prose: str = ""

    @property
    def text(self) -> str:
        """The statement, its fields filled."""
        return plain(self)

    @property
    def formulas(self) -> dict[str, str]:
        """The formulas of the statement, which its check evaluates."""
        return formulas(self.statement)

    def ranges(self, deep: bool) -> dict[str, object]:
        """The scope of a run: as stated, or with the wider ranges of `deep`."""
        return {**self.scope, **self.deep} if deep else dict(self.scope)


@dataclass(frozen=True)
class Record:
    """A claim of the source of its letter."""

    id: str
    title: str
    place: str
    quotes: tuple[str, ...]
    parts: tuple[Part, ...]
    reconstructed: str = ""
    note: str = ""

    @property
    def verdict(self) -> Word:
        """That of the source's statement: the weakest of what it printed."""
        own = {part.verdict for part in self.printed}
        return next(word for word in ("refuted", "undecided", "verified", "proved") if word in own)

    @property
    def printed(self) -> tuple[Part, ...]:
        """What the source states: no reading that was added, no correction but of such a reading."""
        added = {part.id for part in self.parts if part.added}
        return tuple(p for p in self.parts if not p.added and (not p.corrects or p.corrects in added))

    @property
    def corrections(self) -> tuple[Part, ...]:
        """The parts that correct what the source states."""
        printed = {part.id for part in self.printed}
        return tuple(part for part in self.parts if part.corrects in printed)


def order(claim: str) -> tuple[str, int]:
    """The key that sorts S2 before S10."""
    return claim[0], int(claim[1:])
