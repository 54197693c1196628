"""Running a survey: cases in child processes with time limits; the same rows in any order."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from ..vectors.child import Child, ChildFailed
from .row import Row, Verdict

START = 120
"""Seconds for a child to import its library."""
MOST_FAILURES = 3
"""How often the points of a case may end or hang their process before the rest of the case is left."""
TOLD = ("library", "tested", "version", "beside", "left_out", "uncovered", "cases")
"""What a child says of its library."""
FAILED = {"hung": Verdict.HANGS, "crashed": Verdict.CRASHES, "flooded": Verdict.FLOODS}


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is surveyed, and how.

    adapters: their modules; python: the interpreter that has the libraries; jobs: processes at a time;
    seconds: when to stop, None for never; function: shell patterns of names or parts of a name, with commas.
    """

    adapters: Sequence[str]
    python: str = sys.executable
    jobs: int = 2
    seconds: float | None = None
    function: str | None = None
    path: Sequence[str] = ()

    def wants(self, function: str) -> bool:
        """Whether a function is surveyed."""
        if self.function is None:
            return True
        return any(matches(function, pattern.strip()) for pattern in self.function.split(","))


def matches(function: str, pattern: str) -> bool:
    """Whether a name has this part, or is like this shell pattern."""
    if any(sign in pattern for sign in "*?["):
        return fnmatchcase(function, pattern)
    return pattern in function


@dataclass
class About:
    """One library of a survey, as its child introduces it."""

    adapter: str
    library: str
    tested: str = ""
    version: str = ""
    problem: str = ""
    missing: bool = False
    beside: Mapping[str, str] = field(default_factory=dict)
    cases: Sequence[Mapping[str, Any]] = ()
    left_out: Mapping[str, str] = field(default_factory=dict)
    uncovered: Sequence[str] = ()


@dataclass
class Survey:
    """The rows in order, the libraries, and whether all that was planned was done."""

    rows: list[Row]
    libraries: list[About]
    complete: bool = True
    stopped: str = ""


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
            rows += [row for each in libraries if (row := _problem(each)) is not None]
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
        child = Child([self.plan.python, "-m", WORKER, module], START, _environment(self.plan.path))
        self.children.append(child)
        return child

    def _introduced(self, module: str) -> About:
        """What the child of an adapter says of itself."""
        name = module.rpartition(".")[2]
        with self._child(module) as child:
            try:
                said: dict[str, Any] = json.loads(child.ask(b'{"hello": true}\n'))
            except ChildFailed as failed:
                return About(module, name, problem=f"its process {failed.status}: {failed.detail}")
        problem = str(said.get("missing") or said.get("broken") or "")
        known = {key: said[key] for key in TOLD if key in said}
        about = About(module, **{"library": name, **known}, problem=problem, missing="missing" in said)
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
                self.found.put(_not_run(about, number, point, why or "stopped"))
                continue
            row = self._point(child, about, number, point)
            failures += row.verdict in FAILED.values()
            self.found.put(row)

    def _point(self, child: Child, about: About, number: int, point: int) -> Row:
        """One point, whatever happens to the process."""
        listed = about.cases[number]
        row: dict[str, Any] = {"function": listed["function"]}
        answered = None
        try:
            if child.process is None:
                child.seconds = START
                child.ask(b'{"hello": true}\n')
            child.seconds = float(listed["seconds"])
            said = json.loads(child.ask(json.dumps({"case": number, "point": point}).encode() + b"\n"))
            while "finding" not in said:
                row |= said.get("begin", {})
                answered = said.get("answered", answered)
                said = json.loads(child.another())
            row |= said["finding"]
            row["verdict"] = Verdict(row["verdict"])
        except ChildFailed as failed:
            row |= _failure(failed, answered)
        except Exception as error:  # a row is never lost
            row |= {"verdict": Verdict.BROKEN, "detail": f"{type(error).__name__}: {error}"}
        return Row(library=about.library, version=about.version, case=number, point=point, **row)

    def _halt(self) -> None:
        """End all children."""
        self.stop.set()
        for child in self.children:
            child.stop()


WORKER = f"{__package__}.worker"


def _environment(path: Sequence[str]) -> dict[str, str]:
    """One thread a process, and this very Assay."""
    here = str(Path(__file__).resolve().parents[3])
    paths = [*path, here, *filter(None, [os.environ.get("PYTHONPATH")])]
    threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return {**os.environ, **threads, "PYTHONPATH": os.pathsep.join(paths), "PYTHONHASHSEED": "0"}


def _failure(failed: ChildFailed, answered: str | None) -> dict[str, Any]:
    """A process that failed under the library, or under the computation of the truth."""
    if answered is None:
        return {"verdict": FAILED[failed.status], "detail": failed.detail}
    detail = f"while the truth was computed, the process {failed.status}: {failed.detail}"
    return {"verdict": Verdict.UNDECIDED, "claimed": answered, "detail": detail}


def _problem(about: About) -> Row | None:
    """The row of a library that cannot be surveyed."""
    if not about.problem:
        return None
    verdict = Verdict.MISSING if about.missing else Verdict.BROKEN
    return Row(
        library=about.library,
        version=about.version,
        case=-1,
        point=0,
        function="",
        verdict=verdict,
        detail=about.problem,
    )


def _not_run(about: About, number: int, point: int, why: str) -> Row:
    return Row(
        library=about.library,
        version=about.version,
        case=number,
        point=point,
        function=str(about.cases[number]["function"]),
        verdict=Verdict.NOT_RUN,
        detail=why,
    )
