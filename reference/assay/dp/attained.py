"""`Attained`: a worst-case value, with the pair of inputs and the event that attain it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from ..outputs.text import spelled
from ..rich_display import Shown

X = TypeVar("X")
T = TypeVar("T")
V_co = TypeVar("V_co", covariant=True)


@dataclass(frozen=True, eq=False, repr=False)
class Attained(Shown, Generic[V_co, X, T]):
    """A worst-case value, an ordered adjacent pair (x, x') that attains it, and an event that shows it there.

    `pair` is None where no single pair attains the value (an envelope of several profiles), `event` is None
    where the value is not that of an event (a finite Renyi divergence, a whole profile).  A function in its
    place is called when the event is first read: it may be far longer than the value.  Where the value is a
    function of the symbol epsilon given by pieces, `pieces` names each of them with its pair and event.
    """

    value: V_co
    pair: tuple[X, X] | None
    found: tuple[T, ...] | Callable[[], tuple[T, ...]] | None
    pieces: tuple[Attained[V_co, X, T], ...] = ()

    @property
    def event(self) -> tuple[T, ...] | None:
        """The outcomes of the event."""
        if callable(self.found):
            object.__setattr__(self, "found", self.found())
        return cast("tuple[T, ...] | None", self.found)

    def __eq__(self, other: object) -> bool:
        return self.__reduce__() == other.__reduce__() if isinstance(other, Attained) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.value, self.pair, self.event))

    def __repr__(self) -> str:
        return f"Attained(value={self.value!r}, pair={spelled(self.pair)}, event={spelled(self.event)})"

    def __reduce__(self) -> tuple[object, ...]:
        return Attained, (self.value, self.pair, self.event, self.pieces)
