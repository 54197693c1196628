"""What has to be trusted: the list in the documentation is true, and a check loads nothing else."""

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
OUTSIDE = {"__future__", "collections", "dataclasses", "fractions", "functools", "itertools", "math", "re"}
OUTSIDE |= {"typing", "weakref", "flint"}
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
    """The modules that a file imports, wherever the import stands."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {a.name for a in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            inner = node.module == "assay.prove.rules"
            found |= {f"{node.module}.{a.name}" for a in node.names if inner and a.name.islower()}
            found.add(str(node.module))
    return found


@pytest.mark.parametrize("name", DOCUMENTED)
def test_line_counts_of_the_documentation(name: str) -> None:
    assert DOCUMENTED[name] == code_lines(HERE / f"{name}.py")


@pytest.mark.parametrize("name", DOCUMENTED)
def test_trusted_modules_import_trusted_modules(name: str) -> None:
    for module in imports(HERE / f"{name}.py"):
        if module.startswith("assay.prove."):
            inside = module.removeprefix("assay.prove.").replace(".", "/")
            assert inside in DOCUMENTED or f"{inside}/__init__" in DOCUMENTED, f"{name} imports {module}"
        else:
            assert module == "assay.errors" or module.partition(".")[0] in OUTSIDE, f"{name} imports {module}"


def test_the_table_is_complete() -> None:
    assert len(DOCUMENTED) >= 15
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
