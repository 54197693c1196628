"""The sensitivity of matrix mechanisms: how far a record that takes part in several steps moves the output.

A mechanism releases C x + z, z Gaussian, x_t the sum of contributions of norm at most 1 at step t.  A record
that takes part at the steps of a set S moves C x by C u, |u_t| <= 1 for t in S, so that with G = C^T C

    |C u|^2 = sum over s, t in S of <u_s, u_t> G_st <= sum over s, t in S of G_st,

with equality where all u_t are equal, if no G_st with s, t in S is negative.  `Participation` says which sets
are possible: at most k steps, any two of them at least b apart.  What is computed is the exact maximum.
Source: Choquette-Choo, McMahan, Rush and Thakurta, ICML 2023 (arXiv 2211.06530); Choquette-Choo et al.,
NeurIPS 2023 (arXiv 2306.08153).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..arguments import positive_integer
from ..errors import BudgetExceeded, InvalidValue

MOST_STATES = 200_000
"""Of the dynamic program over the steps that still interact."""
MOST_WORK = 30_000_000


@dataclass(frozen=True)
class Participation:
    """At most `most` steps of a record, any two of them at least `separation` apart."""

    most: int = 1
    separation: int = 1

    def __post_init__(self) -> None:
        """Refuse what is no int >= 1."""
        positive_integer(self.most, "participations")
        positive_integer(self.separation, "separation")

    def within(self, steps: int) -> int:
        """The most steps that a record has among so many."""
        return min(self.most, -(-steps // self.separation))


class Gram(ABC):
    """G = C^T C of a strategy matrix, by its entries."""

    steps: int

    @property
    @abstractmethod
    def bandwidth(self) -> int:
        """G_st = 0 for |s - t| >= bandwidth."""

    @abstractmethod
    def entry(self, s: int, t: int) -> Fraction:
        """G_st for s <= t."""

    @property
    def is_earliest_worst(self) -> bool:
        """Whether G_st is known to be >= 0, and not to grow with t nor with t - s."""
        return False

    def sensitivity_squared(self, given: Participation) -> Fraction:
        """The largest sum of G_st over s, t in S, for all sets S that are possible.

        Raises InvalidValue where a negative G_st counts, BudgetExceeded where too many sets interact.
        """
        count, apart = given.within(self.steps), given.separation
        diagonal = [self.entry(t, t) for t in range(self.steps)] if not self.is_earliest_worst else []
        if count == 1:
            return max(diagonal, default=self.entry(0, 0))
        if self.is_earliest_worst:
            return _sum_over(self, [i * apart for i in range(count)])
        self._check_signs(apart)
        if self.bandwidth <= apart:
            return _apart(diagonal, count, apart)
        return _interacting(self, count, apart)

    def _check_signs(self, apart: int) -> None:
        if self.steps * self.bandwidth > MOST_WORK:
            raise BudgetExceeded(
                f"{self.steps} steps of bandwidth {self.bandwidth} are too many to look through"
            )
        for s in range(self.steps):
            for t in range(s + apart, min(self.steps, s + self.bandwidth)):
                if self.entry(s, t) < 0:
                    raise InvalidValue(
                        f"the columns {s} and {t} of the strategy have the negative product "
                        f"{self.entry(s, t)}, and a record may be at both steps: its contributions then "
                        "matter by their directions, and no exact sensitivity is known for vectors; give "
                        "participations=1, or a larger separation"
                    )


def _sum_over(gram: Gram, chosen: Sequence[int]) -> Fraction:
    """The sum of G_st over s, t in S."""
    total = sum((gram.entry(t, t) for t in chosen), Fraction(0))
    for i, s in enumerate(chosen):
        for t in chosen[i + 1 :]:
            if t - s >= gram.bandwidth:
                break
            total += 2 * gram.entry(s, t)
    return total


def _apart(diagonal: Sequence[Fraction], count: int, apart: int) -> Fraction:
    """No two possible steps interact: the largest sum of `count` values, any two at least `apart` apart."""
    if len(diagonal) * count > MOST_WORK:
        raise BudgetExceeded(f"{len(diagonal)} steps with {count} participations are too many for a table")
    before = [Fraction(0)] * (len(diagonal) + 1)
    for _ in range(count):
        best = [Fraction(0)] * (len(diagonal) + 1)
        for t, value in enumerate(diagonal):
            best[t + 1] = max(best[t], before[max(0, t + 1 - apart)] + value)
        before = best
    return before[-1]


def _interacting(gram: Gram, count: int, apart: int) -> Fraction:
    """By a table over the steps of the record that interact with later ones.

    Raises BudgetExceeded where there are too many such sets.
    """
    window = max(gram.bandwidth, apart) - 1
    states: dict[tuple[int, tuple[int, ...]], Fraction] = {(0, ()): Fraction(0)}
    for t in range(gram.steps):
        after: dict[tuple[int, tuple[int, ...]], Fraction] = {}
        for (used, chosen), value in states.items():
            kept = tuple(s for s in chosen if t - s <= window)
            _raise_to(after, (used, kept), value)
            if used < count and (not kept or t - kept[-1] >= apart):
                gain = gram.entry(t, t) + 2 * sum((gram.entry(s, t) for s in kept), Fraction(0))
                _raise_to(after, (used + 1, (*kept, t)), value + gain)
        if len(after) > MOST_STATES:
            raise BudgetExceeded(
                f"after {t + 1} of {gram.steps} steps {len(after)} sets of steps interact, more than "
                f"{MOST_STATES}: the strategy has bandwidth {gram.bandwidth}, but steps of a record may be "
                f"{apart} apart; give a strategy of bandwidth at most the separation, or fewer participations"
            )
        states = after
    return max(states.values())


def _raise_to(
    table: dict[tuple[int, tuple[int, ...]], Fraction], key: tuple[int, tuple[int, ...]], x: Fraction
) -> None:
    """Keep the larger value."""
    if key not in table or table[key] < x:
        table[key] = x
