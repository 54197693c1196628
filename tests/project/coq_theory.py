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
from collections.abc import Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import cache
from pathlib import Path

from assay.prove.coq.compiling import coqc, write_lemmas, write_prelude

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
    return shutil.which("coqc") is not None and len(libraries()) == len(NEEDED)


def libraries() -> list[Path]:
    """Of what the theory needs, what is here."""
    where = subprocess.run(["coqc", "-where"], capture_output=True, text=True, check=True).stdout.strip()
    roots = [Path(where) / "user-contrib", Path("/usr/lib/ocaml/coq/user-contrib")]
    found = [[root / name for root in roots if (root / name).exists()] for name in NEEDED]
    return [places[0] for places in found if places]


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
    """Write everything into a folder and compile it; the seconds that each file took."""
    return compile_all(folder, write_into(folder))


def compile_all(folder: Path, texts: Mapping[str, str]) -> dict[str, float]:
    """Compile files of a folder, two at a time; the seconds of each. CoqRefused where one does not compile.

    A file whose text, and that of all below it, was compiled before is taken from the folder that the
    environment variable ASSAY_COQ_CACHE names.
    """
    taken: dict[str, float] = {}
    jobs: dict[str, Future[None]] = {}

    def job(name: str) -> None:
        start = time.monotonic()
        compile_one(folder, name)
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


def compile_one(folder: Path, name: str) -> None:
    """Compile a file whose requirements are compiled, or take it from the cache."""
    kept = in_cache(folder, name, ".vo")
    if kept is not None and kept.exists():
        shutil.copy(kept, folder / f"{name}.vo")
        return
    coqc(folder, f"{name}.v")
    if kept is not None:
        keep(kept, (folder / f"{name}.vo").read_bytes())


def printed(folder: Path, file: str) -> str:
    """What Coq prints on a file whose requirements are compiled, or printed before, by the cache."""
    kept = in_cache(folder, file.removesuffix(".v"), ".out", version())
    if kept is not None and kept.exists():
        return kept.read_text(encoding="utf-8")
    found = coqc(folder, file)
    if kept is not None:
        keep(kept, found.encode())
    return found


def in_cache(folder: Path, name: str, suffix: str, *more: str) -> Path | None:
    """Where the cache has what comes of a file and of all below it; None without a cache."""
    folder_of_all = os.environ.get("ASSAY_COQ_CACHE")
    if folder_of_all is None:
        return None
    texts: dict[str, str] = {}
    todo = {name}
    while todo:
        texts |= {x: (folder / f"{x}.v").read_text(encoding="utf-8") for x in todo}
        todo = {x for y in todo for x in needs(texts[y])} - texts.keys()
    parts = [*(f"{n}\0{texts[n]}" for n in sorted(texts)), *more]
    return Path(folder_of_all) / (hashlib.sha256("\0".join(parts).encode()).hexdigest() + suffix)


@cache
def version() -> str:
    """Which Coq this is, and how large its libraries are; compiled files say so themselves."""
    said = subprocess.run(["coqc", "--version"], capture_output=True, text=True, check=True).stdout
    return said + "".join(f"{path.stat().st_size} " for path in libraries())


def keep(place: Path, content: bytes) -> None:
    """Write a file of the cache at once, whoever else writes it."""
    place.parent.mkdir(parents=True, exist_ok=True)
    part = place.with_suffix(f".{os.getpid()}.part")
    part.write_bytes(content)
    part.replace(place)


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
