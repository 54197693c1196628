"""What is computed of one mechanism: engines are asked in order, the definitions last, within a budget."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any, Generic, TypeVar, cast

from ..budgets.progress import grace, is_spent, track, uninterruptible
from ..budgets.sizes import MOST_LISTED
from ..dp import Attained, Dist, Mechanism, Refuted, privacy_loss
from ..dp.audit import exhaustive, largest_excess, smallest_event
from ..dp.measure import Measure, largest
from ..dp.verdict import Verdict
from ..dp.witness import witness
from ..errors import BudgetExceeded, InvalidType, InvalidValue, UndecidedError, UnfinishedProgram
from ..exact import Log, Number
from ..outputs.alphabet import Alphabet, check_hashable
from ..outputs.text import with_type
from ..verdict import Undecided
from ..wiring import ENGINES, WITHOUT_ROWS, load
from .answers import REFERENCE, Answers, Declined, Engine, Note
from .independent import HasFactors, count_outputs, total_loss
from .pairs import PairClasses
from .partial import Partial, audit_bounds
from .rows import distribution_of

X = TypeVar("X")
T = TypeVar("T")
V = TypeVar("V")


class Computation(Generic[X, T]):
    """The answers about one mechanism; `notes` says who answered which question."""

    def __init__(self, mechanism: Mechanism[X, T], engine: str | None) -> None:
        self.engine: str | None = check_engine(engine)
        self.notes: dict[str, Note] = {}
        self._mechanism = mechanism
        self._answers: dict[str, Answers[X, T] | Declined] = {}
        self._inputs = frozenset(mechanism.domain)
        self._by_source: Callable[[X], Dist[T]] = distribution_of(mechanism.source, mechanism.domain)
        self._rows: dict[X, Dist[T]] = {}
        self._unfinished: dict[X, UnfinishedProgram] = {}
        self._outputs: Alphabet[T] = Alphabet("output")
        self.classes: PairClasses[X, T] = PairClasses(mechanism, self._rows, self._representatives)

    # Who is asked

    def ask(
        self, question: str, put: Callable[[Answers[X, T]], V | Declined], names: Iterable[str] | None = None
    ) -> V | None:
        """The answer of the first engine that does not decline; None where the definition has to answer."""
        declined: dict[str, str] = {}
        for name in self._names() if names is None else names:
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

    def _names(self) -> tuple[str, ...]:
        """The engines to ask before the reference, in order."""
        if self.engine is None:
            return tuple(ENGINES)
        return () if self.engine == REFERENCE else (self.engine,)

    def _of(self, name: str) -> Answers[X, T] | Declined:
        """The answers of an engine, which is imported and asked about the mechanism once."""
        if name not in self._answers:
            self._answers[name] = cast("Engine", load(ENGINES[name]))(self._mechanism)
        return self._answers[name]

    # Rows and pairs

    def distribution(self, x: X) -> Dist[T]:
        """M(x), which is kept.  Raises InvalidValue for an input outside the domain."""
        check_hashable(x, "input")
        if x not in self._inputs:
            name = self._mechanism.name
            raise InvalidValue(
                f"input {with_type(x)} is not in the domain of {name}; use one of mechanism.domain"
            )
        if x not in self._rows:
            with uninterruptible():
                self._rows[x] = self._new_row(x)
        return self._rows[x]

    def _new_row(self, x: X) -> Dist[T]:
        """M(x), whose outputs are no look-alikes of those of other rows: True on one input, 1 on another.

        These would be two outputs to an observer and one to a dictionary.  Raises UnfinishedProgram for a row
        that is known by bounds only.
        """
        if x in self._unfinished:
            raise self._unfinished[x]
        try:
            row = self._by_engine(x)
        except UnfinishedProgram as error:
            if isinstance(error.partial, Partial):
                self._admit(error.partial.lower, error.partial.keys)
            if not is_spent():  # with more time there would be no more to know
                self._unfinished[x] = error
            raise
        self._admit(row, row._keys)
        return row

    def _admit(self, outputs: Iterable[T], keys: Mapping[T, Hashable]) -> None:
        for output in outputs:
            self._outputs.admit(output, keys.get(output))

    @cached_property
    def _by_engine(self) -> Callable[[X], Dist[T]]:
        """x -> M(x) by the first engine that has a way of its own, asked when the first row is."""
        names = [name for name in self._names() if name not in WITHOUT_ROWS]
        found = self.ask("distribution", lambda engine: engine.distribution(self._by_source), names)
        return found or self._by_source

    def pairs(self) -> tuple[tuple[X, X], ...]:
        """All ordered adjacent pairs."""
        return self.classes.listed

    @property
    def is_listed(self) -> bool:
        """Whether the pairs are listed already."""
        return self.classes.is_listed

    @property
    def most_pairs(self) -> int:
        """The number of pairs if they are listed already, else the bound n (n - 1)."""
        return self.classes.at_most

    def representatives(self) -> Iterator[tuple[X, X]]:
        """The first pair of every class."""
        return iter(self.classes)

    def _representatives(self) -> tuple[tuple[X, X], ...] | None:
        return self.ask("representatives", lambda engine: engine.representatives())

    def output_count(self) -> int:
        """How many outcomes have a positive probability on some input; those of many parts are not listed."""
        source: object = self._mechanism.source
        if isinstance(source, HasFactors):
            return count_outputs(source.factors(x) for x in track(self._mechanism.domain, "inputs"))
        return len(self._mechanism.outputs)

    def privacy_loss(self, x: X, y: X) -> Dist[Log]:
        """The privacy loss distribution of two inputs, of many independent parts from those of the parts."""
        source: object = self._mechanism.source
        if isinstance(source, HasFactors) and self._mechanism.output_count > MOST_LISTED:
            return total_loss(source.factors(x), source.factors(y))
        return privacy_loss(self.distribution(x), self.distribution(y))

    # Worst cases and verdicts

    def worst_case(self, measure: Measure[V], *arguments: Any) -> Attained[V, X, T]:
        """By the first engine that answers, else by the definition."""
        try:
            found = self.ask(measure.name, lambda engine: engine.answer(measure, *arguments))
        except BudgetExceeded as stop:
            if measure.worst is largest:
                of_pair: Callable[..., Any] = measure.of_pair
                self.classes.add_known(stop, lambda p, q: of_pair(p, q, *arguments))
            raise
        return measure.worst(self.classes, measure, *arguments) if found is None else found

    def audit(self, epsilon: Log, delta: Number) -> Verdict:
        """By the first engine that answers, else by the definition, else by what is known."""
        try:
            try:
                verdict = self.ask("audit", lambda engine: engine.audit(epsilon, delta))
                # a type checker joins the four verdicts to what they have in common
                answered = cast("Verdict | None", verdict)
                return exhaustive(self._mechanism, epsilon, delta) if answered is None else answered
            except UnfinishedProgram:
                return audit_bounds(self._mechanism, epsilon, delta)
        except BudgetExceeded as stop:
            return self._among_known(epsilon, delta, stop)

    def _among_known(self, epsilon: Log, delta: Number, stop: BudgetExceeded) -> Verdict:
        """Refuted where the claim fails on a pair that was computed in time, else Undecided."""
        done = 0
        with suppress(BudgetExceeded, UndecidedError), grace():
            for x, y in self.classes.known():
                p, q = self.distribution(x), self.distribution(y)
                if largest_excess(p, q, epsilon, delta) > 0:
                    event = smallest_event(p, q, epsilon, delta)
                    return Refuted(witness(self._mechanism, (x, y), event, epsilon, delta))
                done += 1
        return Undecided(str(stop), {**self.classes.progress(done), **stop.known})


def check_engine(engine: object) -> str | None:
    """Refuse a name that no engine has."""
    if engine is None or (isinstance(engine, str) and engine in (REFERENCE, *ENGINES)):
        return engine
    names = ", ".join(map(repr, (REFERENCE, *ENGINES)))
    kind = InvalidValue if isinstance(engine, str) else InvalidType
    raise kind(
        f"engine = {with_type(engine)} is not an engine; choose one of {names}, or None for the default"
    )
