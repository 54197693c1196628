"""The index belongs to the records: another text, part or claim is noticed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assay.errors import InvalidValue
from assay.ledger.index import NAME, render, require_current, unlisted
from assay.ledger.parsing import parse
from assay.ledger.reading import read
from tests.ledger.test_parsing import data
from tests.ledger.test_reading import FOLDER, SOURCES


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
