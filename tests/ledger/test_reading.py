"""The records of a folder: each file is named after its claim, and each claim has its source."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.errors import InvalidValue
from assay.ledger.parsing import parse
from assay.ledger.reading import (
    CHECKS,
    claims_folder,
    declared,
    read,
    read_one,
    read_sources,
    require_claims,
)
from tests.ledger.test_parsing import GOOD, data

FOLDER = Path(__file__).parents[2] / "spec" / "claims"
SOURCES = read_sources(FOLDER)


def test_files_are_named_after_the_claim_and_readable(tmp_path):
    with pytest.raises(InvalidValue, match="no record"):
        read(tmp_path)
    (tmp_path / "Z2.toml").write_text(GOOD)
    with pytest.raises(InvalidValue, match=r"name the file Z1\.toml"):
        read(tmp_path)
    (tmp_path / "Z2.toml").write_text("id = ")
    with pytest.raises(InvalidValue, match=r"Z2\.toml: not a readable TOML file"):
        read_one(tmp_path / "Z2.toml")


def test_the_records_of_the_checkout_are_found():
    assert claims_folder() == FOLDER


IDS = [
    f"{letter}{number}"
    for letter, most in {"S": 11, "G": 11, "W": 6, "H": 15, "U": 13}.items()
    for number in range(1, most + 1)
]


@pytest.mark.parametrize("claim", IDS)
def test_every_claim_to_be_judged_has_a_record(claim):
    found = read_one(FOLDER / f"{claim}.toml")
    assert found.parts
    assert found.verdict != "undecided" or found.note


def test_every_letter_has_a_source(tmp_path):
    assert list(SOURCES) == list(dict.fromkeys(record.id[0] for record in read(FOLDER))) == list("SGWHU")
    (tmp_path / "Z1.toml").write_text(GOOD)
    with pytest.raises(InvalidValue, match=r"sources\.toml"):
        read(tmp_path)
    (tmp_path / "sources.toml").write_text("")
    with pytest.raises(InvalidValue, match="no source Z"):
        read(tmp_path)
    (tmp_path / "sources.toml").write_text('[Z]\nauthor = "A"\ntitle = "T"\npublished = "P"\nyear = "1"')
    with pytest.raises(InvalidValue, match="has to state author, title, published, year"):
        read(tmp_path)


def test_every_theorem_that_a_part_names_is_one_of_the_theory():
    lemmas = json.loads((FOLDER.parents[1] / "proofs" / "coq" / "theorems.json").read_text(encoding="utf-8"))
    known = {name for lemma in lemmas["lemmas"].values() for name in (*lemma["theorems"], *lemma["tight"])}
    named = {name for record in read(FOLDER) for part in record.parts for name in part.theorems}
    assert named
    assert named <= known


def test_a_check_without_a_claim_is_noticed(tmp_path):
    (tmp_path / "planted.py").write_text(
        "def good(scope: Scope) -> Finding: ...\n"
        "def orphan(scope: Scope) -> Finding: ...\n"
        "def _private(scope: Scope) -> Finding: ...\n"
        "def helper(n: int) -> int: ...\n"
        "def refutes(scope: Scope) -> Finding: ...\n"
    )
    assert len(declared(tmp_path)) == 3
    with pytest.raises(InvalidValue, match=r"no record has the check assay\.ledger\.checks\.planted:orphan;"):
        require_claims([parse(data())], tmp_path)


@pytest.mark.slow
def test_every_check_has_a_claim_and_every_claim_its_check():
    records = read(FOLDER)
    used = {part.check for record in records for part in record.parts}
    assert set(declared(CHECKS)) == used
