"""The snippets of findings: what one prints is compared with its page, and every night each is run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from assay.studies.survey import entries
from tests.studies.survey import snippets
from tests.studies.survey.test_entries import row, survey

PUBLISHED = Path(__file__).parents[3] / "spec" / "survey.json"


@pytest.mark.parametrize(
    ("change", "printed", "errors", "status", "as_said"),
    [
        ({}, "noise\n0.5", "", 0, True),
        ({}, "0.50000000001", "", 0, True),
        ({}, "0.500001", "", 0, False),
        ({}, "0.5", "", 1, False),
        ({"claimed": "1e-6", "detail": f"{snippets.FOUND}2.25; close"}, "2.25", "", 0, True),
        ({"claimed": "1e-6", "detail": f"{snippets.FOUND}2.25"}, "1e-6", "", 0, False),
        ({"claimed": "ValueError: 'no'"}, "", "Traceback\nValueError: no", 1, True),
        ({"claimed": "ValueError: 'no'"}, "", "Traceback\nTypeError: no", 1, False),
        ({"claimed": "nan"}, "nan", "", 0, True),
        ({"claimed": "np.float64(0.5)"}, "0.5", "", 0, True),
        ({"claimed": "(1, 0)-private", "snippet": "for _ in range(20):\n print(1)"}, "1", "", 0, True),
        ({"claimed": "(1, 0)-private", "snippet": "for _ in range(20):\n print(1)"}, "", "", 0, False),
    ],
)
def test_what_a_snippet_prints_is_compared_with_the_page(change, printed, errors, status, as_said):
    (entry,) = entries.findings_of(survey(row(claimed="0.5"))).entries
    assert snippets.prints_what_is_said(replace(entry, **change), printed, errors, status) is as_said


def test_another_number_is_as_wrong_only_on_the_same_side_of_the_truth():
    (entry,) = entries.findings_of(survey(row(claimed="0.5"))).entries
    above = replace(entry, witness={"bound": "upper", "true": ["0.75", "0.76"]})
    below = replace(entry, witness={"bound": "lower", "true": ["0.125", "0.25"]})
    assert snippets.is_as_wrong(above, "0.7")
    assert not snippets.is_as_wrong(above, "0.75")
    assert snippets.is_as_wrong(below, "0.3")
    assert not snippets.is_as_wrong(below, "0.25")
    assert not snippets.is_as_wrong(above, "no number")


@pytest.mark.nightly
def test_every_published_snippet_prints_what_its_page_says(capsys):
    """In the environment of each library, which is installed where it is not yet."""
    status = snippets.main([str(PUBLISHED)])
    assert status == 0, capsys.readouterr().out
