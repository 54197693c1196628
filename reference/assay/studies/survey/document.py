"""The survey as JSON: written when it is done, and read again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ... import __version__
from ...errors import InvalidValue
from .row import About, Row, Survey


def to_json(found: Survey) -> dict[str, object]:
    """The whole survey as JSON values; the same survey gives the same text."""
    return {
        "assay": __version__,
        "complete": found.complete,
        "stopped": found.stopped,
        "libraries": [asdict(each) for each in found.libraries],
        "rows": [row.to_json() for row in found.rows],
    }


def as_text(found: Survey) -> str:
    """The JSON text."""
    return json.dumps(to_json(found), indent=1) + "\n"


def from_json(data: Mapping[str, Any]) -> Survey:
    """The survey that `to_json` wrote.  Raises InvalidValue for anything else."""
    try:
        return Survey(
            rows=[Row.from_json(row) for row in data["rows"]],
            libraries=[About(**each) for each in data["libraries"]],
            complete=bool(data["complete"]),
            stopped=str(data["stopped"]),
        )
    except (KeyError, TypeError) as error:
        raise InvalidValue(f"this is no survey: {type(error).__name__}: {error}") from error


def read(path: Path) -> Survey:
    """The survey in a file, or the rows that an interrupted one left (a JSON line each).

    Raises InvalidValue for anything else.
    """
    text = path.read_text(encoding="utf-8")
    try:
        data = json.loads(text)
    except json.JSONDecodeError:
        return _left_by_an_interrupted_one(text)
    if isinstance(data, dict) and "rows" in data:
        return from_json(data)
    return _left_by_an_interrupted_one(text)


def _left_by_an_interrupted_one(text: str) -> Survey:
    try:
        rows = [Row.from_json(json.loads(line)) for line in text.splitlines() if line.endswith("}")]
    except (json.JSONDecodeError, TypeError, AttributeError) as error:
        raise InvalidValue(f"this is no survey: {error}") from error
    if not rows:
        raise InvalidValue("this is no survey: it has no rows")
    names = dict.fromkeys((row.library, row.version) for row in rows)
    libraries = [About("", name, version=version) for name, version in names]
    return Survey(
        sorted(rows, key=lambda row: row.order), libraries, False, "the rows of an interrupted survey"
    )
