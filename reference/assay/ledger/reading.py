"""The records of a folder, source by source, each quote in its source."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from ..errors import AssayError, InvalidValue
from .parsing import parse
from .passages import Passages, read_passages
from .record import Record, order
from .sources import NAME, Source, read_sources
from .wording import pieces


def read(folder: Path) -> list[Record]:
    """All records of a folder, source by source.

    Raises:
        InvalidValue: there is none, one is malformed, or its letter has no source; the message names the file
            and the key.
    """
    paths = record_paths(folder)
    if not paths:
        raise InvalidValue(f"ledger: there is no record (*.toml) in {folder}")
    records = [read_one(path) for path in paths.values()]
    _require_seen(records)
    found = by_source(records, read_sources(folder))
    require_quoted(found, read_passages(folder))
    return found


def require_quoted(records: Iterable[Record], passages: Mapping[str, Passages]) -> None:
    """Every quote is in its source, and where the record says.

    Raises:
        InvalidValue: one is not, or is elsewhere.
    """
    for record in records:
        if record.id[0] not in passages:
            raise InvalidValue(f"{record.id}.toml: there are no passages of the source {record.id[0]}")
        try:
            place = passages[record.id[0]].place(record.quotes)
        except AssayError as error:
            raise InvalidValue(f"{record.id}.toml: {error}") from None
        if place != record.place:
            raise InvalidValue(f"{record.id}.toml: place = {record.place!r}, but the quotes are in {place!r}")


def _require_seen(records: Iterable[Record]) -> None:
    """Every part or claim that a statement names is there."""
    found = list(records)
    known = {r.id for r in found} | {p.id for r in found for p in r.parts}
    for part in (p for r in found for p in r.parts):
        for piece in pieces(part):
            if piece.kind == "see" and piece.text not in known:
                raise InvalidValue(f"part {part.id}: its statement names {piece.text}, which does not exist")


def record_paths(folder: Path) -> dict[str, Path]:
    """The files of the records, by their ids."""
    return {path.stem: path for path in sorted(folder.glob("*.toml")) if path.name != NAME}


def by_source(records: Iterable[Record], sources: Mapping[str, Source]) -> list[Record]:
    """The records in the order of the bibliography, and then of their numbers.

    Raises:
        InvalidValue: a letter has no source.
    """
    found, letters = list(records), list(sources)
    for record in found:
        if record.id[0] not in sources:
            raise InvalidValue(f"{record.id}.toml: {NAME} has no source {record.id[0]}")
    return sorted(found, key=lambda record: (letters.index(record.id[0]), order(record.id)))


def read_one(path: Path) -> Record:
    """One record."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InvalidValue(f"{path.name}: not a readable TOML file ({error})") from None
    try:
        found = parse(data)
    except AssayError as error:
        raise InvalidValue(f"{path.name}: {error}") from None
    if found.id != path.stem:
        raise InvalidValue(f"{path.name}: its id is {found.id!r}; name the file {found.id}.toml")
    return found
