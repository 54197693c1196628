"""What a mechanism leaves to whoever computes: the definitions here say what, `assay.engines` says how."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ..exact import Log, Number
from .attained import Attained
from .dist import Dist
from .verdict import Verdict

if TYPE_CHECKING:
    from .measure import Measure

X = TypeVar("X")
T = TypeVar("T")
V = TypeVar("V")


class Computation(Protocol[X, T]):
    """The answers about one mechanism, each exactly that of its definition; what is known is kept."""

    engine: str | None
    notes: Mapping[str, Any]

    def distribution(self, x: X) -> Dist[T]:
        """M(x), by its source."""

    def pairs(self) -> tuple[tuple[X, X], ...]:
        """All ordered adjacent pairs."""

    @property
    def is_listed(self) -> bool:
        """Whether the pairs are listed already."""

    @property
    def most_pairs(self) -> int:
        """The number of pairs if they are listed already, else the bound n (n - 1)."""

    def output_count(self) -> int:
        """How many outcomes have a positive probability on some input."""

    def privacy_loss(self, x: X, y: X) -> Dist[Log]:
        """`privacy_loss(M(x), M(y))`."""

    def representatives(self) -> Iterator[tuple[X, X]]:
        """Adjacent pairs, one at least for every multiset {(P(o), Q(o))}."""

    def worst_case(self, measure: Measure[V], *arguments: Any) -> Attained[V, X, T]:
        """`measure.worst(AdjacentPairs(M), measure, *arguments)`, of arguments that were read."""

    def remark(self, question: str, reason: str) -> None:
        """Add to `notes` that the engine which answers a question left a part of it to the definition."""

    def audit(self, epsilon: Log, delta: Number) -> Verdict:
        """`audit.exhaustive(M, epsilon, delta)`; Undecided where that does not end."""
