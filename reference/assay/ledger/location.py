"""Where the records are: inside the installed package, or in `spec/claims` of the checkout."""

from __future__ import annotations

from pathlib import Path

from ..errors import InvalidValue

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
