"""`run`: judge the parts of some records in worker processes, using what is finished already."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from ..processes.workers import Done, work
from .cache import Cache
from .judge import Judgement, judge
from .record import Part, Record

SECONDS = 240
DEEP_SECONDS = 3600
"""The time for one check, after which it is undecided."""


def run(
    records: Sequence[Record],
    *,
    deep: bool = False,
    jobs: int = 2,
    cache: Cache | None = None,
    report: Callable[[str, int, int], None] = lambda what, done, total: None,
) -> dict[str, Judgement]:
    """The judgement of every part, by its id; agreeing ones are kept in the cache as they come."""
    parts = [part for record in records for part in record.parts]
    found: dict[str, Judgement] = {}
    for part in parts:
        known = cache.get(part, deep) if cache else None
        if known is not None:
            found[part.id] = known
    missing = [part for part in parts if part.id not in found]
    report("parts judged", len(found), len(parts))
    for part, judgement in judge_all(missing, deep, jobs, DEEP_SECONDS if deep else SECONDS):
        found[part.id] = judgement
        if cache and judgement.status == "agrees":
            cache.put(part, deep, judgement)
        report(f"parts judged, last {part.id}", len(found), len(parts))
    return {part.id: found[part.id] for part in parts}


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
