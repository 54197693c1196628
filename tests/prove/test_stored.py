"""Small shipped certificates are accepted: a rule that refuses too much is noticed in seconds."""

from __future__ import annotations

import json
from pathlib import Path

from assay.prove import check
from assay.prove.stored import certificates_of

SHIPPED = sorted((Path(__file__).parents[2] / "proofs" / "certificates").glob("*.json"))


def test_small_certificates_are_accepted() -> None:
    certificates = [c for path in SHIPPED for c in certificates_of(path)]
    small = sorted(certificates, key=lambda c: len(json.dumps(c)))[:110]
    assert len({str(check(c)) for c in small}) >= 80
