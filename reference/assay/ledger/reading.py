"""The records, source by source: where they are, each quote in its source, and every check with a claim."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from ..errors import AssayError, InvalidValue
from .parsing import parse
from .passages import Passages, read_passages
from .record import Record, order, pieces

PACKAGE = Path(__file__).resolve().parents[1]
PLACES = (PACKAGE / "ledger" / "claims", PACKAGE.parents[1] / "spec" / "claims")


def claims_folder() -> Path:
    """The folder of the records.

    Raises:
        InvalidValue: neither place has it.
    """
    for place in PLACES:
        if place.is_dir():
            return place
    raise InvalidValue(f"ledger: no records; looked in {' and '.join(map(str, PLACES))}")


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


CHECKS = Path(__file__).with_name("checks")
PREFIX = "assay.ledger.checks"


def declared(folder: Path = CHECKS) -> dict[str, ast.FunctionDef]:
    """The checks that there are: public functions `(scope: Scope) -> Finding`, by "module:function"."""
    found = {}
    for path in sorted(folder.glob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and _is_check(node):
                found[f"{PREFIX}.{path.stem}:{node.name}"] = node
    return found


def _is_check(node: ast.FunctionDef) -> bool:
    returns = node.returns
    named = isinstance(returns, ast.Name) and returns.id == "Finding"
    return named and not node.name.startswith("_") and len(node.args.args) == 1


def require_claims(records: Iterable[Record], folder: Path = CHECKS) -> None:
    """Every check is that of some part.

    Raises:
        InvalidValue: naming the checks without a claim.
    """
    used = {part.check for record in records for part in record.parts}
    orphans = sorted(set(declared(folder)) - used)
    if orphans:
        raise InvalidValue(
            f"ledger: no record has the check {', '.join(orphans)}; add the claim, or remove it"
        )
