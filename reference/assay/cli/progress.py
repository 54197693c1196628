"""A progress line on a terminal for what takes longer than a second."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self, TextIO

PATIENCE_NS = 1_000_000_000
INTERVAL_NS = 100_000_000
WIDTH = 30
ERASE = "\r\x1b[K"


class ProgressLine:
    """Shows reports `(what, done, total)` on a terminal; does nothing on any other stream."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = sys.stderr if stream is None else stream
        self.enabled = self.stream.isatty()
        self.due = time.monotonic_ns() + PATIENCE_NS
        self.drawn = False

    def __call__(self, what: str, done: int, total: int | None) -> None:
        """Draw the line again, if it is time to."""
        if not self.enabled:
            return
        now = time.monotonic_ns()
        if now >= self.due:
            self.due = now + INTERVAL_NS
            self.drawn = True
            self.stream.write(f"{ERASE}{bar(done, total)} {what}")
            self.stream.flush()

    def erase(self) -> None:
        """Leave the terminal as it was."""
        if self.drawn:
            self.drawn = False
            self.stream.write(ERASE)
            self.stream.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.erase()


def bar(done: int, total: int | None) -> str:
    """`[####......] 40% 4 of 10`, or only the count where the total is unknown."""
    if not total:
        return f"{done:,}"
    filled = WIDTH * done // total
    return f"[{'#' * filled}{'.' * (WIDTH - filled)}] {100 * done // total:3}%  {done:,} of {total:,}"
