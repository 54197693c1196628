"""The four words of a verdict, and that every finer vocabulary says which of them it means."""

from __future__ import annotations

from enum import Enum

import pytest

from assay.dp.verdict import Refuted, Verified
from assay.prove.findings import Finding
from assay.prove.outcome import RefutedAt
from assay.studies.survey.row import APART, DEFECTS, OPEN, Verdict
from assay.testing.claims import Class
from assay.verdict import Proved, Undecided
from assay.verdict_words import WORDS, FinerWord, exit_status_of

STATUS = {"proved": 0, "verified": 0, "refuted": 1, "undecided": 3}
KINDS = {
    Proved: "proved",
    Verified: "verified",
    Refuted: "refuted",
    RefutedAt: "refuted",
    Undecided: "undecided",
}


def test_four_words_with_an_exit_status_each():
    assert STATUS.keys() == set(WORDS)
    assert {word: exit_status_of(word) for word in WORDS} == STATUS


@pytest.mark.parametrize(("kind", "word"), KINDS.items())
def test_verdicts_are_of_the_four(kind, word):
    assert kind.word == word


def test_a_verdict_has_no_truth_value():
    found = Undecided("why")
    assert (found.exit_status, found.holds) == (3, False)
    with pytest.raises(TypeError, match="three-valued"):
        bool(found)


@pytest.mark.parametrize("finer", [Finding, Class, Verdict])
def test_finer_words_mean_one_of_the_four(finer):
    assert issubclass(finer, FinerWord)
    assert len({each.value for each in finer}) == len(finer)
    for each in finer:
        assert finer(each.value) is each
        assert each.exit_status == STATUS[each.means]
        assert each.holds == (each.means in ("proved", "verified"))


def test_the_survey_takes_the_words_of_claims_over():
    shared = {each.value: each.means for each in Class}
    assert {v.value: v.means for v in Verdict if v.value in shared} == shared
    assert {v.means for v in DEFECTS} == {"refuted"}
    assert {v.means for v in OPEN | APART} == {"undecided"}
    assert {v for v in Verdict if v.means == "undecided"} == OPEN | APART


def test_a_word_without_a_meaning_is_refused():
    with pytest.raises(TypeError):
        Enum.__call__(FinerWord, "New", {"ONE": "one"})
