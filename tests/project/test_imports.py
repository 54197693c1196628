"""Importing the package loads nothing heavy, and layers import downwards only."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Set
from functools import cache

import pytest

from .mirror import PACKAGE, statements, top

HEAVY = {"sympy", "matplotlib", "numpy", "mpmath", "scipy", "hypothesis", "pytest"}

LAYERS = (
    "errors",
    "source_files",
    "whole_files",
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
    "queries",
    "theorems",
    "amplification",
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
    *("exact", "outputs", "budgets", "adjacency", "dp", "engines", "mechanisms", "queries", "theorems"),
    *("amplification", "notions", "sensitivity", "integers"),
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


@pytest.mark.parametrize(
    "arguments",
    [["assay.examples.almost_random"], ["assay.mechanisms:randomised_response", "--arg", "epsilon=ln 3"]],
)
def test_an_audit_of_a_finite_mechanism_loads_nothing_that_decides_every_epsilon(arguments):
    script = (
        f"from assay.cli import main\nassert main({['audit', *arguments]}) == 0\n"
        "import sys\nassert not [name for name in sys.modules if name.startswith('assay.decide')]"
    )
    subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)


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


TOGETHER = (
    # two objects of one chapter, each of which leads to the other by a method
    {"dp/profile", "dp/tradeoff"},
    {"dp/audit", "dp/mechanism"},
    # numbers and logarithms are read from text that holds both
    {"exact/logs", "exact/number", "exact/parsing", "exact/quantities"},
    # a search asks whether terms are defined, which is searched for in turn
    {"prove/tactics/definedness", "prove/tactics/search"},
    # a decision has a certificate, which is checked against the decision
    {"decide/decision", "decide/certificates/certificate"},
    # three kinds of one noun, each made from another by a method
    {"composition/finite_pair", "composition/pair", "composition/transformed_pairs"},
    # what is timed beside other libraries is listed with how it is timed
    {"studies/bench/measure", "studies/bench/peers", "studies/bench/rounds"},
)
"""Files that import each other, some of them in functions."""


def uses(path: str, body: list[ast.stmt]) -> Iterator[str]:
    """The files of the package that a file imports, also in functions, but for types alone."""
    here = path.split("/")[:-1]
    for node in statements(body, but_not=is_for_types):
        if not isinstance(node, ast.ImportFrom):
            continue
        words = (node.module or "").split(".") if node.module else []
        if node.level:
            words = [*here[: len(here) - node.level + 1], *words]
        elif words[:1] == ["assay"]:
            words = words[1:]
        else:
            continue
        for name in node.names:
            inner, outer = "/".join([*words, name.name]), "/".join(words)
            yield inner if inner in files() else outer


def is_for_types(node: ast.stmt) -> bool:
    """Whether it is `if TYPE_CHECKING:`."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def on_circles(graph: Mapping[str, Set[str]]) -> dict[str, set[str]]:
    """What is left after files that import none of the others, or that none imports, are taken away."""
    left = {file: set(used) for file, used in graph.items()}
    while True:
        used = {file for files in left.values() for file in files}
        going = {file for file, needs in left.items() if not needs or file not in used}
        if not going:
            return left
        left = {file: needs - going for file, needs in left.items() if file not in going}


def circles(graph: Mapping[str, Set[str]]) -> set[frozenset[str]]:
    """The largest sets of files each of which leads to every other."""
    left = on_circles(graph)
    leads = {file: reached(left, file) for file in left}
    return {frozenset(b for b in leads[file] if file in leads[b]) for file in left if file in leads[file]}


def reached(graph: Mapping[str, Set[str]], start: str) -> set[str]:
    """What imports lead to, from one file."""
    found: set[str] = set()
    ahead = set(graph[start])
    while ahead:
        found |= ahead
        ahead = {b for a in ahead for b in graph[a]} - found
    return found


@cache
def files() -> dict[str, ast.Module]:
    """The files of the package without the faces of packages, which only hand names on."""
    return {path.removesuffix(".py"): tree for path, tree in modules() if not path.endswith("__init__.py")}


def import_circles() -> set[frozenset[str]]:
    """The circles of the package."""
    return circles(
        {file: set(uses(file, tree.body)) & files().keys() - {file} for file, tree in files().items()}
    )


def is_together(circle: frozenset[str]) -> bool:
    """Whether a circle is one that is known, with the reason why."""
    return any(circle <= known for known in TOGETHER)


def test_files_import_each_other_in_no_circle_but_those_with_a_reason():
    assert [sorted(circle) for circle in import_circles() if not is_together(circle)] == []


def test_a_circle_is_seen():
    tree = ast.parse("def f():\n    from ..dp.dist import g\nif TYPE_CHECKING:\n    from .d import e")
    assert list(uses("exact/x.py", tree.body)) == ["dp/dist"]
    graph = {name: set(then) for name, then in {"a": "b", "b": "ac", "c": "d", "d": ""}.items()}
    assert circles(graph) == {frozenset("ab")}


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
