"""Running `assay` in a test: in this process, or as a process of its own."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

from assay.cli import main


@dataclass(frozen=True)
class Answer:
    """The exit status and what was printed."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """Standard output, read as one JSON object."""
        return cast("dict[str, Any]", json.loads(self.out))

    @property
    def error(self) -> str:
        """The one line on standard error, without its `assay: error: `; nothing else was printed."""
        assert self.status == 2, (self.status, self.err)
        assert self.out == ""
        assert self.err.count("\n") == 1, self.err
        assert self.err.startswith("assay: error: "), self.err
        assert self.err.endswith("\n")
        return self.err[len("assay: error: ") : -1]


def assay(*arguments: object) -> Answer:
    """Run the command line in this process; no row is computed again in another one, see `test_fresh`."""
    with patch("assay.cli.commands.audit.check_in_fresh_process"):
        return assay_afresh(*arguments)


def assay_afresh(*arguments: object) -> Answer:
    """Run the command line in this process, with all that it starts."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main([str(argument) for argument in arguments])
    return Answer(status, out.getvalue(), err.getvalue())


def assay_process(*arguments: object, cwd: Path | None = None) -> Answer:
    """Run the command line as `python -m assay` in a process of its own."""
    command = [sys.executable, "-m", "assay", *(str(argument) for argument in arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=cwd, check=False)
    return Answer(done.returncode, done.stdout, done.stderr)


@contextmanager
def running(*command: str, **options: Any) -> Iterator[subprocess.Popen[str]]:
    """A child that can be interrupted, even where this process cannot; it never outlives the block."""

    def interruptible() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)

    process = subprocess.Popen(command, text=True, preexec_fn=interruptible, **options)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def write(folder: Path, text: str, name: str = "audited.py") -> Path:
    """A file to audit; every one of them has `from assay import *` already."""
    path = folder / name
    path.write_text("from assay import *\n" + text, encoding="utf-8")
    return path


ALMOST_RANDOM = """
@program
def almost_random(b: bool) -> bool:
    if flip("1/2"):
        return b
    return flip("1/2")

m = Mechanism(almost_random, domain=[False, True], adjacency=adjacency.all_pairs())
"""
