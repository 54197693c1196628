"""The report: a page for each finding that maintainers can act on, an index, folders that are refused."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest

from assay.errors import InvalidValue
from assay.studies.survey import entries, report
from assay.studies.survey.row import Verdict
from assay.studies.survey.table import size
from tests.studies.survey.test_entries import row, survey

SNIPPET = "import lib\nprint(lib.f('<b>&'))"
WITNESS = {"kind": "claim", "claimed": "1/3", "true": ["0.5", "0.5"]}


def findings():
    broken = row(
        snippet=SNIPPET,
        claimed="1/3",
        exact="1/2",
        note="the documentation: an <upper> bound",
        witness=WITNESS,
    )
    return entries.findings_of(survey(broken, row(Verdict.REFUSES_WRONGLY, 1), row(Verdict.TIGHT, 2)))


def test_a_page_for_each_finding_and_an_index_that_leads_there(tmp_path):
    found = findings()
    assert report.write(found, tmp_path / "new" / "report") == 2
    index = (tmp_path / "new" / "report" / "index.html").read_text(encoding="utf-8")
    pages = {path.name for path in (tmp_path / "new" / "report").iterdir()}
    assert set(re.findall(r'href="([^"]+)"', index)) == pages - {"index.html"}
    assert {f"{entry.id}.html" for entry in found.entries} | {"index.html"} == pages


def test_what_releases_have_fixed_is_a_page_with_those_that_cannot_be_had(tmp_path):
    line = {"function": "lib.f", "promise": "a < b", "cells": ["UNSOUND 2/2", "sound and tight"]}
    told = {"library": "lib", "versions": ["1", "2"], "missing": {"0.1": "no wheel"}, "lines": [line]}
    report.write(replace(findings(), releases=[told]), tmp_path)
    page = unescape((tmp_path / report.FIXED).read_text(encoding="utf-8"))
    assert all(word in page for word in ("a < b", "<td>1</td>", "<td>2</td>", "no wheel", "lib 0.1"))
    assert f'href="{report.FIXED}"' in (tmp_path / report.INDEX).read_text(encoding="utf-8")


def test_a_page_has_all_that_maintainers_need():
    found = findings()
    page = report.entry_page(found.entries[0], found)
    assert "<b>" not in page.partition("</head>")[2].replace("<body>", "")
    text = unescape(page)
    for told in (
        SNIPPET,
        "1/3",
        "1/2",
        "an upper bound",
        "an <upper> bound",
        '"true"',
        "lib 1",
        found.assay,
        "f.py:1",
    ):
        assert told in text, told


def test_a_folder_with_a_report_is_written_again(tmp_path):
    report.write(findings(), tmp_path)
    assert report.write(findings(), tmp_path) == 2


def test_a_folder_with_something_else_and_a_file_are_refused(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InvalidValue, match="is not empty and has no report"):
        report.write(findings(), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
    with pytest.raises(InvalidValue, match="cannot be written"):
        report.write(findings(), tmp_path / "thesis.txt")


def test_the_worst_point_is_the_one_that_is_farthest_off():
    """Also where the size is a number among words."""
    sizes = ["at most 0.0000194 absolute", "at most 0.0823 absolute", "delta 0.5", "infinite", "", "crash"]
    assert [size(row(by=by)) for by in sizes] == [0.0000194, 0.0823, 0.5, float("inf"), 0.0, 0.0]
