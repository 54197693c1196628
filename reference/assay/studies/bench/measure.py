"""Timing one question: Assay first, then every peer that offers it; the best of a few runs."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from time import perf_counter_ns, process_time_ns, sleep
from typing import Generic, Self, TypeVar

from ...accounting import Bracket
from ...budgets.progress import budget, checkpoint, is_spent
from ...errors import BudgetExceeded
from ...processes.workers import POLL_SECONDS, Done, Worker
from .peer_words import NotOffered, Request
from .peers import PEERS

T = TypeVar("T")
MOST_RUNS = 5
ENOUGH = 2 * 10**9
"""A question is asked again until it took so many nanoseconds, or MOST_RUNS times."""

QUIET = 10**6
"""A process that takes less than so many nanoseconds of ten milliseconds is at rest."""


@dataclass(frozen=True)
class Measured(Generic[T]):
    """An answer, and the least wall and processor seconds in which it came."""

    answer: T
    wall: float
    processor: float


@dataclass(frozen=True)
class Task:
    """A question, how Assay answers it, the same question for peers, and the goal of the ratio, in words.

    request: None where peers are not asked.
    """

    name: str
    answer: Callable[[], Bracket]
    request: Callable[[], Request] | None
    goal: str = ""


@dataclass(frozen=True)
class Row:
    """One answer: who, what, how long; `error` is (value - truth)/truth, or what Assay guarantees.

    accurate: whether it is not farther from Assay's interval than that is wide.
    """

    task: str
    who: str
    seconds: float
    processor: float
    value: str
    error: str
    goal: str = ""
    accurate: bool = True


def best_of(question: Callable[[], T]) -> Measured[T]:
    """The best of up to MOST_RUNS runs; wall and processor time each for itself."""
    settle()
    walls: list[int] = []
    processors: list[int] = []
    answers: list[T] = []
    while not walls or (len(walls) < MOST_RUNS and sum(walls) < ENOUGH):
        wall, processor = perf_counter_ns(), process_time_ns()
        answers.append(question())
        walls.append(perf_counter_ns() - wall)
        processors.append(process_time_ns() - processor)
    return Measured(answers[-1], min(walls) / 1e9, min(processors) / 1e9)


def settle(most: int = 50) -> None:
    """Wait, at most `most` times 10 ms, until no thread of this process works any more.

    The threads of numerical libraries spin for a tenth of a second after an answer, on the processor time of
    whoever is asked next.
    """
    for _ in range(most):
        before = process_time_ns()
        sleep(0.01)
        if process_time_ns() - before < QUIET:
            return


def rows_of(task: Task, peers: Peers) -> Iterator[Row]:
    """The rows of one task, each as soon as it is known."""
    found = own_answer(task, peers.seconds)
    if isinstance(found, Row):
        yield found
        return
    width = found.answer.relative_width
    spread = "exact" if width == 0 else f"width {float(width or 0):.1e}"
    yield Row(task.name, "assay", found.wall, found.processor, value_of(found.answer), spread, task.goal)
    if task.request is None:
        return
    request = task.request()
    for name in peers.names:
        row = _row_of_peer(task, name, peers.ask(name, request), found.answer)
        if row is not None:
            yield row


def own_answer(task: Task, seconds: Fraction | None) -> Measured[Bracket] | Row:
    """What Assay answers, or the row that says that it came to no end in so many seconds."""
    wall, processor = perf_counter_ns(), process_time_ns()
    try:
        with budget(seconds=seconds):
            return best_of(task.answer)
    except BudgetExceeded as error:
        if is_spent():  # that is the time of all tasks
            raise
        spent = (perf_counter_ns() - wall) / 1e9, (process_time_ns() - processor) / 1e9
        return Row(task.name, "assay", *spent, "fails", str(error)[:60], task.goal, accurate=False)


def _row_of_peer(task: Task, name: str, done: Done[Asked, Measured[float]], truth: Bracket) -> Row | None:
    """What a peer answers; None where it does not offer the question."""
    if done.status != "result":
        if isinstance(done.value, NotOffered):
            return None
        spent = done.milliseconds / 1000
        why = {"late": "no answer in time", "died": f"its process ended with {done.value}"}.get(
            done.status, f"{type(done.value).__name__}: {done.value}"
        )
        return Row(task.name, name, spent, spent, "fails", why[:60], accurate=False)
    found = done.result()
    value, spent_of_both = found.answer, (found.wall, found.processor)
    near = is_accurate(value, truth)
    return Row(task.name, name, *spent_of_both, f"{value:.10g}", off(value, truth), accurate=near)


Asked = tuple[str, Request]
"""A peer, and what it is asked."""


class Peers:
    """The peers that are installed, each in a process of its own, which is ended where an answer is late."""

    def __init__(self, names: Sequence[str], seconds: Fraction | None = None) -> None:
        self.names: Sequence[str] = names
        self.seconds: Fraction | None = seconds
        self._workers: dict[str, Worker[Asked, Measured[float]]] = {}

    def ask(self, name: str, request: Request) -> Done[Asked, Measured[float]]:
        """What becomes of a question; progress is told, and the clock read, while the peer works."""
        worker = self._workers.get(name)
        if worker is None:
            seconds = None if self.seconds is None else float(self.seconds)
            worker = self._workers[name] = Worker(answer_of_peer, seconds)
        worker.give((name, request))
        found = None
        while found is None:
            checkpoint(f"answers of {name}", 0)
            found = worker.collect(worker.channel.poll(POLL_SECONDS))
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers.values():
            worker.end()


def answer_of_peer(asked: Asked) -> Measured[float]:
    """In its process: the best of a few runs, the first of which loads the library and is not timed."""
    name, request = asked
    with silenced():
        if name not in _warm:
            with suppress(Exception):
                PEERS[name](Request("gaussian", 2, delta=1e-3))
            _warm.add(name)
        return best_of(lambda: PEERS[name](request))


_warm: set[str] = set()
"""The peers that this process has loaded."""


@contextmanager
def silenced() -> Iterator[None]:
    """Peers print and warn; their words go to standard error or nowhere."""
    with warnings.catch_warnings(), redirect_stdout(sys.stderr):
        warnings.simplefilter("ignore")
        yield


def value_of(truth: Bracket) -> str:
    """A known value, or both ends."""
    low, high = (f"{end:.10g}" for end in truth.decimals(10))
    return low if low == high or truth.lower == truth.upper else f"{low} .. {high}"


def is_accurate(value: float, truth: Bracket) -> bool:
    """Whether a peer's answer is within the interval, or as near to it as the interval is wide."""
    if not isfinite(value) or truth.upper is None:
        return value == float("inf") and truth.is_infinite
    slack = truth.upper - truth.lower
    return truth.lower - slack <= Fraction(value) <= truth.upper + slack


def off(value: float, truth: Bracket) -> str:
    """(value - truth)/truth, from the nearer end of the interval."""
    try:
        exact = Fraction(value)
    except (ValueError, OverflowError):
        return f"off: {value}"
    if truth.lower <= exact and (truth.upper is None or exact <= truth.upper):
        return "inside the interval"
    near = truth.upper if truth.upper is not None and exact > truth.upper else truth.lower
    if near == 0:
        return f"off by {float(exact):+.2e}"
    error = float(exact / near - 1)
    return f"{error:+.2e}" + (" BELOW THE TRUTH" if error < 0 else "")
