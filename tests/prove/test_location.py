"""The lemmas are found in the folder, in the installed package and in the checkout."""

from __future__ import annotations

from pathlib import Path

from assay.prove import location
from assay.prove.location import proofs_folder

CHECKOUT = Path(__file__).parents[2] / "proofs"


def test_the_lemmas_are_found_wherever_the_command_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert proofs_folder() == CHECKOUT
    monkeypatch.setattr(location, "PLACES", (Path("proofs"), tmp_path / "package", CHECKOUT))
    (tmp_path / "package").mkdir()
    assert proofs_folder() == tmp_path / "package"
    (tmp_path / "proofs").mkdir()
    assert proofs_folder() == Path("proofs")
