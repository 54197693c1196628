"""A record from its TOML values; what is unknown, missing or inconsistent is an error."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ..errors import AssayError, InvalidValue
from ..verdict_words import WORDS
from .record import Part, Record, pieces
from .scope import Scope

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
