"""Small shipped certificates are accepted: a rule that refuses too much is noticed in seconds."""

from __future__ import annotations

import json
from pathlib import Path

from assay.prove import check, stored
from assay.prove.stored import certificates_of, proofs_folder

SHIPPED = sorted((Path(__file__).parents[2] / "proofs" / "certificates").glob("*.json"))


def test_small_certificates_are_accepted() -> None:
    certificates = [c for path in SHIPPED for c in certificates_of(path)]
    small = sorted(certificates, key=lambda c: len(json.dumps(c)))[:110]
    assert len({str(check(c)) for c in small}) >= 80


CHECKOUT = Path(__file__).parents[2] / "proofs"


def test_the_lemmas_are_found_wherever_the_command_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert proofs_folder() == CHECKOUT
    monkeypatch.setattr(stored, "PLACES", (Path("proofs"), tmp_path / "package", CHECKOUT))
    (tmp_path / "package").mkdir()
    assert proofs_folder() == tmp_path / "package"
    (tmp_path / "proofs").mkdir()
    assert proofs_folder() == Path("proofs")
