"""`assay sweep`: another command of assay over a grid of parameters, resumable, on many cores or machines."""

from __future__ import annotations

import json
import shlex
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING

from ...errors import AssayError, BudgetExceeded, UndecidedError, UnfinishedProgram
from ..command import Command, ExitStatus, build_parser, discover, finish
from ..errors import UsageError, headline, one_line, users_place
from ..limits import Alarm, as_asked
from ..options import shared

if TYPE_CHECKING:
    from ..sweeps import Cell, Sweep

DESCRIPTION = """\
Run a command of assay at every point of a grid, each point as an independent task:

  assay sweep 'account "gaussian sigma={sigma} q={q} k=1000" --delta 1e-6' \\
        --grid sigma=1,2,4 --grid q=0.01,0.02 --store sweep.sqlite

{names} are filled in from the grid; --json is added. Finished points are kept in the store as they come: a
sweep that was stopped resumes without loss, and a point is computed again where a file that it read has
changed. Results are the same bits for any number of workers. The exit status is 2 if a point was bad input,
else 3 if one is undecided, else 1 if one is refuted, else 0.
"""
TASK = "assay.cli.commands.sweep:cell"
COMMAND_LINE = "command"
"""The parameter of a cell that holds the whole command, as JSON."""


def configure(parser: ArgumentParser) -> None:
    """The options of `assay sweep`."""
    add = parser.add_argument
    add("template", metavar="COMMAND", help="a command line with {names} to fill in")
    shared(parser, "--grid", action="append")
    add("--store", metavar="FILE", default="sweep.sqlite", help="finished points (sweep.sqlite unless given)")
    shared(parser, "--jobs", "on this machine; one a core unless given")
    add("--scheduler", metavar="ADDRESS", help="a Dask scheduler instead, such as tcp://10.0.0.1:8786")
    shared(parser, "--json")


def run(options: Namespace) -> tuple[int, str]:
    """Check every point, then run what is missing."""
    from ...budgets.progress import checkpoint
    from ...ledger.runner import code_digest
    from ..arguments import positive_int
    from ..sweeps import Cell
    from ..sweeps import run as sweep

    points = points_of(options)
    cells = []
    for point in points:
        words = fill(options.template, dict(point.parameters))
        check(words)
        cells.append(
            Cell(((COMMAND_LINE, json.dumps(words)), ("files", files(words)), ("assay", code_digest())))
        )
    workers = None if options.jobs is None else positive_int(options.jobs, "--jobs")
    try:
        done = sweep(TASK, cells, Path(options.store), workers, options.scheduler, checkpoint, stands)
    except (Alarm, BudgetExceeded):
        raise BudgetExceeded(
            f"the time budget is spent; finished points are kept in {options.store}, run it again to go on"
        ) from None
    statuses = {json.loads(result)["status"] for _, result in done.results}
    worst = next((s for s in (2, 3, 1, 130) if s in statuses), ExitStatus.HOLDS)
    return int(worst), report(points, done, as_json=options.json)


def points_of(options: Namespace) -> list[Cell]:
    """The grid.  Raises UsageError where its names are not those of the template."""
    from ..sweeps import grid

    axes: dict[str, list[str]] = {}
    for text in options.grid or ():
        name, equals, values = text.partition("=")
        if not equals or not name.isidentifier() or name in axes:
            raise UsageError(f"--grid {text!r} is not NAME=A,B,... with a new name; write --grid sigma=1,2,4")
        axes[name] = [value.strip() for value in values.split(",") if value.strip()]
    try:
        wanted = {name for _, name, _, _ in Formatter().parse(options.template) if name is not None}
    except ValueError as error:
        raise UsageError(f"COMMAND {options.template!r}: {error}") from None
    if "" in wanted:
        raise UsageError(
            f"COMMAND {options.template!r} has a {{}} without a name; write {{sigma}}, and --grid sigma=1,2"
        )
    for name in sorted(wanted ^ set(axes)):
        hint = (
            f"add --grid {name}=..."
            if name in wanted
            else f"put {{{name}}} into the command, or leave it out"
        )
        raise UsageError(
            f"the name {name!r} is only in the {'command' if name in wanted else 'grid'}; {hint}"
        )
    if not axes:
        raise UsageError(
            "the command has no {name} and there is no --grid; write {sigma}, and --grid sigma=1,2"
        )
    return grid(axes)


def fill(template: str, values: Mapping[str, str]) -> list[str]:
    """The words of the command with the values filled in; a value never splits a word."""
    try:
        words = shlex.split(template)
    except ValueError as error:
        raise UsageError(f"COMMAND {template!r}: {error}") from None
    try:
        return [*(word.format_map(values) for word in words), "--json"]
    except ValueError as error:
        raise UsageError(f"COMMAND {template!r}: {error}; write {{name}} alone, values are texts") from None


def files(words: list[str]) -> str:
    """A digest of every file, or module beside them, that the command names: a result belongs to those
    contents.
    """
    digest = sha256()
    for word in words:
        source = word.rpartition(":")[0] or word
        module = source.replace(".", "/")
        for path in map(Path, (word, source, f"{module}.py", f"{module}/__init__.py")):
            if path.is_file():
                digest.update(sha256(path.read_bytes()).digest())
                break
    return digest.hexdigest()


def check(words: list[str]) -> None:
    """Parse a command without running it.  Raises UsageError."""
    commands = {name: each for name, each in discover().items() if name not in ("sweep", "bench")}
    if words[0] not in commands:
        raise UsageError(f"COMMAND begins with {words[0]!r}; choose one of {', '.join(commands)}")
    build_parser(commands).parse_args(words)


def cell(parameters: Mapping[str, str]) -> str:
    """The task: run one command, in a worker; its status and its JSON, or its error."""
    from ..sweeps import reads

    reads.watch()
    commands = discover()
    words: list[str] = json.loads(parameters[COMMAND_LINE])
    options = build_parser(commands).parse_args(words)
    try:
        with as_asked(options):
            status, text, *then = commands[words[0]].run(options)
        finish(then)
        answer: dict[str, object] = {"status": int(status), "answer": json.loads(text)}
    except (BudgetExceeded, UnfinishedProgram, UndecidedError) as error:
        answer = {"status": int(ExitStatus.UNDECIDED), "error": f"undecided: {one_line(error)}"}
    except Exception as error:
        if not isinstance(error, AssayError) and users_place(error) is None:
            raise  # a defect, or the machine: not a result
        answer = {"status": int(ExitStatus.BAD_INPUT), "error": headline(error)}
    return json.dumps(answer | {"files": reads.digests()}, sort_keys=True)


def stands(result: str) -> bool:
    """Whether the files that a kept result was computed from hold what they held."""
    from ..sweeps import reads

    return reads.unchanged(json.loads(result).get("files"))


def report(points: list[Cell], done: Sweep, as_json: bool) -> str:
    """All points in the order of the grid."""
    from ...outputs.tables import table

    rows = [
        (dict(point.parameters), {k: v for k, v in json.loads(result).items() if k != "files"})
        for point, (_, result) in zip(points, done.results, strict=True)
    ]
    if as_json:
        data = [{"parameters": parameters, **answer} for parameters, answer in rows]
        return json.dumps({"points": data}, indent=2) + "\n"
    names = list(rows[0][0])
    listed = ([*parameters.values(), summary(answer)] for parameters, answer in rows)
    lines = table([[*names, ""], *listed], indent=0)
    count = "1 point" if len(rows) == 1 else f"{len(rows)} points"
    lines.append(f"{count}: {done.computed} computed, {done.found} found in the store")
    return "\n".join(lines) + "\n"


def summary(answer: Mapping[str, object]) -> str:
    """One line for one point: an interval, a verdict, or an error."""
    found = answer.get("answer")
    if isinstance(found, dict):
        for name, value in found.items():
            if isinstance(value, dict) and {"at least", "at most"} <= value.keys():
                return f"{name} in [{value['at least'][:16]}, {value['at most'][:16]}]"
        for name in ("verdict", "undecided"):
            if name in found:
                value = found[name]
                return str(value.get("verdict", value) if isinstance(value, dict) else value)
    return str(answer.get("error", f"status {answer['status']}"))


COMMAND = Command(
    "run a command over a grid of parameters, resumable and in parallel", DESCRIPTION, configure, run
)
"""Found by name."""
