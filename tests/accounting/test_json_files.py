"""What the accountant reads from JSON: one format, members once, and none that would be ignored."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist
from assay.accounting import NOTHING, Accountant, FinitePair, MomentBound, pure, read_round
from assay.accounting.json_files import (
    checked_object,
    pair_data,
    pair_from,
    read_curve,
    read_object,
    read_pair,
)
from assay.accounting.renyi_curves import Listed
from assay.errors import InvalidType, InvalidValue

FORM, LISTS = "assay example 1", ("a", "b")


def test_an_object_is_read_with_or_without_its_format(tmp_path):
    path = tmp_path / "x.json"
    for data in ({"a": [1]}, {"format": FORM, "a": ["1/2"], "b": []}):
        path.write_text(json.dumps(data), encoding="utf-8")
        assert read_object(path, FORM, LISTS) == data
        assert checked_object(data, FORM, LISTS, "data") is data


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1]", "is no object of the format 'assay example 1' with a list of a and a list of b"),
        ('{"format": "another"}', "is no object of the format"),
        ('{"a": [], "c": 1}', "has the member 'c', which is none of format, a, b and would be left out"),
        ('{"a": [], "a": [1]}', "'a' is given twice"),
        ('{"a": {"x": 1, "x": 2}}', "'x' is given twice"),
        ('{"a": [', "cannot be read"),
        ("[" * 100_000, "cannot be read"),
        ("\udcff", "cannot be read"),
    ],
)
def test_what_is_none(tmp_path, text, message):
    path = tmp_path / "x.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(InvalidValue, match=message):
        read_object(path, FORM, LISTS)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(InvalidValue, match="cannot be read"):
        read_object(tmp_path / "none.json", FORM, LISTS)


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


def curve(folder, **data):
    path = folder / "curve.json"
    path.write_text(json.dumps(data))
    return path


def test_text_files_and_pairs_are_one(tmp_path):
    path = curve(tmp_path, format="assay renyi curve 1", orders=["3/2", 8], values=["1/10", "0.5"])
    points = ((Fraction(3, 2), Fraction(1, 10)), (Fraction(8), Fraction(1, 2)))
    assert read_curve(path) == MomentBound.of(Listed(points))
    assert MomentBound.renyi([(8, "1/2"), ("3/2", "0.1")]) == read_curve(path)
    (found, count), (same, _) = (
        read_round(text) for text in (f"renyi file={path} k=3", "renyi orders=3/2:8 values=0.1:0.5")
    )
    assert count == 3
    assert found.dominating("remove").pair == same.dominating("remove").pair
    assert MomentBound.renyi([(2, 0)]) == NOTHING == MomentBound.concentrated(0)


def test_a_list_means_its_lower_hull():
    found = Listed(((Fraction(2), Fraction(1)), (Fraction(3), Fraction(5)), (Fraction(5), Fraction(1))))
    assert found.hull == ((0, 0), (4, 4))
    assert float(found.log_moment(Fraction(1)).mid()) == 1
    assert found.largest == 4
    with pytest.raises(InvalidValue, match="beyond the orders"):
        found.log_moment(Fraction(5))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"orders": ["2"], "values": [0.5]}, "exact numbers"),
        ({"orders": ["2", "3"], "values": ["1"]}, "2 orders and 1 values"),
        ({"orders": ["2"]}, "values of"),
        ({"format": "other", "orders": ["2"], "values": ["1"]}, "no object"),
        ({"orders": ["1"], "values": ["1"]}, "not above 1"),
        ({"orders": ["2", "2"], "values": ["1", "2"]}, "given twice"),
        ({"orders": [], "values": []}, "is empty"),
        ({"orders": ["2"], "values": ["-1"]}, "negative"),
    ],
)
def test_bad_files(tmp_path, data, message):
    with pytest.raises(InvalidValue, match=message):
        Accountant().compose(f"renyi file={curve(tmp_path, **data)}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("renyi", "needs orders and values"),
        ("renyi orders=2", "needs orders and values"),
        ("renyi orders=2 values=1 file=x.json", "needs orders and values"),
        ("renyi file=/nowhere.json", "cannot be read"),
        ("renyi orders=2 values=1 q=1/2", "cannot be sampled|can be sampled"),
        ("renyi orders=2 values=1 rows=4 batch=2 batches=fixed", "can be sampled"),
        ("renyi orders=2 values=1 group=2", "leave group out"),
        ("zcdp rho=-1", "negative"),
        ("zcdp", "no rho"),
        ("zcdp rho=1 q=1/2", "can be sampled"),
    ],
)
@pytest.mark.parametrize("adjacency", ["add-remove-one", "replace-one"])
def test_what_is_refused(text, message, adjacency):
    with pytest.raises(InvalidValue, match=message):
        Accountant(adjacency).compose(text)


def test_pairs_are_read_strictly():
    for wrong in ("2:1", [2], [(2,)]):
        with pytest.raises(InvalidType):
            MomentBound.renyi(wrong)


def test_groups_of_zcdp():
    found = Accountant().compose("zcdp rho=1/10 group=3")
    assert found.rho().upper == Fraction(9, 10)


def test_what_a_file_says_besides_is_not_left_out_of_account(tmp_path):
    path = tmp_path / "curve.json"
    path.write_text(json.dumps({"orders": ["2"], "values": ["1"], "delta": "1/10"}))
    with pytest.raises(InvalidValue, match="left out of account"):
        read_curve(path)
