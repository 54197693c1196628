"""`assay vectors`: test vectors for implementations in any language."""

from __future__ import annotations

import json
import shlex
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
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
    from ...testing.vectors import Answered, Test

DESCRIPTION = """\
Exact test vectors of differential privacy, in JSON files with a schema.

  assay vectors generate                     write the files again, byte by byte as they were
  assay vectors validate                     the schema, ids, flags, enclosures
  assay vectors run --command './my-program' ask an implementation every prompt, and judge its answers
  assay vectors prompts > prompts.jsonl      the prompts alone, for blind grading ...
  assay vectors grade answers.jsonl          ... and the judgement on the answers

The program reads a JSON line {"id", "function", "answer", "arguments"} and writes a JSON line
{"id", "value"}, or {"id", "error"} to refuse. A crash, a hang, a flood or garbage is the verdict on the
test where it happened. Nothing is judged with a tolerance: a bound on the safe side of the truth is sound,
on the other side unsound, however close.

Exit status: 0 all is well, 1 an answer fails or a file of vectors is not valid, 2 bad usage.
"""
ACTIONS = ("generate", "validate", "run", "prompts", "grade")
SHOWN = 20


def configure(parser: ArgumentParser) -> None:
    """The options of `assay vectors`."""
    add = parser.add_argument
    add("action", choices=ACTIONS, help="what to do")
    add("answers", nargs="?", metavar="ANSWERS", help="grade: the file of answers, a JSON line each")
    add("--folder", metavar="FOLDER", help="where the vectors are, in place of those that are shipped")
    add("--family", metavar="NAME", action="append", help="only this family, such as rounding (repeatable)")
    shared(parser, "--command", "for run", dest="child")
    add("--callable", metavar="MODULE:NAME", help="run: a Python callable (function, arguments) -> value")
    add("--prompt-timeout", metavar="S", help="run: seconds for one prompt, 10 unless given")
    add("--compare", action="store_true", help="generate: write nothing, fail if a file would differ")
    shared(parser, "--all", f"also the failures after the first {SHOWN}")
    shared(parser, "--json")


def run(options: Namespace) -> tuple[int, str]:
    """Do what the action says."""
    actions: Mapping[str, Callable[[Namespace], tuple[int, str]]] = {
        "generate": generate,
        "validate": validate,
        "run": run_implementation,
        "prompts": prompts,
        "grade": grade,
    }
    only_for = {"answers": "grade", "compare": "generate"} | dict.fromkeys(
        ("child", "callable", "prompt_timeout"), "run"
    )
    for option, action in only_for.items():
        if getattr(options, option) and options.action != action:
            name = {"child": "--command", "answers": "ANSWERS"}.get(option, f"--{option.replace('_', '-')}")
            raise UsageError(f"{name} is for assay vectors {action}, not for {options.action}")
    return actions[options.action](options)


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
    chosen = [each for each in FAMILIES if options.family is None or each.name in options.family]
    known_family(options, [each.name for each in FAMILIES])
    written, different = {}, []
    with ProgressLine() as line:
        for number, family in enumerate(chosen):
            line("families", number, len(chosen))
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
    from ...testing.vectors.files import check, tests_of, vector_files
    from ..report.values import counted

    place = folder(options)
    paths = vector_files(place)
    known_family(options, [path.stem for path in paths])
    chosen = [path for path in paths if options.family is None or path.stem in options.family]
    files, defects = check(chosen)
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
        [*lines, f"{place}: {counted(len(defects), 'defect')} in {counted(len(chosen), 'file')}"]
    ) + "\n"


def prompts(options: Namespace) -> tuple[int, str]:
    """The prompts alone."""
    from ...testing.vectors.run import prompt_lines

    return ExitStatus.HOLDS, prompt_lines(tests(options))


def grade(options: Namespace) -> tuple[int, str]:
    """Judge the answers of a file."""
    from ...testing.vectors import grade as graded

    if options.answers is None:
        raise UsageError("give the file of answers: assay vectors grade answers.jsonl")
    try:
        lines = Path(options.answers).read_bytes().splitlines()
    except OSError as error:
        raise UsageError(f"{options.answers} cannot be read: {error.strerror}") from error
    return answer(graded(tests(options), lines), options)


def run_implementation(options: Namespace) -> tuple[int, str]:
    """Ask an implementation every prompt."""
    from ...testing.vectors import run_callable, run_command

    if (options.child is None) == (options.callable is None):
        raise UsageError("give one of --command './my-program' and --callable module:name")
    seconds = float(arguments.positive_seconds(options.prompt_timeout or "10", "--prompt-timeout"))
    if options.callable is not None:
        if options.prompt_timeout:
            raise UsageError("--prompt-timeout is for --command: a callable runs inside this process")
        return answer(run_callable(tests(options), implementation(options.callable)), options)
    try:
        command = shlex.split(options.child)
    except ValueError as error:
        raise UsageError(f"--command {options.child!r}: {error}") from error
    if not command:
        raise UsageError("--command is empty; give the program and its arguments")
    chosen = tests(options)
    with ProgressLine() as line:
        found = run_command(chosen, command, seconds, lambda done: line("prompts", done, len(chosen)))
    return answer(found, options)


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


def tests(options: Namespace) -> list[Test]:
    """The tests of the chosen families."""
    from ...testing.vectors import read

    found = read(folder(options))
    known_family(options, list(dict.fromkeys(test.family for test in found)))
    return [test for test in found if options.family is None or test.family in options.family]


def known_family(options: Namespace, known: Sequence[str]) -> None:
    """Refuse a --family that is not there."""
    for name in options.family or ():
        if name not in known:
            raise UsageError(f"--family {name}: there is no such family; there are {', '.join(known)}")


def answer(found: Sequence[Answered], options: Namespace) -> tuple[int, str]:
    """The table of an implementation's answers, and what failed."""
    if not found:
        raise InvalidValue("there is no test to judge")
    failed = [each for each in found if not each.judgement.passes]
    status = ExitStatus.REFUTED if failed else ExitStatus.HOLDS
    return status, as_json(to_json(found)) if options.json else text(found, failed, options)


def text(found: Sequence[Answered], failed: Sequence[Answered], options: Namespace) -> str:
    """One line a function, then the failures."""
    from ...outputs.tables import table
    from ...testing.vectors.judge import PASSES

    rows = [("function", "tests", "pass", "fail", "of these")]
    functions = sorted({(each.test.family, str(each.test.prompt["function"])) for each in found})
    for family, function in functions:
        mine = [
            each for each in found if (each.test.family, each.test.prompt["function"]) == (family, function)
        ]
        counts = Counter(each.judgement.status for each in mine)
        passed = sum(counts[status] for status in PASSES)
        order = sorted(counts, key=lambda status: (status in PASSES, -counts[status], status))
        words = ", ".join(f"{counts[status]} {status}" for status in order)
        rows.append((function, str(len(mine)), str(passed), str(len(mine) - passed), words))
    lines = table(rows, indent=0)
    limit = len(failed) if options.all else SHOWN
    if failed:
        lines += ["", *(f for each in failed[:limit] for f in failure(each))]
    if len(failed) > limit:
        lines.append(f"... and {len(failed) - limit} more (--all lists them)")
    return (
        "\n".join([*lines, "", f"{len(found)} tests: {len(found) - len(failed)} pass, {len(failed)} fail"])
        + "\n"
    )


def failure(each: Answered) -> list[str]:
    """The id, what is wrong, and the bug that the test looks for."""
    flags = f"  [{', '.join(each.test.flags)}]" if each.test.flags else ""
    return [
        f"{each.judgement.status.upper()}  {each.test.id}  {one_line(each.test.name)}{flags}",
        f"    {one_line(each.judgement.detail)}",
    ]


def to_json(found: Sequence[Answered]) -> dict[str, object]:
    """The same as JSON values."""
    counts = Counter(each.judgement.status for each in found)
    return {
        "tests": len(found),
        "passed": sum(each.judgement.passes for each in found),
        "statuses": dict(sorted(counts.items())),
        "answers": [
            {
                "id": each.test.id,
                "name": each.test.name,
                "flags": list(each.test.flags),
                "status": each.judgement.status,
                "passes": each.judgement.passes,
                "detail": each.judgement.detail,
            }
            for each in found
        ],
    }


def as_json(value: object) -> str:
    """One JSON object."""
    return json.dumps(value, indent=2) + "\n"


COMMAND = Command("exact test vectors for implementations in any language", DESCRIPTION, configure, run)
