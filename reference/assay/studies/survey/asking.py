"""What a survey is asked to do, and asking the child process of an adapter: about itself, and a point."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from ...processes.child import Child, ChildFailed
from .row import About, Row, Verdict


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is surveyed, and how.

    adapters: their modules; python: the interpreter that has the libraries; jobs: processes at a time;
    pythons: for some adapters another interpreter; unavailable: why a library could not be installed.
    seconds: when to stop, None for never; function: shell patterns of names or parts of a name, with commas.
    """

    adapters: Sequence[str]
    python: str = sys.executable
    jobs: int = 2
    seconds: float | None = None
    function: str | None = None
    path: Sequence[str] = ()
    pythons: Mapping[str, str] = field(default_factory=dict)
    unavailable: Mapping[str, str] = field(default_factory=dict)

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


START = 120
"""Seconds for a child to import its library."""
TOLD = ("library", "tested", "version", "beside", "left_out", "uncovered", "cases")
"""What a child says of its library."""
FAILED = {"hung": Verdict.HANGS, "crashed": Verdict.CRASHES, "flooded": Verdict.FLOODS}
WORKER = f"{__package__}.worker"
HELLO = b'{"hello": true}\n'


def child_of(plan: Plan, module: str) -> Child:
    """The process for the cases of an adapter; it starts when it is first asked."""
    python = plan.pythons.get(module, plan.python)
    return Child([python, "-m", WORKER, module], START, _environment(plan.path))


def _environment(path: Sequence[str]) -> dict[str, str]:
    """One thread a process, and this very Assay."""
    here = str(Path(__file__).resolve().parents[3])
    paths = [*path, here, *filter(None, [os.environ.get("PYTHONPATH")])]
    threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return {**os.environ, **threads, "PYTHONPATH": os.pathsep.join(paths), "PYTHONHASHSEED": "0"}


def name_of(module: str) -> str:
    """The name of a library by that of its adapter."""
    return module.rpartition(".")[2].replace("_", "-")


def introduced(child: Child, module: str) -> About:
    """What the child of an adapter says of itself."""
    name = name_of(module)
    try:
        said: dict[str, Any] = json.loads(child.ask(HELLO))
    except ChildFailed as failed:
        return About(module, name, problem=f"its process {failed.status}: {failed.detail}")
    problem = str(said.get("missing") or said.get("broken") or "")
    known = {key: said[key] for key in TOLD if key in said}
    return About(module, **{"library": name, **known}, problem=problem, missing="missing" in said)


def point_row(child: Child, about: About, number: int, point: int) -> Row:
    """One point, whatever happens to the process."""
    listed = about.cases[number]
    row: dict[str, Any] = {"function": listed["function"]}
    answered = None
    try:
        if child.process is None:
            child.seconds = START
            child.ask(HELLO)
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


def _failure(failed: ChildFailed, answered: str | None) -> dict[str, Any]:
    """A process that failed under the library, or under the computation of the truth."""
    if answered is None:
        return {"verdict": FAILED[failed.status], "detail": failed.detail}
    detail = f"while the truth was computed, the process {failed.status}: {failed.detail}"
    return {"verdict": Verdict.UNDECIDED, "claimed": answered, "detail": detail}


def problem_row(about: About) -> Row | None:
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


def not_run_row(about: About, number: int, point: int, why: str) -> Row:
    """The row of a point that the survey did not come to."""
    return Row(
        library=about.library,
        version=about.version,
        case=number,
        point=point,
        function=str(about.cases[number]["function"]),
        verdict=Verdict.NOT_RUN,
        detail=why,
    )
