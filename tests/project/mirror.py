"""Which module a test file is about, and which test files are about a module."""

from __future__ import annotations

import ast
import gc
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE, TESTS = ROOT / "reference" / "assay", ROOT / "tests"


@cache
def modules() -> frozenset[str]:
    """The modules of the package by their paths in it, such as `exact/number`."""
    paths = (p.relative_to(PACKAGE).with_suffix("").as_posix() for p in PACKAGE.rglob("*.py"))
    return frozenset(p for p in paths if p.split("/")[-1] not in ("__init__", "__main__"))


@cache
def packages() -> frozenset[str]:
    """The packages inside the package, such as `decide/signs`."""
    return frozenset(p.parent.relative_to(PACKAGE).as_posix() for p in PACKAGE.rglob("__init__.py")) - {"."}


@cache
def suites() -> tuple[str, ...]:
    """The test files by their paths below `tests/`."""
    return tuple(sorted(p.relative_to(TESTS).as_posix() for p in TESTS.rglob("test_*.py")))


@cache
def about(test: str) -> str | None:
    """The module, package, or helper of the tests that a file is about by its name; None for no such.

    `a/test_b.py` and `a/test_b_aspect.py` are about `a/b`, also where that is called `_b`.  In the folder of
    a package, `a/b/test_b.py` and `a/b/test_b_aspect.py` are about `a/b` as a whole.
    """
    folder, _, file = test.rpartition("/")
    words = file.removesuffix(".py").split("_")[1:]
    for size in range(len(words), 0, -1):
        name = "_".join(words[:size])
        for path in (f"{folder}/{name}".lstrip("/"), f"{folder}/_{name}".lstrip("/")):
            if path in modules() or path in packages():
                return path
        if folder in packages() and folder.split("/")[-1] == name:
            return folder
        helper = TESTS / folder / name
        if helper.with_suffix(".py").exists() or helper.is_dir():
            return f"tests/{folder}/{name}"
    return None


@cache
def text(path: Path) -> str:
    """What is in a file."""
    return path.read_text(encoding="utf-8")


@cache
def top(path: Path) -> ast.Module:
    """The file, parsed; looking for garbage in between would take three quarters of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(text(path))
    finally:
        if collecting:
            gc.enable()


def statements(
    body: list[ast.stmt], but_not: Callable[[ast.stmt], bool] = lambda statement: False
) -> Iterator[ast.stmt]:
    """All statements, also those inside others; expressions are not walked, which takes most of the time.

    but_not: statements whose own body is left out.
    """
    for each in body:
        yield each
        fields = ("body", "orelse", "finalbody", "handlers", "cases")[but_not(each) :]
        for field in fields:
            yield from statements(getattr(each, field, []), but_not)


def imports(path: Path) -> Iterator[str]:
    """What a file imports from `assay`, or names in a string, as paths; `a/b/c` may be a name c of a/b.

    Where a package is imported as a name, such as `adjacency`, what is asked of it counts: `adjacency.l1`.
    """
    here = path.relative_to(PACKAGE).parts if path.is_relative_to(PACKAGE) else ()
    for node in statements(top(path).body):
        if isinstance(node, ast.ImportFrom):
            words = (node.module or "").split(".") if node.module else []
            if node.level and here:
                words = [*here[: len(here) - node.level], *words]
            elif not node.level and words[:1] == ["assay"]:
                words = words[1:]
            else:
                continue
            for alias in node.names:
                full = "/".join([*words, alias.name])
                yield full
                if full in packages():
                    asked = re.findall(rf"\b{alias.asname or alias.name}\.(\w+)", text(path))
                    yield from (f"{full}/{name}" for name in sorted(set(asked)))
        elif isinstance(node, ast.Import):
            yield from ("/".join(a.name.split(".")[1:]) for a in node.names if a.name.startswith("assay."))
    for name in re.findall(r"[\"']assay\.([\w.:]+)[\"']", text(path)):
        yield name.replace(":", "/").replace(".", "/")


@cache
def shown() -> dict[str, frozenset[str]]:
    """The modules behind each name that a package shows: those that its `__init__` imports it from.

    Behind what is defined in `__init__` are all modules that this imports from.
    """
    found: dict[str, frozenset[str]] = {}
    for package in sorted(packages(), key=lambda p: -p.count("/")):
        init = PACKAGE / package / "__init__.py"
        for path in imports(init):
            name = f"{package}/{path.split('/')[-1]}"
            found[name] = found.get(name, frozenset()) | frozenset(behind(path, found))
        all_of_it = frozenset(m for n, them in found.items() if n.startswith(f"{package}/") for m in them)
        for node in top(init).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found[f"{package}/{node.name}"] = all_of_it
    return found


def behind(path: str, names: dict[str, frozenset[str]]) -> Iterator[str]:
    """The modules that an imported path is about."""
    if path in modules():
        yield path
    elif (parent := path.rpartition("/")[0]) in modules():
        yield parent
    else:
        yield from names.get(path, ())


@cache
def used_by(path: Path) -> frozenset[str]:
    """The modules of the package that a file uses."""
    return frozenset(module for name in imports(path) for module in behind(name, shown()))


@cache
def users() -> dict[str, frozenset[str]]:
    """For each module, the other modules that use it."""
    found: dict[str, set[str]] = {module: set() for module in modules()}
    for module in modules():
        for other in used_by(PACKAGE / f"{module}.py") - {module}:
            found[other].add(module)
    return {module: frozenset(them) for module, them in found.items()}
