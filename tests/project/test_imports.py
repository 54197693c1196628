"""Importing the package loads nothing heavy, and layers import downwards only."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache

import pytest

from .mirror import PACKAGE, top

HEAVY = {"sympy", "matplotlib", "numpy", "mpmath", "scipy", "hypothesis", "pytest"}

LAYERS = (
    "errors",
    "source_files",
    "verdict_words",
    "wiring",
    "rich_display",
    "processes",
    "grammar",
    "symbolic",
    "linear",
    "exact",
    "outputs",
    "verdict",
    "arguments",
    "prove",
    "budgets",
    "enclosures",
    "adjacency",
    "dp",
    "engines",
    "programs",
    "mechanisms",
    "theorems",
    "notions",
    "sensitivity",
    "integers",
    "composition",
    "accounting",
    "fast",
    "decide",
    "attacks",
    "utility",
    "plots",
    "explanations",
    "testing",
    "studies",
    "ledger",
    "cli",
    "notebook",
)
"""From the bottom up."""

EXACT_LAYERS = (
    *("exact", "outputs", "budgets", "adjacency", "dp", "engines", "mechanisms", "theorems", "notions"),
    *("sensitivity", "integers"),
)

BORDER = "exact/rounding.py"
"""Where exact numbers leave as floats, rounded in a stated direction."""


def loaded_after(code: str) -> set[str]:
    """The top-level modules that a fresh interpreter has loaded after running the code."""
    script = f"{code}\nimport json, sys\nsys.stderr.write(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in json.loads(done.stderr)}


def test_importing_assay_loads_nothing_but_python():
    assert loaded_after("import assay").isdisjoint(HEAVY | {"flint", "argparse", "dataclasses"})


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["audit", "--help"]])
def test_help_computes_nothing(arguments):
    code = f"from assay.cli import main\ntry:\n    main({arguments})\nexcept SystemExit:\n    pass"
    assert loaded_after(code).isdisjoint(HEAVY | {"flint"})


def test_an_audit_needs_only_flint():
    loaded = loaded_after("from assay.cli import main\nmain(['audit', 'assay.examples.almost_random'])")
    assert "flint" in loaded
    assert loaded.isdisjoint(HEAVY)


@cache
def modules() -> tuple[tuple[str, ast.Module], ...]:
    """Every module of the package by its path, parsed."""
    return tuple((path.relative_to(PACKAGE).as_posix(), top(path)) for path in sorted(PACKAGE.rglob("*.py")))


WIRING = "wiring.py"
"""What may name higher layers, as strings."""

NAMED = re.compile(r"assay\.(\w+)(?:\.\w+)*\.?(?::\w+)?")


def named(tree: ast.Module) -> Iterator[str]:
    """The parts of `assay` whose modules a module names in strings, to load them."""
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and (found := NAMED.fullmatch(text)):
            yield found[1]


def imported(path: str, tree: ast.Module) -> Iterator[str]:
    """The parts of `assay` (exact, dp, ...) that a module imports, anywhere in it."""
    here = ["assay", *path.split("/")[:-1]]
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            base = here[: len(here) - node.level + 1] if node.level else []
            full = [*base, *(node.module or "").split(".")] if node.module else base
            names = [[*full, alias.name] for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
        else:
            continue
        yield from (name[1] for name in names if name[0] == "assay" and len(name) > 1)


def upward_imports() -> list[str]:
    """Imports from a lower layer into a higher one, written or by name."""
    found = []
    for path, tree in modules():
        layer = path.split("/")[0].removesuffix(".py")
        if layer in LAYERS:
            above = LAYERS[LAYERS.index(layer) + 1 :]
            names = [] if path == WIRING else list(named(tree))
            found += [f"{path} imports {name}" for name in (*imported(path, tree), *names) if name in above]
    return found


def test_every_part_of_the_package_is_a_known_layer():
    parts = {path.split("/")[0].removesuffix(".py") for path, _ in modules()}
    assert parts - {"__init__", "__main__", "examples"} <= set(LAYERS)
    assert {"exact", "dp", "mechanisms", "theorems", "testing", "cli"} <= parts


def test_imports_never_point_upward():
    assert upward_imports() == []


def test_the_check_sees_relative_and_absolute_imports():
    lines = ["from ..dp import Dist", "from . import order", "import assay.cli", "from assay import fast"]
    source = "\n".join([*lines, "from .. import prove"])
    assert sorted(imported("exact/number.py", ast.parse(source))) == ["cli", "dp", "exact", "fast", "prove"]


def test_the_check_sees_modules_that_are_named():
    source = 'ENGINE = "assay.fast.engine:engine"\nload("assay.prove.")\nraise E("see assay.cli.main")'
    assert sorted(named(ast.parse(source))) == ["fast", "prove"]
    wiring = next(tree for path, tree in modules() if path == WIRING)
    assert set(named(wiring)) == {"decide", "engines", "fast", "notebook", "plots", "programs"}


def test_no_float_is_written_down_where_numbers_are_exact():
    found = [
        f"{path}:{node.lineno}: {node.value}"
        for path, tree in modules()
        if path.split("/")[0] in EXACT_LAYERS and path != BORDER
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, float)
    ]
    assert found == []
