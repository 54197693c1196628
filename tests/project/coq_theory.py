"""Compile the theory of `proofs/coq`, with the exported inequalities that it uses.

python -m tests.project.coq_theory FOLDER [--write]
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path

from assay.prove.coq.compiling import coqc
from assay.prove.coq.lemma_files import write_lemmas, write_prelude

PROOFS = Path(__file__).parents[2] / "proofs"
THEORY = PROOFS / "coq"
WORKERS = 2
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


def needs(text: str) -> set[str]:
    """The other files of the folder that a file requires."""
    lines = re.findall(r"^From Assay Require (?:Import |Export )?([\w ]+)\.", text, re.MULTILINE)
    return {name for line in lines for name in line.split()}


def write_into(folder: Path) -> dict[str, str]:
    """Write everything into a folder, with a `_CoqProject` for coq_makefile; the texts by the file's name."""
    write_prelude(folder)
    for name in inequalities():
        write_lemmas(folder, exported()[name])
    for path in files():
        shutil.copy(path, folder)
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.v"))}
    lines = ["-R . Assay", "-arg -w -arg none", *(f"{name}.v" for name in texts)]
    (folder / "_CoqProject").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return texts


def compile_into(folder: Path) -> dict[str, float]:
    """Write everything into a folder and compile it, two files at a time; the seconds that each file took.

    A file whose text, and that of all below it, was compiled before is taken from the folder that the
    environment variable ASSAY_COQ_CACHE names. Raises CoqRefused where a file does not compile.
    """
    texts = write_into(folder)
    taken: dict[str, float] = {}
    jobs: dict[str, Future[None]] = {}

    def job(name: str) -> None:
        start = time.monotonic()
        compile_one(folder, name, texts)
        taken[name] = time.monotonic() - start

    with ThreadPoolExecutor(WORKERS) as pool:
        while len(jobs) < len(texts):
            done = {name for name, future in jobs.items() if future.done() and not future.result()}
            ready = [n for n in texts if n not in jobs and needs(texts[n]) <= done]
            jobs |= {name: pool.submit(job, name) for name in ready}
            if not ready:
                wait([future for future in jobs.values() if not future.done()], return_when=FIRST_COMPLETED)
    for future in jobs.values():
        future.result()
    return taken


def compile_one(folder: Path, name: str, texts: dict[str, str]) -> None:
    """Compile a file whose requirements are compiled, or take it from the cache."""
    cache = os.environ.get("ASSAY_COQ_CACHE")
    if cache is None:
        coqc(folder, f"{name}.v")
        return
    below, todo = {name}, [name]
    while todo:
        todo = [x for y in todo for x in needs(texts[y]) - below]
        below |= set(todo)
    key = hashlib.sha256("\0".join(f"{n}\0{texts[n]}" for n in sorted(below)).encode()).hexdigest()
    kept = Path(cache) / f"{key}.vo"
    if kept.exists():
        shutil.copy(kept, folder / f"{name}.vo")
        return
    coqc(folder, f"{name}.v")
    kept.parent.mkdir(parents=True, exist_ok=True)
    part = kept.with_suffix(".part")
    shutil.copy(folder / f"{name}.vo", part)
    part.replace(kept)


def main(folder: Path, *, write: bool = False) -> None:
    """Compile the theory, and print the seconds of each file, the longest last; or only write its files."""
    if write:
        folder.mkdir(parents=True, exist_ok=True)
        sys.stdout.write(f"{len(write_into(folder))} files in {folder}, none compiled\n")
        return
    if not can_compile():
        sys.stdout.write("coqc, or a library of the theory, is not here: nothing is compiled\n")
        return
    folder.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    taken = compile_into(folder)
    for file, seconds in sorted(taken.items(), key=lambda item: item[1]):
        sys.stdout.write(f"{seconds:6.1f} s  {file}.v\n")
    sys.stdout.write(f"{time.monotonic() - start:6.1f} s  in all, two files at a time\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), write=sys.argv[2:] == ["--write"])
