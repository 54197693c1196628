"""What the package has once it has once: child processes, tables and solvers have one home each."""

from __future__ import annotations

import ast
import re

from .mirror import PACKAGE, text, top

SUPERVISORS = {"subprocess", "multiprocessing"}
"""`concurrent.futures` names the error of a cancelled future, which Dask raises; its pools are not used."""


def sources():
    return {path.relative_to(PACKAGE).as_posix(): path for path in PACKAGE.rglob("*.py")}


def imports(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_child_processes_are_started_in_one_place():
    found = {
        path
        for path, file in sources().items()
        for name in imports(top(file))
        if name.partition(".")[0] in SUPERVISORS or "ProcessPool" in name
    }
    assert found == {"processes/child.py", "processes/workers.py"}


def test_columns_are_padded_in_one_place():
    padded = re.compile(r"\.[lr]just\(|\{[^{}\"']*:[<>^]\d+\}")
    assert {path for path, file in sources().items() if padded.search(text(file))} <= {"outputs/tables.py"}


def test_the_checks_see_what_they_look_for():
    assert set(imports(ast.parse("import subprocess\nfrom multiprocessing import Pool"))) == {
        "subprocess",
        "multiprocessing.Pool",
    }


def test_scipy_is_asked_in_one_place():
    doors = {
        path for path, file in sources().items() if any(n.startswith("scipy") for n in imports(top(file)))
    }
    assert doors == {"linear/proposals.py"}


def shared_digits(source):
    """Whether a file sets how many digits mpmath has for all files, and not for a context of its own."""
    return bool(re.search(r"\bmp\.(?:dps|prec) = ", source)) and "mp.clone()" not in source


def test_no_test_sets_the_digits_of_all_the_others():
    assert [path.name for path in PACKAGE.parents[1].glob("tests/**/*.py") if shared_digits(text(path))] == []
    assert shared_digits("import mpmath\n\nmpmath.mp.dps" + " = 60\n")
