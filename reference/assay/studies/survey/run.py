"""Running a survey: cases in child processes with time limits; the same rows in any order."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from queue import Empty, SimpleQueue

from ...processes.child import Child
from .asking import FAILED, Plan, child_of, introduced, name_of, not_run_row, point_row, problem_row
from .row import About, Row, Survey

MOST_FAILURES = 3
"""How often the points of a case may end or hang their process before the rest of the case is left."""
Progress = Callable[[str, int, int], None]


def survey(
    plan: Plan,
    on_row: Callable[[Row], None] = lambda _: None,
    progress: Progress = lambda *_: None,
) -> Survey:
    """Run every case of the plan. `on_row` gets each row as it comes, in no particular order.

    A library that is missing, a case that hangs, ends its process, floods or raises is a row of its own.
    Ctrl-C ends it early, with the rows that are there.
    """
    return _Run(plan, on_row, progress).run()


class _Run:
    """A survey on its way: threads that each keep one child process."""

    def __init__(self, plan: Plan, on_row: Callable[[Row], None], progress: Progress) -> None:
        self.plan, self.on_row, self.progress = plan, on_row, progress
        self.found: SimpleQueue[Row | None] = SimpleQueue()
        self.lock = threading.Lock()
        self.waiting: dict[str, deque[int]] = {}
        self.stop = threading.Event()
        self.stopped = ""
        self.deadline = None if plan.seconds is None else time.monotonic() + plan.seconds
        self.children: list[Child] = []

    def run(self) -> Survey:
        """Introduce the libraries, run the cases, and put the rows in order."""
        rows: list[Row] = []
        libraries: list[About] = []
        try:
            for module in self.plan.adapters:
                self.progress(f"loading {module.rpartition('.')[2]}", 0, 0)
                libraries.append(self._introduced(module))
            rows += [row for each in libraries if (row := problem_row(each)) is not None]
            for row in rows:
                self.on_row(row)
            self._collect(libraries, rows)
        except KeyboardInterrupt:
            self.stopped = "interrupted"
        finally:
            self._halt()
        rows.sort(key=lambda row: row.order)
        return Survey(rows, libraries, not self.stopped, self.stopped)

    def _child(self, module: str) -> Child:
        child = child_of(self.plan, module)
        self.children.append(child)
        return child

    def _introduced(self, module: str) -> About:
        """The library of an adapter; its cases that are wanted wait from now on."""
        why = self.plan.unavailable.get(module, "")
        if why:
            self.waiting[module] = deque()
            return About(module, name_of(module), problem=why, missing=True)
        with self._child(module) as child:
            about = introduced(child, module)
        wanted = [i for i, case in enumerate(about.cases) if self.plan.wants(str(case["function"]))]
        self.waiting[module] = deque(wanted)
        return about

    def _collect(self, libraries: Sequence[About], rows: list[Row]) -> None:
        """Start the threads, and take the rows that they find."""
        by_module = {each.adapter: each for each in libraries}
        total = sum(
            int(by_module[module].cases[i]["points"]) for module, cases in self.waiting.items() for i in cases
        )
        threads = [
            threading.Thread(target=self._work, args=(by_module,), daemon=True)
            for _ in range(max(1, self.plan.jobs))
        ]
        self._look_at_the_clock()
        for thread in threads:
            thread.start()
        running, done = len(threads), 0
        while running:
            self._look_at_the_clock()
            try:
                row = self.found.get(timeout=0.2)
            except Empty:
                continue
            if row is None:
                running -= 1
                continue
            rows.append(row)
            self.on_row(row)
            done += 1
            self.progress(f"{row.library}: {row.function}", done, total)
        if done != total:
            self.stopped = self.stopped or f"{total - done} rows are missing, which is a defect of Assay"

    def _look_at_the_clock(self) -> None:
        """Stop once the budget is spent."""
        if self.deadline is not None and time.monotonic() > self.deadline and not self.stop.is_set():
            self.stopped = "the time budget is spent"
            self.stop.set()

    def _work(self, libraries: Mapping[str, About]) -> None:
        """Take cases, those of one library after the other, until none is left."""
        child: Child | None = None
        current = ""
        try:
            while (taken := self._next(current)) is not None:
                module, number = taken
                if child is None or module != current:
                    if child is not None:
                        child.stop()
                    child, current = self._child(module), module
                self._case(child, libraries[module], number)
        finally:
            if child is not None:
                child.stop()
            self.found.put(None)

    def _next(self, current: str) -> tuple[str, int] | None:
        """The next case: of the library at hand, else of the one with the most cases left."""
        with self.lock:
            left = {module: cases for module, cases in self.waiting.items() if cases}
            if not left:
                return None
            module = current if current in left else max(left, key=lambda each: len(left[each]))
            return module, left[module].popleft()

    def _case(self, child: Child, about: About, number: int) -> None:
        """Every point of a case."""
        listed, failures = about.cases[number], 0
        for point in range(int(listed["points"])):
            why = self.stopped or ("its process failed too often" if failures >= MOST_FAILURES else "")
            if self.stop.is_set() or why:
                self.found.put(not_run_row(about, number, point, why or "stopped"))
                continue
            row = point_row(child, about, number, point)
            failures += row.verdict in FAILED.values()
            self.found.put(row)

    def _halt(self) -> None:
        """End all children."""
        self.stop.set()
        for child in self.children:
            child.stop()
