"""One environment for each release of a library, made by pip and kept in a folder."""

from __future__ import annotations

import os
import shutil
import site
import sys
import sysconfig
import venv
from collections.abc import Sequence
from pathlib import Path

from platformdirs import user_cache_path

from ...errors import AssayError, InvalidValue
from ...processes.child import ChildFailed, run
from .library import Library, load_adapter

SECONDS = 600
READY = "ready"
"""A file that is written once an environment is complete, with what was asked for."""


class ReleaseUnavailable(AssayError):
    """A release that cannot be installed: there is none of that version for this machine, or no network."""


def default_cache() -> Path:
    """`releases` in the user's folder for caches, $XDG_CACHE_HOME/assay or ~/.cache/assay on Linux."""
    return user_cache_path("assay", appauthor=False) / "releases"


def environment(library: Library, version: str, cache: Path) -> str:
    """The interpreter of an environment with this release; what else it needs comes from the running one.

    The release and what it requires are installed by pip, once; the packages of the interpreter that runs
    Assay come after them on the path.

    Raises ReleaseUnavailable with pip's reason, InvalidValue for what is no version.
    """
    check_version(version)
    folder = cache / f"{library.name}-{version}-py{sys.version_info.major}.{sys.version_info.minor}"
    python = folder / "bin" / "python" if os.name != "nt" else folder / "Scripts" / "python.exe"
    holds = " ".join([f"{library.name}=={version}", *library.needs]) + "\n"
    ready = folder / READY
    if ready.exists() and ready.read_text(encoding="utf-8") == holds and python.exists():
        return str(python)
    try:
        shutil.rmtree(folder, ignore_errors=True)
        venv.EnvBuilder(with_pip=False, symlinks=os.name != "nt").create(folder)
        _install(library, version, python)
        _add_own_packages(folder)
        ready.write_text(holds, encoding="utf-8")
    except OSError as error:
        raise ReleaseUnavailable(f"{folder} cannot be written: {error.strerror or error}") from error
    return str(python)


def installed(modules: Sequence[str], cache: Path) -> tuple[dict[str, str], dict[str, str]]:
    """Each adapter's library in the version that the adapter is for, in an environment of its own.

    The interpreters of those that can be had, and the reasons of the others, by adapter.
    """
    pythons, reasons = {}, {}
    for module in modules:
        library = load_adapter(module).LIBRARY
        try:
            pythons[module] = environment(library, library.tested, cache)
        except ReleaseUnavailable as error:
            reasons[module] = str(error)
    return pythons, reasons


def check_version(version: str) -> None:
    """Refuse what is no version, before pip sees it."""
    if not version or not all(part.isalnum() for part in version.split(".")):
        raise InvalidValue(f"version = {version!r} ({type(version).__name__}) is none; write it like 0.14.1")


def _install(library: Library, version: str, python: Path) -> None:
    """Run pip."""
    wanted = f"{library.name}=={version}"
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-input"]
    try:
        options = ["--disable-pip-version-check", "--prefer-binary"]
        done = run([*command, *options, wanted, *library.needs], SECONDS)
    except ChildFailed as failed:
        raise ReleaseUnavailable(f"pip cannot install {wanted}: {failed}") from None
    if done.status != 0:
        raise ReleaseUnavailable(f"pip cannot install {wanted}: {reason_of(done.errors or done.output)}")


def reason_of(told: str) -> str:
    """pip's last error, and that the index cannot be reached where it says so only in a warning."""
    lines = [line.strip() for line in told.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line.lower()] or lines or ["no reason given"]
    silent = any(
        word in line for line in lines for word in ("Retrying", "NewConnectionError", "name resolution")
    )
    return f"the package index cannot be reached; {errors[-1]}" if silent else errors[-1]


def _add_own_packages(folder: Path) -> None:
    """Let the environment see the packages of this interpreter, after its own."""
    own = sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)})
    shared = dict.fromkeys([*site.getsitepackages(), sysconfig.get_path("purelib")])
    lines = [f"import site; site.addsitedir({path!r})" for path in shared]
    (Path(own) / "assay-shared.pth").write_text("\n".join(lines) + "\n", encoding="utf-8")
