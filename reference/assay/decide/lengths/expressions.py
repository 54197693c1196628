"""`Affine`: a sum of symbols with rational coefficients, plus a rational: what a program computes.

Symbols are texts.  One that holds a blank is of this step of the loop or public ("draw 0", "answer 0",
"step t", "public threshold", "count c", "share c" for 1/c); any other is a stored value, named as in the
program ("bar", "levels[2]"), where "#seen" is an exact count and "$spent" an exact budget.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from ...errors import InvalidType

DRAW, ANSWER, STEP, PUBLIC = "draw ", "answer ", "step ", "public "
"""The kinds of symbols that are no stored values."""

COUNT, SHARE = "count ", "share "
"""A whole number c >= 1 that is the same for both runs, and 1/c."""

COUNTER, BUDGET = "#", "$"
"""How the names of stored values begin that are exact: whole numbers, and multiples of EPS."""


@dataclass(frozen=True, slots=True)
class Affine:
    """sum c_s s + offset; `terms` is sorted by symbol and holds no coefficient 0."""

    terms: tuple[tuple[str, Fraction], ...]
    offset: Fraction = Fraction(0)

    @classmethod
    def of(cls, terms: Mapping[str, Fraction], offset: Fraction = Fraction(0)) -> Affine:
        """The sum of the terms, in order and without zeros."""
        return cls(tuple(sorted((s, c) for s, c in terms.items() if c)), Fraction(offset))

    @classmethod
    def symbol(cls, name: str) -> Affine:
        """One symbol."""
        return cls(((name, Fraction(1)),))

    def plus(self, other: Affine) -> Affine:
        """The sum of two."""
        found = dict(self.terms)
        for s, c in other.terms:
            found[s] = found.get(s, Fraction(0)) + c
        return Affine.of(found, self.offset + other.offset)

    def times(self, factor: Fraction) -> Affine:
        """The multiple."""
        return Affine.of({s: c * factor for s, c in self.terms}, self.offset * factor)

    def minus(self, other: Affine) -> Affine:
        """The difference of two."""
        return self.plus(other.times(Fraction(-1)))

    def coefficient(self, symbol: str) -> Fraction:
        """That of a symbol."""
        return dict(self.terms).get(symbol, Fraction(0))

    def with_values(self, values: Mapping[str, Affine]) -> Affine:
        """Symbols replaced by sums."""
        found = self
        for symbol, c in self.terms:
            if symbol in values:
                found = found.plus(values[symbol].times(c)).plus(Affine(((symbol, -c),)))
        return found

    @property
    def is_public(self) -> bool:
        """Whether it is a number, or one of the parameters that neighbours share."""
        return all(s.startswith((PUBLIC, COUNT, SHARE)) for s, _ in self.terms)

    @property
    def is_count(self) -> bool:
        """Whether it is a whole number that both runs know: made of counters and c."""
        return all(s.startswith((COUNTER, COUNT)) for s, _ in self.terms)

    @property
    def is_budget(self) -> bool:
        """Whether it is a multiple of EPS that both runs know: made of budgets and 1/c."""
        return all(s.startswith((BUDGET, SHARE)) for s, _ in self.terms)

    def symbols(self, kind: str) -> Iterable[str]:
        """The symbols of a kind."""
        return (s for s, _ in self.terms if s.startswith(kind))

    @property
    def stored(self) -> tuple[str, ...]:
        """The stored values in it."""
        return tuple(s for s, _ in self.terms if is_stored(s))

    def to_json(self) -> list[object]:
        """[[symbol, coefficient], ..., offset]."""
        return [*([s, str(c)] for s, c in self.terms), str(self.offset)]

    @classmethod
    def from_json(cls, data: object) -> Affine:
        """What `to_json` made.  Raises InvalidType for anything else."""
        if not isinstance(data, list) or not data:
            raise InvalidType(
                f"{data!r} is no sum of symbols; it is a list of [symbol, coefficient], and a number"
            )
        return cls.of({str(s): rational(c) for s, c in data[:-1]}, rational(data[-1]))

    def __str__(self) -> str:
        parts = [f"{'' if c == 1 else '-' if c == -1 else f'{c} '}{s}" for s, c in self.terms]
        if self.offset or not parts:
            parts.append(str(self.offset))
        return " + ".join(parts).replace("+ -", "- ")


def rational(text: object) -> Fraction:
    """A number as certificates write it, "-3/4".  Raises ValueError for anything else, such as 1e9."""
    if not isinstance(text, str) or not RATIONAL.fullmatch(text):
        raise ValueError(f"{str(text)[:40]!r} is no rational number")
    return Fraction(text)


RATIONAL = re.compile("-?[0-9]{1,4000}(/[0-9]{1,4000})?")


def is_stored(symbol: str) -> bool:
    """Whether a symbol is a stored value."""
    return " " not in symbol
