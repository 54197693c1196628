"""What is seen of a long computation before its end: a line on a terminal, rows in a file as they come."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Self, TextIO

from .errors import UsageError

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE_NS = 1_000_000_000
INTERVAL_NS = 100_000_000


class ProgressLine:
    """Shows reports `(what, done, total)` on a terminal; does nothing on any other stream."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = sys.stderr if stream is None else stream
        self.enabled = self.stream.isatty()
        self.due = time.monotonic_ns() + PATIENCE_NS
        self.bar: Progress | None = None

    def __call__(self, what: str, done: int, total: int | None) -> None:
        """Draw the line again, if it is time to."""
        if not self.enabled:
            return
        now = time.monotonic_ns()
        if now >= self.due:
            self.due = now + INTERVAL_NS
            self._draw(what, done, total or None)

    def _draw(self, what: str, done: int, total: int | None) -> None:
        """Another total, or fewer done than before, is something new, with an estimate of its own."""
        task = None if self.bar is None else self.bar.tasks[0]
        if task is None or task.total != total or done < task.completed:
            self.erase()
            self.bar = _bar(self.stream, total)
        if self.bar is not None:
            self.bar.update(self.bar.task_ids[0], description=what, completed=done, refresh=True)

    def erase(self) -> None:
        """Leave the terminal as it was."""
        if self.bar is not None:
            self.bar.stop()
            self.bar = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.erase()


def _bar(stream: TextIO, total: int | None) -> Progress:
    """A line that is drawn when it is told to, by this thread, and vanishes at the end."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        ProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    count = TextColumn("{task.completed:,}" + ("" if total is None else f" of {total:,}"))
    what = TextColumn("{task.description}", markup=False)
    known: list[ProgressColumn] = [BarColumn(30), count, what, TimeRemainingColumn(compact=True)]
    progress = Progress(
        *([count, what, TimeElapsedColumn()] if total is None else known),
        console=Console(file=stream),
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    progress.add_task("", total=total)
    progress.start()
    return progress


@contextmanager
def rows_kept(path: str | None) -> Iterator[Callable[[Mapping[str, object]], None]]:
    """Writes rows into a file, a line of JSON each, at once; nowhere without a path.

    Raises UsageError where it cannot be written.
    """
    if path is None:
        yield lambda row: None
        return
    try:
        file = open(path, "w", encoding="utf-8")  # noqa: SIM115  # closed below
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from None
    with file:

        def keep(row: Mapping[str, object]) -> None:
            file.write(json.dumps(row) + "\n")
            file.flush()

        yield keep
