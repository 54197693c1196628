"""A library and its adapter: its name, how it is installed, and whether its public names are covered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module, metadata
from pkgutil import iter_modules
from typing import Any, Protocol, cast

from ...errors import AssayError, InvalidType, InvalidValue
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
