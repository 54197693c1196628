"""Compile the theory of `proofs/coq`, with the exported inequalities that it uses.

python -m tests.project.coq_theory FOLDER
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from assay.prove.coq.compiling import coqc
from assay.prove.coq.lemma_files import write_lemmas, write_prelude

PROOFS = Path(__file__).parents[2] / "proofs"
THEORY = PROOFS / "coq"
NEEDED = ("mathcomp/analysis/Rstruct.vo", "mathcomp/algebra_tactics/ring.vo", "Interval/Tactic.vo")


def files() -> list[Path]:
    """The files of the theory, in the order in which they are compiled."""
    lines = (THEORY / "_CoqProject").read_text(encoding="utf-8").split("\n")
    return [THEORY / line for line in lines if line.endswith(".v")]


def can_compile() -> bool:
    """Whether Coq is here, with the libraries that the theory is built on."""
    if shutil.which("coqc") is None:
        return False
    where = subprocess.run(["coqc", "-where"], capture_output=True, text=True, check=True).stdout.strip()
    roots = [Path(where) / "user-contrib", Path("/usr/lib/ocaml/coq/user-contrib")]
    return all(any((root / name).exists() for root in roots) for name in NEEDED)


def exported() -> dict[str, Path]:
    """The certificates by the names of their Coq files."""
    stems = {path.stem: path for path in (PROOFS / "certificates").glob("*.json")}
    return {"lemma_" + re.sub(r"\W+", "_", s, flags=re.ASCII).strip("_"): path for s, path in stems.items()}


def inequalities() -> list[str]:
    """The Coq files of certificates that the theory requires."""
    texts = [path.read_text(encoding="utf-8") for path in files()]
    return sorted({name for text in texts for name in re.findall(r"Require (lemma_\w+)\.", text)})


def theorems(text: str) -> list[str]:
    """What a file states."""
    return re.findall(r"^(?:Theorem|Corollary|Lemma) (\w+)", text, re.MULTILINE)


def compile_into(folder: Path) -> None:
    """Write everything into a folder and compile it; raises CoqRefused where a file does not compile."""
    write_prelude(folder)
    coqc(folder, "AssayPrelude.v")
    for name in inequalities():
        write_lemmas(folder, exported()[name])
        coqc(folder, f"{name}.v")
    for path in files():
        shutil.copy(path, folder)
        coqc(folder, path.name)


if __name__ == "__main__":
    compile_into(Path(sys.argv[1]))
