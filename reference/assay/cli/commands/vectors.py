"""`assay vectors`: test vectors for implementations in any language."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping

from ..command import Command
from ..errors import UsageError
from ..options import shared
from ..vectors.chosen import SHOWN

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
ACTIONS = ("generate", "validate", "run", "functions", "prompts", "grade", "report")


def configure(parser: ArgumentParser) -> None:
    """The options of `assay vectors`."""
    add = parser.add_argument
    add("action", choices=ACTIONS, help="what to do")
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
    from ..vectors import files, judging

    does: Mapping[str, Callable[[Namespace], tuple[int, str]]] = {
        "generate": files.generate,
        "validate": files.validate,
        "run": judging.run_implementation,
        "functions": files.functions,
        "prompts": files.prompts,
        "grade": judging.grade,
        "report": judging.report,
    }
    return does[options.action](options)


COMMAND = Command(
    "exact test vectors for implementations in any language", DESCRIPTION, configure, run, intermixed=True
)
