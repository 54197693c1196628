"""`run`: judge the parts of some records, using what is finished already."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .cache import Cache
from .judge import Judgement
from .record import Record
from .workers import judge_all

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
