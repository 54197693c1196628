"""Finite pairs in files: written and read without a change, and refused where they hold no pair."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist
from assay.accounting import Accountant, FinitePair, pure
from assay.accounting.stored_pairs import pair_data, pair_from, read_pair
from assay.errors import InvalidValue

WEIGHTS = st.lists(st.integers(0, 5), min_size=4, max_size=4).filter(any)


@given(WEIGHTS, WEIGHTS)
def test_what_is_written_is_read(above, below):
    p, q = (Dist({i: Fraction(w, sum(ws)) for i, w in enumerate(ws)}) for ws in (above, below))
    pair = FinitePair.of(p, q)
    again = pair_from(json.loads(json.dumps(pair_data(pair))))
    assert again.tests() == pair.tests()
    assert (again.infinite, again.only_q) == (pair.infinite, pair.only_q)


def test_exact_numbers_that_are_no_rationals():
    pair = pure("1/2")
    assert pair_from(json.loads(json.dumps(pair_data(pair)))).tests() == pair.tests()


def test_a_pair_is_a_word(tmp_path):
    path = tmp_path / "pair.json"
    path.write_text(json.dumps({"p": ["3/4", "1/4"], "q": ["1/4", "3/4"]}))
    assert read_pair(path).tests() == pure("ln 3").tests()
    found = Accountant().compose(f"pair file={path} k=20").delta(1)
    assert found.value == Accountant().compose("pure epsilon=ln(3) k=20").delta(1).value


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ([], "a list of p and a list of q"),
        ({"format": "other"}, "a list of p and a list of q"),
        ({"p": ["1"]}, "q of data is None"),
        ({"p": [], "q": []}, r"is '?\[\]'?"),
        ({"p": ["1/2", "1/2"], "q": ["1"]}, "2 values in p and 1 in q"),
        ({"p": ["1/2"], "q": ["1"]}, "sum 1/2"),
        ({"p": ["3/2", "-1/2"], "q": ["1", "0"]}, "negative"),
        ({"p": [0.5, 0.5], "q": ["1", "0"]}, "is a float"),
        ({"p": [True], "q": ["1"]}, "is a bool"),
        ({"p": ["nan"], "q": ["1"]}, "nan"),
        ({"p": ["1"], "q": ["1"], "delta": "1/10"}, "left out of account"),
    ],
)
def test_what_holds_no_pair(data, expected):
    with pytest.raises(InvalidValue, match=expected):
        pair_from(data)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(InvalidValue, match="cannot be read"):
        read_pair(tmp_path / "none.json")
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(InvalidValue, match="cannot be read"):
        Accountant().compose(f"pair file={tmp_path / 'bad.json'}")


def test_a_list_that_is_given_twice_is_refused(tmp_path):
    """Readers of JSON differ in which of the two they take."""
    path = tmp_path / "pair.json"
    path.write_text('{"p": ["1/2", "1/2"], "q": ["1/2", "1/2"], "p": ["1", "0"]}')
    with pytest.raises(InvalidValue, match="'p' is given twice"):
        read_pair(path)


def test_lists_in_lists_without_end_are_refused(tmp_path):
    path = tmp_path / "pair.json"
    path.write_text("[" * 100_000)
    with pytest.raises(InvalidValue, match="cannot be read"):
        read_pair(path)
