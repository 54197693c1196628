"""Processes that run a function on one item after another; one that dies or is late is replaced.

work(function, deque(items), jobs=2, seconds=60)    yields a `Done` an item, as they are finished
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, Literal, TypeVar

from ..errors import AssayError, BudgetExceeded

POLL_SECONDS = 1
MS_NS = 1_000_000

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Done(Generic[Item, Result]):
    """What became of an item: a result, an error of the function, a process that died, or no time."""

    item: Item
    status: Literal["result", "raised", "died", "late"]
    value: Any
    """The result, the error, the exit status of the process, or None."""
    milliseconds: int

    def result(self) -> Result:
        """The result.  Raises what the function raised, BudgetExceeded where the process came to no end."""
        if self.status == "raised":
            raise self.value
        if self.status != "result":
            why = "its time is spent" if self.status == "late" else f"its process ended with {self.value}"
            raise BudgetExceeded(f"a worker came to no result: {why}")
        found: Result = self.value
        return found


def cores() -> int:
    """The processors that this process may use: those of the machine, unless it is confined to fewer."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


def work(
    function: Callable[[Item], Result], waiting: deque[Item], jobs: int, seconds: float | None = None
) -> Iterator[Done[Item, Result]]:
    """What becomes of the items, as they are finished, by `jobs` processes, each item within its seconds.

    Who reads may put items back into `waiting`, or clear it to begin no more.  Raises BudgetExceeded where a
    process ends before it can begin.
    """
    crew = [Worker(function, seconds) for _ in range(min(jobs, len(waiting)))]
    try:
        while waiting or any(worker.busy for worker in crew):
            for worker in crew:
                if waiting and not worker.busy:
                    worker.give(waiting.popleft())
            ready = wait([worker.channel for worker in crew if worker.busy], timeout=POLL_SECONDS)
            for worker in crew:
                found = worker.collect(worker.channel in ready)
                if found is not None:
                    yield found
    finally:
        for worker in crew:
            worker.end()


class Worker(Generic[Item, Result]):
    """One process, and the item that it works on."""

    busy: bool
    channel: Connection[Any, Any]

    def __init__(self, function: Callable[[Item], Result], seconds: float | None) -> None:
        self.function = function
        self.seconds: float | None = seconds
        self.busy = False
        self._since = 0
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.channel, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(self.function, theirs), daemon=True)
        with _deaf():
            self._process.start()
        theirs.close()
        self._ready = False

    def give(self, item: Item) -> None:
        """Hand over an item, to a new process if the last one is gone."""
        if not self._process.is_alive():
            self.end()
            self._start()
        self._item, self.busy, self._since = item, True, time.monotonic_ns()
        with suppress(OSError):  # a process that is gone is noticed when it is collected
            self.channel.send(item)

    def collect(self, ready: bool) -> Done[Item, Result] | None:
        """What became of the item; None while the process works."""
        if ready and self.busy and not self._ready:
            self._begin()
            return None
        late = self._ready and self.seconds is not None and self._spent > self.seconds * 1000
        if not self.busy or not (ready or late):
            return None
        self.busy = False
        if ready:
            return self._received()
        self.end()
        return Done(self._item, "late", None, self._spent)

    def _begin(self) -> None:
        """A new process has loaded everything, which does not count as its time."""
        try:
            self.channel.recv()
        except (EOFError, OSError):
            self._process.join()
            raise BudgetExceeded(
                f"a worker process ended with status {self._process.exitcode} before it could begin; "
                "its traceback is above"
            ) from None
        self._ready, self._since = True, time.monotonic_ns()

    @property
    def _spent(self) -> int:
        return (time.monotonic_ns() - self._since) // MS_NS

    def _received(self) -> Done[Item, Result]:
        try:
            status, value = self.channel.recv()
        except (EOFError, OSError):
            self._process.join()
            return Done(self._item, "died", self._process.exitcode, self._spent)
        return Done(self._item, status, value, self._spent)

    def end(self) -> None:
        """Kill the process."""
        self.channel.close()
        self._process.kill()
        self._process.join()


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


def _serve(function: Callable[[Any], Any], channel: Connection) -> None:
    """In the child: say that everything is loaded, and run the function on what comes, to the end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles an interruption, and ends this process
    threading.Thread(target=_end_after_the_parent, daemon=True).start()
    channel.send(None)
    while True:
        try:
            item = channel.recv()
        except EOFError:
            return
        channel.send_bytes(_answer(function, item))


def _end_after_the_parent() -> None:
    """A parent that was killed leaves no worker behind."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _answer(function: Callable[[Any], Any], item: Any) -> bytes:
    """The result or the error, as it is sent; what cannot be sent is an error of its own."""
    try:
        return pickle.dumps(("result", function(item)))
    except Exception as error:
        try:
            sent = pickle.dumps(("raised", error))
            pickle.loads(sent)
        except Exception:
            return pickle.dumps(("raised", AssayError(f"{type(error).__name__}: {error}")))
        return sent
