"""Which files a process has read: programs, what they import, and data; a result belongs to their contents.

Files of Python, of trusted libraries and of the package itself are left out, as are those of the system that
are different at every look. A module that was compiled before is read from its cache, and counts as its
source.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.util import source_from_cache
from pathlib import Path

from ...programs.origins import INSTALLED, USER, origin_of_file

_opened: set[str] = set()

_SYSTEM = ("/dev/", "/proc/", "/sys/")


@cache
def watch() -> None:
    """From now on, note every file that is opened to be read."""
    sys.addaudithook(_note)


def _note(event: str, given: tuple[object, ...]) -> None:
    if event == "open" and isinstance(given[0], str | bytes) and not _writes(given[1]):
        _opened.add(os.path.abspath(os.fsdecode(given[0])))


def _writes(mode: object) -> bool:
    return isinstance(mode, str) and not set(mode).isdisjoint("wax")


def digests() -> dict[str, str]:
    """The files that were read, or that modules were loaded from, with digests of what they hold."""
    loaded = (vars(module).get("__file__") for module in list(sys.modules.values()))
    paths = sorted({*map(_source, _opened), *(p for p in loaded if isinstance(p, str))})
    found = {path: _digest(path) for path in paths if _counts(path)}
    return {path: digest for path, digest in found.items() if digest}


def unchanged(files: object) -> bool:
    """Whether files hold what they held."""
    return isinstance(files, Mapping) and all(_digest(str(path)) == known for path, known in files.items())


def _counts(path: str) -> bool:
    return not path.startswith(_SYSTEM) and origin_of_file(path) in (USER, INSTALLED)


def _source(path: str) -> str:
    """Of a compiled module its source."""
    if not path.endswith(".pyc"):
        return path
    try:
        source = source_from_cache(path)
    except (ValueError, NotImplementedError):
        return path
    return source if os.path.exists(source) else path


def _digest(path: str) -> str:
    """That of what a file holds; "" where it cannot be read, or is gone."""
    try:
        return sha256(Path(path).read_bytes()).hexdigest()
    except (OSError, ValueError):
        return ""
