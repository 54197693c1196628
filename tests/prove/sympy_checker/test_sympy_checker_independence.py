"""The second checker shares no code with the kernel, and no sympy is needed until it is asked."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import assay.prove

pytest.importorskip("sympy")

HERE = Path(assay.prove.__file__).parent
ROOT = HERE.parent
CHECKER = sorted((HERE / "sympy_checker").glob("*.py"))
SYMBOLIC = sorted((ROOT / "symbolic").glob("*.py"))
CERTIFICATE = sorted((HERE.parents[2] / "proofs" / "certificates").glob("*.json"))[0]


def imported(path: Path) -> set[str]:
    """The modules that a file imports, anywhere in it, by their full names."""
    here = ["assay", *path.relative_to(ROOT).parent.parts]
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {a.name for a in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(here[: len(here) - node.level + 1]) + "." if node.level else ""
            found.add(base + (node.module or ""))
    return found


@pytest.mark.parametrize("path", CHECKER, ids=lambda p: p.stem)
def test_the_checker_imports_nothing_of_the_kernel(path: Path) -> None:
    ours = {m for m in imported(path) if m.startswith("assay")}
    allowed = ("assay.errors", "assay.symbolic", "assay.prove.findings", "assay.prove.sympy_checker")
    assert {m for m in ours if not m.startswith(allowed)} == set()
    assert not {m for m in imported(path) if m.partition(".")[0] in ("flint", "sympy", "mpmath")}


@pytest.mark.parametrize("path", SYMBOLIC, ids=lambda p: p.stem)
def test_what_it_stands_on_imports_nothing_of_the_kernel_either(path: Path) -> None:
    ours = {m for m in imported(path) if m.startswith("assay")}
    assert {m for m in ours if not m.startswith(("assay.errors", "assay.symbolic"))} == set()


@pytest.mark.slow
def test_only_one_module_reaches_sympy() -> None:
    text = {path: path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py")}
    found = [p.name for p in text if {m.partition(".")[0] for m in imported(p)} & {"sympy", "mpmath"}]
    loading = [p.relative_to(ROOT).as_posix() for p, t in text.items() if '_load("sympy")' in t]
    assert found == []
    assert loading == ["symbolic/door.py"]


RUN = """
import json, sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        allowed = ("prove", "errors", "symbolic", "verdict_words")
        if name.startswith("assay.") and name.split(".")[1] not in allowed:
            raise ImportError(name)
        if name.startswith("assay.prove.") and name.split(".")[2] not in ("findings", "sympy_checker"):
            raise ImportError(name)
        if name.partition(".")[0] == "flint":
            raise ImportError(name)
sys.meta_path.insert(0, Refuse())
from assay.prove.sympy_checker import check
data = json.load(open(sys.argv[1], encoding="utf-8"))
print([check(c).exit_status for c in data["certificates"]])
"""


@pytest.mark.slow
def test_it_runs_where_the_kernel_cannot_be_imported() -> None:
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(CERTIFICATE)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.strip("[]\n").split(", ")) == {"0"}


MISSING = """
import sys
sys.modules["sympy"] = None
from assay.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def test_without_sympy_the_way_out_is_told() -> None:
    arguments = ["prove", "--check", str(CERTIFICATE), "--with", "sympy"]
    done = subprocess.run(
        [sys.executable, "-c", MISSING, *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "pip install 'assay[sympy]'" in done.stderr


@pytest.mark.parametrize(
    "code",
    [
        "import assay",
        "import assay; assay.number('3/4'); assay.eps('ln 3')",
        "from assay.prove import prove; prove('for x >= 0: exp(x) >= 1')",
    ],
)
def test_sympy_is_not_imported_unasked(code: str) -> None:
    script = f"{code}\nimport sys\nsys.exit('sympy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
