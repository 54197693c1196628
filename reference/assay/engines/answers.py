"""Engines: other ways to the same answers, asked before the definitions are.

An engine is a callable that is given a mechanism and returns its `Answers`, or `Declined` where it can say
nothing about it.  `Answers.answer` answers a measure, exactly as its definition does, or declines; then the
next engine is asked, and the definition (`Measure.worst`) last.  Engines are known by name and import string
(`assay.wiring`), and imported when they are first asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from ..dp import Attained, Dist, Mechanism
from ..dp.measure import Measure
from ..dp.verdict import Verdict
from ..errors import InvalidValue
from ..exact import Log, Number
from ..wiring import ENGINES

X = TypeVar("X")
T = TypeVar("T")
V = TypeVar("V")

REFERENCE = "reference"
"""The name of the engine that is always there, and is asked last: the definitions."""


@dataclass(frozen=True)
class Declined:
    """An engine does not apply, and why."""

    reason: str


NOT_OFFERED = Declined("this engine does not offer the measure")

Distribution: TypeAlias = Callable[[X], Dist[T]]


class Answers(Generic[X, T]):
    """What one engine says about one mechanism; a method that is left as it is declines.

    Arguments arrive read and checked.  A value, pair and event that are given must be those of the reference.
    UnfinishedProgram and BudgetExceeded pass through, as in the reference.
    """

    def distribution(self, reference: Distribution[X, T]) -> Distribution[X, T] | Declined:
        """The function x -> M(x), given that of the reference, which may be called for single inputs."""
        return NOT_OFFERED

    def representatives(self) -> tuple[tuple[X, X], ...] | Declined:
        """The first of every class of adjacent pairs with the same multiset {(P(o), Q(o))}, in order."""
        return NOT_OFFERED

    def answer(self, measure: Measure[V], *arguments: Any) -> Attained[V, X, T] | Declined:
        """The worst case of a measure, of arguments as `measure.read` returns them."""
        return NOT_OFFERED

    def audit(self, epsilon: Log, delta: Number) -> Verdict | Declined:
        """The verdict on the claim of (epsilon, delta)-privacy."""
        return NOT_OFFERED


Engine: TypeAlias = Callable[[Mechanism[Any, Any]], Answers[Any, Any] | Declined]


@dataclass(frozen=True)
class Note:
    """Who answered a question, and why the engines that were asked before did not."""

    engine: str
    declined: Mapping[str, str]

    def __str__(self) -> str:
        reasons = "; ".join(f"{name}: {reason}" for name, reason in self.declined.items())
        return f"{self.engine} ({reasons})" if reasons else self.engine


def register(name: str, loader: str) -> None:
    """Register an engine under a name; it is asked after those that are registered already.

    loader: "module:attribute", imported when the engine is first asked.
    Raises InvalidValue for a name that is taken and for a loader of another form.
    """
    if name in (REFERENCE, *ENGINES):
        raise InvalidValue(f"name = {name!r} is taken by another engine; choose another name")
    if loader.count(":") != 1:
        raise InvalidValue(f"loader = {loader!r} is not of the form 'package.module:attribute'")
    ENGINES[name] = loader


def unregister(name: str) -> None:
    """Forget an engine; mechanisms that have asked it already keep its answers."""
    ENGINES.pop(name, None)
