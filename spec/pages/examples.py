"""What the pages show is what happens: their sessions and commands are run, the answers compared."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

BLOCK = re.compile(
    r"(?:<!-- file: (?P<file>\S+) -->\n)?^```(?P<kind>[\w-]*)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE
)
OPTIONS = doctest.ELLIPSIS


@dataclass(frozen=True)
class Block:
    """A block of code of a page; `file` is the name that a comment in front of it gives it."""

    kind: str
    text: str
    file: str | None


def blocks(page: str) -> list[Block]:
    """The blocks of code of a page, in their order."""
    return [Block(match["kind"], match["text"], match["file"]) for match in BLOCK.finditer(page)]


def executed_pages(root: Path) -> list[Path]:
    """The pages whose examples are run when the pages are built."""
    spec = root / "spec"
    return [
        spec / "index.md",
        *sorted(spec.glob("tutorials/*.md")),
        *sorted(spec.glob("how-to/*.md")),
        spec / "sharp-edges.md",
    ]


def run_all(root: Path) -> list[str]:
    """What differs, on all pages; each page is run in a process of its own."""
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        done = pool.map(
            lambda page: in_process(root, page), [page for page in executed_pages(root) if page.exists()]
        )
        return [text for text in done if text]


def in_process(root: Path, page: Path) -> str:
    """Run this module on a page; its output, if something differs."""
    command = [sys.executable, "-m", "spec.pages.examples", str(page)]
    done = subprocess.run(
        command, cwd=root, env=environment(root), capture_output=True, text=True, check=False
    )
    return "" if done.returncode == 0 else done.stdout + done.stderr


def environment(root: Path) -> Mapping[str, str]:
    """The variables of this process, with the packages of the checkout first."""
    paths = [str(root), str(root / "reference"), os.environ.get("PYTHONPATH", "")]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        "COLUMNS": "110",
        "NO_COLOR": "1",
    }


def run_page(root: Path, page: Path, without: Collection[str] = ()) -> list[str]:
    """What differs on one page, whose files are written and sessions and commands run in a new folder."""
    found = [block for block in blocks(page.read_text(encoding="utf-8")) if block.kind not in without]
    with tempfile.TemporaryDirectory(prefix="assay-page-") as name:
        folder = Path(name)
        for shared in ("reference", "proofs", "spec"):
            (folder / shared).symlink_to(root / shared)
        before = Path.cwd()
        os.chdir(folder)
        sys.path.insert(0, str(folder))
        try:
            return [*run_blocks(found, root, folder, page)]
        finally:
            sys.path.remove(str(folder))
            os.chdir(before)


def run_blocks(found: list[Block], root: Path, folder: Path, page: Path) -> Iterator[str]:
    """What differs, block by block."""
    names: dict[str, object] = {}
    for block in found:
        if block.file and not (root / block.file).exists():
            (folder / block.file).write_text(block.text, encoding="utf-8")
        elif block.file and (root / block.file).read_text(encoding="utf-8") != block.text:
            yield f"{page}: {block.file} is not what the page shows"
        if block.kind == "pycon":
            yield from session(block.text, names, page)
        if block.kind == "console":
            for command, shown in commands(block.text):
                yield from command_differs(command, shown, root, folder, page)


def session(text: str, names: dict[str, object], page: Path) -> list[str]:
    """What differs in a Python session; names stay for the sessions after it."""
    test = doctest.DocTestParser().get_doctest(text, names, page.name, str(page), 0)
    test.globs = names
    report: list[str] = []
    doctest.DocTestRunner(verbose=False, optionflags=OPTIONS).run(test, out=report.append, clear_globs=False)
    return report


def commands(text: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block with what is shown after it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        while command.endswith("\\"):
            more, _, shown = shown.partition("\n")
            command = command[:-1] + more.removeprefix("> ")
        yield command, shown


def command_differs(command: str, shown: str, root: Path, folder: Path, page: Path) -> Iterator[str]:
    """A command prints what is shown, in which `...` stands for anything; nothing shown is not compared."""
    got = answer(command, root, folder)
    if got is None:
        sys.stderr.write(f"{page}: skipped, as this machine has no {shlex.split(command)[0]}: {command}\n")
    elif shown.strip() and not doctest.OutputChecker().check_output(shown, got, OPTIONS):
        yield f"{page}: $ {command}\nshown:\n{shown}\nprinted:\n{got}"


def answer(command: str, root: Path, folder: Path) -> str | None:
    """What a command prints, errors included; None where the program, or one that it calls, is not there."""
    words = shlex.split(command)
    if missing := [
        word
        for word in (words[0], *called(words))
        if word not in ("assay", "python") and not shutil.which(word)
    ]:
        return None if missing else ""
    first = {"assay": [sys.executable, "-m", "assay"], "python": [sys.executable]}.get(words[0], [words[0]])
    done = subprocess.run(
        [*first, *words[1:]],
        cwd=folder,
        env=environment(root),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.stdout + done.stderr


def called(words: list[str]) -> list[str]:
    """The program that `--command` names."""
    return [shlex.split(words[place + 1])[0] for place, word in enumerate(words[:-1]) if word == "--command"]


if __name__ == "__main__":
    differences = [text for name in sys.argv[1:] for text in run_page(Path.cwd(), Path(name).resolve())]
    sys.stdout.write("\n".join(differences))
    sys.exit(1 if differences else 0)
