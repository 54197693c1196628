"""Compiling an exported claim, and reading what its theorems rest on."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from assay.prove.coq.audits.writing import theorems
from assay.prove.coq.compiling import SECONDS, CoqRefused, axioms, coqc, foreign


def check_file(path: Path, *, seconds: int = SECONDS) -> None:
    """Compile the file by Coq in a folder of its own, and hold its theorems to the axioms of the reals.

    Raises:
        CoqRefused: it does not compile, not in time, or rests on something else. AssayError: no coqc.
    """
    with TemporaryDirectory(prefix="assay-audit-") as name:
        folder = Path(name)
        shutil.copy(path, folder / "audit.v")
        coqc(folder, "audit.v", seconds)
        others = foreign(
            axioms(folder, [("audit", name) for name in theorems(path.read_text(encoding="utf-8"))])
        )
    if others:
        raise CoqRefused(f"{path} rests on the axioms {', '.join(others)}")
