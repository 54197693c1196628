"""`Step`: the pairs that dominate a mechanism when a record is removed, and when one is added."""

from __future__ import annotations

from dataclasses import dataclass

from ..exact import ExactLike
from .arguments import check_count
from .pairs import LossPair, check_pair
from .sampling import Reversed, Subsampled

ADD_REMOVE, REPLACE = "add-remove-one", "replace-one"
ADJACENCIES = (ADD_REMOVE, REPLACE)


@dataclass(frozen=True)
class Step:
    """`remove` is (with the record, without it), `add` the other way round; each is used `count` times.

    For replacement both are the same pair.
    """

    remove: LossPair
    add: LossPair
    count: int = 1

    def __post_init__(self) -> None:
        """Raises InvalidType for what is not a loss pair, InvalidValue for what is not a count >= 0."""
        check_pair(self.remove, "remove")
        check_pair(self.add, "add")
        check_count(self.count, "Step")

    @property
    def is_symmetric(self) -> bool:
        """Whether both directions are the same pair."""
        return self.remove == self.add


def step(base: LossPair, rate: ExactLike = 1, count: int = 1) -> Step:
    """A pair that dominates the removal of a record, Poisson-sampled; for adding one it is reversed."""
    sampled = Subsampled.of(base, rate)
    return Step(sampled, sampled if sampled.is_symmetric else Reversed(sampled), count)
