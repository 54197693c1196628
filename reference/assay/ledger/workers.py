"""Worker processes that judge one part after another; one that dies or takes too long is replaced."""

from __future__ import annotations

import multiprocessing
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import TypeAlias

from ..errors import BudgetExceeded
from .judge import Judgement, judge
from .record import Part

POLL_SECONDS = 1
MS_NS = 1_000_000


def _serve(channel: Connection, deep: bool) -> None:
    """Judge what comes in until the other end closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles an interruption, and ends this process
    while True:
        try:
            part: Part = channel.recv()
        except EOFError:
            return
        channel.send(judge(part, deep))


@contextmanager
def _deaf() -> Iterator[None]:
    """Start processes that ignore an interruption from their first moment on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


Serve: TypeAlias = Callable[[Connection, bool], None]
"""What a worker process runs."""


def _begin(serve: Serve, channel: Connection, deep: bool) -> None:
    """Say that everything is loaded, and serve."""
    channel.send(None)
    serve(channel, deep)


class Worker:
    """One process, and the part that it works on."""

    def __init__(self, deep: bool, seconds: int, serve: Serve) -> None:
        self.deep, self.seconds, self.serve = deep, seconds, serve
        self.part: Part | None = None
        self._since = 0
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.channel, theirs = context.Pipe()
        self._process = context.Process(target=_begin, args=(self.serve, theirs, self.deep), daemon=True)
        with _deaf():
            self._process.start()
        theirs.close()
        self._ready = False

    def give(self, part: Part) -> None:
        """Hand over a part, to a new process if the last one is gone."""
        if not self._process.is_alive():
            self.end()
            self._start()
        self._await()
        self.part, self._since = part, time.monotonic_ns()
        self.channel.send(part)

    def _await(self) -> None:
        """Wait until a new process has loaded everything, so that this does not count as its time."""
        if self._ready:
            return
        try:
            self.channel.recv()
        except (EOFError, OSError):
            self._process.join()
            raise BudgetExceeded(
                f"a worker process ended with status {self._process.exitcode} before it could begin; "
                "its traceback is above"
            ) from None
        self._ready = True

    def collect(self, ready: bool) -> tuple[Part, Judgement] | None:
        """The judgement, or that the process died or is over its time; None while it works."""
        part = self.part
        if part is None or not (ready or self._spent > self.seconds * 1000):
            return None
        self.part = None
        return part, self._received(part) if ready else self._too_late(part)

    @property
    def _spent(self) -> int:
        return (time.monotonic_ns() - self._since) // MS_NS

    def _received(self, part: Part) -> Judgement:
        try:
            found: Judgement = self.channel.recv()
        except (EOFError, OSError):
            self._process.join()
            message = f"its process died with exit status {self._process.exitcode}"
            return Judgement(part.id, part.verdict, "", "failed", message, milliseconds=self._spent)
        return found

    def _too_late(self, part: Part) -> Judgement:
        self.end()
        message = f"the budget of {self.seconds} s is spent"
        return Judgement(part.id, part.verdict, "undecided", "undecided", message, milliseconds=self._spent)

    def end(self) -> None:
        """Kill the process."""
        self.channel.close()
        self._process.kill()
        self._process.join()


def judge_all(
    parts: Sequence[Part], deep: bool, jobs: int, seconds: int, serve: Serve = _serve
) -> Iterator[tuple[Part, Judgement]]:
    """The judgements of the parts as they are finished, by `jobs` processes, each within its seconds."""
    waiting = list(reversed(parts))
    crew = [Worker(deep, seconds, serve) for _ in range(min(jobs, len(parts)))]
    try:
        while waiting or any(worker.part for worker in crew):
            for worker in crew:
                if waiting and worker.part is None:
                    worker.give(waiting.pop())
            ready = wait([worker.channel for worker in crew if worker.part], timeout=POLL_SECONDS)
            for worker in crew:
                found = worker.collect(worker.channel in ready)
                if found is not None:
                    yield found
    finally:
        for worker in crew:
            worker.end()
