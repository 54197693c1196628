"""`assay histogram`: what it prints, and what it refuses."""

from __future__ import annotations

import pytest

from assay.errors import InvalidValue
from assay.exact import number
from assay.utility import minimax_risk
from tests.cli.command_line import assay


def test_histogram_compares_two_mechanisms():
    answer = assay("histogram", "--counts", 20, "0x2", 30, "--trials", 3)
    assert answer.status == 0
    assert "n = 50 rows, k = 4 cells, 2 of them occupied" in answer.out
    found = assay("histogram", "--counts", 20, 0, 0, 30, "--trials", 3, "--json").json
    assert found["counts"] == [20, 0, 0, 30]
    private, sparse = found["expected_loss"]
    assert number(sparse[1]) < number(private[0])
    assert number(found["failure_probability_at_theta"]) < number(found["failure_bounds"][0])
    assert found["simulation"]["trials"] == 3


def test_the_rule_for_ties_is_said():
    answer = assay("histogram", "--counts", 20, "0x2", 30, "--trials", 3, "--ties", "even")
    assert "ties by the rule 'even'" in answer.out
    assert "certified" in answer.out
    in_order = assay("histogram", "--counts", 20, "0x2", 30, "--trials", 3, "--json").json
    even = assay("histogram", "--counts", 20, "0x2", 30, "--trials", 3, "--ties", "even", "--json").json
    for one, other in zip(even["expected_loss"], in_order["expected_loss"], strict=True):
        assert 0 < number(one[1]) - number(one[0]) < number("1/1000000")
        assert number(one[1]) < number(other[0])


def test_histogram_draws(tmp_path):
    path = tmp_path / "losses.png"
    assert (
        assay("histogram", "--counts", 9, "0x2", 9, "--trials", 3, "--gamma", 1, "--plot", path).status == 0
    )
    assert path.read_bytes().startswith(b"\x89PNG")
    assert [p.name for p in tmp_path.iterdir()] == ["losses.png"]
    grid = ("--counts", 9, "0x2", 9, "--trials", 3, "--gamma", 1, "--shape", "2x2", "--plot", path)
    assert assay("histogram", *grid).status == 0
    assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "either --counts or --example"),
        (["--counts", "1", "--example", "1"], "either --counts or --example"),
        (["--counts", "5"], "k = 1"),
        (["--counts", "0x3"], "no histogram"),
        (["--counts", "5", "-1"], "-1"),
        (["--counts", "5", "1.5"], "'1.5'"),
        (["--counts", "5", "0x"], "0x"),
        (["--counts", "5", "0", "--gamma", "1/10"], "2k = 4 > gamma n"),
        (["--counts", "5", "0", "--gamma", "2"], "gamma = 2"),
        (["--counts", "5", "0", "--epsilon", "0"], "alpha = 0"),
        (["--counts", "5", "0", "--trials", "0"], "--trials"),
        (["--counts", "50", "0", "--plot", "x.txt"], "x.txt"),
        (["--counts", "50", "0", "--shape", "3x1"], "no grid of 2 cells"),
        (["--counts", "50", "0", "--shape", "two"], "no grid of 2 cells"),
    ],
)
def test_histogram_refuses(arguments, message):
    assert message in assay("histogram", *arguments).error


def test_the_refusals_are_errors_of_the_library_too():
    with pytest.raises(InvalidValue, match="k = 1"):
        minimax_risk(3, 1, "ln 2")
