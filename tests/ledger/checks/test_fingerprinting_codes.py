"""The constants of the code are those that its check names."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from assay.attacks.fingerprinting import FingerprintingCode
from assay.errors import AssayError
from assay.ledger.checks import fingerprinting_codes
from assay.ledger.reading import read_one
from assay.ledger.scope import Scope

FOLDER = Path(__file__).parents[3] / "spec" / "claims"


def small():
    part = read_one(FOLDER / "U5.toml").parts[0]
    return Scope({**part.scope, "users": [1], "delta": ["1/2"]}, part.formulas)


@pytest.mark.slow
def test_another_threshold_in_the_code_is_noticed(monkeypatch):
    assert fingerprinting_codes.code_with_constants(small()).verdict == "verified"
    monkeypatch.setattr(
        fingerprinting_codes,
        "FingerprintingCode",
        lambda n, d: FingerprintingCode(n, d, Fraction(d, 4 * (n + 1))),
    )
    with pytest.raises(AssayError, match="the threshold for 1 users"):
        fingerprinting_codes.code_with_constants(small())
