"""Mutation testing: change one operator, constant or check at a time in a copy, and see a test go red.

    python -m tests.mutation.run reference/assay/exact tests/exact --count 50 --seed 1
    python -m tests.mutation.run reference/assay/prove/theorem.py tests/prove --kind refusal --count 999

Prints a line for every mutant that the tests do not notice; the exit status is their number (at most 99).
Comparisons are turned round or made strict (also where they are text, as "<="), sums and products exchanged,
small integers changed by one, `and` and `or` exchanged, signs dropped, conditions negated, yes and no
exchanged; and a refusal is deleted: a `raise`, or a call whose result is not used, such as `require(...)`.
What only makes the text of an error is left alone.  A survivor wants a test, or an explanation why the
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


TEXTS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": "!=", "!=": "="}
Mutant = tuple[Path, int, int]


def mutants(file: Path, wanted: str = "any") -> list[Mutant]:
    """Every change of a file: the file, the position of the node, and which change it is."""
    return [
        (file, position, kind)
        for position, node in enumerate(_nodes(ast.parse(file.read_text())))
        if wanted == "any" or (wanted == "refusal") == isinstance(node, ast.Raise | ast.Expr)
        for kind in range(_kinds(node))
    ]


def changed(file: Path, position: int, kind: int) -> tuple[int, str]:
    """The line of a change, and the changed text of the file."""
    tree = ast.parse(file.read_text())
    node = _nodes(tree)[position]
    line = getattr(node, "lineno", 0)
    if isinstance(node, ast.Raise | ast.Expr):
        tree = Deletion(node).visit(tree)
    else:
        _apply(node, kind)
    return line, ast.unparse(ast.fix_missing_locations(tree))


class Deletion(ast.NodeTransformer):
    """Puts `pass` in the place of one statement."""

    def __init__(self, node: ast.AST) -> None:
        self.node = node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """The node, or `pass`."""
        return ast.Pass() if node is self.node else super().generic_visit(node)


def _nodes(tree: ast.AST) -> list[ast.AST]:
    """The nodes of a file, but for those that only make the text of an error or a type."""
    found, todo = [], [tree]
    while todo:
        node = todo.pop(0)
        found.append(node)
        if not isinstance(node, ast.Raise | ast.JoinedStr | ast.AnnAssign | ast.arg):
            todo.extend(ast.iter_child_nodes(node))
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            todo.append(node.value)
    return found


def _kinds(node: ast.AST) -> int:
    """How many changes there are at a node."""
    if isinstance(node, ast.Compare):
        return 1 if type(node.ops[0]) in OPERATORS else 0
    if isinstance(node, ast.BinOp | ast.BoolOp):
        return 1 if type(node.op) in OPERATORS else 0
    if isinstance(node, ast.UnaryOp):
        return 1 if isinstance(node.op, ast.USub | ast.Not) else 0
    if isinstance(node, ast.Expr):
        return 1 if isinstance(node.value, ast.Call) else 0
    if isinstance(node, ast.If | ast.IfExp | ast.While | ast.Raise):
        return 1
    if not isinstance(node, ast.Constant):
        return 0
    if isinstance(node.value, bool) or (isinstance(node.value, str) and node.value in TEXTS):
        return 1
    return 2 if type(node.value) is int else 0


def _apply(node: ast.AST, kind: int) -> None:
    if isinstance(node, ast.Compare):
        node.ops[0] = OPERATORS[type(node.ops[0])]()
    elif isinstance(node, ast.BinOp | ast.BoolOp):
        node.op = OPERATORS[type(node.op)]()
    elif isinstance(node, ast.UnaryOp):
        node.op = ast.UAdd() if isinstance(node.op, ast.USub) else ast.Not()
        if isinstance(node.op, ast.Not):
            node.operand = ast.UnaryOp(ast.Not(), node.operand)
    elif isinstance(node, ast.If | ast.IfExp | ast.While):
        node.test = ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        node.value = not node.value
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        node.value = TEXTS[node.value]
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        node.value = node.value + (1 if kind else -1)


def copied(place: Path) -> None:
    """Copy what the tests need."""
    for part in ("reference", "tests", "proofs"):
        shutil.copytree(ROOT / part, place / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", place)


def survives(place: Path, path: Path, text: str, tests: list[str], seconds: float) -> bool:
    """Whether all tests pass with the file changed; a run that takes too long counts as noticed."""
    original = (place / path).read_text()
    (place / path).write_text(text)
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    environment = os.environ | {"PYTHONPATH": str(place / "reference"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=place, env=environment, capture_output=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return False
    finally:
        (place / path).write_text(original)
    return done.returncode == 0


def main() -> int:
    """Try a sample of all mutants and report the survivors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path, help="a file or folder below reference/")
    parser.add_argument("--kind", choices=("any", "refusal", "other"), default="any", help="which changes")
    parser.add_argument("tests", nargs="+", help="what pytest is to run")
    parser.add_argument("--count", type=int, default=50, help="how many mutants to try")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=300, help="the time that one test run may take")
    options = parser.parse_args()
    source: Path = ROOT / options.source
    files = sorted(source.rglob("*.py")) if source.is_dir() else [source]
    found = [m for file in files for m in mutants(file, options.kind)]
    sample = random.Random(options.seed).sample(found, min(options.count, len(found)))
    survivors = 0
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        copied(place)
        for file, position, kind in sample:
            line, text = changed(file, position, kind)
            path = file.relative_to(ROOT)
            if survives(place, path, text, options.tests, options.seconds):
                survivors += 1
                sys.stdout.write(f"survived: {path}:{line} (change {position}.{kind})\n")
                sys.stdout.flush()
    sys.stdout.write(f"{len(sample)} of {len(found)} mutants tried, {survivors} survived\n")
    return min(survivors, 99)


if __name__ == "__main__":
    raise SystemExit(main())
