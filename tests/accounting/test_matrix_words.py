"""Matrix mechanisms as text: the Gaussian pairs that they are, samples, files, and what is refused."""

from __future__ import annotations

import json

import pytest

from assay.accounting import Accountant, calibrate
from assay.errors import InvalidValue

SAME = [
    ("tree sigma=2 steps=7", "gaussian sigma=2 k=3"),
    ("tree sigma=2 steps=8 sensitivity=3", "gaussian sigma=2 sensitivity=3 k=4"),
    ("tree sigma=2 steps=4 participations=4", "gaussian sigma=1 k=7"),  # 4 + 2 * 2^2 + 4^2 = 28 = 4 * 7
    ("toeplitz sigma=2 steps=9 coefficients=1:1/2", "gaussian sigma=4 sensitivity=1 k=5"),
    ("toeplitz sigma=2 steps=9 coefficients=1:1/2 participations=2 separation=4", "gaussian sigma=4 k=10"),
    ("toeplitz sigma=2 steps=9 coefficients=1:1/2 q=1/10", "gaussian sigma=2 sensitivity={} q=1/10 k=5"),
    ("toeplitz sigma=2 steps=9 coefficients=1 q=1/10 k=2", "gaussian sigma=2 q=1/10 k=18"),
]


@pytest.mark.parametrize("adjacency", ["add-remove-one", "replace-one"])
@pytest.mark.parametrize(("word", "gaussian"), [pair for pair in SAME if "{}" not in pair[1]])
def test_the_gaussian_noise_that_it_is(word, gaussian, adjacency):
    found, same = (Accountant(adjacency).compose(text) for text in (word, gaussian))
    for epsilon in ("0", "1"):
        assert found.delta(epsilon).ends == same.delta(epsilon).ends


@pytest.mark.slow
def test_samples_of_a_banded_strategy():
    found = Accountant().compose("toeplitz sigma=2 steps=9 coefficients=3:4 q=1/10")
    assert (
        found.delta(1).ends == Accountant().compose("gaussian sigma=2 sensitivity=5 q=1/10 k=5").delta(1).ends
    )
    whole = Accountant().compose("toeplitz sigma=20 steps=9 coefficients=3:4 q=1")
    assert whole.delta(1).ends == Accountant().compose("gaussian sigma=20 sensitivity=5 k=5").delta(1).ends
    replaced = Accountant("replace-one").compose("toeplitz sigma=20 steps=9 coefficients=3:4 q=1")
    assert (
        replaced.delta(1).ends == Accountant().compose("gaussian sigma=20 sensitivity=10 k=5").delta(1).ends
    )


def test_groups():
    found = Accountant().compose("tree sigma=8 steps=7 group=4")
    assert found.delta(1).ends == Accountant().compose("gaussian sigma=2 k=3").delta(1).ends


def strategy(folder, **data):
    path = folder / "strategy.json"
    path.write_text(json.dumps(data))
    return path


def test_files(tmp_path):
    path = strategy(tmp_path, format="assay strategy 1", rows=[["1", 0, 0], ["1/2", "1", 0], [0, "1/2", "1"]])
    for rest in ("", " participations=2 separation=2", " participations=3", " q=1/3"):
        found = Accountant().compose(f"matrix sigma=2 file={path}{rest}")
        same = Accountant().compose(f"toeplitz sigma=2 steps=3 coefficients=1:1/2{rest}")
        assert found.delta(1).ends == same.delta(1).ends


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"rows": [["1", 0.5]]}, "a float"),
        ({"rows": [["1", "x"]]}, "strategy.json"),
        ({"rows": "1"}, "list of rows"),
        ({"format": "other", "rows": [["1"]]}, "list of rows"),
        ({"rows": [[True]]}, "a bool"),
        ({"rows": []}, "at least one row"),
    ],
)
def test_bad_files(tmp_path, data, message):
    with pytest.raises(InvalidValue, match=message):
        Accountant().compose(f"matrix sigma=1 file={strategy(tmp_path, **data)}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tree sigma=1 steps=8 q=1/2", "square lower triangular"),
        ("toeplitz sigma=1 steps=8 coefficients=1 q=1/2 participations=2", "the samples say"),
        ("toeplitz sigma=1 steps=8 coefficients=1 q=1/2 group=2", "one record"),
        ("toeplitz sigma=1 steps=8 coefficients=1 rows=3 batch=1", "none of"),
        ("toeplitz sigma=1 steps=8 coefficients=1:-1/2 participations=2", "negative product"),
        ("tree sigma=1 steps=0", "whole number"),
        ("tree sigma=0 steps=4", "positive"),
        ("toeplitz sigma=1 steps=4", "no coefficients"),
        ("matrix sigma=1 file=/nowhere.json", "cannot be read"),
    ],
)
def test_what_is_refused(text, message):
    with pytest.raises(InvalidValue, match=message):
        Accountant().compose(text)


def test_samples_need_a_lower_triangle(tmp_path):
    path = strategy(tmp_path, rows=[["1", "1"], ["0", "1"]])
    with pytest.raises(InvalidValue, match="square lower triangular"):
        Accountant().compose(f"matrix sigma=1 file={path} q=1/2")


def test_calibrated():
    found = calibrate("tree sigma=? steps=1000", epsilon=1, delta="1e-6")
    same = calibrate("gaussian sigma=? k=10", epsilon=1, delta="1e-6")
    assert found.safe > same.refuted
    assert same.safe > found.refuted
    assert calibrate("tree sigma=15 steps=?", epsilon=1, delta="1e-6").bracket.lower % 2 == 1
    apart = calibrate("tree sigma=20 steps=100 participations=20 separation=?", epsilon=2, delta="1e-6")
    assert apart.refuted + 1 == apart.safe


def test_what_a_file_says_besides_is_not_left_out_of_account(tmp_path):
    path = tmp_path / "strategy.json"
    path.write_text(json.dumps({"rows": [["1", "0"], ["1", "1"]], "participations": 2}))
    with pytest.raises(InvalidValue, match="'participations', which is none of format, rows"):
        Accountant().compose(f"matrix sigma=1 file={path}")


@pytest.mark.parametrize("adjacency", ["add-remove-one", "replace-one"])
@pytest.mark.parametrize("how", ["", "participations=2", "q=1/2"])
def test_a_strategy_of_zeros_releases_nothing(tmp_path, how, adjacency):
    path = tmp_path / "strategy.json"
    path.write_text(json.dumps({"rows": [["0", "0"], ["0", "0"]]}))
    assert Accountant(adjacency).compose(f"matrix sigma=1 file={path} {how}").delta(0).exact == 0


@pytest.mark.parametrize(
    ("text", "attained"),
    [
        ("toeplitz sigma=1 steps=4 coefficients=1:1 q=1/2", True),
        ("toeplitz sigma=1 steps=3 coefficients=1:1 q=1/2", False),
        ("toeplitz sigma=1 steps=1 coefficients=1:1 q=1/2", True),
        ("toeplitz sigma=1 steps=7 coefficients=1 q=1/2", True),
        ("toeplitz sigma=1 steps=3 coefficients=1:1", True),
    ],
)
def test_a_last_column_that_is_cut_makes_samples_a_bound(text, attained):
    assert Accountant().compose(text).delta(1).attained is attained


@pytest.mark.parametrize(
    ("rows", "attained"),
    [
        ([["1", "0"], ["1/2", "1"]], True),
        (
            [["1", "0", "0", "0"], ["1/2", "1", "0", "0"], ["0", "1/2", "1", "0"], ["0", "0", "1/2", "1"]],
            True,
        ),
        ([["1", "0", "0", "0"], ["1/2", "2", "0", "0"], ["0", "0", "1", "0"], ["0", "0", "1/2", "1"]], False),
    ],
)
def test_samples_of_a_matrix_are_attained_where_one_part_has_the_largest_columns(tmp_path, rows, attained):
    file = tmp_path / "strategy.json"
    file.write_text(json.dumps({"format": "assay strategy 1", "rows": rows}), encoding="utf-8")
    assert Accountant().compose(f"matrix sigma=1 file={file} q=1/2").delta(1).attained is attained
