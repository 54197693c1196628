"""Mutation testing: change one operator or constant at a time in a copy, and see a test go red.

    python -m tests.mutation.run reference/assay/exact tests/exact --count 50 --seed 1

Prints a line for every mutant that the tests do not notice; the exit status is their number (at most 99).
Comparisons are turned round or made strict, sums and products exchanged, small integers changed by
one, `and` and `or` exchanged, conditions negated.  A survivor wants a test, or an explanation why the
change makes no difference.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]

OPERATORS: dict[type, Any] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


def mutants(file: Path) -> list[tuple[Path, int, int]]:
    """Every change of a file: the file, the position of the node, and which change it is."""
    nodes = enumerate(ast.walk(ast.parse(file.read_text())))
    return [(file, position, kind) for position, node in nodes for kind in range(_kinds(node))]


def changed(file: Path, position: int, kind: int) -> tuple[int, str]:
    """The line of a change, and the changed text of the file."""
    tree = ast.parse(file.read_text())
    node = next(n for i, n in enumerate(ast.walk(tree)) if i == position)
    _apply(node, kind)
    return getattr(node, "lineno", 0), ast.unparse(ast.fix_missing_locations(tree))


def _kinds(node: ast.AST) -> int:
    """How many changes there are at a node."""
    if isinstance(node, ast.Compare):
        return 1 if type(node.ops[0]) in OPERATORS else 0
    if isinstance(node, ast.BinOp | ast.BoolOp):
        return 1 if type(node.op) in OPERATORS else 0
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        return 1
    return 2 if isinstance(node, ast.Constant) and type(node.value) is int else 0


def _apply(node: ast.AST, kind: int) -> None:
    if isinstance(node, ast.Compare):
        node.ops[0] = OPERATORS[type(node.ops[0])]()
    elif isinstance(node, ast.BinOp | ast.BoolOp):
        node.op = OPERATORS[type(node.op)]()
    elif isinstance(node, ast.If | ast.IfExp | ast.While):
        node.test = ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        node.value = node.value + (1 if kind else -1)


def survives(path: Path, text: str, tests: list[str], seconds: float) -> bool:
    """Whether all tests pass with the file changed; a run that takes too long counts as noticed."""
    with tempfile.TemporaryDirectory() as place:
        for part in ("reference", "tests"):
            shutil.copytree(ROOT / part, Path(place) / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", place)
        (Path(place) / path).write_text(text)
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        environment = os.environ | {"PYTHONPATH": str(Path(place) / "reference")}
        try:
            done = subprocess.run(command, cwd=place, env=environment, capture_output=True, timeout=seconds)
        except subprocess.TimeoutExpired:
            return False
    return done.returncode == 0


def main() -> int:
    """Try a sample of all mutants and report the survivors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path, help="a file or folder below reference/")
    parser.add_argument("tests", nargs="+", help="what pytest is to run")
    parser.add_argument("--count", type=int, default=50, help="how many mutants to try")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=300, help="the time that one test run may take")
    options = parser.parse_args()
    source: Path = ROOT / options.source
    found = [
        m for file in (sorted(source.rglob("*.py")) if source.is_dir() else [source]) for m in mutants(file)
    ]
    sample = random.Random(options.seed).sample(found, min(options.count, len(found)))
    survivors = 0
    for file, position, kind in sample:
        line, text = changed(file, position, kind)
        path = file.relative_to(ROOT)
        if survives(path, text, options.tests, options.seconds):
            survivors += 1
            sys.stdout.write(f"survived: {path}:{line} (change {position}.{kind})\n")
            sys.stdout.flush()
    sys.stdout.write(f"{len(sample)} of {len(found)} mutants tried, {survivors} survived\n")
    return min(survivors, 99)


if __name__ == "__main__":
    raise SystemExit(main())
