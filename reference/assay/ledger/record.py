"""Records: one claim of a source, its parts, and the verdict recorded for each (spec/ledger-format.md).

The statement of a part is words with fields that are filled from the data that its check reads or computes:

{loss: 2*q}     a formula, which the check evaluates by `Scope.formula("loss")`; {loss} is the same again
{1}             the conclusion of the first claim of `proves`; {1.left} and {1.right} are its sides,
                {1.where} its side conditions, {1.for} its variables with their ranges
{scope.q}       a value of the scope; {witness.q}, {counts.cases} and {region} likewise
{see S3.a}      another part or claim
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..errors import InvalidValue
from ..prove.claims import statement
from ..verdict_words import Word

FIELD = re.compile(r"\{([^{}]*)\}")
NAMED = re.compile(r"([a-z][a-z_0-9]*): *(.+)")
CLAIM = re.compile(r"([1-9][0-9]?)(?:\.(left|right|where|for))?")
TABLES = ("scope", "witness", "counts")


@dataclass(frozen=True)
class Piece:
    """Words, or mathematics in the grammar of claims; `see` where it names another part."""

    text: str
    kind: str = "words"


def formulas(template: str) -> dict[str, str]:
    """The formulas that a statement defines, by their names.

    Raises:
        InvalidValue: one is defined twice.
    """
    found: dict[str, str] = {}
    for text in FIELD.findall(template):
        if match := NAMED.fullmatch(text):
            if match[1] in found:
                raise InvalidValue(f"statement: {match[1]} is defined twice; write {{{match[1]}}} again")
            found[match[1]] = match[2]
    return found


def pieces(part: Part) -> list[Piece]:
    """The statement, its fields filled.

    Raises:
        InvalidValue: a field names nothing.
    """
    named, found = formulas(part.statement), []
    for at, text in enumerate(FIELD.split(part.statement)):
        if at % 2:
            found.append(_filled(text, part, named))
        elif text:
            if "{" in text or "}" in text:
                raise InvalidValue(f"statement: a brace stands alone in {text!r}")
            found.append(Piece(text))
    return found


def plain(part: Part) -> str:
    """The statement as text."""
    return "".join(piece.text for piece in pieces(part))


def _filled(text: str, part: Part, named: Mapping[str, str]) -> Piece:
    if match := NAMED.fullmatch(text):
        return Piece(match[2], "formula")
    if text in named:
        return Piece(named[text], "formula")
    if match := CLAIM.fullmatch(text):
        return Piece(_of_claim(part.proves, int(match[1]), match[2] or ""), "formula")
    if text == "region" and part.region:
        return Piece(part.region, "formula")
    if text.startswith("see "):
        return Piece(text.removeprefix("see "), "see")
    table, _, key = text.partition(".")
    if table in TABLES and key in (values := getattr(part, table)):
        value = values[key]
        return Piece(", ".join(map(str, value)) if isinstance(value, list) else str(value), "formula")
    raise InvalidValue(f"statement: {{{text}}} names no formula, claim, scope, witness or part")


def _of_claim(claims: Sequence[str], number: int, side: str) -> str:
    if number > len(claims):
        raise InvalidValue(f"statement: {{{number}}} is beyond the {len(claims)} claims of `proves`")
    found = statement(claims[number - 1])
    parts = {
        "": str(found.conclusion),
        "left": str(found.conclusion.left),
        "right": str(found.conclusion.right),
        "where": " and ".join(map(str, found.context.conditions)),
        "for": ", ".join(map(str, found.context.ranges)),
    }
    if not parts[side]:
        raise InvalidValue(f"statement: {{{number}.{side}}}: the claim has none")
    return parts[side]


@dataclass(frozen=True)
class Part:
    """One statement with its own verdict and check.

    statement: words with fields, as above; `text` is what they say.
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
