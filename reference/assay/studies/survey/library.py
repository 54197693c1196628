"""A library and its adapter: how it is installed, an environment for each release, and what is covered."""

from __future__ import annotations

import os
import shutil
import site
import sys
import sysconfig
import venv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module, metadata
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Protocol, cast

from platformdirs import user_cache_path

from ...errors import AssayError, InvalidType, InvalidValue
from ...processes.child import ChildFailed, run
from .case import Case

ADAPTERS = "assay.studies.adapters"
NAMES = ("LIBRARY", "LEFT_OUT", "cases", "public_names")


class LibraryMissing(AssayError):
    """A library is not installed, or cannot be imported; the message has the line that installs it."""


@dataclass(frozen=True)
class Library:
    """name: on the package registry; module: what is imported; tested: the version the adapter is for.

    needs: what else has to be installed, where the library does not say so.
    """

    name: str
    module: str
    tested: str
    install: str = "pip install 'assay[peers]'"
    needs: tuple[str, ...] = ()

    def version(self) -> str:
        """The installed version.  Raises LibraryMissing."""
        try:
            return metadata.version(self.name)
        except metadata.PackageNotFoundError:
            own = getattr(self.load(), "__version__", None)  # a module that was not installed as a package
            return str(own or "of no stated version")

    def load(self, submodule: str = "") -> Any:
        """The module, or one below it, untyped.  Raises LibraryMissing."""
        name = f"{self.module}.{submodule}" if submodule else self.module
        try:
            return cast(Any, import_module(name))
        except ImportError as error:
            reason = " ".join(str(error).split())
            raise LibraryMissing(
                f"{self.name}: {name} cannot be imported ({reason}): {self.install}"
            ) from error


class Adapter(Protocol):
    """What an adapter module defines."""

    LIBRARY: Library
    LEFT_OUT: Mapping[str, str]

    def cases(self) -> Iterable[Case]:
        """Every call that is judged; cheap, the library is imported inside."""

    def public_names(self) -> Iterable[str]:
        """Every public name of the installed library that makes or states privacy."""


@dataclass(frozen=True)
class Coverage:
    """Which public names have cases, which are left out and why, and what is wrong with these lists.

    uncovered: neither; stale: left out, and yet absent from the library or covered; unknown: functions of
    cases that the introspection does not find.
    """

    covered: tuple[str, ...]
    left_out: Mapping[str, str]
    uncovered: tuple[str, ...]
    stale: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """Whether every name is accounted for, once."""
        return not (self.uncovered or self.stale or self.unknown)


def coverage(adapter: Adapter) -> Coverage:
    """Compare the public names with the functions of the cases and with what is left out.

    A key of LEFT_OUT that ends in "." stands for all names below it.
    """
    public = set(adapter.public_names())
    if not public:
        raise InvalidValue(
            f"the adapter of {adapter.LIBRARY.name} finds no public name, so that nothing is checked"
        )
    covered = {name for case in adapter.cases() for name in (case.function, *case.also)}
    reasons: dict[str, str] = {}
    stale: list[str] = []
    for key, reason in adapter.LEFT_OUT.items():
        below = {name for name in public if name == key or (key.endswith(".") and name.startswith(key))}
        if not below or below & covered:
            stale.append(key)
        reasons |= dict.fromkeys(sorted(below - covered), reason)
    return Coverage(
        covered=tuple(sorted(covered & public)),
        left_out=dict(sorted(reasons.items())),
        uncovered=tuple(sorted(public - covered - set(reasons))),
        stale=tuple(sorted(stale)),
        unknown=tuple(sorted(covered - public)),
    )


def shipped() -> Iterator[str]:
    """The modules of the adapters that come with Assay."""
    package = import_module(ADAPTERS)
    for found in sorted(iter_modules(package.__path__), key=lambda each: each.name):
        if not found.name.startswith("_"):
            yield f"{ADAPTERS}.{found.name}"


def load_adapter(module: str) -> Adapter:
    """The adapter that a module defines.  Raises InvalidType where a name is missing."""
    loaded = import_module(module)
    missing = [name for name in NAMES if not hasattr(loaded, name)]
    if missing:
        raise InvalidType(f"{module} is no adapter: it does not define {', '.join(missing)}")
    return cast(Adapter, loaded)


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
