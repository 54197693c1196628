"""Mutation testing of the ledger: change a number, a comparison or an operator behind a check, and judge.

    python -m tests.mutation.checks group_reductions sensitivity_quantiles
    python -m tests.mutation.checks --every 10 --seconds 20

Prints a line for every change after which all parts that rest on the module still agree with their records;
the exit status is their number (at most 99).  What may survive, and why, is in `tests/mutation/checks.md`.  A
deleted `require(...)` always survives, since what it requires is true, so that none is deleted.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import os
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from assay.ledger.judge import judge
from assay.ledger.reading import claims_folder, read
from assay.ledger.record import Part
from tests.mutation.run import changed, mutants

PACKAGE = "assay.ledger.checks"
CHECKS = Path(importlib.import_module(PACKAGE).__path__[0])
SURVIVES, NOTICED = 0, 1


def users(module: str) -> set[str]:
    """The module and those that import from it."""
    found, size = {module}, 0
    while size < len(found):
        size = len(found)
        for path in CHECKS.glob("*.py"):
            imported = {
                node.module
                for node in ast.walk(ast.parse(path.read_text()))
                if isinstance(node, ast.ImportFrom) and node.level == 1
            }
            if imported & found:
                found.add(path.stem)
    return found


def resting(module: str) -> list[Part]:
    """The parts whose verdict may depend on the module, the quickest first."""
    names = users(module)
    parts = [part for record in read(claims_folder()) for part in record.parts]
    mine = [part for part in parts if part.check.split(":")[0].rsplit(".", 1)[1] in names]
    return sorted(mine, key=lambda part: judge(part).milliseconds)


def mutated(module: str, text: str) -> None:
    """Put a changed module, and anew all that import from it, in the place of what is loaded."""
    importlib.import_module(f"{PACKAGE}.{module}")
    for name in users(module) - {module}:
        sys.modules.pop(f"{PACKAGE}.{name}", None)
    exec(compile(text, f"{module}.py", "exec"), sys.modules[f"{PACKAGE}.{module}"].__dict__)


def survives(module: str, text: str, parts: list[Part], seconds: int) -> bool:
    """Whether every part still agrees, in a child process; one that takes too long counts as noticed."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        try:
            mutated(module, text)
            same = all(judge(part).status == "agrees" for part in parts)
        except BaseException:  # the changed module does not even load
            same = False
        os._exit(SURVIVES if same else NOTICED)
    return os.waitpid(child, 0)[1] == SURVIVES


def tried(module: str, every: int, offset: int, seconds: int) -> Iterator[tuple[int, str, bool]]:
    """The changes of a module: the line, what stands there, and whether no part notices."""
    path = CHECKS / f"{module}.py"
    start = time.process_time()
    text, parts = path.read_text(), resting(module)
    lines, most = text.splitlines(), seconds + int(4 * (time.process_time() - start))
    if not survives(module, text, parts, most):
        raise SystemExit(f"{module}: a part disagrees with its record before anything is changed")
    for file, position, kind in mutants(path, "other")[offset::every]:
        line, other = changed(file, position, kind)
        if other != ast.unparse(ast.parse(text)):
            yield line, f"{lines[line - 1].strip()} ({position}.{kind})", survives(module, other, parts, most)


def main() -> int:
    """Try the changes and report the survivors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*", help="modules of assay.ledger.checks; all unless given")
    parser.add_argument("--every", type=int, default=1, help="try one change of so many")
    parser.add_argument("--offset", type=int, default=0, help="begin with this change")
    parser.add_argument(
        "--seconds",
        type=int,
        default=30,
        help="processor time for one change, beside four times that of the parts",
    )
    options = parser.parse_args()
    every = sorted(path.stem for path in CHECKS.glob("*.py") if path.stem != "__init__")
    total = survivors = 0
    for module in options.modules or every:
        for line, shown, alive in tried(module, options.every, options.offset, options.seconds):
            total, survivors = total + 1, survivors + alive
            if alive:
                sys.stdout.write(f"survived: {module}.py:{line}: {shown}\n")
                sys.stdout.flush()
        sys.stdout.write(f"{module}: {total} tried in all, {survivors} survived\n")
        sys.stdout.flush()
    return min(survivors, 99)


if __name__ == "__main__":
    raise SystemExit(main())
