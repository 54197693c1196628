"""Sums of fixed width against all lists of a few values."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidValue
from assay.testing.vectors.families import reference
from assay.testing.vectors.families.sums_functions import NEIGHBOURS, Type, sensitivity

MOST_LISTS = 700


@st.composite
def questions(draw):
    kept = Type(draw(st.sampled_from([2, 3])), draw(st.booleans()), draw(st.booleans()))
    low = draw(st.integers(kept.least, kept.most))
    high = draw(st.integers(low, kept.most))
    records = draw(st.integers(1, 5).filter(lambda n: n == 1 or (high - low + 1) ** n <= MOST_LISTS))
    return kept, low, high, records


def by_all_lists(kept, low, high, records, neighbours):
    values, found = range(low, high + 1), [0]
    lengths = [records] if neighbours == "replace-one" else range(1, records + 1)
    for x in (x for n in lengths for x in product(values, repeat=n)):
        for i in range(len(x)):
            others = [()] if neighbours == "add-remove-one" else [(v,) for v in values]
            for other in others:
                found.append(abs(kept.total(list(x)) - kept.total([*x[:i], *other, *x[i + 1 :]])))
    return max(found)


@given(questions(), st.sampled_from(NEIGHBOURS))
def test_the_sensitivity_is_the_largest_over_all_lists(question, neighbours):
    assert sensitivity(*question, neighbours) == by_all_lists(*question, neighbours)


@given(st.integers(-300, 300), st.booleans())
def test_eight_bits_as_bytes_keep_them(x, signed):
    kept = Type(8, signed, saturating=False)
    assert kept.fit(x) == int.from_bytes(bytes([x & 255]), "little", signed=signed)


def asked(**changes):
    given = {"low": "-10", "high": "10", "records": "13", "bits": "8", "signed": "yes"}
    given |= {"arithmetic": "wrap", "neighbours": "replace-one", **changes}
    return reference("integer_sum_sensitivity", given)


def test_a_sum_that_wraps_moves_by_nearly_everything():
    assert asked(records="12") == "20"
    assert asked() == "255"
    assert asked(arithmetic="saturate") == "20"
    # by one record more: 11 others reach 110, which stays inside; 12 reach 120, and 8 lead to -128
    assert asked(neighbours="add-remove-one", records="12") == "10"
    assert asked(neighbours="add-remove-one") == "248"
    assert asked(neighbours="add-remove-one", records="14") == "255"


def test_positive_values_beyond_the_end_do_not_count():
    assert asked(low="100", high="120", records="5", arithmetic="saturate") == "0"
    assert asked(low="100", high="120", records="1", arithmetic="saturate") == "20"


@pytest.mark.parametrize(
    "bad", [{"low": "11"}, {"high": "128"}, {"bits": "12"}, {"records": "0"}, {"signed": "True"}]
)
def test_what_is_no_type_or_range_is_refused(bad):
    with pytest.raises(InvalidValue):
        asked(**bad)
