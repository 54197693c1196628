"""A round as a line of a file: its texts, and the digest that ties it to the line before.

Line n has a digest over its own texts and the digest of line n - 1, the first one over the terms of the
budget, so that the digest of a line stands for all lines up to it.  What a budget and a round are about is a
text that says all of it, the same in every process.
"""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction
from hashlib import sha256
from typing import Any, NamedTuple

from ...adjacency.relation import Adjacency
from ...dp import Mechanism
from ...errors import InvalidType, InvalidValue
from ...exact import Certified
from ...outputs.identity import key
from ...outputs.text import spelled, with_type
from ...theorems.scope import Scope
from .budget import Budget
from .costs import Round
from .tally import DIGITS, PLACES

LONGEST_SUM = 4096
"""Bits of the denominator from which on a sum is rounded up to a multiple of 2^-PLACES."""


class Line(NamedTuple):
    """One round in the file."""

    n: int
    key: str
    about: str
    cost: str
    sums: str
    digest: str

    def signed(self, before: str) -> str:
        """The digest that it has to have, after the line with the digest `before`."""
        said = [before, *map(str, self[:-1])]
        return sha256("".join(f"{len(part)}:{part}" for part in said).encode()).hexdigest()


class Reached(NamedTuple):
    """How far a file has come: its last line, by number and digest.  It only ever grows."""

    n: int
    digest: str

    def __str__(self) -> str:
        return f"{self.n}:{self.digest}"

    @staticmethod
    def read(witness: str) -> Reached:
        """From the text; InvalidType or InvalidValue for what is none."""
        given: object = witness
        if not isinstance(given, str):
            raise InvalidType(f"witness is {with_type(given)}; give the text of .witness(), or nothing")
        n, _, digest = given.partition(":")
        if not (n.isascii() and n.isdecimal() and len(n) < 19 and digest):
            raise InvalidValue(f"witness = {given!r} is none; give the text of .witness(), as it was kept")
        return Reached(int(n), digest)


def sums_after(sums: list[Fraction], cost: list[Fraction] | None) -> list[Fraction] | None:
    """The sums with one more cost; None where that is infinite."""
    return None if cost is None else [_short(a + b) for a, b in zip(sums, cost, strict=True)]


def _short(x: Fraction) -> Fraction:
    """The number, or a multiple of 2^-PLACES above it where its denominator is long."""
    if x.denominator.bit_length() <= LONGEST_SUM:
        return x
    return Fraction(-((-x.numerator << PLACES) // x.denominator), 1 << PLACES)


def cost_text(values: list[Fraction] | None) -> str:
    """A cost or a sum as it stands in the file."""
    return "infinite" if values is None else " ".join(map(str, values))


def read_sums(values: str) -> list[Fraction] | None:
    """A cost or a sum from the file; InvalidValue for what was never written there."""
    try:
        return None if values == "infinite" else [Fraction(x) for x in values.split(" ")]
    except (ValueError, ZeroDivisionError, TypeError, AttributeError):
        raise InvalidValue(f"{with_type(values)} is no cost: the file was changed by hand") from None


def terms_of(budget: Budget) -> str:
    """What the budget was made with, and a digest of what it is about."""
    found = {name: value for name, value in vars(budget).items() if not name.startswith("_")}
    said = {
        name: f"{value} <= {value.upper(DIGITS)}" if isinstance(value, Certified) else str(value)
        for name, value in found.items()
    }
    return f"{budget!s} {sorted(said.items())} under {budget.scope!s}, digest {digest(in_full(budget.scope))}"


def words_of(given: Round, scope: Scope | None) -> str:
    """The round in words: of a mechanism a digest of its distributions."""
    if not isinstance(given, Mechanism):
        return str(given)
    distributions = [(in_full(x), _distribution(given, x)) for x in given.domain]
    return f"{given!r} with distributions {digest(repr(distributions))} {scope}"


def _distribution(mechanism: Mechanism[Any, Any], x: Any) -> list[tuple[str, str]]:
    return sorted((in_full(o), str(p)) for o, p in mechanism.distribution(x).items())


def in_full(value: object) -> str:
    """A value with its types, all the way down; a set in the order of the texts of its elements.

    Raises InvalidType for an object that may hold more than its text says.
    """
    kind = type(value)
    if isinstance(value, Adjacency | Scope):
        parts = ", ".join(f"{f.name}={in_full(getattr(value, f.name))}" for f in fields(value))
        return f"{kind.__module__}.{kind.__qualname__}({parts})"
    if isinstance(value, tuple) and kind is tuple:
        return f"({', '.join(map(in_full, value))})"
    if isinstance(value, frozenset) and kind is frozenset:
        return f"{{{', '.join(sorted(map(in_full, value)))}}}"
    return spelled(key(value, "input"))


def digest(text: str) -> str:
    """SHA-256 of a text."""
    return sha256(text.encode()).hexdigest()
