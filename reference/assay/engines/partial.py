"""What is known of a program's output distribution when only a part of its paths has been followed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from ..dp.events import restrict
from ..dp.weights import ZERO
from ..exact import Number
from ..outputs.text import SpelledFields

T = TypeVar("T")


@dataclass(frozen=True, repr=False)
class Partial(SpelledFields, Generic[T]):
    """Rigorous bounds: P(o) lies between lower[o] and lower[o] + open_mass.

    `open_mass` is the probability of all paths that were not followed to their end; it may fall on any
    outcome, also on one never seen. `paths` counts those that were, `reason` says why the others were not;
    `keys` are those of outcomes that stand for an output which is not their own form (`outputs.alphabet`).
    """

    lower: Mapping[T, Number]
    open_mass: Number
    paths: int
    reason: str | None = None
    keys: Mapping[T, Hashable] = field(default_factory=dict)

    def upper(self, outcome: object) -> Number:
        """An upper bound of P(outcome)."""
        return self.prob_bounds([outcome])[1]

    def prob_bounds(self, event: Iterable[object] | Callable[[T], bool]) -> tuple[Number, Number]:
        """(a, b) with a <= P(E) <= b, for a set of outcomes or a predicate on outcomes."""
        lower = sum(restrict(self.lower, event).values(), ZERO)
        return lower, lower + self.open_mass


def rounded(mass: Number) -> str:
    """A probability for messages, rounded up where it is long."""
    text = str(mass)
    return text if len(text) <= 24 or mass.is_symbolic else f"at most {mass.upper(3)}"
