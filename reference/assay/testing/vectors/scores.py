"""What a run amounts to: how many answers are sound, tight and exact, and how loose the others are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .judgement import NOT_IMPLEMENTED, RANK, Judgement, factor_text
from .run import Answered

TIGHT = Fraction(101, 100)
"""A bound is tight within this factor of the truth, unless another is given."""


@dataclass(frozen=True)
class Score:
    """Counts of tests: exact answers are tight, and tight ones sound; the slack of those that have some."""

    tests: int
    answered: int
    sound: int
    tight: int
    exact: int
    statuses: Counter[str]
    slacks: tuple[Fraction, ...]

    @property
    def failing(self) -> int:
        """How many are neither sound nor said to be not implemented."""
        return self.tests - self.sound - self.statuses[NOT_IMPLEMENTED]

    @property
    def median(self) -> str:
        """The factor in the middle, of bounds that are not the truth; empty where there are none."""
        return factor_text(self.slacks[len(self.slacks) // 2]) if self.slacks else ""

    @property
    def largest(self) -> str:
        """The largest factor; empty where all bounds are the truth."""
        return factor_text(self.slacks[-1]) if self.slacks else ""

    @property
    def looseness(self) -> str:
        """Both factors, as they stand in a table."""
        return f"{self.median}, at most {self.largest}" if len(self.slacks) > 1 else self.median

    def in_words(self) -> str:
        """How many there are of each status, the serious ones first."""
        order = sorted(self.statuses, key=lambda status: -RANK[status])
        return ", ".join(f"{self.statuses[status]} {status}" for status in order)

    def to_json(self) -> dict[str, object]:
        """The counts as JSON values."""
        return {
            "tests": self.tests,
            "answered": self.answered,
            "sound": self.sound,
            "tight": self.tight,
            "exact": self.exact,
            "failing": self.failing,
            "not_implemented": self.statuses[NOT_IMPLEMENTED],
            "times_the_truth": {"median": self.median or None, "largest": self.largest or None},
            "statuses": dict(sorted(self.statuses.items())),
        }


def score(judgements: Iterable[Judgement], factor: Fraction = TIGHT) -> Score:
    """The score of some answers; tight within this factor."""
    given = list(judgements)
    statuses = Counter(each.status for each in given)
    return Score(
        tests=len(given),
        answered=len(given) - statuses[NOT_IMPLEMENTED],
        sound=sum(each.passes for each in given),
        tight=sum(each.is_tight(factor) for each in given),
        exact=sum(each.is_exact for each in given),
        statuses=statuses,
        slacks=tuple(sorted(each.slack for each in given if each.slack)),
    )


def by_function(found: Sequence[Answered], factor: Fraction = TIGHT) -> dict[tuple[str, str], Score]:
    """The scores by family and function."""
    groups: dict[tuple[str, str], list[Judgement]] = {}
    for each in found:
        name = (each.test.family, str(each.test.prompt["function"]))
        groups.setdefault(name, []).append(each.judgement)
    return {name: score(groups[name], factor) for name in sorted(groups)}


def by_family(found: Sequence[Answered], factor: Fraction = TIGHT) -> dict[str, Score]:
    """The scores by family."""
    groups: dict[str, list[Judgement]] = {}
    for each in found:
        groups.setdefault(each.test.family, []).append(each.judgement)
    return {name: score(group, factor) for name, group in groups.items()}
