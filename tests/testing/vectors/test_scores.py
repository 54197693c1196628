"""Three numbers, and how loose the bounds are."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.testing.vectors.judge import FAILS, PASSES, RUN_FAILS, Judgement
from assay.testing.vectors.judgement import MEANING, NOT_IMPLEMENTED, factor_text
from assay.testing.vectors.scores import score

SLACKS = st.none() | st.fractions(min_value=0, max_value=1)
JUDGEMENTS = st.lists(st.builds(Judgement, st.sampled_from(list(MEANING)), st.just(""), SLACKS))
FACTORS = st.fractions(min_value=1, max_value=100)


@given(JUDGEMENTS, FACTORS)
def test_the_three_numbers_and_the_failures_add_up(judgements, factor):
    found = score(judgements, factor)
    assert found.tight <= found.sound <= found.answered <= found.tests == len(judgements)
    absent = sum(each.status == NOT_IMPLEMENTED for each in judgements)
    assert found.sound + found.failing + absent == found.tests
    assert found.sound == sum(each.status in PASSES for each in judgements)
    assert found.failing == sum(each.status in (*FAILS, *RUN_FAILS) for each in judgements)
    assert sum(found.statuses.values()) == found.tests
    assert all(f"{count} {name}" in found.in_words() for name, count in found.statuses.items())


@given(JUDGEMENTS, FACTORS, FACTORS)
def test_more_is_tight_within_a_larger_factor(judgements, small, large):
    low, high = sorted((small, large))
    assert score(judgements, low).tight <= score(judgements, high).tight


@pytest.mark.parametrize(
    ("factor", "text"),
    [
        ("1", "1"),
        ("2", "2"),
        ("3/2", "1.5"),
        ("1001/1000", "1+0.001"),
        ("101/100", "1.01"),
        ("1e50", "1e+50"),
    ],
)
def test_factors_are_told_in_a_few_digits(factor, text):
    told = factor_text(1 - 1 / Fraction(factor))
    assert float(told.removeprefix("1+")) == float(text.removeprefix("1+"))
    assert told.startswith("1+") == text.startswith("1+")


def test_a_bound_infinitely_too_large_and_one_by_a_hair():
    assert factor_text(Fraction(1)) == "inf"
    assert factor_text(Fraction(1, 2**52)) == "1+2.2e-16"


def test_looseness_is_of_the_bounds_that_are_not_the_truth():
    slacks = [Fraction(0), Fraction(1, 2), Fraction(3, 4), None]
    found = score([Judgement("sound", "", each) for each in slacks])
    assert (found.median, found.largest) == ("4", "4")
    assert score([Judgement("exact", "", Fraction(0))]).looseness == ""
    assert found.to_json()["times_the_truth"] == {"median": "4", "largest": "4"}
