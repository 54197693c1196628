"""`assay vectors`: test vectors for implementations in any language."""

from __future__ import annotations

import json
import shlex
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import InvalidValue
from .. import arguments
from ..command import Command
from ..errors import UsageError, one_line
from ..exit_status import ExitStatus
from ..options import shared
from ..progress import ProgressLine

if TYPE_CHECKING:
    from ...testing.vectors import Answered, Suite, Test

DESCRIPTION = """\
Exact test vectors of differential privacy, in JSON files with a schema.

  assay vectors generate
      write the files again, byte by byte as they were
  assay vectors validate
      the schema, ids, flags, enclosures
  assay vectors functions
      what is asked for: every function, its kind of answer, its tests;
      the definition of those that --function names
  assay vectors run --command './my-program'
      ask an implementation every prompt, and judge its answers
  assay vectors prompts > prompts.jsonl
      the prompts alone, for blind grading ...
  assay vectors grade answers.jsonl
      ... and the judgement on the answers
  assay vectors report A.json B.json --into FOLDER
      pages of what run --save wrote: for each test, implementation and
      class of bugs, and for what changed from run to run

The program reads a JSON line {"id", "function", "answer", "arguments"} and writes a JSON line
{"id", "value"}, or {"id", "error"} to refuse, or {"id", "not_implemented"}. A crash, a hang, a flood or
garbage is the verdict on the test where it happened. Nothing is judged with a tolerance: a bound on the safe
side of the truth is sound, on the other side unsound, however close; what is off by one unit in the last
place is counted by itself. Three numbers sum up a run: sound, tight (sound, and within a factor of the
truth) and exact.

Exit status: 0 every answer is sound, 1 an answer fails or a file of vectors is not valid, 2 bad usage,
3 nothing was answered.
"""
SHOWN = 20


def configure(parser: ArgumentParser) -> None:
    """The options of `assay vectors`."""
    add = parser.add_argument
    add("action", choices=tuple(ACTIONS), help="what to do")
    add(
        "files",
        nargs="*",
        metavar="FILE",
        help="grade: answers, a JSON line each; report: what run --save wrote",
    )
    add("--folder", metavar="FOLDER", help="where the vectors are, in place of those that are shipped")
    add("--family", metavar="NAME", action="append", help="only this family, such as rounding (repeatable)")
    shared(parser, "--function", "such as renyi (repeatable)", action="append")
    shared(parser, "--command", "for run", dest="child")
    add("--callable", metavar="MODULE:NAME", help="run: a Python callable (function, arguments) -> value")
    add("--prompt-timeout", metavar="S", help="run: seconds for one prompt, 10 unless given")
    add("--within", metavar="FACTOR", help="run, grade, report: the factor that is tight, 1.01 unless given")
    add(
        "--allow",
        metavar="STATUS",
        action="append",
        help="run, grade: no failure, such as one-ulp (repeatable)",
    )
    shared(parser, "--save", "run, grade: for report")
    add(
        "--name", metavar="NAME", help="run, grade: the implementation in that file; its command unless given"
    )
    add("--release", metavar="TEXT", help="run, grade: the version of the implementation, in that file")
    shared(parser, "--into", "report: for the pages")
    add("--compare", action="store_true", help="generate: write nothing, fail if a file would differ")
    shared(parser, "--all", f"also the failures after the first {SHOWN}")
    shared(parser, "--json")


ONLY_FOR: Mapping[str, tuple[str, ...]] = {
    "files": ("grade", "report"),
    "compare": ("generate",),
    "child": ("run",),
    "callable": ("run",),
    "prompt_timeout": ("run",),
    "within": ("run", "grade", "report"),
    "allow": ("run", "grade"),
    "save": ("run", "grade"),
    "name": ("run", "grade"),
    "release": ("run", "grade"),
    "into": ("report",),
    "function": ("run", "grade", "prompts", "functions"),
}


def run(options: Namespace) -> tuple[int, str]:
    """Do what the action says."""
    for option, actions in ONLY_FOR.items():
        if getattr(options, option) and options.action not in actions:
            name = {"child": "--command", "files": "FILE"}.get(option, f"--{option.replace('_', '-')}")
            where = " and ".join(actions)
            raise UsageError(f"{name} is for assay vectors {where}, not for {options.action}")
    return ACTIONS[options.action](options)


def folder(options: Namespace) -> Path:
    """The folder of the vectors."""
    from ...testing.vectors import vectors_folder

    if options.folder is None:
        return vectors_folder()
    path = Path(options.folder)
    if not path.is_dir():
        raise UsageError(f"--folder {options.folder} is not a folder")
    return path


def generate(options: Namespace) -> tuple[int, str]:
    """Write the files of the families, or compare them with what would be written."""
    from ...testing.vectors.families import FAMILIES
    from ...testing.vectors.generate import as_text
    from ...testing.vectors.generate import generate as generated

    place = folder(options)
    families = [each for each in FAMILIES if options.family is None or each.name in options.family]
    known_name("--family", options.family, [each.name for each in FAMILIES], "family")
    written, different = {}, []
    with ProgressLine() as line:
        for number, family in enumerate(families):
            line("families", number, len(families))
            text, path = as_text(generated(family)), place / f"{family.name}.json"
            written[family.name] = text.count('\n  {"id"')
            if not path.is_file() or path.read_bytes() != text.encode("ascii"):
                different.append(family.name)
                if not options.compare:
                    path.write_text(text, encoding="ascii", newline="\n")
    status = ExitStatus.REFUTED if options.compare and different else ExitStatus.HOLDS
    if options.json:
        return status, as_json({"folder": str(place), "tests": written, "changed": different})
    total, words = sum(written.values()), "differ" if options.compare else "changed"
    changed = (
        f"{words}: {', '.join(different)}"
        if different
        else f"no file {'differs' if options.compare else words}"
    )
    return status, f"{place}: {len(written)} families, {total} tests; {changed}\n"


def validate(options: Namespace) -> tuple[int, str]:
    """Every defect of the files."""
    from ...testing.vectors.files import check as found_in
    from ...testing.vectors.files import tests_of, vector_files
    from ..report.values import counted

    place = folder(options)
    paths = vector_files(place)
    known_name("--family", options.family, [path.stem for path in paths], "family")
    some = [path for path in paths if options.family is None or path.stem in options.family]
    files, defects = found_in(some)
    status = ExitStatus.REFUTED if defects else ExitStatus.HOLDS
    if options.json:
        return status, as_json({"folder": str(place), "files": sorted(files), "defects": defects})
    if not defects:
        number = sum(len(list(tests_of(file))) for file in files.values())
        return status, f"{place}: {counted(len(files), 'file')}, {counted(number, 'test')}; all valid\n"
    limit = len(defects) if options.all else SHOWN
    lines = [one_line(defect) for defect in defects[:limit]]
    if len(defects) > limit:
        lines.append(f"... and {len(defects) - limit} more (--all lists them)")
    return status, "\n".join(
        [*lines, f"{place}: {counted(len(defects), 'defect')} in {counted(len(some), 'file')}"]
    ) + "\n"


def functions(options: Namespace) -> tuple[int, str]:
    """Every function that is asked for; the definitions of those that are named."""
    from ..report import vector_functions

    known = suite(options)
    tests = chosen(options, known)
    if options.json:
        return ExitStatus.HOLDS, as_json(vector_functions.as_json(known, tests))
    lines = vector_functions.as_lines(known, tests, define=options.function is not None)
    return ExitStatus.HOLDS, "\n".join(lines) + "\n"


def prompts(options: Namespace) -> tuple[int, str]:
    """The prompts alone."""
    from ...testing.vectors.run import prompt_lines

    return ExitStatus.HOLDS, prompt_lines(chosen(options, suite(options)))


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
    from ...testing.vectors.statuses import BROKEN, FAILING

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


def suite(options: Namespace) -> Suite:
    """The vectors."""
    from ...testing.vectors import read_suite

    return read_suite(folder(options))


def chosen(options: Namespace, known: Suite) -> list[Test]:
    """The tests of the families and functions that are named."""
    found = [test for test in known.tests if options.family is None or test.family in options.family]
    known_name("--family", options.family, list(dict.fromkeys(test.family for test in known.tests)), "family")
    functions = list(dict.fromkeys(str(test.prompt["function"]) for test in found))
    known_name("--function", options.function, functions, "function")
    return [test for test in found if options.function is None or test.prompt["function"] in options.function]


def known_name(option: str, given: Sequence[str] | None, known: Sequence[str], noun: str) -> None:
    """Refuse a name that is not there."""
    for name in given or ():
        if name not in known:
            raise UsageError(f"{option} {name}: there is no such {noun}; there are {', '.join(known)}")


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


def as_json(value: object) -> str:
    """One JSON object."""
    return json.dumps(value, indent=2) + "\n"


ACTIONS: Mapping[str, Callable[[Namespace], tuple[int, str]]] = {
    "generate": generate,
    "validate": validate,
    "run": run_implementation,
    "functions": functions,
    "prompts": prompts,
    "grade": grade,
    "report": report,
}

COMMAND = Command(
    "exact test vectors for implementations in any language", DESCRIPTION, configure, run, intermixed=True
)
