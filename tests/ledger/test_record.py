"""Records are read strictly; the index and the checks belong to them."""

from __future__ import annotations

import copy
import json
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from assay.errors import InvalidValue
from assay.ledger.coverage import CHECKS, declared, require_claims
from assay.ledger.index import NAME, render, require_current, unlisted
from assay.ledger.location import claims_folder
from assay.ledger.parsing import parse
from assay.ledger.reading import read, read_one
from assay.ledger.sources import read_sources

FOLDER = Path(__file__).parents[2] / "spec" / "claims"
SOURCES = read_sources(FOLDER)
GOOD = """
id = "Z1"
title = "planted"
place = "page 1"
quotes = ["1 < 2 | 3"]
[[parts]]
id = "Z1.a"
statement = "refuted one"
prose = "implication"
kind = "W"
verdict = "refuted"
check = "assay.ledger.checks.planted:refutes"
region = "nowhere"
[parts.scope]
n = [1]
[parts.witness]
inequality = "1 < 2"
[[parts]]
id = "Z1.b"
statement = "corrected, as {1}"
kind = "PF"
verdict = "verified"
check = "assay.ledger.checks.planted:good"
corrects = "Z1.a"
proves = ["1 < 2"]
counts = { cases = 2 }
[parts.scope]
n = [1, 2]
[parts.deep]
n = [1, 2, 3]
"""


def data():
    return tomllib.loads(GOOD)


def test_a_good_record():
    found = parse(data())
    assert (found.id, found.verdict, [p.id for p in found.parts]) == ("Z1", "refuted", ["Z1.a", "Z1.b"])
    assert found.parts[1].ranges(deep=True) == {"n": [1, 2, 3]}
    assert found.parts[1].ranges(deep=False) == {"n": [1, 2]}


def changed(place, key, value):
    made = copy.deepcopy(data())
    target = made if place is None else made["parts"][place]
    if value is None:
        target.pop(key)
    else:
        target[key] = value
    return made


@pytest.mark.parametrize(
    ("place", "key", "value", "message"),
    [
        (None, "title", None, "'title' is missing"),
        (None, "title", "", "title is empty"),
        (None, "title", 3, "not a str"),
        (None, "verdict", "proved", "'verdict' is unknown"),
        (None, "id", "z1", "such as S8"),
        (None, "parts", [], "no check"),
        (0, "check", None, "'check' is missing"),
        (0, "check", "os:system", "assay.ledger.checks.MODULE:FUNCTION"),
        (0, "id", "Z2.a", "the id of a part"),
        (0, "id", "Z1.b", "two parts have the same id"),
        (0, "kind", "X", "kind"),
        (0, "kind", "F", "has W in its kind"),
        (0, "verdict", "true", "none of proved"),
        (0, "region", None, "states its region"),
        (0, "witness", {"n": "1"}, "inequality"),
        (0, "witness", {"inequality": 1}, "write exact values as text"),
        (0, "witnes", {}, "unknown"),
        (0, "scope", {}, "scope is empty"),
        (1, "counts", {"cases": 0}, "each from 1 on"),
        (1, "counts", {"lines": 2}, "each from 1 on"),
        (1, "counts", {"cases": True}, "each from 1 on"),
        (0, "scope", {"n": []}, "empty list"),
        (0, "scope", {"n": 0.5}, "float"),
        (1, "deep", {"m": 1}, "deep.m is not a key"),
        (1, "corrects", "Z1.c", "no refuted part|no part corrects it"),
        (1, "corrects", None, "no part corrects it"),
        (0, "added", "yes", "not a bool"),
        (0, "source", "a.txt", "unknown"),
        (1, "verdict", "proved", "its kind has no F"),
        (1, "proves", None, "states in `proves`"),
        (1, "counts", None, "states in `counts`"),
        (1, "proves", "x", "not a list"),
        (1, "theorems", [1], "not a text"),
        (1, "proves", [1], "not a text"),
    ],
)
def test_a_malformed_record_is_refused(place, key, value, message):
    with pytest.raises(InvalidValue, match=message):
        parse(changed(place, key, value))


def test_the_headline_is_that_of_what_the_source_printed():
    assert parse(changed(0, "added", True)).verdict == "verified"  # so is the correction of an added reading
    assert [part.id for part in parse(data()).corrections] == ["Z1.b"]
    both = changed(0, "added", True)
    both["parts"][1]["added"] = True
    with pytest.raises(InvalidValue, match="every part is added"):
        parse(both)


def test_files_are_named_after_the_claim_and_readable(tmp_path):
    with pytest.raises(InvalidValue, match="no record"):
        read(tmp_path)
    (tmp_path / "Z2.toml").write_text(GOOD)
    with pytest.raises(InvalidValue, match=r"name the file Z1\.toml"):
        read(tmp_path)
    (tmp_path / "Z2.toml").write_text("id = ")
    with pytest.raises(InvalidValue, match=r"Z2\.toml: not a readable TOML file"):
        read_one(tmp_path / "Z2.toml")


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


@pytest.mark.slow
def test_the_index_is_current_and_a_stale_one_is_noticed(tmp_path):
    pytest.importorskip("sympy")
    records = read(FOLDER)
    require_current(records, SOURCES, FOLDER)
    with pytest.raises(InvalidValue, match="stale"):
        require_current(records, SOURCES, tmp_path)
    (tmp_path / NAME).write_text(render(records[1:], SOURCES), encoding="utf-8")
    with pytest.raises(InvalidValue, match="assay verify --index"):
        require_current(records, SOURCES, tmp_path)
    assert unlisted(records, SOURCES, FOLDER) == []
    assert unlisted(records, SOURCES, tmp_path) == [records[0].id]


@pytest.mark.parametrize("key", ["title", "place", "quotes", "reconstructed", "note"])
def test_another_text_of_a_record_is_noticed(key):
    found = [record for record in read(FOLDER) if getattr(record, key)][:5]
    changed = [replace(record, **{key: ("another",) if key == "quotes" else "another"}) for record in found]
    assert unlisted(changed, SOURCES, FOLDER) == [record.id for record in found]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("statement", "another"),
        ("added", None),
        ("corrects", ""),
        ("scope", {"n": [1]}),
        ("deep", {}),
        ("counts", {}),
        ("proves", ()),
        ("region", "iff 1 = 1"),
        ("kind", "PFW"),
        ("check", "assay.ledger.checks.planted:good"),
        ("witness", {"inequality": "1 < 2"}),
        ("theorems", ("Planted.good",)),
    ],
)
def test_another_part_is_noticed(key, value):
    changed = []
    for record in read(FOLDER):
        for n, part in enumerate(record.parts):
            other = not part.added if value is None else value
            said = getattr(part, key) != other
            if said and len(record.parts) > 1 and len(changed) < 8:
                parts = (*record.parts[:n], replace(part, **{key: other}), *record.parts[n + 1 :])
                changed.append(replace(record, parts=parts))
    assert changed
    assert unlisted(changed, SOURCES, FOLDER) == [record.id for record in changed]


def test_one_claim_that_is_left_out_is_noticed():
    (record,) = (r for r in read(FOLDER) if r.id == "G2")
    first = record.parts[0]
    for kept in (first.proves[:1], first.proves[1:]):
        parts = (replace(first, proves=kept), *record.parts[1:])
        assert unlisted([replace(record, parts=parts)], SOURCES, FOLDER) == ["G2"]


@pytest.mark.slow
def test_the_index_names_every_claim_its_verdict_and_every_refutation():
    pytest.importorskip("sympy")
    page = render(read(FOLDER), SOURCES)
    for record in read(FOLDER):
        assert f"[{record.id}]({record.id}.toml)" in page
        for part in record.parts:
            assert page.count(f"**{part.id}**") == 1 + (part.verdict == "refuted") + bool(part.proves)
            assert all(f"- `{claim}` $" in page for claim in part.proves)
    assert "1 < 2 \\| 3".replace("<", "\\<") in render([parse(data())], {"Z": SOURCES["S"]})


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
