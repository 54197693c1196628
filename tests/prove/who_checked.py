"""Writes into each stored lemma who confirms its certificates: run `python -m tests.prove.who_checked`.

The kernel, sympy and Coq are asked anew; with names of files as arguments, about these alone.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from assay.prove.checkers import by_kernel, by_sympy
from assay.prove.coq.compiling import CoqRefused, axioms, coqc, foreign, write_lemmas, write_prelude
from assay.prove.stored import certificates_of

CERTIFICATES = Path(__file__).parents[2] / "proofs" / "certificates"
EVERYONE = ["kernel", "sympy", "Coq"]


def confirmed_by(path: Path, folder: Path) -> list[str]:
    """Who confirms every certificate of a file; the folder has Coq's prelude."""
    given = certificates_of(path)
    found = [
        name for name, ask in (("kernel", by_kernel), ("sympy", by_sympy)) if all(ask(c).holds for c in given)
    ]
    if found[:1] == ["kernel"] and accepted_by_coq(path, folder):
        found.append("Coq")
    return found


def accepted_by_coq(path: Path, folder: Path) -> bool:
    """Whether all certificates of a file are exported and compile, with no axioms but Coq's own."""
    lemmas = write_lemmas(folder, path)
    try:
        coqc(folder, lemmas[0].file)
        below = axioms(folder, [(x.file.removesuffix(".v"), x.lemma) for x in lemmas])
    except CoqRefused:
        return False
    return not any(x.reason for x in lemmas) and not foreign(below)


def record(path: Path, folder: Path) -> list[str]:
    """Ask everyone about a file, and write down who confirms it."""
    data = json.loads(path.read_text(encoding="utf-8"))
    found = confirmed_by(path, folder)
    rest = {k: v for k, v in data.items() if k != "checked_by"}
    data = {}
    for key, value in rest.items():
        data[key] = value
        if key == "failure":
            data["checked_by"] = found
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return found


if __name__ == "__main__":
    with TemporaryDirectory(prefix="assay-who-") as place:
        write_prelude(Path(place))
        coqc(Path(place), "AssayPrelude.v")
        for file in [Path(a) for a in sys.argv[1:]] or sorted(CERTIFICATES.glob("*.json")):
            sys.stdout.write(f"{file.stem}: {', '.join(record(file, Path(place)))}\n")
            sys.stdout.flush()
