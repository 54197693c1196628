"""Asking an implementation every prompt, and judging what it answers."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass

from ...outputs.json_values import Json
from ...processes.child import Child, ChildFailed
from .files import Test, parse
from .judge import Judgement, judge
from .reals import shortened

Implementation = Callable[[str, Mapping[str, Json]], object]
"""A Python callable: from a function's name and its arguments to the value; it raises to refuse."""

PATIENCE = 10
"""So many prompts in a row may hang before the rest is not asked."""
STRAY_LINES = 100
"""So many late or repeated lines are skipped in search of an answer."""


@dataclass(frozen=True)
class Answered:
    """A test with the judgement on its answer."""

    test: Test
    judgement: Judgement


def prompt(test: Test) -> dict[str, Json]:
    """What an implementation is shown: nothing in it tells what is expected."""
    return {"id": test.id, **test.prompt}


def prompt_lines(tests: Iterable[Test]) -> str:
    """All prompts, a JSON line each."""
    return "".join(json.dumps(prompt(test)) + "\n" for test in tests)


def run_command(
    tests: Sequence[Test], command: Sequence[str], seconds: float, report: Callable[[int], None] | None = None
) -> list[Answered]:
    """Ask a child process; a failure of the child is the judgement on the test that it failed at."""
    done: dict[str, Judgement] = {}
    hung = 0
    with Child(command, seconds) as child:
        for number, test in enumerate(tests):
            if hung >= PATIENCE:
                done[test.id] = Judgement("unanswered", f"not asked: the {PATIENCE} prompts before it hung")
                continue
            done[test.id] = _ask(child, test, done)
            hung = hung + 1 if done[test.id].status == "hung" else 0
            if report is not None:
                report(number + 1)
    return [Answered(test, done[test.id]) for test in tests]


def _ask(child: Child, test: Test, done: dict[str, Judgement]) -> Judgement:
    """The judgement on the child's answer to one prompt."""
    try:
        line = child.ask((json.dumps(prompt(test)) + "\n").encode())
        for _ in range(STRAY_LINES):
            answer = read_line(line)
            if answer is None:
                child.stop()
                text = line[:60].decode("utf-8", "replace")
                return Judgement("garbage", f"{shortened(text)} is not a JSON object with an id")
            name = answer.pop("id")
            if name == test.id:
                return judge(test.expected, answer)
            if name not in done:
                child.stop()
                return Judgement("garbage", f"answers the id {shortened(name)}, which was not asked")
            done[str(name)] = Judgement("flooded", "answered more than once, or late")
            line = child.another()
    except ChildFailed as failure:
        return Judgement(failure.status, failure.detail)
    child.stop()
    return Judgement("flooded", f"{STRAY_LINES} lines, and none of them the answer")


def read_line(line: bytes) -> dict[str, object] | None:
    """A line as a JSON object with an id; None where it is none."""
    try:
        value = parse(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and isinstance(value.get("id"), str) else None


def run_callable(tests: Sequence[Test], implementation: Implementation) -> list[Answered]:
    """Ask a Python callable; an exception that it raises is its refusal."""
    return [Answered(test, judge(test.expected, _called(test, implementation))) for test in tests]


def _called(test: Test, implementation: Implementation) -> dict[str, object]:
    arguments = test.prompt["arguments"]
    try:
        given = dict(arguments) if isinstance(arguments, dict) else {}
        with redirect_stdout(sys.stderr):  # what it prints is not part of the report
            return {"value": implementation(str(test.prompt["function"]), given)}
    except (Exception, SystemExit) as error:
        return {"error": f"{type(error).__name__}: {error}"}


def grade(tests: Sequence[Test], lines: Iterable[bytes]) -> list[Answered]:
    """Judge answers that were written to a file, in any order; what is missing is unanswered."""
    wanted = {test.id: test for test in tests}
    found: dict[str, Judgement] = {}
    strays: list[str] = []
    for number, line in enumerate(lines, 1):
        answer = read_line(line) if line.strip() else {"id": ""}
        name = "" if answer is None else str(answer.pop("id"))
        if answer is None or (name and name not in wanted):
            strays.append(f"line {number}")
        elif name in found:
            found[name] = Judgement("garbage", f"answered twice, again on line {number}")
        elif name:
            found[name] = judge(wanted[name].expected, answer)
    note = f"; not an answer: {', '.join(strays[:5])}" if strays else ""
    missing = Judgement("unanswered", f"there is no answer{note}")
    return [Answered(test, found.get(test.id, missing)) for test in tests]


def failures(answers: Iterable[Answered]) -> Iterator[Answered]:
    """Those that do not pass."""
    return (each for each in answers if not each.judgement.passes)
