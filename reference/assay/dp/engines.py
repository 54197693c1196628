"""Engines: other ways to the same answers, asked before the reference is.

An engine is a callable that is given a mechanism and returns its `Answers`, or `Declined` where it can say
nothing about it.  `Answers.answer` answers a measure, exactly as its definition does, or declines; then the
next engine is asked, and the definition (`Measure.worst`) last.  Engines live in higher layers: this module
knows them by name and import string only, and imports one when it is first asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, cast

from ..errors import InvalidType, InvalidValue
from ..exact import Log, Number
from ..outputs.text import shown
from ..verdict import Verdict
from ..wiring import ENGINES
from .dist import Dist

if TYPE_CHECKING:
    from .attained import Attained
    from .measure import Measure
    from .mechanism import Mechanism

X = TypeVar("X")
T = TypeVar("T")
V = TypeVar("V")

REFERENCE = "reference"
"""The name of the engine that is always there, and is asked last."""


@dataclass(frozen=True)
class Declined:
    """An engine does not apply, and why."""

    reason: str


NOT_OFFERED = Declined("this engine does not offer the measure")

Law: TypeAlias = "Callable[[X], Dist[T]]"


class Answers(Generic[X, T]):
    """What one engine says about one mechanism; a method that is left as it is declines.

    Arguments arrive read and checked.  A value, pair and event that are given must be those of the reference.
    UnfinishedProgram and BudgetExceeded pass through, as in the reference.
    """

    def law(self, reference: Law[X, T]) -> Law[X, T] | Declined:
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


Engine: TypeAlias = "Callable[[Mechanism[Any, Any]], Answers[Any, Any] | Declined]"


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


def check_engine(engine: object) -> str | None:
    """Refuse a name that no engine has."""
    if engine is None or (isinstance(engine, str) and engine in (REFERENCE, *ENGINES)):
        return engine
    names = ", ".join(map(repr, (REFERENCE, *ENGINES)))
    kind = InvalidValue if isinstance(engine, str) else InvalidType
    raise kind(f"engine = {shown(engine)} is not an engine; choose one of {names}, or None for the default")


class Switch(Generic[X, T]):
    """Asks the engines of one mechanism, in order; `notes` remembers who answered which question."""

    def __init__(self, mechanism: Mechanism[X, T], engine: str | None) -> None:
        self.engine = check_engine(engine)
        self.notes: dict[str, Note] = {}
        self._mechanism = mechanism
        self._answers: dict[str, Answers[X, T] | Declined] = {}

    def names(self) -> tuple[str, ...]:
        """The engines to ask before the reference, in order."""
        if self.engine is None:
            return tuple(ENGINES)
        return () if self.engine == REFERENCE else (self.engine,)

    def ask(self, question: str, put: Callable[[Answers[X, T]], V | Declined]) -> V | None:
        """The answer of the first engine that does not decline; None where the reference has to answer."""
        declined: dict[str, str] = {}
        for name in self.names():
            answers = self._of(name)
            answer = answers if isinstance(answers, Declined) else put(answers)
            if not isinstance(answer, Declined):
                self.notes[question] = Note(name, declined)
                return answer
            declined[name] = answer.reason
        self.notes[question] = Note(REFERENCE, declined)
        return None

    def remark(self, question: str, reason: str) -> None:
        """Note that an engine left a part of a question, such as a single row, to the reference."""
        known = self.notes.get(question, Note(REFERENCE, {}))
        self.notes[question] = Note(known.engine, {**known.declined, REFERENCE: reason})

    def _of(self, name: str) -> Answers[X, T] | Declined:
        """The answers of an engine, which is imported and asked about the mechanism once."""
        if name not in self._answers:
            module, _, attribute = ENGINES[name].partition(":")
            engine = cast("Engine", getattr(import_module(module), attribute))
            self._answers[name] = engine(self._mechanism)
        return self._answers[name]
