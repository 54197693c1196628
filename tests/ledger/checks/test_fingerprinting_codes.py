"""The constants of the code are those that its check names."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay.attacks.fingerprinting import FingerprintingCode
from assay.errors import AssayError
from assay.ledger.checks import fingerprinting_codes
from assay.ledger.scope import Scope

SCOPE = {"n": ">= 1", "L": "> 0", "users": [1], "delta": ["1/2"]}


@pytest.mark.slow
def test_another_threshold_in_the_code_is_noticed(monkeypatch):
    assert fingerprinting_codes.code_with_constants(Scope(SCOPE)).verdict == "verified"
    monkeypatch.setattr(
        fingerprinting_codes,
        "FingerprintingCode",
        lambda n, d: FingerprintingCode(n, d, Fraction(d, 4 * (n + 1))),
    )
    with pytest.raises(AssayError, match="the threshold for 1 users"):
        fingerprinting_codes.code_with_constants(Scope(SCOPE))
