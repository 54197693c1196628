"""Finished cells in SQLite, written one by one as they come, each with a digest."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from ...errors import InvalidType, InvalidValue
from .grid import Cell

FORMAT = "assay sweep 1"
SCHEMA = (
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE cells (key TEXT PRIMARY KEY, parameters TEXT NOT NULL, result TEXT NOT NULL, "
    "digest TEXT NOT NULL) WITHOUT ROWID",
)
PATIENCE = 20
"""Seconds to wait for another process that writes to the same file."""
TABLES = frozenset({"meta", "cells"})


class Store:
    """The results of one task, on disk.

    Raises InvalidType for a path that is none, InvalidValue for a file that is not such a store, belongs to
    another task, is damaged or cannot be written; damage is never repaired silently, and never trusted.
    """

    def __init__(self, path: Path | str, task: str) -> None:
        given: object = path
        if not isinstance(given, Path | str):
            raise InvalidType(f"store = {given!r} is a {type(given).__name__}; give the path of a file")
        self.path: Path = Path(path)
        self.task: str = task
        with self._guarded():
            self._connection = sqlite3.connect(self.path.absolute(), timeout=PATIENCE, isolation_level=None)
        try:
            with self._guarded():
                self._open()
        except BaseException:
            self._connection.close()
            raise

    def _open(self) -> None:
        """Check what is there, or begin; a file that is something else is not written to."""
        verdict = self._connection.execute("PRAGMA integrity_check").fetchone()
        if verdict != ("ok",):
            raise InvalidValue(f"{self.path} is damaged ({verdict[0]}); restore it, or delete it")
        self._connection.execute("BEGIN IMMEDIATE")  # two sweeps may begin the same file
        tables = {name for (name,) in self._connection.execute("SELECT name FROM sqlite_master")}
        if not tables:
            for statement in SCHEMA:
                self._connection.execute(statement)
            self._connection.executemany("INSERT INTO meta VALUES (?, ?)", self._expected())
        elif not tables >= TABLES:
            raise InvalidValue(
                f"{self.path} is a database of something else, with {min(tables)!r} in it; give another file"
            )
        self._connection.execute("COMMIT")
        for name, value in self._expected():
            (found,) = self._connection.execute(
                "SELECT max(value) FROM meta WHERE name = ?", (name,)
            ).fetchone()
            if found != value:
                raise InvalidValue(
                    f"{self.path} holds a sweep with {name} {found!r}, not {value!r}; give another file"
                )

    def _expected(self) -> tuple[tuple[str, str], ...]:
        """What the file says about itself."""
        return (("format", FORMAT), ("task", self.task))

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """SQLite's errors, as one line that names the file."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise InvalidValue(
                f"{self.path} cannot be used as the store of a sweep ({error}); {_way_out(error)}"
            ) from None

    def results(self) -> dict[str, str]:
        """The results by the keys of their cells, every digest checked."""
        with self._guarded():
            rows: list[tuple[str, str, str, str]] = self._connection.execute(
                "SELECT key, parameters, result, digest FROM cells"
            ).fetchall()
        found = {}
        for key, parameters, result, digest in rows:
            if digest != _digest(key, parameters, result):
                raise InvalidValue(
                    f"{self.path} is damaged: the cell {parameters} does not have the digest that was stored "
                    "with it; restore the file, or delete it to begin again"
                )
            found[key] = result
        return found

    def add(self, cell: Cell, result: str) -> None:
        """Keep a result; it is on disk when this returns."""
        key, parameters = cell.key(self.task), cell.text()
        with self._guarded():
            self._connection.execute(
                "INSERT OR REPLACE INTO cells VALUES (?, ?, ?, ?)",
                (key, parameters, result, _digest(key, parameters, result)),
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()


def _digest(key: str, parameters: str, result: str) -> str:
    return hashlib.sha256("\n".join((key, parameters, result)).encode()).hexdigest()


def _way_out(error: sqlite3.DatabaseError) -> str:
    """What the user can do; only a file that is no store any more may be given up."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return "another process is writing to it: wait until that has ended, or give another file"
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return "restore or delete it to begin again, or give another file"
    return "give another file, in a folder that exists and can be written to"
