"""Where the lemmas are: in ./proofs, inside the installed package, or in `proofs` of the checkout."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
PLACES = (Path("proofs"), PACKAGE / "prove" / "lemmas", PACKAGE.parents[1] / "proofs")


def proofs_folder() -> Path:
    """The folder of the proof scripts, with certificates in `certificates`; ./proofs if it is nowhere."""
    return next((place for place in PLACES if place.is_dir()), PLACES[0])
