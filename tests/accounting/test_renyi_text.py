"""Curves of Renyi divergences as text and in files, and what is refused."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from assay.accounting import NOTHING, Accountant, MomentBound, read_round
from assay.accounting.renyi_curves import Listed
from assay.accounting.renyi_text import read_curve
from assay.errors import InvalidType, InvalidValue


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
