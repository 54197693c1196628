"""`assay marginals`: a table that is labelled, exit statuses, bad input."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.cli.command_line import assay


def test_the_table_has_a_line_for_each_d():
    answer = assay("marginals", "--d", "1", "16", "--n", "1000")
    assert answer.status == 0
    head, names, one, sixteen = answer.out.splitlines()
    assert "n = 1000, epsilon = 1, delta = 1/1000000" in head
    assert names.split() == ["d", "Laplace", "L-infinity", "saved", "Gaussian"]
    assert one.split() == ["1", "0.0013863", "0.0013863", "1.000", "0.005699"]
    assert sixteen.split()[1:4] == ["0.10114", "0.031336", "3.228"]


def test_what_is_simulated_says_so_and_repeats_itself():
    arguments = ("marginals", "--d", "8", "--n", "1000", "--trials", "12", "--seed", "3")
    first = assay(*arguments)
    assert "repaired: a simulation, seed 3, 12 trials, bounds at confidence 99/100" in first.out
    assert "repaired (simulated)" in first.out
    assert first == assay(*arguments)


def test_json_has_exact_brackets():
    row = assay("marginals", "--d", "4", "--json").json["rows"][0]
    low, high = map(Fraction, row["l_infinity"])
    assert low < high < low * (1 + Fraction(1, 10**7))
    assert row["repaired"] is None


def test_the_plot_is_written(tmp_path):
    path = tmp_path / "errors.svg"
    assert assay("marginals", "--d", "4", "16", "--trials", "12", "--plot", path).status == 0
    text = path.read_text(encoding="utf-8")
    assert "<svg" in text
    assert [p.name for p in tmp_path.iterdir()] == ["errors.svg"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["marginals", "--d", "0"], "--d '0' is not a whole number >= 1"),
        (["marginals", "--n", "x"], "--n 'x' is not a whole number >= 1"),
        (["marginals", "--epsilon", "0"], "0 < epsilon < infinity"),
        (["marginals", "--delta", "0"], "0 < delta < 1"),
        (["marginals", "--share", "1"], "0 < share < 1"),
        (["marginals", "--trials", "-1"], "--trials '-1'"),
        (["marginals", "--seed", "x"], "--seed 'x' is not a whole number"),
        (["marginals", "--plot", "errors.gif"], "'errors.gif'"),
    ],
)
def test_bad_input_is_one_line_that_names_the_condition(arguments, message):
    assert message in assay(*arguments).error
