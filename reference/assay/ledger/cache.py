"""Finished judgements on disk, keyed by the content of the part and of the package's code.

A file is trusted only if its digest, its key and its fields are right; any other is recomputed and replaced.
"""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path

import flint
from platformdirs import user_cache_path

from ..whole_files import whole
from .judge import Judgement, from_json
from .reading import PACKAGE
from .record import Part

FORMAT = "assay-judgement/1"

SOURCES = frozenset({".json", ".py", ".v"})
"""The files of the package that answers are computed from."""


def default_folder() -> Path:
    """`ledger` in the user's folder for caches, which is $XDG_CACHE_HOME/assay or ~/.cache/assay on Linux."""
    return user_cache_path("assay", appauthor=False) / "ledger"


@cache
def code_digest(package: Path = PACKAGE) -> str:
    """A digest of the sources and data of the package, and of the versions of Python and python-flint."""
    digest = hashlib.sha256(f"{platform.python_version()} {flint.__version__}".encode())
    for path in sorted(path for path in package.rglob("*.*") if path.suffix in SOURCES):
        content = path.read_bytes()
        digest.update(f"\n{path.relative_to(package).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


class Cache:
    """A folder of finished judgements.

    damaged: the names of the files that were not trusted.
    useless: why nothing is kept, where the folder cannot be written; it is not tried twice.
    """

    useless: str

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.damaged: list[str] = []
        self.useless = ""

    def get(self, part: Part, deep: bool) -> Judgement | None:
        """The judgement of this very part by this very code, if it is there and undamaged."""
        path = self._path(part, deep)
        try:
            text = path.read_text(encoding="utf-8")
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError):
            self.damaged.append(path.name)
            return None
        found = self._trusted(text, self.key(part, deep), part.id)
        if found is None:
            self.damaged.append(path.name)
            return None
        return replace(found, cached=True)

    def put(self, part: Part, deep: bool, judgement: Judgement) -> None:
        """Keep a judgement, if the folder can be written; a file is written whole or not at all."""
        if self.useless:
            return
        try:
            self._write(part, deep, judgement)
        except OSError as error:
            self.useless = f"{self.folder}: {error.strerror or error}"

    def _write(self, part: Part, deep: bool, judgement: Judgement) -> None:
        content = {"format": FORMAT, "key": self.key(part, deep), "judgement": judgement.to_json()}
        path = self._path(part, deep)
        self.folder.mkdir(parents=True, exist_ok=True)
        with whole(path) as unfinished:
            unfinished.write_text(json.dumps({**content, "digest": _digest(content)}), encoding="utf-8")

    @staticmethod
    def key(part: Part, deep: bool) -> str:
        """The digest of all that the judgement depends on."""
        return _digest({"part": asdict(part), "deep": deep, "code": code_digest()})

    @staticmethod
    def _trusted(text: str, key: str, name: str) -> Judgement | None:
        try:
            data = json.loads(text)
            digest = data.pop("digest")
            if digest != _digest(data) or data["format"] != FORMAT or data["key"] != key:
                return None
            found = from_json(data["judgement"])
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return None
        return found if found.id == name else None

    def _path(self, part: Part, deep: bool) -> Path:
        return self.folder / f"{part.id}-{self.key(part, deep)[:24]}.json"


def _digest(content: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
