"""`assay minimax`: exact risks with certificates, and what it refuses."""

from __future__ import annotations

import pytest

from assay.exact import number
from assay.utility import minimax_risk
from tests.cli.command_line import assay


def test_without_scipy_it_says_what_does_the_work(monkeypatch):
    monkeypatch.setattr("assay.linear.proposals.available", lambda: False)
    answer = assay("minimax", "--n", 1, "--epsilon", "ln 2")
    assert answer.status == 0
    assert "because scipy is not installed" in answer.err
    assert "2/3" in answer.out


def test_minimax_prints_exact_risks_and_bounds():
    answer = assay("minimax", "--n", 1, 2, "--k", 2, 3, "--epsilon", "ln 2")
    assert answer.status == 0
    head, *lines = answer.out.splitlines()
    assert head.split()[:4] == ["n", "k", "alpha", "R*"]
    assert [line.split()[-1] for line in lines] == ["2/3", "1", "4/7", "6/7"]
    for line, (n, k) in zip(lines, [(1, 2), (1, 3), (2, 2), (2, 3)], strict=True):
        assert line.split()[-1] == str(minimax_risk(n, k, "ln 2").value)


def test_minimax_brackets_where_the_factor_is_irrational():
    answer = assay("minimax", "--n", 5, "--k", 3, "--epsilon", 1)
    assert "[0.464100, 0.464221]" in answer.out
    assert "a bracket" in answer.out
    assert "a bracket" not in assay("minimax", "--n", 2, "--epsilon", "1/2").out


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
        (["--epsilon", "0"], "alpha = 0"),
        (["--epsilon", "inf"], "alpha = inf"),
        (["--epsilon", "-1"], "alpha"),
        (["--epsilon", "abc"], "alpha"),
    ],
)
def test_minimax_names_what_is_out_of_range(arguments, message):
    assert message in assay("minimax", *arguments).error
