"""The lower side: what streams of one length need, decided exactly by the engine for finite domains."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ...errors import AssayError, UndecidedError
from ...exact import EPS
from ...programs.noise.outside import OutsideClass
from ..decision import FailsFor, decide
from ..mechanism import SymbolicMechanism
from ..smallest import SmallestMultiple, smallest_multiple
from .instances import Pair, mechanism, telling_pairs
from .neighbours import Neighbours

MOST_REFUSALS = 4
"""So many instances that the engine for finite domains does not read, and no others are tried."""

REACHES = (1, 2)
"""How far answers are from the comparisons, in units of the largest difference."""

CROSSING = (1, 2)
"""For which lengths zeros and their neighbours are looked at before anything is said to be proved."""

FAR = (1, 4)
"""The same for the streams that the linear program points at."""


@dataclass(frozen=True)
class Attained:
    """The least multiple that some streams of a length need."""

    length: int
    smallest: SmallestMultiple
    mechanism: SymbolicMechanism

    @property
    def multiple(self) -> Fraction | None:
        """That multiple; None where none is enough."""
        return self.smallest.low


@dataclass
class LowerSide:
    """What is known from streams of one length after another."""

    program: object
    neighbours: Neighbours
    fixed: Mapping[str, Any]
    name: str
    claimed: Fraction
    """Pairs whose smallest multiple is not decided are asked for this one."""
    refuted: tuple[int, FailsFor] | None = None
    by_length: dict[int, Attained] = field(default_factory=dict)
    stopped: str = ""
    outside: int = 0
    """How many instances were refused by the engine for finite domains."""

    @property
    def best(self) -> Attained | None:
        """The shortest that needs most."""
        found: Attained | None = None
        for _, each in sorted(self.by_length.items()):
            if found is None or _exceeds(each, found):
                found = each
        return found

    def search(
        self,
        dearest: tuple[tuple[Fraction, ...], ...],
        enough: Callable[[Attained], bool],
        go_on: Callable[[], bool],
        longest: int,
    ) -> None:
        """Decide one finite instance after another, until one is enough; the shortest streams first."""
        for pairs in self.trials(dearest, longest):
            if not go_on() or self.outside > MOST_REFUSALS:
                return
            found = self.attained(pairs)
            if found is None:
                if self.refuted is not None:
                    return
                continue
            known = self.by_length.get(found.length)
            if known is None or _exceeds(found, known):
                self.by_length[found.length] = found
            if enough(found):
                return

    def try_crossing(self) -> None:
        """Look at short streams of zeros and their neighbours, on the two sides of a test such as q > 0.

        Losses are rarely largest there, but a program that was read wrongly shows itself.
        """
        for length in CROSSING:
            pairs = telling_pairs(self.neighbours, length, 0)
            found = self.attained(pairs) if pairs and self.outside <= MOST_REFUSALS else None
            known = self.by_length.get(length)
            if found is not None and (known is None or _exceeds(found, known)):
                self.by_length[length] = found

    def attained(self, pairs: list[Pair]) -> Attained | None:
        """What these pairs need; None where that is not decided, and then perhaps the claim is refuted."""
        try:
            made = mechanism(self.program, pairs, self.fixed, self.name)
            try:
                return Attained(len(pairs[0][0]), smallest_multiple(made), made)
            except UndecidedError as error:
                self.stopped = str(error)
                verdict = decide(made, EPS * self.claimed)
                if isinstance(verdict, FailsFor):
                    self.refuted = len(pairs[0][0]), verdict
        except AssayError as error:
            self.stopped = str(error)
            self.outside += isinstance(error, OutsideClass)
        return None

    def trials(self, dearest: tuple[tuple[Fraction, ...], ...], longest: int) -> Iterator[list[Pair]]:
        """Pairs of streams: all signs for short ones, and those that the linear program points at."""
        for length in range(1, longest + 1):
            if length == min(4, longest):
                yield from self.pointed_at(dearest)
            for reach in REACHES:
                pairs = telling_pairs(self.neighbours, length, reach)
                if pairs:
                    yield pairs

    def pointed_at(self, dearest: tuple[tuple[Fraction, ...], ...]) -> Iterator[list[Pair]]:
        """The streams of the dearest runs, where the differences are integers."""
        for differences in dearest:
            if (
                all(d.denominator == 1 for d in differences)
                and any(differences)
                and len(differences) <= LONGEST
            ):
                for reach in FAR:
                    x = tuple(reach * int(d) for d in differences)
                    y = tuple(a + int(d) for a, d in zip(x, differences, strict=True))
                    yield [(x, y), (y, x)]


LONGEST = 10
"""Longer streams are not tried."""


def _exceeds(a: Attained, b: Attained) -> bool:
    if b.multiple is None:
        return False
    return a.multiple is None or a.multiple > b.multiple
