"""The certificates that a JSON file holds."""

from __future__ import annotations

import json
from pathlib import Path

from assay.errors import InvalidValue


def certificates_of(path: Path) -> list[object]:
    """What a file holds: one certificate, or the certificates of a lemma.

    Raises:
        InvalidValue: the file is not readable JSON, or its list of certificates is empty.
    """
    try:
        data: object = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InvalidValue(f"{path}: not a readable JSON file ({error})") from None
    several = data.get("certificates") if isinstance(data, dict) and "certificates" in data else [data]
    if not isinstance(several, list) or not several:
        raise InvalidValue(f"{path}: 'certificates' is {several!r}; it must be a list that is not empty")
    return several
