"""Findings as data: ids that stay, a file that is read again, and the published one and its page."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidValue
from assay.studies.survey import entries, markdown, releases
from assay.studies.survey.row import About, Row, Survey, Verdict

SPEC = Path(__file__).parents[3] / "spec"
SCHEMA = json.loads((SPEC / "survey.schema.json").read_text(encoding="utf-8"))


def row(verdict=Verdict.UNSOUND, point=0, **more):
    told = {"function": "lib.part.f", "promise": "an upper bound", "by": "0.5"}
    told["parameters"] = {"x": str(point)}
    return Row(library="lib", version="1", case=0, point=point, verdict=verdict, **{**told, **more})


def survey(*rows):
    about = About(
        "adapter", "lib", tested="1", version="1", cases=[{"function": "lib.part.f", "source": "f.py:1"}]
    )
    return Survey(list(rows), [about])


@given(st.text(max_size=20), st.text(max_size=20), st.sampled_from(list(Verdict)), st.booleans())
def test_an_id_is_of_the_promise_and_the_verdict_alone(function, promise, verdict, rounding):
    told = {"function": function, "promise": promise, "verdict": verdict, "rounding": rounding}
    one = row(**told)
    same = replace(one, version="2", case=9, point=7, parameters={"y": "3"}, claimed="1", snippet="print(1)")
    assert entries.identifier(one) == entries.identifier(same)
    for other in (
        replace(one, promise=promise + "."),
        replace(one, function=function + "_"),
        replace(one, library="bil"),
        replace(one, rounding=not rounding),
    ):
        assert entries.identifier(one) != entries.identifier(other)


def test_points_with_one_verdict_are_one_entry_and_the_worst_is_shown():
    found = entries.findings_of(survey(row(), row(point=1, by="0.75"), row(Verdict.TIGHT, point=2, by="")))
    (entry,) = found.entries
    assert (entry.points, entry.row, entry.kind, entry.source) == (2, "lib/0/1", "unsound", "f.py:1")
    assert found.counts == {"UNSOUND": 2, "sound and tight": 1}
    assert [dict(each.verdicts) for each in found.others] == [{"sound and tight": 1}]


@pytest.mark.parametrize(
    ("verdict", "more", "kind"),
    [
        (Verdict.ANSWERS_WRONGLY, {}, "unsound"),
        (Verdict.DIFFERS, {}, "differs"),
        (Verdict.DIFFERS, {"rounding": True}, "by rounding"),
        (Verdict.UNSOUND, {"rounding": True}, "by rounding"),
        (Verdict.REFUSES_WRONGLY, {}, "refused"),
        (Verdict.HANGS, {}, "open"),
        (Verdict.CRASHES, {}, "open"),
        (Verdict.MISSING, {}, "open"),
        (Verdict.NOT_REFUTED, {}, None),
        (Verdict.LOOSE, {}, None),
    ],
)
def test_the_kind_of_each_verdict(verdict, more, kind):
    found = entries.findings_of(survey(row(verdict, **more)))
    assert [entry.kind for entry in found.entries] == ([] if kind is None else [kind])


def test_no_verdict_is_lost():
    for verdict in Verdict:
        found = entries.findings_of(survey(row(verdict)))
        assert len(found.entries) + len(found.others) == 1, verdict


def test_what_is_written_keeps_to_the_schema_and_is_read_again(tmp_path):
    found = entries.findings_of(survey(row(), row(Verdict.LOOSE, 1)), [{"library": "lib", "versions": ["1"]}])
    file = tmp_path / "data.json"
    file.write_text(entries.as_text(found), encoding="utf-8")
    jsonschema.validate(json.loads(file.read_text(encoding="utf-8")), SCHEMA)
    assert entries.read(file) == found


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"entries": [{}], "others": []}', '{"rows": []}'])
def test_a_file_that_has_no_findings(tmp_path, text):
    file = tmp_path / "data.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidValue, match="these are no findings"):
        entries.read(file)


def published():
    return entries.read(SPEC / "survey.json")


def test_the_published_findings_keep_to_the_schema_and_have_ids_of_their_own():
    jsonschema.validate(json.loads((SPEC / "survey.json").read_text(encoding="utf-8")), SCHEMA)
    found = published()
    names = [entry.id for entry in found.entries]
    assert len(names) == len(set(names)) > 100
    assert len(found.libraries) >= 14
    assert found.complete
    assert not [library for library in found.libraries if library["problem"]]


def test_the_page_is_made_from_the_data():
    text = (SPEC / "survey.md").read_text(encoding="utf-8")
    found = published()
    assert releases.replaced(markdown.replaced(text, found), found.releases) == text
    changed = replace(found, entries=found.entries[1:])
    assert markdown.replaced(text, changed) != text


def test_every_published_accusation_can_be_acted_on():
    """Beyond rounding: a promise, a snippet that can be compiled, an exact value or a reason, a witness."""
    for entry in published().entries:
        if entry.kind == "unsound":
            assert entry.promise, entry.id
            compile(entry.snippet, entry.id, "exec")
            assert entry.exact or entry.detail, entry.id
            assert entry.witness or "answer" in entry.verdict, entry.id


def test_what_was_fixed_is_read_from_the_releases():
    line = {"function": "f", "promise": "p", "cells": ["UNSOUND 2/2", "UNSOUND by rounding", "not refuted"]}
    still = {**line, "cells": ["not refuted", "UNSOUND", "-"]}
    broken = {**line, "cells": ["not refuted", "not refuted", "UNSOUND"]}
    data = {"library": "lib", "versions": ["1", "2", "3"], "missing": {}, "lines": [line, still, broken]}
    assert [(found[1], found[2]) for found in releases.fixed(data)] == [("1", "2")]
