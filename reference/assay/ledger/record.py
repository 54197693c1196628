"""Records: one claim of a source, its parts, and the verdict recorded for each (spec/ledger-format.md)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import AssayError, InvalidValue
from ..verdict_words import WORDS, Word
from .passages import Passages, read_passages
from .scope import Scope
from .sources import NAME, Source, read_sources
from .wording import formulas, pieces, plain

ID = re.compile(r"[A-Z][1-9][0-9]?")
CHECK = re.compile(r"assay\.ledger\.checks\.([a-z0-9_]+):([a-z][a-z0-9_]*)")
COUNTED = ("cases", "pairs", "events")
KINDS = ("P", "F", "W", "PF", "PW", "FW", "PFW")

RECORD_NEEDS = {"id": str, "title": str, "place": str, "quotes": list, "parts": list}
RECORD_MAY = {"reconstructed": str, "note": str}
PART_NEEDS = {"id": str, "statement": str, "kind": str, "verdict": str, "check": str, "scope": dict}
PART_MAY = {
    "added": bool,
    "corrects": str,
    "region": str,
    "proves": list,
    "theorems": list,
    "witness": dict,
    "deep": dict,
    "counts": dict,
    "prose": str,
}
PROSE = ("definition", "implication", "system")


@dataclass(frozen=True)
class Part:
    """One statement with its own verdict and check.

    statement: words with fields, which `wording` fills; `text` is what they say.
    prose: what a statement without any field is, a definition or the behaviour of a system.
    """

    id: str
    statement: str
    kind: str
    verdict: Word
    check: str
    scope: Mapping[str, object]
    deep: Mapping[str, object] = field(default_factory=dict)
    corrects: str = ""
    region: str = ""
    proves: tuple[str, ...] = ()
    witness: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    added: bool = False
    theorems: tuple[str, ...] = ()
    prose: str = ""

    @property
    def text(self) -> str:
        """The statement, its fields filled."""
        return plain(self)

    @property
    def formulas(self) -> dict[str, str]:
        """The formulas of the statement, which its check evaluates."""
        return formulas(self.statement)

    def ranges(self, deep: bool) -> dict[str, object]:
        """The scope of a run: as stated, or with the wider ranges of `deep`."""
        return {**self.scope, **self.deep} if deep else dict(self.scope)


@dataclass(frozen=True)
class Record:
    """A claim of the source of its letter."""

    id: str
    title: str
    place: str
    quotes: tuple[str, ...]
    parts: tuple[Part, ...]
    reconstructed: str = ""
    note: str = ""

    @property
    def verdict(self) -> Word:
        """That of the source's statement: the weakest of what it printed."""
        own = {part.verdict for part in self.printed}
        return next(word for word in ("refuted", "undecided", "verified", "proved") if word in own)

    @property
    def printed(self) -> tuple[Part, ...]:
        """What the source states: no reading that was added, no correction but of such a reading."""
        added = {part.id for part in self.parts if part.added}
        return tuple(p for p in self.parts if not p.added and (not p.corrects or p.corrects in added))

    @property
    def corrections(self) -> tuple[Part, ...]:
        """The parts that correct what the source states."""
        printed = {part.id for part in self.printed}
        return tuple(part for part in self.parts if part.corrects in printed)


def order(claim: str) -> tuple[str, int]:
    """The key that sorts S2 before S10."""
    return claim[0], int(claim[1:])


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


def parse(data: Mapping[str, object]) -> Record:
    """A record from its TOML values; unknown and missing keys are errors."""
    _shape(data, RECORD_NEEDS, RECORD_MAY, "record")
    name = _text(data, "id")
    if not ID.fullmatch(name):
        raise InvalidValue(f"id = {name!r} is not a letter and a number, such as S8")
    listed = data["parts"]
    parts = tuple(_part(p, name) for p in listed) if isinstance(listed, list) else ()
    if parts and all(part.added for part in parts):
        raise InvalidValue("every part is added, so that the source's statement has no verdict")
    if not parts:
        raise InvalidValue("parts is empty, so the claim has no check; add at least one [[parts]]")
    ids = [part.id for part in parts]
    if len(set(ids)) != len(ids):
        raise InvalidValue(f"two parts have the same id: {', '.join(ids)}")
    _require_corrections(parts)
    quotes = _texts(data["quotes"], "quotes")
    if not quotes:
        raise InvalidValue("quotes is empty; quote what the source says")
    texts = {key: _text(data, key) for key in ("id", "title", "place", *RECORD_MAY) if key in data}
    return Record(parts=parts, quotes=quotes, **texts)


def _part(data: object, record: str) -> Part:
    if not isinstance(data, dict):
        raise InvalidValue(f"parts: {data!r} is not a table")
    where = f"part {data.get('id', '(without id)')}"
    _shape(data, PART_NEEDS, PART_MAY, where)
    name, kind, check = (_text(data, key) for key in ("id", "kind", "check"))
    if not re.fullmatch(rf"{record}\.[a-z]", name):
        raise InvalidValue(f"{where}: the id of a part is {record}.a, {record}.b, ...")
    verdict = next((word for word in WORDS if word == data["verdict"]), None)
    if verdict is None:
        raise InvalidValue(f"{where}: verdict = {data['verdict']!r} is none of {', '.join(WORDS)}")
    if kind not in KINDS:
        raise InvalidValue(f"{where}: kind = {kind!r} is none of {', '.join(KINDS)}")
    if not CHECK.fullmatch(check):
        raise InvalidValue(f"{where}: check = {check!r} is not assay.ledger.checks.MODULE:FUNCTION")
    found = Part(
        name,
        _text(data, "statement"),
        kind,
        verdict,
        check,
        _table(data, "scope"),
        _table(data, "deep"),
        _text(data, "corrects"),
        _text(data, "region"),
        _texts(data.get("proves", []), f"{where}: proves"),
        {key: _string(value, f"{where}: witness.{key}") for key, value in _table(data, "witness").items()},
        _counts(_table(data, "counts"), where),
        data.get("added") is True,
        _texts(data.get("theorems", []), f"{where}: theorems"),
        _text(data, "prose"),
    )
    _require_consistent(found, where)
    return found


def _require_consistent(part: Part, where: str) -> None:
    """What a verdict rests on has to be in the record."""
    needs = {"proved": "P", "verified": "FW", "refuted": "W", "undecided": "PFW"}[part.verdict]
    if not set(needs) & set(part.kind):
        raise InvalidValue(f"{where}: a part that is {part.verdict} has {' or '.join(needs)} in its kind")
    if part.verdict == "proved" and "F" in part.kind:
        raise InvalidValue(
            f"{where}: what is proved rests on certificates that state all of it, so that its kind has no F; "
            "a part that rests on a finite check as well is verified"
        )
    if part.verdict == "refuted" and not (part.region and "inequality" in part.witness):
        raise InvalidValue(f"{where}: a refuted part states its region and a witness with an 'inequality'")
    if "P" in part.kind and not part.proves:
        raise InvalidValue(f"{where}: its kind has P, so that it states in `proves` what the kernel proves")
    if "F" in part.kind and not part.counts:
        raise InvalidValue(f"{where}: its kind has F, so that it states in `counts` what is examined")
    if not part.scope:
        raise InvalidValue(f"{where}: scope is empty; state the ranges that the check covers")
    try:
        told = any(piece.kind == "formula" for piece in pieces(part))
    except AssayError as error:
        raise InvalidValue(f"{where}: {error}") from None
    if told == bool(part.prose) or part.prose not in ("", *PROSE):
        raise InvalidValue(
            f"{where}: a statement has formulas in braces, or it is prose, which is one of {', '.join(PROSE)}"
        )
    if extra := sorted(set(part.deep) - set(part.scope)):
        raise InvalidValue(f"{where}: deep.{extra[0]} is not a key of scope")
    for ranges in (part.ranges(False), part.ranges(True)):
        try:
            Scope(ranges, part.formulas)
        except AssayError as error:
            raise InvalidValue(f"{where}: {error}") from None


def _require_corrections(parts: Iterable[Part]) -> None:
    """Every refuted part has a part that corrects it, which is not refuted itself."""
    by_id = {part.id: part for part in parts}
    corrected = {part.corrects for part in by_id.values()}
    for part in by_id.values():
        if part.corrects and (part.corrects not in by_id or by_id[part.corrects].verdict != "refuted"):
            raise InvalidValue(
                f"part {part.id}: corrects = {part.corrects!r} is no refuted part of this record"
            )
        if part.corrects and part.verdict == "refuted":
            raise InvalidValue(f"part {part.id}: a correction cannot be refuted itself")
        if part.verdict == "refuted" and part.id not in corrected:
            raise InvalidValue(f"part {part.id}: it is refuted, and no part corrects it")


def _shape(
    data: Mapping[str, object], needs: Mapping[str, type], may: Mapping[str, type], where: str
) -> None:
    if missing := sorted(set(needs) - set(data)):
        raise InvalidValue(f"{where}: the key {missing[0]!r} is missing")
    known = {**needs, **may}
    for key, value in data.items():
        if key not in known:
            raise InvalidValue(f"{where}: the key {key!r} is unknown; the keys are {', '.join(known)}")
        if type(value) is not known[key]:
            raise InvalidValue(
                f"{where}: {key} = {value!r} is a {type(value).__name__}, not a {known[key].__name__}"
            )
        if key in needs and value == "":
            raise InvalidValue(f"{where}: {key} is empty")


def _text(data: Mapping[str, object], key: str) -> str:
    return str(data.get(key, ""))


def _table(data: Mapping[str, object], key: str) -> dict[str, object]:
    value = data.get(key, {})
    return dict(value) if isinstance(value, dict) else {}


def _counts(table: Mapping[str, object], where: str) -> dict[str, int]:
    found = {name: value for name, value in table.items() if isinstance(value, int) and value is not True}
    for name, value in table.items():
        if name not in COUNTED or found.get(name, 0) < 1:
            raise InvalidValue(
                f"{where}: counts.{name} = {value!r}; count {', '.join(COUNTED)}, each from 1 on"
            )
    return found


def _string(value: object, where: str) -> str:
    if not isinstance(value, str) or not value:
        raise InvalidValue(f"{where} = {value!r} is not a text; write exact values as text")
    return value


def _texts(value: object, where: str) -> tuple[str, ...]:
    return tuple(_string(v, where) for v in value) if isinstance(value, list) else ()
