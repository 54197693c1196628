"""`assay verify`: the whole ledger, every claim recomputed and compared with its record."""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import BudgetExceeded
from ..arguments import positive_int
from ..command import Command, ExitStatus
from ..errors import UsageError, one_line
from ..limits import Alarm, noticed
from ..options import shared

if TYPE_CHECKING:
    from ...ledger.cache import Cache
    from ...ledger.judge import Judgement
    from ...ledger.reading import Source
    from ...ledger.record import Record

DESCRIPTION = """\
Judge every claim of the ledger again, and compare with the verdict that is on record: one line a claim.

proved: by the proof kernel; verified: exhaustively on a stated finite scope; refuted: by a witness, with
the correction's own verdict behind the arrow. Finished verdicts are kept on disk for as long as neither the
record nor the code changes, so that an interrupted run goes on where it was. With --json the claims of
certificates and the values of witnesses are in LaTeX too (pip install 'assay[sympy]').

Exit status: 0 every verdict is that of the record; 1 one differs, or a check does not run; 2 bad usage, a
malformed ledger or an index that says something else than the records; 3 something is undecided that the
record does not call undecided.
"""


def configure(parser: ArgumentParser) -> None:
    """The options of `assay verify`."""
    add = parser.add_argument
    shared(parser, "--only", "a claim such as S8 (repeatable)", action="append")
    add("--deep", action="store_true", help="the wider scopes of the records")
    shared(parser, "--json")
    add(
        "--index",
        action="store_true",
        help="write the index of the records, spec/claims/README.md, and leave",
    )
    shared(parser, "--jobs", "one a core unless given")
    shared(parser, "--cache")
    add("--no-cache", action="store_true", help="compute everything, keep nothing")


def run(options: Namespace) -> tuple[int, str]:
    """Read the records, judge them, and report."""
    from ...budgets.progress import checkpoint
    from ...ledger.index import NAME, render, require_current, unlisted
    from ...ledger.reading import claims_folder, read_sources, require_claims
    from ...ledger.runner import run as run_records
    from ...processes.workers import cores
    from ..report.verify import text, to_json

    if options.cache is not None and options.no_cache:
        raise UsageError("give --cache or --no-cache, not both")
    if options.index and options.only is not None:
        raise UsageError("give --index or --only, not both: the index has every claim")
    jobs = cores() if options.jobs is None else positive_int(options.jobs, "--jobs")
    folder = claims_folder()
    sources = read_sources(folder)
    chosen = select(folder, options.only, sources)
    if options.index:
        (folder / NAME).write_text(render(chosen, sources), encoding="utf-8")
        return ExitStatus.HOLDS, f"{folder / NAME}: {len(chosen)} claims\n"
    if options.only is None:
        require_claims(chosen)
        require_current(chosen, sources, folder)
    cache = open_cache(options)
    start = time.monotonic_ns()
    judged = 0

    def report(what: str, done: int, total: int) -> None:
        nonlocal judged
        judged = done
        checkpoint(what, done, total)

    try:
        found = run_records(chosen, deep=options.deep, jobs=jobs, cache=cache, report=report)
    except (KeyboardInterrupt, Alarm, BudgetExceeded) as end:
        noticed()
        stopped = isinstance(end, KeyboardInterrupt)
        kept = "they are kept, run it again to go on" if cache else "nothing is kept with --no-cache"
        kept = "they cannot be kept" if cache and cache.useless else kept
        why = "interrupted" if stopped else "undecided: the time budget is spent"
        sys.stderr.write(f"assay: {why}; {judged} parts are judged, {kept}\n")
        return ExitStatus.INTERRUPTED if stopped else ExitStatus.UNDECIDED, ""
    spent = (time.monotonic_ns() - start) // 1_000_000
    damaged = cache.damaged if cache else []
    if cache and cache.useless:
        sys.stderr.write(f"assay: nothing is kept for the next run: {one_line(cache.useless)}\n")
    stale = unlisted(chosen, sources, folder)
    status = exit_status(found)
    if stale and status == ExitStatus.HOLDS:
        status = ExitStatus.BAD_INPUT
    if stale:
        sys.stderr.write(
            f"assay: {NAME} says something else of {', '.join(stale)}; run: assay verify --index\n"
        )
    if options.json:
        answer = to_json(chosen, sources, found, spent, damaged) | {"exit_status": int(status)}
        return status, json.dumps(answer | {"stale": stale}, indent=2) + "\n"
    return status, text(chosen, found, spent, damaged)


def open_cache(options: Namespace) -> Cache | None:
    """The cache that the options name."""
    from ...ledger.cache import Cache, default_folder

    if options.no_cache:
        return None
    return Cache(Path(options.cache) if options.cache else default_folder())


def select(folder: Path, only: Sequence[str] | None, sources: Mapping[str, Source]) -> list[Record]:
    """The records with the given ids, all if none is given."""
    from ...ledger.passages import read_passages
    from ...ledger.reading import by_source, read, read_one, record_paths, require_quoted
    from ...ledger.record import order

    if only is None:
        return read(folder)
    paths = record_paths(folder)
    for name in only:
        if name not in paths:
            known = ", ".join(sorted(paths, key=order))
            raise UsageError(f"--only {name}: there is no such claim; the claims are {known}")
    found = by_source((read_one(paths[name]) for name in set(only)), sources)
    require_quoted(found, read_passages(folder))
    return found


def exit_status(found: Mapping[str, Judgement]) -> ExitStatus:
    """1 if one differs or failed, else 3 if one is undecided, else 0."""
    seen = {judgement.status for judgement in found.values()}
    if seen & {"failed", "differs"}:
        return ExitStatus.REFUTED
    return ExitStatus.UNDECIDED if "undecided" in seen else ExitStatus.HOLDS


COMMAND = Command("judge every claim of the ledger again", DESCRIPTION, configure, run)
