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
from typing import Generic, TypeVar

from ...accounting import Bracket
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


def rows_of(task: Task, present: Sequence[str]) -> list[Row]:
    """The rows of one task."""
    found = best_of(task.answer)
    width = found.answer.relative_width
    spread = "exact" if width == 0 else f"width {float(width or 0):.1e}"
    own = Row(task.name, "assay", found.wall, found.processor, value_of(found.answer), spread, task.goal)
    if task.request is None:
        return [own]
    request = task.request()
    others = [_row_of_peer(task, name, request, found.answer) for name in present]
    return [own, *(row for row in others if row is not None)]


def _row_of_peer(task: Task, name: str, request: Request, truth: Bracket) -> Row | None:
    """What a peer answers; None where it does not offer the question."""
    wall, processor = perf_counter_ns(), process_time_ns()
    try:
        with silenced():
            found = best_of(lambda: PEERS[name](request))
    except NotOffered:
        return None
    except Exception as error:
        spent = (perf_counter_ns() - wall) / 1e9, (process_time_ns() - processor) / 1e9
        return Row(task.name, name, *spent, "fails", f"{type(error).__name__}: {error}"[:60], accurate=False)
    value = found.answer
    spent, near = (found.wall, found.processor), is_accurate(value, truth)
    return Row(task.name, name, *spent, f"{value:.10g}", off(value, truth), accurate=near)


@contextmanager
def silenced() -> Iterator[None]:
    """Peers print and warn; their words go to standard error or nowhere."""
    with warnings.catch_warnings(), redirect_stdout(sys.stderr):
        warnings.simplefilter("ignore")
        yield


def warm(present: Sequence[str], small: Sequence[Task]) -> None:
    """Ask everyone a small question first, so that nobody's imports are timed."""
    for task in small:
        task.answer()
    for name in present:
        with silenced(), suppress(Exception):
            PEERS[name](Request("gaussian", 2, delta=1e-3))


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
