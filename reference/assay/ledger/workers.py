"""Judging parts in worker processes, each within its seconds."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from ..processes.workers import Done, work
from .judge import Judgement, judge
from .record import Part


def judge_all(
    parts: Sequence[Part],
    deep: bool,
    jobs: int,
    seconds: int,
    judged: Callable[[Part, bool], Judgement] = judge,
) -> Iterator[tuple[Part, Judgement]]:
    """The judgements of the parts as they are finished, by `jobs` processes."""
    for done in work(partial(_judged, judged, deep), deque(parts), jobs, seconds):
        yield done.item, _judgement(done, seconds)


def _judged(judged: Callable[[Part, bool], Judgement], deep: bool, part: Part) -> Judgement:
    return judged(part, deep)


def _judgement(done: Done[Part, Judgement], seconds: int) -> Judgement:
    part, spent = done.item, done.milliseconds
    if done.status == "late":
        message = f"the budget of {seconds} s is spent"
        return Judgement(part.id, part.verdict, "undecided", "undecided", message, milliseconds=spent)
    if done.status == "died":
        message = f"its process died with exit status {done.value}"
        return Judgement(part.id, part.verdict, "", "failed", message, milliseconds=spent)
    return done.result()
