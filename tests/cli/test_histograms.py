"""`assay minimax` and `assay histogram`: what they print, and what they refuse."""

from __future__ import annotations

import pytest

from assay.errors import InvalidValue
from assay.exact import number
from assay.utility import minimax_risk
from tests.cli.command_line import assay


def test_without_scipy_it_says_what_does_the_work(monkeypatch):
    monkeypatch.setattr("assay.linear.proposals.available", lambda: False)
    answer = assay("minimax", "--n", 1, "--alpha", "ln 2")
    assert answer.status == 0
    assert "because scipy is not installed" in answer.err
    assert "2/3" in answer.out


def test_minimax_prints_exact_risks_and_bounds():
    answer = assay("minimax", "--n", 1, 2, "--k", 2, 3, "--alpha", "ln 2")
    assert answer.status == 0
    head, *lines = answer.out.splitlines()
    assert head.split()[:4] == ["n", "k", "alpha", "R*"]
    assert [line.split()[-1] for line in lines] == ["2/3", "1", "4/7", "6/7"]
    for line, (n, k) in zip(lines, [(1, 2), (1, 3), (2, 2), (2, 3)], strict=True):
        assert line.split()[-1] == str(minimax_risk(n, k, "ln 2").value)


def test_minimax_brackets_where_the_factor_is_irrational():
    answer = assay("minimax", "--n", 5, "--k", 3, "--alpha", 1)
    assert "[0.464100, 0.464221]" in answer.out
    assert "a bracket" in answer.out
    assert "a bracket" not in assay("minimax", "--n", 2, "--alpha", "1/2").out


def test_the_certificates_of_minimax_can_be_checked_by_hand():
    row = assay("minimax", "--n", 2, "--json", "--certificates").json["rows"][0]
    program = row["certificates"][0]
    primal = {int(j): number(v) for j, v in program["primal"].items()}
    dual = {int(i): number(v) for i, v in program["dual"].items()}
    cost = {int(j): number(v) for j, v in program["minimise"].items()}
    prices = dict(cost)
    for i, line in enumerate(program["rows"]):
        entries = {int(j): number(v) for j, v in line["coefficients"].items()}
        left = sum((v * primal.get(j, number(0)) for j, v in entries.items()), number(0))
        assert left == number(line["bound"]) if line["relation"] == "=" else left >= number(line["bound"])
        assert line["relation"] == "=" or dual.get(i, number(0)) >= 0
        for j, v in entries.items():
            prices[j] = prices.get(j, number(0)) - dual.get(i, number(0)) * v
    assert all(v >= 0 for v in primal.values())
    assert all(v >= 0 for v in prices.values())
    value = sum((v * primal.get(j, number(0)) for j, v in cost.items()), number(0))
    bound = sum((v * number(program["rows"][i]["bound"]) for i, v in dual.items()), number(0))
    assert value == bound == number(row["risk"][0]) == number(row["risk"][1])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--n", "0"], "--n '0'"),
        (["--k", "1"], "k = 1"),
        (["--alpha", "0"], "alpha = 0"),
        (["--alpha", "inf"], "alpha = inf"),
        (["--alpha", "-1"], "alpha"),
        (["--alpha", "abc"], "alpha"),
    ],
)
def test_minimax_names_what_is_out_of_range(arguments, message):
    assert message in assay("minimax", *arguments).error


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
    assert "certified" not in answer.out
    assert "certified" in assay("histogram", "--counts", 20, "0x2", 30, "--trials", 3).out


def test_histogram_draws(tmp_path):
    path = tmp_path / "losses.png"
    assert (
        assay("histogram", "--counts", 9, "0x2", 9, "--trials", 3, "--gamma", 1, "--plot", path).status == 0
    )
    assert path.read_bytes().startswith(b"\x89PNG")
    assert [p.name for p in tmp_path.iterdir()] == ["losses.png"]


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
        (["--counts", "5", "0", "--alpha", "0"], "alpha = 0"),
        (["--counts", "5", "0", "--trials", "0"], "--trials"),
        (["--counts", "50", "0", "--plot", "x.txt"], "x.txt"),
    ],
)
def test_histogram_refuses(arguments, message):
    assert message in assay("histogram", *arguments).error


def test_the_refusals_are_errors_of_the_library_too():
    with pytest.raises(InvalidValue, match="k = 1"):
        minimax_risk(3, 1, "ln 2")
