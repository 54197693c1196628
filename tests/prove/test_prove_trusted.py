"""What has to be trusted: all that a theorem imports is in the documentation, and a check loads no more."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import assay.prove

HERE = Path(assay.prove.__file__).parent
TABLE = re.compile(r"^\| `(\S+)\.py` \| (\d+) \|", re.MULTILINE)
DOCUMENTED = {n: int(k) for n, k in TABLE.findall((HERE / "README.md").read_text(encoding="utf-8"))}
OUTSIDE = {
    "__future__",
    "collections",
    "contextlib",
    "contextvars",
    "dataclasses",
    "fractions",
    "functools",
    "itertools",
    "math",
    "re",
}
OUTSIDE |= {"typing", "weakref", "flint", "importlib"}
CERTIFICATES = sorted((HERE.parents[2] / "proofs" / "certificates").glob("*.json"))


def code_lines(path: Path) -> int:
    """Lines that are not blank, comment or docstring."""
    text = path.read_text(encoding="utf-8")
    words: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and node.end_lineno:
            words |= set(range(node.lineno, node.end_lineno + 1))
    lines = enumerate(text.splitlines(), 1)
    return sum(
        bool(line.strip()) and not line.strip().startswith("#") and n not in words for n, line in lines
    )


def imports(path: Path) -> set[str]:
    """The modules that a file imports when it runs, wherever the import stands."""
    found: set[str] = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in list(ast.walk(tree)):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []  # never run
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {a.name for a in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.add(str(node.module))
            below = {f"{node.module}.{a.name}" for a in node.names}
            found |= {m for m in below if inner(m) and (HERE / f"{inner(m)}.py").is_file()}
    return found


def inner(module: str) -> str:
    """The name in the table of a module of the package; empty if it is another's."""
    name = module.removeprefix("assay.prove.").replace(".", "/")
    if not module.startswith("assay.prove."):
        return ""
    return f"{name}/__init__" if (HERE / name).is_dir() else name


def closure(start: str) -> dict[str, set[str]]:
    """All files that a file imports, and those import, wherever the import stands; with what each imports."""
    found: dict[str, set[str]] = {}
    todo = [start]
    while todo:
        name = todo.pop()
        if name not in found:
            found[name] = imports(HERE / f"{name}.py")
            todo += [n for n in map(inner, found[name]) if n]
    return found


TRUSTED = closure("theorem")


def test_the_table_is_all_that_a_theorem_imports() -> None:
    assert len(TRUSTED) >= 15
    assert set(DOCUMENTED) == set(TRUSTED)


@pytest.mark.parametrize("name", sorted(TRUSTED))
def test_trusted_modules_import_nothing_from_elsewhere(name: str) -> None:
    outside = {m for m in TRUSTED[name] if not inner(m)}
    assert {m for m in outside if m != "assay.errors" and m.partition(".")[0] not in OUTSIDE} == set()


@pytest.mark.parametrize("name", DOCUMENTED)
def test_line_counts_of_the_documentation(name: str) -> None:
    assert DOCUMENTED[name] == code_lines(HERE / f"{name}.py")


def test_the_sum_of_the_table() -> None:
    total = re.search(r"(\d+) lines of code", (HERE / "README.md").read_text(encoding="utf-8"))
    assert total is not None
    assert int(total.group(1)) == sum(DOCUMENTED.values())


RUN = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        last = name.rpartition(".")[2]
        if name.startswith("assay.prove.") and last in ("tactics", "outcome", "lemma", "generate", "coq"):
            raise ImportError(f"{name} is not part of the kernel")
        if name.partition(".")[0] in ("numpy", "scipy", "sympy", "mpmath", "z3"):
            raise ImportError(f"{name} is not part of the kernel")
sys.meta_path.insert(0, Refuse())
from assay.cli.main import main
code = main(sys.argv[1:])
loaded = [m.removeprefix("assay.prove.") for m in sys.modules if m.startswith("assay.prove.")]
print("LOADED", *loaded)
sys.exit(code)
"""


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", RUN, "prove", *arguments], capture_output=True, text=True, check=False
    )


def test_check_runs_with_the_kernel_alone() -> None:
    done = _run("--check", str(CERTIFICATES[0]))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("valid")
    loaded = done.stdout.rpartition("LOADED ")[2].split()
    trusted = {n.removesuffix("/__init__").replace("/", ".") for n in DOCUMENTED}
    assert set(loaded) - trusted == {"stored"}, "what reads the file is no part of a proof"


def test_the_search_would_be_refused_there() -> None:
    done = _run("--claim", "2 < e")
    assert done.returncode != 0
    assert "not part of the kernel" in done.stderr
