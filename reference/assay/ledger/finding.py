"""`Finding`: what a check found out, with what it rests on; `Comparisons`: which cases could have failed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

from ..errors import InvalidType, InvalidValue
from ..exact import Certified, Number, certified
from ..prove import Theorem
from ..prove.lemma import require
from ..verdict_words import Word
from .region import Region


class Vacuous(InvalidValue):
    """A check looked at nothing: no case, no adjacent pair, no event, no theorem."""


@dataclass(frozen=True)
class Finding:
    """A verdict; made by `proved`, `verified`, `refuted` or `undecided`.

    counts: how many cases, ordered adjacent pairs and events were examined exhaustively, each positive.
    witness: exact values as text; keys that start with "inequality" hold arithmetic that anyone can check.
    region: exactly where a refuted statement does hold.
    """

    verdict: Word
    certificates: tuple[Theorem, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    witness: Mapping[str, str] = field(default_factory=dict)
    region: str = ""
    reason: str = ""

    @staticmethod
    def proved(
        certificates: Iterable[Theorem],
        *,
        cases: int | None = None,
        pairs: int | None = None,
        events: int | None = None,
        witness: Mapping[str, object] | None = None,
        region: Region | None = None,
    ) -> Finding:
        """Theorems of the kernel, at least one; with counts where cases were examined as well.

        Raises:
            Vacuous: no theorem, or a count of 0.
        """
        found = _theorems(certificates)
        if not found:
            raise Vacuous("proved: the check hands out no theorem; prove at least one")
        return Finding("proved", found, _counts(cases, pairs, events), _witness(witness), _text(region))

    @staticmethod
    def verified(
        *,
        cases: int | None = None,
        pairs: int | None = None,
        events: int | None = None,
        certificates: Iterable[Theorem] = (),
        witness: Mapping[str, object] | None = None,
        region: Region | None = None,
    ) -> Finding:
        """So many cases, ordered adjacent pairs or events were examined exhaustively, and all hold.

        Raises:
            Vacuous: a count is 0, or none is given.
        """
        counts = _counts(cases, pairs, events)
        if not counts:
            raise Vacuous("verified: no count of cases, pairs or events; say what was examined")
        return Finding("verified", _theorems(certificates), counts, _witness(witness), _text(region))

    @staticmethod
    def refuted(
        witness: Mapping[str, object],
        region: Region,
        *,
        cases: int | None = None,
        pairs: int | None = None,
        events: int | None = None,
        certificates: Iterable[Theorem] = (),
    ) -> Finding:
        """A witness (with the key "inequality"), and exactly where the statement does hold.

        Raises:
            InvalidType: the region is no formula that was checked.
            InvalidValue: the witness has no inequality.
        """
        found = _witness(witness)
        if "inequality" not in found:
            raise InvalidValue("refuted: the witness has no 'inequality' that anyone can re-check")
        if not isinstance(region, Region):
            raise InvalidType(f"refuted: region = {region!r} is no Region; make it by region.checked")
        return Finding("refuted", _theorems(certificates), _counts(cases, pairs, events), found, str(region))

    @staticmethod
    def undecided(reason: str) -> Finding:
        """Neither; never a pass."""
        if not reason:
            raise InvalidValue("undecided: no reason")
        return Finding("undecided", reason=reason)


def _text(region: Region | None) -> str:
    return "" if region is None else str(region)


def _theorems(certificates: Iterable[Theorem]) -> tuple[Theorem, ...]:
    found = tuple(certificates)
    for each in found:
        if type(each) is not Theorem:
            raise InvalidType(
                f"certificates: {each!r} is a {type(each).__name__}, not a Theorem of the kernel"
            )
    return found


def _counts(cases: int | None, pairs: int | None, events: int | None) -> dict[str, int]:
    given = {"cases": cases, "pairs": pairs, "events": events}
    found = {name: n for name, n in given.items() if n is not None}
    for name, n in found.items():
        if isinstance(n, bool) or not isinstance(n, int):
            raise InvalidType(f"{name} = {n!r} is a {type(n).__name__}; count them")
        if n <= 0:
            raise Vacuous(f"{name} = {n}: the check looked at nothing")
    return found


def _witness(witness: Mapping[str, object] | None) -> dict[str, str]:
    """Exact values as text; a float has no place here."""
    found = {}
    for name, value in (witness or {}).items():
        if isinstance(value, float):
            raise InvalidType(f"witness: {name} = {value!r} is a float; give the exact value")
        found[name] = str(value)
    return found


Value = Number | Fraction | int


class Comparisons:
    """How many comparisons could have failed, and the smallest and the largest ratio of bound to value."""

    cases: int

    def __init__(self) -> None:
        self.cases = 0
        self._ratios: list[Certified] = []

    def at_most(self, value: Value, bound: Value, what: str, *, most: Value = 1) -> None:
        """value <= bound; counted where the bound is below `most`, which no value exceeds."""
        require(bool(value <= bound), what)
        self.cases += bool(bound < most)
        if value > 0:
            self._ratios.append(certified(bound) / certified(value))

    def require_factor(self, factor: int) -> None:
        """Every bound is within the factor of its value, and one is not within a smaller integer."""
        largest = 1 + max(floor(ratio) for ratio in self._ratios)
        require(largest == factor, f"the smallest integer factor is {largest}, not {factor}")

    def total(self) -> int:
        """The number of cases.

        Raises:
            Vacuous: no comparison could have failed.
        """
        if not self.cases:
            raise Vacuous("every bound is trivial: no comparison of the scope can fail")
        return self.cases
