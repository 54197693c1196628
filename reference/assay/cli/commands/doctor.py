"""`assay doctor`: whether this installation works, and what it can do."""

from __future__ import annotations

import shutil
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from ... import __version__
from ...outputs.tables import table
from ...processes.child import ChildFailed
from ...processes.child import run as run_child
from ..command import Command, ExitStatus

DESCRIPTION = """\
Say which version of Assay this is and where, whether its arithmetic gives the known answer of an example,
which optional packages are there and what each is for, and whether results can be kept between runs.
"""

SECONDS = 20

OPTIONAL = {
    "numpy": ("samplers that draw from numpy, and the fast engine's arrays", "numpy"),
    "sympy": ("LaTeX, sympy expressions, and proofs checked by sympy", "sympy"),
    "matplotlib": ("plots", "matplotlib"),
    "scipy": ("linear programs by HiGHS", "scipy"),
    "hypothesis": ("strategies for property tests", "hypothesis"),
    "pytest": ("assertions about privacy in tests", "pytest"),
    "shtab": ("shell completion", "shtab"),
    "dp-accounting": ("its events and its accountant, by this one's brackets", "dp-accounting"),
}
"""By distribution, what it is for and what pip calls it."""


@dataclass(frozen=True)
class Check:
    """What was looked at, whether it is well, what was seen or what to do, and whether it may be missing."""

    name: str
    well: bool
    text: str
    optional: bool = False

    @property
    def word(self) -> str:
        """`ok`, `missing` for what is optional, or `FAILED`."""
        return "ok" if self.well else "missing" if self.optional else "FAILED"


def configure(parser: ArgumentParser) -> None:
    """`assay doctor` has no options."""


def run(options: Namespace) -> tuple[int, str]:
    """Look at everything; the status is 0 if nothing failed that is needed."""
    checks = list(examined())
    failed = any(not each.well and not each.optional for each in checks)
    lines = table((each.word, each.name, each.text) for each in checks)
    return ExitStatus.BAD_INPUT if failed else ExitStatus.HOLDS, "\n".join(lines) + "\n"


def examined() -> Iterator[Check]:
    """Every check, one after the other."""
    yield Check("assay", True, f"{__version__} in {Path(__file__).parents[2]}")
    yield Check("Python", sys.version_info >= (3, 11), f"{sys.version.split()[0]}; 3.11 or later is needed")
    yield arithmetic()
    yield example()
    yield kept_results()
    yield terminal()
    for name, (purpose, package) in OPTIONAL.items():
        yield installed(name, purpose, package)
    yield coq()


def arithmetic() -> Check:
    """The exact arithmetic of python-flint."""
    try:
        import flint

        adds = flint.fmpq(1, 3) + flint.fmpq(1, 6) == flint.fmpq(1, 2)
        return Check("python-flint", adds, found("python-flint"))
    except Exception as error:
        return Check("python-flint", False, f"{error}; run: pip install --force-reinstall python-flint")


def example() -> Check:
    """The smallest epsilon of an example, which is ln(3), by every engine."""
    try:
        from ...mechanisms import almost_random

        mechanism = almost_random()
        answers = {name: str(mechanism.with_engine(name).epsilon()) for name in ("reference", "fast")}
        wrong = [name for name, answer in answers.items() if answer != "ln(3)"]
        text = f"the engines {wrong} err on almost_random" if wrong else "almost_random has epsilon ln(3)"
        return Check("an audit", not wrong, text)
    except Exception as error:
        return Check("an audit", False, f"{type(error).__name__}: {error}")


def kept_results() -> Check:
    """Whether the ledger's results can be kept between runs."""
    from ...ledger.cache import default_folder

    folder = default_folder()
    existing = next((each for each in (folder, *folder.parents) if each.exists()), folder)
    try:
        probe = existing / ".assay-doctor"
        probe.touch()
        probe.unlink()
    except OSError as error:
        text = f"{folder} cannot be written ({error.strerror}): set XDG_CACHE_HOME, else nothing is kept"
        return Check("kept results", False, text, optional=True)
    return Check("kept results", True, str(folder))


def terminal() -> Check:
    """Whether every character can be printed."""
    encoding = getattr(sys.stdout, "encoding", None) or "unknown"
    well = "utf" in encoding.lower()
    hint = "" if well else "; set PYTHONIOENCODING=utf-8 to see every character"
    return Check("terminal", well, f"{encoding}{hint}", optional=True)


def installed(name: str, purpose: str, package: str) -> Check:
    """An optional package."""
    have = found(name)
    return Check(
        name, bool(have), f"{have}; {purpose}" if have else f"{purpose}: pip install {package}", True
    )


def found(name: str) -> str:
    """The version of an installed distribution, empty where it is missing."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def coq() -> Check:
    """The compiler of exported proofs."""
    path = shutil.which("coqc")
    purpose = "compiles exported proofs"
    if path is None:
        return Check("coqc", False, f"{purpose}: install Coq 8.16 or later with coq-interval", True)
    try:
        done = run_child([path, "--version"], SECONDS)
    except ChildFailed as error:
        return Check("coqc", False, f"{path} does not run: {error}", True)
    first = done.output.partition("\n")[0]
    return Check("coqc", done.status == 0, f"{first}; {purpose}", True)


COMMAND = Command("whether this installation works, and what it can do", DESCRIPTION, configure, run)
