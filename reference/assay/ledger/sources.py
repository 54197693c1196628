"""The bibliography: the source of each letter, `spec/claims/sources.toml`, in the order of the ledger."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path

from ..errors import InvalidValue

NAME = "sources.toml"


@dataclass(frozen=True)
class Source:
    """Who wrote it, what it is called, where it was published, and when."""

    author: str
    title: str
    published: str
    year: int

    def __str__(self) -> str:
        """`Author, "Title", where, year`."""
        return f'{self.author}, "{self.title}", {self.published}, {self.year}'


def read_sources(folder: Path) -> dict[str, Source]:
    """The sources by the letter with which the ids of their claims begin.

    Raises:
        InvalidValue: the file cannot be read, or an entry is not complete.
    """
    path = folder / NAME
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InvalidValue(f"{NAME}: not a readable TOML file ({error})") from None
    return {letter: _source(letter, entry) for letter, entry in data.items()}


def _source(letter: str, entry: object) -> Source:
    wanted = {f.name: int if f.name == "year" else str for f in fields(Source)}
    given = entry if isinstance(entry, dict) else {}
    if {key: type(value) for key, value in given.items()} != wanted or "" in given.values():
        raise InvalidValue(f"{NAME}: [{letter}] has to state {', '.join(wanted)}, and nothing else")
    return Source(**given)
