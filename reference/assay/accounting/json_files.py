"""Objects of JSON files that the accountant reads: of one format, and with nothing that it would ignore."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..errors import InvalidValue
from ..exact.real import brief


def read_object(path: str | Path, form: str, members: tuple[str, ...]) -> dict[str, Any]:
    """The object in a file.  Raises InvalidValue for a file that cannot be read, and as `checked_object`."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"), object_pairs_hook=_members_once)
    except (OSError, ValueError, RecursionError) as error:
        raise InvalidValue(
            f"file = {path} cannot be read: {error}; give a JSON file with {_lists(members)}"
        ) from None
    return checked_object(data, form, members, str(path))


def checked_object(data: object, form: str, members: tuple[str, ...], name: str) -> dict[str, Any]:
    """The object, which may name its format.

    Raises InvalidValue for anything else, and for a member that would be left out of account.
    """
    if not isinstance(data, dict) or data.get("format", form) != form:
        raise InvalidValue(f"{name} is no object of the format {form!r} with {_lists(members)}")
    other = next((member for member in data if member not in ("format", *members)), None)
    if other is not None:
        raise InvalidValue(
            f"{name} has the member {brief(repr(other))}, which is none of format, {', '.join(members)} and "
            "would be left out of account; take it out, or give it with the mechanism if it is a parameter"
        )
    return data


def _lists(members: tuple[str, ...]) -> str:
    return " and ".join(f"a list of {each}" for each in members)


def _members_once(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON; raises InvalidValue for a name that is there twice, of which a reader takes any."""
    found = dict(members)
    if len(found) < len(members):
        names = [name for name, _ in members]
        twice = next(name for name in names if names.count(name) > 1)
        raise InvalidValue(f"{brief(repr(twice))} is given twice in an object; give it once")
    return found
