"""Ask an implementation the prompts, or read its answers, and judge them; pages of several."""

from __future__ import annotations

import shlex
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import InvalidValue
from .. import arguments
from ..command import ExitStatus
from ..errors import UsageError, one_line
from ..limits import ProgressLine
from .chosen import SHOWN, as_json, chosen, known_name, suite

if TYPE_CHECKING:
    from ...testing.vectors import Answered, Suite, Test


def grade(options: Namespace) -> tuple[int, str]:
    """Judge the answers of a file."""
    from ...testing.vectors import grade as graded

    if len(options.files) != 1:
        raise UsageError("give the file of answers: assay vectors grade answers.jsonl")
    (path,) = options.files
    try:
        lines = Path(path).read_bytes().splitlines()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    known = suite(options)
    return answer(graded(chosen(options, known), lines), known, options, path)


def run_implementation(options: Namespace) -> tuple[int, str]:
    """Ask an implementation every prompt."""
    from ...testing.vectors import run_callable, run_command

    if (options.child is None) == (options.callable is None):
        raise UsageError("give one of --command './my-program' and --callable module:name")
    seconds = float(arguments.positive_seconds(options.prompt_timeout or "10", "--prompt-timeout"))
    check(options)
    if options.callable is not None:
        if options.prompt_timeout:
            raise UsageError("--prompt-timeout is for --command: a callable runs inside this process")
        called, known = implementation(options.callable), suite(options)
        tests = chosen(options, known)
        return so_far(run_callable(tests, called), tests, known, options)
    command, known = words(options.child), suite(options)
    tests = chosen(options, known)
    with ProgressLine() as line:
        found = run_command(tests, command, seconds, lambda done: line("prompts", done, len(tests)))
    return so_far(found, tests, known, options)


def so_far(
    found: Sequence[Answered], tests: Sequence[Test], known: Suite, options: Namespace
) -> tuple[int, str]:
    """The answers that there was time for; with one missing, nothing is said to hold."""
    if len(found) < len(tests):
        sys.stderr.write(
            f"assay: undecided: the time budget is spent; {len(found)} of {len(tests)} tests were asked\n"
        )
    if not found:
        return ExitStatus.UNDECIDED, ""
    status, text = answer(found, known, options, options.callable or options.child)
    unfinished = status == ExitStatus.HOLDS and len(found) < len(tests)
    return ExitStatus.UNDECIDED if unfinished else status, text


def words(child: str) -> list[str]:
    """The words of --command."""
    try:
        command = shlex.split(child)
    except ValueError as error:
        raise UsageError(f"--command {child!r}: {error}") from error
    if not command:
        raise UsageError("--command is empty; give the program and its arguments")
    return command


def implementation(text: str) -> Callable[[str, Mapping[str, object]], object]:
    """The callable that `module:name` names."""
    from importlib import import_module

    module, _, name = text.partition(":")
    if not module or not name:
        raise UsageError(f"--callable {text!r} does not have the form module:name")
    sys.path.insert(0, "")
    try:
        found: object = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise UsageError(f"--callable {text}: {one_line(error)}") from error
    finally:
        sys.path.remove("")
    if not callable(found):
        raise UsageError(f"--callable {text} is a {type(found).__name__}, which cannot be called")
    return found


def answer(found: Sequence[Answered], known: Suite, options: Namespace, default: str) -> tuple[int, str]:
    """Keep an implementation's answers, and show what they amount to."""
    from ...testing.vectors.results import write
    from ...testing.vectors.scores import score
    from ..report import vector_scores

    check(options)
    if not found:
        raise InvalidValue("there is no test to judge")
    if options.save is not None:
        now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")
        write(Path(options.save), options.name or default, known, found, options.release or "", now)
    factor, total = tight(options), score(each.judgement for each in found)
    failing = total.failing - sum(total.statuses[name] for name in allowed(options))
    status = ExitStatus.REFUTED if failing else ExitStatus.HOLDS if total.answered else ExitStatus.UNDECIDED
    if options.json:
        return status, as_json(vector_scores.as_json(found, factor))
    return status, "\n".join(
        vector_scores.as_lines(found, factor, len(found) if options.all else SHOWN)
    ) + "\n"


def check(options: Namespace) -> None:
    """Refuse what would be refused after the run, before it."""
    tight(options)
    allowed(options)
    if options.save is not None and not Path(options.save).absolute().parent.is_dir():
        raise UsageError(f"--save {options.save}: there is no folder {Path(options.save).parent}")


def tight(options: Namespace) -> Fraction:
    """The factor within which a bound is tight."""
    from ...testing.vectors.scores import TIGHT

    if options.within is None:
        return TIGHT
    try:
        factor = Fraction(options.within)
    except (ValueError, ZeroDivisionError):
        factor = Fraction(0)
    if factor < 1:
        raise UsageError(f"--within {options.within!r} is no factor of at least 1, such as 1.01")
    return factor


def allowed(options: Namespace) -> tuple[str, ...]:
    """The statuses that are no failure of a run."""
    from ...testing.vectors.judgement import BROKEN, FAILING

    names = (*FAILING, *BROKEN)
    for name in options.allow or ():
        if name not in names:
            raise UsageError(
                f"--allow {name}: no answer that fails is called so; there are {', '.join(names)}"
            )
    return tuple(options.allow or ())


def report(options: Namespace) -> tuple[int, str]:
    """Pages of the results of several implementations."""
    from ...testing.vectors.report import write_report
    from ...testing.vectors.results import read_results
    from ..report.values import counted

    if not options.files or options.into is None:
        raise UsageError(
            "write assay vectors report RESULTS... --into FOLDER, with files that run --save wrote"
        )
    factor = tight(options)
    known = suite(options)
    results = [read_results(Path(path), known) for path in options.files]
    names = list(dict.fromkeys(result.name for result in results))
    runs = [(result.name, result.when) for result in results]
    double = next((run for run in runs if runs.count(run) > 1), None)
    if double is not None:
        raise UsageError(
            f"two of the files are of {double[0]!r}, {double[1]}; tell runs of one implementation apart with "
            "run --release, and implementations with run --name"
        )
    if options.family is not None:
        known_name("--family", options.family, list(known.titles), "family")
        known = known.only(options.family)
    written = write_report(Path(options.into), known, results, factor)
    if options.json:
        return ExitStatus.HOLDS, as_json({"into": options.into, "pages": written, "implementations": names})
    return ExitStatus.HOLDS, (
        f"{Path(options.into) / 'index.html'}: {counted(len(names), 'implementation')}, "
        f"{counted(len(known.tests), 'test')}, {counted(written, 'page')}\n"
    )
