"""The statement of a part: words with fields that are filled from the data that its check reads or computes.

{loss: 2*q}     a formula, which the check evaluates by `Scope.formula("loss")`; {loss} is the same again
{1}             the conclusion of the first claim of `proves`; {1.left} and {1.right} are its sides,
                {1.where} its side conditions, {1.for} its variables with their ranges
{scope.q}       a value of the scope; {witness.q}, {counts.cases} and {region} likewise
{see S3.a}      another part or claim
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..errors import InvalidValue
from ..prove.claims import statement

FIELD = re.compile(r"\{([^{}]*)\}")
NAMED = re.compile(r"([a-z][a-z_0-9]*): *(.+)")
CLAIM = re.compile(r"([1-9][0-9]?)(?:\.(left|right|where|for))?")
TABLES = ("scope", "witness", "counts")


class Data(Protocol):
    """What a statement is filled from: a part."""

    @property
    def statement(self) -> str:
        """Words with fields."""

    @property
    def proves(self) -> tuple[str, ...]:
        """The claims of the certificates."""

    @property
    def scope(self) -> Mapping[str, object]:
        """The ranges of the check."""

    @property
    def witness(self) -> Mapping[str, str]:
        """The values of the witness."""

    @property
    def counts(self) -> Mapping[str, int]:
        """What is examined."""

    @property
    def region(self) -> str:
        """Where the statement holds."""


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
    for field in FIELD.findall(template):
        if match := NAMED.fullmatch(field):
            if match[1] in found:
                raise InvalidValue(f"statement: {match[1]} is defined twice; write {{{match[1]}}} again")
            found[match[1]] = match[2]
    return found


def pieces(data: Data) -> list[Piece]:
    """The statement, its fields filled.

    Raises:
        InvalidValue: a field names nothing.
    """
    named, found = formulas(data.statement), []
    for at, text in enumerate(FIELD.split(data.statement)):
        if at % 2:
            found.append(_filled(text, data, named))
        elif text:
            if "{" in text or "}" in text:
                raise InvalidValue(f"statement: a brace stands alone in {text!r}")
            found.append(Piece(text))
    return found


def plain(data: Data) -> str:
    """The statement as text."""
    return "".join(piece.text for piece in pieces(data))


def _filled(field: str, data: Data, named: Mapping[str, str]) -> Piece:
    if match := NAMED.fullmatch(field):
        return Piece(match[2], "formula")
    if field in named:
        return Piece(named[field], "formula")
    if match := CLAIM.fullmatch(field):
        return Piece(_of_claim(data.proves, int(match[1]), match[2] or ""), "formula")
    if field == "region" and data.region:
        return Piece(data.region, "formula")
    if field.startswith("see "):
        return Piece(field.removeprefix("see "), "see")
    table, _, key = field.partition(".")
    if table in TABLES and key in (values := getattr(data, table)):
        value = values[key]
        return Piece(", ".join(map(str, value)) if isinstance(value, list) else str(value), "formula")
    raise InvalidValue(f"statement: {{{field}}} names no formula, claim, scope, witness or part")


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
