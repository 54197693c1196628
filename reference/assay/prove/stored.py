"""Certificates as data: that of a theorem, those in a JSON file, and the folder of the lemmas with theirs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from assay.errors import InvalidValue

if TYPE_CHECKING:
    from assay.prove.theorem import Theorem


def certificate(theorem: Theorem) -> dict[str, object]:
    """The steps of a theorem, each after its premises; `theorem.check` runs them again."""
    place = {t: k for k, t in enumerate(below(theorem))}
    steps = [
        {
            "claim": str(t.statement),
            "rule": t.rule,
            "with": _copy(t.arguments),
            "from": [place[p] for p in t.premises],
        }
        for t in place
    ]
    return {"format": "assay-certificate/1", "claim": str(theorem.statement), "steps": steps}


def below(theorem: Theorem) -> list[Theorem]:
    """The theorems from which a theorem follows and itself, each once and after its premises."""
    found: dict[Theorem, None] = {}

    def visit(t: Theorem) -> None:
        if t not in found:
            for p in t.premises:
                visit(p)
            found[t] = None

    visit(theorem)
    return list(found)


def _copy(v: object) -> object:
    """The same arguments: text, lists and maps."""
    if isinstance(v, Mapping):
        return {k: _copy(x) for k, x in v.items()}
    return [_copy(x) for x in v] if isinstance(v, list) else v


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


PACKAGE = Path(__file__).resolve().parents[1]
PLACES = (Path("proofs"), PACKAGE / "prove" / "lemmas", PACKAGE.parents[1] / "proofs")


def proofs_folder() -> Path:
    """The folder of the proof scripts, with certificates in `certificates`; ./proofs if it is nowhere."""
    return next((place for place in PLACES if place.is_dir()), PLACES[0])
