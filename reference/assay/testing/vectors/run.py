"""Asking an implementation every prompt, and judging what it answers."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from itertools import takewhile

from ...budgets.progress import is_spent
from ...errors import InvalidValue
from ...outputs.json_values import Json
from ...processes.child import Child, ChildFailed, NotStarted
from .files import Test, parse
from .judge import Judgement, judge
from .reals import shortened

Implementation = Callable[[str, Mapping[str, Json]], object]
"""A Python callable: from a function's name and its arguments to the value.

It raises NotImplementedError for a function that it does not have, and anything else to refuse.
"""

PATIENCE = 10
"""So many prompts in a row may hang, or crash before any was answered, before the rest is not asked."""
STRAY_LINES = 100
"""So many late or repeated lines are skipped in search of an answer."""


@dataclass(frozen=True)
class Answered:
    """A test with the judgement on its answer, and the answer, if there was one that could be read."""

    test: Test
    judgement: Judgement
    answer: Mapping[str, object] = field(default_factory=dict)


def prompt(test: Test) -> dict[str, Json]:
    """What an implementation is shown: nothing in it tells what is expected."""
    return {"id": test.id, **test.prompt}


def prompt_lines(tests: Iterable[Test]) -> str:
    """All prompts, a JSON line each."""
    return "".join(json.dumps(prompt(test)) + "\n" for test in tests)


def run_command(
    tests: Sequence[Test], command: Sequence[str], seconds: float, report: Callable[[int], None] | None = None
) -> list[Answered]:
    """Ask a child process; a failure of the child is the judgement on the test that it failed at.

    What a surrounding budget left no time for is not in the list.
    Raises InvalidValue where there is no such program.
    """
    done: dict[str, Answered] = {}
    failed: list[str] = []  # how the last prompts failed, since one was answered
    with Child(command, seconds) as child:
        _start(child, command)
        for number, test in enumerate(tests):
            if is_spent():
                break
            given_up = _given_up(failed, done)
            done[test.id] = given_up(test) if given_up else _ask(child, test, done)
            status = done[test.id].judgement.status
            failed = [*failed, status] if status in ("hung", "crashed", "unanswered") else []
            if report is not None:
                report(number + 1)
    return [done[test.id] for test in tests if test.id in done]


def _start(child: Child, command: Sequence[str]) -> None:
    try:
        child.started()
    except NotStarted as error:
        raise InvalidValue(f"the command {shortened(command[0])} {error}") from None


def _given_up(failed: Sequence[str], done: Mapping[str, Answered]) -> Callable[[Test], Answered] | None:
    """What is said of every further test once too many prompts have failed."""
    hangs = len(failed) >= PATIENCE and set(failed[:PATIENCE]) == {"hung"}
    never_answers = len(failed) >= PATIENCE and len(failed) == len(done)
    if not hangs and not never_answers:
        return None
    how = "hung" if hangs else "failed, none was answered"
    return lambda test: Answered(
        test, Judgement("unanswered", f"not asked: the {PATIENCE} prompts before {how}")
    )


def _ask(child: Child, test: Test, done: dict[str, Answered]) -> Answered:
    """The judgement on the child's answer to one prompt."""
    try:
        line = child.ask((json.dumps(prompt(test)) + "\n").encode())
        for _ in range(STRAY_LINES):
            answer = read_line(line)
            if answer is None:
                child.stop()
                text = line[:60].decode("utf-8", "replace")
                return _broken(test, "garbage", f"{shortened(text)} is not a JSON object with an id")
            name = answer.pop("id")
            if name == test.id:
                return judged(test, answer)
            if name not in done:
                child.stop()
                return _broken(test, "garbage", f"answers the id {shortened(name)}, which was not asked")
            done[str(name)] = _broken(done[str(name)].test, "flooded", "answered more than once, or late")
            line = child.another()
    except ChildFailed as failure:
        return _broken(test, failure.status, failure.detail)
    child.stop()
    return _broken(test, "flooded", f"{STRAY_LINES} lines, and none of them the answer")


def _broken(test: Test, status: str, detail: str) -> Answered:
    return Answered(test, Judgement(status, detail))


def judged(test: Test, answer: Mapping[str, object]) -> Answered:
    """The test with its answer, judged."""
    return Answered(test, judge(test.expected, answer, test.prompt), answer)


def read_line(line: bytes) -> dict[str, object] | None:
    """A line as a JSON object with an id; None where it is none."""
    try:
        value = parse(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and isinstance(value.get("id"), str) else None


def run_callable(tests: Sequence[Test], implementation: Implementation) -> list[Answered]:
    """Ask a Python callable while there is time; an exception that it raises is its refusal."""
    asked = takewhile(lambda test: not is_spent(), tests)
    return [judged(test, _called(test, implementation)) for test in asked]


def _called(test: Test, implementation: Implementation) -> dict[str, object]:
    arguments = test.prompt["arguments"]
    try:
        given = dict(arguments) if isinstance(arguments, dict) else {}
        with redirect_stdout(sys.stderr):  # what it prints is not part of the report
            return {"value": implementation(str(test.prompt["function"]), given)}
    except NotImplementedError as error:
        return {"not_implemented": str(error) or True}
    except (Exception, SystemExit) as error:
        return {"error": f"{type(error).__name__}: {error}"}


def grade(tests: Sequence[Test], lines: Iterable[bytes]) -> list[Answered]:
    """Judge answers that were written to a file, in any order; what is missing is unanswered."""
    wanted = {test.id: test for test in tests}
    found: dict[str, Answered] = {}
    strays: list[str] = []
    for number, line in enumerate(lines, 1):
        answer = read_line(line) if line.strip() else {"id": ""}
        name = "" if answer is None else str(answer.pop("id"))
        if answer is None or (name and name not in wanted):
            strays.append(f"line {number}")
        elif name in found:
            found[name] = _broken(wanted[name], "garbage", f"answered twice, again on line {number}")
        elif name:
            found[name] = judged(wanted[name], answer)
    note = f"; not an answer: {', '.join(strays[:5])}" if strays else ""
    return [found.get(test.id) or _broken(test, "unanswered", f"there is no answer{note}") for test in tests]


def failures(answers: Iterable[Answered]) -> Iterator[Answered]:
    """Those that do not pass."""
    return (each for each in answers if not each.judgement.passes)
